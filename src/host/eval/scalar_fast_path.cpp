// The scalar fast path of the evaluator: expressions of numbers alone, as loops that are stepped compute most. Names of
// real numbers, literals, elements of arrays at places that are there, operators, elementwise built-in functions. They
// have no effects, so that whoever finds something else halfway begins again with eval_spine and its kin; no values are
// made on the way, which take most of the time there.
#include <cmath>
#include <string_view>

#include "host/arrays/arith.h"
#include "host/eval/interface/direct_calls.h"
#include "host/eval/interface/expr.h"
#include "host/eval/interface/names.h"
#include "host/eval/state/eval_context.h"
#include "host/eval/state/scalar_builtins.h"
#include "sema/fma_contraction.h"

namespace qc::host {

namespace {

constexpr int kDeepest = 12;  // what is begun again costs as often as it is deep

bool is_product(ast::BinaryOp op) { return op == ast::BinaryOp::Mul || op == ast::BinaryOp::ElemMul; }
bool is_true(const Number& n) { return n.as_double() != 0 || (n.complex && n.im != 0); }

// A number, or a product of floats that has not been rounded yet.
struct FastScalar {
  Number value, factor;
  bool product = false;
};

}  // namespace

class ScalarFastPath {
 public:
  ScalarFastPath(EvalContext& cx, const EnvironmentP& env) : cx_(cx), env_(env) {}

  bool number(const ast::Expr& e, int depth, Number& out) {
    FastScalar q;
    if (!value(e, depth, q)) return false;
    out = finish(q, e.span);
    return true;
  }

  // x = e, x += e, v[i] = e, v[i] += e of numbers. False: nothing has been done.
  bool assign(const ast::Assign& a) {
    FastScalar by;
    const auto* name = std::get_if<ast::Name>(&a.targets[0].place->node);
    const auto* place = std::get_if<ast::Index>(&a.targets[0].place->node);
    if (name) {
      if (name->name == "_" || env_->assigns_outside || !value(*a.value, 0, by)) return false;
      Number now;
      if (a.op == ast::AssignOp::Set)
        now = finish(by, a.value->span);
      else if (auto at = env_->variables.find(name->name); at == env_->variables.end() ||
                                                           !ScalarFastPath::place(&at->second, now) ||
                                                           !update(a.op, by, a.value->span, now))
        return false;
      if (!env_->declared.empty() && !takes_as_it_is(name->name, now, *env_)) return false;
      env_->variables[name->name] = Value(now);
      return true;
    }
    if (!place || !std::holds_alternative<ast::Name>(place->base->node) || !value(*a.value, 0, by)) return false;
    std::int64_t at = 0;
    const Value* base = locate(*place->base, 0);
    Array* array = base ? one_element(*place, *base, 0, at) : nullptr;
    if (!array || array->is_const) return false;
    Number now;
    if (a.op == ast::AssignOp::Set)
      now = finish(by, a.value->span);
    else if (now = get_element(*array, array->buffer->host_read(), at); !update(a.op, by, a.value->span, now))
      return false;
    set_element(*array, array->buffer->host_write(), at, now);
    return true;
  }

 private:
  // now op= by
  bool update(ast::AssignOp op, const FastScalar& by, Span span, Number& now) const {
    const bool minus = op == ast::AssignOp::Sub;
    if (op != ast::AssignOp::Add && !minus && op != ast::AssignOp::Mul && op != ast::AssignOp::Div) return false;
    if (by.product && (minus || op == ast::AssignOp::Add)) {
      now = fused_number(by.value, by.factor, now, minus, false);
      return true;
    }
    const auto binary = minus                      ? ast::BinaryOp::Sub
                        : op == ast::AssignOp::Add ? ast::BinaryOp::Add
                        : op == ast::AssignOp::Mul ? ast::BinaryOp::Mul
                                                   : ast::BinaryOp::Div;
    now = binary_number(binary, now, finish(by, span), cx_.scalar(), span);
    return true;
  }

  Number finish(const FastScalar& q, Span span) const {
    return q.product ? binary_number(ast::BinaryOp::ElemMul, q.value, q.factor, cx_.scalar(), span) : q.value;
  }

  bool value(const ast::Expr& e, int depth, FastScalar& out) {
    if (depth > kDeepest) return false;
    if (auto* n = std::get_if<ast::Name>(&e.node)) return place(env_->find(n->name), out.value);
    if (auto* n = std::get_if<ast::IntLit>(&e.node)) return out.value = Number::integer(n->value), true;
    if (auto* n = std::get_if<ast::Binary>(&e.node)) return binary(*n, e.span, depth, out);
    if (auto* n = std::get_if<ast::Index>(&e.node)) return element(*n, depth, out.value);
    if (auto* n = std::get_if<ast::FloatLit>(&e.node)) return out.value = Number::real(n->value, cx_.scalar()), true;
    if (auto* n = std::get_if<ast::Unary>(&e.node)) return unary(*n, depth, out.value);
    if (auto* n = std::get_if<ast::Conditional>(&e.node)) {
      Number c;
      return number(*n->condition, depth + 1, c) && number(is_true(c) ? *n->yes : *n->no, depth + 1, out.value);
    }
    if (std::holds_alternative<ast::Field>(e.node)) return place(locate(e, depth), out.value);
    if (auto* n = std::get_if<ast::Call>(&e.node)) return call(*n, e.span, depth, out.value);
    return false;
  }

