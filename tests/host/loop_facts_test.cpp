#include "host/facts/loop_facts.h"

#include <doctest/doctest.h>

#include "ir/build.h"

using namespace qc;
using namespace qc::ir;
using namespace qc::host;

namespace {

// An array of ten elements that the nest itself has, and two loops of one name.
struct Nest {
  Function f;
  ArrayId x;
  VarId j, p;
  Nest() {
    ir::Array a;
    a.name = "x", a.elem = Elem::F64, a.rank = 1, a.dims = {10}, a.space = Space::Local;
    x = f.add_array(a);
    j = f.add_var("j", Elem::I64);
    p = f.add_var("p", Elem::I64);
  }
  Stmt store(ExprP index) const {
    Access a;
    a.array = x, a.index = {std::move(index)}, a.boundary = Boundary::Checked;
    return {Store{std::move(a), float_const(1, Elem::F64)}, {}};
  }
  Stmt loop(std::int64_t hi, Block body) const {
    return {For{j, int_const(0), int_const(1), int_const(hi), std::move(body)}, {}};
  }
  ExprP var(VarId v) const { return ir::var(f, v); }
  bool in_range(Block body) {
    f.body = std::move(body);
    NestValues values;
    values.resize(f.arrays.size(), f.vars.size());
    return NestRanges(f, values).all_in_range();
  }
};

}  // namespace

TEST_CASE("a subscript has the range of the loop around it, where several loops have one variable") {
  Nest n;
  CHECK(n.in_range({n.loop(9, {n.store(n.var(n.j))}), n.loop(4, {n.store(add(n.var(n.j), int_const(5)))})}));
  CHECK_FALSE(n.in_range({n.loop(9, {n.store(n.var(n.j))}), n.loop(5, {n.store(add(n.var(n.j), int_const(5)))})}));
}

TEST_CASE("a value taken in one loop keeps that loop's range in another one of the same variable") {
  Nest n;
  const Stmt taken{Assign{n.p, n.var(n.j)}, {}};
  CHECK_FALSE(n.in_range({n.loop(99, {taken}), n.loop(9, {n.store(n.var(n.p))})}));
  CHECK(n.in_range({n.loop(9, {taken}), n.loop(99, {n.store(n.var(n.p))})}));
}

TEST_CASE("windows that are compiled for no number of elements stay windows") {
  LoopFacts facts;
  facts.window = true;
  facts.short_lanes = 64;
  facts.short_count = 49;
  facts.counts = {{2, 7}, {3, 7}};
  const LoopFacts general = without_extents(facts);
  CHECK(general.window);
  CHECK(general.short_lanes == 64);
  CHECK(general.short_count == 0);
  CHECK(general.counts.empty());
}
