#include "suite.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "recognise.h"

namespace qc_test {

void check(const Suite& suite) {
  for (const Case& c : suite.cases) {
    const std::string got = verdicts(std::string(suite.inputs) + "%loops\n" + c.program + suite.uses);
    const std::string text = fmt::format("\n{}  expected: {}\n  got:      {}", c.program, c.verdict, got);
    CHECK_MESSAGE(got == c.verdict, text);
  }
}

}  // namespace qc_test
