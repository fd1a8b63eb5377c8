#include "parser/build_ast.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <set>

#include "parser/fold_operators.h"
#include "parser/literals.h"

namespace qc {

namespace {

using antlr4::ParserRuleContext;
using antlr4::tree::TerminalNode;

class Builder {
 public:
  Builder(const BytePlaces& places, std::vector<Diagnostic>& diagnostics) : places_(places), diagnostics_(diagnostics) {}

  ast::Block block(Tk::BlockContext* c) {
    ast::Block out;
    for (auto* child : c->children) {
      if (auto* s = dynamic_cast<Tk::StatementContext*>(child)) statement(out, *s);
      else if (auto* t = dynamic_cast<TerminalNode*>(child); t && t->getSymbol()->getType() == Tk::SEMI && !out.empty()) out.back().quiet = true;
    }
    hint_at_end_ = hint_ != ast::LoopHint::None;
    drop_pending_hint();
    return out;
  }
  bool hint_at_end() const { return hint_at_end_; }  // of the block built last

 private:
  Span span(const ParserRuleContext& c) const {
    const auto* stop = c.stop ? c.stop : c.start;
    const Span a = token_span(*c.start, places_), b = token_span(*stop, places_);
    return {a.file, a.begin, std::max(a.end, b.end)};
  }
  Span span(TerminalNode* t) const { return token_span(*t->getSymbol(), places_); }
  static Span join(Span a, Span b) { return {a.file, a.begin, std::max(a.end, b.end)}; }

  void report(Code code, Span at, std::string message, std::string help = "", Severity severity = Severity::Error) {
    diagnostics_.push_back({code, severity, at, std::move(message), std::move(help), {}});
  }

  // ---- statements ----
  void statement(ast::Block& out, Tk::StatementContext& c) {
    if (auto* p = c.pragma()) return pragma(out, *p);
    ast::Stmt s;
    s.span = span(c);
    if (auto* n = c.forStatement()) s = for_statement(*n);
    else {
      drop_pending_hint();
      if (auto* n = c.ifStatement()) { s.span = header(*n, *n->expression()); s.node = if_statement(*n); }
      else if (auto* n = c.whileStatement()) { s.span = header(*n, *n->expression()); s.node = ast::While{expr(n->expression()), loop_body(n->block())}; }
      else if (auto* n = c.repeatStatement()) { s.span = token_span(*n->start, places_); auto body = loop_body(n->block()); s.node = ast::Repeat{std::move(body), expr(n->expression())}; }
      else if (auto* n = c.matchStatement()) { s.span = header(*n, *n->expression()); s.node = match(*n); }
      else if (auto* n = c.tryStatement()) { s.span = token_span(*n->start, places_); s.node = ast::Try{block(n->block(0)), n->NAME() ? n->NAME()->getText() : "", block(n->block(1))}; }
      else if (auto* n = c.functionDefinition()) { s.node = function(*n); s.span = join(token_span(*n->start, places_), span(n->RPAREN())); }
      else if (auto* n = c.typeDefinition()) s.node = type_definition(*n);
      else if (auto* n = c.jump()) s.node = jump(*n);
      else if (auto* n = c.importStatement()) s.node = ast::Import{string_value(*n->STRING()->getSymbol())};
      else if (auto* n = c.printStatement()) s.node = ast::Print{list(n->expression())};
      else if (auto* n = c.simpleStatement()) s.node = simple(*n);
    }
    out.push_back(std::move(s));
  }

  Span header(const ParserRuleContext& whole, const ParserRuleContext& last) const { return join(token_span(*whole.start, places_), span(last)); }

  ast::Stmt for_statement(Tk::ForStatementContext& c) {
    ast::For f;
    f.hint = hint_;
    hint_ = ast::LoopHint::None;
    f.variable = c.NAME()->getText();
    f.variable_span = span(c.NAME());
    ast::ExprP range = expr(c.expression());
    ast::Stmt s;
    s.span = header(c, *c.expression());
    if (auto* r = std::get_if<ast::Range>(&range->node)) {
      f.lo = r->lo;
      f.step = r->step;
      f.hi = r->hi;
    } else {
      report("Q0101", range->span, "expected a range after '='", fmt::format("write for {} = a..b", f.variable));
      f.lo = f.hi = range;
    }
    check_target({ast::Name{f.variable}, f.variable_span});  // an outer loop's own variable
    loop_variables_.push_back(f.variable);
    f.body = loop_body(c.block());
    loop_variables_.pop_back();
    s.node = std::move(f);
    return s;
  }

