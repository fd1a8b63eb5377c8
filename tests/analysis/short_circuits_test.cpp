// Conditions whose second part takes statements.
#include <doctest/doctest.h>

#include "analysis/canonicalize/canonicalize.h"
#include "lowering.h"

using namespace qc_test;
using namespace qc;

namespace {

// The body of the nest with such conditions nested; "" when it stays as it is.
std::string nested(const std::string& body) {
  LoopNest nest = lower_one("x = zeros(99); z = zeros(99); k = ivec(99)\ns = 0.0\nt = 0.0\nw = false\nfor i=0..98\n" +
                            body + "end\nprint s, t, w\n");
  if (!nest_short_circuits(nest.function)) return "";
  REQUIRE(ir::verify(nest.function).empty());
  return ir::print(nest.function);
}

}  // namespace

TEST_CASE("a condition whose second part takes statements is two branches") {
  const std::string out = nested(" if x[i] > 0 && max(z[0..k[i]]) < s\n  s = x[i]\n  t += 1\n end\n");
  CHECK(out.starts_with("for i=0..98\n    if (x[i]>0.0)\n        "));
  CHECK(out.ends_with(
      "\n        if ($folded<s)\n            s = x[i]\n            t = t+1.0\n        end\n    end\nend\n"));
}

TEST_CASE("such conditions are found in loops and branches, one in the other") {
  CHECK_FALSE(nested(" for j=0..3\n  if x[j] > 0 && max(z[0..k[i]]) < s\n   s = x[j]\n  end\n end\n").empty());
  CHECK_FALSE(nested(" if z[i] > 0\n  if x[i] > 0 && max(z[0..k[i]]) < s\n   s = x[i]\n  end\n end\n").empty());
  const std::string out =
      nested(" if x[i] > 0 && max(z[0..k[i]]) < s\n  if z[i] > 0 && max(x[0..k[i]]) < t\n   t = z[i]\n  end\n end\n");
  CHECK(out.find("condition") == std::string::npos);
}

TEST_CASE("near misses: another branch, the other operator, a condition that has a name") {
  CHECK(nested(" if x[i] > 0 && max(z[0..k[i]]) < s\n  s = x[i]\n else\n  t += 1\n end\n").empty());
  CHECK(nested(" if x[i] > 0 || max(z[0..k[i]]) < s\n  s = x[i]\n end\n").empty());
  CHECK(nested(" c = x[i] > 0 && max(z[0..k[i]]) < s\n if c\n  s = x[i]\n end\n z[i] = c ? 1 : 2\n").empty());
  CHECK(nested(" w = x[i] > 0 && max(z[0..k[i]]) < s\n if w\n  s = x[i]\n end\n").empty());
  CHECK(nested(" if x[i] > 0 && x[i] < s\n  s = x[i]\n end\n").empty());
  CHECK(nested(" c = x[i] > 0\n if c\n  t += 1\n  c = x[i] < s\n end\n t += 2\n if c\n  s = x[i]\n end\n").empty());
  CHECK(nested(" c = x[i] > 0\n if c\n  c = x[i] < s\n  t += 1\n end\n if c\n  s = x[i]\n end\n").empty());
  CHECK(nested(" c = x[i] > 0\n if c\n  c = x[i] < s\n end\n if c\n  s = x[i]\n  c = false\n end\n").empty());
}

TEST_CASE("near misses: a branch that ends otherwise, a condition that is read or kept behind both branches") {
  const auto chain = [](const std::string& c, const std::string& last, const std::string& behind = "") {
    return " " + c + " = x[i] > 0\n if " + c + "\n" + last + " end\n if " + c + "\n  s = x[i]\n end\n" + behind;
  };
  CHECK_FALSE(nested(chain("c", "  c = x[i] < s\n")).empty());
  CHECK(nested(chain("c", "  c = x[i] < s\n  z[i] = 1\n")).empty());
  CHECK(nested(chain("c", "")).empty());
  CHECK(nested(chain("c", "  c = x[i] < s\n", " z[i] = c ? 1 : 2\n")).empty());
  CHECK(nested(chain("w", "  w = x[i] < s\n")).empty());
}
