// Expressions to IR: operators, literals, fixed-size values and complex numbers by their components.
#include "lower/interface/expr.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "ast/brackets.h"
#include "ir/number_kind.h"
#include "ir/product_shape.h"
#include "lower/interface/access.h"
#include "lower/interface/call.h"
#include "lower/interface/complex_values.h"
#include "lower/interface/conversions.h"
#include "lower/interface/evaluation_order.h"
#include "lower/interface/fixed_arrays.h"
#include "lower/interface/fixed_slices.h"
#include "lower/interface/inline.h"
#include "lower/interface/kernel.h"
#include "lower/interface/lazy_array.h"
#include "lower/interface/names.h"
#include "lower/interface/range_lowering.h"
#include "lower/interface/records.h"
#include "lower/state/lower_context.h"
#include "sema/broadcast_extents.h"
#include "sema/builtins.h"
#include "sema/fma_contraction.h"
#include "sema/type_words.h"
#include "sema/types_of_builtins.h"

namespace qc::lowering {

using ast::BinaryOp;

namespace {

std::size_t place_met(std::int64_t k, const Dims& dims, const Type& type) {
  return type.is_number() ? std::size_t(k) : met_by(k, dims, type.dims);
}

}  // namespace

static Value expr_node(LowerContext& cx, const ast::Expr& e);
static Value unary(LowerContext& cx, const ast::Unary& n, Span span);
static Value binary(LowerContext& cx, const ast::Binary& n, Span span);
static void hide_computed_exponent(LowerContext& cx, Value& exponent, const ast::Expr& written);
static Value arithmetic_numbers(LowerContext& cx, ast::BinaryOp op, const Value& a, const Value& b, Span span);
static Value power(LowerContext& cx, const Value& a, const Value& b, Span span);
static Value matrix_product(LowerContext& cx, Value a, Value b, Span span);
static Value logical(LowerContext& cx, const ast::Binary& n, Span span);
static Value conditional(LowerContext& cx, const ast::Conditional& n, Span span);
static std::vector<std::string> arrays_chosen(LowerContext& cx, const ast::Expr& arm, const Value& v, Span span);
static Value select_value(LowerContext& cx, const ir::ExprP& condition, std::array<ir::Block, 2> before,
                          const Value& yes, const Value& no, Span span);
static Value array_literal(LowerContext& cx, const ast::ArrayLit& n, Span span);

Value map(LowerContext& cx, const Value& a, const std::function<Value(const Value&)>& each) {
  if (is_lazy(a)) require_value(cx, a, {}, "a value");
  if (a.type.is_number()) return each(a);
  std::vector<Value> elements;
  for (std::size_t k = 0; k < components(a); ++k) elements.push_back(each(component(a, k)));
  Value out = make_fixed(cx, a.type.dims, elements, {});
  out.scalars().by_value = is_by_value(a);
  return out;
}

// The extents of what an operation on these gives, element by element; none where all are numbers.
static Dims joint_extents(const LowerContext& cx, const std::vector<const Value*>& values, Span span) {
  const Value* first = nullptr;
  Dims dims;
  for (const Value* v : values) {
    if (is_lazy(*v)) require_value(cx, *v, span, "a value");
    if (v->type.kind != Type::Kind::Fixed) continue;
    const auto both = first ? joint_dims(dims, v->type.dims) : v->type.dims;
    if (!both) {
      const Misfit said = elements_do_not_fit(dims, v->type.dims);
      error("Q0302", span, said.message, said.help);
    }
    dims = *both;
    first = v;
  }
  return dims;
}

// An operand that meets several elements of a result is computed once, h/sum(h): written out, the code would grow with
// the square of the elements.
static Value met_often(LowerContext& cx, Value v, const Dims& dims, Span span) {
  constexpr int kLight = 8;  // nodes
  if (dims.empty() || !(v.type.is_number() || v.type.kind == Type::Kind::Fixed) ||
      count_of(dims) <= std::int64_t(components(v)))
    return v;
  for (ir::ExprP& p : v.parts()) {
    int nodes = 0;
    ir::for_each_expr(*p, [&](const ir::Expr&) { ++nodes; });
    if (nodes > kLight) p = cx.code.keep("$met", p, span);
  }
  return v;
}

Value zip(LowerContext& cx, const Value& x, const Value& y, Span span,
          const std::function<Value(const Value&, const Value&)>& each) {
  const Dims dims = joint_extents(cx, {&x, &y}, span);
  if (dims.empty()) return each(x, y);
  const Value a = met_often(cx, x, dims, span), b = met_often(cx, y, dims, span);
  const auto met = [&](const Value& v, std::int64_t k) { return component(v, place_met(k, dims, v.type)); };
  std::vector<Value> elements;
  for (std::int64_t k = 0; k < count_of(dims); ++k) elements.push_back(each(met(a, k), met(b, k)));
  Value out = make_fixed(cx, dims, elements, span);
  const auto number_or_value = [](const Value& v) { return v.type.is_number() || is_by_value(v); };
  out.scalars().by_value = number_or_value(x) && number_or_value(y);
  return out;
}

Value expr(LowerContext& cx, const ast::Expr& e) {
  Value v = expr_node(cx, e);
  if (auto* scalars = v.get_if<Scalars>(); scalars && v.type.is_number() && scalars->parts.size() == 1)
    scalars->parts[0] = with_span(scalars->parts[0], e.span);
  return v;
}

static Value expr_node(LowerContext& cx, const ast::Expr& e) {
  const Span span = e.span;
  if (auto* n = std::get_if<ast::IntLit>(&e.node)) return one_number(ir::int_const(n->value));
  if (auto* n = std::get_if<ast::FloatLit>(&e.node)) return float_literal(cx, n->value);
  if (auto* n = std::get_if<ast::ImaginaryLit>(&e.node)) {
    return of_scalars(Type::number(cx.options.scalar, true),
                      {ir::float_const(0, cx.options.scalar), ir::float_const(n->value, cx.options.scalar)});
  }
  if (auto* n = std::get_if<ast::StringLit>(&e.node)) return {Type::string(), StringConstant{n->value}};
  if (auto* n = std::get_if<ast::Name>(&e.node)) return read_name(cx, n->name, span);
  if (auto* n = std::get_if<ast::Unary>(&e.node)) return unary(cx, *n, span);
  if (auto* n = std::get_if<ast::Binary>(&e.node)) return binary(cx, *n, span);
  if (auto* n = std::get_if<ast::Conditional>(&e.node)) return conditional(cx, *n, span);
  if (auto* n = std::get_if<ast::Call>(&e.node)) return call(cx, *n, span, false);
  if (auto* n = std::get_if<ast::Index>(&e.node)) return read_index(cx, *n, span);
  if (auto* n = std::get_if<ast::ArrayLit>(&e.node)) return array_literal(cx, *n, span);
  if (auto* n = std::get_if<ast::TypeAssert>(&e.node)) {
    Value v = expr(cx, *n->value);
    const Type t = resolve_type(n->type, cx.options.scalar);
    if (v.type.is_array() || !t.known()) return v;
    Value made = convert(cx, v, t, span);
    made.scalars().by_value = is_by_value(made) || t.kind == Type::Kind::Fixed;
    return made;
  }
  if (auto* n = std::get_if<ast::TypeValue>(&e.node)) {
    Value v;
    v.type = resolve_type(n->type, cx.options.scalar);
    v.type.kind = Type::Kind::TypeValue;
    return v;
  }
  if (auto* n = std::get_if<ast::Range>(&e.node)) return range_value(cx, *n, span);
  if (std::holds_alternative<ast::Colon>(e.node))
    error("Q0106", span, "':' stands for a whole dimension and belongs into an index");
  if (std::holds_alternative<ast::CellLit>(e.node)) stop("R901", span, "cells are for host code");
  if (auto* n = std::get_if<ast::Lambda>(&e.node)) return local_lambda(cx, *n, span);
  if (auto* n = std::get_if<ast::Field>(&e.node)) {
    Value v = read_field(cx, *n, span);
    if (v.type.kind == Type::Kind::Fixed && !variable_of(v))
      v.scalars().by_value = true;  // `v : vec3` of a record: under another name it is a copy
    return v;
  }
  stop("R904", span, "records are not compiled in loops yet");
}

// The value of a variable; a message on it points at the name.
static Value read_at(LowerContext& cx, const Binding& b, Span span) {
  Value v = read_binding(cx, b);
  if (auto* scalars = v.get_if<Scalars>())
    for (ir::ExprP& p : scalars->parts)
      if (std::holds_alternative<ir::VarRef>(p->node)) p = with_span(p, span);
  return v;
}

Value read_name(LowerContext& cx, const std::string& n, Span span) {
  const std::string key = cx.names.frame().key + n;
  if (Binding* b = find(cx, n, span)) return read_at(cx, *b, span);
  if (cx.names.frame().assigned.count(n)) {  // assigned in the body, but nowhere above
    auto it = cx.types.by_key.find(key);
    if (it != cx.types.by_key.end() && (cx.control.conditional > 0))
      return read_at(cx, declare(cx, n, it->second, span), span);
    if (it == cx.types.by_key.end() && cx.control.conditional > 0 && cx.types.pass == 0) {
      cx.types.changed = true;
      return one_number(ir::bool_const(false));
    }
    if (cx.names.in_call() && cx.scope.type_of(n))  // perhaps of the function around this one, which reports do not see
      stop("R903", span, fmt::format("a function that is called changes '{}', which there is around it too", n), n);
    if (!cx.in_kernel && may_be_set(cx, n))
      stop("R901", span, fmt::format("'{}' has no value when the loop is reached", n), n);
    error("Q0201", span, fmt::format("'{}' is not defined", n), fmt::format("set '{}' before the loop", n));
  }
  if (n == "true" || n == "false") return one_number(ir::bool_const(n == "true"));
  if (n == "nullptr" || n == "null") stop("R901", span, fmt::format("'{}' is for host code", n));
  if (n == "pi") return float_literal(cx, 3.14159265358979323846);
  if (n == "inf") return float_literal(cx, std::numeric_limits<double>::infinity());
  if (n == "nan") return float_literal(cx, std::numeric_limits<double>::quiet_NaN());
  if (n == "eps")
    return float_literal(cx, cx.options.scalar == Elem::F32 ? double(std::numeric_limits<float>::epsilon())
                                                            : std::numeric_limits<double>::epsilon());
  Value v;
  Functions functions{cx.names.functions_named(n), n};
  if (!functions.candidates.empty() || is_builtin(n)) {
    v.type.kind = Type::Kind::Function;
    v.node = std::move(functions);
    return v;
  }
  if (auto word = type_word(n, cx.options.scalar)) {
    v.type.kind = Type::Kind::TypeValue;
    v.type.elem = word->elem.value_or(cx.options.scalar);
    v.type.rank = word->rank;
    v.type.complex = word->complex;
    if (word->fixed) v.type.dims = {word->fixed};
    return v;
  }
  undefined(cx, n, span);
  return v;
}

static Value unary(LowerContext& cx, const ast::Unary& n, Span span) {
  Value v = expr(cx, *n.operand);
  read_whole(cx, v, n.operand->span);
  if (is_lazy(v) && n.op != ast::UnaryOp::Plus)
    return each_lazy(cx, {v}, span, [&cx, op = n.op, span](const std::vector<Value>& e) {
      if (op == ast::UnaryOp::Not) return one_number(ir::unary(ir::UnaryOp::Not, truth(cx, e[0], span)));
      if (e[0].type.complex) {
        Value out = e[0];
        for (ir::ExprP& p : out.parts()) p = ir::unary(ir::UnaryOp::Neg, p);
        return out;
      }
      return one_number(
          ir::unary(ir::UnaryOp::Neg, part(e[0], 0, e[0].type.elem == Elem::Bool ? Elem::I64 : e[0].type.elem)));
    });
  require_value(cx, v, span, "a number");
  if (n.op == ast::UnaryOp::Plus) return v;
  if (n.op == ast::UnaryOp::Not)
    return map(cx, v, [&](const Value& a) { return one_number(ir::unary(ir::UnaryOp::Not, truth(cx, a, span))); });
  if (const auto literal = literal_of(v)) return float_literal(cx, -*literal);
  Value out = v;
  if (out.type.elem == Elem::Bool) out.type.elem = Elem::I64;
  out = of_kinds(std::move(out), {&v}, ir::kInt);
  for (auto& p : out.parts()) p = ir::unary(ir::UnaryOp::Neg, p->type == Elem::Bool ? ir::cast(Elem::I64, p) : p);
  return out;
}

// ---- sums and products ------------------------------------------------------------------------------------------

// Whether `a * b` is the product of matrices, one of them perhaps a row.
static bool multiply_as_matrices(const Type& a, const Type& b) {
  return a.kind == Type::Kind::Fixed && b.kind == Type::Kind::Fixed && multiply_as_matrices(a.dims, b.dims);
}

Operand operand(LowerContext& cx, const ast::Expr& e) {
  Operand o;
  auto* product = as_product(e);
  if (!product) {
    o.value = expr(cx, e);
    return o;
  }
  auto [a, b] = both(cx, *product->left, *product->right);
  read_beside(cx, a, b, product->left->span);
  read_beside(cx, b, a, product->right->span);
  read_whole(cx, a, product->left->span);
  read_whole(cx, b, product->right->span);
  if (is_lazy(a) || is_lazy(b)) {
    o.value = binary_lazy(cx, product->op, a, b, e.span);
    const Type type = is_lazy(o.value) ? type_of_lazy(cx, o.value) : o.value.type;
    const bool matrices = product->op == BinaryOp::Mul && is_lazy(a) && is_lazy(b);
    if (!matrices && !type.complex && is_float(type.elem)) o.factors = {{std::move(a), std::move(b)}};
    return o;
  }
  o.value = arithmetic(cx, product->op, a, b, e.span);
  const bool elementwise = product->op == BinaryOp::ElemMul || !multiply_as_matrices(a.type, b.type);
  if (elementwise && !o.value.type.complex && is_float(o.value.type.elem)) o.factors = {{std::move(a), std::move(b)}};
  return o;
}

Value fuse(LowerContext& cx, bool negate_product, const Value& a, const Value& b, bool negate_addend, const Value& c,
           Span span) {
  auto one = [&](const Value& x, const Value& y, const Value& z) {
    Elem t = Elem::Bool;
    for (const Value* v : {&x, &y, &z}) t = join_elem(t, v->type.elem);
    t = float_elem(t, cx.options.scalar);
    ir::ExprP p = part(x, 0, t), q = part(y, 0, t), r = part(z, 0, t);
    if (negate_product) p = ir::unary(ir::UnaryOp::Neg, p);
    if (negate_addend) r = ir::unary(ir::UnaryOp::Neg, r);
    return of_kinds(one_number(with_span(ir::fma(p, q, r), span)), {&x, &y, &z}, ir::kInt);
  };
  const Dims dims = joint_extents(cx, {&a, &b, &c}, span);
  if (dims.empty()) return one(a, b, c);
  const Value once[] = {met_often(cx, a, dims, span), met_often(cx, b, dims, span), met_often(cx, c, dims, span)};
  const auto met = [&](const Value& v, std::int64_t k) { return component(v, place_met(k, dims, v.type)); };
  std::vector<Value> elements;
  for (std::int64_t k = 0; k < count_of(dims); ++k)
    elements.push_back(one(met(once[0], k), met(once[1], k), met(once[2], k)));
  return make_fixed(cx, dims, elements, span);
}

Value sum(LowerContext& cx, bool subtract, const Operand& l, const Operand& r, Span span) {
  if (is_lazy(l.value) || is_lazy(r.value)) return sum_lazy(cx, subtract, l, r, span);
  require_value(cx, l.value, span, "a number");
  require_value(cx, r.value, span, "a number");
  const bool real = !l.value.type.complex && !r.value.type.complex;
  switch (real ? fused_side(l.factors.has_value(), r.factors.has_value()) : Fused::None) {
    case Fused::Right:
      return fuse(cx, subtract, r.factors->first, r.factors->second, false, l.value, span);
    case Fused::Left:
      return fuse(cx, false, l.factors->first, l.factors->second, subtract, r.value, span);
    case Fused::None:
      break;
  }
  return arithmetic(cx, subtract ? BinaryOp::Sub : BinaryOp::Add, l.value, r.value, span);
}

static Value binary(LowerContext& cx, const ast::Binary& n, Span span) {
  switch (n.op) {
    case BinaryOp::And:
    case BinaryOp::Or:
      return logical(cx, n, span);
    case BinaryOp::Add:
    case BinaryOp::Sub: {
      Operand l = operand(cx, *n.left);
      const std::size_t at = cx.code.out->size();
      Operand r = operand(cx, *n.right);
      read_before(cx, l, at, n.left->span);
      read_beside(cx, l.value, r.value, n.left->span);
      read_beside(cx, r.value, l.value, n.right->span);
      read_whole(cx, l.value, n.left->span);
      read_whole(cx, r.value, n.right->span);
      return sum(cx, n.op == BinaryOp::Sub, l, r, span);
    }
    default:
      break;
  }
  auto [a, b] = both(cx, *n.left, *n.right);
  read_beside(cx, a, b, n.left->span);
  read_beside(cx, b, a, n.right->span);
  read_whole(cx, a, n.left->span);
  read_whole(cx, b, n.right->span);
  if (is_lazy(a) || is_lazy(b)) return binary_lazy(cx, n.op, a, b, span);
  if (n.op >= BinaryOp::Eq && n.op <= BinaryOp::Ge) return compare(cx, n.op, a, b, span);
  if (n.op == BinaryOp::Pow || n.op == BinaryOp::ElemPow) hide_computed_exponent(cx, b, *n.right);
  return arithmetic(cx, n.op, a, b, span);
}

// An exponent that is known, but not written, the 3 of a call cube(x, 3) with x^n in it, or of x.^[2,3], is no product,
// as it is none in host code.
static void hide_computed_exponent(LowerContext& cx, Value& exponent, const ast::Expr& written) {
  const bool numbers = exponent.type.is_number() || exponent.type.kind == Type::Kind::Fixed;
  if (std::holds_alternative<ast::IntLit>(written.node) || literal_of(exponent) || !numbers || is_lazy(exponent) ||
      exponent.type.complex)
    return;
  for (ir::ExprP& part : exponent.parts()) {
    if (!ir::as_int(*part)) continue;
    const ir::VarId t = cx.code.temp("n", part->type);
    cx.code.emit(ir::Assign{t, part}, written.span);
    part = ir::var(cx.code.f, t);
  }
}

// Whether the power is one of ints where its base is an int.
static bool is_whole_power(const Value& exponent) {
  const auto known = ir::as_int(*exponent.parts()[0]);
  return !literal_of(exponent) && known && *known >= 0 && exponent.type.elem == Elem::I64;
}

// The kind of what truth values make.
static std::int64_t least_kind(const LowerContext& cx, BinaryOp op, const Value& b) {
  const bool power = op == BinaryOp::Pow || op == BinaryOp::ElemPow;
  const bool floats = op == BinaryOp::Div || op == BinaryOp::ElemDiv || (power && !is_whole_power(b));
  return floats ? ir::number_kind(cx.options.scalar, false) : ir::kInt;
}

Value arithmetic(LowerContext& cx, BinaryOp op, const Value& a, const Value& b, Span span) {
  require_value(cx, a, span, "a number");
  require_value(cx, b, span, "a number");
  if (op == BinaryOp::Mul && multiply_as_matrices(a.type, b.type)) return matrix_product(cx, a, b, span);
  return zip(cx, a, b, span, [&](const Value& x, const Value& y) {
    if (x.type.complex || y.type.complex) {
      return of_kinds(complex_arithmetic(cx, op, x, y, span), {&x, &y}, least_kind(cx, op, y));
    }
    return arithmetic_numbers(cx, op, x, y, span);
  });
}

static Value arithmetic_numbers(LowerContext& cx, BinaryOp op, const Value& a, const Value& b, Span span) {
  if (op == BinaryOp::Pow || op == BinaryOp::ElemPow)
    return of_kinds(power(cx, a, b, span), {&a, &b}, least_kind(cx, op, b));
  Elem t = arithmetic_elem(a.type.elem, b.type.elem);
  ir::BinaryOp ir_op = ir::BinaryOp::Add;
  switch (op) {
    case BinaryOp::Add:
      break;
    case BinaryOp::Sub:
      ir_op = ir::BinaryOp::Sub;
      break;
    case BinaryOp::Mul:
    case BinaryOp::ElemMul:
      ir_op = ir::BinaryOp::Mul;
      break;
    default:
      ir_op = ir::BinaryOp::Div;
      t = float_elem(t, cx.options.scalar);
  }
  Value result = one_number(with_span(ir::binary(ir_op, part(a, 0, t), part(b, 0, t)), span));
  if (ir_op == ir::BinaryOp::Div) return of_kinds(std::move(result), {&a, &b}, least_kind(cx, op, b));
  return of_ints_too(cx, std::move(result), a, b);
}

// base^n by squares: (x*x)*x, (x*x)*(x*x).
static ir::ExprP product_of(const ir::ExprP& base, std::int64_t n) {
  if (n == 0) return ir::int_const(1);
  if (n == 1) return base;
  const ir::ExprP half = product_of(base, n / 2);
  const ir::ExprP square = ir::mul(half, half);
  return n % 2 ? ir::mul(square, base) : square;
}

// base^n of 64-bit floats by squares, each a product and what it lost (a fused step is exact about that), rounded once
// at the end; beyond the largest number there is nothing to add. The same as precise_power of host/arrays/arith.cpp.
static ir::ExprP precise_power(LowerContext& cx, const ir::ExprP& given, std::int64_t n, Span span) {
  const ir::ExprP base = cx.code.keep("$base", given, span);
  ir::ExprP high = base, low;
  int bit = 63;
  while (!(n >> bit & 1)) --bit;
  const auto times = [&](const ir::ExprP& factor, const ir::ExprP& of_low) {
    const ir::ExprP product = cx.code.keep("$power", ir::mul(high, factor), span);
    ir::ExprP lost = ir::fma(high, factor, ir::unary(ir::UnaryOp::Neg, product));
    low = cx.code.keep("$lost", low ? ir::fma(of_low, low, lost) : lost, span);
    high = product;
  };
  for (--bit; bit >= 0; --bit) {
    times(high, ir::add(high, high));
    if (n >> bit & 1) times(base, base);
  }
  const ir::ExprP infinite = ir::float_const(std::numeric_limits<double>::infinity(), Elem::F64);
  return ir::select(ir::lt(ir::unary(ir::UnaryOp::Abs, high), infinite), ir::add(high, low), high);
}

static Value power(LowerContext& cx, const Value& a, const Value& b, Span span) {
  constexpr std::int64_t kFewFactors = 4, kMostFactors = 64;
  const auto literal = literal_of(b);
  const auto exponent = literal && *literal == std::floor(*literal) && *literal >= 0 &&
                                *literal <= double(kFewFactors) && is_float(a.type.elem)
                            ? std::optional<std::int64_t>(std::int64_t(*literal))
                            : ir::as_int(*b.parts()[0]);
  const bool integer = !is_float(a.type.elem) && is_whole_power(b);
  if (integer || (is_float(a.type.elem) && exponent && *exponent >= 1 && *exponent <= kFewFactors)) {
    if (*exponent > kMostFactors)
      stop("R904", span, fmt::format("the exponent {} of an int is beyond {}", *exponent, kMostFactors));
    return one_number(
        product_of(part(a, 0, a.type.elem == Elem::Bool ? Elem::I64 : value_elem(a.type.elem)), *exponent));
  }
  // Higher whole powers are products in twice the bits, rounded once: closer than a logarithm and a tenth of its work.
  if (value_elem(a.type.elem) == Elem::F32 && exponent && !literal && *exponent > kFewFactors &&
      *exponent <= kMostFactors)
    return one_number(ir::cast(Elem::F32, product_of(ir::cast(Elem::F64, part(a, 0, Elem::F32)), *exponent)));
  if (value_elem(a.type.elem) == Elem::F64 && exponent && !literal && *exponent > kFewFactors &&
      *exponent <= kMostFactors)
    return one_number(precise_power(cx, part(a, 0, Elem::F64), *exponent, span));
  const Elem t = float_elem(join_elem(a.type.elem, b.type.elem), cx.options.scalar);
  // An even power is that of the absolute value, bit for bit, and vectors of bases that are not negative take the short
  // way.
  const std::optional<double> known = literal ? literal : exponent ? std::optional(double(*exponent)) : std::nullopt;
  const bool even = known && std::fabs(*known) <= 64 && std::fmod(*known, 2) == 0;
  const ir::ExprP base = part(a, 0, t);
  ir::Expr e{ir::Math{ir::MathFn::Pow, {even ? ir::unary(ir::UnaryOp::Abs, base) : base, part(b, 0, t)}}, t, span};
  return one_number(std::make_shared<const ir::Expr>(std::move(e)));
}

// Products of complex numbers are written out without fused steps: (ac - bd) + (ad + bc)i. Quotients go through double,
// so that squares neither overflow nor vanish. The same as value/complex_product.h.
Value complex_arithmetic(LowerContext& cx, BinaryOp op, const Value& a, const Value& b, Span span) {
  const Elem t = float_elem(join_elem(a.type.elem, b.type.elem), cx.options.scalar);
  const Type type = Type::number(t, true);
  const Value x = convert(cx, a, type, span), y = convert(cx, b, type, span);
  const auto &p = x.parts()[0], &q = x.parts()[1], &r = y.parts()[0], &s = y.parts()[1];
  Value out = of_scalars(type);
  switch (op) {
    case BinaryOp::Add:
      out.parts() = {ir::add(p, r), ir::add(q, s)};
      return out;
    case BinaryOp::Sub:
      out.parts() = {ir::sub(p, r), ir::sub(q, s)};
      return out;
    case BinaryOp::Mul:
    case BinaryOp::ElemMul:
      if (!b.type.complex)
        out.parts() = {ir::mul(p, r), ir::mul(q, r)};
      else if (!a.type.complex)
        out.parts() = {ir::mul(p, r), ir::mul(p, s)};
      else
        out.parts() = {ir::sub(ir::mul(p, r), ir::mul(q, s)), ir::add(ir::mul(p, s), ir::mul(q, r))};
      return out;
    case BinaryOp::Div:
    case BinaryOp::ElemDiv: {
      auto div = [&](ir::ExprP n, ir::ExprP d) { return ir::binary(ir::BinaryOp::Div, std::move(n), std::move(d)); };
      if (!b.type.complex) {
        out.parts() = {div(p, r), div(q, r)};
        return out;
      }
      const auto wide = [](const ir::ExprP& e) { return ir::cast(Elem::F64, e); };
      const ir::ExprP a_re = wide(p), a_im = wide(q), b_re = wide(r), b_im = wide(s);
      const ir::ExprP d = ir::add(ir::mul(b_re, b_re), ir::mul(b_im, b_im));
      out.parts() = {ir::cast(t, div(ir::add(ir::mul(a_re, b_re), ir::mul(a_im, b_im)), d)),
                     ir::cast(t, div(ir::sub(ir::mul(a_im, b_re), ir::mul(a_re, b_im)), d))};
      return out;
    }
    default:
      break;
  }
  return complex_power(cx, a, b, span);
}

Value next_of_chain(LowerContext& cx, const Value& s, const Value& x, const Value& y, Span span) {
  if (is_float(s.type.elem)) return fuse(cx, false, x, y, false, s, span);
  return arithmetic_numbers(cx, BinaryOp::Add, s, arithmetic_numbers(cx, BinaryOp::Mul, x, y, span), span);
}

Value first_of_chain(LowerContext& cx, const Value& x, const Value& y, Span span) {
  const Value product = arithmetic_numbers(cx, BinaryOp::Mul, x, y, span);
  return is_float(product.type.elem) ? next_of_chain(cx, one_number(ir::float_const(0, product.type.elem)), x, y, span)
                                     : product;
}

// One more product of the chains of a complex sum's parts; a real factor meets each part alone. The same as
// host/arrays/matrix_product.cpp.
static Value plus_complex_product(const Value& s, const Value& x, const Value& y) {
  const Elem elem = s.type.elem;
  const auto at = [&](const Value& v, std::size_t k) { return ir::cast(elem, v.parts()[k]); };
  const auto minus = [](const ir::ExprP& e) { return ir::unary(ir::UnaryOp::Neg, e); };
  Value out = s;
  if (!x.type.complex || !y.type.complex) {
    for (std::size_t k = 0; k < 2; ++k)
      out.parts()[k] = ir::fma(at(x, x.type.complex ? k : 0), at(y, y.type.complex ? k : 0), s.parts()[k]);
    return of_kinds(std::move(out), {&s, &x, &y}, ir::kInt);
  }
  out.parts()[0] = ir::fma(at(x, 1), minus(at(y, 1)), ir::fma(at(x, 0), at(y, 0), s.parts()[0]));
  out.parts()[1] = ir::fma(at(x, 1), at(y, 0), ir::fma(at(x, 0), at(y, 1), s.parts()[1]));
  return of_kinds(std::move(out), {&s, &x, &y}, ir::kInt);
}

// What each element of a product is computed from over and over, `D*x` in `D*x*E`, is computed once.
static void keep_elements(LowerContext& cx, Value& v, Span span) {
  for (ir::ExprP& p : v.parts()) {
    const bool at_hand = std::holds_alternative<ir::VarRef>(p->node) || std::holds_alternative<ir::ConstInt>(p->node) ||
                         std::holds_alternative<ir::ConstFloat>(p->node);
    if (!at_hand) p = cx.code.keep("$factor", p, span);
  }
}

// The product in loops over memory of the iteration's own: written out, its many numbers would be more than registers
// hold, and slow to compile.
static Value product_in_memory(LowerContext& cx, const Value& a, const Value& b, const Dims& dims, std::int64_t inner,
                               Span span) {
  const auto stored = [&](const char* name, const Value& v) {
    const ir::ArrayId memory = cx.code.scratch(name, v.type.elem, std::int64_t(v.parts().size()));
    for (std::size_t k = 0; k < v.parts().size(); ++k)
      cx.code.to_scratch(memory, ir::int_const(std::int64_t(k)), v.parts()[k], span);
    return memory;
  };
  const ir::ArrayId left = stored("$left", a), right = stored("$right", b);
  Value first;
  (void)cx.code.collect([&] { first = first_of_chain(cx, component(a, 0), component(b, 0), span); });  // its type
  const std::int64_t columns = dims.back(), count = count_of(dims);
  const ir::ArrayId product = cx.code.scratch("$product", first.type.elem, count);
  const ir::VarId s = cx.code.temp("$chain", first.type.elem);
  counted(cx, ir::int_const(0), 1, ir::int_const(count / columns - 1), span, [&](const ir::ExprP& i) {
    const ir::ExprP row = cx.code.keep("$row", ir::mul(i, ir::int_const(inner)), span),
                    to = cx.code.keep("$to", ir::mul(i, ir::int_const(columns)), span);
    counted(cx, ir::int_const(0), 1, ir::int_const(columns - 1), span, [&](const ir::ExprP& j) {
      cx.code.emit(ir::Assign{s, ir::cast(first.type.elem, ir::int_const(0))}, span);
      for (std::int64_t l = 0; l < inner; ++l) {
        const Value x = cx.code.from_scratch(left, ir::add(row, ir::int_const(l))),
                    y = cx.code.from_scratch(right, ir::add(j, ir::int_const(l * columns)));
        cx.code.emit(ir::Assign{s, next_of_chain(cx, one_number(ir::var(cx.code.f, s)), x, y, span).parts()[0]}, span);
      }
      cx.code.to_scratch(product, ir::add(to, j), ir::var(cx.code.f, s), span);
    });
  });
  std::vector<Value> elements;
  for (std::int64_t k = 0; k < count; ++k) elements.push_back(cx.code.from_scratch(product, ir::int_const(k)));
  return make_fixed(cx, dims, elements, span);
}

static_assert(kMostSelected <= kProductPart);
static Value matrix_product(LowerContext& cx, Value a, Value b, Span span) {
  constexpr std::int64_t kMostSteps = 256;  // that are written out
  auto rows = [](const Type& t) { return t.rank == 1 ? std::int64_t(1) : t.dims[0]; };
  const std::int64_t m = rows(a.type), k = a.type.dims.back(), n = b.type.dims.back();
  if (a.type.rank > 2 || b.type.rank > 2 || rows(b.type) != k) {
    const Misfit said = matrices_do_not_fit(a.type.dims, b.type.dims);
    error("Q0302", span, said.message, said.help);
  }
  const bool complex = a.type.complex || b.type.complex,
             numbers = a.type.elem != Elem::Bool && b.type.elem != Elem::Bool;
  if (!complex && numbers && m * k * n > kMostSteps)
    return product_in_memory(cx, a, b, a.type.rank == 1 ? Dims{n} : Dims{m, n}, k, span);
  if (n > 1) keep_elements(cx, a, span);
  if (m > 1) keep_elements(cx, b, span);
  const Type number = Type::number(float_elem(join_elem(a.type.elem, b.type.elem), cx.options.scalar), complex);
  std::vector<Value> elements;
  for (std::int64_t i = 0; complex && i < m; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      const Value zero = convert(cx, one_number(ir::int_const(0)), number, span);
      Value s = zero;
      for (std::int64_t first = 0; first < k; first += product_part(true)) {
        Value chain = zero;
        for (std::int64_t l = first; l < std::min(k, first + product_part(true)); ++l)
          chain = plus_complex_product(chain, component(a, i * k + l), component(b, l * n + j));
        if (first == 0)
          s = std::move(chain);
        else
          for (std::size_t p = 0; p < 2; ++p) s.parts()[p] = ir::add(s.parts()[p], chain.parts()[p]);
      }
      elements.push_back(std::move(s));
    }
  if (complex) return a.type.rank == 1 ? make_fixed(cx, {n}, elements, span) : make_fixed(cx, {m, n}, elements, span);
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      Value s = first_of_chain(cx, component(a, i * k), component(b, j), span);
      for (std::int64_t l = 1; l < k; ++l)
        s = next_of_chain(cx, s, component(a, i * k + l), component(b, l * n + j), span);
      elements.push_back(std::move(s));
    }
  return a.type.rank == 1 ? make_fixed(cx, {n}, elements, span) : make_fixed(cx, {m, n}, elements, span);
}