  ast::Block loop_body(Tk::BlockContext* c) {
    ++loops_;
    ast::Block b = block(c);
    --loops_;
    return b;
  }

  ast::If if_statement(Tk::IfStatementContext& c) {
    ast::If n;
    n.arms.push_back({expr(c.expression()), block(c.block())});
    for (auto* arm : c.elseifArm()) {
      ast::ExprP condition = expr(arm->expression());
      n.arms.push_back({condition, block(arm->block())});
    }
    if (c.elseArm()) n.otherwise = block(c.elseArm()->block());
    return n;
  }

  ast::Match match(Tk::MatchStatementContext& c) {
    ast::Match n;
    n.value = expr(c.expression());
    for (auto* arm : c.matchArm()) {
      ast::ExprP pattern = arm->expression() ? expr(arm->expression()) : ast::ExprP{};
      n.arms.push_back({pattern, block(arm->block())});
    }
    return n;
  }

  ast::Stmt::Node jump(Tk::JumpContext& c) {
    if (c.RETURN()) return ast::Return{};
    if (loops_ == 0) report("Q0106", span(c), fmt::format("'{}' outside a loop", c.getText()));
    if (c.BREAK()) return ast::Break{};
    return ast::Continue{};
  }

  // ---- pragmas ----
  static std::string trimmed(std::string s) {
    const auto from = s.find_first_not_of(" \t"), to = s.find_last_not_of(" \t");
    return from == std::string::npos ? "" : s.substr(from, to - from + 1);
  }

  void pragma(ast::Block& out, Tk::PragmaContext& c) {
    const bool attribute = c.ATTRIBUTE() != nullptr;
    const std::string raw = c.getText();
    const std::string text = attribute ? trimmed(raw.substr(2, raw.size() - 3)) : trimmed(raw.substr(7));
    const std::string words = text.substr(0, text.find(';'));
    ast::LoopHint hint = ast::LoopHint::None;
    if (attribute ? words.starts_with("parallel for") : text == "force_parallel") hint = ast::LoopHint::ForceParallel;
    if (attribute ? words.starts_with("serial for") : text == "force_serial") hint = ast::LoopHint::ForceSerial;
    if (attribute && words.starts_with("interpreted for")) hint = ast::LoopHint::Interpreted;
    drop_pending_hint();
    if (hint != ast::LoopHint::None) {
      hint_ = hint;
      hint_span_ = span(c);
      return;
    }
    static const std::set<std::string> known = {"kernel", "unroll", "author", "doc", "category", "function_transform", "kernel_transform"};
    const std::string name = text.substr(0, text.find_first_of(" \t(;"));
    if (!known.count(name)) report("Q0107", span(c), fmt::format("unknown {} '{}'", attribute ? "attribute" : "pragma", name), "it has no effect", Severity::Warning);
    out.push_back({ast::Pragma{text, attribute}, span(c), false});
  }

  void drop_pending_hint() {
    if (hint_ == ast::LoopHint::None) return;
    hint_ = ast::LoopHint::None;
    report("Q0107", hint_span_, "no loop follows", "it speaks of the 'for' loop directly after it", Severity::Warning);
  }

  // ---- functions and types ----
  static ast::Qualifier qualifier(const std::vector<Tk::QualifierContext*>& all) {
    ast::Qualifier q = ast::Qualifier::None;
    for (auto* c : all) {
      if (c->KERNEL()) q = ast::Qualifier::Kernel;
      if (c->DEVICE() && q == ast::Qualifier::None) q = ast::Qualifier::Device;
    }
    return q;
  }

  std::vector<ast::Parameter> parameters(Tk::ParametersContext* c) {
    std::vector<ast::Parameter> out;
    if (!c) return out;
    for (auto* p : c->parameter()) {
      ast::Parameter q;
      q.name = p->NAME()->getText();
      if (p->type()) q.type = type(*p->type());
      if (p->expression()) q.default_value = expr(p->expression());
      q.span = span(*p);
      q.variadic = p->ELLIPSIS() != nullptr;
      if (q.variadic && p != c->parameter().back()) report("Q0106", q.span, "'...' before a parameter that is not the last", "the last parameter takes all further arguments");
      out.push_back(std::move(q));
    }
    return out;
  }

