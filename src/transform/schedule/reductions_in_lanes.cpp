#include "transform/schedule/reductions_in_lanes.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>
#include <utility>

#include "analysis/loops/nest_model.h"
#include "analysis/loops/plans_of_innermost.h"
#include "analysis/loops/updates.h"
#include "ir/build.h"
#include "ir/effects.h"
#include "ir/in_order_mark.h"
#include "ir/linear_sum.h"
#include "ir/rewrite_stmts.h"
#include "ir/tree_shape.h"
#include "transform/parts/body_weight.h"
#include "transform/parts/reduce_operators.h"

namespace qc {

using namespace ir;

namespace {

constexpr int kLargestVector = 64;  // nodes of a body beyond which values of all lanes would not fit into registers

constexpr std::int64_t kLargestStep = 1 << 30;
constexpr std::int64_t kFurthest = 2;  // elements that an iteration reads are from those of the next one

// Whether the nest has one thread on every machine, and that is not the programmer's word.
bool always_runs_in_order(const PlanResult& result) {
  const LoopPlan& p = result.plan;
  return !runs_parallel(p) && p.verdict != Verdict::Interpreted && !(p.reason && p.reason->code == "R017");
}

bool has_lanes(const Accumulator& a) {
  if (a.compare_form || a.divides || a.resets || a.scattered) return false;
  const bool bits = a.op == ReduceOp::BitAnd || a.op == ReduceOp::BitOr || a.op == ReduceOp::BitXor;
  const bool number = a.op == ReduceOp::Add || a.op == ReduceOp::Mul || a.op == ReduceOp::Min || a.op == ReduceOp::Max;
  return a.type == Elem::I64 ? bits || number : (a.type == Elem::F32 || a.type == Elem::F64) && number;
}

// What can be computed at another place as well.
bool is_pure(const Expr& e) {
  bool pure = true;
  for_each_expr(e, [&](const Expr& x) {
    auto* b = std::get_if<Binary>(&x.node);
    pure = pure && !std::holds_alternative<Load>(x.node) && !(b && b->site != kNoSite);
  });
  return pure;
}

// An innermost loop whose body is updates of accumulators, and assignments of variables of an iteration.
class ReducedLoop {
 public:
  ReducedLoop(Function& f, const LoopPlan& plan, const For& loop)
      : f_(f), plan_(plan), loop_(loop), changing_(assigned_variables(loop.body)) {
    const auto step = as_int(*loop.step);
    if (step != 1 && step != -1 && !ir::changes(loop, *loop.lo)) round_ = round_of(f, loop);  // a quotient
  }

  bool fits() const {
    const auto& all = plan_.accumulators;
    if (loop_.unroll != 0 || all.empty()) return false;
    const auto step = as_int(*loop_.step);
    if (!step || *step == 0 || *step > kLargestStep || *step < -kLargestStep) return false;
    if (!std::all_of(all.begin(), all.end(), has_lanes)) return false;
    if (std::none_of(all.begin(), all.end(), [](const Accumulator& a) { return is_float(a.type); })) return false;
    return (has_element() || goes_along_memory()) &&
           std::all_of(all.begin(), all.end(), [&](const Accumulator& a) { return keeps_its_place(a); }) &&
           std::all_of(loop_.body.begin(), loop_.body.end(), [&](const Stmt& s) { return is_plain(s); });
  }

