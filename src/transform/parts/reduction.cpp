#include "transform/parts/reduction.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "transform/policy/compared.h"

namespace qc {

using namespace ir;

namespace {
void append(Block& to, Block from) {
  for (Stmt& s : from) to.push_back(std::move(s));
}
Access unchecked(Access a) {
  a.boundary = Boundary::Unchecked;
  a.site = kNoSite;
  return a;
}
}  // namespace

Reduction::Reduction(const LoopNest& nest, const LoopPlan& p, const LoopFacts& facts, const SchedulePolicy& pol)
    : b(nest, p, facts, pol), plan(p), policy(pol), partial(p.verdict == Verdict::Partial) {
  for (const Accumulator& a : plan.accumulators) {
    first_item.push_back(items.size());
    for (FoldItem item : fold_items(a)) {
      if (item.part == FoldItem::Part::Position && facts.short_ints) item.type = Elem::I32;
      items.push_back(item);
    }
  }
}

bool Reduction::last_values(const LoopPlan& plan) {
  return std::any_of(plan.live_out.begin(), plan.live_out.end(), [&](VarId v) {
    return std::none_of(plan.loops.begin(), plan.loops.end(), [&](const PlannedLoop& l) { return l.var == v; });
  });
}

bool Reduction::repeatable(const LoopNest& nest, const LoopPlan& plan) {
  bool stores = last_values(plan);
  for_each_stmt(planned_body(plan, nest.function), [&](const Stmt& s) {
    stores |= std::holds_alternative<Store>(s.node) && !match_update(plan, nest.function, s);
  });
  return !stores;
}

void Reduction::settle(Block& block) {
  std::set<ArrayId> written;
  for_each_stmt(plan.epilogue, [&](const Stmt& s) {
    if (auto* w = std::get_if<Store>(&s.node)) written.insert(w->access.array);
  });
  bool read = false;
  auto look = [&](const Expr& e) {
    if (auto* l = std::get_if<Load>(&e.node)) read |= written.count(l->access.array) > 0;
  };
  for_each_expr(planned_body(plan, b.nest()), look);
  if (!only_starts(plan)) for_each_expr(plan.prologue, look);
  if (partial && read) block.push_back({Barrier{}, {}});
}

bool Reduction::only_starts(const LoopPlan& plan) {
  return std::all_of(plan.prologue.begin(), plan.prologue.end(), [&](const Stmt& s) {
    auto* a = std::get_if<Assign>(&s.node);
    return a && std::any_of(plan.accumulators.begin(), plan.accumulators.end(),
                            [&](const Accumulator& x) { return x.var == a->var || x.imaginary == a->var; });
  });
}

void Reduction::set_out(Block& block) {
  if (!only_starts(plan)) append(block, b.copy_kept(plan.prologue, int_const(0)));
}

std::vector<VarId> Reduction::start_variables(Block& block) {
  std::vector<VarId> to;
  for (std::size_t k = 0; k < plan.accumulators.size(); ++k) {
    const FoldItem& item = items[first_item[k]];
    const bool reads = plan.accumulators[k].element && !is_pair(items, first_item[k]);
    to.push_back(reads ? b.let(block, "$start", neutral(item)) : kNoVar);
  }
  return to;
}

void Reduction::starts(Block& block, const std::vector<VarId>& to) {
  for (std::size_t i = 0; i < to.size(); ++i)
    if (to[i] != kNoVar)
      block.push_back({Assign{to[i], load(b.kernel(), b.copy_access(unchecked(*plan.accumulators[i].element)))}, {}});
}

void Reduction::join(Block& block, std::size_t i, const ExprP& value, VarId start_read) {
  const Accumulator& a = plan.accumulators[i];
  const bool element = a.element.has_value();
  ExprP init;
  if (start_read != kNoVar)
    init = b.ref(start_read);
  else if (element)
    init = load(b.kernel(), b.copy_access(unchecked(*a.element)));
  else
    init = start(i);
  ExprP result;
  if (a.divides)
    result = binary(BinaryOp::Div, init, value);
  else
    result = combine(a.op, init, value);
  result = cast(a.type, result);  // of a type narrower than the arithmetic: brought into its range once
  if (element)
    block.push_back({Store{b.copy_access(unchecked(*a.element)), result}, {}});
  else if (private_accumulator(i))
    block.push_back({Assign{b.variable(a.var), result}, {}});
  else
    put_result(block, a.var, result);
}

const Access* Reduction::home(VarId v) const {
  const auto it =
      std::find_if(plan.elements.begin(), plan.elements.end(), [&](const KeptElement& e) { return e.var == v; });
  return it == plan.elements.end() ? nullptr : &it->element;
}

void Reduction::put_result(Block& block, VarId v, const ExprP& value) {
  if (const Access* element = home(v))
    block.push_back({Store{b.copy_access(unchecked(*element)), value}, {}});
  else
    block.push_back({Assign{b.output(v), value}, {}});
}

// The value of iteration `at` and what is kept beside it, if it replaces the start value.
void Reduction::join_arg(Block& block, std::size_t i, const ExprP& value, const ExprP& at) {
  const Accumulator& a = plan.accumulators[i];
  const ExprP before = a.element ? load(b.kernel(), b.copy_access(unchecked(*a.element))) : start(i);
  const ExprP init = b.ref(b.let(block, "$init", before));
  const ExprP better = logical_and(binary(BinaryOp::Ge, at, int_const(0)), replaces(a, value, init));
  std::map<VarId, VarId> results;
  Block taken, kept, stored;
  if (a.element) {
    taken.push_back({Store{b.copy_access(unchecked(*a.element)), cast(a.type, value)}, {}});
    block.push_back({If{better, std::move(taken), {}}, {}});
    return;
  }
  // Private ones have what the prologue left in them, and elements what is there.
  const auto begins = [&](VarId v, const ExprP& value) {
    if (!private_accumulator(i) && !home(v)) kept.push_back({Assign{b.output(v), value}, {}});
  };
  begins(a.var, init);
  for (VarId c : a.companions) {
    if (home(c)) {
      results[c] = b.kernel().add_var("$kept", b.nest().vars[c].type);
      put_result(stored, c, b.ref(results[c]));
      continue;
    }
    results[c] = private_accumulator(i) ? b.variable(c) : b.output(c);
    if (!private_accumulator(i)) begins(c, b.scalar(c));
  }
  if (private_accumulator(i))
    taken.push_back({Assign{b.variable(a.var), value}, {}});
  else
    put_result(taken, a.var, value);
  if (!results.empty()) b.companions(taken, at, int(i), results);
  append(taken, std::move(stored));
  block.push_back({If{better, std::move(taken), std::move(kept)}, {}});
}

void Reduction::join_complex(Block& block, std::size_t i, const ExprP& re, const ExprP& im) {
  const Accumulator& a = plan.accumulators[i];
  const ExprP first = start(i),
              second = private_accumulator(i) ? b.ref(b.variable(a.imaginary)) : b.scalar(a.imaginary);
  const auto [x, y] = complex_product(b, block, first, second, re, im);
  const VarId kept = b.let(block, "$first", x);
  block.push_back({Assign{private_accumulator(i) ? b.variable(a.imaginary) : b.output(a.imaginary), y}, {}});
  block.push_back({Assign{private_accumulator(i) ? b.variable(a.var) : b.output(a.var), b.ref(kept)}, {}});
}

// A private accumulator of a kept iteration starts from what the prologue left in it.
ExprP Reduction::start(std::size_t i) {
  const VarId v = plan.accumulators[i].var;
  if (plan.accumulators[i].start) return b.copy(plan.accumulators[i].start);
  return private_accumulator(i) ? b.ref(b.variable(v)) : b.scalar(v);
}

Block Reduction::joined(const std::vector<VarId>& values, const std::vector<VarId>& starts) {
  Block block;
  append(block, b.copy_kept(plan.prologue, int_const(0)));
  for (std::size_t i = 0; i < first_item.size(); ++i) {
    const std::size_t item = first_item[i];
    if (is_arg(items[item].op))
      join_arg(block, i, b.ref(values[item]), b.ref(values[item + 1]));
    else if (is_pair(items, item))
      join_complex(block, i, b.ref(values[item]), b.ref(values[item + 1]));
    else
      join(block, i, b.ref(values[item]), starts.empty() ? kNoVar : starts[i]);
  }
  if (!plan.epilogue.empty()) append(block, b.copy_kept(plan.epilogue, sub(b.total(), int_const(1))));
  if (!plan.epilogue_out.empty()) {
    Block out;
    for (VarId v : plan.epilogue_out) out.push_back({Assign{b.output(v), b.ref(b.variable(v))}, {}});
    const ExprP last = sub(b.param({Binding::Kind::KeptTotal}, "$kepts", Elem::I64), int_const(1));
    block.push_back({If{binary(BinaryOp::Eq, b.kept_linear(), last), std::move(out), {}}, {}});
  }
  return block;
}

KeptPlaces Reduction::kept_places(Block& block, std::int64_t per_block) {
  const int along = b.facts().tiled;
  ExprP tile = builtin(BuiltinKind::BlockIdx), outer, n;
  if (along < 0) {
    n = b.param({Binding::Kind::KeptTotal}, "$kepts", Elem::I64);
  } else {
    n = b.count(along);
    const ExprP per_row = b.param({Binding::Kind::RowTiles}, "$rowtiles", Elem::I64);
    outer = b.ref(b.let(block, "$outer", binary(BinaryOp::DivTrunc, tile, per_row)));
    tile = sub(tile, mul(outer, per_row));
  }
  return {outer, b.ref(b.let(block, "$first", mul(tile, int_const(per_block)))), n};
}

std::vector<VarId> Reduction::neutrals(Block& block, const std::string& prefix) {
  std::vector<VarId> v;
  for (std::size_t i = 0; i < items.size(); ++i)
    v.push_back(b.let(block, fmt::format("{}_{}", prefix, i), neutral(items[i])));
  return v;
}

void Reduction::meet(Block& block, const std::vector<VarId>& to, const std::vector<VarId>& x,
                     const std::vector<VarId>& y) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!is_pair(items, i)) {
      block.push_back({Assign{to[i], combine(items[i].op, b.ref(x[i]), b.ref(y[i]))}, {}});
      continue;
    }
    const auto [first, second] =
        combine_pair(b, block, items, i, b.ref(x[i]), b.ref(x[i + 1]), b.ref(y[i]), b.ref(y[i + 1]));
    const VarId kept = b.let(block, "$first", first);  // the second is of the values before
    block.push_back({Assign{to[i + 1], second}, {}});
    block.push_back({Assign{to[i], b.ref(kept)}, {}});
    ++i;
  }
}

