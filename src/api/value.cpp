#include <cmath>
#include <complex>
#include <cstdint>
#include <optional>
#include <utility>

#include "api/value_access.h"
#include "runtime/host/float_environment.h"

namespace qc {
namespace {

using host::Number;

// The number that a value is, after waiting for a launch that still computes it.
std::optional<Number> number_in(const host::Value& value) {
  if (const auto* n = std::get_if<Number>(&value.v)) return *n;
  if (const auto* p = std::get_if<host::Pending>(&value.v)) return host::resolve(*p);
  return std::nullopt;
}

const host::ArrayP* array_in(const host::Value& value) {
  const auto* a = std::get_if<host::ArrayP>(&value.v);
  return a && *a ? a : nullptr;
}

constexpr std::pair<Elem, ElementType> kElementTypes[] = {
    {Elem::Bool, ElementType::Bool},  {Elem::I8, ElementType::Int8},    {Elem::I16, ElementType::Int16},
    {Elem::I32, ElementType::Int32},  {Elem::I64, ElementType::Int64},  {Elem::U8, ElementType::UInt8},
    {Elem::U16, ElementType::UInt16}, {Elem::U32, ElementType::UInt32}, {Elem::U64, ElementType::UInt64},
    {Elem::F16, ElementType::Half},   {Elem::F32, ElementType::Float},  {Elem::F64, ElementType::Double}};

Value make_view(void* data, std::optional<Elem> elem, std::vector<std::int64_t> extents, ViewLayout how) {
  if (!elem) return Value::Access::none("a view of an unknown element type");
  const std::size_t part = std::size_t(byte_size(*elem));
  CallersMemory::Layout layout{data, how.is_complex ? 2 * part : part, std::move(extents), std::move(how.strides),
                               how.read_only};
  if (how.is_complex && !is_float(*elem))
    return Value::Access::none("a view of complex numbers whose parts are no floats");
  if (std::string problem = problem_of(layout, part); !problem.empty()) return Value::Access::none(std::move(problem));
  const bool gathered = !layout.strides.empty() && !is_dense(layout);
  auto array = std::make_shared<host::Array>();
  array->elem = *elem;
  array->complex = how.is_complex;
  array->dims = gathered ? layout.extents : std::move(layout.extents);  // of dense rows nobody asks again
  array->is_const = how.read_only;
  const std::size_t bytes = std::size_t(array->count()) * layout.element;
  array->buffer = gathered ? runtime::Buffer::create(bytes, false) : runtime::Buffer::view(data, bytes);
  if (how.owner) array->buffer->keep(std::move(how.owner));
  auto memory = std::make_shared<const CallersMemory>(array->buffer, std::move(layout), gathered);
  return Value::Access::wrap(host::ArrayP(std::move(array)), std::move(memory));
}

Value complex_value(std::complex<double> number, Elem part) {
  Number n;
  n.type = part;
  n.complex = true;
  n.re = number.real();
  n.im = number.imag();
  return Value::Access::wrap(n);
}

// Runs what may wait for a device; a device that fails there gives `otherwise`, since these accessors report nothing.
template <class F, class T>
T or_else(F f, T otherwise) {
  const runtime::StandardFloats floats;
  try {
    return f();
  } catch (...) {  // by an allocator of the host program, say
    return otherwise;
  }
}

}  // namespace

ElementType type_of_elem(Elem e) {
  for (const auto& [elem, type] : kElementTypes)
    if (elem == e) return type;
  return ElementType::Double;
}

// Nothing: the number is none of the enumerators.
std::optional<Elem> elem_of(ElementType t) {
  for (const auto& [elem, type] : kElementTypes)
    if (type == t) return elem;
  return std::nullopt;
}

Value::Value() = default;
Value::Value(std::shared_ptr<void> inner) : inner_(std::move(inner)) {}
Value::Value(double number) : Value(Access::wrap(Number::real(number, Elem::F64))) {}
Value::Value(float number) {
  const runtime::StandardFloats floats;  // a subnormal float is no zero
  inner_ = Value(Access::wrap(Number::real(double(number), Elem::F32))).inner_;
}
Value::Value(std::int64_t number) : Value(Access::wrap(Number::integer(number))) {}
Value::Value(int number) : Value(std::int64_t{number}) {}
Value::Value(bool truth) : Value(Access::wrap(Number::boolean(truth))) {}
Value::Value(std::complex<double> number) : Value(complex_value(number, Elem::F64)) {}
Value::Value(std::complex<float> number) : Value(complex_value(number, Elem::F32)) {}
Value::Value(std::string text) : Value(Access::wrap(std::move(text))) {}
Value::Value(const char* text)
    : Value(text ? Value(std::string(text)) : Access::none("a text of no memory (a null pointer)")) {}

bool Value::is_number() const {
  const auto& v = Access::held(*this).value.v;
  return std::holds_alternative<Number>(v) || std::holds_alternative<host::Pending>(v);
}
bool Value::is_string() const { return std::holds_alternative<std::string>(Access::held(*this).value.v); }
bool Value::is_array() const { return array_in(Access::held(*this).value) != nullptr; }
bool Value::is_nothing() const { return std::holds_alternative<host::Nothing>(Access::held(*this).value.v); }

double Value::number() const {
  const double nan = std::nan("");
  return or_else(
      [&] {
        const auto n = number_in(Access::held(*this).value);
        return n ? n->as_double() : nan;
      },
      nan);
}

std::int64_t Value::integer() const {
  return or_else(
      [&]() -> std::int64_t {
        const auto n = number_in(Access::held(*this).value);
        if (!n) return 0;
        if (!is_float(n->type)) return n->i;
        if (std::isnan(n->re)) return 0;
        if (n->re >= 9223372036854775808.0) return INT64_MAX;  // as the language's int(x): saturates
        if (n->re < -9223372036854775808.0) return INT64_MIN;
        return std::int64_t(n->re);
      },
      std::int64_t{0});
}

std::string Value::string() const {
  const auto* s = std::get_if<std::string>(&Access::held(*this).value.v);
  return s ? *s : std::string();
}

ElementType Value::element_type() const {
  const auto& value = Access::held(*this).value;
  if (const auto* a = array_in(value)) return type_of_elem((*a)->elem);
  if (const auto* n = std::get_if<Number>(&value.v)) return type_of_elem(n->type);
  if (const auto* p = std::get_if<host::Pending>(&value.v)) return type_of_elem(p->type);
  return ElementType::Double;
}

bool Value::is_complex() const {
  const auto& value = Access::held(*this).value;
  if (const auto* a = array_in(value)) return (*a)->complex;
  const auto* n = std::get_if<Number>(&value.v);
  return n && n->complex;
}

double Value::imaginary() const {
  const auto* n = std::get_if<Number>(&Access::held(*this).value.v);
  return n && n->complex ? n->im : 0;
}

bool Value::is_read_only() const {
  const auto* a = array_in(Access::held(*this).value);
  return a && (*a)->is_const;
}

std::vector<std::int64_t> Value::extents() const {
  const auto* a = array_in(Access::held(*this).value);
  return a ? (*a)->dims : std::vector<std::int64_t>();
}

const void* Value::data() const {
  const HeldValue& held = Access::held(*this);
  const auto* a = array_in(held.value);
  return a ? or_else(
                 [&] {
                   if (held.memory && held.memory->elsewhere()) held.memory->take_in();
                   (*a)->buffer->pin();  // the caller has the address
                   return (*a)->buffer->host_read();
                 },
                 static_cast<const void*>(nullptr))
           : nullptr;
}

std::string Value::problem() const { return Access::held(*this).problem; }

std::string Value::to_string() const {
  if (!inner_) return {};
  if (is_array()) data();  // gathered anew
  return or_else([&] { return host::format_value(Access::held(*this).value); }, std::string());
}

Value view_of(void* data, ElementType type, std::vector<std::int64_t> extents) {
  return make_view(data, elem_of(type), std::move(extents), {});
}
Value view_of(const void* data, ElementType type, std::vector<std::int64_t> extents) {
  return view_of(data, type, std::move(extents), ViewLayout{});
}
Value view_of(void* data, ElementType type, std::vector<std::int64_t> extents, ViewLayout layout) {
  return make_view(data, elem_of(type), std::move(extents), std::move(layout));
}
Value view_of(const void* data, ElementType type, std::vector<std::int64_t> extents, ViewLayout layout) {
  layout.read_only = true;
  return make_view(const_cast<void*>(data), elem_of(type), std::move(extents), std::move(layout));
}

}  // namespace qc
