// Statements of which nothing is seen but what is computed of them beside them.
#include "analysis/loops/own_statements.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "ir/effects.h"
#include "lowering.h"

using namespace qc_test;
using namespace qc;

namespace {

const std::string kAround = "x = zeros(99); y = zeros(99); k = ivec(99); n = k[0]; s = 0.0; at = 0\n";

LoopNest nest_around(const std::string& body) {
  return lower_one(kAround + "for i=0..98\n" + body + "end\nprint s, at\n");
}
const ir::Block& body_around(const LoopNest& nest) { return std::get<ir::For>(nest.function.body[0].node).body; }

// Whether the statements before the last one, or the first `count` of them, are own; the last ones may read what they
// compute, without `rest` of them.
bool is_own_work(const std::string& body, int count = -1, int rest = 0) {
  const LoopNest nest = nest_around(body);
  const ir::Block& all = body_around(nest);
  const auto first = all.begin(), last = count < 0 ? all.end() - 1 : first + count;
  INFO(ir::print(nest.function));
  REQUIRE(last < all.end());
  return are_own(nest.function, ir::Block(first, last), ir::Block(first, all.end() - rest));
}

// "2 of 4": what the arm of the loop's branch leaves, and what computes that.
std::string arm_parts(const std::string& statements, const std::string& behind = "") {
  const LoopNest nest = nest_around(" if x[i] > s\n" + statements + " end\n" + behind);
  const ir::Block& body = body_around(nest);
  const auto branch =
      std::find_if(body.begin(), body.end(), [](const ir::Stmt& s) { return std::holds_alternative<ir::If>(s.node); });
  INFO(ir::print(nest.function));
  REQUIRE(branch != body.end());
  const UpdateArm found = update_arm(nest.function, std::get<ir::If>(branch->node).then);
  return std::to_string(found.sets.size()) + " set, " + std::to_string(found.computing.size()) + " computing";
}

}  // namespace

TEST_CASE("own statements are those whose values are read beside them alone") {
  CHECK(is_own_work(" t = x[i]\n y[i] = t\n"));
  CHECK(is_own_work(" if x[i] > 1\n  t = x[i]\n else\n  t = 2.0\n end\n y[i] = t\n"));
  CHECK(is_own_work(" t = 0.0\n for j=0..3\n  t += x[j]\n end\n y[i] = t\n"));
  CHECK(is_own_work(" t = x[i]\n while t > 1\n  t -= 1\n end\n y[i] = t\n"));
  CHECK(is_own_work(" t = 0.0\n for j=0..3\n  if x[j] > 1\n   break\n  end\n  t += x[j]\n end\n y[i] = t\n"));
  CHECK(is_own_work(" t = 0.0\n for j=0..3\n  if x[j] > 1\n   continue\n  end\n  t += x[j]\n end\n y[i] = t\n"));
  CHECK(is_own_work(" t = x[i]\n if t > 9\n  error(\"large\")\n end\n y[i] = t\n"));
  CHECK(is_own_work(" v = [x[i], 1, 2, 3]\n v[k[i]] = 5\n y[i] = v[k[i]]\n"));
}

TEST_CASE("near misses: what is stored, kept, read elsewhere or before it is set, and jumps") {
  CHECK_FALSE(is_own_work(" t = x[i]\n y[0] = t\n y[i] = t\n"));
  CHECK_FALSE(is_own_work(" s = x[i]\n y[i] = s\n"));
  CHECK_FALSE(is_own_work(" t = x[i]\n y[i] = t\n k[i] = t\n", 1, 1));
  CHECK_FALSE(is_own_work(" v = [x[i], 1, 2, 3]\n v[k[i]] = 5\n y[i] = v[k[i]]\n k[i] = v[k[i]]\n", -1, 1));
  CHECK_FALSE(is_own_work(" if x[i] > 1\n  t = x[i]\n end\n y[i] = t\n"));
  CHECK_FALSE(is_own_work(" if x[i] > 1\n  continue\n end\n y[i] = 1\n"));
}

TEST_CASE("the arm of an update: what it leaves, and what computes that") {
  CHECK(arm_parts("  s = x[i]\n  at = i\n") == "2 set, 0 computing");
  CHECK(arm_parts("  t = 0.0\n  for j=0..3\n   t += y[j]\n  end\n  s = x[i]\n  at = i + int(t)\n") ==
        "2 set, 2 computing");
  CHECK(arm_parts("  t = 0.0\n  for j=0..3\n   t += y[j]\n  end\n  s = x[i]\n  y[0] = t\n") == "2 set, 2 computing");
  CHECK(arm_parts("  t = 0.0\n  for j=0..3\n   t += y[j]\n  end\n  s = x[i]\n  u = t\n") == "1 set, 3 computing");
  CHECK(arm_parts("  v = [x[i], 1, 2, 3]\n  v[k[i]] = 5\n  s = x[i]\n  at = int(v[k[i]])\n") == "2 set, 5 computing");
  CHECK(arm_parts("  t = 0.0\n  for j=0..3\n   t += y[j]\n  end\n  s = x[i]\n  u = t\n", " y[i] = u\n") ==
        "3 set, 2 computing");
  // Where one of them is neither, all of it is left.
  CHECK(arm_parts("  for j=0..3\n   y[j] = 1\n  end\n  s = x[i]\n") == "2 set, 0 computing");
}
