#include "analysis/known_values.h"

#include <cmath>
#include <map>
#include <set>

#include "analysis/nest_model.h"
#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {

// `int(scalar(100)/2.0 - 1.0)` is 49: what a subscript or bound in scalars is, once its numbers are known.
ExprP folded(const ExprP& e) {
  auto real = [](const ExprP& x) { return std::get_if<ConstFloat>(&x->node); };
  if (auto* c = std::get_if<Cast>(&e->node)) {
    if (as_int(*c->a) && (c->to == Elem::F32 || c->to == Elem::F64)) return cast(c->to, c->a);
    if (auto* v = real(c->a); v && c->to == Elem::I64 && std::fabs(v->value) < 1e15) return int_const(std::int64_t(v->value));
    return e;
  }
  auto* b = std::get_if<Binary>(&e->node);
  if (b && b->site == kNoSite && as_int(*b->a) && as_int(*b->b)) return binary(b->op, b->a, b->b);
  auto *x = b ? real(b->a) : nullptr, *y = b ? real(b->b) : nullptr;
  if (!x || !y) return e;
  auto rounded = [&](double v) { return float_const(e->type == Elem::F32 ? double(float(v)) : v, e->type); };  // of one operation: exact enough twice
  switch (b->op) {
    case BinaryOp::Add: return rounded(x->value + y->value);
    case BinaryOp::Sub: return rounded(x->value - y->value);
    case BinaryOp::Mul: return rounded(x->value * y->value);
    case BinaryOp::Div: return rounded(x->value / y->value);
    default: return e;
  }
}

}  // namespace

std::optional<LoopNest> with_known_values(const LoopNest& nest, const KnownInt& value) {
  const Function& f = nest.function;
  const std::set<VarId> assigned = assigned_variables(f.body);
  std::map<VarId, std::int64_t> known;
  for (const Param& p : f.params) {
    if (p.kind != Param::Kind::Scalar || value_elem(f.vars[p.id].type) != Elem::I64 || assigned.count(p.id)) continue;
    if (const auto v = value(f.vars[p.id].name)) known[p.id] = *v;
  }
  if (known.empty()) return {};
  LoopNest out = nest;
  out.function.body = rewrite_exprs(f.body, [&](ExprP e) {
    auto* r = std::get_if<VarRef>(&e->node);
    const auto it = r ? known.find(r->var) : known.end();
    if (it == known.end()) return folded(e);
    Expr constant = *int_const(it->second);
    constant.span = e->span;
    return ExprP(std::make_shared<const Expr>(std::move(constant)));
  });
  return out;
}

}  // namespace qc
