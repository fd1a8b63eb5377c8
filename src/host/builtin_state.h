// What built-ins remember between calls of one session: the random numbers' place, the clock, the figures, the open files.
#pragma once
#include <chrono>
#include <cstdint>
#include <memory>

#include "host/device_fourier.h"
#include "io/open_files.h"

namespace qc::host {

class Display;  // display.h

struct BuiltinState {
  std::uint64_t launches = 0;         // kernels that have drawn numbers under the key: each has a stream of its own
  std::uint64_t seed = 0, drawn = 0;  // builtins_random.cpp: the key, and how many numbers were drawn under it
  std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();  // of tic()
  std::shared_ptr<Display> display;   // made at the first figure
  io::OpenFiles files;
  FourierRoots roots;                 // of the transforms that a GPU carries out
};

}  // namespace qc::host
