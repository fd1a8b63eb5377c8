#include "parser/set_aside.h"

#include <algorithm>
#include <map>

namespace qc {

namespace {

bool can_wait(const Diagnostic& d) { return d.code == Code("Q0106") || d.code == Code("Q0203"); }

// The function of the program's own level that a place stands in: the span of its statement is its first line.
Box<ast::FunctionDef>* function_around(ast::Program& program, Span place) {
  ast::Stmt* around = nullptr;
  for (ast::Stmt& s : program.statements)
    if (s.span.begin <= place.begin) around = &s;
  return around ? std::get_if<Box<ast::FunctionDef>>(&around->node) : nullptr;
}

ast::Stmt failure(const Diagnostic& d) {
  const auto at = [&](auto node) { return ast::ExprP(ast::Expr{std::move(node), d.span}); };
  return {ast::ExprStmt{at(ast::Call{at(ast::Name{"error"}), {{"", at(ast::StringLit{d.message}), false}}})}, d.span,
          false};
}

}  // namespace

void set_aside_mistakes(ParseResult& result, const std::function<bool(const ast::FunctionDef&)>& called) {
  if (result.ok()) return;
  std::map<Box<ast::FunctionDef>*, const Diagnostic*> wrong;  // and the first mistake in them
  for (const Diagnostic& d : result.diagnostics) {
    if (d.severity != Severity::Error) continue;
    auto* f = can_wait(d) ? function_around(result.program, d.span) : nullptr;
    if (!f || called(**f)) return;
    wrong.emplace(f, &d);
  }
  for (const auto& [f, first] : wrong) {
    ast::FunctionDef failing = **f;
    failing.body = {failure(*first)};
    *f = std::move(failing);
  }
  for (Diagnostic& d : result.diagnostics) d.severity = Severity::Warning;
}

}  // namespace qc
