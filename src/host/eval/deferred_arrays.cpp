// Whole-array expressions of the host program: what is computed later, and what asks for the elements.
#include "host/eval/interface/deferred_arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/access/element_access.h"
#include "host/arrays/arith.h"
#include "host/arrays/matrix_product.h"
#include "host/builtins/builtins.h"
#include "host/device/device_arrays.h"
#include "host/device/device_sort.h"
#include "host/eval/interface/assign.h"
#include "host/eval/interface/call.h"
#include "host/eval/interface/expr.h"
#include "host/eval/interface/names.h"
#include "host/eval/interface/types.h"
#include "host/eval/state/eval_context.h"
#include "ir/moved_index.h"
#include "ir/sums_of_squares.h"
#include "sema/builtins.h"
#include "sema/kept_elem.h"
#include "sema/type_words.h"
#include "value/counted_range.h"
#include "value/range_help.h"

namespace qc::host {

namespace {

// A number of the type in which the elements of an argument are computed.
Number sample_of(const Value& v) {
  const Elem t = value_elem(type_of(v).elem);
  if (is_complex(v)) {
    Number one = Number::real(1, t);
    one.complex = true;
    return one;
  }
  return t == Elem::Bool ? Number::boolean(true) : is_float(t) ? Number::real(1, t) : Number::integer(1);
}

std::int64_t elements_in(const Value& v) {
  std::int64_t n = 1;
  for (auto d : dims_of(v)) n *= d;
  return n;
}

}  // namespace

static std::optional<Value> cast_deferred(EvalContext& cx, const Value& v, const Value& type, Span span);
static std::optional<Value> defer_of_complex(EvalContext& cx, const std::string& name, const Value& z, Span span);
static std::optional<Value> fold_named(EvalContext& cx, const std::string& name, const std::vector<Value>& arguments,
                                       Span span);
static std::optional<std::vector<Value>> differences_there(EvalContext& cx, const std::vector<Value>& arguments,
                                                           Span span);
static std::optional<std::vector<Value>> extremes_there(EvalContext& cx, runtime::Device& device,
                                                        const std::string& name, const std::vector<Value>& arguments,
                                                        Span span);

Value eval_deferred(EvalContext& cx, const ast::Expr& e, const EnvironmentP& env) {
  auto* n = std::get_if<ast::Binary>(&e.node);
  const bool computes = n || std::holds_alternative<ast::Index>(e.node) || std::holds_alternative<ast::Call>(e.node) ||
                        std::holds_alternative<ast::Unary>(e.node) || std::holds_alternative<ast::Conditional>(e.node);
  if (computes)
    if (const auto number = fast_scalar(cx, e, env)) return Value(*number);
  return n && n->op != ast::BinaryOp::And && n->op != ast::BinaryOp::Or ? finish(cx, eval_spine(cx, e, env), e.span)
                                                                        : eval_whole(cx, e, env);
}

void settle(EvalContext& cx) {
  if (cx.deferred.empty()) return;
  for (const auto& weak : cx.deferred.take())
    if (const ArrayExprP e = weak.lock(); e && !e->inner) cx.arrays.compute(Value(e));
}

static Value small_enough(EvalContext& cx, Value v) {
  auto* e = std::get_if<ArrayExprP>(&v.v);
  return e && (*e)->operators >= kMostOperators ? cx.arrays.compute(v) : v;
}

// Whether nothing that an operator makes of two values is large: their elements in all pairs are few.
static bool are_small(const Value& a, const Value& b) {
  auto *x = std::get_if<ArrayP>(&a.v), *y = std::get_if<ArrayP>(&b.v);
  if ((!x && holds_array(a)) || (!y && holds_array(b))) return false;
  const std::int64_t m = x ? (*x)->count() : 1, n = y ? (*y)->count() : 1;
  return m < kLeastDeferred && n < kLeastDeferred && m * n < kLeastDeferred;
}

// A/B is element by element; where a MATLAB user means A*inv(B), small matrices with a square B, it is said once for
// each place in the text.
static void warn_of_quotient(EvalContext& cx, const Array& a, const Array& b, Span span) {
  constexpr std::int64_t kMostRows = 32;  // beyond, they are images
  const auto &x = a.dims, &y = b.dims;
  if (x.size() != 2 || y.size() != 2 || y[0] != y[1] || y[0] < 2 || y[0] > kMostRows || x[1] != y[0] ||
      x[0] > kMostRows)
    return;
  const char* help = "the quotient of matrices is A*inv(B); element by element is also written A./B";
  if (x[0] != y[0] && x[0] != 1)
    fail("Q0302", span,
         fmt::format("'/' is element by element, and extents do not fit: {} x {} and {} x {}", x[0], x[1], y[0], y[1]),
         help);
  if (!cx.session().sinks().diagnostic || !cx.warned.first_of_quotient(span)) return;
  cx.session().sinks().diagnostic(
      {"Q0302", Severity::Warning, span, "'/' of two matrices is element by element", help, {}});
}

Value defer(EvalContext& cx, ast::BinaryOp op, Value a, Value b, Span span) {
  auto *small_x = std::get_if<ArrayP>(&a.v), *small_y = std::get_if<ArrayP>(&b.v);
  const bool product =
      op == ast::BinaryOp::Mul && small_x && small_y && is_matrix_product((*small_x)->dims, (*small_y)->dims);
  if (op == ast::BinaryOp::Div && small_x && small_y) warn_of_quotient(cx, **small_x, **small_y, span);
  if (!product && are_small(a, b)) return binary_value(op, a, b, cx.scalar(), span);
  a = small_enough(cx, std::move(a));
  b = small_enough(cx, std::move(b));
  if (auto later = defer_binary(op, a, b, cx.scalar(), span)) return cx.deferred.keep(std::move(later));
  if (op == ast::BinaryOp::Mul && is_product_of_matrices(a, b)) return cx.arrays.product(a, b, span);
  a = cx.arrays.compute(a);
  b = cx.arrays.compute(b);
  return binary_value(op, a, b, cx.scalar(), span);
}

Value eval_conditional(EvalContext& cx, const ast::Conditional& n, Span span, const EnvironmentP& env) {
  Value condition = eval_deferred(cx, *n.condition, env);
  if (!holds_array(condition) || elements_in(condition) == 1)
    return eval_deferred(cx, to_bool(cx.arrays.compute(condition), n.condition->span) ? *n.yes : *n.no, env);
  std::vector<Value> parts{std::move(condition), eval_deferred(cx, *n.yes, env), eval_deferred(cx, *n.no, env)};
  bool numbers = true;
  for (Value& v : parts) {
    v = small_enough(cx, std::move(v));
    numbers = numbers && (deferrable(v) || type_of(v).is_number());
  }
  CallContext context{cx.session(), span, 1};
  if (numbers) {
    std::vector<Value> samples = parts;  // of arrays without elements, which have the type of the result
    for (Value& v : samples)
      if (holds_array(v)) v = Value(make_array(type_of(v).elem, {0}, false, is_complex(v)));
    const Type type = type_of(find_builtin(kChoose)(context, samples).at(0));
    if (auto later = defer_call(std::string(kChoose), parts, type, span)) return cx.deferred.keep(std::move(later));
  }
  for (Value& v : parts) v = cx.arrays.compute(v);
  return find_builtin(kChoose)(context, parts).at(0);
}

Value defer_sum(EvalContext& cx, Value a, Value b, Value c, bool negate_product, bool negate_addend, Span span) {
  if (!holds_array(a) && !holds_array(b) && !holds_array(c))
    return fused_value(a, b, c, negate_product, negate_addend, cx.scalar(), span);
  a = small_enough(cx, std::move(a));
  b = small_enough(cx, std::move(b));
  c = small_enough(cx, std::move(c));
  if (auto later = defer_fused(a, b, c, negate_product, negate_addend, cx.scalar(), span))
    return cx.deferred.keep(std::move(later));
  return fused_value(cx.arrays.compute(a), cx.arrays.compute(b), cx.arrays.compute(c), negate_product, negate_addend,
                     cx.scalar(), span);
}

Value defer(EvalContext& cx, ast::UnaryOp op, Value a, Span span) {
  a = small_enough(cx, std::move(a));
  if (auto later = defer_unary(op, a, span)) return cx.deferred.keep(std::move(later));
  a = cx.arrays.compute(a);
  switch (op) {
    case ast::UnaryOp::Neg:
      return negate(a, span);
    case ast::UnaryOp::Plus:
      return a;
    case ast::UnaryOp::Not:
      return logical_not(a, span);
  }
  internal_error("evaluator", "an unknown unary operator");
}

Value defer_literal_power(EvalContext& cx, Value a, std::int64_t exponent, Span span) {
  a = small_enough(cx, std::move(a));
  if (auto later = defer_power(a, exponent, cx.scalar(), span)) return cx.deferred.keep(std::move(later));
  return literal_power(cx.arrays.compute(a), exponent, cx.scalar(), span);
}

// ---- built-ins --------------------------------------------------------------------------------------------------

namespace {

// The real or imaginary parts of a large complex array, read where they are: every other one of its numbers.
std::optional<Value> part_of_complex(const Value& v, bool imaginary, Span span) {
  auto* z = std::get_if<ArrayP>(&v.v);
  if (!z || !(*z)->complex || (*z)->fixed || (*z)->count() < kLeastDeferred || (*z)->dims.size() > 8 ||
      ((*z)->elem != Elem::F32 && (*z)->elem != Elem::F64))
    return {};
  auto parts = std::make_shared<Array>(**z);
  parts->complex = false;
  parts->boundary = Boundary::Default;
  std::vector<ViewAxis> view;
  for (std::size_t d = 0; d < parts->dims.size(); ++d) view.push_back({int(d), 0, 1});
  view.push_back({-1, imaginary ? 1 : 0, 1});
  parts->dims.push_back(2);
  return defer_view(parts, std::move(view), (*z)->dims, span);
}

}  // namespace

// The call of a built-in of that name with plain arguments; null: e is something else.
static const ast::Call* plain_call(const EvalContext& cx, std::string_view name, const ast::Expr& e,
                                   const EnvironmentP& env) {
  auto* c = std::get_if<ast::Call>(&e.node);
  auto* n = c ? std::get_if<ast::Name>(&c->callee->node) : nullptr;
  if (!n || n->name != name || env->find(n->name) || !overloads(cx, n->name).empty()) return nullptr;
  for (const auto& a : c->arguments)
    if (a.spread || !a.name.empty() || std::holds_alternative<ast::Colon>(a.value->node)) return nullptr;
  return c;
}

// What a reduction reads: reshape(x, ...) without a copy of x.
static Value eval_to_read(EvalContext& cx, const ast::Expr& e, const EnvironmentP& env) {
  const ast::Call* c = plain_call(cx, "reshape", e, env);
  if (!c) return eval_deferred(cx, e, env);
  std::vector<Value> arguments;
  for (const auto& a : c->arguments) arguments.push_back(eval(cx, *a.value, env));
  CallContext context{cx.session(), e.span, 1};
  return find_builtin("$reshape")(context, arguments).at(0);
}

Partial eval_factor(EvalContext& cx, const ast::Expr& e, const EnvironmentP& env) {
  const ast::Call* c = plain_call(cx, "transpose", e, env);
  if (!c || c->arguments.size() != 1) return eval_partial(cx, e, env);
  Value x = eval_deferred(cx, *c->arguments[0].value, env);
  if (!is_view(x)) x = cx.arrays.compute(x);
  if (cx.arrays.product_reads_transpose(x))
    return {cx.deferred.keep(defer_transpose(*as_operand(x, e.span), e.span)), false, {}, {}, true};
  if (auto later = cx.arrays.transpose(x, e.span)) return {cx.deferred.keep(std::move(later)), false, {}, {}};
  return {call_named(cx, "transpose", {{cx.arrays.compute(x)}, {}}, e.span, env, 1).at(0), false, {}, {}};
}

// Whether it is the name of a type of real numbers, which called converts as cast does: int(x).
static bool number_word(std::string_view name) {
  const auto word = type_word(name, Elem::F32);
  return word && word->rank == 0 && !word->complex;
}

DeferredForm deferred_form(std::string_view name) {
  const BuiltinInfo* row = builtin_info(name);
  if (!row) return {0, 0, false, false, false, number_word(name), false};
  const bool deferred = row->is(kDeferred), each = deferred && row->family == BuiltinFamily::Elementwise;
  return {each ? row->least : std::uint8_t(0),
          each ? row->most : std::uint8_t(0),
          deferred && row->fold != BuiltinFold::None,
          name == "transpose",
          row->complex == ComplexForm::Part,
          name == "cast",
          is_extreme(row->fold) || gives_place(row->fold) || name == "diff"};
}

std::optional<std::vector<Value>> defer_named(EvalContext& cx, const std::string& name, const Meaning& m,
                                              const ast::Call& c, Span span, const EnvironmentP& env) {
  const std::size_t n = c.arguments.size();
  const DeferredForm& form = m.deferred;
  const bool fold = form.fold, transposed = form.transposed && n == 1, part = form.part && n == 1,
             cast = form.cast && n == (name == "cast" ? 2 : 1);
  if ((form.most == 0 && !fold && !transposed && !part && !cast) || n == 0) return {};
  for (const auto& a : c.arguments)
    if (a.spread || !a.name.empty() || std::holds_alternative<ast::Colon>(a.value->node)) return {};
  Arguments arguments;
  arguments.positional.reserve(n);
  for (const auto& a : c.arguments)
    arguments.positional.push_back(
        small_enough(cx, fold ? eval_to_read(cx, *a.value, env) : eval_deferred(cx, *a.value, env)));
  auto& values = arguments.positional;
  if (std::none_of(values.begin(), values.end(), holds_array))
    return call_meant(cx, name, m, std::move(arguments), span, env, 1);
  const bool of_complex = n == 1 && is_complex(values[0]);
  if (n >= form.least && n <= form.most && !of_complex) {
    if (auto v = defer_elementwise(cx, name, values, span)) return std::vector<Value>{*v};
  }
  if (name == "real" || name == "imag") {
    if (auto v = part_of_complex(values[0], name == "imag", span))
      return std::vector<Value>{cx.deferred.keep(std::move(v))};
  }
  if (name == "abs" && n == 1) {
    const auto re = part_of_complex(values[0], false, span), im = part_of_complex(values[0], true, span);
    if (re && im) {
      if (auto v = defer_elementwise(cx, "hypot", {*im, *re}, span)) return std::vector<Value>{*v};
    }
  }
  if (of_complex) {
    if (auto v = defer_of_complex(cx, name, values[0], span)) return std::vector<Value>{*v};
  }
  if (cast) {
    if (auto v = cast_deferred(cx, values[0], n == 2 ? values[1] : type_value(cx, *type_named(cx, name, env)), span))
      return std::vector<Value>{*v};
  }
  if (transposed) {
    if (auto v = cx.arrays.transpose(values[0], span)) return std::vector<Value>{cx.deferred.keep(std::move(v))};
  }
  if (fold) {
    if (auto v = fold_named(cx, name, values, span)) return std::vector<Value>{*v};
  }
  for (Value& v : values) v = cx.arrays.compute(v);
  return call_meant(cx, name, m, std::move(arguments), span, env, 1);
}

// The elements of an array as those of a number type, converted as they are read by what uses them or stored.
static std::optional<Value> cast_deferred(EvalContext& cx, const Value& v, const Value& type, Span span) {
  auto* want = std::get_if<HostTypeP>(&type.v);
  if (!want || !holds_array(v)) return {};
  const Type t = (*want)->type;
  auto later = t.is_number() ? defer_cast(v, t, span) : std::nullopt;
  return later ? std::optional(cx.deferred.keep(std::move(later))) : std::nullopt;
}

// isnan, isinf: one of the parts is; isfinite: both are.
static std::optional<Value> defer_test_of_complex(EvalContext& cx, const std::string& name, const Value& z, Span span) {
  const auto re = part_of_complex(z, false, span), im = part_of_complex(z, true, span);
  const auto a = re ? defer_elementwise(cx, name, {*re}, span) : std::nullopt,
             b = im ? defer_elementwise(cx, name, {*im}, span) : std::nullopt;
  return a && b ? defer_elementwise(cx, name == "isfinite" ? "and" : "or", {*a, *b}, span) : std::nullopt;
}

// The functions of complex elements that take no longer than reading them; on the host the others are loops of their
// own (complex_blocks.h).
static std::optional<Value> defer_of_complex(EvalContext& cx, const std::string& name, const Value& z, Span span) {
  const bool real = name == "real" || name == "imag" || name == "abs";
  const bool complex = name == "conj" || name == "sqrt";
  const bool blocks = name == "exp" || name == "log" || name == "angle";
  if (name.starts_with("is")) return defer_test_of_complex(cx, name, z, span);
  if (!real && !complex && !(blocks && cx.arrays.on_gpu(elements_in(z)))) return {};
  auto later = defer_call(name, {z}, Type::number(value_elem(type_of(z).elem), !real && name != "angle"), span);
  return later ? std::optional(cx.deferred.keep(std::move(later))) : std::nullopt;
}

// Whether an array of ints has no 0, which takes a loop over it to see.
static bool nowhere_zero(EvalContext& cx, const Value& divisors, Span span) {
  if (!holds_array(divisors)) return false;
  const auto found =
      cx.arrays.fold(Fold::Any, defer(cx, ast::BinaryOp::Eq, divisors, Value(Number::integer(0)), span), {}, span);
  return found && to_number(*found, span).i == 0;
}

std::optional<Value> defer_elementwise(EvalContext& cx, const std::string& name, const std::vector<Value>& arguments,
                                       Span span) {
  bool arrays = false, floats = false;
  for (const Value& v : arguments) {
    const Type t = type_of(v);
    if (t.complex || (holds_array(v) ? elements_in(v) == 0 : !t.is_number())) return {};
    arrays = arrays || holds_array(v);
    floats = floats || is_float(t.elem);
  }
  if (!arrays) return {};
  if (name == "clamp" && arguments.size() == 2)
    return defer_elementwise(cx, name, {arguments[0], Value(Number::integer(0)), arguments[1]}, span);
  const bool modulo = name == "mod" || name == "periodize" || name.ends_with('/');
  auto* by = modulo && arguments.size() == 2 ? std::get_if<Number>(&arguments[1].v) : nullptr;
  if (builtin_is(name, kOfBits) && floats) return {};  // errors of single elements are the built-in's
  if (modulo && !floats && (arguments.size() != 2 || !(by ? by->i != 0 : nowhere_zero(cx, arguments[1], span))))
    return {};
  const Value zero(Number::real(0, cx.scalar())), one(Number::real(1, cx.scalar()));
  auto pair = [&](const char* function, const std::optional<Value>& a, const Value& b) {
    return a ? defer_elementwise(cx, function, {*a, b}, span) : std::nullopt;
  };
  if (name == "clamp") return pair("min", pair("max", arguments[0], arguments[1]), arguments[2]);
  if (name == "saturate") return pair("min", pair("max", arguments[0], zero), one);
  if ((name == "min" || name == "max") && arguments.size() > 2) {
    std::optional<Value> v = arguments[0];
    for (std::size_t k = 1; k < arguments.size(); ++k) v = pair(name.c_str(), v, arguments[k]);
    return v;
  }
  if (name == "lerp")
    return defer_sum(cx, arguments[2], defer(cx, ast::BinaryOp::Sub, arguments[1], arguments[0], span), arguments[0],
                     false, false, span);
  std::vector<Value> samples;
  for (const Value& v : arguments) samples.push_back(Value(sample_of(v)));
  CallContext context{cx.session(), span, 1};
  const auto kept =
      arguments.size() == 2 ? kept_elem(name, type_of(arguments[0]), type_of(arguments[1])) : std::nullopt;
  const Type type = kept ? Type::number(*kept) : type_of(find_builtin(name)(context, samples).at(0));
  auto later = defer_call(name, arguments, type, span);
  return later ? std::optional(cx.deferred.keep(std::move(later))) : std::nullopt;
}

// ---- reductions -------------------------------------------------------------------------------------------------

// Sums of n such ints are floats without rounding, so that it is all the same in which type they are divided.
static bool mean_fits_float(Elem elem, std::int64_t n) {
  constexpr std::int64_t kExact = std::int64_t(1) << 24;
  return elem != Elem::Bool && byte_size(elem) <= 2 && n <= kExact >> (8 * byte_size(elem));
}

// The sum over the number of elements; ints are added as ints and divided once.
static std::optional<Value> mean_of(EvalContext& cx, const Value& x, std::optional<std::int64_t> dim, Span span) {
  const Elem type = value_elem(type_of(x).elem);
  const auto dims = dims_of(x);
  if (dim && !is_float(type) && !mean_fits_float(type_of(x).elem, dims.size() == 1 ? dims[0] : dims[std::size_t(*dim)]))
    return {};
  const auto total = cx.arrays.fold(Fold::Sum, x, dim, span);
  if (!total) return {};
  if (dim) {
    const std::int64_t n = dims.size() == 1 ? dims[0] : dims[std::size_t(*dim)];
    const Number count = is_float(type) ? Number::real(double(n), type) : Number::integer(n);
    return cx.arrays.compute(defer(cx, ast::BinaryOp::Div, *total, Value(count), span));
  }
  const Number sum = to_number(*total, span);
  if (!is_float(type)) return Value(Number::real(double(sum.i) / double(elements_in(x)), cx.scalar()));
  return Value(binary_number(ast::BinaryOp::Div, sum, Number::integer(elements_in(x)), cx.scalar(), span));
}

// The elements less their mean, in doubles; of doubles less what the mean was rounded by, too.
template <class Mean, class Less>
static std::optional<Value> less_mean(const Value& x, Span span, const Mean& mean, const Less& less) {
  const bool wide = type_of(x).elem == Elem::F64;
  std::optional<Value> from = wide ? x : defer_cast(x, Type::number(Elem::F64), span);
  for (int times = wide ? 2 : 1; from && times > 0; --times) {
    const auto m = mean(*from);
    from = m ? std::optional(less(*from, *m)) : std::nullopt;
  }
  return from;
}

// var and std: the squared differences from the mean over n - 1. norm: the root of the squares. Nothing where they are
// to be scaled (ir/sums_of_squares.h), which the built-ins do.
static std::optional<Value> spread_of(EvalContext& cx, const std::string& name, const Value& x, Span span) {
  const Elem type = value_elem(type_of(x).elem);
  if (!is_float(type) || is_complex(x)) return {};
  const auto from =
      name == "norm" ? x
                     : less_mean(
                           x, span, [&](const Value& v) { return mean_of(cx, v, {}, span); },
                           [&](const Value& a, const Value& b) { return defer(cx, ast::BinaryOp::Sub, a, b, span); });
  const auto total = from ? cx.arrays.fold(Fold::Sum, defer_literal_power(cx, *from, 2, span), {}, span) : std::nullopt;
  if (!total) return {};
  Number v = to_number(*total, span);
  if ((name == "norm" || type == Elem::F64) && square_scale(v.re, type) != 1) return {};
  if (name == "norm")
    return Value(Number::real(type == Elem::F32 ? double(std::sqrt(float(v.re))) : std::sqrt(v.re), type));
  v.re /= double(elements_in(x) - 1);
  return Value(Number::real(name == "var" ? v.re : std::sqrt(v.re), type));
}

// The same along a dimension, where the elements are on a GPU: the host's built-in has a loop of its own.
static std::optional<Value> spread_along(EvalContext& cx, const std::string& name, const Value& x, std::int64_t dim,
                                         Span span) {
  const Elem type = value_elem(type_of(x).elem);
  const auto dims = dims_of(x);
  if (!is_float(type) || is_complex(x) || dims.size() < 2 || dims[std::size_t(dim)] < 2 ||
      !cx.arrays.on_gpu(elements_in(x)))
    return {};
  const auto from = less_mean(
      x, span, [&](const Value& v) { return mean_of(cx, v, dim, span); },
      [&](const Value& a, const Value& b) { return defer(cx, ast::BinaryOp::Sub, a, b, span); });
  const auto total =
      from ? cx.arrays.fold(Fold::Sum, defer_literal_power(cx, *from, 2, span), dim, span) : std::nullopt;
  if (!total) return {};
  const ArrayP sums = to_array(cx.arrays.compute(*total), span);
  ArrayP out = make_array(type, sums->dims, false);
  const auto* sum = static_cast<const double*>(sums->buffer->host_read());
  void* to = out->buffer->host_overwrite();
  for (std::int64_t k = 0; k < sums->count(); ++k) {
    if (type == Elem::F64 && square_scale(sum[k], type) != 1) return {};
    const double v = sum[k] / double(dims[std::size_t(dim)] - 1);
    set_element(*out, to, k, Number::real(name == "var" ? v : std::sqrt(v), Elem::F64));
  }
  return Value(out);
}

// The folds of deferred arrays.
static std::optional<Fold> fold_by_operator(BuiltinFold fold) {
  switch (fold) {
    case BuiltinFold::Sum:
      return Fold::Sum;
    case BuiltinFold::Product:
      return Fold::Product;
    case BuiltinFold::Min:
      return Fold::Min;
    case BuiltinFold::Max:
      return Fold::Max;
    case BuiltinFold::Any:
      return Fold::Any;
    case BuiltinFold::All:
      return Fold::All;
    default:
      return {};
  }
}

// The dimension that an argument names, if it is one of x.
static std::optional<std::int64_t> fold_dimension(const Value& x, const Value& argument) {
  auto* n = std::get_if<Number>(&argument.v);
  const auto rank = std::int64_t(std::max<std::size_t>(2, dims_of(x).size()));
  return n && !is_float(n->type) && n->i >= 0 && n->i < rank ? std::optional(n->i) : std::nullopt;
}

// sum(x), sum(x, dim), max(x, [], dim), ...: nothing when the built-in is to do it.
static std::optional<Value> fold_named(EvalContext& cx, const std::string& name, const std::vector<Value>& arguments,
                                       Span span) {
  if (arguments.empty() || !holds_array(arguments[0])) return {};
  const Value& x = arguments[0];
  const BuiltinFold fold = builtin_fold(name);
  if (fold == BuiltinFold::Dot) {
    if (arguments.size() != 2 || !holds_array(arguments[1]) || dims_of(x) != dims_of(arguments[1]) || is_complex(x) ||
        is_complex(arguments[1]))
      return {};
    return cx.arrays.fold(Fold::Sum, defer(cx, ast::BinaryOp::ElemMul, x, arguments[1], span), {}, span);
  }
  std::optional<std::int64_t> dim;
  const bool spread = is_spread(fold);
  if (spread && arguments.size() == 2) {
    const auto along = fold_dimension(x, arguments[1]);
    return along ? spread_along(cx, name, x, *along, span) : std::nullopt;
  }
  if (arguments.size() > 1) {
    const bool empty =
        is_extreme(fold) && arguments.size() == 3 && holds_array(arguments[1]) && elements_in(arguments[1]) == 0;
    const bool second = arguments.size() == 2 && folds_along(fold);
    if (empty || second) dim = fold_dimension(x, arguments.back());
    if (!dim) return {};
  }
  if (fold == BuiltinFold::Mean) return mean_of(cx, x, dim, span);
  if (spread || fold == BuiltinFold::Norm) return spread_of(cx, name, x, span);
  const auto what = fold_by_operator(fold);
  return what ? cx.arrays.fold(*what, x, dim, span) : std::nullopt;
}

std::optional<std::vector<Value>> compute_there(EvalContext& cx, const std::string& name, const Arguments& arguments,
                                                Span span, int outputs) {
  auto* x = arguments.positional.empty() || !arguments.named.empty() ? nullptr
                                                                     : std::get_if<ArrayP>(&arguments.positional[0].v);
  runtime::Device* const device = x ? moved_on(**x, (*x)->count()) : nullptr;
  if (!device) return {};
  if (name == "diff") return outputs == 1 ? differences_there(cx, arguments.positional, span) : std::nullopt;
  const bool places_alone = name.starts_with("arg");
  return places_alone || outputs == 2 ? extremes_there(cx, *device, name, arguments.positional, span) : std::nullopt;
}

// The differences of two slices, one a step further.
static std::optional<std::vector<Value>> differences_there(EvalContext& cx, const std::vector<Value>& arguments,
                                                           Span span) {
  const ArrayP x = std::get<ArrayP>(arguments[0].v);
  const bool wide = x->elem == Elem::F32 || x->elem == Elem::F64 || x->elem == Elem::I64;
  if (!wide || x->fixed || arguments.size() > 2) return {};
  std::size_t d = 0;
  while (d + 1 < x->dims.size() && x->dims[d] == 1) ++d;
  if (arguments.size() == 2) {
    const auto dim = fold_dimension(arguments[0], arguments[1]);
    if (!dim || (x->dims.size() == 1 && *dim != 1)) return {};
    d = x->dims.size() == 1 ? 0 : std::size_t(*dim);
  }
  if (x->dims[d] < 2) return {};
  auto dims = x->dims;
  --dims[d];
  const auto from = [&](std::int64_t offset) {
    std::vector<ViewAxis> view;
    for (std::size_t k = 0; k < dims.size(); ++k) view.push_back({int(k), k == d ? offset : 0, 1});
    return defer_view(x, std::move(view), dims, span);
  };
  return std::vector<Value>{cx.arrays.compute(defer(cx, ast::BinaryOp::Sub, from(1), from(0), span))};
}

// Both of all elements by one loop. Nothing: the comparison does not find the extreme, which is an infinity or a NaN,
// or does not tell the sign of a zero.
static std::optional<std::pair<Value, Value>> extreme_with_place(EvalContext& cx, bool greatest, const Value& x,
                                                                 Span span) {
  std::vector<Value> both = cx.session().call_library(greatest ? "lib_greatest" : "lib_least", {x}, span);
  if (to_number(both[1], span).i < 0 || to_number(both[0], span).as_double() == 0) return {};
  return std::pair{std::move(both[0]), std::move(both[1])};
}

// [m, k] = max(x), max(x, [], dim), argmax(x), argmax(x, dim): the extreme as always, then the first place that holds
// it. Nothing: there is a line without numbers, or an argument that the built-in has to refuse.
static std::optional<std::vector<Value>> extremes_there(EvalContext& cx, runtime::Device& device,
                                                        const std::string& name, const std::vector<Value>& arguments,
                                                        Span span) {
  const bool places_alone = name.starts_with("arg");
  const ArrayP x = std::get<ArrayP>(arguments[0].v);
  if (x->complex || x->fixed || x->elem == Elem::U64 || x->elem == Elem::F16 || x->elem == Elem::Bool) return {};
  const bool floats = x->elem == Elem::F32 || x->elem == Elem::F64;
  if (floats && arguments.size() == 1)
    if (auto both = extreme_with_place(cx, name.ends_with("max"), arguments[0], span)) {
      std::vector<Value> out{std::move(both->second)};
      if (!places_alone) out.insert(out.begin(), std::move(both->first));
      return out;
    }
  std::vector<Value> as_extreme{arguments[0]};
  if (places_alone && arguments.size() == 2)
    as_extreme.push_back(Value(make_array(Elem::F32, {0}, false))), as_extreme.push_back(arguments[1]);
  else if (arguments.size() != 1)
    as_extreme = arguments;
  const auto best = fold_named(cx, places_alone ? name.substr(3) : name, as_extreme, span);
  if (!best) return {};
  LineShape lines{1, x->count(), 1};
  ArrayP values;
  if (auto* along = std::get_if<ArrayP>(&best->v)) {
    values = *along;
    const std::size_t d = x->dims.size() == 1 ? 0 : std::size_t(to_number(as_extreme.back(), span).i);
    lines = {1, x->dims[d], 1};
    for (std::size_t k = 0; k < x->dims.size(); ++k) (k < d ? lines.outer : lines.inner) *= k == d ? 1 : x->dims[k];
  } else {
    values = make_array(value_elem(x->elem), {1}, false);
    set_element(*values, values->buffer->host_overwrite(), 0, to_number(*best, span));
  }
  const ArrayP where = first_equal_on(device, *x, *values, lines);
  const auto most = cx.arrays.fold(Fold::Max, Value(where), {}, span);
  const auto* each = most ? nullptr : static_cast<const std::int64_t*>(where->buffer->host_read());  // few lines
  const std::int64_t furthest = most ? to_number(*most, span).i : *std::max_element(each, each + where->count());
  if (furthest >= lines.n) return {};
  const bool all = !std::holds_alternative<ArrayP>(best->v);
  Value place = all ? Value(Number::integer(furthest)) : Value(where);
  if (places_alone) return std::vector<Value>{std::move(place)};
  return std::vector<Value>{*best, std::move(place)};
}

// ---- slices -----------------------------------------------------------------------------------------------------

RangeValue range_value(EvalContext& cx, const ast::Range& r, const EnvironmentP& env) {
  RangeValue v;
  v.lo = to_number(eval(cx, *r.lo, env), r.lo->span);
  v.hi = to_number(eval(cx, *r.hi, env), r.hi->span);
  v.step = r.step ? to_number(eval(cx, *r.step, env), r.step->span) : Number::integer(1);
  return v;
}

Value range_array(EvalContext& cx, const RangeValue& r, Span span) {
  const auto range = counted(r);
  if (!range) fail("Q0404", span, "a range with a step of 0");
  const std::int64_t n = range->count;
  if (n > (std::int64_t(1) << 40)) fail("Q0702", span, fmt::format("a range of {} elements", n));
  const bool ints = !is_float(r.lo.type) && !is_float(r.step.type);
  ArrayP out = make_array(ints ? Elem::I64 : cx.scalar(), {n}, false);
  if (range_there(cx.session(), *out, r.lo, r.step)) return Value(out);
  void* data = out->buffer->host_overwrite();
  const auto fill = [&]<class T>(T* to, auto lo, auto step) {
    for (std::int64_t i = 0; i < n; ++i) to[i] = T(lo + decltype(step)(i) * step);
  };
  if (ints)
    fill(static_cast<std::int64_t*>(data), range->lo, range->step);
  else if (out->elem == Elem::F64)
    fill(static_cast<double*>(data), range->first, range->by);
  else
    fill(static_cast<float*>(data), range->first, range->by);
  return Value(out);
}

// A range of indices, whose values are whole as those of any index are: asked of them as they are, before they become
// floats of the program.
static RangeValue index_range(RangeValue r, Span span) {
  const auto values = counted(r);
  const bool fractions = values && !values->ints && values->count > 0;
  if (fractions &&
      (std::floor(values->first) != values->first || (values->count > 1 && std::floor(values->by) != values->by)))
    fail("Q0301", span, kFractionalRange, kWholeIndexHelp);
  return r;
}

std::vector<Value> eval_slice(EvalContext& cx, const std::vector<ast::ExprP>& indices, const EnvironmentP& env) {
  std::vector<Value> out;
  for (const auto& i : indices) {
    if (std::holds_alternative<ast::Colon>(i->node))
      out.push_back(Value{});
    else if (auto* r = std::get_if<ast::Range>(&i->node))
      out.push_back(Value(RangeP(std::make_shared<const RangeValue>(index_range(range_value(cx, *r, env), i->span)))));
    else
      out.push_back(eval(cx, *i, env));
  }
  return out;
}

namespace {

// How many places an index may name without an error; nothing where places outside are none, or it is no array.
std::optional<std::int64_t> extent_of_index(const Value& base, std::size_t k, std::size_t indices) {
  auto* a = std::get_if<ArrayP>(&base.v);
  if (!a || (*a)->boundary == Boundary::Safe || ir::moves((*a)->boundary)) return {};
  const std::vector<std::int64_t>& dims = (*a)->dims;
  if (indices == 1) return (*a)->count();
  if (dims.size() == 1) return k == 1 ? dims[0] : 1;  // a vec is a row
  return k < dims.size() ? dims[k] : 1;
}

// How many places a range of ints names up to the first one that is no index of an extent.
std::int64_t places_up_to(const ir::CountedRange& r, std::int64_t extent) {
  if (r.lo < 0 || r.lo >= extent) return std::min<std::int64_t>(r.count, 1);
  const std::uint64_t room = std::uint64_t(r.step > 0 ? extent - 1 - r.lo : r.lo);
  const std::uint64_t by = r.step > 0 ? std::uint64_t(r.step) : 0 - std::uint64_t(r.step);
  return std::min<std::int64_t>(r.count, std::int64_t(room / by) + 2);
}

}  // namespace

std::vector<Value> up_to_first_outside(std::vector<Value> indices, const Value& base) {
  for (std::size_t k = 0; k < indices.size(); ++k) {
    auto* range = std::get_if<RangeP>(&indices[k].v);
    const auto r = range ? counted(**range) : std::nullopt;
    const auto extent = r ? extent_of_index(base, k, indices.size()) : std::nullopt;
    if (!extent) continue;
    if (!r->ints) {  // whole numbers that no int holds: the first or the second is outside
      const RangeValue& x = **range;
      if (r->count > 2)
        indices[k] = Value(RangeP(std::make_shared<const RangeValue>(
            RangeValue{x.lo, x.step, Number::real(std::fma(1.5, r->by, r->first), Elem::F64)})));
      continue;
    }
    const std::int64_t n = places_up_to(*r, *extent);
    const std::int64_t last = n == 0
                                  ? r->lo - (r->step > 0 ? 1 : -1)
                                  : std::int64_t(std::uint64_t(r->lo) + std::uint64_t(n - 1) * std::uint64_t(r->step));
    indices[k] = Value(RangeP(std::make_shared<const RangeValue>(
        RangeValue{Number::integer(r->lo), Number::integer(r->step), Number::integer(last)})));
  }
  return indices;
}

std::vector<Value> with_arrays(EvalContext& cx, std::vector<Value> indices, Span span) {
  const bool alone = indices.size() == 1;
  for (Value& v : indices) {
    auto* r = std::get_if<RangeP>(&v.v);
    if (!r) continue;
    v = range_array(cx, **r, span);
    const ArrayP& list = std::get<ArrayP>(v.v);
    if (alone) list->dims = {list->count(), 1};  // a row as long as the rank would be a position
  }
  return indices;
}

bool add_in_place(EvalContext& cx, const ArrayExprP& e, const ArrayP& target) {
  const bool same = e->elem == target->elem || (is_int(e->elem) && is_int(target->elem));
  if (!same || e->complex != target->complex || target->fixed || target->is_const) return false;
  Slice all;
  all.dims = target->dims;
  for (std::size_t d = 0; d < all.dims.size(); ++d) all.view.push_back({int(d), 0, 1});
  return cx.arrays.store_fused(*e, target, all);
}

void store_deferred(EvalContext& cx, const ast::Index& place, const Value& v, Span span, const EnvironmentP& env) {
  const Value base = eval(cx, *place.base, env);
  const std::vector<Value> indices = eval_slice(cx, place.indices, env);
  auto* target = std::get_if<ArrayP>(&base.v);
  if (target && !one_element((*target)->dims, indices))
    if (const auto slice = slice_of(**target, indices); slice && cx.arrays.store(v, *target, *slice, span)) return;
  store_index(cx, place, base, with_arrays(cx, up_to_first_outside(indices, base), span), cx.arrays.compute(v), span,
              env);
}

bool update_slice(EvalContext& cx, const ast::Assign& a, const ast::Index& place, const Value& base,
                  const std::vector<Value>& indices, Span span, const EnvironmentP& env) {
  auto* target = std::get_if<ArrayP>(&base.v);
  if (!target || !is_large(base) || !deferrable(base)) return false;
  const auto slice = slice_of(**target, indices);
  if (!slice || slice->count() < kLeastDeferred) return false;
  const Value old = cx.deferred.keep(defer_view(*target, slice->view, slice->dims, span));
  const Value v = compound_part(cx, a, old, span, env);
  if (!cx.arrays.store(v, *target, *slice, span))
    store_index(cx, place, base, with_arrays(cx, up_to_first_outside(indices, base), span), cx.arrays.compute(v), span,
                env);
  return true;
}

}  // namespace qc::host
