// Every reason has at least three loops that meet it and three neighbours that are accepted, and every loop of the
// suite says so.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>

#include "analysis/loops/reasons.h"
#include "reason_cases.h"
#include "recognise.h"

namespace {

const std::string inputs =
    "function y = twice(x)\n y = 2*x\nend\nfunction y = plus(a, b)\n y = a + b\nend\nfunction [] = put(a, i, v)\n a[i] "
    "= v\n"
    "end\nfunction y = fact(n : int)\n if n <= 1\n  y = 1.0\n else\n  y = n*fact(n-1)\n end\nend\nn = 100\nx = "
    "zeros(n)\n"
    "y = zeros(n)\nz = zeros(n)\nim = zeros(50,60)\nA = zeros(12,4)\nk = ivec(n)\n{!interpreted for}\nfor i=0..99\n "
    "x[i] = mod(i*37,101)/64-0.75\n"
    " y[i] = mod(i*53,97)/64-0.5\n z[i] = mod(i*29,89)/128+0.25\n k[i] = mod(i*31,9)+1\nend\n{!interpreted for}\nfor "
    "i=0..49\n"
    "{!interpreted for}\nfor j=0..59\n im[i,j] = mod(i*37+j*11,101)/64-0.75\nend\nend\ns = 0.5\nt = 1.0\nc = 1\nj0 = "
    "-1\n"
    "known = zeros(n)\ncells = cell(2)\ncells[0] = zeros(n)\nunknown = cells[0]\nrec = object()\nrec.v = 0.5\n";
const std::string uses = "print s, t, c, j0\n";

// R030 is a warning beside a verdict: tests/programs/accumulators_*.q have it from 33 accumulators on, and have it not
// below.
bool is_verdict(const qc::ReasonInfo& r) { return std::string(r.code) != "R030"; }

bool rejects(const std::string& verdict) {
  return verdict.starts_with("serial") || verdict.starts_with("interpreted") || verdict.starts_with("error");
}

}  // namespace

TEST_CASE("reasons have near misses and accepted neighbours") {
  std::map<std::string, int> near, accepted;
  for (const qc_test::ReasonCase& c : qc_test::reason_cases()) ++(c.accepted ? accepted : near)[c.code];
  for (const qc::ReasonInfo& r : qc::reason_registry()) {
    if (!is_verdict(r)) continue;
    const std::string code(r.code);
    const std::string text = fmt::format("{}: {} near misses, {} accepted", code, near[code], accepted[code]);
    CHECK_MESSAGE((near[code] >= 3 && accepted[code] >= 3), text);
  }
}

TEST_CASE("reasons are given where they belong") {
  for (const qc_test::ReasonCase& c : qc_test::reason_cases()) {
    const std::string got = qc_test::verdicts(inputs + "%loops\n" + c.program + uses);
    const std::string text = fmt::format("\n{}  expected: {}\n  got:      {}", c.program, c.verdict, got);
    CHECK_MESSAGE(got == c.verdict, text);
    const std::string outermost = got.substr(0, got.find(" {"));
    CHECK_MESSAGE(rejects(outermost) != c.accepted, text);
    if (!c.accepted) CHECK_MESSAGE(outermost.ends_with(c.code), text);
  }
}

TEST_CASE("at least half of all cases are near misses") {
  const std::regex verdict("\", \"(serial|interpreted|error|map|reduction|partial|argreduce|bins|scan)[^\"]*\"\\}");
  int rejected = 0, all = 0;
  for (const auto& entry : std::filesystem::directory_iterator(QC_SOURCE_DIR "/tests/recognition")) {
    if (entry.path().extension() != ".cpp") continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);)
      for (std::sregex_iterator it(line.begin(), line.end(), verdict), end; it != end; ++it) {
        ++all;
        rejected += rejects((*it)[1].str());
      }
  }
  CHECK(all >= 500);
  CHECK(2 * rejected >= all);
}