// ---- conditions -------------------------------------------------------------------------------------------------

Value compare(LowerContext& cx, BinaryOp op, const Value& a, const Value& b, Span span) {
  const bool equality = op == BinaryOp::Eq || op == BinaryOp::Ne;
  if (equality && a.type.kind == Type::Kind::String && b.type.kind == Type::Kind::String)
    return one_number(ir::bool_const(cx.assumed.same_text(a, b) == (op == BinaryOp::Eq)));
  if (a.is<RecordRef>() && b.is<RecordRef>() && equality)
    return compare_records(cx, op == BinaryOp::Eq, a.record(), b.record(), span);
  require_value(cx, a, span, "a number");
  require_value(cx, b, span, "a number");
  const auto ir_op = ir::BinaryOp(int(ir::BinaryOp::Eq) + (int(op) - int(BinaryOp::Eq)));
  return zip(cx, a, b, span, [&](const Value& x, const Value& y) {
    if (x.type.complex || y.type.complex) {
      if (op != BinaryOp::Eq && op != BinaryOp::Ne) error("Q0301", span, "complex numbers have no order");
      const Type type = Type::number(join_elem(join_elem(x.type.elem, y.type.elem), Elem::F32), true);
      const Value p = convert(cx, x, type, span), q = convert(cx, y, type, span);
      return one_number(ir::binary(op == BinaryOp::Eq ? ir::BinaryOp::And : ir::BinaryOp::Or,
                                   ir::binary(ir_op, p.parts()[0], q.parts()[0]),
                                   ir::binary(ir_op, p.parts()[1], q.parts()[1])));
    }
    Elem t = join_elem(x.type.elem, y.type.elem);
    const bool order = op != BinaryOp::Eq && op != BinaryOp::Ne;
    if (t == Elem::Bool && order) t = Elem::I64;
    return one_number(with_span(ir::binary(ir_op, part(x, 0, t), part(y, 0, t)), span));
  });
}