  // What stands in the loop's place. An element is in a variable while the loop runs.
  void replace(Block& out, const Span& span) {
    const std::int64_t step = *as_int(*loop_.step), size = step > 0 ? step : -step;
    const VarId lo = let(out, "$lo", loop_.lo), hi = let(out, "$hi", loop_.hi);
    const ExprP length = step > 0 ? sub(ref(hi), ref(lo)) : sub(ref(lo), ref(hi));
    const VarId n = let(out, "$n", add(binary(BinaryOp::DivTrunc, length, int_const(size)), int_const(1)));
    For given = loop_;
    given.lo = ref(lo);
    given.hi = ref(hi);
    if (!has_element()) return reduce(out, std::move(given), lo, n, span);
    ExprP runs = le(int_const(1), ref(n));
    Block held, stores;
    LoopPlan its = plan_;
    std::vector<ExprP> values;
    for (Accumulator& a : its.accumulators) {
      if (!a.element) {
        values.push_back(ref(a.var));
        continue;
      }
      if (a.element->boundary == Boundary::Checked) runs = logical_and(runs, inside(*a.element));
      a.var = f_.add_var("$held", a.type);
      values.push_back(ref(a.var));
      held.push_back({Assign{a.var, load(f_, *a.element)}, span});
      stores.push_back({Store{*a.element, values.back()}, span});
      a.element.reset();
    }
    For loop = given;
    for (Stmt& s : loop.body)
      s = with_places(s, values, [&](std::size_t k, ExprP value) { return Assign{its.accumulators[k].var, value}; });
    ReducedLoop in_variables(f_, its, loop);
    in_variables.round_ = round_;
    in_variables.reduce(held, loop, lo, n, span);
    held.insert(held.end(), stores.begin(), stores.end());
    out.push_back({If{runs, std::move(held), {{std::move(given), span}}}, span});
  }

 private:
  ExprP ref(VarId v) const { return ir::var(f_, v); }
  VarId let(Block& out, const char* name, ExprP value) {
    const VarId v = f_.add_var(name, Elem::I64);
    out.push_back({Assign{v, std::move(value)}, {}});
    return v;
  }
  bool has_element() const {
    const auto& all = plan_.accumulators;
    return std::any_of(all.begin(), all.end(), [](const Accumulator& a) { return a.element.has_value(); });
  }
  Place place(const Accumulator& a) const { return a.element ? Place::of(f_, *a.element) : Place::variable(f_, a.var); }
  ReduceOp op(std::size_t k) const { return plan_.accumulators[k].op; }
  Elem type(std::size_t k) const { return plan_.accumulators[k].type; }

  // A variable of the type itself, or an element whose place is known before the loop.
  bool keeps_its_place(const Accumulator& a) const {
    if (!a.element) return f_.vars[a.var].type == a.type;
    const Access& e = *a.element;
    if (f_.arrays[e.array].elem != a.type || f_.arrays[e.array].space != Space::Global) return false;
    if (e.boundary != Boundary::Checked && e.boundary != Boundary::Unchecked) return false;
    return std::all_of(e.index.begin(), e.index.end(), [&](const ExprP& i) { return is_pure(*i) && !changes(*i); });
  }

  bool changes(const Expr& e) const {
    bool found = false;
    for_each_expr(e, [&](const Expr& x) {
      auto* r = std::get_if<VarRef>(&x.node);
      found = found || (r && (r->var == loop_.var || changing_.count(r->var)));
    });
    return found;
  }

  // Elements that are far apart take longer to be read than a sum takes to be formed.
  bool goes_along_memory() const {
    bool along = std::abs(*as_int(*loop_.step)) <= kFurthest;
    for_each_expr(loop_.body, [&](const Expr& e) {
      if (auto* l = std::get_if<Load>(&e.node)) along = along && goes_along_memory(l->access);
    });
    return along;
  }
  bool goes_along_memory(const Access& a) const {
    if (a.boundary != Boundary::Checked && a.boundary != Boundary::Unchecked) return false;
    for (std::size_t d = 0; d < a.index.size(); ++d) {
      if (!changes(*a.index[d])) continue;
      const auto sum = linear_sum(a.index[d]);
      if (!sum || d + 1 < a.index.size()) return false;
      for (const auto& [term, times] : sum->terms) {
        const auto apart = step_of(*term);
        if (apart == 0) continue;
        if (!apart || times > kFurthest || times < -kFurthest || std::abs(times * *apart) > kFurthest) return false;
      }
    }
    return true;
  }
  // How much the value grows from an iteration to the next one; nothing where that is not known.
  std::optional<std::int64_t> step_of(const Expr& term) const {
    auto* r = std::get_if<VarRef>(&term.node);
    if (r && r->var == loop_.var) return as_int(*loop_.step);
    if (is_round(term)) return 1;
    return changes(term) ? std::nullopt : std::optional<std::int64_t>(0);
  }
  bool is_round(const Expr& e) const { return round_ && equal(e, *round_); }

