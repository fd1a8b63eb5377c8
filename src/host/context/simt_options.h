// Names the options of the checked emulator.
#pragma once
#include <cstdint>

namespace qc::host {

struct SimtOptions {
  int width = 32;          // threads that move in lockstep: 1, 2, 4 .. 32
  std::uint64_t seed = 0;  // of the schedule
};

}  // namespace qc::host
