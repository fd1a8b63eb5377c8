// Values as what is asked for: a number, an index, a truth, a value of another type.
#include "lower/interface/conversions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ir/int_range.h"
#include "ir/number_kind.h"
#include "lower/interface/expr.h"
#include "lower/interface/kernel.h"
#include "lower/interface/local_arrays.h"
#include "lower/state/lower_context.h"
#include "sema/type_words.h"

namespace qc::lowering {

Type join(LowerContext& cx, const Type& a, const Value& v, Span span) {
  if (a.kind != v.type.kind)
    stop("R904", span, fmt::format("a variable is {} and {} in one loop", cx.a_type(a), cx.a_type(v.type)));
  Type t = a;
  if (a.kind == Type::Kind::Fixed && a.dims != v.type.dims)
    stop("R904", span,
         fmt::format("a variable changes from {} to {} in the loop", type_name(a, cx.options.scalar),
                     type_name(v.type, cx.options.scalar)));
  t.complex = a.complex || v.type.complex;
  t.elem = join_elem(a.elem, v.type.elem);
  return t;
}

static int significand_bits(Elem to) { return to == Elem::F64 ? 53 : 24; }
// The largest power of two up to which the float holds every int.
static std::int64_t most_exact(Elem to) { return std::int64_t(1) << significand_bits(to); }

ir::IntRange ints_of(const LowerContext& cx, const Value& v, Elem to) {
  const std::int64_t most = most_exact(to);
  ir::IntRange all{most, -most};
  for (const ir::ExprP& e : v.parts()) {
    const auto range = ir::int_range(cx.code.f, *e).value_or(ir::IntRange{-most, most});
    all = {std::min(all.lo, std::max(range.lo, -most)), std::max(all.hi, std::min(range.hi, most))};
  }
  return all;
}

std::optional<ir::IntRange> kept_ints(const LowerContext& cx, const Value& v, Elem to) {
  if (v.type.elem == Elem::I64) return ints_of(cx, v, to);
  auto* scalars = v.get_if<Scalars>();
  return scalars ? scalars->ints : std::nullopt;
}

ir::ExprP number_kind_of(const Value& v) {
  auto* scalars = v.get_if<Scalars>();
  if (scalars && scalars->kind) return scalars->kind;
  return ir::int_const(ir::number_kind(v.type.elem, v.type.complex));
}

Value of_kinds(Value result, std::initializer_list<const Value*> operands, std::int64_t at_least) {
  bool computed = false;
  ir::ExprP kind = ir::int_const(at_least);
  for (const Value* v : operands) {
    auto* scalars = v->get_if<Scalars>();
    computed = computed || (scalars && scalars->kind);
    kind = ir::binary(ir::BinaryOp::BitOr, kind, number_kind_of(*v));
  }
  if (auto* scalars = result.get_if<Scalars>(); computed && scalars) scalars->kind = kind;
  return result;
}

Value of_ints_too(const LowerContext& cx, Value result, const Value& a, const Value& b) {
  result = of_kinds(std::move(result), {&a, &b}, ir::kInt);
  const Elem to = result.type.elem;
  if (is_float(to) && kept_ints(cx, a, to) && kept_ints(cx, b, to))
    result.scalars().ints = ir::IntRange{-most_exact(to), most_exact(to)};
  return result;
}

void require_exact(LowerContext& cx, const Value& v, Elem to, const ir::ExprP& where, Span span) {
  if (cx.in_kernel || v.type.elem != Elem::I64 || !is_float(to)) return;
  const std::int64_t most = most_exact(to);
  for (const ir::ExprP& e : v.parts()) {
    const auto range = ir::int_range(cx.code.f, *e);
    if (e->type != Elem::I64 || (range && range->lo >= -most && range->hi <= most)) continue;
    const ir::ExprP beyond =
        ir::binary(ir::BinaryOp::Or, ir::lt(e, ir::int_const(-most)), ir::lt(ir::int_const(most), e));
    bail_out_where(cx, where ? ir::binary(ir::BinaryOp::And, where, beyond) : beyond,
                   fmt::format("ints that share a name or a choice with floats have {} bits", significand_bits(to)),
                   span);
  }
}

void require_one_way_to_store(const LowerContext& cx, const Value& v, Elem element, Span span) {
  auto* scalars = v.get_if<Scalars>();
  if (cx.in_kernel || !scalars || !scalars->ints || !is_int(element) || element == Elem::I64) return;
  const ir::IntRange range = ir::range_of(element);
  if (scalars->ints->lo < range.lo || scalars->ints->hi > range.hi)
    stop("R902", span,
         fmt::format("what is stored here may be an int, which wraps to {}, or a float, which does not",
                     elem_name(element)));
}

ir::ExprP number(LowerContext& cx, const Value& v, Elem to, Span span) {
  require_value(cx, v, span, "a number");
  if (!v.type.is_number()) error("Q0301", span, fmt::format("a number is expected here, not {}", cx.a_type(v.type)));
  if (v.type.complex)
    error("Q0301", span, "a real number is expected here, not a complex one", "use real(x) or abs(x)");
  return part(v, 0, to);
}

// Whether extents differ by nothing but ones: a row of n elements is a 1 x n matrix.
static bool same_but_ones(std::vector<std::int64_t> a, std::vector<std::int64_t> b) {
  std::erase(a, 1);
  std::erase(b, 1);
  return a == b;
}

Value convert(LowerContext& cx, const Value& v, const Type& to, Span span) {
  if (is_lazy(v)) require_value(cx, v, span, "a value");
  if (to.kind != v.type.kind || (to.kind == Type::Kind::Fixed && !same_but_ones(to.dims, v.type.dims))) {
    if (v.type.is_array()) stop("R901", span, "an array as a whole is used in the loop");
    error("Q0301", span, fmt::format("{} is expected here, not {}", cx.a_type(to), cx.a_type(v.type)));
  }
  if (v.type.complex && !to.complex)
    error("Q0301", span, "a complex number cannot become a real one", "use real(x) or abs(x)");
  Value out = of_scalars(to);
  const std::size_t n = components(v);
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t at = v.type.complex ? 2 * k : k;
    out.parts().push_back(part(v, at, to.elem));
    if (to.complex)
      out.parts().push_back(v.type.complex ? part(v, at + 1, to.elem) : ir::float_const(0, value_elem(to.elem)));
  }
  out.type.elem = value_elem(to.elem);
  return out;
}

