// Reads what a program says of itself in comments, for `qc test` and for the project's own tests:
//   % expect: TEXT               the next line of what it prints
//   % expect-bits NAME HEX       the variable NAME has this value, as C's %a writes it
//   % error CODE [at LINE:COL]   it ends with this error; also `% error: CODE`
//   % warning CODE [at LINE:COL] it gives this warning
//   % loop LINE: VERDICT [OP NAME, ..] [REASON]   the report on the loop in this line: "reduction + total", "serial
//   R005" % precision: double          it runs under --precision=double
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace qc::tool {

struct ExpectedDiagnostic {
  std::string code;
  unsigned line = 0, column = 0;
};  // line 0: anywhere
struct ExpectedBits {
  std::string variable, value;
};
struct ExpectedLoop {
  unsigned line = 0;
  std::string verdict, accumulators;
};  // "+ total, max m"
struct Directives {
  std::vector<std::string> output;
  std::vector<ExpectedBits> bits;
  std::optional<ExpectedDiagnostic> error;
  std::vector<ExpectedDiagnostic> warnings;
  std::vector<ExpectedLoop> loops;
  bool double_precision = false;
  std::vector<std::string> malformed;  // lines that look like a directive and are none

  std::string expected_output() const;
};

// What the lines that begin with %, or blanks and %, say; of several errors the last one counts.
Directives read_directives(const std::string& text);

// The verdict and accumulators of the loop in `line` from the lines of --explain=json, as a loop directive writes them:
// "reduction + total", "serial R005". Empty when there is no such loop.
std::string verdict_in(const std::string& json_lines, unsigned line);

}  // namespace qc::tool