  // An update of one accumulator, or a variable's value that no accumulator is in.
  bool is_plain(const Stmt& s) const {
    auto* assign = std::get_if<Assign>(&s.node);
    auto* store = std::get_if<Store>(&s.node);
    if ((!assign && !store) || (assign && assign->var == loop_.var)) return false;
    const auto update = match_update(plan_, f_, s);
    if (!update && store) return false;
    const Expr& value = assign ? *assign->value : *store->value;
    for (std::size_t k = 0; k < plan_.accumulators.size(); ++k) {
      const Accumulator& a = plan_.accumulators[k];
      const bool own = update && update->accumulator == int(k);
      if (count_reads(value, place(a)) != (own ? 1 : 0)) return false;
      if (!own && assign && !a.element && a.var == assign->var) return false;
    }
    return true;
  }

  ArrayId add_lanes(const Accumulator& a) {
    Array lanes;
    lanes.name = "$lanes";
    lanes.elem = a.type;
    lanes.space = Space::Local;
    lanes.dims = {kShortLanes};
    return f_.add_array(std::move(lanes));
  }
  Access at(std::size_t k, ExprP lane) const { return {lanes_[k], {std::move(lane)}}; }
  ExprP value_at(std::size_t k, ExprP lane) const { return load(f_, at(k, std::move(lane))); }

  // The loop from lo on, its n iterations in lanes where they go along memory.
  void reduce(Block& out, For loop, VarId lo, VarId n, const Span& span) {
    if (goes_along_memory()) {
      const std::int64_t step = *as_int(*loop_.step);
      Block whole;
      for (const Accumulator& a : plan_.accumulators) lanes_.push_back(add_lanes(a));
      each_lane(whole, kShortLanes, true, [&](Block& body, const ExprP& lane) {
        for (std::size_t k = 0; k < lanes_.size(); ++k)
          body.push_back({Store{at(k, lane), neutral(op(k), type(k))}, span});
      });
      rows(whole, lo, n, step, span);
      for (std::int64_t half = kShortLanes / 2; half >= 1; half /= 2) fold(whole, half, span);
      for (std::size_t k = 0; k < lanes_.size(); ++k) {
        const VarId v = plan_.accumulators[k].var;
        whole.push_back({Assign{v, combine(op(k), ref(v), value_at(k, int_const(0)))}, span});
      }
      const ExprP rest = binary(BinaryOp::Mod, ref(n), int_const(kShortLanes));
      whole.push_back({Assign{lo, add(ref(lo), mul(sub(ref(n), rest), int_const(step)))}, span});
      out.push_back({If{le(int_const(kShortLanes), ref(n)), std::move(whole), {}}, span});
    }
    out.push_back({std::move(loop), span});
  }

  template <class F>
  void each_lane(Block& out, std::int64_t count, bool one_vector, const F& body) {
    const VarId lane = f_.add_var("$lane", Elem::I64);
    For loop{lane, int_const(0), int_const(1), int_const(count - 1), {}, -1};
    if (one_vector) loop.unroll = -2;
    body(loop.body, ref(lane));
    out.push_back({std::move(loop), {}});
  }

  void rows(Block& out, VarId lo, VarId n, std::int64_t step, const Span& span) {
    const VarId row = f_.add_var("$row", Elem::I64);
    For all{row,
            int_const(0),
            int_const(1),
            sub(binary(BinaryOp::DivTrunc, ref(n), int_const(kShortLanes)), int_const(1)),
            {}};
    const VarId first = let(all.body, "$first", add(ref(lo), mul(ref(row), int_const(kShortLanes * step))));
    const bool is_small = body_weight(loop_.body, f_).nodes <= kLargestVector;
    each_lane(all.body, kShortLanes, is_small, [&](Block& body, const ExprP& lane) {
      body.push_back({Assign{loop_.var, add(ref(first), mul(lane, int_const(step)))}, span});
      std::vector<ExprP> values;
      for (std::size_t k = 0; k < lanes_.size(); ++k) values.push_back(value_at(k, lane));
      const ExprP round = add(mul(ref(row), int_const(kShortLanes)), lane);
      const Block counted = rewrite_exprs(loop_.body, [&](const ExprP& e) { return is_round(*e) ? round : e; });
      for (const Stmt& s : counted)
        body.push_back(with_places(s, values, [&](std::size_t k, ExprP value) {
          return Store{at(k, lane), std::move(value)};
        }));
    });
    out.push_back({std::move(all), span});
  }

