#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "parser/builder.h"
#include "parser/literals.h"

namespace qc {

using antlr4::tree::TerminalNode;

std::vector<ast::ExprP> Builder::list(const std::vector<Tk::ExpressionContext*>& all) {
  std::vector<ast::ExprP> out;
  for (auto* e : all) out.push_back(expr(e));
  return out;
}

ast::ExprP Builder::expr(Tk::ExpressionContext* c) {
  // chain ? e : chain ? e : chain  -- the parts after each `:` in order
  std::vector<ast::ExprP> parts;
  for (auto* child : c->children) {
    if (auto* ch = dynamic_cast<Tk::ChainContext*>(child))
      parts.push_back(chain(*ch));
    else if (auto* l = dynamic_cast<Tk::LambdaContext*>(child))
      parts.push_back(lambda(*l));
  }
  ast::ExprP out = parts.back();
  for (std::size_t k = parts.size() - 1; k-- > 0;) {
    const Span s = join(parts[k]->span, out->span);
    out = ast::ExprP(ast::Expr{ast::Conditional{parts[k], expr(c->expression(k)), out}, s});
  }
  return out;
}

ast::ExprP Builder::lambda(Tk::LambdaContext& c) {
  ast::Lambda l;
  l.qualifier = qualifier(c.qualifier());
  if (c.LAMBDA_NAME()) {
    ast::Parameter p;
    p.name = c.LAMBDA_NAME()->getText();
    p.span = span(c.LAMBDA_NAME());
    l.parameters.push_back(std::move(p));
  } else
    l.parameters = parameters(c.parameters());
  if (auto* print = c.lambdaPrint()) {
    l.statements.push_back({ast::Print{list(print->expression())}, span(*print)});
    return ast::Expr{std::move(l), span(c)};
  }
  if (c.lambdaBlock()) {
    lambda_block(l, *c.lambdaBlock());
    return ast::Expr{std::move(l), span(c)};
  }
  ast::ExprP body = expr(c.expression(0));
  if (c.assignOperator()) {
    ast::Stmt s;
    s.span = join(body->span, span(*c.expression(1)));
    s.node = assignment(body, *c.assignOperator(), expr(c.expression(1)));
    l.assignment = Box<ast::Stmt>(std::move(s));
  } else
    l.body = body;
  return ast::Expr{std::move(l), span(c)};
}

void Builder::lambda_block(ast::Lambda& l, Tk::LambdaBlockContext& c) {
  for (auto* one : c.lambdaStatement()) {
    if (one->simpleStatement() && chained(l.statements, *one->simpleStatement())) continue;
    ast::Stmt s;
    s.span = span(*one);
    if (auto* print = one->lambdaPrint())
      s.node = ast::Print{list(print->expression())};
    else
      s.node = simple(*one->simpleStatement());
    l.statements.push_back(std::move(s));
  }
  if (l.statements.empty()) report("Q0101", span(c), "expected an expression or statements in the parentheses");
  if (l.statements.size() != 1 || !std::holds_alternative<ast::Assign>(l.statements[0].node)) return;
  l.assignment = Box<ast::Stmt>(std::move(l.statements[0]));
  l.statements.clear();
}

ast::ExprP Builder::chain(Tk::ChainContext& c) {
  std::vector<ChainOperand> operands;
  std::vector<ChainOperator> operators;
  for (auto* o : c.operand()) operands.push_back(operand(*o));
  for (auto* o : c.binaryOperator()) operators.push_back({o->start->getType(), span(*o)});
  return fold_operators(std::move(operands), std::move(operators), diagnostics_);
}

ChainOperand Builder::operand(Tk::OperandContext& c) {
  ChainOperand out;
  for (auto* child : c.children) {
    auto* t = dynamic_cast<TerminalNode*>(child);
    if (!t) break;
    const auto kind = t->getSymbol()->getType();
    out.prefixes.push_back({kind == Tk::MINUS  ? ast::UnaryOp::Neg
                            : kind == Tk::PLUS ? ast::UnaryOp::Plus
                                               : ast::UnaryOp::Not,
                            span(t)});
  }
  // -9223372036854775808: the sign belongs to the literal
  auto* p = c.primary();
  if (p->INT() && !out.prefixes.empty() && out.prefixes.back().op == ast::UnaryOp::Neg &&
      p->INT()->getText() == "9223372036854775808" && c.suffix().empty()) {
    const Span s = join(out.prefixes.back().span, span(p->INT()));
    out.prefixes.pop_back();
    out.value = {ast::IntLit{INT64_MIN}, s};
    return out;
  }
  out.value = primary(*p);
  for (auto* s : c.suffix()) apply_suffix(out.value, *s);
  return out;
}

void Builder::apply_suffix(ast::Expr& e, Tk::SuffixContext& s) {
  const Span all = join(e.span, span(s));
  if (s.LPAREN()) return call(e, s, all);
  if (s.LBRACK()) {
    ast::Index n{ast::ExprP(e), {}};
    const auto items = s.indexItem();
    for (auto* i : items) {
      indexed_.push_back({&*n.base, items.size() == 1 ? std::nullopt : std::optional(n.indices.size())});
      n.indices.push_back(i->COLON()   ? ast::ExprP(ast::Expr{ast::Colon{}, span(*i)})
                          : i->CARET() ? reference(*i)
                                       : expr(i->expression()));
      indexed_.pop_back();
    }
    e = {std::move(n), all};
  } else if (s.LBRACE()) {
    ranked_type(e, s, all);
  } else {
    e = {ast::Field{ast::ExprP(e), s.NAME()->getText()}, all};
  }
}

// ^node in vec[^node](4): items that are nullptr until they are set.
ast::ExprP Builder::reference(Tk::IndexItemContext& c) {
  if (!std::holds_alternative<ast::Name>(expr(c.expression())->node))
    report("Q0101", span(c), "'^' stands before a type here", "a reference to an object is written ^name");
  ast::TypeExpr t;
  t.name = "cell";
  t.span = span(c);
  return ast::Expr{ast::TypeValue{std::move(t)}, span(c)};
}

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

ast::Expr Builder::last_index(Span s) {
  const char* help = "it is the last index within the index of a variable, x[end]";
  if (indexed_.empty() || !calls_nothing(*indexed_.back().base)) {
    report("Q0101", s, indexed_.empty() ? "'end' is no value here" : "'end' needs a variable in front of the bracket",
           help);
    return {ast::IntLit{0}, s};
  }
  const auto [base, dimension] = indexed_.back();
  ast::Call extent{ast::ExprP(ast::Expr{ast::Name{dimension ? "size" : "numel"}, s}), {}};
  extent.arguments.push_back({{}, ast::ExprP(*base)});
  if (dimension) extent.arguments.push_back({{}, ast::ExprP(ast::Expr{ast::IntLit{std::int64_t(*dimension)}, s})});
  return {ast::Binary{ast::BinaryOp::Sub, ast::ExprP(ast::Expr{std::move(extent), s}),
                      ast::ExprP(ast::Expr{ast::IntLit{1}, s}), s},
          s};
}

// cube{4} and cube[int]{4}
void Builder::ranked_type(ast::Expr& e, Tk::SuffixContext& s, Span all) {
  ast::TypeExpr t;
  if (auto* n = std::get_if<ast::Name>(&e.node))
    t.name = n->name;
  else if (auto made = indexed_type(e))
    t = std::move(*made);
  else
    return report("Q0106", span(s), "'{' after something that is not a type",
                  "cube{4} is a type with 4 dimensions; an element is x[i]");
  if (!t.name.ends_with("cube") && t.name != "vec" && t.name != "mat" && t.name != "cell")
    return report("Q0106", span(s), fmt::format("'{}' is followed by braces", t.name),
                  fmt::format("an item of a cell, or an element of an array, is written {}[{}]", t.name,
                              s.COLON() ? ":" : s.INT()->getText()));
  t.rank = s.COLON() ? -1 : rank(*s.INT()->getSymbol());
  t.span = all;
  e = {ast::TypeValue{std::move(t)}, all};
}

int Builder::rank(const antlr4::Token& t) {
  const std::int64_t n = integer(t);
  if (n >= 1 && n <= 16) return int(n);
  report("Q0106", token_span(t, places_), fmt::format("an array has 1 to 16 dimensions, not {}", t.getText()));
  return 1;
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
std::optional<ast::TypeExpr> Builder::indexed_type(const ast::Expr& e) {
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

// true(m, n) is ones(m, n) > 0, false(m, n) zeros(m, n) > 0.
static std::optional<ast::Expr> filled_truths(ast::Call n, Span all) {
  auto* name = std::get_if<ast::Name>(&n.callee->node);
  if (!name || (name->name != "true" && name->name != "false")) return {};
  n.callee = ast::Expr{ast::Name{name->name == "true" ? "ones" : "zeros"}, n.callee->span};
  return ast::Expr{ast::Binary{ast::BinaryOp::Gt, ast::Expr{std::move(n), all}, ast::Expr{ast::IntLit{0}, all}, all},
                   all};
}

void Builder::call(ast::Expr& e, Tk::SuffixContext& s, Span all) {
  if (auto t = indexed_type(e)) e = {ast::TypeValue{std::move(*t)}, e.span};
  ast::Call n{ast::ExprP(e), {}};
  for (auto* a : s.argument()) {
    if (a->ASSIGN())
      report("Q0106", span(a->ASSIGN()), "'=' in the arguments of a call is read as ':='",
             "write a named argument 'name := value'", Severity::Warning);
    if (a->NAME())
      n.arguments.push_back({a->NAME()->getText(), expr(a->expression()), false});
    else if (a->ELLIPSIS())
      n.arguments.push_back({"", expr(a->expression()), true});
    else
      n.arguments.push_back({"", typed(*a->typedExpression())});
  }
  note_uint64(n);
  if (auto truths = filled_truths(n, all))
    e = std::move(*truths);
  else
    e = {std::move(n), all};
}

ast::ExprP Builder::typed(Tk::TypedExpressionContext& c) {
  ast::ExprP e = expr(c.expression());
  if (!c.type()) return e;
  return ast::Expr{ast::TypeAssert{e, type(*c.type())}, span(c)};
}

ast::Expr Builder::primary(Tk::PrimaryContext& c) {
  const Span s = span(c);
  if (c.NAME() && c.NAME()->getText() == "end")
    return last_index(s);  // as a name, only where arrange_tokens found it to be one
  if (c.NAME()) return {ast::Name{c.NAME()->getText()}, s};
  if (c.INT()) return {ast::IntLit{integer(*c.INT()->getSymbol())}, s};
  if (c.FLOAT()) return {ast::FloatLit{real(c.FLOAT()->getText())}, s};
  if (c.RADIX_INT()) return {ast::IntLit{radix(*c.RADIX_INT()->getSymbol())}, s};
  if (c.IMAGINARY()) {
    std::string t = c.IMAGINARY()->getText();
    t.pop_back();
    return {ast::ImaginaryLit{real(t)}, s};
  }
  if (c.STRING()) return {ast::StringLit{string_value(*c.STRING()->getSymbol())}, s};
  if (c.LPAREN()) {
    ast::Expr e = *typed(*c.typedExpression(0));
    e.span = s;
    return e;
  }
  if (c.LBRACK()) return c.SEMI().empty() ? ast::Expr{row(c.typedExpression()), s} : blocks(c);
  if (c.BACKQUOTE() || c.LBRACE()) return {ast::CellLit{list(c.expression())}, s};
  ast::TypeExpr t;
  t.name = "??";
  t.span = s;
  return {ast::TypeValue{std::move(t)}, s};
}

ast::ArrayLit Builder::row(const std::vector<Tk::TypedExpressionContext*>& items) {
  ast::ArrayLit a;
  for (auto* e : items) a.elements.push_back(typed(*e));
  return a;
}

static bool is_written_number(const ast::ExprP& e) {
  if (auto* minus = std::get_if<ast::Unary>(&e->node)) return is_written_number(minus->operand);
  return std::holds_alternative<ast::IntLit>(e->node) || std::holds_alternative<ast::FloatLit>(e->node) ||
         std::holds_alternative<ast::ImaginaryLit>(e->node);
}

// [1,2;3,4] is [[1,2],[3,4]], [A, B; C, D] is vertcat(horzcat(A, B), horzcat(C, D)).
ast::Expr Builder::blocks(Tk::PrimaryContext& c) {
  std::vector<std::vector<Tk::TypedExpressionContext*>> rows(1);
  for (auto* child : c.children) {
    if (auto* item = dynamic_cast<Tk::TypedExpressionContext*>(child))
      rows.back().push_back(item);
    else if (auto* sign = dynamic_cast<antlr4::tree::TerminalNode*>(child);
             sign && sign->getSymbol()->getType() == Tk::SEMI)
      rows.emplace_back();
  }
  if (rows.back().empty()) rows.pop_back();
  const Span all = span(c);
  ast::ArrayLit a;
  bool numbers = true;
  for (const auto& items : rows) {
    ast::ArrayLit one = row(items);
    numbers = numbers && std::all_of(one.elements.begin(), one.elements.end(), is_written_number);
    a.elements.push_back(ast::Expr{std::move(one), join(span(*items.front()), span(*items.back()))});
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

std::int64_t Builder::integer(const antlr4::Token& t) { return parse_int(t, t.getText(), 10); }

std::int64_t Builder::radix(const antlr4::Token& t) {
  std::string s = t.getText();
  const char last = s.back();
  s.pop_back();
  return parse_int(t, s, last == 'h' ? 16 : last == 'b' ? 2 : 8);
}

std::int64_t Builder::parse_int(const antlr4::Token& t, const std::string& digits, int base) {
  std::uint64_t v = 0;
  const auto r = std::from_chars(digits.data(), digits.data() + digits.size(), v, base);
  const bool whole = r.ptr == digits.data() + digits.size();
  if (r.ec == std::errc{} && whole && (base != 10 || v <= std::uint64_t(INT64_MAX))) return std::int64_t(v);
  const bool range = r.ec == std::errc::result_out_of_range || (r.ec == std::errc{} && whole);
  report("Q0105", token_span(t, places_),
         range ? "the integer does not fit into 64 bits"
               : fmt::format("'{}' has digits that its base does not have", t.getText()),
         range ? "write it as a scalar: 1e19" : "");
  return 0;
}

// A string whose closing quote is missing was reported before.
std::string Builder::string_value(const antlr4::Token& t) {
  const std::string raw = t.getText();
  const bool closed = raw.size() > 1 && raw.back() == '"';
  return unescape(std::string_view(raw).substr(1, raw.size() - (closed ? 2 : 1)));
}

std::string Builder::import_path(const antlr4::Token& t) {
  const std::string raw = t.getText();
  std::string path = raw.substr(1, raw.size() - (raw.size() > 1 && raw.back() == '"' ? 2 : 1));
  std::replace(path.begin(), path.end(), '\\', '/');
  return path;
}

}  // namespace qc
