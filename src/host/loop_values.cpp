// The way between values of the host program and the scalar parameters and outputs of IR functions.
#include "host/loop_runner_impl.h"

#include "support/diagnostic.h"

namespace qc::host {

Scratch& LoopRunnerState::scratch(runtime::Device& device) {
  auto& s = scratches_[&device];
  if (!s) s = std::make_unique<Scratch>(device);
  return *s;
}

std::optional<std::pair<std::string, std::size_t>> component_of(const std::string& name) {
  const auto bar = name.rfind('_');
  if (bar == std::string::npos || bar + 1 == name.size() || name.size() - bar > 6) return {};
  std::size_t k = 0;
  for (std::size_t i = bar + 1; i < name.size(); ++i) {
    if (name[i] < '0' || name[i] > '9') return {};
    k = k * 10 + std::size_t(name[i] - '0');
  }
  return std::pair{name.substr(0, bar), k};
}

Number LoopRunnerState::number_in(const Value& v, std::size_t part) {
  if (auto* n = std::get_if<Number>(&v.v)) return part == 1 ? Number::real(n->im, n->type) : *n;
  if (auto* p = std::get_if<Pending>(&v.v)) return resolve(*p);
  if (auto* a = std::get_if<ArrayP>(&v.v)) return array_number(**a, part);
  internal_error("run_loop", "a parameter that is not a number");
}

Number LoopRunnerState::array_number(const Array& a, std::size_t i) {
  const void* data = a.buffer->host_read();
  if (i >= std::size_t(a.count()) * (a.complex ? 2 : 1)) internal_error("run_loop", "a component that does not exist");
  switch (a.elem) {
    case Elem::Bool: return Number::boolean(static_cast<const std::uint8_t*>(data)[i]);
    case Elem::I8: return Number::integer(static_cast<const std::int8_t*>(data)[i]);
    case Elem::U8: return Number::integer(static_cast<const std::uint8_t*>(data)[i]);
    case Elem::I16: return Number::integer(static_cast<const std::int16_t*>(data)[i]);
    case Elem::U16: return Number::integer(static_cast<const std::uint16_t*>(data)[i]);
    case Elem::I32: return Number::integer(static_cast<const std::int32_t*>(data)[i]);
    case Elem::U32: return Number::integer(static_cast<const std::uint32_t*>(data)[i]);
    case Elem::I64: case Elem::U64: return Number::integer(static_cast<const std::int64_t*>(data)[i]);
    case Elem::F32: return Number::real(static_cast<const float*>(data)[i], Elem::F32);
    case Elem::F64: return Number::real(static_cast<const double*>(data)[i], Elem::F64);
    case Elem::F16: break;
  }
  internal_error("run_loop", "an element type without a value");
}

Number LoopRunnerState::scalar_value(LoopScope& scope, const std::string& name, Elem type) {
  if (Value* v = scope.find(name)) return number_in(*v, 0);
  if (auto c = component_of(name))
    if (Value* v = scope.find(c->first)) return number_in(*v, c->second);
  return convert_number(Number::integer(0), type);  // assigned inside before it is read: its value before does not matter
}

void LoopRunnerState::assign_output(LoopScope& scope, const std::string& name, Value value) {
  if (!scope.find(name))
    if (auto c = component_of(name))
      if (Value* v = scope.find(c->first)) return assign_component(scope, c->first, *v, c->second, value);
  scope.assign(name, std::move(value));
}

// One component of a complex number or fixed-size value that the nest kept apart.
void LoopRunnerState::assign_component(LoopScope& scope, const std::string& name, Value& v, std::size_t part, const Value& value) {
  const Number n = number_in(value, 0);
  if (auto* old = std::get_if<Number>(&v.v)) {
    Number c = *old;
    (part == 1 ? c.im : c.re) = n.re;
    return scope.assign(name, Value(c));
  }
  auto* a = std::get_if<ArrayP>(&v.v);
  if (!a) internal_error("run_loop", "a component of something that has none");
  void* data = (*a)->buffer->host_write();
  if ((*a)->elem == Elem::F32) static_cast<float*>(data)[part] = float(n.as_double());
  else if ((*a)->elem == Elem::F64) static_cast<double*>(data)[part] = n.as_double();
  else static_cast<std::int64_t*>(data)[part] = n.i;
}

}  // namespace qc::host
