#include "parser/build_assignments.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "ast/print_ast.h"
#include "parser/build_expressions.h"
#include "parser/build_types.h"
#include "parser/size_parameters.h"

namespace qc {

static ast::AssignOp assign_op(Tk::AssignOperatorContext& c) {
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

// The names that stand between the parentheses.
static std::string parameters_of(const ast::Call& call) {
  std::string names;
  for (const auto& a : call.arguments) names += (names.empty() ? "" : ", ") + std::get<ast::Name>(a.value->node).name;
  return names;
}

// Of x++ in front of the next line, which was taken for its operand.
static std::string help_for_doubled_sign(const ast::Expr& e) {
  const auto* sum = std::get_if<ast::Binary>(&e.node);
  const auto* operand = sum ? std::get_if<ast::Unary>(&sum->right->node) : nullptr;
  const auto* name = sum ? std::get_if<ast::Name>(&sum->left->node) : nullptr;
  if (!operand || !name) return {};
  if (sum->op == ast::BinaryOp::Add && operand->op == ast::UnaryOp::Plus)
    return "one more is written " + name->name + " += 1";
  if (sum->op == ast::BinaryOp::Sub && operand->op == ast::UnaryOp::Neg)
    return "one less is written " + name->name + " -= 1";
  return {};
}

void check_target(BuildContext& b, const ast::Expr& e) {
  if (auto* n = std::get_if<ast::Name>(&e.node)) {
    if (b.loops.is_variable(n->name))
      b.tree.report("Q0203", e.span, fmt::format("the loop variable '{}' is assigned inside its loop", n->name),
                    "use a variable of your own");
    return;
  }
  if (std::holds_alternative<ast::Index>(e.node) || std::holds_alternative<ast::Field>(e.node)) return;
  auto* call = std::get_if<ast::Call>(&e.node);
  auto* array = call && !call->arguments.empty() ? std::get_if<ast::Name>(&call->callee->node) : nullptr;
  std::string help = help_for_doubled_sign(e);
  if (help.empty()) help = "a variable, an array element or a field can";
  if (array) help = fmt::format("an element of an array is written {}[...]", array->name);
  if (array && std::all_of(call->arguments.begin(), call->arguments.end(),
                           [](const auto& a) { return std::holds_alternative<ast::Name>(a.value->node); }))
    help += fmt::format(", a function {} = ({}) -> ...", array->name, parameters_of(*call));
  b.tree.report("Q0203", e.span, "this cannot be assigned to", std::move(help));
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

ast::Assign build_assignment(BuildContext& b, ast::ExprP left, Tk::AssignOperatorContext& op, ast::ExprP value) {
  if (auto rest = assign_op(op) == ast::AssignOp::Set && value ? left_out(*left, *value) : std::nullopt) {
    value = std::move(*rest);
    left = ast::ExprP(std::get<ast::Index>(left->node).base);
  }
  ast::Assign a;
  a.op = assign_op(op);
  a.op_span = b.tree.span(op);
  a.value = std::move(value);
  if (auto* l = std::get_if<ast::ArrayLit>(&left->node); l && a.op == ast::AssignOp::Set && !l->elements.empty()) {
    for (const auto& e : l->elements) {
      auto* t = std::get_if<ast::TypeAssert>(&e->node);
      if (t && !std::holds_alternative<ast::Name>(t->value->node))
        b.tree.report("Q0203", e->span, "only a name can be declared");
      if (t)
        a.targets.push_back({t->value, t->type});
      else
        a.targets.push_back({e, {}});
    }
  } else
    a.targets.push_back({left, {}});
  for (const auto& t : a.targets) check_target(b, *t.place);
  return a;
}

ast::Stmt::Node build_simple(BuildContext& b, Tk::SimpleStatementContext& c) {
  ast::ExprP left = build_expr(b, c.expression(0));
  ast::ExprP right = c.expression().size() > 1 ? build_expr(b, c.expression(1)) : ast::ExprP{};
  if (c.type()) {
    check_target(b, *left);
    ast::Assign a;
    const bool declares = std::holds_alternative<ast::Name>(left->node);
    if (!right && !declares) b.tree.report("Q0203", left->span, "only a name can be declared");
    a.targets.push_back({left, build_type(b, *c.type())});
    a.value = right;
    if (mentions_size(*a.targets[0].type, b.sizes)) {
      if (!a.value) a.value = zeros_of(*a.targets[0].type);
      a.targets[0].type.reset();
    }
    a.op_span = b.tree.span(c.COLON());
    if (std::optional<ast::TypeExpr>& written = a.targets[0].type;
        written && a.value && !declares) {  // x[i] : int8 = e is x[i] = (e : int8)
      const Span at = a.value->span;
      a.value = ast::ExprP(ast::Expr{ast::TypeAssert{a.value, std::move(*written)}, at});
      written.reset();
    }
    return a;
  }
  if (c.assignOperator()) return build_assignment(b, left, *c.assignOperator(), right);
  if (const std::string text = c.getText(); text.starts_with("++") || text.starts_with("--"))
    b.tree.report("Q0106", left->span, fmt::format("'{}' changes nothing", text),
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

bool build_chained(BuildContext& b, ast::Block& out, Tk::SimpleStatementContext& c) {
  const auto parts = c.expression();
  if (parts.size() < 3) return false;
  if (assign_op(*c.assignOperator()) != ast::AssignOp::Set)
    b.tree.report("Q0101", b.tree.span(c.ASSIGN(0)), "expected the end of the statement, found '='",
                  "several variables are given one value by a = b = value");
  ast::ExprP value = build_expr(b, parts.back());
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
    const Span target = b.tree.span(*parts[k]);
    out.push_back({build_assignment(b, build_expr(b, parts[k]), *c.assignOperator(), value), join(target, at), false});
  }
  return true;
}

}  // namespace qc
