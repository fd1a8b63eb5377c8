// What statements set, and whether they may fail of themselves.
#include "ir/effects.h"

#include <doctest/doctest.h>

#include "tests/analysis/lowering.h"

using namespace qc;

namespace {

bool fails(const std::string& body) {
  return ir::may_fail(
      qc_test::lower_one("x = zeros(9)\ny = zeros(9)\nk = ivec(9)\nfor i=0..8\n" + body + "end\nprint y\n")
          .function.body);
}

}  // namespace

TEST_CASE("counters and what an assignment gives are set, elements are not") {
  const auto nest = qc_test::lower_one(
      "x = zeros(9)\nt = 0.0\ns = 0.0\nfor i=0..8\n for j=0..8\n  if x[i] > 0\n   t = x[j]\n  end\n end\n x[i] = "
      "s\nend\n"
      "print t, x\n");
  std::set<std::string> names;
  for (ir::VarId v : ir::assigned_variables(nest.function.body)) names.insert(nest.function.vars[v].name);
  CHECK(names == std::set<std::string>{"i", "j", "t"});
}

TEST_CASE("divisions by what may be 0, errors and assertions fail; what is outside an array is asked elsewhere") {
  CHECK(fails(" k[i] = mod(i, k[i])\n"));
  CHECK(fails(" if x[i] > 1\n  error(\"large\")\n end\n"));
  CHECK(fails(" assert(x[i] > 1)\n"));
  CHECK_FALSE(fails(" k[i] = i*3\n"));
  CHECK_FALSE(fails(" k[i] = mod(i, 7)\n"));
  CHECK(fails(" k[i] = mod(i, 0)\n"));
  CHECK_FALSE(fails(" y[i] = x[i]/y[i]\n"));
  CHECK_FALSE(fails(" y[i] = x[i+100]\n"));
}
