#include "transform/parts/kernel_builder.h"

#include <algorithm>
#include <utility>

#include "analysis/loops/privatization.h"
#include "analysis/loops/updates.h"
#include "ir/effects.h"
#include "ir/moved_index.h"
#include "support/diagnostic.h"
#include "support/stop.h"
#include "transform/parts/fold.h"
#include "transform/policy/compared.h"

namespace qc {

using namespace ir;

KernelBuilder::KernelBuilder(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                             const SchedulePolicy& policy)
    : KernelParameters(nest, plan, facts, policy), forms_(nest.function, plan) {
  run_ = run_loops(plan, facts);
  const int outer = outer_loops(plan, facts);
  for (int k = 0; k < int(plan.loops.size()); ++k) {
    if (k < outer && std::find(run_.begin(), run_.end(), k) == run_.end()) kept_.push_back(k);
    loop_vars_.push_back(kernel().add_var("$" + plan.loops[std::size_t(k)].name, Elem::I64));
  }
  loop_used_.assign(plan.loops.size(), false);
  for_each_stmt(nest.function.body, [&](const Stmt& s) {
    auto* l = std::get_if<For>(&s.node);
    if (l && run_.size() == 1 && l->var == plan.loops[std::size_t(run_[0])].var) round_ = round_of(nest.function, *l);
  });
}

int KernelBuilder::loop_of(VarId nest_var) const {
  for (std::size_t k = 0; k < plan().loops.size(); ++k)
    if (plan().loops[k].var == nest_var) return int(k);
  return -1;
}

VarId KernelBuilder::variable(VarId nest_var) {
  auto [it, fresh] = variables_.try_emplace(nest_var, 0);
  if (fresh) it->second = kernel().add_var("$" + nest().vars[nest_var].name, value_elem(nest().vars[nest_var].type));
  return it->second;
}

KernelBuilder::OwnVariables::OwnVariables(KernelBuilder& b)
    : b_(b), variables_(b.variables_), loop_vars_(b.loop_vars_) {
  for (const int k : b.run_) b.own_loop_variable(k);
}

KernelBuilder::OwnVariables::~OwnVariables() {
  b_.variables_ = std::move(variables_);
  b_.loop_vars_ = std::move(loop_vars_);
}

Boundary KernelBuilder::boundary(const Access& access) const {
  const bool is_sure = access.site != kNoSite && access.site < facts().sure.size() && facts().sure[access.site];
  if (assume_inside_ || (access.boundary == Boundary::Checked && (!facts().checked || is_sure)))
    return Boundary::Unchecked;
  return silent_ && access.boundary == Boundary::Checked ? Boundary::Safe : access.boundary;
}

// The linear address C + A * it of an access whose address is linear in the collapsed loops.
std::optional<ExprP> KernelBuilder::linear_index(const Access& access) {
  if (!it_ || !(facts().collapsed || run_.size() == 1) || boundary(access) != Boundary::Unchecked) return {};
  if (nest().arrays[access.array].space != Space::Global) return {};
  ExprP base = int_const(0), slope = int_const(0);
  for (std::size_t d = 0; d < access.index.size(); ++d) {
    auto f = forms_.of(*access.index[d]);
    if (!f) return {};
    const ExprP s = access.linear ? int_const(1) : stride(access.array, int(d));
    ExprP rest = copy(f->rest);
    for (int k : kept_) {  // what does not move with a loop is the same for all threads that share the others
      const auto c = f->coefficients[std::size_t(k)];
      if (c != 0) rest = add(rest, mul(int_const(c), ref(loop_vars_[std::size_t(k)])));
    }
    for (int k : run_) {
      const auto c = f->coefficients[std::size_t(k)];
      if (c != 0 && !run_value_) rest = add(rest, mul(int_const(c), low(k)));
    }
    if (const auto c = channel_ ? f->coefficients.back() : 0; c != 0) rest = add(rest, mul(int_const(c), channel_));
    base = add(base, as_int(*rest) == 0 ? rest : mul(rest, s));
    const auto c = f->coefficients[std::size_t(run_.back())];
    if (c != 0) slope = add(slope, mul(s, int_const(c)));
  }
  if (as_int(*slope) == 0) return base;
  if (run_value_) return add(base, mul(slope, run_value_));
  return add(base, mul(mul(slope, step(run_.back())), it_));
}

Access KernelBuilder::copy_access(const Access& access) {
  Access out;
  out.boundary = boundary(access);
  out.site = out.boundary == Boundary::Unchecked ? kNoSite : site(access.site);
  if (auto index = linear_index(access)) {
    out.index = {*index};
    out.linear = nest().arrays[access.array].rank > 1;
  } else {
    for (const auto& i : access.index) out.index.push_back(copy(i));
    out.linear = access.linear;
  }
  out.array = array(access.array);
  return out;
}

// ---- copies ----
ExprP KernelBuilder::copy_node(const ExprP& e) {
  auto made = [&](Expr::Node node) { return std::make_shared<const Expr>(Expr{std::move(node), e->type, e->span}); };
  if (auto* n = std::get_if<VarRef>(&e->node)) {
    const int k = loop_of(n->var);
    if (channel_ && k + 1 == int(plan().loops.size())) return channel_;
    if (k >= 0) {
      loop_used_[std::size_t(k)] = true;
      return ref(loop_vars_[std::size_t(k)]);
    }
    if (variables_.count(n->var)) return ref(variables_[n->var]);
    bool param = false, priv = false;
    for (const Param& p : nest().params) param |= p.kind == Param::Kind::Scalar && p.id == n->var;
    for (VarId v : plan().privates) priv |= v == n->var;
    return param && !priv ? scalar(n->var) : ref(variable(n->var));
  }
  if (auto* n = std::get_if<Extent>(&e->node)) return extent(n->array, n->dim);
  if (auto* n = std::get_if<Binary>(&e->node); n && n->site != kNoSite)
    return made(Binary{n->op, n->a, n->b, silent_ ? kNoSite : site(n->site)});
  return e;
}

// What divides by the loop's step is the linear iteration: places that are made of it follow each other.
bool KernelBuilder::is_round(const Expr& e) const {
  auto* n = std::get_if<Binary>(&e.node);
  const bool counted = it_ && round_ && run_.size() == 1 && !run_value_ && run_indices_.empty() && !channel_;
  return counted && n && n->op == BinaryOp::DivTrunc && equal(e, *round_);
}

ExprP KernelBuilder::copy(const ExprP& e) {
  if (is_round(*e)) return it_;
  // Loads first: their subscripts have to be seen in the nest's own terms.
  if (auto* n = std::get_if<Load>(&e->node)) {
    if (ExprP value = on_load_ ? on_load_(n->access) : nullptr) return value;
    return std::make_shared<const Expr>(Expr{Load{copy_access(n->access)}, e->type, e->span});
  }
  Expr shallow = *e;
  auto put = [&](ExprP& slot) { slot = copy(slot); };
  if (auto* n = std::get_if<Unary>(&shallow.node))
    put(n->a);
  else if (auto* n = std::get_if<Binary>(&shallow.node)) {
    put(n->a);
    put(n->b);
  } else if (auto* n = std::get_if<Fma>(&shallow.node)) {
    put(n->a);
    put(n->b);
    put(n->c);
  } else if (auto* n = std::get_if<Select>(&shallow.node)) {
    put(n->condition);
    put(n->yes);
    put(n->no);
  } else if (auto* n = std::get_if<Cast>(&shallow.node))
    put(n->a);
  else if (auto* n = std::get_if<Math>(&shallow.node))
    for (auto& a : n->args) put(a);
  return copy_node(std::make_shared<const Expr>(std::move(shallow)));
}

void KernelBuilder::update(Block& out, const Update& u, VarId accumulator) {
  if (on_update_) return on_update_(out, u);
  const Accumulator& a = plan().accumulators[std::size_t(u.accumulator)];
  const ReduceOp op = a.op;
  if (keeps_place(a)) {
    const ExprP e = ref(let(out, "$e", copy(u.operand)));
    const ExprP better = ref(let(out, "$better", replaces(a, e, ref(accumulator))));
    const VarId position = seconds_.at(accumulator);
    out.push_back({Assign{accumulator, select(better, e, ref(accumulator))}, {}});
    out.push_back({Assign{position, select(better, it_, ref(position))}, {}});
    return;
  }
  if (op == ReduceOp::ComplexMul) {
    const VarId imaginary = seconds_.at(accumulator);
    const ExprP re = ref(let(out, "$e", copy(u.operand))), im = ref(let(out, "$e", copy(u.imaginary)));
    const auto [x, y] = complex_product(*this, out, ref(accumulator), ref(imaginary), re, im);
    const VarId kept = let(out, "$first", x);
    out.push_back({Assign{imaginary, y}, {}});
    out.push_back({Assign{accumulator, ref(kept)}, {}});
    return;
  }
  ExprP value;
  if (u.factor_a)
    value = fma(copy(u.factor_a), copy(u.factor_b), ref(accumulator));
  else
    value = combine(op, ref(accumulator), copy(u.operand));
  out.push_back({Assign{accumulator, std::move(value)}, {}});
}

// The accumulator whose variable or array a statement updates, where it is no update of the plan: iterations that run
// side by side would lose what others wrote. Places that no two iterations share are none of it: acc[0] += x[i] beside
// acc[i+1] += x[i].
const Accumulator* KernelBuilder::lost_update(const Stmt& s) {
  auto* assign = std::get_if<Assign>(&s.node);
  auto* store = std::get_if<Store>(&s.node);
  for (const Accumulator& a : plan().accumulators) {
    if (assign && !a.element && (assign->var == a.var || assign->var == a.imaginary)) return &a;
    if (store && a.element && store->access.array == a.element->array &&
        mentions(*store->value, Place::of(nest(), store->access)) && !moves(store->access))
      return &a;
  }
  return nullptr;
}

// Whether the place is another one in each iteration of a loop of run().
bool KernelBuilder::moves(const Access& access) {
  return std::any_of(access.index.begin(), access.index.end(), [&](const ExprP& index) {
    const auto form = forms_.of(*index);
    return form &&
           std::any_of(run_.begin(), run_.end(), [&](int k) { return form->coefficients[std::size_t(k)] != 0; });
  });
}

void KernelBuilder::copy_statement(Block& out, const Stmt& s, const std::vector<VarId>& accumulators) {
  check_stopped();
  if (!accumulators.empty()) {
    if (auto u = match_update(plan(), nest(), s)) return update(out, *u, accumulators[std::size_t(u->accumulator)]);
    if (auto r = match_reset(plan(), nest(), s)) {
      const VarId v = accumulators[std::size_t(r->accumulator)];
      out.push_back({Assign{v, copy(r->value)}, s.span});
      out.push_back({Assign{seconds_.at(v), bool_const(true)}, s.span});
      return;
    }
    if (const Accumulator* a = lost_update(s))
      internal_error("schedule", "an update of " + a->name + " that is not one of the plan");
  }
  auto put = [&](Stmt::Node node) { out.push_back({std::move(node), s.span}); };
  if (auto* n = std::get_if<Assign>(&s.node)) {
    auto value = copy(n->value);
    put(Assign{variable(n->var), value});
  } else if (auto* n = std::get_if<Store>(&s.node)) {
    auto value = copy(n->value);
    put(Store{copy_access(written(n->access)), value});
  } else if (auto* n = std::get_if<If>(&s.node)) {
    auto condition = copy(n->condition);
    auto then = copy_block(n->then, accumulators);
    put(If{condition, std::move(then), copy_block(n->otherwise, accumulators)});
  } else if (auto* n = std::get_if<For>(&s.node)) {
    auto lo = copy(n->lo), step = copy(n->step), hi = copy(n->hi);
    const VarId v = variable(n->var);
    put(For{v, lo, step, hi, copy_block(n->body, accumulators), n->unroll});
  } else if (auto* n = std::get_if<While>(&s.node)) {
    auto condition = copy(n->condition);
    put(While{condition, copy_block(n->body, accumulators)});
  } else if (auto* n = std::get_if<Fail>(&s.node)) {
    Fail fail{site(n->site), {}};
    for (const ExprP& v : n->values) fail.values.push_back(copy(v));
    put(std::move(fail));
  } else if (std::holds_alternative<Atomic>(s.node))
    internal_error("schedule", "an atomic in a loop nest");
  else
    out.push_back(s);
}

Block KernelBuilder::copy_block(const Block& block, const std::vector<VarId>& accumulators) {
  Block out;
  for (const Stmt& s : block) copy_statement(out, s, accumulators);
  return out;
}

Block KernelBuilder::copy_kept(const Block& block, const ExprP& it) {
  it_ = nullptr;
  Block out;
  if (!block.empty() && (facts().checked || may_fail(block))) set_order(out, it);
  for (Stmt& s : copy_block(block, {})) out.push_back(std::move(s));
  return out;
}

// The variables of some loops from their linear index.
void KernelBuilder::set_loops(Block& block, const std::vector<int>& loops, const ExprP& linear) {
  if (loops.empty()) return;
  VarId rest = let(block, "$kept", linear);
  for (std::size_t q = loops.size(); q-- > 0;) {
    const int k = loops[q];
    const ExprP n = count(k);
    const ExprP index = q == 0 ? ref(rest) : binary(BinaryOp::Mod, ref(rest), n);
    block.push_back({Assign{loop_vars_[std::size_t(k)], add(low(k), mul(step(k), index))}, {}});
    if (q > 0) rest = let(block, "$kept", binary(BinaryOp::DivTrunc, ref(rest), n));
  }
}

void KernelBuilder::set_kept(Block& block, ExprP linear) {
  kept_linear_ = linear;
  set_loops(block, kept_, linear);
}

void KernelBuilder::set_kept(Block& block, const ExprP& outer, const std::map<int, ExprP>& indices) {
  std::vector<int> set;
  for (int k : kept_)
    if (!indices.count(k)) set.push_back(k);
  set_loops(block, set, outer);
  ExprP linear = set.empty() ? nullptr : outer;  // of the loops in `set`
  for (const auto& [loop, index] : indices) {
    block.push_back({Assign{loop_vars_[std::size_t(loop)], add(low(loop), mul(step(loop), index))}, {}});
    ExprP inner;  // iterations of those of them that are inside this loop
    for (int k : set)
      if (k > loop) inner = inner ? mul(inner, count(k)) : count(k);
    if (!linear)
      linear = index;
    else if (!inner)
      linear = add(mul(linear, count(loop)), index);
    else
      linear = add(mul(add(mul(binary(BinaryOp::DivTrunc, linear, inner), count(loop)), index), inner),
                   binary(BinaryOp::Mod, linear, inner));
    set.push_back(loop);
  }
  kept_linear_ = std::move(linear);
}

void KernelBuilder::set_pixel(Block& block, ExprP outer, int tiled, ExprP index) {
  std::vector<int> others;
  for (int k : kept_)
    if (k != tiled && k != facts().channel_loop) others.push_back(k);
  set_loops(block, others, outer);
  block.push_back({Assign{loop_vars_[std::size_t(tiled)], add(low(tiled), mul(step(tiled), index))}, {}});
  pixel_outer_ = std::move(outer);
  pixel_index_ = std::move(index);
}

void KernelBuilder::take_channel(Block& block, int channel) {
  const int beside = facts().channel_loop, tiled = facts().tiled;
  const ExprP number = int_const(channel), channels = int_const(facts().pixel_channels);
  own_loop_variable(beside);
  block.push_back({Assign{loop_vars_[std::size_t(beside)], add(low(beside), mul(step(beside), number))}, {}});
  if (beside > tiled)
    kept_linear_ = add(mul(add(mul(pixel_outer_, count(tiled)), pixel_index_), channels), number);
  else
    kept_linear_ = add(mul(add(mul(pixel_outer_, channels), number), count(tiled)), pixel_index_);
  variables_.clear();  // each copy of the body has its own, assigned once
}

void KernelBuilder::take_all_loops(bool yes) {
  if (yes) {
    kept_aside_ = std::exchange(kept_, {});
    run_.insert(run_.end(), kept_aside_.begin(), kept_aside_.end());
  } else {
    kept_ = std::exchange(kept_aside_, {});
    run_.resize(run_.size() - kept_.size());
  }
}

void KernelBuilder::own_loop_variable(int loop) {
  VarId& v = loop_vars_[std::size_t(loop)];
  const Var before = kernel().vars[v];
  v = kernel().add_var(before.name, before.type);
}

// Failures are ordered by the linear iteration of the whole nest.
void KernelBuilder::set_order(Block& block, const ExprP& it) {
  if (kernel().order == kNoVar) kernel().order = kernel().add_var("$order", Elem::I64);
  ExprP order = kept_linear_ ? add(mul(kept_linear_, total()), it) : it;
  if (channel_) order = add(mul(order, int_const(facts().channels)), int_const(channel_index_));
  if (scheduled().orders > 1) order = add(mul(order, int_const(scheduled().orders)), int_const(first_run_));
  block.push_back({Assign{kernel().order, std::move(order)}, {}});
}

void KernelBuilder::run_twice() { scheduled().orders = 2; }

void KernelBuilder::set_channel(int index) {
  const int loop = int(plan().loops.size()) - 1;
  channel_index_ = index;
  channel_ = add(low(loop), mul(step(loop), int_const(index)));
  variables_.clear();  // each copy has its own, assigned once
}

Block KernelBuilder::only_companions(const Block& block, int accumulator, const std::map<VarId, VarId>& results) {
  Block out;
  for (const Stmt& s : block) {
    if (auto u = match_update(plan(), nest(), s)) {
      if (u->accumulator != accumulator) continue;
      for (const Stmt& c : std::get<If>(s.node).then) {
        auto* a = std::get_if<Assign>(&c.node);
        if (a && a->var == plan().accumulators[std::size_t(accumulator)].var) continue;
        if (a && results.count(a->var)) {
          out.push_back({Assign{results.at(a->var), copy(a->value)}, c.span});
          continue;
        }
        for (Stmt& computing : only_companions({c}, accumulator, results)) out.push_back(std::move(computing));
      }
      continue;
    }
    auto put = [&](Stmt::Node node) { out.push_back({std::move(node), s.span}); };
    if (auto* n = std::get_if<Assign>(&s.node)) {
      auto value = copy(n->value);
      put(Assign{variable(n->var), value});
    } else if (auto* n = std::get_if<Store>(&s.node)) {
      if (nest().arrays[n->access.array].space != Space::Local) continue;
      auto value = copy(n->value);
      put(Store{copy_access(written(n->access)), value});
    } else if (auto* n = std::get_if<If>(&s.node)) {
      auto condition = copy(n->condition);
      auto then = only_companions(n->then, accumulator, results);
      put(If{condition, std::move(then), only_companions(n->otherwise, accumulator, results)});
    } else if (auto* l = std::get_if<For>(&s.node)) {
      auto lo = copy(l->lo), step = copy(l->step), hi = copy(l->hi);
      const VarId v = variable(l->var);
      put(For{v, lo, step, hi, only_companions(l->body, accumulator, results), l->unroll});
    } else if (auto* w = std::get_if<While>(&s.node)) {
      auto condition = copy(w->condition);
      put(While{condition, only_companions(w->body, accumulator, results)});
    } else if (std::holds_alternative<Break>(s.node) || std::holds_alternative<Continue>(s.node))
      out.push_back(s);
  }
  return out;
}

void KernelBuilder::companions(Block& block, const ExprP& it, int accumulator, const std::map<VarId, VarId>& results) {
  begin_iteration(it);
  Block body = only_companions(planned_body(plan(), nest()), accumulator, results);
  end_iteration(block, std::move(body), it);
}

void KernelBuilder::iteration(Block& block, const ExprP& it, const std::vector<VarId>& accumulators, bool last_values) {
  iteration_of(block, planned_body(plan(), nest()), it, accumulators, last_values);
}

KernelBuilder::KeptGroup KernelBuilder::kept_group(Block& block, const ExprP& index, std::int64_t size, int tiled) {
  ExprP outer = int_const(0), mine = index;
  if (tiled > 0) {
    const ExprP groups =
        ref(let(block, "$per", binary(BinaryOp::DivTrunc, add(count(tiled), int_const(size - 1)), int_const(size))));
    outer = ref(let(block, "$outer", binary(BinaryOp::DivTrunc, index, groups)));
    mine = sub(index, mul(outer, groups));
  }
  return {outer, ref(let(block, "$first", mul(mine, int_const(size))))};
}

void KernelBuilder::iteration_at(Block& block, const ExprP& value) {
  run_value_ = value;
  iteration(block, sub(value, low(run_.back())), {}, false);
  run_value_ = nullptr;
}

void KernelBuilder::iteration_of(Block& block, const Block& statements, const ExprP& it,
                                 const std::vector<VarId>& accumulators, bool last_values) {
  whole_iteration(block, statements, it, last_values, [&] { return copy_block(statements, accumulators); });
}

void KernelBuilder::whole_iteration(Block& block, const Block& statements, const ExprP& it, bool last_values,
                                    const std::function<Block()>& copy) {
  begin_iteration(it);
  Block body, tail;
  if (last_values)
    for (VarId v : plan().live_out) {
      if (loop_of(v) >= 0) continue;  // the launch knows the loop variables' last values
      start_with_value_before(body, statements, v);
      tail.push_back({Assign{output(v), ref(variable(v))}, {}});
    }
  for (Stmt& s : copy()) body.push_back(std::move(s));
  if (!tail.empty()) body.push_back({If{is_last(it), std::move(tail), {}}, {}});
  end_iteration(block, std::move(body), it);
}

// What only inner loops assign keeps its value when they are empty; what does not exist before the nest starts at 0.
void KernelBuilder::start_with_value_before(Block& block, const Block& statements, VarId v) {
  const bool is_param = std::any_of(nest().params.begin(), nest().params.end(),
                                    [&](const Param& p) { return p.kind == Param::Kind::Scalar && p.id == v; });
  if (scalar_flow(statements, [](const For&) { return false; }).written.count(v)) return;
  block.push_back({Assign{variable(v), is_param ? scalar(v) : cast(nest().vars[v].type, int_const(0))}, {}});
}

void KernelBuilder::begin_iteration(const ExprP& it) {
  it_ = it;
  std::fill(loop_used_.begin(), loop_used_.end(), false);
}

// The body with the loop variables that it needs before it, from the linear iteration.
void KernelBuilder::end_iteration(Block& block, Block body, const ExprP& it) {
  bool outer_needed = false;
  for (std::size_t q = 0; q < run_.size(); ++q) outer_needed |= loop_used_[std::size_t(run_[q])];
  if (!silent_ && (facts().checked || may_fail(body))) set_order(block, it);
  if (outer_needed) {
    ExprP rest = it;
    for (std::size_t q = run_.size(); q-- > 0;) {
      const int k = run_[q];
      ExprP index = !run_indices_.empty() ? run_indices_[q] : q == 0 ? rest : binary(BinaryOp::Mod, rest, count(k));
      // Never more: what it is for is that the back end sees where a window ends (codegen/interior.h).
      if (q == 0 && facts().window && !policy().warps && run_indices_.empty())
        index = binary(BinaryOp::Min, rest, sub(count(k), int_const(1)));
      if (loop_used_[std::size_t(k)])
        block.push_back(
            {Assign{loop_vars_[std::size_t(k)], run_value_ ? run_value_ : add(low(k), mul(step(k), index))}, {}});
      bool more = false;
      for (std::size_t p = 0; p < q; ++p) more |= loop_used_[std::size_t(run_[p])];
      if (!more) break;
      rest = binary(BinaryOp::DivTrunc, rest, count(k));
    }
  }
  for (Stmt& s : body) block.push_back(std::move(s));
  it_ = nullptr;
}

ExprP KernelBuilder::is_last(const ExprP& it) {
  if (channel_ && channel_index_ + 1 < facts().channels) return bool_const(false);
  const ExprP last = binary(BinaryOp::Eq, it, sub(total(), int_const(1)));
  if (kept_.empty()) return last;
  const ExprP kept = param({Binding::Kind::KeptTotal}, "$kepts", Elem::I64);
  return logical_and(binary(BinaryOp::Eq, kept_linear_, sub(kept, int_const(1))), last);
}

}  // namespace qc
