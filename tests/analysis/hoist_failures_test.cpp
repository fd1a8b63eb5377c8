// Bail-outs that stand before an update: what they read where the loop in order does not.
#include <doctest/doctest.h>

#include "analysis/canonicalize/canonicalize.h"
#include "lowering.h"

using namespace qc_test;
using namespace qc;

namespace {

// The elements that the first bail-out of the loop reads, when it stands before the update: `k` where that fails
// outside of the array, `k 0` where it is 0 there, `k another` where the array says what it is.
std::string read_before(const std::string& body) {
  LoopNest nest = lower_one(
      "x = zeros(99); k = ivec(99); c = ivec(99); kk : ivec'circular = ivec(99)\ns = 0.0\nt = 0.0\n"
      "for i=0..98\n" +
      body + "end\nprint s, t\n");
  if (!hoist_failures(nest.function)) return "stays";
  REQUIRE(ir::verify(nest.function).empty());
  const auto& loop = std::get<ir::For>(nest.function.body[0].node);
  const auto* first = std::get_if<ir::If>(&loop.body[0].node);
  REQUIRE(first);
  std::string out;
  ir::for_each_expr(*first->condition, [&](const ir::Expr& e) {
    const auto* l = std::get_if<ir::Load>(&e.node);
    if (!l) return;
    const bool fails = l->access.boundary == Boundary::Checked, zero = l->access.boundary == Boundary::Safe;
    const std::string text = nest.function.arrays[l->access.array].name + (fails ? "" : zero ? " 0" : " another");
    if (out.find(text + ";") == std::string::npos) out += text + ";";
  });
  return out;
}

}  // namespace

TEST_CASE("bail-outs before an update read what the comparison reads, or safely") {
  CHECK(read_before(" if k[i] < s\n  s = k[i]\n end\n") == "k;");
  CHECK(read_before(" if x[i] < s\n  s = x[i]\n  t = k[i]\n end\n") == "k 0;");
  CHECK(read_before(" if x[i] < s\n  s = x[i]\n  t = kk[i]\n end\n") == "kk another;");
  CHECK(read_before(" if k[c[i]] < s\n  s = k[c[i]]\n end\n") == "k;c;");
}

TEST_CASE("what the comparison may not read is not read yet") {
  const auto of = [](const std::string& value) {
    return read_before(" if " + value + " < s\n  s = " + value + "\n end\n");
  };
  CHECK(of("k[i]*(x[i] > 0 && c[i] > 3)") == "k;x;c 0;");
  CHECK(of("k[i]*(x[i] > 0 || c[i] > 3)") == "k;x;c 0;");
  CHECK(of("k[i]*c[i]") == "k;c;");
}

TEST_CASE("bail-outs stay where what they are about is computed, and where nothing is updated") {
  CHECK(read_before(" if x[i] < s\n  s = x[i]\n  u = k[i]*2\n  t = u\n end\n") == "stays");
  // One that stays is about what is kept, which the iteration that is kept computes.
  CHECK(read_before(" if k[i] < s\n  s = k[i]\n  u = k[i]*2\n  t = u\n end\n") == "k;");
  CHECK(read_before(" if k[i] < s\n  s = k[i]\n  u = k[i]*2\n  t = u\n  x[i] = u\n end\n") == "stays");
  CHECK(read_before(" if x[i] < 3\n  s = k[i]\n end\n") == "stays");
  CHECK(read_before(" if k[i] < s\n  s = k[i]\n else\n  t = 3\n end\n") == "stays");
  CHECK(read_before(" if x[i] < s\n  s = x[i]\n end\n") == "stays");
}

TEST_CASE("of two arms the one that fails is told first") {
  for (const char* arms : {"if x[i] < 3\n  t = x[k[i]]\n else\n  error(\"b\")\n end\n",
                           "if x[i] < 3\n  error(\"b\")\n else\n  t = x[k[i]]\n end\n"}) {
    LoopNest nest = lower_one("x = zeros(99); k = ivec(99); s = 0.0\nfor i=0..98\n " + std::string(arms) +
                              " s += t\nend\nprint s\n");
    REQUIRE(hoist_failures(nest.function));
    const auto& loop = std::get<ir::For>(nest.function.body[0].node);
    const auto& check = std::get<ir::If>(loop.body[0].node);
    const ir::SiteId fails = std::get<ir::Fail>(check.then.back().node).site;
    CHECK(nest.function.sites[fails].text == "b");
    int later = 0;
    ir::for_each_expr({loop.body[1]}, [&](const ir::Expr& e) {
      if (const auto* l = std::get_if<ir::Load>(&e.node)) later += l->access.site > fails;
    });
    CHECK(later == 2);
  }
}
