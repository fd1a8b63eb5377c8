#include "analysis/recognize/unroll_accumulators.h"

#include <algorithm>
#include <set>

#include "analysis/loops/nest_model.h"
#include "ir/build.h"
#include "ir/effects.h"
#include "ir/rewrite_stmts.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::int64_t kMostInSet = 16;
constexpr std::int64_t kMostNodes = 4096;  // of what is written out, as of short windows

bool mentions_var(const Expr& e, VarId v) {
  bool found = false;
  for_each_expr(e, [&](const Expr& x) {
    auto* r = std::get_if<VarRef>(&x.node);
    found = found || (r && r->var == v);
  });
  return found;
}

// Whether an element whose place goes along with the loop is stored from what holds its old value.
bool updates_a_set(const For& loop) {
  bool found = false;
  for_each_stmt(loop.body, [&](const Stmt& s) {
    auto* store = std::get_if<Store>(&s.node);
    if (!store) return;
    const bool moves = std::any_of(store->access.index.begin(), store->access.index.end(),
                                   [&](const ExprP& i) { return mentions_var(*i, loop.var); });
    if (!moves) return;
    for_each_expr(*store->value, [&](const Expr& x) {
      auto* l = std::get_if<Load>(&x.node);
      found = found || (l && l->access.array == store->access.array);
    });
  });
  return found;
}

// The variable means nothing but the iterations of loops over it.
bool is_counter_only(const Function& f, VarId v) {
  if (std::find(f.outputs.begin(), f.outputs.end(), v) != f.outputs.end()) return false;
  int reads = 0, inside = 0;
  const auto count = [&](const Block& b, int& n) {
    for_each_expr(b, [&](const Expr& x) {
      auto* r = std::get_if<VarRef>(&x.node);
      n += r && r->var == v;
    });
  };
  count(f.body, reads);
  for_each_stmt(f.body, [&](const Stmt& s) {
    if (auto* l = std::get_if<For>(&s.node); l && l->var == v) count(l->body, inside);
  });
  return reads == inside;
}

std::optional<std::int64_t> iterations(const For& loop) {
  const auto lo = as_int(*loop.lo), hi = as_int(*loop.hi);
  const std::int64_t step = as_int(*loop.step).value_or(0);
  if (!lo || !hi || step == 0) return {};
  return (step > 0 ? *hi < *lo : *hi > *lo) ? 0 : (*hi - *lo) / step + 1;
}

std::int64_t nodes(const Block& b) {
  std::int64_t n = 0;
  for_each_expr(b, [&](const Expr&) { ++n; });
  return n;
}

ExprP folded(const ExprP& e) {
  auto* b = std::get_if<Binary>(&e->node);
  return b && b->site == kNoSite && as_int(*b->a) && as_int(*b->b) ? binary(b->op, b->a, b->b) : e;
}

Block with_value(const Block& body, VarId v, std::int64_t value) {
  return rewrite_exprs(body, [&](ExprP e) {
    auto* r = std::get_if<VarRef>(&e->node);
    if (!r || r->var != v) return folded(e);
    Expr constant = *int_const(value);
    constant.span = e->span;
    return ExprP(std::make_shared<const Expr>(std::move(constant)));
  });
}

// With the sets the other inner loops beside them, for lanes to go through all of them together.
bool may_be_written_out(const Function& nest, const For& loop) {
  return !leaves_early(loop.body) && is_counter_only(nest, loop.var);
}

}  // namespace

bool unroll_accumulators(Function& nest) {
  auto* outer = std::get_if<For>(&nest.body[0].node);
  if (!outer) return false;
  bool changed = false;
  Block body = rewrite_stmts(outer->body, [&](Stmt copy, const Stmt&, Block& out) {
    auto* loop = std::get_if<For>(&copy.node);
    const auto n = loop ? iterations(*loop) : std::nullopt;
    if (!n || *n < 1 || *n > kMostInSet || *n * nodes(loop->body) > kMostNodes || !may_be_written_out(nest, *loop)) {
      out.push_back(std::move(copy));
      return;
    }
    changed = changed || updates_a_set(*loop);
    const std::int64_t lo = *as_int(*loop->lo), step = *as_int(*loop->step);
    for (std::int64_t k = 0; k < *n; ++k)
      for (Stmt& s : with_value(loop->body, loop->var, lo + k * step)) out.push_back(std::move(s));
  });
  if (changed) outer->body = std::move(body);
  return changed;
}

std::optional<LoopNest> with_known_sets(const LoopNest& nest, const qc::Scope& scope, Specialised& made_for) {
  const Function& f = nest.function;
  auto* outer = std::get_if<For>(&f.body[0].node);
  if (!outer) return {};
  const std::set<VarId> assigned = assigned_variables(f.body);
  std::vector<Specialised::Number> numbers;
  std::vector<Specialised::Extent> extents;
  const auto known = [&](const ExprP& e) -> ExprP {
    if (auto* r = std::get_if<VarRef>(&e->node); r && e->type == Elem::I64 && !assigned.count(r->var)) {
      if (const auto v = scope.value_of(f.vars[r->var].name)) {
        numbers.push_back({f.vars[r->var].name, *v});
        return int_const(*v);
      }
    }
    if (auto* x = std::get_if<Extent>(&e->node); x && (x->dim >= 0 || f.arrays[x->array].rank == 1)) {
      const int dim = std::max(0, x->dim);
      if (const auto v = scope.extent_of(f.arrays[x->array].name, dim)) {
        extents.push_back({f.arrays[x->array].name, dim, *v});
        return int_const(*v);
      }
    }
    return folded(e);
  };
  LoopNest out = nest;
  bool changed = false;
  auto& loop_of_out = std::get<For>(out.function.body[0].node);
  loop_of_out.body = rewrite_stmts(outer->body, [&](Stmt copy, const Stmt&, Block& to) {
    if (auto* loop = std::get_if<For>(&copy.node); loop && !iterations(*loop) && may_be_written_out(f, *loop)) {
      for (ExprP* end : {&loop->lo, &loop->step, &loop->hi}) *end = rewrite_expr(*end, known);
      const auto n = iterations(*loop);
      changed = changed || (n && *n <= kMostInSet && updates_a_set(*loop));
    }
    to.push_back(std::move(copy));
  });
  if (!changed) return {};
  made_for.numbers.insert(made_for.numbers.end(), numbers.begin(), numbers.end());
  made_for.extents.insert(made_for.extents.end(), extents.begin(), extents.end());
  return out;
}

}  // namespace qc
