// Checks the laws on many programs, in processes of their own, so that a crash or a hang is a violation like any other.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tests/laws/laws.h"

namespace qc::laws {

struct Campaign {
  std::uint64_t seed = 1, first = 0, count = 1000;
  int jobs = 2;
  double seconds = 0;  // stop after so long; 0: when all are done
  bool all = false;    // every law on every program; otherwise the costly ones on some
  bool simt = true, cuda = false, emitted = true;
  bool shrink = true;
  std::size_t most_failures = 25;  // then it stops
};

struct Failure {
  std::uint64_t index = 0;
  std::string law, what;
  std::string program;  // shrunk, to be run by qc
};

struct Tally {
  std::uint64_t programs = 0;
  std::vector<Failure> failures;
};

// Which laws are checked on a program.
Choice choose(const Campaign& campaign, std::uint64_t index);
// Failures are also printed to stdout as they are found.
Tally run(const Campaign& campaign);

}  // namespace qc::laws
