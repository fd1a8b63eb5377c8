#include <fmt/format.h>

#include "analysis/loops/privatization.h"
#include "ir/build.h"
#include "ir/moved_index.h"
#include "transform/parts/kernel_builder.h"
#include "transform/schedule/schedules.h"

namespace qc {

using namespace ir;

namespace {

// Without the checks of accesses that cannot fail: LLVM makes no vectors of a loop that may end in its middle.
Block without_sure_checks(const Block& body, const std::vector<bool>& sure) {
  const auto bare = [&](Access& a) {
    if (a.boundary != Boundary::Checked || a.site == kNoSite || !sure[a.site]) return false;
    a.boundary = Boundary::Unchecked;
    a.site = kNoSite;
    return true;
  };
  Block out = rewrite_exprs(body, [&](const ExprP& e) {
    auto* l = std::get_if<Load>(&e->node);
    if (!l) return e;
    Load load = *l;
    if (!bare(load.access)) return e;
    return std::make_shared<const Expr>(Expr{std::move(load), e->type, e->span});
  });
  for_each_stmt(out, [&](const Stmt& s) {
    auto* w = const_cast<Store*>(std::get_if<Store>(&s.node));  // of our copy
    if (w) bare(w->access = written(w->access));
  });
  return out;
}

// Whether the loop has an iteration.
ExprP runs_at_all(const For& l) {
  const ExprP up = logical_and(lt(int_const(0), l.step), le(l.lo, l.hi)),
              down = logical_and(lt(l.step, int_const(0)), le(l.hi, l.lo));
  return binary(BinaryOp::Or, up, down);
}

// What does not exist before the nest, and may be read before it is set.
void start_at_zero(Function& k) {
  Block zeros;
  for (VarId v : scalar_flow(k.body, [](const For&) { return false; }).read_first) {
    const bool given = std::any_of(k.params.begin(), k.params.end(),
                                   [&](const Param& p) { return p.kind == Param::Kind::Scalar && p.id == v; });
    if (!given) zeros.push_back({Assign{v, cast(k.vars[v].type, int_const(0))}, {}});
  }
  k.body.insert(k.body.begin(), zeros.begin(), zeros.end());
}

}  // namespace

Scheduled schedule_serial(const LoopNest& nest, const LoopFacts& facts) {
  Scheduled out;
  Function& k = out.kernel;
  k = nest.function;
  k.kind = Function::Kind::Kernel;
  k.threads = 1;
  k.outputs.clear();
  for (Var& v : k.vars) v.type = value_elem(v.type);
  for (const VarId v : facts.short_params) k.vars[v].bits = kShortBits;
  if (!facts.sure.empty()) k.body = without_sure_checks(k.body, facts.sure);
  for (const Param& p : k.params) {
    const bool array = p.kind == Param::Kind::Array;
    if (array) k.arrays[p.id].noalias = !facts.aliased;
    out.bindings.push_back({array ? Binding::Kind::Array : Binding::Kind::Scalar, p.id, Elem::F32});
  }
  for (VarId v : nest.function.outputs) {
    const VarId o = k.add_var("$out_" + k.vars[v].name, k.vars[v].type);
    k.outputs.push_back(o);
    out.outputs.push_back({v});
    k.body.push_back({Assign{o, ir::var(k, v)}, {}});
  }
  start_at_zero(k);
  auto* outermost = std::get_if<For>(&nest.function.body[0].node);
  if (facts.may_be_empty && outermost && !out.outputs.empty()) {
    const VarId ran = k.add_var("$ran", Elem::Bool);
    k.outputs.push_back(ran);
    out.outputs.push_back({kNoVar});
    k.body.insert(k.body.begin(), {Assign{ran, runs_at_all(*outermost)}, {}});
  }
  out.launch = {LaunchRule::Kind::Serial, 1, 1, 0};
  out.summary = "one host thread, in order";
  return out;
}

}  // namespace qc
