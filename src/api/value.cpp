#include <cmath>

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

ElementType element_type_of(Elem e) {
  switch (e) {
    case Elem::Bool:
      return ElementType::Bool;
    case Elem::I8:
      return ElementType::Int8;
    case Elem::I16:
      return ElementType::Int16;
    case Elem::I32:
      return ElementType::Int32;
    case Elem::I64:
      return ElementType::Int64;
    case Elem::U8:
      return ElementType::UInt8;
    case Elem::U16:
      return ElementType::UInt16;
    case Elem::U32:
      return ElementType::UInt32;
    case Elem::U64:
      return ElementType::UInt64;
    case Elem::F16:
      return ElementType::Half;
    case Elem::F32:
      return ElementType::Float;
    case Elem::F64:
      return ElementType::Double;
  }
  return ElementType::Double;
}

// Why there is no array of these extents; empty: there is.
std::string problem_of_view(const void* data, const std::vector<std::int64_t>& extents, std::size_t element) {
  constexpr std::size_t kMostDimensions = 16;
  if (extents.empty() || extents.size() > kMostDimensions)
    return "a view has 1 to 16 dimensions, not " + std::to_string(extents.size());
  std::int64_t bytes = std::int64_t(element);
  bool fits = true, empty = false;
  for (const std::int64_t extent : extents) {
    if (extent < 0) return "a view of the extent " + std::to_string(extent);
    empty = empty || extent == 0;
    fits = fits &&
           (extent == 0 || !__builtin_mul_overflow(bytes, extent, &bytes));  // one of 0 does not excuse absurd ones
  }
  if (!fits) return "a view of more elements than memory can hold";
  return data || empty ? "" : "a view of no memory (a null pointer)";
}

Value make_view(void* data, Elem elem, std::vector<std::int64_t> extents, bool is_const) {
  if (std::string problem = problem_of_view(data, extents, std::size_t(byte_size(elem))); !problem.empty())
    return Value::Access::none(std::move(problem));
  auto array = std::make_shared<host::Array>();
  array->elem = elem;
  array->dims = std::move(extents);
  array->is_const = is_const;
  array->buffer = runtime::Buffer::view(data, std::size_t(array->count()) * std::size_t(byte_size(elem)));
  return Value::Access::wrap(host::ArrayP(std::move(array)), !is_const);
}

// Runs what may wait for a device; a device that fails there gives `otherwise`, since these accessors report nothing.
template <class F, class T>
T or_else(F f, T otherwise) {
  const runtime::StandardFloats floats;
  try {
    return f();
  } catch (const std::exception&) {
    return otherwise;
  }
}

}  // namespace

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
Value::Value(std::string text) : Value(Access::wrap(std::move(text))) {}
Value::Value(const char* text) : Value(std::string(text)) {}

bool Value::is_number() const {
  const auto& v = Access::held(*this).value.v;
  return std::holds_alternative<Number>(v) || std::holds_alternative<host::Pending>(v);
}
bool Value::is_string() const { return std::holds_alternative<std::string>(Access::held(*this).value.v); }
bool Value::is_array() const { return array_in(Access::held(*this).value) != nullptr; }

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
  if (const auto* a = array_in(value)) return element_type_of((*a)->elem);
  if (const auto* n = std::get_if<Number>(&value.v)) return element_type_of(n->type);
  if (const auto* p = std::get_if<host::Pending>(&value.v)) return element_type_of(p->type);
  return ElementType::Double;
}

std::vector<std::int64_t> Value::extents() const {
  const auto* a = array_in(Access::held(*this).value);
  return a ? (*a)->dims : std::vector<std::int64_t>();
}

const void* Value::data() const {
  const auto* a = array_in(Access::held(*this).value);
  return a ? or_else([&] { return (*a)->buffer->host_read(); }, static_cast<const void*>(nullptr)) : nullptr;
}

std::string Value::problem() const { return Access::held(*this).problem; }

std::string Value::to_string() const {
  if (!inner_) return {};
  return or_else([&] { return host::format_value(Access::held(*this).value); }, std::string());
}

Value view(float* data, std::vector<std::int64_t> extents) {
  return make_view(data, Elem::F32, std::move(extents), false);
}
Value view(double* data, std::vector<std::int64_t> extents) {
  return make_view(data, Elem::F64, std::move(extents), false);
}
Value view(std::int64_t* data, std::vector<std::int64_t> extents) {
  return make_view(data, Elem::I64, std::move(extents), false);
}
Value view(std::uint8_t* data, std::vector<std::int64_t> extents) {
  return make_view(data, Elem::U8, std::move(extents), false);
}
Value view(const float* data, std::vector<std::int64_t> extents) {
  return make_view(const_cast<float*>(data), Elem::F32, std::move(extents), true);
}
Value view(const double* data, std::vector<std::int64_t> extents) {
  return make_view(const_cast<double*>(data), Elem::F64, std::move(extents), true);
}

}  // namespace qc