  Box<ast::FunctionDef> function(Tk::FunctionDefinitionContext& c) {
    ast::FunctionDef f;
    f.name = c.NAME()->getText();
    f.name_span = span(c.NAME());
    f.qualifier = qualifier(c.qualifier());
    if (c.generics()) for (auto* g : c.generics()->NAME()) f.generics.push_back(g->getText());
    if (auto* o = c.outputs()) {
      if (o->output()) {
        ast::Parameter p;
        p.name = o->output()->NAME()->getText();
        if (o->output()->type()) p.type = type(*o->output()->type());
        p.span = span(*o->output());
        f.outputs.push_back(std::move(p));
      } else f.outputs = parameters(o->parameters());
    }
    f.parameters = parameters(c.parameters());
    std::vector<std::string> outer;
    std::swap(outer, loop_variables_);
    const int loops = loops_;
    loops_ = 0;
    f.body = block(c.block());
    loops_ = loops;
    std::swap(outer, loop_variables_);
    return f;
  }

  ast::TypeDef type_definition(Tk::TypeDefinitionContext& c) {
    ast::TypeDef t;
    t.name = c.NAME()->getText();
    t.is_mutable = c.MUTABLE() != nullptr;
    if (c.generics()) for (auto* g : c.generics()->NAME()) t.generics.push_back(g->getText());
    if (c.type()) t.alias = type(*c.type());
    for (auto* f : c.classField()) {
      ast::ClassField field{f->NAME()->getText(), {}};
      if (f->type()) field.type = type(*f->type());
      t.fields.push_back(std::move(field));
    }
    return t;
  }

  ast::TypeExpr type(Tk::TypeContext& c) {
    ast::TypeExpr t;
    t.span = span(c);
    std::size_t modifiers = 0;
    if (auto* f = c.functionType()) t = function_type(*f);
    else if (c.UNKNOWN()) t.name = "??";
    else if (c.start->getType() == Tk::APOS) t.name = "??";  // x : 'mirror, of any type
    else if (c.LAMBDA_NAME()) t.name = c.LAMBDA_NAME()->getText();
    else { t.name = c.NAME(0)->getText(); modifiers = 1; }
    for (auto* s : c.typeSuffix()) suffix(t, *s);
    t.reference = c.CARET() != nullptr;
    for (std::size_t k = modifiers; k < c.NAME().size(); ++k) t.modifiers.push_back(c.NAME(k)->getText());
    return t;
  }

  void suffix(ast::TypeExpr& t, Tk::TypeSuffixContext& s) {
    if (s.LBRACE()) t.rank = s.COLON() ? -1 : rank(*s.INT()->getSymbol());
    for (auto* e : s.type()) t.elements.push_back(type(*e));
    for (auto* e : s.expression()) t.extents.push_back(expr(e));
  }

  // [(T, U) -> V]: name "->", the inputs, then the outputs; their counts are kept as the rank (inputs).
  ast::TypeExpr function_type(Tk::FunctionTypeContext& c) {
    ast::TypeExpr t;
    t.name = "->";
    t.span = span(c);
    for (auto* e : c.functionTypeInputs()->type()) t.elements.push_back(type(*e));
    t.rank = int(t.elements.size());
    for (auto* e : c.functionTypeOutputs()->type()) t.elements.push_back(type(*e));
    return t;
  }

  // ---- assignments ----
  static ast::AssignOp assign_op(Tk::AssignOperatorContext& c) {
    switch (c.start->getType()) {
      case Tk::ADD_ASSIGN: return ast::AssignOp::Add;
      case Tk::SUB_ASSIGN: return ast::AssignOp::Sub;
      case Tk::MUL_ASSIGN: return ast::AssignOp::Mul;
      case Tk::DIV_ASSIGN: return ast::AssignOp::Div;
      case Tk::POW_ASSIGN: return ast::AssignOp::Pow;
      case Tk::ELEM_MUL_ASSIGN: return ast::AssignOp::ElemMul;
      case Tk::ELEM_DIV_ASSIGN: return ast::AssignOp::ElemDiv;
      case Tk::ELEM_POW_ASSIGN: return ast::AssignOp::ElemPow;
      case Tk::AND_ASSIGN: return ast::AssignOp::And;
      case Tk::OR_ASSIGN: return ast::AssignOp::Or;
      case Tk::XOR_ASSIGN: return ast::AssignOp::Xor;
      case Tk::MAX_ASSIGN: return ast::AssignOp::Max;
      case Tk::MIN_ASSIGN: return ast::AssignOp::Min;
      default: return ast::AssignOp::Set;
    }
  }

