// Runs a program of the laws in this process and keeps what it left.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "host/session/session.h"
#include "tests/laws/program.h"

namespace qc::laws {

// Numbers of one result: floats as double (exactly), everything else as whole numbers.
struct Numbers {
  bool floats = false;
  std::vector<double> reals;
  std::vector<std::int64_t> wholes;
};

// What one call left. `error` is code, place and message of a failure, and then the rest says nothing.
struct Outcome {
  std::string error;
  std::string out;  // printed
  std::map<std::string, Numbers> results;
};

struct Runner {
  // text: defines `f`. Calls it with each of the data in one session; the diagnostics and the report on loops go to
  // `warnings` and `log`.
  Runner(const Program& program, const std::string& text, host::Options options);
  Outcome call(const Data& data);
  std::vector<std::string> warnings;
  std::string log;
  std::string broken;  // why there is no `f` to call, or empty

 private:
  const Program& program_;
  std::string out_;
  std::unique_ptr<host::Session> session_;
};

// The text that --emit=kernel prints for a definition of `f`; empty and `why` when there is none.
std::string emitted_text(const std::string& text, const host::Options& options, std::string& why);

// Where two outcomes differ, or empty. Floats of results named in `rough` may differ by `slack` times their bound, all
// others not in a bit; one NaN is as good as another; of the results either_zero -0 is as good as +0.
std::string difference(const Outcome& a, const Outcome& b, const std::map<std::string, double>& rough, double slack,
                       const std::set<std::string>& either_zero = {});

// Whether an error is a race that the emulator reports, of threads or of blocks: "Q0801 at line 6: .. (line 9)", of two
// accesses.
bool is_race(const std::string& error);

}  // namespace qc::laws
