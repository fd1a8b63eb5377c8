#include "desugar/returns_as_breaks.h"

#include <utility>

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

bool rewrite(ast::Block& block);

bool rewrite_body(ast::Stmt& loop) {
  if (auto* n = std::get_if<ast::For>(&loop.node)) return rewrite(n->body);
  if (auto* n = std::get_if<ast::While>(&loop.node)) return rewrite(n->body);
  auto* n = std::get_if<ast::Repeat>(&loop.node);
  return n && rewrite(n->body);
}

// Whether there was a return.
bool rewrite(ast::Block& block) {
  bool found = false;
  ast::Block out;
  for (ast::Stmt& s : block) {
    const Span span = s.span;
    bool left = false;
    if (std::holds_alternative<ast::Return>(s.node)) {
      out.push_back(say_so(span));
      s.node = ast::Break{};
      found = true;
    } else if (auto* i = std::get_if<ast::If>(&s.node)) {
      for (auto& arm : i->arms) found |= rewrite(arm.body);
      found |= rewrite(i->otherwise);
    } else if (auto* m = std::get_if<ast::Match>(&s.node)) {
      for (auto& arm : m->arms) found |= rewrite(arm.body);
    } else {
      left = rewrite_body(s);
      found |= left;
    }
    out.push_back(std::move(s));
    if (left) out.push_back(leave_if_said(span));
  }
  block = std::move(out);
  return found;
}

}  // namespace

std::optional<ast::Stmt> with_returns_as_breaks(const ast::Stmt& loop) {
  ast::Stmt text = loop;
  if (!rewrite_body(text)) return {};
  return text;
}

}  // namespace qc