void Reduction::iterate(Block& block, const ExprP& it, const std::vector<VarId>& values) {
  std::vector<VarId> accumulators;
  for (std::size_t i : first_item) {
    accumulators.push_back(values[i]);
    if (is_pair(items, i)) b.set_second(values[i], values[i + 1]);
  }
  b.iteration(block, it, accumulators, false);
}

void Reduction::iterate_below_end(Block& block, const ExprP& it, const std::vector<VarId>& values) {
  std::vector<VarId> taken;
  for (VarId v : values) taken.push_back(b.let(block, "$taken", b.ref(v)));
  const VarId safe = b.let(block, "$it", binary(BinaryOp::Min, it, sub(b.total(), int_const(1))));
  iterate(block, b.ref(safe), taken);
  for (std::size_t i = 0; i < items.size(); ++i)
    block.push_back({Assign{values[i], select(lt(it, b.total()), b.ref(taken[i]), b.ref(values[i]))}, {}});
}

void Reduction::put(Block& block, const std::vector<VarId>& to, const std::vector<VarId>& from) {
  for (std::size_t i = 0; i < items.size(); ++i) block.push_back({Assign{to[i], b.ref(from[i])}, {}});
}

std::vector<ArrayId> Reduction::partials() {
  std::vector<ArrayId> parts;
  for (std::size_t i = 0; i < items.size(); ++i)
    parts.push_back(b.scratch({Binding::Kind::Partials, std::uint32_t(i), items[i].type}, fmt::format("$part{}", i)));
  return parts;
}

}  // namespace qc
