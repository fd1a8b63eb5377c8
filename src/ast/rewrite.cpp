#include "ast/rewrite.h"

#include <utility>

namespace qc::ast {

Block Rewriter::block(const Block& b) {
  Block out;
  for (const Stmt& s : b) into(s, out);
  return out;
}

Expr Rewriter::expression(const Expr& e) { return *expression(ExprP(e)); }

ExprP Rewriter::expression(const ExprP& e) {
  if (auto other = replaced(*e)) return ExprP(std::move(*other));
  if (std::holds_alternative<Lambda>(e->node)) return e;
  Expr out = *e;
  bool changed = false;
  for_each_part(out, [&](auto& part) {
    if constexpr (std::is_same_v<std::remove_reference_t<decltype(part)>, ExprP>) {
      ExprP other = expression(part);
      changed = changed || other.get() != part.get();
      part = std::move(other);
    }
  });
  return changed ? ExprP(std::move(out)) : e;
}

Stmt Rewriter::statement(const Stmt& s) {
  Stmt out = s;
  auto* value = std::get_if<ExprStmt>(&out.node);
  auto* lambda = value ? std::get_if<Lambda>(&value->value->node) : nullptr;
  if (lambda && (lambda->assignment || !lambda->statements.empty())) {
    value->value = kernel(*lambda, value->value->span);
    return out;
  }
  const bool loop = std::holds_alternative<For>(s.node), function = std::holds_alternative<Box<FunctionDef>>(s.node);
  for_each_part(out, [&](auto& part) {
    if constexpr (std::is_same_v<std::remove_reference_t<decltype(part)>, Block>) {
      part = block(part);
    } else if (!function) {
      if (loop) in_bound(true);
      part = expression(part);
      if (loop) in_bound(false);
    }
  });
  if (auto* a = std::get_if<Assign>(&out.node)) in_assignment(std::get<Assign>(s.node), *a);
  return out;
}

ExprP Rewriter::kernel(const Lambda& l, Span span) {
  Lambda out = l;
  if (l.assignment) out.assignment = Box<Stmt>(statement(*l.assignment));
  out.statements = block(l.statements);
  return ExprP(Expr{std::move(out), span});
}

}  // namespace qc::ast
