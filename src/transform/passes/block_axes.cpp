#include "transform/passes/block_axes.h"

#include <algorithm>

#include "ir/build.h"

namespace qc {

namespace {

// if a && b { .. } as if a { if b { .. } }: a part that is the same for all threads becomes a branch of the block.
ir::Stmt nested(const ir::ExprP& condition, ir::Block then, Span span) {
  if (auto* both = std::get_if<ir::Binary>(&condition->node); both && both->op == ir::BinaryOp::And) {
    ir::Block inner;
    inner.push_back(nested(both->b, std::move(then), span));
    return nested(both->a, std::move(inner), span);
  }
  return {ir::If{condition, std::move(then), {}}, span};
}

}  // namespace

ir::Function with_block_axes(const ir::Function& kernel, int axes) {
  constexpr int kAll = 3;
  if (axes == kAll) return kernel;
  ir::Function f = kernel;
  f.rank = std::min(f.rank, axes);
  f.body = ir::rewrite_exprs(kernel.body, [&](const ir::ExprP& e) -> ir::ExprP {
    if (auto* b = std::get_if<ir::Builtin>(&e->node); b && b->axis >= axes) {
      if (b->kind == ir::BuiltinKind::ThreadIdx) return ir::int_const(0);
      if (b->kind == ir::BuiltinKind::BlockDim) return ir::int_const(1);
    }
    if (auto* b = std::get_if<ir::Binary>(&e->node);
        b && (b->op == ir::BinaryOp::Add || b->op == ir::BinaryOp::Mul) && e->type == Elem::I64)
      return ir::binary(b->op, b->a, b->b);  // folds what the numbers have made trivial
    return e;
  });
  for (ir::Stmt& s : f.body)
    if (auto* i = std::get_if<ir::If>(&s.node); i && i->otherwise.empty())
      s = nested(i->condition, std::move(i->then), s.span);
  return f;
}

}  // namespace qc
