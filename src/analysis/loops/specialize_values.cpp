#include "analysis/loops/specialize_values.h"

#include <map>
#include <set>

#include "analysis/loops/nest_model.h"
#include "ir/build.h"
#include "ir/effects.h"
#include "ir/float_operation.h"

namespace qc {

using namespace ir;

namespace {

// `int(floor(scalar(100)/2.0 - 1.0))` is 49: what a subscript or bound in scalars is, once its numbers are known.
ExprP folded(const ExprP& e) {
  const auto real = [](const ExprP& x) -> std::optional<double> {
    auto* c = std::get_if<ConstFloat>(&x->node);
    return c ? std::optional(c->value) : std::nullopt;
  };
  if (auto* c = std::get_if<Cast>(&e->node)) {
    if (const auto v = real(c->a); v && c->to == Elem::I64) return int_const(int_of_float(*v));
    return c->to == Elem::F32 || c->to == Elem::F64 ? cast(c->to, c->a) : e;
  }
  if (auto* s = std::get_if<Select>(&e->node)) {
    const auto c = as_int(*s->condition);
    return !c ? e : *c ? s->yes : s->no;
  }
  auto* b = std::get_if<Binary>(&e->node);
  if (b && b->site == kNoSite && as_int(*b->a) && as_int(*b->b)) return binary(b->op, b->a, b->b);
  std::optional<double> x, y = 0.0, z = 0.0;
  if (auto* u = std::get_if<Unary>(&e->node))
    x = real(u->a);
  else if (b)
    x = real(b->a), y = real(b->b);
  else if (auto* m = std::get_if<Fma>(&e->node))
    x = real(m->a), y = real(m->b), z = real(m->c);
  if (!x || !y || !z) return e;
  const auto v = float_operation(*e, {*x, *y, *z});
  return v ? float_const(*v, e->type) : e;
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
