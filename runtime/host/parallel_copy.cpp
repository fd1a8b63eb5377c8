#include "runtime/host/parallel_copy.h"

#include <cstdint>
#include <cstring>

#include "runtime/device.h"

namespace qc::runtime {

static thread_local const std::function<Device&()>* current_host = nullptr;

ParallelCopyScope::ParallelCopyScope(const std::function<Device&()>& host) : outer_(current_host) {
  current_host = &host;
}
ParallelCopyScope::~ParallelCopyScope() { current_host = outer_; }

void copy_on_host(void* to, const void* from, std::size_t bytes) {
  if (current_host && bytes >= kParallelCopyFrom)
    (*current_host)().copy_within(reinterpret_cast<std::uintptr_t>(to), reinterpret_cast<std::uintptr_t>(from), bytes);
  else
    std::memcpy(to, from, bytes);
}

void zero_on_host(void* to, std::size_t bytes) {
  if (current_host && bytes >= kParallelCopyFrom)
    (*current_host)().fill_zero(reinterpret_cast<std::uintptr_t>(to), bytes);
  else
    std::memset(to, 0, bytes);
}

}  // namespace qc::runtime