  // Where a variable, a field or an item of a cell stands; null for other expressions and where there is none.
  const Value* locate(const ast::Expr& e, int depth) {
    if (depth > kDeepest) return nullptr;
    if (auto* n = std::get_if<ast::Name>(&e.node)) return env_->find(n->name);
    if (auto* f = std::get_if<ast::Field>(&e.node)) {
      const Value* base = locate(*f->base, depth + 1);
      auto* r = base ? std::get_if<std::shared_ptr<Record>>(&base->v) : nullptr;
      return r ? static_cast<const Record&>(**r).find(f->name) : nullptr;
    }
    auto* n = std::get_if<ast::Index>(&e.node);
    const Value* base = n ? locate(*n->base, depth + 1) : nullptr;
    return base && std::holds_alternative<std::shared_ptr<Cell>>(base->v) ? item(*n, *base, depth) : nullptr;
  }

  static bool place(const Value* v, Number& out) {
    auto* n = v ? std::get_if<Number>(&v->v) : nullptr;
    if (!n || n->complex) return false;
    out = *n;
    return true;
  }

  bool unary(const ast::Unary& n, int depth, Number& out) {
    if (!number(*n.operand, depth + 1, out)) return false;
    if (n.op == ast::UnaryOp::Not)
      out = Number::boolean(!is_true(out));
    else if (n.op == ast::UnaryOp::Neg && is_float(out.type))
      out.re = -out.re;
    else if (n.op == ast::UnaryOp::Neg)
      out = Number::integer(std::int64_t(0 - std::uint64_t(out.i)));
    return true;
  }

  bool binary(const ast::Binary& n, Span span, int depth, FastScalar& out) {
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
      if (const auto none = is_nothing(n, depth)) return out.value = Number::boolean(*none == (n.op == Op::Eq)), true;
    if (n.op == Op::Eq || n.op == Op::Ne)
      if (const auto same = same_texts(n, depth)) return out.value = Number::boolean(*same == (n.op == Op::Eq)), true;
    FastScalar left, right;
    if (!value(*n.left, depth + 1, left) || !value(*n.right, depth + 1, right)) return false;
    if (n.op == Op::Add || n.op == Op::Sub) {
      const bool minus = n.op == Op::Sub;
      const Fused side = fused_side(left.product, right.product);
      if (side == Fused::Right)
        return out.value = fused_number(right.value, right.factor, finish(left, n.left->span), minus, false), true;
      if (side == Fused::Left)
        return out.value = fused_number(left.value, left.factor, finish(right, n.right->span), false, minus), true;
    }
    out.value = finish(left, n.left->span);
    const Number by = finish(right, n.right->span);
    out.product = is_product(n.op) && (is_float(out.value.type) || is_float(by.type));
    if (out.product)
      out.factor = by;
    else
      out.value = binary_number(n.op, out.value, by, cx_.scalar(), span);
    return true;
  }

  // The square, which is a product like others but is never fused; other powers are left to literal_power.
  bool power(const ast::Binary& n, Span span, int depth, FastScalar& out) {
    auto* exponent = std::get_if<ast::IntLit>(&n.right->node);
    if (!exponent || exponent->value != 2 || !number(*n.left, depth + 1, out.value)) return false;
    out.value = is_float(out.value.type)
                    ? binary_number(ast::BinaryOp::ElemMul, out.value, out.value, cx_.scalar(), span)
                    : Number::integer(std::int64_t(std::uint64_t(out.value.i) * std::uint64_t(out.value.i)));
    return true;
  }

  bool element(const ast::Index& n, int depth, Number& out) {
    const Value* base = locate(*n.base, depth);
    if (base && std::holds_alternative<std::shared_ptr<Cell>>(base->v)) return place(item(n, *base, depth), out);
    std::int64_t at = 0;
    const Array* a = base ? one_element(n, *base, depth, at) : nullptr;
    if (a) out = get_element(*a, at);
    return a != nullptr;
  }
  const Value* item(const ast::Index& n, const Value& base, int depth) {
    const Cell& cell = *std::get<std::shared_ptr<Cell>>(base.v);
    const auto at = row_major(n, cell.dims, std::int64_t(cell.items.size()), depth);
    return at ? &cell.items[std::size_t(*at)] : nullptr;
  }

  // The array of x[i], x[i,j] inside the extents, and the row-major place of the element.
  Array* one_element(const ast::Index& n, const Value& base, int depth, std::int64_t& at) {
    auto* array = std::get_if<ArrayP>(&base.v);
    const auto place =
        array && !(*array)->complex ? row_major(n, (*array)->dims, (*array)->count(), depth) : std::nullopt;
    at = place.value_or(0);
    return place ? array->get() : nullptr;
  }

