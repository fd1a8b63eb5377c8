// Which sites of a nest never report, by the values that it is reached with.
#include "host/facts/bounds_check_elimination.h"

#include <doctest/doctest.h>

#include "ir/build.h"

using namespace qc;
using namespace qc::ir;
using namespace qc::host;

namespace {

// for j=0..hi: [if j < most:] if j < -8 || 8 < j: error(..)
struct CheckedNest {
  Function f;
  VarId j = f.add_var("j", Elem::I64), hi = f.add_var("hi", Elem::I64);
  SiteId site = f.add_site({Site::Kind::Error, {}, "beyond"});
  Stmt check() const {
    const ExprP at = ir::var(f, j);
    const ExprP beyond = binary(BinaryOp::Or, lt(at, int_const(-8)), lt(int_const(8), at));
    return {If{beyond, {{Fail{site, {}}, {}}}, {}}, {}};
  }
  bool sure(std::int64_t last, Stmt inner, Conditions conditions = Conditions::Bound) {
    f.body = {{For{j, int_const(0), int_const(1), ir::var(f, hi), {std::move(inner)}}, {}}};
    NestValues values;
    values.resize(f.arrays.size(), f.vars.size());
    values.scalars[hi] = Number::integer(last);
    return sure_sites(f, NestRanges(f, values), values, conditions)[site];
  }
};

}  // namespace

TEST_CASE("a failure whose condition no counter reaches is sure") {
  CheckedNest n;
  CHECK(n.sure(8, n.check()));
  CHECK_FALSE(n.sure(9, n.check()));
  const Stmt below = {If{lt(ir::var(n.f, n.j), int_const(9)), {n.check()}, {}}, {}};
  CHECK(n.sure(9, below));
  CHECK_FALSE(n.sure(9, below, Conditions::Ignored));
}

TEST_CASE("a failure that stands alone, or in the other arm, is not") {
  CheckedNest n;
  CHECK_FALSE(n.sure(3, {Fail{n.site, {}}, {}}));
  const ExprP odd = lt(ir::var(n.f, n.j), int_const(-8));
  CHECK_FALSE(n.sure(3, {If{odd, {}, {{Fail{n.site, {}}, {}}}}, {}}));
}

namespace {

// for k=0..hi: for i=LO..STEP..HI: [k = k+1] s = x[INDEX], of 100 elements
struct Triangle {
  Function f;
  VarId k = f.add_var("k", Elem::I64), i = f.add_var("i", Elem::I64), hi = f.add_var("hi", Elem::I64);
  VarId s = f.add_var("s", Elem::F32);
  SiteId site = f.add_site({Site::Kind::OutOfRange, {}, "x"});
  ExprP at_k = ir::var(f, k), at_i = ir::var(f, i);
  bool changes_k = false;
  Triangle() {
    ir::Array x;
    x.name = "x";
    f.add_array(x);
    f.params = {{Param::Kind::Array, 0}, {Param::Kind::Scalar, hi}};
  }
  bool sure(std::int64_t last, const ExprP& lo, std::int64_t step, const ExprP& end, const ExprP& index) {
    Block body;
    if (changes_k) body.push_back({Assign{k, add(at_k, int_const(1))}, {}});
    body.push_back({Assign{s, load(f, {0, {index}, false, Boundary::Checked, site})}, {}});
    For inner{i, lo, int_const(step), end, std::move(body)};
    f.body = {{For{k, int_const(0), int_const(1), ir::var(f, hi), {{std::move(inner), {}}}}, {}}};
    NestValues values;
    values.resize(f.arrays.size(), f.vars.size());
    values.arrays[0] = make_array(Elem::F32, {100}, false);
    values.scalars[hi] = Number::integer(last);
    return sure_sites(f, NestRanges(f, values), values)[site];
  }
};

}  // namespace

TEST_CASE("an index of several counters is within what their loops' ends make of it") {
  Triangle t;
  const ExprP zero = int_const(0), one = int_const(1), before_k = sub(t.at_k, one);
  const ExprP from_k = sub(before_k, t.at_i);  // k-i-1
  CHECK(t.sure(100, zero, 1, before_k, from_k));
  CHECK(t.sure(100, before_k, -1, zero, from_k));
  CHECK_FALSE(t.sure(101, zero, 1, before_k, from_k));
  CHECK_FALSE(t.sure(100, zero, 1, t.at_k, from_k));  // -1 where i is k
  CHECK(t.sure(49, zero, 1, t.at_k, add(t.at_k, t.at_i)));
  CHECK_FALSE(t.sure(50, zero, 1, t.at_k, add(t.at_k, t.at_i)));
  CHECK(t.sure(50, t.at_k, 3, mul(int_const(2), t.at_k), sub(t.at_i, t.at_k)));
  t.changes_k = true;
  CHECK_FALSE(t.sure(50, zero, 1, before_k, from_k));
}