ir::ExprP index_value(LowerContext& cx, const Value& v, Span span) {
  if (const auto literal = literal_of(v); literal && *literal == std::floor(*literal) && std::fabs(*literal) < 9e15)
    return ir::int_const(std::int64_t(*literal));
  return with_span(number(cx, v, Elem::I64, span), span);
}

// An array of one element, transpose(v)*v < 1, stands for it, as in host code.
ir::ExprP truth(LowerContext& cx, const Value& v, Span span) {
  require_value(cx, v, span, "a condition");
  if (v.type.kind == Type::Kind::Fixed && components(v) == 1) return truth(cx, component(v, 0), span);
  if (v.type.is_number() && v.type.complex)
    return with_span(
        ir::binary(ir::BinaryOp::Or, ir::cast(Elem::Bool, v.parts()[0]), ir::cast(Elem::Bool, v.parts()[1])), span);
  if (!v.type.is_number())
    error("Q0301", span, fmt::format("a condition must be a number, not {}", cx.a_type(v.type)),
          v.type.kind == Type::Kind::Fixed ? "any(x) asks for one that is true, all(x) for all of them" : "");
  if (auto c = ir::as_int(*v.parts()[0]); c && v.type.elem != Elem::Bool) return ir::bool_const(*c != 0);
  return with_span(ir::cast(Elem::Bool, v.parts()[0]), span);
}

Value float_literal(LowerContext& cx, double d) {
  if (cx.options.scalar == Elem::F32) d = double(float(d));  // a scalar, also where it is used as a double
  Value v = one_number(ir::float_const(d, cx.options.scalar));
  v.scalars().literal = d;
  return v;
}

void require_value(const LowerContext& cx, const Value& v, Span span, const char* what) {
  if (is_lazy(v)) stop("R901", span, "a slice whose length is computed is used as an array");
  switch (v.type.kind) {
    case Type::Kind::Number:
    case Type::Kind::Fixed:
      return;
    case Type::Kind::Array:
      stop("R901", span, fmt::format("the array '{}' is used as a whole", cx.code.f.arrays[v.array().id].name),
           cx.code.f.arrays[v.array().id].name);
    case Type::Kind::String:
      stop("R901", span, "strings are for host code");
    case Type::Kind::Void:
      error("Q0301", span, fmt::format("{} is expected here, and the call gives none", what));
    default:
      stop("R901", span, fmt::format("{} is used as a value", cx.a_type(v.type)));
  }
}

Value make_fixed(LowerContext& cx, std::vector<std::int64_t> dims, const std::vector<Value>& elements, Span span) {
  Value out = of_scalars({});
  out.type.kind = Type::Kind::Fixed;
  out.type.rank = int(dims.size());
  out.type.dims = std::move(dims);
  Elem elem = Elem::Bool;
  ir::ExprP kind;
  bool computed = false;
  for (const Value& e : elements) {
    require_value(cx, e, span, "a number");
    const ir::ExprP own = number_kind_of(e);
    computed = computed || !ir::as_int(*own);
    if (!kind || !ir::equal(kind, own)) kind = kind ? ir::binary(ir::BinaryOp::BitOr, kind, own) : own;
    out.type.complex |= e.type.complex;
    elem = join_elem(elem, e.type.elem);
  }
  if (out.type.complex) elem = float_elem(elem, cx.options.scalar);
  out.type.elem = elem;
  for (const Value& e : elements) {
    Value c = convert(cx, e, Type::number(elem, out.type.complex), span);
    out.parts().insert(out.parts().end(), c.parts().begin(), c.parts().end());
  }
  if (computed) out.scalars().kind = kind;
  return out;
}

}  // namespace qc::lowering
