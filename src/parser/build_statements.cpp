#include "parser/build_statements.h"

#include <fmt/format.h>

#include <algorithm>

#include "parser/build_assignments.h"
#include "parser/build_expressions.h"
#include "parser/build_for.h"
#include "parser/build_pragmas.h"
#include "parser/build_types.h"
#include "parser/literals.h"
#include "support/stop.h"

namespace qc {

static ast::If if_statement(BuildContext& b, Tk::IfStatementContext& c) {
  ast::If n;
  n.arms.push_back({build_expr(b, c.expression()), build_block(b, c.block())});
  for (auto* arm : c.elseifArm()) {
    ast::ExprP condition = build_expr(b, arm->expression());
    n.arms.push_back({condition, build_block(b, arm->block())});
  }
  if (c.elseArm()) n.otherwise = build_block(b, c.elseArm()->block());
  return n;
}

// Several patterns of an arm, | 1 | 2 ->, | ("a", "b") ->: numbers, or texts, are one list, of others each has an arm
// of its own.
static std::vector<ast::ExprP> patterns(BuildContext& b, Tk::MatchArmContext& arm) {
  std::vector<ast::ExprP> all;
  for (auto* pattern : arm.pattern())
    for (auto* e : pattern->expression()) {
      const ast::ExprP one = build_expr(b, e);
      if (auto* cell = std::get_if<ast::CellLit>(&one->node))
        all.insert(all.end(), cell->elements.begin(), cell->elements.end());
      else
        all.push_back(one);
    }
  const auto is_text = [](const ast::ExprP& e) { return std::holds_alternative<ast::StringLit>(e->node); };
  const auto is_number = [](const ast::ExprP& e) {
    const ast::Expr* x = &*e;
    if (auto* u = std::get_if<ast::Unary>(&x->node)) x = &*u->operand;
    return std::holds_alternative<ast::IntLit>(x->node) || std::holds_alternative<ast::FloatLit>(x->node);
  };
  const bool list = std::all_of(all.begin(), all.end(), is_number) || std::all_of(all.begin(), all.end(), is_text);
  if (all.size() < 2 || !list) return all;
  const Span whole{all.front()->span.file, all.front()->span.begin, all.back()->span.end};
  return {ast::ExprP(ast::Expr{ast::ArrayLit{std::move(all)}, whole})};
}

static ast::Match match(BuildContext& b, Tk::MatchStatementContext& c) {
  ast::Match n;
  n.value = build_expr(b, c.expression());
  for (auto* arm : c.matchArm()) {
    const ast::Block body = build_block(b, arm->block());
    if (arm->UNDERSCORE()) n.arms.push_back({{}, body});
    for (auto& pattern : patterns(b, *arm)) n.arms.push_back({std::move(pattern), body});
  }
  return n;
}

static ast::Stmt::Node jump(BuildContext& b, Tk::JumpContext& c) {
  if (c.RETURN()) return ast::Return{};
  if (b.loops.depth == 0) b.tree.report("Q0106", b.tree.span(c), fmt::format("'{}' outside a loop", c.getText()));
  if (c.BREAK()) return ast::Break{};
  return ast::Continue{};
}

static void build_statement(BuildContext& b, ast::Block& out, Tk::StatementContext& c) {
  check_stopped();
  if (auto* p = c.pragma()) return build_pragma(b, out, *p);
  if (auto* n = c.forStatement()) return build_for(b, out, *n);
  ast::Stmt s;
  s.span = b.tree.span(c);
  drop_pending_hint(b);
  if (auto* n = c.ifStatement()) {
    s.span = b.tree.header(*n, *n->expression());
    s.node = if_statement(b, *n);
  } else if (auto* n = c.whileStatement()) {
    s.span = b.tree.header(*n, *n->expression());
    s.node = ast::While{build_expr(b, n->expression()), loop_body(b, n->block())};
  } else if (auto* n = c.repeatStatement()) {
    s.span = b.tree.span(*n->start);
    auto body = loop_body(b, n->block());
    s.node = ast::Repeat{std::move(body), build_expr(b, n->expression())};
  } else if (auto* n = c.matchStatement()) {
    s.span = b.tree.header(*n, *n->expression());
    s.node = match(b, *n);
  } else if (auto* n = c.tryStatement()) {
    s.span = b.tree.span(*n->start);
    s.node = ast::Try{build_block(b, n->block(0)), n->NAME() ? n->NAME()->getText() : "", build_block(b, n->block(1))};
  } else if (auto* n = c.functionDefinition()) {
    s.node = build_function(b, *n);
    s.span = join(b.tree.span(*n->start), b.tree.span(n->RPAREN()));
  } else if (auto* n = c.typeDefinition()) {
    build_field_defaults(b, out, *n);
    s.node = build_type_definition(b, *n);
  } else if (auto* n = c.jump())
    s.node = jump(b, *n);
  else if (auto* n = c.importStatement())
    s.node = ast::Import{import_path(n->STRING()->getText())};
  else if (auto* n = c.printStatement())
    s.node = ast::Print{build_list(b, n->expression())};  // also print(a, b)
  else if (auto* n = c.simpleStatement()) {
    if (build_chained(b, out, *n)) return;
    s.node = build_simple(b, *n);
  }
  if (auto* inner = dynamic_cast<TreeReader::Node*>(c.children.front())) b.tree.check_end(*inner);
  out.push_back(std::move(s));
}

ast::Block build_block(BuildContext& b, Tk::BlockContext* c) {
  ast::Block out;
  std::size_t first = 0;  // of what the last statement is made of
  for (auto* child : c->children) {
    if (auto* s = dynamic_cast<Tk::StatementContext*>(child)) {
      first = out.size();
      build_statement(b, out, *s);
    } else if (auto* t = dynamic_cast<antlr4::tree::TerminalNode*>(child); t && t->getSymbol()->getType() == Tk::SEMI) {
      for (; first < out.size(); ++first) out[first].quiet = true;
    }
  }
  b.hint_at_end = b.hint.is_pending();
  drop_pending_hint(b);
  return out;
}

ast::Block build_program(BuildContext& b, Tk::BlockContext* c) {
  name_type_classes(b, *c);
  return build_block(b, c);
}

ast::Block loop_body(BuildContext& b, Tk::BlockContext* c) {
  ++b.loops.depth;
  ast::Block body = build_block(b, c);
  --b.loops.depth;
  return body;
}

}  // namespace qc
