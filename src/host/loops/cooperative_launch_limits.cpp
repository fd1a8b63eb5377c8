#include "host/loops/cooperative_launch_limits.h"

#include <fmt/format.h>

namespace qc::host {

std::optional<Diagnostic> beyond_cooperative_limit(const runtime::Dims& launch, std::int64_t room, Span where) {
  const std::int64_t blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
  if (blocks <= room) return {};
  const int threads = launch.block[0] * launch.block[1] * launch.block[2];
  return Diagnostic{"Q0505",
                    Severity::Warning,
                    where,
                    fmt::format("a barrier of the whole grid: {} blocks of {} threads are more than the {} that the "
                                "device holds at once; the kernel "
                                "runs on the emulator, slowly",
                                blocks, threads, room),
                    "let each thread take several elements, or make two kernels of it",
                    {}};
}

Diagnostic grid_barrier_on_host(Span barrier) {
  return {"Q0505",
          Severity::Warning,
          barrier,
          "a barrier of the whole grid: without a GPU the kernel runs on the emulator, slowly",
          "make two kernels of it: the second begins when the first has ended",
          {}};
}

Diagnostic divergent_barrier_on_host(Span barrier) {
  return {"Q0505",
          Severity::Warning,
          barrier,
          "a barrier in a loop whose number of iterations may differ between threads: without a GPU the kernel runs on "
          "the emulator, slowly",
          "give the loop bounds that do not depend on the thread, and put a condition around what only some threads do",
          {}};
}

}  // namespace qc::host
