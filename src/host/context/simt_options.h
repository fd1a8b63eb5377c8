// Names the options of the checked emulator.
#pragma once
#include <cstdint>

namespace qc::host {

struct SimtOptions {
  int width = 32;          // threads that move in lockstep: 1, 2, 4 .. 32
  std::uint64_t seed = 0;  // of the schedule
  // Loops are planned as for a GPU of CUDA's, and PTX of the kernels is prepared (codegen::prepare_for_gpus): for
  // machines without one that build packages.
  bool stands_in = false;
};

}  // namespace qc::host