  // The place that ints inside these extents name.
  std::optional<std::int64_t> row_major(const ast::Index& n, const std::vector<std::int64_t>& dims, std::int64_t count,
                                        int depth) {
    const bool linear = n.indices.size() == 1;
    if (n.indices.empty() || (!linear && n.indices.size() != dims.size())) return {};
    std::int64_t at = 0;
    for (std::size_t d = 0; d < n.indices.size(); ++d) {
      Number i;
      if (!number(*n.indices[d], depth + 1, i) || !is_int(i.type)) return {};
      const std::int64_t extent = linear ? count : dims[d];
      if (i.i < 0 || i.i >= extent) return {};
      at = at * extent + i.i;
    }
    return at;
  }

  // p == nullptr of what has a place.
  std::optional<bool> is_nothing(const ast::Binary& n, int depth) {
    auto* name = std::get_if<ast::Name>(&n.right->node);
    if (!name || (name->name != "nullptr" && name->name != "null") || env_->find(name->name)) return {};
    const Value* v = locate(*n.left, depth + 1);
    if (!v || !(std::holds_alternative<Nothing>(v->v) || std::holds_alternative<std::shared_ptr<Record>>(v->v) ||
                std::holds_alternative<std::shared_ptr<Cell>>(v->v)))
      return {};
    return std::holds_alternative<Nothing>(v->v);
  }

  // A text, or a letter of one.
  std::optional<std::string_view> text(const ast::Expr& e, int depth) {
    auto* n = std::get_if<ast::Index>(&e.node);
    auto* literal = std::get_if<ast::StringLit>(&e.node);
    if (literal) return literal->value;
    const Value* v = locate(n ? *n->base : e, depth + 1);
    auto* whole = v ? std::get_if<std::string>(&v->v) : nullptr;
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

  // int(a/b) and floor(a/b) of ints are exact; int(x) of what an int holds.
  bool whole(bool down, const ast::Expr& e, int depth, Number& out) {
    auto* quotient = std::get_if<ast::Binary>(&e.node);
    if (quotient && (quotient->op == ast::BinaryOp::Div || quotient->op == ast::BinaryOp::ElemDiv)) {
      Number a, b;
      if (!number(*quotient->left, depth + 1, a) || !number(*quotient->right, depth + 1, b)) return false;
      if (a.type == Elem::I64 && b.type == Elem::I64) return whole_quotient(down, a, b, out);
      if (!is_float(a.type) && !is_float(b.type)) return false;
    }
    return number(e, depth + 1, out) && whole_number(down, out);
  }

  // numel(x)
  bool count(const ast::Expr& e, int depth, Number& out) {
    const Value* v = locate(e, depth + 1);
    return v && count_of(*v, out);
  }

  // An elementwise built-in function that the program does not define.
  bool call(const ast::Call& c, Span span, int depth, Number& out) {
    auto* name = std::get_if<ast::Name>(&c.callee->node);
    if (!name || c.arguments.empty() || c.arguments.size() > kMostArguments) return false;
    const Meaning& m = meaning(cx_, name->name);
    const std::size_t n = c.arguments.size();
    if (m.users || m.type || env_->find(name->name)) return false;
    if (m.is_special && n == 1 && c.arguments[0].name.empty() && !c.arguments[0].spread &&
        (name->name == "int" || name->name == "floor"))
      return whole(name->name == "floor", *c.arguments[0].value, depth, out);
    if (n == 1 && m.has_form && name->name == "numel") return count(*c.arguments[0].value, depth, out);
    const bool elementwise = m.builtin && m.overloads.empty() && !m.has_form && !m.is_special &&
                             n >= m.deferred.least && n <= m.deferred.most;
    if (!elementwise) return false;
    Number numbers[kMostArguments];
    for (std::size_t k = 0; k < n; ++k)
      if (const ast::Argument& a = c.arguments[k];
          a.spread || !a.name.empty() || !number(*a.value, depth + 1, numbers[k]))
        return false;
    const auto pair = n == 2 ? pair_operation(name->name) : std::nullopt;
    if (pair && number_pair(*pair, numbers[0], numbers[1], out)) return true;
    std::vector<Value> values(numbers, numbers + n);
    CallContext context{cx_.session(), span, 1};
    const std::vector<Value> results = m.builtin(context, values);
    return results.size() == 1 && place(&results[0], out);
  }
  static constexpr std::size_t kMostArguments = 3;

  EvalContext& cx_;
  const EnvironmentP& env_;
};

std::optional<Number> fast_scalar(EvalContext& cx, const ast::Expr& e, const EnvironmentP& env) {
  Number n;
  return ScalarFastPath(cx, env).number(e, 0, n) ? std::optional(n) : std::nullopt;
}

bool fast_assign(EvalContext& cx, const ast::Assign& a, const EnvironmentP& env) {
  return a.value && a.targets.size() == 1 && !a.targets[0].type && ScalarFastPath(cx, env).assign(a);
}

}  // namespace qc::host
