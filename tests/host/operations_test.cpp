#include <doctest/doctest.h>

#include "host/facts/launch_cost.h"
#include "ir/build.h"

using namespace qc;
using namespace qc::host;
using namespace qc::ir;

namespace {

// for VAR = lo..hi: t = VAR + 1, which is four operations.
struct Counters {
  Function f;
  VarId variable(const char* name) {
    Var v;
    v.name = name;
    v.type = Elem::I64;
    f.vars.push_back(v);
    return VarId(f.vars.size() - 1);
  }
  VarId n = variable("n"), t = variable("t"), r = variable("r"), i = variable("i");
  Stmt step(VarId v) const { return {Assign{t, add(var(f, v), int_const(1))}, {}}; }
  Stmt loop(VarId v, ExprP lo, ExprP hi, Block body) const {
    return {For{v, std::move(lo), int_const(1), std::move(hi), std::move(body)}, {}};
  }
  std::optional<std::int64_t> count(std::int64_t value) const {
    NestValues values;
    values.resize(0, f.vars.size());
    values.scalars[n] = Number::integer(value);
    return operations(f, NestRanges(f, values));
  }
};

}  // namespace

TEST_CASE("operations of a loop grow with its length") {
  Counters nest;
  nest.f.body = {nest.loop(nest.r, int_const(1), var(nest.f, nest.n), {nest.step(nest.r)})};
  CHECK(nest.count(1000).value() - nest.count(500).value() == 500 * 4);
  CHECK(nest.count(std::int64_t(1) << 60) >= kManyOperations);
}

TEST_CASE("a window has as many iterations wherever it lies") {
  Counters nest;
  nest.f.body = {nest.loop(nest.r, int_const(1), var(nest.f, nest.n),
                           {nest.loop(nest.i, sub(var(nest.f, nest.r), int_const(1)),
                                      add(var(nest.f, nest.r), int_const(1)), {nest.step(nest.i)})})};
  CHECK(nest.count(1000).value() < 1000 * (3 * 4 + 10));
}

TEST_CASE("operations of loops of unknown length are not known") {
  Counters nest;
  nest.f.body = {{While{lt(var(nest.f, nest.t), var(nest.f, nest.n)), {nest.step(nest.t)}}, {}}};
  CHECK_FALSE(nest.count(3));
  nest.f.body = {nest.loop(nest.r, int_const(1), var(nest.f, nest.t), {nest.step(nest.r)}), nest.step(nest.n),
                 nest.step(nest.n)};
  CHECK_FALSE(nest.count(3));
}
