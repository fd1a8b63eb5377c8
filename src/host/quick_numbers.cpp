// Expressions of numbers alone, as loops that are stepped compute most: names of real numbers, literals, elements of arrays at places that
// are there, operators, elementwise built-in functions. They have no effects, so that whoever finds something else halfway begins
// again with Evaluator::eval_spine and its kin; no values are made on the way, which take most of the time there.
#include <string_view>

#include "analysis/fuse.h"
#include "host/arith.h"
#include "host/evaluator.h"

namespace qc::host {

namespace {

constexpr int kDeepest = 12;  // what is begun again costs as often as it is deep

bool is_product(ast::BinaryOp op) { return op == ast::BinaryOp::Mul || op == ast::BinaryOp::ElemMul; }
bool is_true(const Number& n) { return n.as_double() != 0; }

// A number, or a product of floats that has not been rounded yet.
struct Quick {
  Number value, factor;
  bool product = false;
};

}  // namespace

class QuickNumbers {
 public:
  QuickNumbers(Evaluator& evaluator, const EnvironmentP& env) : evaluator_(evaluator), env_(env) {}

  bool number(const ast::Expr& e, int depth, Number& out) {
    Quick q;
    if (!value(e, depth, q)) return false;
    out = finish(q, e.span);
    return true;
  }

 private:
  Number finish(const Quick& q, Span span) const { return q.product ? binary_number(ast::BinaryOp::ElemMul, q.value, q.factor, evaluator_.scalar(), span) : q.value; }

  bool value(const ast::Expr& e, int depth, Quick& out) {
    if (depth > kDeepest) return false;
    if (auto* n = std::get_if<ast::Name>(&e.node)) return place(env_->find(n->name), out.value);
    if (auto* n = std::get_if<ast::IntLit>(&e.node)) return out.value = Number::integer(n->value), true;
    if (auto* n = std::get_if<ast::Binary>(&e.node)) return binary(*n, e.span, depth, out);
    if (auto* n = std::get_if<ast::Index>(&e.node)) return element(*n, depth, out.value);
    if (auto* n = std::get_if<ast::FloatLit>(&e.node)) return out.value = Number::real(n->value, evaluator_.scalar()), true;
    if (auto* n = std::get_if<ast::Unary>(&e.node)) return unary(*n, depth, out.value);
    if (auto* n = std::get_if<ast::Conditional>(&e.node)) {
      Number c;
      return number(*n->condition, depth + 1, c) && number(is_true(c) ? *n->yes : *n->no, depth + 1, out.value);
    }
    if (std::holds_alternative<ast::Field>(e.node)) return place(evaluator_.find_place(e, env_), out.value);
    if (auto* n = std::get_if<ast::Call>(&e.node)) return call(*n, e.span, depth, out.value);
    return false;
  }

  static bool place(const Value* v, Number& out) {
    auto* n = v ? std::get_if<Number>(&v->v) : nullptr;
    if (!n || n->complex) return false;
    out = *n;
    return true;
  }

  bool unary(const ast::Unary& n, int depth, Number& out) {
    if (!number(*n.operand, depth + 1, out)) return false;
    if (n.op == ast::UnaryOp::Not) out = Number::boolean(!is_true(out));
    else if (n.op == ast::UnaryOp::Neg && is_float(out.type)) out.re = -out.re;
    else if (n.op == ast::UnaryOp::Neg) out = Number::integer(std::int64_t(0 - std::uint64_t(out.i)));
    return true;
  }

  bool binary(const ast::Binary& n, Span span, int depth, Quick& out) {
    using Op = ast::BinaryOp;
    if (n.op == Op::And || n.op == Op::Or) {
      if (!number(*n.left, depth + 1, out.value)) return false;
      const bool left = is_true(out.value);
      if (left == (n.op == Op::And) && !number(*n.right, depth + 1, out.value)) return false;
      out.value = Number::boolean(is_true(out.value));
      return true;
    }
    if (n.op == Op::Pow || n.op == Op::ElemPow) return power(n, span, depth, out);
    if (n.op == Op::Eq || n.op == Op::Ne)
      if (const auto same = same_texts(n, depth)) return out.value = Number::boolean(*same == (n.op == Op::Eq)), true;
    Quick left, right;
    if (!value(*n.left, depth + 1, left) || !value(*n.right, depth + 1, right)) return false;
    if (n.op == Op::Add || n.op == Op::Sub) {
      const bool minus = n.op == Op::Sub;
      const Fused side = fused_side(left.product, right.product);
      if (side == Fused::Right) return out.value = fused_number(right.value, right.factor, finish(left, n.left->span), minus, false), true;
      if (side == Fused::Left) return out.value = fused_number(left.value, left.factor, finish(right, n.right->span), false, minus), true;
    }
    out.value = finish(left, n.left->span);
    const Number by = finish(right, n.right->span);
    out.product = is_product(n.op) && (is_float(out.value.type) || is_float(by.type));
    if (out.product) out.factor = by;
    else out.value = binary_number(n.op, out.value, by, evaluator_.scalar(), span);
    return true;
  }

