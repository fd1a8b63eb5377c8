// The way between values of the host program and the scalar parameters and outputs of IR functions.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "host/arrays/arith.h"
#include "host/builtins/support.h"
#include "host/loops/loop_runner_impl.h"
#include "ir/number_kind.h"
#include "sema/short_names.h"
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
  const std::size_t parts = a.complex ? 2 : 1;
  if (i >= std::size_t(a.count()) * parts) internal_error("run_loop", "a component that does not exist");
  const Number n = get_element(a, a.buffer->host_read(), std::int64_t(i / parts));
  return a.complex ? Number::real(i % 2 ? n.im : n.re, a.elem) : n;
}

namespace {

// Whether the parts of `whole` have their places in a value.
bool has_parts_of(const Value* v, const LoopNest::Whole& whole) {
  if (!v) return false;
  if (auto* n = std::get_if<Number>(&v->v)) return whole.type.is_number() && n->complex == (whole.parts.size() > 1);
  auto* a = std::get_if<ArrayP>(&v->v);
  return a && !whole.type.is_number() && (*a)->dims == whole.type.dims && (*a)->complex == whole.type.complex;
}

// The variable for what a part holds after the loop, which is another one of its name where a counter has a closed form
// (float_induction.h).
bool is_part(const LoopNest& nest, ir::VarId var, ir::VarId part) {
  return var == part || nest.function.vars[var].name == nest.function.vars[part].name;
}

// The whole that a variable of the nest is a part of, and which part.
std::optional<std::pair<const LoopNest::Whole*, std::size_t>> whole_of(const LoopNest& nest, ir::VarId var) {
  for (const LoopNest::Whole& whole : nest.wholes)
    if (const auto at = std::find(whole.parts.begin(), whole.parts.end(), var); at != whole.parts.end())
      return std::pair{&whole, std::size_t(at - whole.parts.begin())};
  return {};
}

// Takes out the variables that the loop may set and did not, and the marks that say so.
void leave_unset(const LoopNest& nest, LoopRunnerState::LastValues& values) {
  const auto var = [&](const auto& value) -> const ir::Var& { return nest.function.vars[value.first]; };
  std::vector<std::string> unset;
  for (const auto& v : values)
    if (!var(v).set_of.empty() && LoopRunnerState::number_in(v.second, 0).i == 0) unset.push_back(var(v).set_of);
  std::erase_if(values, [&](const auto& v) {
    if (!var(v).set_of.empty()) return true;
    const auto whole = unset.empty() ? std::nullopt : whole_of(nest, v.first);
    return std::find(unset.begin(), unset.end(), whole ? whole->first->name : var(v).name) != unset.end();
  });
}

// What kinds of numbers the loop left in names whose variables are of other types: those that are known, and what marks
// say.
std::map<std::string, std::int64_t> kinds_left(const LoopNest& nest, const LoopRunnerState::LastValues& values) {
  std::map<std::string, std::int64_t> kinds;
  for (const LoopNest::Whole& whole : nest.wholes)
    if (whole.type.is_number()) kinds[whole.name] = ir::number_kind(whole.type.elem, whole.type.complex);
  for (const auto& [id, value] : values)
    if (const std::string& of = nest.function.vars[id].set_of; !of.empty())
      if (const std::int64_t kind = LoopRunnerState::number_in(value, 0).i; kind > 1) kinds[of] = kind;
  return kinds;
}

// The same of the elements of an array, where all of them are numbers of that kind.
ArrayP of_elem_left(const ArrayP& a, Elem elem) {
  if (value_elem(a->elem) == elem || a->complex) return a;
  const void* data = a->buffer->host_read();
  for (std::int64_t k = 0; k < a->count() && !is_float(elem); ++k) {
    const Number n = get_element(*a, data, k);
    if (is_float(n.type) && std::isfinite(n.re) && n.re != std::floor(n.re)) return a;
  }
  const ArrayP made = copy_of(*as_elem(a, elem, false));
  made->fixed = a->fixed;
  return made;
}

// The value as a number of the kind that the name has.
Value of_kind_left(Value v, const std::map<std::string, std::int64_t>& kinds, const std::string& name) {
  const auto kind = kinds.find(name);
  return kind == kinds.end() ? std::move(v) : of_kind(std::move(v), kind->second);
}

// What the parts are written into: the variable itself where it is a value of its own; never an array that another name
// may share.
Value start_of(const Value* now, const LoopNest::Whole& whole) {
  if (has_parts_of(now, whole)) {
    auto* a = std::get_if<ArrayP>(&now->v);
    if (a && value_elem((*a)->elem) != value_elem(whole.type.elem)) {  // an ivec3 that has become floats
      const ArrayP made = copy_of(*as_elem(*a, whole.type.elem, (*a)->complex));
      made->fixed = whole.declared;
      return Value(made);
    }
    if (!a || ((*a)->fixed && whole.declared)) return *now;
    const ArrayP made = copy_of(**a);
    made->fixed = whole.declared;
    return Value(made);
  }
  if (whole.type.is_number()) {
    Number n = Number::real(0, whole.type.elem);
    n.complex = whole.parts.size() > 1;
    return Value(n);
  }
  ArrayP a = make_array(whole.type.elem, whole.type.dims, true, whole.type.complex);
  a->fixed = whole.declared;
  return Value(a);
}

}  // namespace

