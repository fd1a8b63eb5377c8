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
  bool sure(std::int64_t last, Stmt inner) {
    f.body = {{For{j, int_const(0), int_const(1), ir::var(f, hi), {std::move(inner)}}, {}}};
    NestValues values;
    values.resize(f.arrays.size(), f.vars.size());
    values.scalars[hi] = Number::integer(last);
    return sure_sites(f, NestRanges(f, values), values)[site];
  }
};

}  // namespace

TEST_CASE("a failure whose condition no counter reaches is sure") {
  CheckedNest n;
  CHECK(n.sure(8, n.check()));
  CHECK_FALSE(n.sure(9, n.check()));
  CHECK(n.sure(9, {If{lt(ir::var(n.f, n.j), int_const(9)), {n.check()}, {}}, {}}));
}

TEST_CASE("a failure that stands alone, or in the other arm, is not") {
  CheckedNest n;
  CHECK_FALSE(n.sure(3, {Fail{n.site, {}}, {}}));
  const ExprP odd = lt(ir::var(n.f, n.j), int_const(-8));
  CHECK_FALSE(n.sure(3, {If{odd, {}, {{Fail{n.site, {}}, {}}}}, {}}));
}
