// Loops whose iterations are counted by their variable, before they become code.
#include "codegen/ir_passes/counted_rounds.h"

#include <doctest/doctest.h>

#include "ir/build.h"
#include "ir/print_ir.h"
#include "kernels.h"

using namespace kernels;

namespace {

// for i=lo..step..n: y[round] = 1, after what `change` does to the loop.
template <class F>
std::string counted(const F& change) {
  Maker m("counted", 1);
  const ArrayId y = m.global("y", Elem::F32);
  const VarId n = m.scalar("n", Elem::I64), i = m.f.add_var("i", Elem::I64);
  For loop{i, m[n], num(5), num(100), {}};
  const ExprP round = round_of(m.f, loop);
  loop.body = {put(at(y, {round}), float_const(1, Elem::F32))};
  change(m, loop, n);
  m.f.body = {{std::move(loop), {}}};
  return qc::ir::print(qc::codegen::counted_rounds(m.f));
}

bool counts(const std::string& text) { return text.find("y[$round]") != std::string::npos; }

}  // namespace

TEST_CASE("a quotient by the step is a variable that goes up by one") {
  const std::string text = counted([](Maker&, For&, VarId) {});
  CAPTURE(text);
  CHECK(counts(text));
  CHECK(text.find("$round = $round+1") != std::string::npos);
}

TEST_CASE("quotients that stay") {
  CHECK(!counts(counted([](Maker&, For& loop, VarId) { loop.step = num(4); })));
  CHECK(!counts(counted([](Maker&, For& loop, VarId) { loop.lo = num(2); })));
  CHECK(!counts(counted([](Maker& m, For& loop, VarId n) { loop.body.push_back(set(n, add(m[n], num(1)))); })));
}