Value of_kind(Value v, std::int64_t kind) {
  const Elem elem = ir::elem_of_kind(kind);
  if (auto* a = std::get_if<ArrayP>(&v.v)) return Value(of_elem_left(*a, elem));
  auto* pending = std::get_if<Pending>(&v.v);
  if (pending && pending->type == elem) return v;
  Number n = LoopRunnerState::number_in(v, 0);
  if (n.complex && ir::is_complex_kind(kind)) {
    if (n.type == elem || !is_float(elem)) return v;
    Number of_kind = convert_number(Number::real(n.re, n.type), elem);
    of_kind.im = convert_number(Number::real(n.im, n.type), elem).re;
    of_kind.complex = true;
    return Value(of_kind);
  }
  // What no number of that kind holds stays as it is.
  const bool fits = is_float(elem) || !is_float(n.type) || !std::isfinite(n.re) || n.re == std::floor(n.re);
  if (!fits || (n.complex && n.im != 0)) return v;
  return Value(convert_number(n, elem));
}

std::shared_ptr<runtime::Buffer> copy_of_buffer(runtime::Buffer& from, runtime::Device& device) {
  auto copy = runtime::Buffer::create(from.bytes(), false);
  const auto source = from.on(device, false);
  device.copy_within(copy->on(device, true), source, from.bytes());
  return copy;
}

// Nothing where the value is something else than the nest makes of it.
std::optional<Number> LoopRunnerState::part_of(const Value& v, const LoopNest::Whole& whole, std::size_t part) {
  const bool number = std::holds_alternative<Number>(v.v) || std::holds_alternative<Pending>(v.v);
  if (whole.type.is_number()) return number ? std::optional(number_in(v, part)) : std::nullopt;
  auto* a = std::get_if<ArrayP>(&v.v);
  if (!a || (*a)->dims != whole.type.dims || ((*a)->complex && !whole.type.complex)) return {};
  if ((*a)->complex == whole.type.complex) return number_in(v, part);
  return part % 2 == 0 ? number_in(v, part / 2) : Number::real(0, whole.type.elem);  // real numbers that become complex
}

// A mark that is no parameter says what the nest does alone.
static Number mark_before(LoopScope& scope, const LoopNest& nest, ir::VarId mark) {
  const auto& params = nest.function.params;
  const bool asks = std::any_of(params.begin(), params.end(),
                                [&](const ir::Param& p) { return p.kind == ir::Param::Kind::Scalar && p.id == mark; });
  const auto type = asks ? type_before(scope, nest.function.vars[mark].set_of) : std::nullopt;
  return Number::integer(type && type->known() ? ir::number_kind(type->elem, type->complex) : 0);
}

// A variable that is not there, or something else, is assigned inside before it is read: its value before does not
// matter.
Number LoopRunnerState::scalar_value(LoopScope& scope, const LoopNest& nest, ir::VarId var) {
  const ir::Var& variable = nest.function.vars[var];
  const Elem type = value_elem(variable.type);
  const Number nothing = convert_number(Number::integer(0), type);
  if (!variable.set_of.empty()) return mark_before(scope, nest, var);
  if (const auto part = whole_of(nest, var)) {
    const Value* v = scope.find(part->first->name);
    return v ? part_of(*v, *part->first, part->second).value_or(nothing) : nothing;
  }
  if (Value* v = scope.find(variable.name)) return number_in(*v, 0);
  if (auto c = component_of(variable.name))
    if (Value* v = scope.find(c->first)) return number_in(*v, c->second);
  return nothing;
}

void LoopRunnerState::assign_outputs(LoopScope& scope, const LoopNest& nest, LastValues& values,
                                     std::vector<std::uint32_t>& places) {
  assigned = true;
  kinds = kinds_left(nest, values);
  leave_unset(nest, values);
  std::map<ir::VarId, std::string>
      assigned;  // names of arrays, by their first parts: another name of one array becomes that one
  for (const LoopNest::Whole& whole : nest.wholes) {
    if (const auto first = assigned.find(whole.parts[0]); first != assigned.end()) {
      scope.assign(whole.name, *scope.find(first->second));
      continue;
    }
    std::optional<Value> made;  // given to the name when it has all its parts: a field copies what it is given
    for (std::size_t part = 0; part < whole.parts.size(); ++part) {
      const auto at = std::find_if(values.begin(), values.end(),
                                   [&](const auto& v) { return is_part(nest, v.first, whole.parts[part]); });
      if (at == values.end()) continue;
      if (!made) made = start_of(scope.find(whole.name), whole);
      set_part(*made, part, at->second);
      values.erase(at);
    }
    if (!made) continue;
    scope.assign(whole.name, of_kind_left(std::move(*made), kinds, whole.name));
    assigned.emplace(whole.parts[0], whole.name);
  }
  for (auto& [var, value] : values) {
    const std::string& name = nest.function.vars[var].name;
    value = of_kind_left(std::move(value), kinds, name);
    if (Value* v = scope.own(name, places[var]))
      *v = std::move(value);
    else
      scope.assign(name, std::move(value));
  }
}

// One part of a complex number or fixed-size value that the nest kept apart.
void LoopRunnerState::set_part(Value& v, std::size_t part, const Value& value) {
  const Number n = number_in(value, 0);
  if (auto* c = std::get_if<Number>(&v.v)) {
    if (!c->complex) {
      *c = n;
      return;
    }
    (part == 1 ? c->im : c->re) = n.re;
    c->type = n.type;  // a single one that was given doubles is double
    return;
  }
  Array& a = *std::get<ArrayP>(v.v);
  void* data = a.buffer->host_write();
  const auto k = std::int64_t(a.complex ? part / 2 : part);
  Number element = n;
  if (a.complex) {
    element = get_element(a, data, k);
    (part % 2 == 1 ? element.im : element.re) = n.as_double();
  }
  set_element(a, data, k, element);
}

}  // namespace qc::host
