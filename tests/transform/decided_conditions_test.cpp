// Conditions that a nest does not change: which are found, and what is left of the nest.
#include "transform/passes/decided_conditions.h"

#include <doctest/doctest.h>

#include "ir/build.h"
#include "ir/print_ir.h"

using namespace qc;
using namespace qc::ir;

namespace {

// for i: if CONDITION: a = x[i] clamped, else: a = z[i] clamped
struct Branches {
  Function f;
  VarId i = f.add_var("i", Elem::I64), a = f.add_var("a", Elem::F32), p = f.add_var("p", Elem::I64);
  ArrayId x = array("x"), z = array("z");
  LoopPlan plan;
  Boundary mode = Boundary::Clamped;
  Branches() {
    f.kind = Function::Kind::LoopNest;
    f.params = {{Param::Kind::Scalar, p}};
    plan.verdict = Verdict::Map;
  }
  ArrayId array(const char* name) {
    Array out;
    out.name = name, out.elem = Elem::F32, out.rank = 1;
    return f.add_array(out);
  }
  ExprP use(VarId v) const { return var(f, v); }
  ExprP equals(VarId v, std::int64_t n) const { return binary(BinaryOp::Eq, use(v), int_const(n)); }
  Stmt read(ArrayId of) const { return {Assign{a, load(f, {of, {use(i)}, false, mode, kNoSite})}, {}}; }
  void set(ExprP condition, Block otherwise) {
    f.body = {{For{i,
                   int_const(0),
                   int_const(1),
                   int_const(9),
                   {{If{std::move(condition), {read(x)}, std::move(otherwise)}, {}}}},
               {}}};
  }
  std::size_t found() const { return lasting_conditions(f, plan).size(); }
  std::string decided(bool truth) {
    decide_conditions(f, plan, {truth});
    return print(f);
  }
};

}  // namespace

TEST_CASE("a condition on a parameter is decided, and the branch that is taken stays") {
  for (const bool truth : {true, false}) {
    Branches b;
    b.set(b.equals(b.p, 1), {b.read(b.z)});
    REQUIRE(b.found() == 1);
    const std::string left = b.decided(truth);
    CHECK((left.find("x[i]") != std::string::npos) == truth);
    CHECK((left.find("z[i]") != std::string::npos) == !truth);
    CHECK(left.find("if") == std::string::npos);
  }
}

TEST_CASE("conditions that are joined are one") {
  Branches b;
  b.set(logical_and(b.equals(b.p, 1), lt(int_const(0), b.use(b.p))), {b.read(b.z)});
  CHECK(b.found() == 1);
}

TEST_CASE("what iterations change, or what brings little, is left alone") {
  Branches b;
  b.set(b.equals(b.i, 1), {b.read(b.z)});
  CHECK(b.found() == 0);
  b.set(b.equals(b.p, 1), {{Assign{b.p, int_const(2)}, {}}});
  CHECK(b.found() == 0);
  b.set(b.equals(b.p, 1), {b.read(b.z)});
  b.plan.verdict = Verdict::Scan;
  CHECK(b.found() == 0);
  b.plan.verdict = Verdict::Map;
  b.mode = Boundary::Unchecked;
  b.set(b.equals(b.p, 1), {b.read(b.z)});
  CHECK(b.found() == 0);
}

TEST_CASE("an accumulator keeps its updates where none would be left") {
  Branches b;
  b.plan.verdict = Verdict::Partial;
  b.plan.accumulators.resize(1);
  b.plan.accumulators[0].var = b.a;
  b.set(b.equals(b.p, 1), {});
  REQUIRE(b.found() == 1);
  CHECK(b.decided(false).find("x[i]") != std::string::npos);
}