  void check_target(const ast::Expr& e) {
    if (auto* n = std::get_if<ast::Name>(&e.node)) {
      for (const auto& v : loop_variables_)
        if (v == n->name) report("Q0203", e.span, fmt::format("the loop variable '{}' is assigned inside its loop", v), "use a variable of your own");
      return;
    }
    if (std::holds_alternative<ast::Index>(e.node) || std::holds_alternative<ast::Field>(e.node)) return;
    report("Q0203", e.span, "this cannot be assigned to", "a variable, an array element or a field can");
  }

  ast::Assign assignment(ast::ExprP left, Tk::AssignOperatorContext& op, ast::ExprP value) {
    ast::Assign a;
    a.op = assign_op(op);
    a.op_span = span(op);
    a.value = std::move(value);
    if (auto* l = std::get_if<ast::ArrayLit>(&left->node); l && a.op == ast::AssignOp::Set && !l->elements.empty()) {
      for (const auto& e : l->elements) {
        if (auto* t = std::get_if<ast::TypeAssert>(&e->node)) a.targets.push_back({t->value, t->type});
        else a.targets.push_back({e, {}});
      }
    } else a.targets.push_back({left, {}});
    for (const auto& t : a.targets) check_target(*t.place);
    return a;
  }

  ast::Stmt::Node simple(Tk::SimpleStatementContext& c) {
    ast::ExprP left = expr(c.expression(0));
    ast::ExprP right = c.expression().size() > 1 ? expr(c.expression(1)) : ast::ExprP{};
    if (c.type()) {
      check_target(*left);
      ast::Assign a;
      if (!right && !std::holds_alternative<ast::Name>(left->node)) report("Q0203", left->span, "only a name can be declared");
      a.targets.push_back({left, type(*c.type())});
      a.value = right;
      a.op_span = span(c.COLON());
      return a;
    }
    if (c.assignOperator()) return assignment(left, *c.assignOperator(), right);
    return ast::ExprStmt{left};
  }

  // ---- expressions ----
  std::vector<ast::ExprP> list(const std::vector<Tk::ExpressionContext*>& all) {
    std::vector<ast::ExprP> out;
    for (auto* e : all) out.push_back(expr(e));
    return out;
  }

  ast::ExprP expr(Tk::ExpressionContext* c) {
    // chain ? e : chain ? e : chain  -- the parts after each `:` in order
    std::vector<ast::ExprP> parts;
    for (auto* child : c->children) {
      if (auto* ch = dynamic_cast<Tk::ChainContext*>(child)) parts.push_back(chain(*ch));
      else if (auto* l = dynamic_cast<Tk::LambdaContext*>(child)) parts.push_back(lambda(*l));
    }
    ast::ExprP out = parts.back();
    for (std::size_t k = parts.size() - 1; k-- > 0;) {
      const Span s = join(parts[k]->span, out->span);
      out = ast::ExprP(ast::Expr{ast::Conditional{parts[k], expr(c->expression(k)), out}, s});
    }
    return out;
  }

  ast::ExprP lambda(Tk::LambdaContext& c) {
    ast::Lambda l;
    l.qualifier = qualifier(c.qualifier());
    if (c.LAMBDA_NAME()) {
      ast::Parameter p;
      p.name = c.LAMBDA_NAME()->getText();
      p.span = span(c.LAMBDA_NAME());
      l.parameters.push_back(std::move(p));
    } else l.parameters = parameters(c.parameters());
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
    } else l.body = body;
    return ast::Expr{std::move(l), span(c)};
  }

  void lambda_block(ast::Lambda& l, Tk::LambdaBlockContext& c) {
    for (auto* one : c.simpleStatement()) {
      ast::Stmt s;
      s.span = span(*one);
      s.node = simple(*one);
      l.statements.push_back(std::move(s));
    }
    if (l.statements.empty()) report("Q0101", span(c), "expected an expression or statements in the parentheses");
    if (l.statements.size() != 1 || !std::holds_alternative<ast::Assign>(l.statements[0].node)) return;
    l.assignment = Box<ast::Stmt>(std::move(l.statements[0]));
    l.statements.clear();
  }

