#include "parser/fold_operators.h"

namespace qc {

namespace {

constexpr int kRangeLevel = 5, kPrefixLevel = 8, kPowerLevel = 9;

int level_of(TokenKind k) {
  switch (k) {
    case Tk::OROR:
      return 1;
    case Tk::ANDAND:
      return 2;
    case Tk::EQ:
    case Tk::NE:
      return 3;
    case Tk::LT:
    case Tk::LE:
    case Tk::GT:
    case Tk::GE:
      return 4;
    case Tk::DOTDOT:
      return kRangeLevel;
    case Tk::PLUS:
    case Tk::MINUS:
      return 6;
    case Tk::STAR:
    case Tk::SLASH:
    case Tk::BACKSLASH:
    case Tk::ELEM_MUL:
    case Tk::ELEM_DIV:
      return 7;
    default:
      return kPowerLevel;
  }
}

ast::BinaryOp binary_op(TokenKind k) {
  switch (k) {
    case Tk::OROR:
      return ast::BinaryOp::Or;
    case Tk::ANDAND:
      return ast::BinaryOp::And;
    case Tk::EQ:
      return ast::BinaryOp::Eq;
    case Tk::NE:
      return ast::BinaryOp::Ne;
    case Tk::LT:
      return ast::BinaryOp::Lt;
    case Tk::LE:
      return ast::BinaryOp::Le;
    case Tk::GT:
      return ast::BinaryOp::Gt;
    case Tk::GE:
      return ast::BinaryOp::Ge;
    case Tk::PLUS:
      return ast::BinaryOp::Add;
    case Tk::MINUS:
      return ast::BinaryOp::Sub;
    case Tk::STAR:
      return ast::BinaryOp::Mul;
    case Tk::SLASH:
      return ast::BinaryOp::Div;
    case Tk::ELEM_MUL:
      return ast::BinaryOp::ElemMul;
    case Tk::ELEM_DIV:
      return ast::BinaryOp::ElemDiv;
    case Tk::CARET:
      return ast::BinaryOp::Pow;
    default:
      return ast::BinaryOp::ElemPow;
  }
}

// A \ b is the call mldivide(A, b).
ast::Expr solution(ast::Expr left, ast::Expr right, Span span, Span op) {
  ast::Call call{ast::ExprP(ast::Expr{ast::Name{"mldivide"}, op}), {}};
  call.arguments.push_back({"", ast::ExprP(std::move(left))});
  call.arguments.push_back({"", ast::ExprP(std::move(right))});
  return {std::move(call), span};
}

Span joined(const Span& a, const Span& b) { return {a.file, std::min(a.begin, b.begin), std::max(a.end, b.end)}; }

// Operator precedence with explicit stacks. Prefix operators are stack entries of their own: `-x^2` is -(x^2), and in
// `2^-1` the prefix binds its operand before the power sees it.
class Folder {
 public:
  explicit Folder(std::vector<Diagnostic>& errors) : errors_(errors) {}

  ast::Expr run(std::vector<ChainOperand> operands, std::vector<ChainOperator> operators) {
    for (std::size_t i = 0; i < operands.size(); ++i) {
      for (const auto& p : operands[i].prefixes) stack_.push_back({kPrefixLevel, 0, p.span, p.op});
      values_.push_back(std::move(operands[i].value));
      if (i == operators.size()) break;
      const int level = level_of(operators[i].kind);
      const bool right = level == kPowerLevel;
      // A prefix directly under a power waits for it; any other looser-or-equal operator is applied first.
      while (!stack_.empty() && (right ? stack_.back().level > level : stack_.back().level >= level)) apply();
      stack_.push_back({level, operators[i].kind, operators[i].span, {}});
    }
    while (!stack_.empty()) apply();
    return std::move(values_.back());
  }

 private:
  struct Pending {
    int level;
    TokenKind kind;
    Span span;
    ast::UnaryOp prefix;
  };

  void apply() {
    const Pending p = stack_.back();
    stack_.pop_back();
    ast::Expr right = std::move(values_.back());
    values_.pop_back();
    if (p.level == kPrefixLevel) {
      const Span span = joined(p.span, right.span);
      values_.push_back({ast::Unary{p.prefix, ast::ExprP(std::move(right))}, span});
      return;
    }
    ast::Expr left = std::move(values_.back());
    values_.pop_back();
    const Span span = joined(left.span, right.span);
    if (p.level == kRangeLevel) return range(std::move(left), std::move(right), span, p.span);
    if (p.kind == Tk::BACKSLASH) return values_.push_back(solution(std::move(left), std::move(right), span, p.span));
    values_.push_back(
        {ast::Binary{binary_op(p.kind), ast::ExprP(std::move(left)), ast::ExprP(std::move(right)), p.span}, span});
  }

  // Left to right: (a..b)..c is the range from a to c by b.
  void range(ast::Expr left, ast::Expr right, Span span, Span op) {
    if (auto* r = std::get_if<ast::Range>(&left.node); r && open_range_ == left.span.begin + 1) {
      if (r->step)
        errors_.push_back(
            {"Q0101", Severity::Error, op, "a range has at most a start, a step and an end", "write a..step..b", {}});
      ast::Range whole{r->lo, r->hi, ast::ExprP(std::move(right))};
      values_.push_back({std::move(whole), span});
    } else {
      open_range_ = span.begin + 1;  // a range in parentheses starts before its own text
      values_.push_back({ast::Range{ast::ExprP(std::move(left)), {}, ast::ExprP(std::move(right))}, span});
    }
  }

  std::vector<Diagnostic>& errors_;
  std::vector<ast::Expr> values_;
  std::vector<Pending> stack_;
  std::uint32_t open_range_ = 0;
};

}  // namespace

ast::Expr fold_operators(std::vector<ChainOperand> operands, std::vector<ChainOperator> operators,
                         std::vector<Diagnostic>& errors) {
  return Folder(errors).run(std::move(operands), std::move(operators));
}

}  // namespace qc
