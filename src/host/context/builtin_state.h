// What built-ins remember between calls of one session (the random numbers' place, the clock, the figures, the open
// files), and what the tool that holds the session tells it and asks of it.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/context/fourier_roots.h"
#include "io/open_files.h"

namespace qc::host {

class Display;  // display.h
struct Value;   // value.h

struct BuiltinState {
  std::uint64_t launches = 0;         // kernels that have drawn numbers under the key: each has a stream of its own
  std::uint64_t seed = 0, drawn = 0;  // random.cpp: the key, and how many numbers were drawn under it
  std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();  // of tic()
  std::shared_ptr<Display> display;                                                  // made at the first figure
  io::OpenFiles files;
  FourierRoots roots;                                 // of the transforms that a GPU carries out
  std::optional<std::vector<std::string>> arguments;  // of the command line: of args(), and of main
  // Told of each picture and figure that was written to a file.
  std::function<void(const std::string& path)> wrote;
  // Shows the value of a statement at a prompt; without it, as print writes it. name: of the variable, empty for none.
  std::function<void(const std::string& name, const Value& value)> show;
  std::function<void(const std::string& name)> forget;  // takes a global variable away; set by the session
};

}  // namespace qc::host