  ast::ExprP chain(Tk::ChainContext& c) {
    std::vector<ChainOperand> operands;
    std::vector<ChainOperator> operators;
    for (auto* o : c.operand()) operands.push_back(operand(*o));
    for (auto* o : c.binaryOperator()) operators.push_back({o->start->getType(), span(*o)});
    return fold_operators(std::move(operands), std::move(operators), diagnostics_);
  }

  ChainOperand operand(Tk::OperandContext& c) {
    ChainOperand out;
    for (auto* child : c.children) {
      auto* t = dynamic_cast<TerminalNode*>(child);
      if (!t) break;
      const auto kind = t->getSymbol()->getType();
      out.prefixes.push_back({kind == Tk::MINUS ? ast::UnaryOp::Neg : kind == Tk::PLUS ? ast::UnaryOp::Plus : ast::UnaryOp::Not, span(t)});
    }
    // -9223372036854775808: the sign belongs to the literal
    auto* p = c.primary();
    if (p->INT() && !out.prefixes.empty() && out.prefixes.back().op == ast::UnaryOp::Neg && p->INT()->getText() == "9223372036854775808" && c.suffix().empty()) {
      const Span s = join(out.prefixes.back().span, span(p->INT()));
      out.prefixes.pop_back();
      out.value = {ast::IntLit{INT64_MIN}, s};
      return out;
    }
    out.value = primary(*p);
    for (auto* s : c.suffix()) apply_suffix(out.value, *s);
    return out;
  }

  void apply_suffix(ast::Expr& e, Tk::SuffixContext& s) {
    const Span all = join(e.span, span(s));
    if (s.LPAREN()) return call(e, s, all);
    if (s.LBRACK()) {
      ast::Index n{ast::ExprP(e), {}};
      for (auto* i : s.indexItem()) n.indices.push_back(i->COLON() ? ast::ExprP(ast::Expr{ast::Colon{}, span(*i)}) : expr(i->expression()));
      e = {std::move(n), all};
    } else if (s.LBRACE()) {
      ranked_type(e, s, all);
    } else {
      e = {ast::Field{ast::ExprP(e), s.NAME()->getText()}, all};
    }
  }

  // cube{4} and cube[int]{4}
  void ranked_type(ast::Expr& e, Tk::SuffixContext& s, Span all) {
    ast::TypeExpr t;
    if (auto* n = std::get_if<ast::Name>(&e.node)) t.name = n->name;
    else if (auto made = indexed_type(e)) t = std::move(*made);
    else return report("Q0106", span(s), "'{' after something that is not a type", "cube{4} is a type with 4 dimensions; an element is x[i]");
    t.rank = s.COLON() ? -1 : rank(*s.INT()->getSymbol());
    t.span = all;
    e = {ast::TypeValue{std::move(t)}, all};
  }

  int rank(const antlr4::Token& t) {
    const std::int64_t n = integer(t);
    if (n >= 1 && n <= 16) return int(n);
    report("Q0106", token_span(t, places_), fmt::format("an array has 1 to 16 dimensions, not {}", t.getText()));
    return 1;
  }

  // What looks like an index of a type's name, as in vec[int](n), read as a type.
  static std::optional<ast::TypeExpr> indexed_type(const ast::Expr& e) {
    static const std::set<std::string> makers = {"vec", "mat", "cube", "cell", "shared", "shared_zeros"};
    const auto* i = std::get_if<ast::Index>(&e.node);
    const auto* base = i ? std::get_if<ast::Name>(&i->base->node) : nullptr;
    if (!base || !makers.count(base->name)) return {};
    ast::TypeExpr t;
    t.name = base->name;
    t.span = e.span;
    for (const auto& x : i->indices) {
      if (auto* v = std::get_if<ast::TypeValue>(&x->node)) t.elements.push_back(v->type);
      else if (auto inner = indexed_type(*x)) t.elements.push_back(std::move(*inner));
      else if (auto* n = std::get_if<ast::Name>(&x->node)) t.elements.push_back({n->name, {}, {}, {}, {}, x->span});
      else return {};
    }
    return t;
  }

