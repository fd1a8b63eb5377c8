#include "analysis/loops/loop_plan.h"

#include <algorithm>
#include <set>
#include <utility>

#include "analysis/loops/iteration_split.h"
#include "analysis/loops/plans_of_innermost.h"
#include "analysis/loops/updates.h"
#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;

const char* verdict_name(Verdict v) {
  constexpr const char* names[] = {"map", "reduction", "partial", "argreduce", "bins", "scan", "serial", "interpreted"};
  return names[int(v)];
}

const char* reduce_op_name(ReduceOp op) {
  constexpr const char* names[] = {"+",  "*",  "min",    "max",    "&",     "|",    "^",
                                   "&&", "||", "argmin", "argmax", "first", "last", "*"};
  return names[int(op)];
}

namespace {

// Neither loops nor arrays of its own, which the iterations would share.
bool is_plain_body(const Function& f, const Block& body) {
  bool plain = true;
  const auto global = [&](const Access& a) { plain = plain && f.arrays[a.array].space == Space::Global; };
  for_each_stmt(body, [&](const Stmt& s) {
    if (auto* store = std::get_if<Store>(&s.node)) global(store->access);
    plain = plain && !std::holds_alternative<For>(s.node) && !std::holds_alternative<While>(s.node) &&
            !std::holds_alternative<Atomic>(s.node);
  });
  for_each_expr(body, [&](const Expr& e) {
    if (auto* load = std::get_if<Load>(&e.node)) global(load->access);
  });
  return plain;
}

}  // namespace

namespace {

// Innermost loops in a nest that runs in order, marked by their plans.
class IndependentLoops {
 public:
  IndependentLoops(const Function& nest, const std::vector<LoopPlan>& inner) : nest_(nest), plans_(inner) {
    known_ = assigned_variables(nest.body);
    for (const Param& p : nest.params)
      if (p.kind == Param::Kind::Scalar) known_.insert(p.id);
  }

  Block marked(const Block& block) const {
    Block out;
    for (Stmt s : block) {
      if (auto* i = std::get_if<If>(&s.node)) {
        i->then = marked(i->then);
        i->otherwise = marked(i->otherwise);
      } else if (auto* w = std::get_if<While>(&s.node)) {
        w->body = marked(w->body);
      } else if (auto* l = std::get_if<For>(&s.node)) {
        if (add_split(s, out)) continue;
        l->body = marked(l->body);
        const LoopPlan* plan = plans_.of(*l, s.span);
        l->independent = plan && plan->verdict == Verdict::Map && is_plain_body(nest_, l->body);
      }
      out.push_back(std::move(s));
    }
    return out;
  }

 private:
  // Two independent loops with an iteration between them.
  bool add_split(const Stmt& s, Block& out) const {
    const For& l = std::get<For>(s.node);
    const ExprP at = plans_.split_of(l, s.span);
    if (!at || !is_plain_body(nest_, l.body) || !steps_by_one(l)) return false;
    const std::set<VarId> read = read_variables(*at);
    if (!std::includes(known_.begin(), known_.end(), read.begin(), read.end())) return false;  // of another form
    auto [before, there, behind] = split_loop(s, at);
    for (Stmt* half : {&before, &behind}) std::get<For>(half->node).independent = true;
    for (Stmt* part : {&before, &there, &behind}) out.push_back(std::move(*part));
    return true;
  }

  const Function& nest_;
  const PlansOfInnermost plans_;
  std::set<VarId> known_;
};

}  // namespace

LoopNest with_independent_loops(LoopNest nest, const std::vector<LoopPlan>& inner) {
  nest.function.body = IndependentLoops(nest.function, inner).marked(nest.function.body);
  return nest;
}

bool has_match(const LoopPlan& plan) {
  return std::any_of(plan.accumulators.begin(), plan.accumulators.end(),
                     [](const Accumulator& a) { return a.op == ReduceOp::First || a.op == ReduceOp::Last; });
}

bool is_first_match(const LoopPlan& plan) {
  return plan.verdict == Verdict::ArgReduce && plan.accumulators.size() == 1 &&
         plan.accumulators[0].op == ReduceOp::First;
}

std::optional<Update> match_update(const LoopPlan& plan, const Function& nest, const Stmt& statement) {
  auto convert = [&](int k, const UpdateForm& form) {
    Update u;
    u.accumulator = k;
    u.operand = form.operand;
    u.factor_a = form.factor_a;
    u.factor_b = form.factor_b;
    u.imaginary = form.imaginary;
    // Divisions beside products: the divisor's reciprocal is a factor.
    const Accumulator& a = plan.accumulators[std::size_t(k)];
    if (form.divides && !a.divides) u.operand = binary(BinaryOp::Div, float_const(1, form.operand->type), form.operand);
    return u;
  };
  for (std::size_t k = 0; k < plan.accumulators.size(); ++k) {
    const Accumulator& a = plan.accumulators[k];
    const Place place = a.element ? Place::of(nest, *a.element) : Place::variable(nest, a.var);
    std::optional<UpdateMatch> m;
    if (auto* s = std::get_if<Assign>(&statement.node); s && !a.element && s->var == a.var)
      m = match_value(s->value, place);
    else if (auto* s = std::get_if<Store>(&statement.node); s && a.element && same_access(s->access, *a.element))
      m = match_value(s->value, place);
    else if (auto* s = std::get_if<If>(&statement.node))
      m = match_compare_if(*s, place);
    if (a.op == ReduceOp::ComplexMul) m = match_complex_product(statement, place);
    if (!m) continue;
    if (auto* form = std::get_if<UpdateForm>(&*m)) return convert(int(k), *form);
  }
  return {};
}

bool has_float_tree(const LoopPlan& plan) {
  return std::any_of(plan.accumulators.begin(), plan.accumulators.end(), [](const Accumulator& a) {
    return is_float(a.type) && (a.op == ReduceOp::Add || a.op == ReduceOp::Mul || a.op == ReduceOp::ComplexMul);
  });
}

bool has_float_tree(const PlanResult& result) {
  return has_float_tree(result.plan) ||
         std::any_of(result.inner.begin(), result.inner.end(), [](const LoopPlan& p) { return has_float_tree(p); });
}

bool runs_parallel(const LoopPlan& plan) {
  return plan.verdict != Verdict::Serial && plan.verdict != Verdict::Interpreted && plan.in_order.empty();
}

std::optional<Reset> match_reset(const LoopPlan& plan, const Function& nest, const Stmt& statement) {
  auto* s = std::get_if<Assign>(&statement.node);
  if (!s) return {};
  for (std::size_t k = 0; k < plan.accumulators.size(); ++k) {
    const Accumulator& a = plan.accumulators[k];
    if (a.resets && !a.element && a.var == s->var && !mentions(*s->value, Place::variable(nest, a.var)))
      return Reset{int(k), s->value};
  }
  return {};
}

const For& planned_loop(const LoopPlan& plan, const Function& nest, int k) {
  const Block* block = &nest.body;
  const For* found = nullptr;
  for (int level = 0; level <= k; ++level) {
    found = nullptr;
    for (const Stmt& s : *block)
      if (auto* l = std::get_if<For>(&s.node); l && l->var == plan.loops[std::size_t(level)].var) found = l;
    if (!found) internal_error("plan", "a plan that does not belong to the nest");
    block = &found->body;
  }
  return *found;
}

const Block& planned_body(const LoopPlan& plan, const Function& nest) {
  return planned_loop(plan, nest, int(plan.loops.size()) - 1).body;
}

}  // namespace qc
