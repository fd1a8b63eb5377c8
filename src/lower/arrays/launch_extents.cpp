// Extents and numbers as they are at the launch: the code that is made with them is for launches that have the same
// (state/assumptions.h).
#include "lower/interface/launch_extents.h"

#include <algorithm>

#include "analysis/loops/affine.h"
#include "lower/interface/access.h"
#include "lower/interface/steady_values.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

Polynomial polynomial(AtomTable& atoms, const ir::ExprP& e) {
  if (auto c = ir::as_int(*e)) return Polynomial(*c);
  if (auto* b = std::get_if<ir::Binary>(&e->node); b && e->type == Elem::I64) {
    if (b->op == ir::BinaryOp::Add) return polynomial(atoms, b->a) + polynomial(atoms, b->b);
    if (b->op == ir::BinaryOp::Sub) return polynomial(atoms, b->a) - polynomial(atoms, b->b);
    if (b->op == ir::BinaryOp::Mul) return polynomial(atoms, b->a) * polynomial(atoms, b->b);
  }
  if (auto* u = std::get_if<ir::Unary>(&e->node); u && u->op == ir::UnaryOp::Neg)
    return Polynomial(0) - polynomial(atoms, u->a);
  return Polynomial::atom(atoms.symbol(e));
}

// b - a where it is the same number however the variables in them stand.
std::optional<std::int64_t> distance(const ir::ExprP& a, const ir::ExprP& b) {
  AtomTable atoms;
  const Polynomial d = polynomial(atoms, b) - polynomial(atoms, a);
  return d.valid() ? d.constant() : std::nullopt;
}

ExtentOf array_extents(LowerContext& cx, const Value& array) {
  return [&cx, id = array.array().id, rank = rank_of(array)](std::size_t index,
                                                             std::size_t count) -> std::optional<std::int64_t> {
    if (count == 1 && rank > 1) return {};  // x[:] is every element
    if (rank == 1) return count == 2 && index == 0 ? 1 : launch_extent(cx, id, 0, kMostChannels);
    return int(index) < rank ? launch_extent(cx, id, int(index), kMostChannels) : 1;
  };
}

std::optional<std::int64_t> launch_distance(LowerContext& cx, const ir::ExprP& a, const ir::ExprP& b,
                                            std::int64_t most) {
  AtomTable atoms;
  Polynomial d = polynomial(atoms, cx.code.in_known_terms(b)) - polynomial(atoms, cx.code.in_known_terms(a));
  if (!d.valid()) return {};
  for (const Atom x : d.atoms()) {
    const auto n = launch_constant(cx, *atoms[x].expr, most);
    if (!n) return {};
    d = d.substitute(x, Polynomial(*n));
  }
  return d.valid() ? d.constant() : std::nullopt;
}

bool steady_distance(const LowerContext& cx, const ir::ExprP& a, const ir::ExprP& b) {
  AtomTable atoms;
  const Polynomial d = polynomial(atoms, cx.code.in_known_terms(b)) - polynomial(atoms, cx.code.in_known_terms(a));
  const std::vector<Atom> in = d.atoms();
  return d.valid() && std::all_of(in.begin(), in.end(), [&](Atom x) { return is_steady(cx, *atoms[x].expr); });
}

std::optional<std::int64_t> launch_constant(LowerContext& cx, const ir::Expr& e, std::int64_t most) {
  if (auto c = ir::as_int(e)) return c;
  if (auto* x = std::get_if<ir::Extent>(&e.node))
    return x->dim >= 0 ? launch_extent(cx, x->array, x->dim, most) : std::nullopt;
  if (auto* v = std::get_if<ir::VarRef>(&e.node)) {
    if (const ir::ExprP value = cx.code.known_value(v->var)) return launch_constant(cx, *value, most);
    const std::string& name = cx.code.f.vars[v->var].name;
    if (!never_changes(cx, v->var) || cx.code.known.positions.count(v->var)) return {};
    const auto n = cx.scope.value_of(name);
    if (!n) {  // before the program runs
      const auto c = cx.scope.constant_of(name);
      if (!c || *c != double(std::int64_t(*c))) return {};
      return cx.assumed.made_for[name] = std::int64_t(*c);
    }
    cx.assumed.made_for[name] = *n;
    if (std::none_of(cx.assumed.specialised.numbers.begin(), cx.assumed.specialised.numbers.end(),
                     [&](const auto& k) { return k.name == name; }))
      cx.assumed.specialised.numbers.push_back({name, *n});
    return n;
  }
  if (auto* c = std::get_if<ir::Cast>(&e.node))
    return c->to == Elem::I64 ? launch_constant(cx, *c->a, most) : std::nullopt;
  if (auto* u = std::get_if<ir::Unary>(&e.node); u && u->op == ir::UnaryOp::Neg) {
    const auto a = launch_constant(cx, *u->a, most);
    return a ? std::optional(-*a) : std::nullopt;
  }
  auto* b = std::get_if<ir::Binary>(&e.node);
  if (!b || e.type != Elem::I64) return {};
  const auto x = launch_constant(cx, *b->a, most), y = x ? launch_constant(cx, *b->b, most) : std::nullopt;
  if (!x || !y) return {};
  switch (b->op) {
    case ir::BinaryOp::Add:
      return *x + *y;
    case ir::BinaryOp::Sub:
      return *x - *y;
    case ir::BinaryOp::Mul:
      return *x * *y;
    case ir::BinaryOp::Min:
      return std::min(*x, *y);
    case ir::BinaryOp::Max:
      return std::max(*x, *y);
    case ir::BinaryOp::DivTrunc:
      return *y ? std::optional(*x / *y) : std::nullopt;
    default:
      return {};
  }
}

std::optional<std::int64_t> launch_extent(LowerContext& cx, ir::ArrayId array, int dim, std::int64_t most) {
  return cx.assumed.extent(cx.code.f.arrays[array], dim, most);
}

std::optional<std::int64_t> launch_bound(LowerContext& cx, ir::ArrayId array, int dim, std::int64_t most) {
  return cx.assumed.bound(cx.code.f.arrays[array], dim, most);
}

bool launch_alike(LowerContext& cx, const ir::ExprP& length, const ir::ExprP& other) {
  auto *x = std::get_if<ir::Extent>(&length->node), *y = std::get_if<ir::Extent>(&other->node);
  const auto constant = x ? ir::as_int(*other) : ir::as_int(*length);
  if (constant && (x || y)) {
    const ir::Extent& e = x ? *x : *y;
    return launch_extent(cx, e.array, e.dim, kMostSelected) == constant;
  }
  return x && y && cx.assumed.alike(cx.code.f.arrays[x->array], x->dim, cx.code.f.arrays[y->array], y->dim);
}

}  // namespace qc::lowering
