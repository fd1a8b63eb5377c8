#include "transform/parts/affine_subscripts.h"

#include <algorithm>

#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {
// Operators of ints that cannot fail: int(n/2), but no division that may be by 0.
bool harmless(const Binary& n) {
  switch (n.op) {
    case BinaryOp::Mul:
    case BinaryOp::Min:
    case BinaryOp::Max:
      return true;
    case BinaryOp::DivTrunc:
    case BinaryOp::DivFloor:
    case BinaryOp::Mod:
      return as_int(*n.b).value_or(0) > 0;
    default:
      return false;
  }
}
}  // namespace

LinearForms::LinearForms(const Function& nest, const LoopPlan& plan)
    : nest_(nest), plan_(plan), assigned_(nest.vars.size(), false), definition_(nest.vars.size()) {
  std::vector<int> times(nest.vars.size(), 0);
  for_each_stmt(nest.body, [&](const Stmt& s) {
    VarId v = kNoVar;
    if (auto* a = std::get_if<Assign>(&s.node)) v = a->var;
    if (auto* f = std::get_if<For>(&s.node)) v = f->var;
    if (auto* t = std::get_if<Atomic>(&s.node); t && t->old) v = *t->old;
    if (v != kNoVar) {
      assigned_[v] = true;
      ++times[v];
    }
  });
  for (const Stmt& s : planned_body(plan, nest))
    if (auto* a = std::get_if<Assign>(&s.node))
      if (times[a->var] == 1 && std::find(plan.privates.begin(), plan.privates.end(), a->var) != plan.privates.end())
        definition_[a->var] = a->value;
}

std::optional<LinearForm> LinearForms::constant(ExprP rest) const {
  return LinearForm{std::vector<std::int64_t>(plan_.loops.size(), 0), std::move(rest)};
}

std::optional<LinearForm> LinearForms::scaled(const LinearForm& f, std::int64_t factor) const {
  LinearForm out = f;
  for (auto& c : out.coefficients)
    if (__builtin_mul_overflow(c, factor, &c)) return {};
  out.rest = mul(f.rest, int_const(factor));
  return out;
}

std::optional<LinearForm> LinearForms::of(const Expr& e) const {
  if (e.type != Elem::I64) return {};
  if (std::holds_alternative<ConstInt>(e.node) || std::holds_alternative<Extent>(e.node))
    return constant(std::make_shared<Expr>(e));
  if (auto* n = std::get_if<VarRef>(&e.node)) {
    for (std::size_t k = 0; k < plan_.loops.size(); ++k)
      if (plan_.loops[k].var == n->var) {
        auto f = constant(int_const(0));
        f->coefficients[k] = 1;
        return f;
      }
    if (invariant(n->var)) return constant(std::make_shared<Expr>(e));
    if (definition_[n->var]) return of(*definition_[n->var]);
    return {};
  }
  if (auto* n = std::get_if<Unary>(&e.node); n && n->op == UnaryOp::Neg) {
    auto a = of(*n->a);
    return a ? scaled(*a, -1) : a;
  }
  auto* n = std::get_if<Binary>(&e.node);
  if (!n) return {};
  auto a = of(*n->a), b = of(*n->b);
  if (!a || !b) return {};
  if (n->op == BinaryOp::Add || n->op == BinaryOp::Sub) {
    if (n->op == BinaryOp::Sub) b = scaled(*b, -1);
    if (!b) return {};
    for (std::size_t k = 0; k < a->coefficients.size(); ++k)
      if (__builtin_add_overflow(a->coefficients[k], b->coefficients[k], &a->coefficients[k])) return {};
    a->rest = add(a->rest, b->rest);
    return a;
  }
  if (n->op == BinaryOp::Mul) {
    if (auto c = as_int(*n->b)) return scaled(*a, *c);
    if (auto c = as_int(*n->a)) return scaled(*b, *c);
  }
  // Of invariants it is an invariant; anything else is not linear with constant coefficients.
  const auto moves = [](const LinearForm& f) {
    return std::any_of(f.coefficients.begin(), f.coefficients.end(), [](auto c) { return c != 0; });
  };
  if (!harmless(*n) || moves(*a) || moves(*b)) return {};
  return constant(binary(n->op, a->rest, b->rest));
}

}  // namespace qc