// The right side is evaluated only when it is needed; what it needs statements for becomes an `if`.
static Value logical(LowerContext& cx, const ast::Binary& n, Span span) {
  const bool is_and = n.op == BinaryOp::And;
  Value left = expr(cx, *n.left);
  if (left.type.kind == Type::Kind::Fixed) {
    const std::size_t at = cx.code.out->size();
    const Value right = expr(cx, *n.right);
    read_before(cx, left, at, n.left->span);
    return zip(cx, left, right, span, [&](const Value& x, const Value& y) {
      return one_number(
          ir::binary(is_and ? ir::BinaryOp::And : ir::BinaryOp::Or, truth(cx, x, span), truth(cx, y, span)));
    });
  }
  const ir::ExprP a = truth(cx, left, n.left->span);
  if (const auto known = ir::as_int(*a); known && (*known != 0) != is_and)
    return one_number(a);
  else if (known)
    return one_number(truth(cx, expr(cx, *n.right), n.right->span));
  ir::ExprP b;
  ++cx.control.conditional;
  ir::Block before = cx.code.collect([&] { b = truth(cx, expr(cx, *n.right), n.right->span); });
  --cx.control.conditional;
  if (before.empty()) return one_number(ir::binary(is_and ? ir::BinaryOp::And : ir::BinaryOp::Or, a, b));
  const ir::VarId t = cx.code.temp("condition", Elem::Bool);
  cx.code.emit(ir::Assign{t, a}, span);
  before.push_back({ir::Assign{t, b}, span});
  const ir::ExprP again = is_and ? ir::var(cx.code.f, t) : ir::unary(ir::UnaryOp::Not, ir::var(cx.code.f, t));
  cx.code.emit(ir::If{again, std::move(before), {}}, span);
  return one_number(ir::var(cx.code.f, t));
}

