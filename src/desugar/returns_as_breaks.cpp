#include "desugar/returns_as_breaks.h"

#include <utility>

#include "ast/query.h"

namespace qc {

namespace {

ast::ExprP name(const char* text, Span span) { return ast::ExprP(ast::Expr{ast::Name{text}, span}); }

ast::Stmt say_so(Span span) {
  ast::Assign a;
  a.targets.push_back({name(kReturns, span), {}});
  a.value = name("true", span);
  return {std::move(a), span};
}

ast::Stmt leave_if_said(Span span) {
  ast::If leave;
  leave.arms.push_back({name(kReturns, span), {{ast::Break{}, span}}});
  return {std::move(leave), span};
}

bool is_loop(const ast::Stmt& s) { return ast::is_any<ast::For, ast::While, ast::Repeat>(s); }

// Whether there was a return.
bool rewrite(ast::Stmt& s);
bool rewrite(ast::Block& block) {
  bool found = false;
  ast::Block out;
  for (ast::Stmt& s : block) {
    const Span span = s.span;
    const bool left = rewrite(s);
    if (std::holds_alternative<ast::Return>(s.node)) {
      out.push_back(say_so(span));
      s.node = ast::Break{};
      found = true;
    }
    const bool leaves = left && is_loop(s);
    found |= left;
    out.push_back(std::move(s));
    if (leaves) out.push_back(leave_if_said(span));
  }
  block = std::move(out);
  return found;
}

// A function's returns are its own.
bool rewrite(ast::Stmt& s) {
  bool found = false;
  if (!std::holds_alternative<Box<ast::FunctionDef>>(s.node))
    ast::for_each_block(s, [&](ast::Block& inside) { found |= rewrite(inside); });
  return found;
}

}  // namespace

std::optional<ast::Stmt> with_returns_as_breaks(const ast::Stmt& loop) {
  ast::Stmt text = loop;
  if (!is_loop(text) || !rewrite(text)) return {};
  return text;
}

}  // namespace qc
