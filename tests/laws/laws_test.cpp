// The laws in CI: 500 random programs. QC_LAWS_SEED takes other ones, QC_LAWS_DEVICE=cuda a GPU as well.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "tests/laws/campaign.h"
#include "tests/laws/execute.h"
#include "tests/laws/generate.h"

using namespace qc::laws;

TEST_CASE("500 random programs") {
  Campaign c;
  c.count = 500;
  if (const char* seed = std::getenv("QC_LAWS_SEED")) c.seed = std::strtoull(seed, nullptr, 10);
  if (const char* device = std::getenv("QC_LAWS_DEVICE")) c.cuda = std::string(device) == "cuda";
  fmt::print("laws: seed {}, {} programs\n", c.seed, c.count);
  const Tally tally = run(c);
  CHECK(tally.programs >= 500);
  CHECK(tally.violations == 0);  // what they are has been printed
}

TEST_CASE("the same seed makes the same programs") {
  for (std::uint64_t k = 0; k < 20; ++k)
    CHECK(function_text(generate(5, k), Mode::Auto) == function_text(generate(5, k), Mode::Auto));
  CHECK(function_text(generate(5, 1), Mode::Auto) != function_text(generate(6, 1), Mode::Auto));
}

TEST_CASE("a difference is seen") {
  Outcome a, b;
  a.results["s0"] = {true, {1.0}, {}};
  b.results["s0"] = {true, {1.0000001}, {}};
  CHECK(difference(a, b, {}, 0) != "");
  CHECK(difference(a, b, {{"s0", 1.0}}, 1e-6) == "");
  b.results["s0"] = {true, {-1.0}, {}};
  CHECK(difference(a, b, {{"s0", 1.0}}, 1e-6) != "");
  a.results["s0"] = {true, {0.0}, {}};
  b.results["s0"] = {true, {-0.0}, {}};
  CHECK(difference(a, b, {}, 0) != "");
  CHECK(difference(a, b, {}, 0, {"s0"}) == "");
  CHECK(difference(a, b, {}, 0, {"s1"}) != "");
}
