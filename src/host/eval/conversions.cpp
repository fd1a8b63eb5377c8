// A value as a declared type: numbers are converted, arrays of lower rank accepted, elements copied into the type.
#include <fmt/format.h>

#include "host/access/cells.h"
#include "host/arrays/arith.h"
#include "host/arrays/typed_elements.h"
#include "host/builtins/support.h"
#include "host/device/launch.h"
#include "host/eval/interface/types.h"
#include "host/eval/state/eval_context.h"
#include "host/fusion/defer_operators.h"
#include "value/argument_help.h"
#include "value/extents.h"

namespace qc::host {

namespace {

// "a" for 'mat'mirror: the same data under a variable's own boundary mode.
Value with_modifiers(const Value& v, const Type& declared) {
  auto* a = std::get_if<ArrayP>(&v.v);
  if (!a || ((*a)->boundary == declared.boundary && (*a)->is_const == (declared.is_const || (*a)->is_const))) return v;
  auto view = std::make_shared<Array>(**a);
  view->boundary = declared.boundary;
  view->is_const = declared.is_const || (*a)->is_const;
  return Value(view);
}

// Many elements as cast(a, type) converts them: on all threads, or on the device.
ArrayP with_elements(EvalContext& cx, const ArrayP& a, const Type& type, Span span) {
  if (a->elem == type.elem && a->complex == type.complex) return a;
  if (const auto later = defer_cast(Value(a), type, span)) return std::get<ArrayP>(cx.arrays.compute(*later).v);
  return as_elem(a, type.elem, type.complex);
}

Number number_as(const Number& n, const Type& type) {
  const double im = n.complex ? n.im : 0;
  Number out = convert_number(n, value_elem(type.elem));
  if (type.elem == Elem::Bool) return out;
  if ((is_int(type.elem) && type.elem != Elem::I64) || type.elem == Elem::F16) {  // through an element of that width
    Array one;
    one.elem = type.elem;
    std::uint64_t memory = 0;
    set_element(one, &memory, 0, n);
    out = get_element(one, &memory, 0);
  }
  out.complex = type.complex;
  out.im = type.complex ? Number::real(im, out.type).re : 0;
  return out;
}

}  // namespace

std::string Purpose::text() const { return name.empty() ? words : fmt::format("{}'{}'", words, name); }

Value convert_to(EvalContext& cx, const Value& v, const Type& type, Span span, const Purpose& what) {
  const Type have = type_of(v);
  auto wrong = [&]() -> Value {
    fail("Q0301", span,
         fmt::format("{} must be {}, not {}", what.text(), a_type(type_name(type, cx.scalar())),
                     a_type(host_type_name(host_type_of(v), cx.scalar()))),
         help_to_fit(type, v));
  };
  auto* a = std::get_if<ArrayP>(&v.v);
  switch (type.kind) {
    case Type::Kind::Number: {
      if (!have.is_number() && !(a && (*a)->count() == 1)) return wrong();
      const Number n = to_number(v, span);
      if (n.complex && !type.complex) return wrong();
      return Value(number_as(n, type));
    }
    case Type::Kind::Array: {
      if (!a) return wrong();
      const ArrayP shaped = with_rank(*a, type.rank);
      if (!shaped || (shaped->complex && !type.complex) || (!type.dims.empty() && shaped->dims != type.dims))
        return wrong();
      ArrayP out = with_elements(cx, shaped, type, span);
      if (out->fixed) {  // its own storage, and an array from now on
        out = std::get<ArrayP>(own_copy(Value(out)).v);
        out->fixed = false;
      }
      return with_modifiers(Value(out), type);
    }
    case Type::Kind::Fixed: {
      require_extents(type.dims, span);
      std::int64_t n = 1;
      for (auto d : type.dims) n *= d;
      if (a && (*a)->count() != n)
        fail("Q0301", span,
             fmt::format("{} must be {}, not {} element{}", what.text(), a_type(type_name(type, cx.scalar())),
                         (*a)->count(), (*a)->count() == 1 ? "" : "s"),
             fmt::format("{} holds {} number{}", a_type(type_name(type, cx.scalar())), n, n == 1 ? "" : "s"));
      if (!a || ((*a)->complex && !type.complex)) return wrong();
      ArrayP out = make_array(type.elem, type.dims, false, type.complex);
      out->fixed = true;
      const void* from = (*a)->buffer->host_read();
      void* to = out->buffer->host_overwrite();
      for (std::int64_t i = 0; i < n; ++i) set_element(*out, to, i, get_element(**a, from, i));
      out->boundary = type.boundary;
      return Value(out);
    }
    case Type::Kind::String:
    case Type::Kind::Function:
    case Type::Kind::Object:
      return have.kind == type.kind ? v : wrong();
    default:
      return v;
  }
}

Value convert(EvalContext& cx, const Value& v, const HostType& type, Span span, const Purpose& what) {
  auto wrong = [&]() -> Value {
    fail("Q0301", span,
         fmt::format("{} must be {}, not {}", what.text(), a_type(host_type_name(type, cx.scalar())),
                     a_type(host_type_name(host_type_of(v), cx.scalar()))));
  };
  auto* a = std::get_if<ArrayP>(&v.v);
  if (type.type.kind == Type::Kind::Unknown) return own_copy(with_modifiers(v, type.type));
  if (type.type.kind == Type::Kind::Cell) {
    if (a && (*a)->count() == 0) return Value(make_cell({0}, Value{}));
    return std::holds_alternative<std::shared_ptr<Cell>>(v.v) || std::holds_alternative<Nothing>(v.v) ? v : wrong();
  }
  if (type.type.kind == Type::Kind::Object) {
    if (std::holds_alternative<Nothing>(v.v)) return v;
    auto* r = std::get_if<std::shared_ptr<Record>>(&v.v);
    if (!r) return wrong();
    if (type.definition && (*r)->type && (*r)->type->definition != type.definition) return wrong();
    return own_copy(v);
  }
  if (type.type.kind == Type::Kind::Function) {
    if (std::holds_alternative<HostTypeP>(v.v)) return v;  // a type makes values: int(x)
    return std::holds_alternative<std::shared_ptr<Closure>>(v.v) || std::holds_alternative<Nothing>(v.v) ? v : wrong();
  }
  return convert_to(cx, v, type.type, span, what);
}

}  // namespace qc::host
