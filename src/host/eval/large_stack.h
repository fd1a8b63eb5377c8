// A stack for deep recursion of programs, whatever the stack of the thread that calls.
#pragma once
#include <cstddef>
#include <functional>
#include <utility>

namespace qc::host {

// Calls f on a stack of its own (256 MB of address space, used as it is needed); exceptions come back to the caller. On
// such a stack already, or where none can be had, f is called directly.
void on_large_stack(const std::function<void()>& f);

// The lowest address of the stack that runs now, and its size; null when it is not known.
std::pair<char*, std::size_t> current_stack();

}  // namespace qc::host
