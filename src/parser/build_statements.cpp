#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ast/print_ast.h"
#include "parser/builder.h"
#include "parser/size_parameters.h"

namespace qc {

ast::Block Builder::block(Tk::BlockContext* c) {
  ast::Block out;
  std::size_t first = 0;  // of what the last statement is made of
  for (auto* child : c->children) {
    if (auto* s = dynamic_cast<Tk::StatementContext*>(child)) {
      first = out.size();
      statement(out, *s);
    } else if (auto* t = dynamic_cast<antlr4::tree::TerminalNode*>(child); t && t->getSymbol()->getType() == Tk::SEMI) {
      for (; first < out.size(); ++first) out[first].quiet = true;
    }
  }
  hint_at_end_ = hint_ != ast::LoopHint::None;
  drop_pending_hint();
  return out;
}

ast::Block Builder::program(Tk::BlockContext* c) {
  name_type_classes(*c);
  return block(c);
}

void Builder::statement(ast::Block& out, Tk::StatementContext& c) {
  if (auto* p = c.pragma()) return pragma(out, *p);
  if (auto* n = c.forStatement()) return for_statement(out, *n);
  ast::Stmt s;
  s.span = span(c);
  drop_pending_hint();
  if (auto* n = c.ifStatement()) {
    s.span = header(*n, *n->expression());
    s.node = if_statement(*n);
  } else if (auto* n = c.whileStatement()) {
    s.span = header(*n, *n->expression());
    s.node = ast::While{expr(n->expression()), loop_body(n->block())};
  } else if (auto* n = c.repeatStatement()) {
    s.span = token_span(*n->start, places_);
    auto body = loop_body(n->block());
    s.node = ast::Repeat{std::move(body), expr(n->expression())};
  } else if (auto* n = c.matchStatement()) {
    s.span = header(*n, *n->expression());
    s.node = match(*n);
  } else if (auto* n = c.tryStatement()) {
    s.span = token_span(*n->start, places_);
    s.node = ast::Try{block(n->block(0)), n->NAME() ? n->NAME()->getText() : "", block(n->block(1))};
  } else if (auto* n = c.functionDefinition()) {
    s.node = function(*n);
    s.span = join(token_span(*n->start, places_), span(n->RPAREN()));
  } else if (auto* n = c.typeDefinition()) {
    field_defaults(out, *n);
    s.node = type_definition(*n);
  } else if (auto* n = c.jump())
    s.node = jump(*n);
  else if (auto* n = c.importStatement())
    s.node = ast::Import{import_path(*n->STRING()->getSymbol())};
  else if (auto* n = c.printStatement())
    s.node = ast::Print{list(n->expression())};  // also print(a, b)
  else if (auto* n = c.simpleStatement()) {
    if (chained(out, *n)) return;
    s.node = simple(*n);
  }
  if (auto* inner = dynamic_cast<ParserRuleContext*>(c.children.front())) check_end(*inner);
  out.push_back(std::move(s));
}

// `endif` and its like close their own.
void Builder::check_end(const ParserRuleContext& c) {
  if (!c.stop || c.stop->getType() != Tk::END || c.stop->getText() == "end") return;
  const std::string word = c.start->getText(), closed_by = c.stop->getText();
  if (closed_by != "end" + word)
    report("Q0101", token_span(*c.stop, places_), fmt::format("'{}' does not close '{}'", closed_by, word),
           fmt::format("write 'end' or 'end{}'", word));
}

ast::Block Builder::loop_body(Tk::BlockContext* c) {
  ++loops_;
  ast::Block b = block(c);
  --loops_;
  return b;
}

ast::If Builder::if_statement(Tk::IfStatementContext& c) {
  ast::If n;
  n.arms.push_back({expr(c.expression()), block(c.block())});
  for (auto* arm : c.elseifArm()) {
    ast::ExprP condition = expr(arm->expression());
    n.arms.push_back({condition, block(arm->block())});
  }
  if (c.elseArm()) n.otherwise = block(c.elseArm()->block());
  return n;
}

ast::Match Builder::match(Tk::MatchStatementContext& c) {
  ast::Match n;
  n.value = expr(c.expression());
  for (auto* arm : c.matchArm()) {
    const ast::Block body = block(arm->block());
    if (arm->UNDERSCORE()) n.arms.push_back({{}, body});
    for (auto& pattern : patterns(*arm)) n.arms.push_back({std::move(pattern), body});
  }
  return n;
}

// Several patterns of an arm, | 1 | 2 ->, | ("a", "b") ->: numbers, or texts, are one list, of others each has an arm
// of its own.
std::vector<ast::ExprP> Builder::patterns(Tk::MatchArmContext& arm) {
  std::vector<ast::ExprP> all;
  for (auto* pattern : arm.pattern())
    for (auto* e : pattern->expression()) {
      const ast::ExprP one = expr(e);
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

ast::Stmt::Node Builder::jump(Tk::JumpContext& c) {
  if (c.RETURN()) return ast::Return{};
  if (loops_ == 0) report("Q0106", span(c), fmt::format("'{}' outside a loop", c.getText()));
  if (c.BREAK()) return ast::Break{};
  return ast::Continue{};
}

std::string Builder::trimmed(std::string s) {
  const auto from = s.find_first_not_of(" \t"), to = s.find_last_not_of(" \t");
  return from == std::string::npos ? "" : s.substr(from, to - from + 1);
}

void Builder::pragma(ast::Block& out, Tk::PragmaContext& c) {
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
  static const std::set<std::string> known = {
      "kernel",           "unroll",         "author",          "doc",       "category", "function_transform",
      "kernel_transform", "loop_transform", "kernel_tiling",   "alloc",     "transfer", "sched",
      "specialize",       "auto_inline",    "auto_specialize", "copyright", "version",  "kernel_shuffle",
      "memory_free"};
  const std::string name = text.substr(0, text.find_first_of(" \t(;"));
  if (!attribute && name == "reduction") {  // see arrange_tokens.cpp
    report("Q0107", span(c), "a reduction rule is not applied",
           "expressions are computed as they are written; make it a function where its left side is a new name",
           Severity::Warning);
    return;
  }
  if (!attribute && name == "symbolic") {
    report("Q0107", span(c), "symbols have no effect", "they are the names in reduction rules, which are not applied",
           Severity::Warning);
    return;
  }
  if (!known.count(name) && unknown_pragmas_.insert(name).second)
    unknown_pragma(text, name, attribute, span(c), {known.begin(), known.end()});
  out.push_back({ast::Pragma{text, attribute}, span(c), false});
}

// Said once for each name. Those that speak of a loop are more than one word.
void Builder::unknown_pragma(const std::string& text, const std::string& name, bool attribute, Span span,
                             std::vector<std::string> known) {
  if (attribute)
    known.insert(known.end(), {"parallel for", "serial for", "interpreted for"});
  else
    known.insert(known.end(), {"force_parallel", "force_serial"});
  std::string near = nearest_name(trimmed(text.substr(0, text.find(';'))), known);
  if (near.empty()) near = nearest_name(name, known);
  if (near.empty() && attribute)
    for (const char* loop : {"parallel", "serial", "interpreted"})
      if (name == loop || nearest_name(name, {loop}) == loop) near = std::string(loop) + " for";
  const std::string help = near.empty() ? "it has no effect"
                                        : fmt::format("it has no effect; did you mean {}?",
                                                      attribute ? "{!" + near + "}" : "#pragma " + near);
  report("Q0107", span, fmt::format("unknown {} '{}'", attribute ? "attribute" : "pragma", name), help,
         Severity::Warning);
}

void Builder::drop_pending_hint() {
  if (hint_ == ast::LoopHint::None) return;
  hint_ = ast::LoopHint::None;
  report("Q0107", hint_span_, "no loop follows", "it speaks of the 'for' loop directly after it", Severity::Warning);
}

ast::AssignOp Builder::assign_op(Tk::AssignOperatorContext& c) {
  switch (c.start->getType()) {
    case Tk::ADD_ASSIGN:
      return ast::AssignOp::Add;
    case Tk::SUB_ASSIGN:
      return ast::AssignOp::Sub;
    case Tk::MUL_ASSIGN:
      return ast::AssignOp::Mul;
    case Tk::DIV_ASSIGN:
      return ast::AssignOp::Div;
    case Tk::POW_ASSIGN:
      return ast::AssignOp::Pow;
    case Tk::ELEM_MUL_ASSIGN:
      return ast::AssignOp::ElemMul;
    case Tk::ELEM_DIV_ASSIGN:
      return ast::AssignOp::ElemDiv;
    case Tk::ELEM_POW_ASSIGN:
      return ast::AssignOp::ElemPow;
    case Tk::AND_ASSIGN:
      return ast::AssignOp::And;
    case Tk::OR_ASSIGN:
      return ast::AssignOp::Or;
    case Tk::XOR_ASSIGN:
      return ast::AssignOp::Xor;
    case Tk::MAX_ASSIGN:
      return ast::AssignOp::Max;
    case Tk::MIN_ASSIGN:
      return ast::AssignOp::Min;
    default:
      return ast::AssignOp::Set;
  }
}

void Builder::check_target(const ast::Expr& e) {
  if (auto* n = std::get_if<ast::Name>(&e.node)) {
    for (const auto& v : loop_variables_)
      if (v == n->name)
        report("Q0203", e.span, fmt::format("the loop variable '{}' is assigned inside its loop", v),
               "use a variable of your own");
    return;
  }
  if (std::holds_alternative<ast::Index>(e.node) || std::holds_alternative<ast::Field>(e.node)) return;
  auto* call = std::get_if<ast::Call>(&e.node);
  auto* array = call && !call->arguments.empty() ? std::get_if<ast::Name>(&call->callee->node) : nullptr;
  report("Q0203", e.span, "this cannot be assigned to",
         array ? fmt::format("an element of an array is written {}[...]", array->name)
               : "a variable, an array element or a field can");
}

// v[i] = [], A[:,j] = []: v is what is left without them, v = $without(v, "v", i), A = $without(A, "A", ":", j).
// Nothing: something else.
static std::optional<ast::Expr> left_out(const ast::Expr& place, const ast::Expr& value) {
  auto* i = std::get_if<ast::Index>(&place.node);
  auto* none = std::get_if<ast::ArrayLit>(&value.node);
  const ast::Expr* root = i ? i->base.get() : nullptr;
  while (root && std::holds_alternative<ast::Field>(root->node)) root = std::get<ast::Field>(root->node).base.get();
  if (!none || !none->elements.empty() || !root || !std::holds_alternative<ast::Name>(root->node) || i->indices.empty())
    return {};
  ast::Call call{ast::Expr{ast::Name{"$without"}, place.span}, {}};
  const auto given = [&](ast::ExprP e) { call.arguments.push_back({"", std::move(e)}); };
  given(i->base);
  given(ast::Expr{ast::StringLit{ast::print(*i->base)}, place.span});
  for (const ast::ExprP& x : i->indices)
    given(std::holds_alternative<ast::Colon>(x->node) ? ast::Expr{ast::StringLit{":"}, x->span} : *x);
  return ast::Expr{std::move(call), place.span};
}

ast::Assign Builder::assignment(ast::ExprP left, Tk::AssignOperatorContext& op, ast::ExprP value) {
  if (auto rest = assign_op(op) == ast::AssignOp::Set && value ? left_out(*left, *value) : std::nullopt) {
    value = std::move(*rest);
    left = ast::ExprP(std::get<ast::Index>(left->node).base);
  }
  ast::Assign a;
  a.op = assign_op(op);
  a.op_span = span(op);
  a.value = std::move(value);
  if (auto* l = std::get_if<ast::ArrayLit>(&left->node); l && a.op == ast::AssignOp::Set && !l->elements.empty()) {
    for (const auto& e : l->elements) {
      auto* t = std::get_if<ast::TypeAssert>(&e->node);
      if (t && !std::holds_alternative<ast::Name>(t->value->node))
        report("Q0203", e->span, "only a name can be declared");
      if (t)
        a.targets.push_back({t->value, t->type});
      else
        a.targets.push_back({e, {}});
    }
  } else
    a.targets.push_back({left, {}});
  for (const auto& t : a.targets) check_target(*t.place);
  return a;
}

ast::Stmt::Node Builder::simple(Tk::SimpleStatementContext& c) {
  ast::ExprP left = expr(c.expression(0));
  ast::ExprP right = c.expression().size() > 1 ? expr(c.expression(1)) : ast::ExprP{};
  if (c.type()) {
    check_target(*left);
    ast::Assign a;
    const bool declares = std::holds_alternative<ast::Name>(left->node);
    if (!right && !declares) report("Q0203", left->span, "only a name can be declared");
    a.targets.push_back({left, type(*c.type())});
    a.value = right;
    if (mentions_size(*a.targets[0].type, sizes_)) {
      if (!a.value) a.value = zeros_of(*a.targets[0].type);
      a.targets[0].type.reset();
    }
    a.op_span = span(c.COLON());
    if (std::optional<ast::TypeExpr>& written = a.targets[0].type;
        written && a.value && !declares) {  // x[i] : int8 = e is x[i] = (e : int8)
      const Span at = a.value->span;
      a.value = ast::ExprP(ast::Expr{ast::TypeAssert{a.value, std::move(*written)}, at});
      written.reset();
    }
    return a;
  }
  if (c.assignOperator()) return assignment(left, *c.assignOperator(), right);
  if (const std::string text = c.getText(); text.starts_with("++") || text.starts_with("--"))
    report("Q0106", left->span, fmt::format("'{}' changes nothing", text),
           fmt::format("one {} is written {} {}= 1", text[0] == '+' ? "more" : "less", text.substr(2), text[0]),
           Severity::Warning);
  return ast::ExprStmt{left};
}

static bool is_literal(const ast::Expr& e) {
  auto* negative = std::get_if<ast::Unary>(&e.node);
  const auto& node = negative ? negative->operand->node : e.node;
  return std::holds_alternative<ast::IntLit>(node) || std::holds_alternative<ast::FloatLit>(node) ||
         std::holds_alternative<ast::StringLit>(node);
}

// a = b = e: the value is computed once, and given to each from right to left.
//   $value = e; b = $value; a = $value
bool Builder::chained(ast::Block& out, Tk::SimpleStatementContext& c) {
  const auto parts = c.expression();
  if (parts.size() < 3) return false;
  if (assign_op(*c.assignOperator()) != ast::AssignOp::Set)
    report("Q0101", span(c.ASSIGN(0)), "expected the end of the statement, found '='",
           "several variables are given one value by a = b = value");
  ast::ExprP value = expr(parts.back());
  const Span at = value->span;
  if (!is_literal(*value)) {
    ast::Assign keep;
    keep.targets.push_back({ast::Expr{ast::Name{fmt::format("$value{}", at.begin)}, at}, {}});
    keep.value = value;
    keep.op_span = at;
    value = keep.targets[0].place;
    out.push_back({std::move(keep), at, true});
  }
  for (std::size_t k = parts.size() - 1; k-- > 0;) {
    const Span target = span(*parts[k]);
    out.push_back({assignment(expr(parts[k]), *c.assignOperator(), value), join(target, at), false});
  }
  return true;
}

}  // namespace qc
