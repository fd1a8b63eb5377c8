#include "codegen/ir_passes/divisibility.h"

#include <algorithm>
#include <bit>

#include "ir/build.h"

namespace qc::codegen {

namespace {
constexpr int kMost = 62;
int of_constant(std::int64_t v) { return v == 0 ? kMost : std::min(kMost, std::countr_zero(std::uint64_t(v))); }
}  // namespace

int Divisibility::of(const ir::Expr& e) const {
  if (e.type != Elem::I64) return 0;
  if (auto* c = std::get_if<ir::ConstInt>(&e.node)) return of_constant(c->value);
  if (auto* v = std::get_if<ir::VarRef>(&e.node)) return vars_[v->var];
  if (auto* x = std::get_if<ir::Extent>(&e.node)) return f_.arrays[x->array].multiple(x->dim);
  if (auto* s = std::get_if<ir::Select>(&e.node)) return std::min(of(*s->yes), of(*s->no));
  if (auto* n = std::get_if<ir::Unary>(&e.node)) return n->op == ir::UnaryOp::Neg ? of(*n->a) : 0;
  if (auto* n = std::get_if<ir::Binary>(&e.node)) {
    switch (n->op) {
      case ir::BinaryOp::Add:
      case ir::BinaryOp::Sub:
      case ir::BinaryOp::Min:
      case ir::BinaryOp::Max:
        return std::min(of(*n->a), of(*n->b));
      case ir::BinaryOp::Mul:
        return std::min(kMost, of(*n->a) + of(*n->b));
      case ir::BinaryOp::Shl:
        if (auto c = ir::as_int(*n->b); c && *c >= 0)
          return int(std::min<std::int64_t>(kMost, of(*n->a) + std::min<std::int64_t>(*c, kMost)));
        return of(*n->a);
      default:
        return 0;
    }
  }
  return 0;
}

// Starts from "everything divides" and lowers until nothing changes, so that `i = i + 8192` keeps what its start has.
Divisibility::Divisibility(const ir::Function& f) : f_(f), vars_(f.vars.size(), kMost) {
  for (const auto& p : f.params)
    if (p.kind == ir::Param::Kind::Scalar) vars_[p.id] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    auto lower = [&](ir::VarId v, int to) {
      if (to < vars_[v]) {
        vars_[v] = to;
        changed = true;
      }
    };
    ir::for_each_stmt(f.body, [&](const ir::Stmt& s) {
      if (auto* a = std::get_if<ir::Assign>(&s.node))
        lower(a->var, of(*a->value));
      else if (auto* l = std::get_if<ir::For>(&s.node))
        lower(l->var, std::min(of(*l->lo), of(*l->step)));
      else if (auto* t = std::get_if<ir::Atomic>(&s.node)) {
        if (t->old) lower(*t->old, 0);
      }
    });
  }
}

}  // namespace qc::codegen
