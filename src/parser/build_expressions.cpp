#include "parser/build_expressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "parser/build_assignments.h"
#include "parser/build_types.h"
#include "parser/fold_operators.h"
#include "parser/literals.h"

namespace qc {

using antlr4::tree::TerminalNode;

// ---- types that look like indices and calls ----
// A call as an extent of a type, mat(2,2) in vec[mat(2,2)](n).
static std::optional<ast::TypeExpr> sized_type(const ast::Expr& e) {
  static const std::set<std::string> shapes = {"vec", "mat", "cube", "ivec", "imat", "icube", "cvec", "cmat", "ccube"};
  auto* c = std::get_if<ast::Call>(&e.node);
  auto* name = c ? std::get_if<ast::Name>(&c->callee->node) : nullptr;
  if (!name || !shapes.count(name->name) || c->arguments.empty()) return {};
  ast::TypeExpr t;
  t.name = name->name;
  t.span = e.span;
  for (const ast::Argument& a : c->arguments) t.extents.push_back(a.value);
  return t;
}

// [scalar -> scalar], which reads like a row of one lambda, as an element type.
static std::optional<ast::TypeExpr> bracketed_function_type(const ast::Expr& e) {
  const auto* row = std::get_if<ast::ArrayLit>(&e.node);
  const auto* f = row && row->elements.size() == 1 ? std::get_if<ast::Lambda>(&row->elements[0]->node) : nullptr;
  const auto* result = f && f->body ? std::get_if<ast::Name>(&f->body->node) : nullptr;
  if (!result) return {};
  ast::TypeExpr t;
  t.name = "->";
  t.span = e.span;
  for (const auto& p : f->parameters) t.elements.push_back({p.name, {}, {}, {}, {}, p.span});
  t.rank = int(t.elements.size());
  t.elements.push_back({result->name, {}, {}, {}, {}, f->body->span});
  return t;
}

// What looks like an index of a type's name, as in vec[int](n), read as a type.
static std::optional<ast::TypeExpr> indexed_type(const ast::Expr& e) {
  static const std::set<std::string> makers = {"vec", "mat", "cube", "cell", "shared", "shared_zeros"};
  const auto* i = std::get_if<ast::Index>(&e.node);
  const auto* base = i ? std::get_if<ast::Name>(&i->base->node) : nullptr;
  const auto* type = i ? std::get_if<ast::TypeValue>(&i->base->node) : nullptr;  // cube{4}[int]
  ast::TypeExpr t;
  if (type && type->type.elements.empty())
    t = type->type;
  else if (base && makers.count(base->name))
    t.name = base->name;
  else
    return {};
  t.span = e.span;
  for (const auto& x : i->indices) {
    if (auto* v = std::get_if<ast::TypeValue>(&x->node))
      t.elements.push_back(v->type);
    else if (auto inner = indexed_type(*x))
      t.elements.push_back(std::move(*inner));
    else if (auto* n = std::get_if<ast::Name>(&x->node))
      named_extents(t.elements.emplace_back(ast::TypeExpr{n->name, {}, {}, {}, {}, x->span}));
    else if (auto sized = sized_type(*x))
      t.elements.push_back(std::move(*sized));
    else if (auto function = bracketed_function_type(*x))
      t.elements.push_back(std::move(*function));
    else
      return {};
  }
  return t;
}

// cube{4} and cube[int]{4}
static void ranked_type(BuildContext& b, ast::Expr& e, Tk::SuffixContext& s, Span all) {
  ast::TypeExpr t;
  if (auto* n = std::get_if<ast::Name>(&e.node))
    t.name = n->name;
  else if (auto made = indexed_type(e))
    t = std::move(*made);
  else
    return b.tree.report("Q0106", b.tree.span(s), "'{' after something that is not a type",
                         "cube{4} is a type with 4 dimensions; an element is x[i]");
  if (!t.name.ends_with("cube") && t.name != "vec" && t.name != "mat" && t.name != "cell")
    return b.tree.report("Q0106", b.tree.span(s), fmt::format("'{}' is followed by braces", t.name),
                         fmt::format("an item of a cell, or an element of an array, is written {}[{}]", t.name,
                                     s.COLON() ? ":" : s.INT()->getText()));
  t.rank = s.COLON() ? -1 : b.tree.rank(*s.INT()->getSymbol());
  t.span = all;
  e = {ast::TypeValue{std::move(t)}, all};
}

// ^node in vec[^node](4): items that are nullptr until they are set.
static ast::ExprP reference(BuildContext& b, Tk::IndexItemContext& c) {
  if (!std::holds_alternative<ast::Name>(build_expr(b, c.expression())->node))
    b.tree.report("Q0101", b.tree.span(c), "'^' stands before a type here",
                  "a reference to an object is written ^name");
  ast::TypeExpr t;
  t.name = "cell";
  t.span = b.tree.span(c);
  return ast::Expr{ast::TypeValue{std::move(t)}, b.tree.span(c)};
}

// ---- operands ----
// What may be evaluated once more, to ask for its size: a variable or a part of one, at places that are computed
// without calls.
static bool calls_nothing(const ast::Expr& e) {
  if (auto* f = std::get_if<ast::Field>(&e.node)) return calls_nothing(*f->base);
  if (auto* b = std::get_if<ast::Binary>(&e.node)) return calls_nothing(*b->left) && calls_nothing(*b->right);
  if (auto* c = std::get_if<ast::Call>(&e.node)) {
    const auto* f = std::get_if<ast::Name>(&c->callee->node);
    return f && (f->name == "numel" || f->name == "size") &&
           std::all_of(c->arguments.begin(), c->arguments.end(), [](const auto& a) { return calls_nothing(*a.value); });
  }
  if (auto* i = std::get_if<ast::Index>(&e.node))
    return calls_nothing(*i->base) &&
           std::all_of(i->indices.begin(), i->indices.end(), [](const auto& x) { return calls_nothing(*x); });
  return std::holds_alternative<ast::Name>(e.node) || std::holds_alternative<ast::IntLit>(e.node);
}

// `end` within the index of x: numel(x)-1, or size(x,d)-1 of one of several indices.
static ast::Expr last_index(BuildContext& b, Span s) {
  const char* help = "it is the last index within the index of a variable, x[end]";
  if (b.indices.empty() || !calls_nothing(*b.indices.back().base)) {
    b.tree.report("Q0101", s,
                  b.indices.empty() ? "'end' is no value here" : "'end' needs a variable in front of the bracket",
                  help);
    return {ast::IntLit{0}, s};
  }
  const auto [base, dimension] = b.indices.back();
  ast::Call extent{ast::ExprP(ast::Expr{ast::Name{dimension ? "size" : "numel"}, s}), {}};
  extent.arguments.push_back({{}, ast::ExprP(*base)});
  if (dimension) extent.arguments.push_back({{}, ast::ExprP(ast::Expr{ast::IntLit{std::int64_t(*dimension)}, s})});
  return {ast::Binary{ast::BinaryOp::Sub, ast::ExprP(ast::Expr{std::move(extent), s}),
                      ast::ExprP(ast::Expr{ast::IntLit{1}, s}), s},
          s};
}

static ast::ExprP typed(BuildContext& b, Tk::TypedExpressionContext& c) {
  ast::ExprP e = build_expr(b, c.expression());
  if (!c.type()) return e;
  return ast::Expr{ast::TypeAssert{e, build_type(b, *c.type())}, b.tree.span(c)};
}

static ast::ArrayLit row(BuildContext& b, const std::vector<Tk::TypedExpressionContext*>& items) {
  ast::ArrayLit a;
  for (auto* e : items) a.elements.push_back(typed(b, *e));
  return a;
}

static bool is_written_number(const ast::ExprP& e) {
  if (auto* minus = std::get_if<ast::Unary>(&e->node)) return is_written_number(minus->operand);
  return std::holds_alternative<ast::IntLit>(e->node) || std::holds_alternative<ast::FloatLit>(e->node) ||
         std::holds_alternative<ast::ImaginaryLit>(e->node);
}

// [1,2;3,4] is [[1,2],[3,4]], [A, B; C, D] is vertcat(horzcat(A, B), horzcat(C, D)).
static ast::Expr blocks(BuildContext& b, Tk::PrimaryContext& c) {
  std::vector<std::vector<Tk::TypedExpressionContext*>> rows(1);
  for (auto* child : c.children) {
    if (auto* item = dynamic_cast<Tk::TypedExpressionContext*>(child))
      rows.back().push_back(item);
    else if (auto* sign = dynamic_cast<antlr4::tree::TerminalNode*>(child);
             sign && sign->getSymbol()->getType() == Tk::SEMI)
      rows.emplace_back();
  }
  if (rows.back().empty()) rows.pop_back();
  const Span all = b.tree.span(c);
  ast::ArrayLit a;
  bool numbers = true;
  for (const auto& items : rows) {
    ast::ArrayLit one = row(b, items);
    numbers = numbers && std::all_of(one.elements.begin(), one.elements.end(), is_written_number);
    a.elements.push_back(ast::Expr{std::move(one), join(b.tree.span(*items.front()), b.tree.span(*items.back()))});
  }
  if (numbers) return {std::move(a), all};
  const auto called = [](const char* name, const std::vector<ast::ExprP>& items, Span at) -> ast::ExprP {
    if (items.size() == 1 && std::string_view(name) == "horzcat") return items[0];
    ast::Call call{ast::ExprP(ast::Expr{ast::Name{name}, at}), {}};
    for (const auto& item : items) call.arguments.push_back({"", item});
    return ast::Expr{std::move(call), at};
  };
  for (auto& one : a.elements) one = called("horzcat", std::get<ast::ArrayLit>(one->node).elements, one->span);
  return *called("vertcat", a.elements, all);
}

static ast::Expr primary(BuildContext& b, Tk::PrimaryContext& c) {
  const Span s = b.tree.span(c);
  if (c.NAME() && c.NAME()->getText() == "end")
    return last_index(b, s);  // as a name, only where arrange_tokens found it to be one
  if (c.NAME()) return {ast::Name{c.NAME()->getText()}, s};
  if (c.INT()) return {ast::IntLit{b.tree.integer(*c.INT()->getSymbol())}, s};
  if (c.FLOAT()) return {ast::FloatLit{parse_double(c.FLOAT()->getText())}, s};
  if (c.RADIX_INT()) return {ast::IntLit{b.tree.radix(*c.RADIX_INT()->getSymbol())}, s};
  if (c.IMAGINARY()) {
    std::string t = c.IMAGINARY()->getText();
    t.pop_back();
    return {ast::ImaginaryLit{parse_double(t)}, s};
  }
  if (c.STRING()) return {ast::StringLit{string_value(c.STRING()->getText())}, s};
  if (c.LPAREN()) {
    ast::Expr e = *typed(b, *c.typedExpression(0));
    e.span = s;
    return e;
  }
  if (c.LBRACK()) return c.SEMI().empty() ? ast::Expr{row(b, c.typedExpression()), s} : blocks(b, c);
  if (c.BACKQUOTE() || c.LBRACE()) return {ast::CellLit{build_list(b, c.expression())}, s};
  ast::TypeExpr t;
  t.name = "??";
  t.span = s;
  return {ast::TypeValue{std::move(t)}, s};
}

// true(m, n) is ones(m, n) > 0, false(m, n) zeros(m, n) > 0.
static std::optional<ast::Expr> filled_truths(ast::Call n, Span all) {
  auto* name = std::get_if<ast::Name>(&n.callee->node);
  if (!name || (name->name != "true" && name->name != "false")) return {};
  n.callee = ast::Expr{ast::Name{name->name == "true" ? "ones" : "zeros"}, n.callee->span};
  return ast::Expr{ast::Binary{ast::BinaryOp::Gt, ast::Expr{std::move(n), all}, ast::Expr{ast::IntLit{0}, all}, all},
                   all};
}

static void call(BuildContext& b, ast::Expr& e, Tk::SuffixContext& s, Span all) {
  if (auto t = indexed_type(e)) e = {ast::TypeValue{std::move(*t)}, e.span};
  ast::Call n{ast::ExprP(e), {}};
  for (auto* a : s.argument()) {
    if (a->ASSIGN())
      b.tree.report("Q0106", b.tree.span(a->ASSIGN()), "'=' in the arguments of a call is read as ':='",
                    "write a named argument 'name := value'", Severity::Warning);
    if (a->NAME())
      n.arguments.push_back({a->NAME()->getText(), build_expr(b, a->expression()), false});
    else if (a->ELLIPSIS())
      n.arguments.push_back({"", build_expr(b, a->expression()), true});
    else
      n.arguments.push_back({"", typed(b, *a->typedExpression())});
  }
  note_uint64(b, n);
  if (auto truths = filled_truths(n, all))
    e = std::move(*truths);
  else
    e = {std::move(n), all};
}

static void apply_suffix(BuildContext& b, ast::Expr& e, Tk::SuffixContext& s) {
  const Span all = join(e.span, b.tree.span(s));
  if (s.LPAREN()) return call(b, e, s, all);
  if (s.LBRACK()) {
    ast::Index n{ast::ExprP(e), {}};
    const auto items = s.indexItem();
    for (auto* i : items) {
      b.indices.push_back({&*n.base, items.size() == 1 ? std::nullopt : std::optional(n.indices.size())});
      n.indices.push_back(i->COLON()   ? ast::ExprP(ast::Expr{ast::Colon{}, b.tree.span(*i)})
                          : i->CARET() ? reference(b, *i)
                                       : build_expr(b, i->expression()));
      b.indices.pop_back();
    }
    e = {std::move(n), all};
  } else if (s.LBRACE()) {
    ranked_type(b, e, s, all);
  } else {
    e = {ast::Field{ast::ExprP(e), s.NAME()->getText()}, all};
  }
}

static ChainOperand operand(BuildContext& b, Tk::OperandContext& c) {
  ChainOperand out;
  for (auto* child : c.children) {
    auto* t = dynamic_cast<TerminalNode*>(child);
    if (!t) break;
    const auto kind = t->getSymbol()->getType();
    out.prefixes.push_back({kind == Tk::MINUS  ? ast::UnaryOp::Neg
                            : kind == Tk::PLUS ? ast::UnaryOp::Plus
                                               : ast::UnaryOp::Not,
                            b.tree.span(t)});
  }
  // -9223372036854775808: the sign belongs to the literal
  auto* p = c.primary();
  if (p->INT() && !out.prefixes.empty() && out.prefixes.back().op == ast::UnaryOp::Neg &&
      p->INT()->getText() == "9223372036854775808" && c.suffix().empty()) {
    const Span s = join(out.prefixes.back().span, b.tree.span(p->INT()));
    out.prefixes.pop_back();
    out.value = {ast::IntLit{INT64_MIN}, s};
    return out;
  }
  out.value = primary(b, *p);
  for (auto* s : c.suffix()) apply_suffix(b, out.value, *s);
  return out;
}

static ast::ExprP chain(BuildContext& b, Tk::ChainContext& c) {
  std::vector<ChainOperand> operands;
  std::vector<ChainOperator> operators;
  for (auto* o : c.operand()) operands.push_back(operand(b, *o));
  for (auto* o : c.binaryOperator()) operators.push_back({o->start->getType(), b.tree.span(*o)});
  return fold_operators(std::move(operands), std::move(operators), b.tree.diagnostics());
}

// ---- lambdas ----
static void lambda_block(BuildContext& b, ast::Lambda& l, Tk::LambdaBlockContext& c) {
  for (auto* one : c.lambdaStatement()) {
    if (one->simpleStatement() && build_chained(b, l.statements, *one->simpleStatement())) continue;
    ast::Stmt s;
    s.span = b.tree.span(*one);
    if (auto* print = one->lambdaPrint())
      s.node = ast::Print{build_list(b, print->expression())};
    else
      s.node = build_simple(b, *one->simpleStatement());
    l.statements.push_back(std::move(s));
  }
  if (l.statements.empty())
    b.tree.report("Q0101", b.tree.span(c), "expected an expression or statements in the parentheses");
  if (l.statements.size() != 1 || !std::holds_alternative<ast::Assign>(l.statements[0].node)) return;
  l.assignment = Box<ast::Stmt>(std::move(l.statements[0]));
  l.statements.clear();
}

static ast::ExprP lambda(BuildContext& b, Tk::LambdaContext& c) {
  ast::Lambda l;
  l.qualifier = build_qualifier(c.qualifier());
  if (c.LAMBDA_NAME()) {
    ast::Parameter p;
    p.name = c.LAMBDA_NAME()->getText();
    p.span = b.tree.span(c.LAMBDA_NAME());
    l.parameters.push_back(std::move(p));
  } else
    l.parameters = build_parameters(b, c.parameters());
  if (auto* print = c.lambdaPrint()) {
    l.statements.push_back({ast::Print{build_list(b, print->expression())}, b.tree.span(*print)});
    return ast::Expr{std::move(l), b.tree.span(c)};
  }
  if (c.lambdaBlock()) {
    lambda_block(b, l, *c.lambdaBlock());
    return ast::Expr{std::move(l), b.tree.span(c)};
  }
  ast::ExprP body = build_expr(b, c.expression(0));
  if (c.assignOperator()) {
    ast::Stmt s;
    s.span = join(body->span, b.tree.span(*c.expression(1)));
    s.node = build_assignment(b, body, *c.assignOperator(), build_expr(b, c.expression(1)));
    l.assignment = Box<ast::Stmt>(std::move(s));
  } else
    l.body = body;
  return ast::Expr{std::move(l), b.tree.span(c)};
}

// ---- expressions ----
std::vector<ast::ExprP> build_list(BuildContext& b, const std::vector<Tk::ExpressionContext*>& all) {
  std::vector<ast::ExprP> out;
  for (auto* e : all) out.push_back(build_expr(b, e));
  return out;
}

ast::ExprP build_expr(BuildContext& b, Tk::ExpressionContext* c) {
  // chain ? e : chain ? e : chain  -- the parts after each `:` in order
  std::vector<ast::ExprP> parts;
  for (auto* child : c->children) {
    if (auto* ch = dynamic_cast<Tk::ChainContext*>(child))
      parts.push_back(chain(b, *ch));
    else if (auto* l = dynamic_cast<Tk::LambdaContext*>(child))
      parts.push_back(lambda(b, *l));
  }
  ast::ExprP out = parts.back();
  for (std::size_t k = parts.size() - 1; k-- > 0;) {
    const Span s = join(parts[k]->span, out->span);
    out = ast::ExprP(ast::Expr{ast::Conditional{parts[k], build_expr(b, c->expression(k)), out}, s});
  }
  return out;
}

}  // namespace qc