static Type type_of_choice(LowerContext& cx, const Value& yes, const Value& no, Span span) {
  Type type = join(cx, yes.type, no, span);
  type.complex |= no.type.complex;
  if (type.complex) type.elem = float_elem(type.elem, cx.options.scalar);
  return type;
}

// What steps, which keep the type of the value that is chosen, may hold instead.
static void note_kept(const LowerContext& cx, Value& chosen, const Type& type, const ir::ExprP& condition,
                      const Value& yes, const Value& no) {
  if (!ir::equal(number_kind_of(yes), number_kind_of(no)))
    chosen.scalars().kind = ir::select(condition, number_kind_of(yes), number_kind_of(no));
  for (const Value* v : {&yes, &no}) {
    chosen.scalars().truth_or_int |= type.elem == Elem::I64 && v->type.elem == Elem::Bool;
    const auto ints = is_float(type.elem) ? kept_ints(cx, *v, type.elem) : std::nullopt;
    auto& known = chosen.scalars().ints;
    if (ints) known = known ? ir::IntRange{std::min(known->lo, ints->lo), std::max(known->hi, ints->hi)} : *ints;
  }
}

// One of two values, both computed before.
static Value choice(LowerContext& cx, const ir::ExprP& condition, const Value& yes, const Value& no, Span span) {
  const Type type = type_of_choice(cx, yes, no, span);
  require_exact(cx, yes, type.elem, condition, span);
  require_exact(cx, no, type.elem, ir::unary(ir::UnaryOp::Not, condition), span);
  const Value y = convert(cx, yes, type, span), z = convert(cx, no, type, span);
  Value out = of_scalars(y.type);
  out.scalars().by_value = is_by_value(yes) && is_by_value(no);
  note_kept(cx, out, type, condition, yes, no);
  for (std::size_t k = 0; k < y.parts().size(); ++k)
    out.parts().push_back(with_span(ir::select(condition, y.parts()[k], z.parts()[k]), span));
  return out;
}

