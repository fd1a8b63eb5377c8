// Checks the laws on many programs, in processes of their own, so that a crash or a hang is a violation like any other.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/laws/laws.h"

namespace qc::laws {

struct Campaign {
  std::uint64_t seed = 1, first = 0, count = 1000;
  int jobs = 2;
  double seconds = 0;  // no program is begun after so long; 0: all are checked
  bool all = false;    // every law on every program; otherwise the costly ones on some
  bool simt = true, cuda = false, emitted = true;
  bool shrink = true;
  std::size_t most_failures = 100;  // then it stops
  std::string folder;               // shrunk programs are written there, when it is named
};

struct Tally {
  std::uint64_t programs = 0;
  std::uint64_t next = 0;  // all programs before it were checked
  std::size_t violations = 0;
  std::map<std::string, int> laws;      // violations of each
  std::map<std::string, int> verdicts;  // of the loops
  std::uint64_t slowest = 0;
  double slowest_seconds = 0;
};

// Which laws are checked on a program.
Choice choose(const Campaign& campaign, std::uint64_t index);
// Violations are printed to stdout as they are found, the first 40 after shrinking, which goes on beside the checks;
// together they print less than 100 KB.
Tally run(const Campaign& campaign);

}  // namespace qc::laws
