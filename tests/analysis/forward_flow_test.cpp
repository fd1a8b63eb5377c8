// The walk that forward analyses share, by the smallest of them: what is assigned on every path.
#include "ir/forward_flow.h"

#include <doctest/doctest.h>

#include <set>

#include "ir/build.h"

using namespace qc;
using namespace qc::ir;

namespace {

using Set = std::set<VarId>;

class Assigned : ForwardFlow<Set> {
 public:
  // "none": no path leads behind the block.
  std::string behind(const Block& b) {
    Reached at{std::in_place};
    block(b, at);
    std::string out;
    if (at)
      for (VarId v : *at) out += char('a' + v);
    return at ? out : "none";
  }
  std::string left;  // what breaks out of the last loop knew

 private:
  void join(Set& a, const Set& b) const override {
    std::erase_if(a, [&](VarId v) { return !b.count(v); });
  }
  bool step(const Stmt& s, Set& at) override {
    if (auto* a = std::get_if<Assign>(&s.node)) at.insert(a->var);
    return !std::holds_alternative<While>(s.node);
  }
  void loop(const For& l, Reached& at) override {
    Reached inside = at;
    const Jumps jumps = iteration(l.body, inside);
    left = "none";
    if (jumps.breaks) left.clear();
    if (jumps.breaks)
      for (VarId v : *jumps.breaks) left += char('a' + v);
    at = inside;
  }
  void loop(const While&, Reached&) override { FAIL("what step() says is not looked at"); }
};

Stmt set(VarId v) { return {Assign{v, int_const(1)}, {}}; }
Stmt branch(Block then, Block otherwise = {}) {
  return {If{bool_const(true), std::move(then), std::move(otherwise)}, {}};
}
Stmt loop(Block body) { return {For{9, int_const(0), int_const(1), int_const(3), std::move(body), 0}, {}}; }

}  // namespace

TEST_CASE("paths of branches meet in what both know") {
  CHECK(Assigned().behind({set(0), branch({set(1), set(2)}, {set(2)})}) == "ac");
  CHECK(Assigned().behind({set(0), branch({set(1)})}) == "a");
}

TEST_CASE("no path goes on behind a jump or a failure") {
  CHECK(Assigned().behind({branch({set(1), {Return{}, {}}}, {set(2)})}) == "c");
  CHECK(Assigned().behind({branch({{Fail{0, {}}, {}}}, {set(2)})}) == "c");
  CHECK(Assigned().behind({{Return{}, {}}, set(0)}) == "none");
}

TEST_CASE("an iteration ends where it continues too, and breaks out of the innermost loop") {
  Assigned a;
  CHECK(a.behind({loop({set(0), branch({{Continue{}, {}}}), set(1)})}) == "a");
  CHECK(a.left == "none");
  CHECK(a.behind({loop({set(0), branch({set(2), {Break{}, {}}}), set(1)})}) == "ab");
  CHECK(a.left == "ac");
  CHECK(a.behind({loop({set(0), loop({set(2), {Break{}, {}}}), set(1)})}) == "none");
  CHECK(a.left == "none");
}

TEST_CASE("what a step says is not looked at is passed by") {
  CHECK(Assigned().behind({{While{bool_const(true), {set(1)}}, {}}, set(0)}) == "a");
}