// The condition has elements: each chooses between the elements at its place, and both sides are evaluated.
static Value choose_elements(LowerContext& cx, const Value& condition, const ast::Conditional& n, Span span) {
  const auto [yes, no] = both(cx, *n.yes, *n.no);
  for (const Value* v : {&yes, &no}) require_value(cx, *v, span, "a value");
  const Dims dims = joint_extents(cx, {&condition, &yes, &no}, span);
  const auto met = [&](const Value& v, std::int64_t k) { return component(v, place_met(k, dims, v.type)); };
  std::vector<Value> elements;
  for (std::int64_t k = 0; k < count_of(dims); ++k)
    elements.push_back(choice(cx, truth(cx, met(condition, k), n.condition->span), met(yes, k), met(no, k), span));
  Value out = make_fixed(cx, dims, elements, span);
  out.scalars().kind = nullptr;
  return of_kinds(std::move(out), {&yes, &no}, ir::kTruth);  // whichever elements are chosen
}

static Value conditional(LowerContext& cx, const ast::Conditional& n, Span span) {
  const Value condition = expr(cx, *n.condition);
  if (condition.type.kind == Type::Kind::Fixed) return choose_elements(cx, condition, n, span);
  const ir::ExprP c = truth(cx, condition, n.condition->span);
  if (const auto known = ir::as_int(*c)) {
    const ast::Expr& arm = *known ? *n.yes : *n.no;
    Value one = expr(cx, arm);
    if (auto* scalars = one.get_if<Scalars>()) scalars->one_of = arrays_chosen(cx, arm, one, span);
    return one;
  }
  Value yes, no;
  ++cx.control.conditional;
  ir::Block before_yes = cx.code.collect([&] { yes = expr(cx, *n.yes); });
  ir::Block before_no = cx.code.collect([&] { no = expr(cx, *n.no); });
  --cx.control.conditional;
  if (yes.is<RecordRef>() && no.is<RecordRef>())
    return select_record(cx, c, {std::move(before_yes), std::move(before_no)}, yes.record(), no.record(), span);
  require_value(cx, yes, n.yes->span, "a value");
  require_value(cx, no, n.no->span, "a value");
  std::vector<std::string> arrays = arrays_chosen(cx, *n.yes, yes, span);
  for (std::string& name : arrays_chosen(cx, *n.no, no, span)) arrays.push_back(std::move(name));
  Value out = select_value(cx, c, {std::move(before_yes), std::move(before_no)}, yes, no, span);
  out.scalars().one_of = std::move(arrays);
  return out;
}

