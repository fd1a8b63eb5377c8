// Limits of cooperative launches, whose threads wait for each other in ways that a device cannot arrange: they run on
// the emulator, and say so.
#pragma once
#include <cstdint>
#include <optional>

#include "runtime/device.h"
#include "support/diagnostic.h"

namespace qc::host {

// All blocks of a launch with a barrier of the grid have to be on a GPU at once. Nothing when a device with room for
// `room` blocks of this size holds the launch; else the warning. where: the barrier.
std::optional<Diagnostic> beyond_cooperative_limit(const runtime::Dims& launch, std::int64_t room, Span where);

// On a host, where a block is one call and its threads are lanes: a barrier of the grid, and one in a loop whose number
// of iterations may differ between threads.
Diagnostic grid_barrier_on_host(Span barrier);
Diagnostic divergent_barrier_on_host(Span barrier);

}  // namespace qc::host
