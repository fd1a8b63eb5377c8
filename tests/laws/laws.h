// The laws, each checked on one program.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "tests/laws/program.h"

namespace qc::laws {

struct Choice {
  bool serial = true, threads = true, parts = true, simt = true, emitted = true, cuda = false;
  std::uint64_t seed = 0;  // of the emulator's schedule
  bool quick = false;      // LLVM takes little effort: the bits are the same, and compiling is most of the time
};

struct Violation {
  std::string law;  // a name of docs/laws.md
  std::string what;
  std::size_t run = 0;
};

// All violations of the chosen laws; at most one of each law. Counts the verdicts on the loops when asked to.
std::vector<Violation> check(const Program& program, const Choice& choice,
                             std::map<std::string, int>* verdicts = nullptr);

}  // namespace qc::laws
