#include "analysis/recognize/schedulable.h"

#include <algorithm>
#include <set>

#include "analysis/loops/statement_order.h"
#include "analysis/loops/updates.h"
#include "ir/build.h"
#include "ir/effects.h"
#include "ir/int_range.h"

namespace qc {

using namespace ir;

namespace {

bool is_arg(const Accumulator& a) { return a.op == ReduceOp::ArgMin || a.op == ReduceOp::ArgMax; }

// Arrays of the iteration itself do not count: each repetition fills its own.
std::set<ArrayId> stored(const Function& f, const Block& block) {
  std::set<ArrayId> out;
  for_each_stmt(block, [&](const Stmt& s) {
    auto* w = std::get_if<Store>(&s.node);
    if (w && f.arrays[w->access.array].space != Space::Local) out.insert(w->access.array);
  });
  return out;
}

// Loads outside of updates and of stored values: what a repetition of the iteration would read again.
bool reads_again(const LoopPlan& plan, const Function& nest, const Block& block, const std::set<ArrayId>& arrays) {
  bool found = false;
  auto look = [&](const Expr& e) {
    for_each_expr(e, [&](const Expr& x) {
      auto* l = std::get_if<Load>(&x.node);
      found |= l && arrays.count(l->access.array);
    });
  };
  for (const Stmt& s : block) {
    const auto u = match_update(plan, nest, s);
    if (u && !is_arg(plan.accumulators[std::size_t(u->accumulator)])) continue;
    if (auto* a = std::get_if<Assign>(&s.node))
      look(*a->value);
    else if (auto* i = std::get_if<If>(&s.node)) {
      look(*i->condition);
      found |= reads_again(plan, nest, i->then, arrays) || reads_again(plan, nest, i->otherwise, arrays);
    } else if (auto* l = std::get_if<For>(&s.node)) {
      for (const ExprP* e : {&l->lo, &l->step, &l->hi}) look(**e);
      found |= reads_again(plan, nest, l->body, arrays);
    } else if (auto* w = std::get_if<While>(&s.node)) {
      look(*w->condition);
      found |= reads_again(plan, nest, w->body, arrays);
    }
  }
  return found;
}

bool arg_update_in_a_loop(const LoopPlan& plan, const Function& nest, const Block& block, bool inside) {
  for (const Stmt& s : block) {
    if (auto u = match_update(plan, nest, s); u && inside && is_arg(plan.accumulators[std::size_t(u->accumulator)]))
      return true;
    if (auto* i = std::get_if<If>(&s.node)) {
      if (arg_update_in_a_loop(plan, nest, i->then, inside) || arg_update_in_a_loop(plan, nest, i->otherwise, inside))
        return true;
    } else if (auto* l = std::get_if<For>(&s.node)) {
      if (arg_update_in_a_loop(plan, nest, l->body, true)) return true;
    } else if (auto* w = std::get_if<While>(&s.node)) {
      if (arg_update_in_a_loop(plan, nest, w->body, true)) return true;
    }
  }
  return false;
}

// By more than a subscript, which is known before the loop runs.
bool can_fail(const Block& body) {
  bool found = may_fail(body);
  for_each_stmt(body, [&](const Stmt& s) { found |= std::holds_alternative<While>(s.node); });
  return found;
}

std::string arg_in_order(const LoopPlan& plan, const Function& nest) {
  const Block& body = planned_body(plan, nest);
  if (std::any_of(plan.loops.begin(), plan.loops.end(), [](const PlannedLoop& l) { return !l.reduced; }))
    return "it is reduced over some of its loops only";
  if (is_first_match(plan)) {
    if (plan.loops.size() != 1) return "it stops at a match inside several loops";
    return can_fail(body) ? "an iteration behind the match might fail" : "";
  }
  for (const Accumulator& a : plan.accumulators) {
    if (a.scattered) return "it has bins beside the value that is kept";
    if (is_arg(a) && a.var == kNoVar) return "the value that is kept is an array element";
    if (is_arg(a) && a.type == Elem::Bool) return "truth values are compared";
  }
  if (arg_update_in_a_loop(plan, nest, body, false)) return "the comparison is inside a loop that is not reduced";
  if (reads_again(plan, nest, body, stored(nest, body))) return "it reads an array that it writes";
  return "";
}

std::string scan_in_order(const LoopPlan& plan, const Function& nest) {
  if (plan.loops.size() != 1) return "it covers several loops";
  const Block& body = planned_body(plan, nest);
  for (const Accumulator& a : plan.accumulators) {
    const Store* running = nullptr;
    for (const Stmt& s : body)
      if (auto* w = std::get_if<Store>(&s.node); w && a.element && same_access(w->access, *a.element)) running = w;
    auto late = read_after_store(nest, body, running);
    if (running) late.erase(running->access.array);
    if (!late.empty()) return "what is summed up may be stored by the loop itself before";
    if (a.type == Elem::F16) return "each value is rounded to a half";
  }
  return "";
}

// Zeros of different sign are equal to a comparison, so that the order of the iterations shows where -0 is compared.
bool compares_zeros(const LoopPlan& plan, const Function& nest, const Accumulator& a) {
  if (!a.compare_form || !is_float(a.type)) return false;
  bool found = false;
  for_each_stmt(planned_body(plan, nest), [&](const Stmt& s) {
    const auto u = match_update(plan, nest, s);
    found |=
        u && &plan.accumulators[std::size_t(u->accumulator)] == &a && !(u->operand && never_negative_zero(*u->operand));
  });
  return found;
}

std::string bins_in_order(const LoopPlan& plan, const Function& nest) {
  for (const Accumulator& a : plan.accumulators) {
    if (!a.element) {
      if (!read_after_store(nest, planned_body(plan, nest), nullptr).empty())
        return "what is summed up may be stored by the loop itself before";
      continue;
    }
    for (const Accumulator& other : plan.accumulators)
      if (other.element && other.element->array == a.element->array &&
          (other.op != a.op || other.compare_form != a.compare_form || other.divides != a.divides))
        return "elements of one array are combined by different operations";
    const Elem elem = nest.arrays[a.element->array].elem;
    if (elem == Elem::F16) return "each value is rounded to a half";
    if (elem == Elem::Bool) return "the bins are truth values";
    if (compares_zeros(plan, nest, a))
      return "of zeros of different sign, which are equal to the comparison, the first or the last is kept";
    if (elem == Elem::U64 && (a.op == ReduceOp::Min || a.op == ReduceOp::Max))
      return "the bins are minima of 64-bit unsigned numbers";
  }
  return "";
}

}  // namespace

std::string why_not_schedulable(const LoopPlan& plan, const Function& nest) {
  if (plan.verdict == Verdict::ArgReduce) return arg_in_order(plan, nest);
  if (plan.verdict == Verdict::Bins) return bins_in_order(plan, nest);
  if (plan.verdict == Verdict::Scan) return scan_in_order(plan, nest);
  return "";
}

}  // namespace qc