  // The square, which is a product like others but is never fused; other powers are left to literal_power.
  bool power(const ast::Binary& n, Span span, int depth, Quick& out) {
    auto* exponent = std::get_if<ast::IntLit>(&n.right->node);
    if (!exponent || exponent->value != 2 || !number(*n.left, depth + 1, out.value)) return false;
    out.value = is_float(out.value.type) ? binary_number(ast::BinaryOp::ElemMul, out.value, out.value, evaluator_.scalar(), span)
                                         : Number::integer(std::int64_t(std::uint64_t(out.value.i) * std::uint64_t(out.value.i)));
    return true;
  }

  // x[i], x[i,j] inside the extents.
  bool element(const ast::Index& n, int depth, Number& out) {
    const Value* base = evaluator_.find_place(*n.base, env_);
    auto* array = base ? std::get_if<ArrayP>(&base->v) : nullptr;
    if (!array || (*array)->complex || n.indices.empty()) return false;
    const Array& a = **array;
    const bool linear = n.indices.size() == 1;
    if (!linear && n.indices.size() != a.dims.size()) return false;
    std::int64_t at = 0;
    for (std::size_t d = 0; d < n.indices.size(); ++d) {
      Number i;
      if (!number(*n.indices[d], depth + 1, i) || !is_int(i.type)) return false;
      const std::int64_t extent = linear ? a.count() : a.dims[d];
      if (i.i < 0 || i.i >= extent) return false;
      at = at * extent + i.i;
    }
    out = get_element(a, a.buffer->host_read(), at);
    return true;
  }

  // A text, or a letter of one.
  std::optional<std::string_view> text(const ast::Expr& e, int depth) {
    auto* n = std::get_if<ast::Index>(&e.node);
    const std::string* whole = evaluator_.find_text(n ? *n->base : e, env_);
    if (!whole) return {};
    if (!n) return *whole;
    Number i;
    if (n->indices.size() != 1 || !number(*n->indices[0], depth + 1, i) || !is_int(i.type)) return {};
    if (i.i < 0 || i.i >= std::int64_t(whole->size())) return {};
    return std::string_view(*whole).substr(std::size_t(i.i), 1);
  }
  std::optional<bool> same_texts(const ast::Binary& n, int depth) {
    const auto a = text(*n.left, depth), b = a ? text(*n.right, depth) : std::nullopt;
    return b ? std::optional(*a == *b) : std::nullopt;
  }

  // An elementwise built-in function that the program does not define.
  bool call(const ast::Call& c, Span span, int depth, Number& out) {
    auto* name = std::get_if<ast::Name>(&c.callee->node);
    if (!name || c.arguments.empty() || c.arguments.size() > kMostArguments) return false;
    const Meaning& m = evaluator_.meaning(name->name);
    const std::size_t n = c.arguments.size();
    const bool elementwise = m.builtin && m.overloads.empty() && !m.type && !m.has_form && !m.is_special && n >= m.deferred.least && n <= m.deferred.most;
    if (!elementwise || env_->find(name->name)) return false;
    std::vector<Value> values;
    values.reserve(n);
    for (const ast::Argument& a : c.arguments) {
      Number x;
      if (a.spread || !a.name.empty() || !number(*a.value, depth + 1, x)) return false;
      values.emplace_back(x);
    }
    CallContext context{evaluator_.session(), span, 1};
    const std::vector<Value> results = m.builtin(context, values);
    return results.size() == 1 && place(&results[0], out);
  }
  static constexpr std::size_t kMostArguments = 3;

  Evaluator& evaluator_;
  const EnvironmentP& env_;
};

std::optional<Number> Evaluator::quick_number(const ast::Expr& e, const EnvironmentP& env) {
  Number n;
  return QuickNumbers(*this, env).number(e, 0, n) ? std::optional(n) : std::nullopt;
}

}  // namespace qc::host