// The short arrays whose names one side of a choice gives.
static std::vector<std::string> arrays_chosen(LowerContext& cx, const ast::Expr& arm, const Value& v, Span span) {
  if (!one_of(v).empty()) return one_of(v);
  const Binding* b = fixed_binding(cx, arm, span);
  return b && !copies(*b) ? std::vector<std::string>{std::get<ast::Name>(arm.node).name} : std::vector<std::string>{};
}

// One of two values, each behind the statements that it needs.
static Value select_value(LowerContext& cx, const ir::ExprP& c, std::array<ir::Block, 2> before, const Value& yes,
                          const Value& no, Span span) {
  if (before[0].empty() && before[1].empty()) return choice(cx, c, yes, no, span);
  const Type type = type_of_choice(cx, yes, no, span);
  const Value* const values[] = {&yes, &no};
  for (std::size_t k = 0; k < 2; ++k) {
    ir::Block check = cx.code.collect([&] { require_exact(cx, *values[k], type.elem, nullptr, span); });
    before[k].insert(before[k].end(), check.begin(), check.end());
  }
  const Value y = convert(cx, yes, type, span), z = convert(cx, no, type, span);
  Value out = of_scalars(y.type);
  note_kept(cx, out, type, c, yes, no);
  for (std::size_t k = 0; k < y.parts().size(); ++k) {
    const ir::VarId t = cx.code.temp("choice", y.parts()[k]->type);
    before[0].push_back({ir::Assign{t, y.parts()[k]}, span});
    before[1].push_back({ir::Assign{t, z.parts()[k]}, span});
    out.parts().push_back(ir::var(cx.code.f, t));
  }
  cx.code.emit(ir::If{c, std::move(before[0]), std::move(before[1])}, span);
  return out;
}

