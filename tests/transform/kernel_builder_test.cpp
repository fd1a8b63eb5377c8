// The text of a kernel made of the statements of a nest.
#include "transform/parts/kernel_builder.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <functional>

#include "ir/build.h"
#include "ir/print_ir.h"

using namespace qc;
using namespace qc::ir;

namespace {

// for i=0..9, with a sum and an array of sums.
struct NestOfSums {
  LoopNest nest;
  LoopPlan plan;
  LoopFacts facts;
  SchedulePolicy policy;
  VarId i, total;
  ArrayId sums;

  explicit NestOfSums(const std::function<Stmt::Node(const NestOfSums&)>& statement) {
    Function& f = nest.function;
    f.kind = Function::Kind::LoopNest;
    i = f.add_var("i", Elem::I64);
    total = f.add_var("total", Elem::F32);
    Array a;
    a.name = "sums";
    a.elem = Elem::F32;
    a.rank = 1;
    sums = f.add_array(a);
    f.params = {{Param::Kind::Array, sums}, {Param::Kind::Scalar, total}};
    f.outputs = {total};
    f.body.push_back({For{i, int_const(0), int_const(1), int_const(9), {{statement(*this), {}}}}, {}});
    plan.verdict = Verdict::Reduction;
    plan.loops.push_back({i, "i", true, {}});
    Accumulator variable, element;
    variable.name = "total";
    variable.var = total;
    element.name = "sums[0]";
    element.element = at(int_const(0));
    plan.accumulators = {variable, element};
  }
  Access at(ExprP index) const { return {sums, {std::move(index)}, false, Boundary::Unchecked, kNoSite}; }
  ExprP now() const { return var(nest.function, total); }
  ExprP element(ExprP index) const { return load(nest.function, at(std::move(index))); }

  // The statements of one iteration.
  std::size_t copied() const {
    KernelBuilder b(nest, plan, facts, policy);
    const std::vector<VarId> to{b.kernel().add_var("$acc0", Elem::F32), b.kernel().add_var("$acc1", Elem::F32)};
    Block out;
    b.iteration(out, int_const(0), to, false);
    return out.size();
  }
  // Whether making it ends the process, as internal errors do.
  bool is_refused() const {
    const pid_t child = fork();
    if (child == 0) {
      std::signal(SIGABRT, SIG_DFL);  // not doctest's
      std::fclose(stderr);
      (void)copied();
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
  }
};

const ExprP kAdded = float_const(1, Elem::F32);

}  // namespace

TEST_CASE("updates go to the variables of accumulators") {
  CHECK(NestOfSums([](const NestOfSums& m) { return Assign{m.total, add(m.now(), kAdded)}; }).copied() == 1);
  CHECK(NestOfSums([](const NestOfSums& m) {
          return Store{m.at(int_const(0)), add(m.element(int_const(0)), kAdded)};
        }).copied() == 1);
}

TEST_CASE("an update of an accumulator that the plan does not know is never copied as it stands") {
  CHECK(NestOfSums([](const NestOfSums& m) { return Assign{m.total, kAdded}; }).is_refused());
  CHECK(NestOfSums([](const NestOfSums& m) { return Assign{m.total, sub(kAdded, m.now())}; }).is_refused());
  const auto at = [](const NestOfSums& m, const ExprP& place) {
    return Store{m.at(place), add(m.element(place), kAdded)};
  };
  CHECK(NestOfSums([&](const NestOfSums& m) { return at(m, int_const(1)); }).is_refused());
  CHECK(NestOfSums([&](const NestOfSums& m) {
          return at(m, binary(BinaryOp::BitAnd, var(m.nest.function, m.i), int_const(3)));
        }).is_refused());
}

TEST_CASE("what no two iterations share is no accumulator") {
  const auto moved = [](const NestOfSums& m) { return add(var(m.nest.function, m.i), int_const(1)); };
  CHECK(NestOfSums([&](const NestOfSums& m) {
          return Store{m.at(moved(m)), add(m.element(moved(m)), kAdded)};
        }).copied() == 1);
  CHECK(NestOfSums([](const NestOfSums& m) { return Store{m.at(int_const(2)), kAdded}; }).copied() == 1);
}

TEST_CASE("accesses that no iteration takes out of range are copied without checks, beside others that have them") {
  NestOfSums sums([](const NestOfSums& n) { return Assign{n.total, n.now()}; });
  Access sure = sums.at(var(sums.nest.function, sums.i)), other = sure;
  sure.boundary = other.boundary = Boundary::Checked;
  sure.site = sums.nest.function.add_site({Site::Kind::OutOfRange, {}, ""});
  other.site = sums.nest.function.add_site({Site::Kind::OutOfRange, {}, ""});
  const auto boundary_of = [&](const Access& a) {
    return KernelBuilder(sums.nest, sums.plan, sums.facts, sums.policy).copy_access(a).boundary;
  };
  sums.facts.checked = true;
  CHECK((boundary_of(sure) == Boundary::Checked));
  sums.facts.sure = {true, false};
  CHECK((boundary_of(sure) == Boundary::Unchecked));
  CHECK((boundary_of(other) == Boundary::Checked));
}

TEST_CASE("what counts the iterations of a loop by its step is the linear iteration") {
  NestOfSums sums([](const NestOfSums& n) { return Assign{n.total, n.now()}; });
  auto& loop = std::get<For>(sums.nest.function.body[0].node);
  loop.step = int_const(3);
  const ExprP round = round_of(sums.nest.function, loop);
  sums.facts.collapsed = true;
  const auto index = [&](ExprP of) {
    loop.body = {{Assign{sums.total, add(sums.now(), sums.element(std::move(of)))}, {}}};
    KernelBuilder b(sums.nest, sums.plan, sums.facts, sums.policy);
    Block out;
    b.iteration(out, builtin(BuiltinKind::BlockIdx), {b.kernel().add_var("$acc0", Elem::F32), kNoVar}, false);
    b.kernel().body = out;
    return print(b.kernel());
  };
  CHECK(index(round).find("sums[blkidx]") != std::string::npos);
  CHECK(index(add(round, int_const(2))).find("sums[blkidx+2]") != std::string::npos);
}