  void call(ast::Expr& e, Tk::SuffixContext& s, Span all) {
    if (auto t = indexed_type(e)) e = {ast::TypeValue{std::move(*t)}, e.span};
    ast::Call n{ast::ExprP(e), {}};
    for (auto* a : s.argument()) {
      if (a->NAME()) n.arguments.push_back({a->NAME()->getText(), expr(a->expression()), false});
      else if (a->ELLIPSIS()) n.arguments.push_back({"", expr(a->expression()), true});
      else n.arguments.push_back({"", typed(*a->typedExpression())});
    }
    e = {std::move(n), all};
  }

  ast::ExprP typed(Tk::TypedExpressionContext& c) {
    ast::ExprP e = expr(c.expression());
    if (!c.type()) return e;
    return ast::Expr{ast::TypeAssert{e, type(*c.type())}, span(c)};
  }

  ast::Expr primary(Tk::PrimaryContext& c) {
    const Span s = span(c);
    if (c.NAME()) return {ast::Name{c.NAME()->getText()}, s};
    if (c.INT()) return {ast::IntLit{integer(*c.INT()->getSymbol())}, s};
    if (c.FLOAT()) return {ast::FloatLit{real(c.FLOAT()->getText())}, s};
    if (c.RADIX_INT()) return {ast::IntLit{radix(*c.RADIX_INT()->getSymbol())}, s};
    if (c.IMAGINARY()) { std::string t = c.IMAGINARY()->getText(); t.pop_back(); return {ast::ImaginaryLit{real(t)}, s}; }
    if (c.STRING()) return {ast::StringLit{string_value(*c.STRING()->getSymbol())}, s};
    if (c.LPAREN()) { ast::Expr e = *typed(*c.typedExpression(0)); e.span = s; return e; }
    if (c.LBRACK()) {
      ast::ArrayLit a;
      for (auto* e : c.typedExpression()) a.elements.push_back(typed(*e));
      return {std::move(a), s};
    }
    if (c.BACKQUOTE()) return {ast::CellLit{list(c.expression())}, s};
    ast::TypeExpr t;
    t.name = "??";
    t.span = s;
    return {ast::TypeValue{std::move(t)}, s};
  }

  // ---- literals ----
  std::int64_t integer(const antlr4::Token& t) { return parse_int(t, t.getText(), 10); }
  std::int64_t radix(const antlr4::Token& t) {
    std::string s = t.getText();
    const char last = s.back();
    s.pop_back();
    return parse_int(t, s, last == 'h' ? 16 : last == 'b' ? 2 : 8);
  }
  std::int64_t parse_int(const antlr4::Token& t, const std::string& digits, int base) {
    std::uint64_t v = 0;
    const auto r = std::from_chars(digits.data(), digits.data() + digits.size(), v, base);
    const bool whole = r.ptr == digits.data() + digits.size();
    if (r.ec == std::errc{} && whole && (base != 10 || v <= std::uint64_t(INT64_MAX))) return std::int64_t(v);
    const bool range = r.ec == std::errc::result_out_of_range || (r.ec == std::errc{} && whole);
    report("Q0105", token_span(t, places_), range ? "the integer does not fit into 64 bits" : fmt::format("'{}' has digits that its base does not have", t.getText()),
           range ? "write it as a scalar: 1e19" : "");
    return 0;
  }
  static double real(const std::string& s) { return parse_double(s); }

  // A string whose closing quote is missing was reported before.
  static std::string string_value(const antlr4::Token& t) {
    const std::string raw = t.getText();
    const bool closed = raw.size() > 1 && raw.back() == '"';
    return unescape(std::string_view(raw).substr(1, raw.size() - (closed ? 2 : 1)));
  }

  const BytePlaces& places_;
  std::vector<Diagnostic>& diagnostics_;
  std::vector<std::string> loop_variables_;
  int loops_ = 0;
  ast::LoopHint hint_ = ast::LoopHint::None;
  Span hint_span_;
  bool hint_at_end_ = false;
};

}  // namespace

BuiltProgram build_ast(FileId file, Tk::ProgramContext& tree, const BytePlaces& places, std::vector<Diagnostic>& diagnostics) {
  Builder builder(places, diagnostics);
  ast::Block statements = builder.block(tree.block());
  return {{file, std::move(statements)}, builder.hint_at_end()};
}

}  // namespace qc