  // The statement with `values` in place of accumulators; set(k, value) is an update of one.
  template <class F>
  Stmt with_places(const Stmt& s, const std::vector<ExprP>& values, const F& set) const {
    Stmt out = rewrite_exprs({s}, [&](const ExprP& e) {
      for (std::size_t k = 0; k < values.size(); ++k)
        if (is_place(*e, place(plan_.accumulators[k]))) return values[k];
      return e;
    })[0];
    if (const auto update = match_update(plan_, f_, s)) {
      auto* assign = std::get_if<Assign>(&out.node);
      ExprP value = assign ? assign->value : std::get<Store>(out.node).value;
      out.node = set(std::size_t(update->accumulator), std::move(value));
    }
    return out;
  }

  void fold(Block& out, std::int64_t half, const Span& span) {
    each_lane(out, half, half >= 4, [&](Block& body, const ExprP& lane) {
      for (std::size_t k = 0; k < lanes_.size(); ++k) {
        const ExprP other = value_at(k, add(lane, int_const(half)));
        body.push_back({Store{at(k, lane), combine(op(k), value_at(k, lane), other)}, span});
      }
    });
  }

  static ExprP inside(const Access& a) {
    ExprP all = bool_const(true);
    for (std::size_t d = 0; d < a.index.size(); ++d) {
      const ExprP& i = a.index[d];
      all = logical_and(all, le(int_const(0), i));
      all = logical_and(all, lt(i, extent(a.array, a.linear ? -1 : int(d))));
    }
    return all;
  }

  Function& f_;
  const LoopPlan& plan_;
  const For& loop_;
  const std::set<VarId> changing_;  // variables that the body assigns
  ExprP round_;                     // the number of an iteration by the loop's variable, where that is no sum
  std::vector<ArrayId> lanes_;      // by accumulator
};

// Loops that are marked as serial, and those inside them, by counter and place.
using SourceLoops = std::set<std::pair<VarId, std::uint32_t>>;
void collect_marked(const Function& f, const Block& block, bool inside, SourceLoops& out) {
  for (std::size_t k = 0; k < block.size(); ++k) {
    const Stmt& s = block[k];
    if (auto* loop = std::get_if<For>(&s.node)) {
      const bool marked = inside || (k > 0 && is_in_order_mark(f, block[k - 1]));
      if (marked) out.insert({loop->var, s.span.begin});
      collect_marked(f, loop->body, marked, out);
    } else if (auto* i = std::get_if<If>(&s.node)) {
      collect_marked(f, i->then, inside, out);
      collect_marked(f, i->otherwise, inside, out);
    } else if (auto* w = std::get_if<While>(&s.node)) {
      collect_marked(f, w->body, inside, out);
    }
  }
}

}  // namespace

LoopNest with_reductions_in_lanes(LoopNest nest, const PlanResult& result) {
  if (!always_runs_in_order(result)) return nest;
  const PlansOfInnermost plans(result.inner);
  Function& f = nest.function;
  SourceLoops marked;
  collect_marked(f, f.body, false, marked);
  f.body = rewrite_stmts(f.body, [&](Stmt s, const Stmt& was, Block& out) {
    auto* loop = std::get_if<For>(&s.node);
    const bool may = loop && !marked.count({loop->var, was.span.begin});
    const LoopPlan* plan = may ? plans.of(*loop, was.span) : nullptr;
    if (plan && (plan->verdict == Verdict::Reduction || plan->verdict == Verdict::Partial) &&
        plan->loops.back().reduced)
      if (ReducedLoop reduced(f, *plan, *loop); reduced.fits()) return reduced.replace(out, s.span);
    out.push_back(std::move(s));
  });
  return nest;
}

}  // namespace qc
