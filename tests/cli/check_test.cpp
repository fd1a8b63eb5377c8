// qc --check and --device=simt as a user meets them.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/cli/run_tool.h"

namespace {

using namespace qc::test;

const char* const kRace = R"(y = zeros(64)
function [] = __kernel__ k(y : vec, blkpos : int)
  s = shared(64)
  s[blkpos] = blkpos
  y[blkpos] = s[63-blkpos]
end
parallel_do(64, y, k)
print "after"
)";

}  // namespace

TEST_CASE("a race is an error with its line and the line of the other access") {
  const std::string file = write_file("race.q", kRace);
  const auto r = run_tool("--device=simt " + file);
  CHECK(r.exit_code == 1);
  CHECK(r.out == "");
  CHECK((contains(r.err, "race.q:4:") && contains(r.err, "race.q:5:")));
  CHECK(contains(r.err, "error[Q08"));
}

TEST_CASE("--check reports and goes on, and the exit code tells") {
  const std::string file = write_file("race.q", kRace);
  for (const char* how : {"--check ", "--check --width=1 --seed=7 ", "--check --device=simt --width=8 "}) {
    const auto r = run_tool(how + file);
    INFO(how);
    CHECK(r.exit_code == 1);
    CHECK(r.out == "after\n");
    CHECK(contains(r.err, "error[Q08"));
  }
  const auto clean = run_tool("--check -e 's = 0; for i=1..9; s += i; end; print s'");
  CHECK(clean.exit_code == 0);
  CHECK(clean.out == "45\n");
  CHECK(clean.err == "");
}

TEST_CASE("what is found in every launch of a kernel is said once") {
  std::string text = kRace;
  text.replace(text.find("parallel_do"), 0, "for i=1..5\n");
  text.replace(text.find("print"), 0, "end\n");
  const auto once = run_tool("--check -", kRace), often = run_tool("--check -", text);
  CHECK(std::count(often.err.begin(), often.err.end(), '\n') == std::count(once.err.begin(), once.err.end(), '\n'));
}

TEST_CASE("options of the emulator that cannot be understood") {
  for (const char* wrong : {"--check", "--check --device=cpu -e 1", "--width=8 -e 1", "--seed=1 --device=cpu -e 1",
                            "--check --width=3 -e 1", "--check --width=64 -e 1", "--check --seed=-1 -e 1"}) {
    INFO(wrong);
    const auto r = run_tool(wrong);
    CHECK(r.exit_code == 2);
    CHECK(r.err.rfind("error[Q0001]: ", 0) == 0);
  }
}

TEST_CASE("the environment may ask for the emulator") {
  CHECK(run_tool("--seed=3 -e 's = 0; for i=1..9; s += i; end; print s'", "", "QC_DEVICE=simt").out == "45\n");
}
