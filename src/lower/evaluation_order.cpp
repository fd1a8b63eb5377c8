// Operands in the order of the text. What an operand reads stays an expression until the statement that uses it. Where
// a later operand needs statements, those of a function, that write to what an earlier one reads, `s[0] + next(s)`, the
// earlier one is read before them.
#include "lower/interface/evaluation_order.h"

#include <set>

#include "lower/interface/expr.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

namespace {

// What statements may change.
struct Changes {
  std::set<ir::VarId> vars;
  std::set<ir::ArrayId> arrays;
  bool shared = false, global = false;  // any array there: two of them may be one, and other threads pass a barrier

  void write_to(ir::ArrayId array, ir::Space space) {
    arrays.insert(array);
    global = global || space == ir::Space::Global;
  }
};

Changes changes_of(const ir::Block& statements, const ir::Function& f) {
  Changes c;
  ir::for_each_stmt(statements, [&](const ir::Stmt& s) {
    if (auto* a = std::get_if<ir::Assign>(&s.node))
      c.vars.insert(a->var);
    else if (auto* l = std::get_if<ir::For>(&s.node))
      c.vars.insert(l->var);
    else if (auto* w = std::get_if<ir::Store>(&s.node))
      c.write_to(w->access.array, f.arrays[w->access.array].space);
    else if (auto* u = std::get_if<ir::Atomic>(&s.node)) {
      if (u->old) c.vars.insert(*u->old);
      c.write_to(u->access.array, f.arrays[u->access.array].space);
    } else if (std::holds_alternative<ir::Barrier>(s.node))
      c.shared = c.global = true;
  });
  return c;
}

bool reads_changed(const ir::Expr& e, const Changes& c, const ir::Function& f) {
  bool found = false;
  ir::for_each_expr(e, [&](const ir::Expr& x) {
    if (auto* v = std::get_if<ir::VarRef>(&x.node)) found = found || c.vars.count(v->var) > 0;
    auto* l = std::get_if<ir::Load>(&x.node);
    if (!l) return;
    const ir::Space space = f.arrays[l->access.array].space;
    found = found || c.arrays.count(l->access.array) > 0 || (c.global && space == ir::Space::Global) ||
            (c.shared && space == ir::Space::Shared);
  });
  return found;
}

}  // namespace

// `v` was evaluated when `at` statements stood in the block. A short array that is named is a reference: it is read
// where it is used, as outside.
void read_before(LowerContext& cx, Value& v, std::size_t at, Span span) {
  auto* scalars = v.get_if<Scalars>();
  if (at == cx.code.out->size() || !scalars || scalars->variable) return;
  const auto place = [&] { return cx.code.out->begin() + std::ptrdiff_t(at); };
  const Changes changes = changes_of(ir::Block(place(), cx.code.out->end()), cx.code.f);
  for (ir::ExprP& p : scalars->parts) {
    const bool named = v.type.kind == Type::Kind::Fixed && std::holds_alternative<ir::VarRef>(p->node);
    if (named || !reads_changed(*p, changes, cx.code.f)) continue;
    const ir::VarId kept = cx.code.temp("$before", p->type);
    cx.code.out->insert(place(), {ir::Assign{kept, p}, span});
    p = ir::var(cx.code.f, kept);
    ++at;
  }
}

void read_before(LowerContext& cx, Operand& o, std::size_t at, Span span) {
  read_before(cx, o.value, at, span);
  if (!o.factors) return;
  read_before(cx, o.factors->first, at, span);
  read_before(cx, o.factors->second, at, span);
}

std::pair<Value, Value> both(LowerContext& cx, const ast::Expr& left, const ast::Expr& right) {
  Value a = expr(cx, left);
  const std::size_t at = cx.code.out->size();
  Value b = expr(cx, right);
  read_before(cx, a, at, left.span);
  return {std::move(a), std::move(b)};
}

void next_of(LowerContext& cx, std::vector<Value>& values, const std::function<Value()>& next, Span span) {
  const std::size_t at = cx.code.out->size();
  Value v = next();
  for (Value& before : values) read_before(cx, before, at, span);
  values.push_back(std::move(v));
}

std::vector<Value> values_of(LowerContext& cx, const std::vector<ast::Argument>& arguments) {
  std::vector<Value> out;
  for (const auto& a : arguments)
    next_of(
        cx, out, [&] { return expr(cx, *a.value); }, a.value->span);
  return out;
}

}  // namespace qc::lowering