// Matrices of as many rows, a column among them: [p, q], [x, y] of columns.
static std::optional<Value> side_by_side(LowerContext& cx, const std::vector<Value>& items, Span span) {
  if (!std::all_of(items.begin(), items.end(), [](const Value& v) { return v.type.kind == Type::Kind::Fixed; }))
    return {};
  const auto rows = [](const Value& v) { return v.type.dims.size() == 1 ? 1 : v.type.dims[0]; };
  bool column = false, matrix = false, fit = true, differ = false;
  for (const Value& v : items) {
    const auto& dims = v.type.dims;
    fit = fit && dims.size() <= 2 && rows(v) == rows(items[0]);
    column = column || (dims.size() == 2 && dims[1] == 1);
    matrix = matrix || dims.size() == 2;
    differ = differ || dims != items[0].type.dims;
  }
  if (!column && !(fit && matrix && differ)) return {};
  return joined(cx, items, 1, span);
}

static Value array_literal(LowerContext& cx, const ast::ArrayLit& n, Span span) {
  if (n.elements.empty()) stop("R901", span, "an empty array is made inside the loop");
  std::vector<Value> rows, elements;
  for (const auto& e : n.elements)
    next_of(
        cx, rows, [&] { return expr(cx, *e); }, e->span);
  const Type& first = rows[0].type;
  const auto is_row = [](const Value& v) {
    return v.type.kind == Type::Kind::Fixed &&
           (v.type.dims.size() == 1 || (v.type.dims.size() == 2 && v.type.dims[0] == 1));
  };
  bool numbers = false, row = false;
  for (const Value& v : rows) {
    numbers = numbers || v.type.is_number();
    row = row || is_row(v);
  }
  const bool joined = numbers && row;  // [v, 3]: one row
  if (const auto beside = ast::holds_brackets_only(n) ? std::nullopt : side_by_side(cx, rows, span)) return *beside;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    require_value(cx, rows[k], n.elements[k]->span, "a number");
    const bool part = joined && (rows[k].type.is_number() || is_row(rows[k]));
    if (!part && (rows[k].type.kind != first.kind || rows[k].type.dims != first.dims))
      error("Q0301", n.elements[k]->span, "the rows of an array literal must have one length");
    for (std::size_t c = 0; c < components(rows[k]); ++c) elements.push_back(component(rows[k], c));
  }
  std::vector<std::int64_t> dims{std::int64_t(joined ? elements.size() : rows.size())};
  if (!joined) dims.insert(dims.end(), first.dims.begin(), first.dims.end());
  return make_fixed(cx, std::move(dims), elements, span);
}

}  // namespace qc::lowering
