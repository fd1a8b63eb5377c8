// Calls of functions whose arguments are known by their places (plain_function.h): types are looked up once, but for
// those that generic parameters decide, and the environment is one that an ended call has left.
#include "host/eval/interface/direct_calls.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/dataflow/name_facts.h"
#include "ast/type_class.h"
#include "host/arrays/arith.h"
#include "host/eval/interface/call.h"
#include "host/eval/interface/deferred_arrays.h"
#include "host/eval/interface/expr.h"
#include "host/eval/interface/functions.h"
#include "host/eval/interface/resolved_statements.h"
#include "host/eval/interface/types.h"
#include "host/eval/state/resolved_code.h"
#include "host/eval/state/resolved_run.h"
#include "sema/type_words.h"
#include "sema/types_of_builtins.h"

namespace qc::host {

namespace {

// A number that a parameter or output of the type holds as it is.
bool is_already(const Value& v, const Type& type) {
  auto* n = std::get_if<Number>(&v.v);
  const bool whole_width = type.elem == Elem::I64 || type.elem == Elem::F32 || type.elem == Elem::F64;
  return n && type.is_number() && whole_width && n->type == type.elem && !n->complex && !type.complex;
}

// Whether an array is of the type, whose modifiers are none.
bool is_array_of(const Value& v, const Type& type) {
  auto* a = std::get_if<ArrayP>(&v.v);
  return a && type.kind == Type::Kind::Array && type.dims.empty() && (*a)->dims.size() == std::size_t(type.rank) &&
         (*a)->elem == type.elem && (*a)->complex == type.complex && !(*a)->fixed && (*a)->boundary == type.boundary &&
         !type.is_const;
}

// Whether an array has the shape of `mat` in mat[T], whatever its elements are.
bool has_shape(const Value& v, const HostTypeP& shape) {
  auto* a = shape ? std::get_if<ArrayP>(&v.v) : nullptr;
  if (!a) return false;
  Type type = shape->type;
  type.elem = (*a)->elem;
  type.complex = (*a)->complex;
  type.boundary = (*a)->boundary;  // a parameter has its own
  return is_array_of(v, type);
}

// Whether a parameter without a type is another name for the value.
bool is_shared(const Value& v, bool on_device) {
  if (auto* r = std::get_if<std::shared_ptr<Record>>(&v.v)) return !(*r)->is_value;
  auto* a = std::get_if<ArrayP>(&v.v);
  return !a || (!(*a)->fixed && !on_device);
}

// Whether the environment of an ended call declares what a new one would.
bool declares_as_at_first(const Environment& env, const PlainFunction& f) {
  if (!f.declares || f.generic) return env.declared.empty() && !f.declares;
  std::size_t n = 0;
  const auto as_at_first = [&](const std::string& name, const PlainParameter& p) {
    if (!p.type || !p.type->type.is_number()) return true;
    ++n;
    const HostType* declared = env.declared.find(name);
    return declared && declared->type == p.type->type;
  };
  const ast::FunctionDef& def = *f.overload->def;
  for (std::size_t k = 0; k < f.parameters.size(); ++k)
    if (!as_at_first(def.parameters[k].name, f.parameters[k])) return false;
  for (std::size_t k = 0; k < f.outputs.size(); ++k) {
    const auto same = [&](const ast::Parameter& p) { return p.name == def.outputs[k].name && p.type; };
    if (std::none_of(def.parameters.begin(), def.parameters.end(), same) &&
        !as_at_first(def.outputs[k].name, f.outputs[k]))
      return false;
  }
  return env.declared.size() == n;
}

}  // namespace

PlainFunction::PlainFunction() = default;
PlainFunction::~PlainFunction() = default;

PlainFunction* plain_of(EvalContext& cx, const Meaning& m) {
  if (!std::exchange(m.has_been_called, true) && m.overloads.size() == 1 && !m.type && !m.is_special)
    m.plain = plain_function(cx, m.overloads[0]);
  return m.plain.get();
}

bool takes_as_it_is(const std::string& name, const Number& n, const Environment& env) {
  const HostType* declared = env.declared.find(name);
  return !declared || is_already(Value(n), declared->type);
}

namespace {

// Whether a written type means the same in every call and in every file: it is made of words of the language alone.
bool is_of_words(const EvalContext& cx, const ast::TypeExpr& written, const Overload& f) {
  const auto names_it = [&](const ast::Parameter& p) { return p.name == written.name; };
  const auto& names_of_file = cx.defined.file_constants;
  const bool is_word = written.name == "cell" || written.name == "string" || written.name == "object" ||
                       type_word(written.name, cx.scalar());
  const bool other = !is_word || written.rank || written.reference || cx.defined.types.count(written.name) ||
                     (f.constants >= 0 && names_of_file[std::size_t(f.constants)].names.count(written.name)) ||
                     std::any_of(f.def->parameters.begin(), f.def->parameters.end(), names_it);
  const auto is_literal = [](const ast::ExprP& e) { return std::holds_alternative<ast::IntLit>(e->node); };
  return !other && std::all_of(written.extents.begin(), written.extents.end(), is_literal) &&
         std::all_of(written.elements.begin(), written.elements.end(),
                     [&](const ast::TypeExpr& e) { return is_of_words(cx, e, f); });
}

// What is written before [ ].
ast::TypeExpr shape_of(const ast::TypeExpr& written) {
  ast::TypeExpr shape = written;
  shape.elements.clear();
  return shape;
}

// The names in a type that are no generic parameters mean the same in every call, and its extents are none.
bool is_decided_by_call(const EvalContext& cx, const ast::TypeExpr& written, const Overload& f) {
  const auto& generics = f.def->generics;
  if (std::find(generics.begin(), generics.end(), written.name) != generics.end()) return written.elements.empty();
  const auto is_known = [&](const ast::TypeExpr& e) {
    return mentions_generic(*f.def, e) ? is_decided_by_call(cx, e, f) : is_of_words(cx, e, f);
  };
  return !written.elements.empty() && written.extents.empty() && is_of_words(cx, shape_of(written), f) &&
         std::all_of(written.elements.begin(), written.elements.end(), is_known);
}

}  // namespace

// False: what the parameter is written with may mean something else in each call.
static bool plain_type(EvalContext& cx, const std::optional<ast::TypeExpr>& written, const Overload& f,
                       PlainParameter& out) {
  if (!written) return true;
  if (mentions_generic(*f.def, *written)) {
    out.decided_by_call = is_decided_by_call(cx, *written, f);
    if (!out.decided_by_call) return false;
    const bool of_one = written->elements.size() == 1 && written->elements[0].elements.empty();
    const ast::TypeExpr shape = shape_of(*written);
    const HostTypeP word = of_one ? cx.type_words.find(cx.scalar(), shape) : nullptr;
    if (word && word->type.is_array()) out.shape = std::make_shared<const HostType>(resolve(cx, shape, nullptr));
    return true;
  }
  if (!is_of_words(cx, *written, f)) return false;
  if (written->modifiers.empty()) out.type = cx.type_words.find(cx.scalar(), *written);
  if (!out.type) out.type = std::make_shared<const HostType>(resolve(cx, *written, nullptr));
  return true;
}

std::unique_ptr<PlainFunction> plain_function(EvalContext& cx, const Overload& f) {
  const ast::FunctionDef& def = *f.def;
  if (def.qualifier != ast::Qualifier::None && def.qualifier != ast::Qualifier::Device) return nullptr;
  const auto is_function = [](const ast::Stmt& s) { return std::holds_alternative<Box<ast::FunctionDef>>(s.node); };
  if (std::any_of(def.body.begin(), def.body.end(), is_function)) return nullptr;
  const auto is_generic_name = [&](const ast::Parameter& p) {
    return std::find(def.generics.begin(), def.generics.end(), p.name) != def.generics.end();
  };
  if (std::any_of(def.parameters.begin(), def.parameters.end(), is_generic_name)) return nullptr;
  auto plain = std::make_unique<PlainFunction>();
  plain->overload = &f;
  plain->generic = !def.generics.empty();
  for (const auto& p : def.parameters) {
    if (p.variadic || !plain_type(cx, p.type, f, plain->parameters.emplace_back())) return nullptr;
    if (!p.default_value) plain->needed = plain->parameters.size();
  }
  for (const auto& o : def.outputs) {
    PlainParameter& out = plain->outputs.emplace_back();
    if (o.type && !o.type->modifiers.empty()) return nullptr;  // assignments look for the mode of an output
    if (!plain_type(cx, o.type, f, out)) return nullptr;
    if (out.type && !out.type->type.dims.empty() && begins_with_zeros(def, o)) return nullptr;
  }
  const auto is_number = [](const PlainParameter& p) {
    return p.decided_by_call || (p.type && p.type->type.is_number());
  };
  const auto is_any = [](const PlainParameter& p) { return p.is_any(); };
  plain->direct = def.qualifier == ast::Qualifier::None && !plain->generic &&
                  std::all_of(plain->parameters.begin(), plain->parameters.end(), is_any) &&
                  std::all_of(plain->outputs.begin(), plain->outputs.end(), is_any);
  plain->declares = std::any_of(plain->parameters.begin(), plain->parameters.end(), is_number) ||
                    std::any_of(plain->outputs.begin(), plain->outputs.end(), is_number);
  return plain;
}

EnvironmentP environment_for(EvalContext& cx, PlainFunction& f) {
  const ast::FunctionDef& def = *f.overload->def;
  EnvironmentP env;
  if (!f.spare.empty()) {
    env = std::move(f.spare.back());
    f.spare.pop_back();
  } else {
    if (!f.code)
      in_frame(cx, *f.overload, def.name_span, [&] { f.code = std::make_unique<ResolvedCode>(resolve_code(def, cx)); });
    env = std::make_shared<Environment>();
    env->body = &def.body;
    env->outputs = &def.outputs;
    for (const std::string& name : f.code->names) env->variables.slot(name);
    if (f.output_slots.empty())
      for (const auto& o : def.outputs) f.output_slots.push_back(env->variables.slot(o.name));
  }
  env->outer = cx.defined.constants_of(*f.overload);  // others once the file has run
  if (declares_as_at_first(*env, f)) return env;
  env->declared.clear();
  for (std::size_t k = 0; k < f.parameters.size(); ++k)
    if (const HostTypeP& type = f.parameters[k].type; type && type->type.is_number())
      env->declared.set(def.parameters[k].name, type);
  for (std::size_t k = 0; k < f.outputs.size(); ++k)
    if (const HostTypeP& type = f.outputs[k].type; type && type->type.is_number())
      env->declared.add(def.outputs[k].name, type);
  return env;
}

EnvironmentP direct_environment(EvalContext& cx, PlainFunction& f) {
  if (f.spare.empty()) return environment_for(cx, f);
  EnvironmentP env = std::move(f.spare.back());
  f.spare.pop_back();
  if (f.overload->constants >= 0) env->outer = cx.defined.constants_of(*f.overload);
  if (!env->declared.empty()) env->declared.clear();
  return env;
}

// The type of a parameter or output whose generic parameters are bound.
static HostType type_in_call(EvalContext& cx, const PlainParameter& p, const ast::TypeExpr& written,
                             const EnvironmentP& inner) {
  const Value* bound = p.shape ? inner->find(written.elements[0].name) : nullptr;
  auto* element = bound ? std::get_if<HostTypeP>(&bound->v) : nullptr;
  if (!element || !(*element)->type.is_number()) return resolve(cx, written, inner);
  HostType type = *p.shape;
  type.type.elem = (*element)->type.elem;
  type.type.complex = (*element)->type.complex;
  return type;
}

// Parameters behind the arguments have their defaults, which may name those before them.
static void bind_default(EvalContext& cx, const ast::FunctionDef& def, std::size_t k, const HostType& type,
                         const EnvironmentP& inner) {
  const ast::Parameter& p = def.parameters[k];
  Value v = as_parameter(cx, def, p, type, eval(cx, *p.default_value, inner), false, p.span);
  inner->variables.value_at(k) = std::move(v);
}

void bind_direct(EvalContext& cx, const PlainFunction& f, const EnvironmentP& inner, std::size_t given, Span span) {
  const ast::FunctionDef& def = *f.overload->def;
  for (std::size_t k = 0; k < given; ++k)
    if (Value& v = inner->variables.value_at(k); !std::holds_alternative<Number>(v.v) && !is_shared(v, false))
      v = as_parameter(cx, def, def.parameters[k], HostType{}, v, true, span);
  for (std::size_t k = given; k < f.parameters.size(); ++k) bind_default(cx, def, k, HostType{}, inner);
}

// argument(k): the k-th of those that are given.
template <class Argument>
static bool fits_plain(EvalContext& cx, const PlainFunction& f, std::size_t given, const Argument& argument) {
  const ast::FunctionDef& def = *f.overload->def;
  for (std::size_t k = 0; k < given; ++k) {
    if (f.parameters[k].is_any()) continue;
    const HostTypeP& type = f.parameters[k].type;
    const Value& v = argument(k);
    const bool as_it_is =
        type ? is_already(v, type->type) || is_array_of(v, type->type) : has_shape(v, f.parameters[k].shape);
    if (!as_it_is && fit_type(cx, *def.parameters[k].type, def, cx.globals, v) < 0) return false;
  }
  return true;
}

// The arguments stand where the parameters do.
static bool fits_plain(EvalContext& cx, const PlainFunction& f, std::size_t given, const Variables& arguments) {
  return fits_plain(cx, f, given, [&](std::size_t k) -> const Value& { return *arguments.find_at(k); });
}

bool takes(EvalContext& cx, const PlainFunction& f, const std::vector<Value>& arguments) {
  return f.takes_count(arguments.size()) &&
         fits_plain(cx, f, arguments.size(), [&](std::size_t k) -> const Value& { return arguments[k]; });
}

namespace {

using BoundTypesP = std::shared_ptr<const BoundTypes>;

// Nothing: there are arguments with a type of whose value more is looked at than its kind.
std::optional<std::vector<std::uint64_t>> kinds_of_arguments(const ast::FunctionDef& def, const Variables& arguments,
                                                             std::size_t given) {
  std::vector<std::uint64_t> kinds(given);
  for (std::size_t k = 0; k < given; ++k)
    if (def.parameters[k].type && (kinds[k] = kind_of(*arguments.find_at(k))) == 0) return {};
  return kinds;
}

BoundTypesP new_types(EvalContext& cx, const PlainFunction& f, const EnvironmentP& inner, std::size_t given,
                      std::vector<std::uint64_t> kinds) {
  const ast::FunctionDef& def = *f.overload->def;
  auto bound = std::make_shared<BoundTypes>();
  bound->kinds = std::move(kinds);
  bind_generics(def, *inner, {}, [&](std::size_t k) { return k < given ? inner->variables.find_at(k) : nullptr; });
  for (const std::string& g : def.generics) {
    auto* type = std::get_if<HostTypeP>(&inner->variables[g].v);
    bound->generics.push_back(type ? *type : nullptr);
  }
  const auto types = [&](const std::vector<PlainParameter>& plain, const std::vector<ast::Parameter>& written) {
    std::vector<HostTypeP> all(plain.size());
    for (std::size_t k = 0; k < plain.size(); ++k)
      if (plain[k].decided_by_call)
        all[k] = std::make_shared<const HostType>(type_in_call(cx, plain[k], *written[k].type, inner));
    return all;
  };
  bound->parameters = types(f.parameters, def.parameters);
  bound->outputs = types(f.outputs, def.outputs);
  return bound;
}

// Binds the generic parameters in `inner`, where the arguments stand. Null: there are none.
BoundTypesP bind_types(EvalContext& cx, PlainFunction& f, const EnvironmentP& inner, std::size_t given) {
  constexpr std::size_t kMost = 16;
  if (!f.generic) return nullptr;
  const ast::FunctionDef& def = *f.overload->def;
  auto kinds = kinds_of_arguments(def, inner->variables, given);
  if (!kinds) return new_types(cx, f, inner, given, {});
  const auto known =
      std::find_if(f.bound.begin(), f.bound.end(), [&](const BoundTypesP& b) { return b->kinds == *kinds; });
  if (known != f.bound.end()) {
    BoundTypesP types = *known;
    for (std::size_t g = 0; g < def.generics.size(); ++g) inner->variables[def.generics[g]] = Value(types->generics[g]);
    return types;
  }
  if (f.bound.size() == kMost) f.bound.erase(f.bound.begin());
  f.bound.push_back(new_types(cx, f, inner, given, std::move(*kinds)));
  return f.bound.back();
}

const HostTypeP& type_of(const PlainParameter& p, const std::vector<HostTypeP> BoundTypes::*of,
                         const BoundTypesP& bound, std::size_t k) {
  return p.decided_by_call ? ((*bound).*of)[k] : p.type;
}

}  // namespace

static BoundTypesP bind_plain(EvalContext& cx, PlainFunction& f, const EnvironmentP& inner, std::size_t given,
                              Span span) {
  static const HostType kAny;
  const ast::FunctionDef& def = *f.overload->def;
  Variables& variables = inner->variables;
  BoundTypesP bound = bind_types(cx, f, inner, given);
  const bool on_device = def.qualifier == ast::Qualifier::Device;
  const auto declare = [&](const std::string& name, const HostTypeP& type) {
    if (type->type.is_number()) inner->declared.add(name, type);
  };
  for (std::size_t k = 0; k < f.parameters.size(); ++k) {
    const ast::Parameter& p = def.parameters[k];
    const HostTypeP& known = type_of(f.parameters[k], &BoundTypes::parameters, bound, k);
    const HostType& type = known ? *known : kAny;
    if (f.parameters[k].decided_by_call) declare(p.name, known);
    if (k >= given) {
      bind_default(cx, def, k, type, inner);
      continue;
    }
    Value& v = variables.value_at(k);
    const bool as_it_is =
        p.type ? is_already(v, type.type) || (!on_device && is_array_of(v, type.type)) : is_shared(v, on_device);
    if (!as_it_is) v = as_parameter(cx, def, p, type, v, true, span);
  }
  for (std::size_t k = 0; k < f.outputs.size(); ++k)
    if (f.outputs[k].decided_by_call) declare(def.outputs[k].name, bound->outputs[k]);
  return bound;
}

static BoundTypesP run_plain_body(EvalContext& cx, PlainFunction& f, const EnvironmentP& inner, std::size_t given,
                                  Span span) {
  BoundTypesP bound = bind_plain(cx, f, inner, given, span);
  const DepthInside inside(cx.progress.depth);
  ResolvedRun resolved(cx, inner, lowest_stack());
  run_resolved(resolved, f.code->body);
  return bound;
}

// The k-th output, which has been assigned.
static Value output_of(EvalContext& cx, PlainFunction& f, std::size_t k, const EnvironmentP& inner,
                       const BoundTypesP& bound, Span span) {
  Value& v = *inner->variables.find_at(f.output_slots[k]);
  const ast::Parameter& o = f.overload->def->outputs[k];
  const HostTypeP& type = type_of(f.outputs[k], &BoundTypes::outputs, bound, k);
  if (type && !is_already(v, type->type))
    return convert(cx, v, *type, o.span.valid() ? o.span : span, {"the output ", o.name});
  return inner.use_count() == 1 ? std::move(v) : v;
}

namespace {

[[noreturn]] void not_assigned(const ast::FunctionDef& def, std::size_t k, Span span) {
  const ast::Parameter& o = def.outputs[k];
  fail("Q0404", o.span.valid() ? o.span : span, fmt::format("'{}' did not assign its output '{}'", def.name, o.name),
       "on every way through the function it must be given a value");
}

}  // namespace

static Value assigned_output(EvalContext& cx, PlainFunction& f, std::size_t k, const EnvironmentP& inner,
                             const BoundTypesP& bound, Span span) {
  if (!inner->variables.find_at(f.output_slots[k])) not_assigned(*f.overload->def, k, span);
  return output_of(cx, f, k, inner, bound, span);
}

Value assigned_output(EvalContext& cx, PlainFunction& f, std::size_t k, const EnvironmentP& inner, Span span) {
  return assigned_output(cx, f, k, inner, nullptr, span);
}

namespace {

std::vector<Value> taken_from(Variables& arguments, std::size_t n) {
  std::vector<Value> out;
  for (std::size_t k = 0; k < n; ++k) out.push_back(std::move(arguments.value_at(k)));
  return out;
}

}  // namespace

void run_plain(EvalContext& cx, PlainFunction& f, const std::string& name, const Meaning& m, EnvironmentP& inner,
               std::size_t given, Span span, const EnvironmentP& env, int outputs, Value& out) {
  if (f.outputs.size() > 1 || !fits_plain(cx, f, given, inner->variables)) {
    auto results = plain_results(cx, f, name, m, inner, given, span, env, outputs);
    if (!results.empty()) out = std::move(results[0]);
    return;
  }
  check_stack(span);
  settle(cx);
  const Overload& o = *f.overload;
  in_frame(cx, o, span, [&] {
    const BoundTypesP bound = run_plain_body(cx, f, inner, given, span);
    const Value* result = f.outputs.empty() ? nullptr : inner->variables.find_at(f.output_slots[0]);
    if (!result && outputs > 0) not_assigned(*o.def, 0, span);
    if (auto* n = result && f.outputs[0].is_any() ? std::get_if<Number>(&result->v) : nullptr)
      out.v.emplace<Number>(*n);
    else if (result && (outputs > 0 || !f.outputs[0].is_any()))
      out = output_of(cx, f, 0, inner, bound, span);
  });
  end_plain(f, inner);
}

void end_plain(PlainFunction& f, EnvironmentP& inner) {
  if (inner.use_count() > 1) return release_functions(inner);
  inner->variables.clear();
  f.spare.push_back(std::move(inner));
}

std::vector<Value> call_plain(EvalContext& cx, PlainFunction& f, std::vector<Value> arguments, Span span) {
  check_stack(span);
  settle(cx);
  EnvironmentP inner = environment_for(cx, f);
  for (std::size_t k = 0; k < arguments.size(); ++k) inner->variables.value_at(k) = std::move(arguments[k]);
  const std::size_t n = f.outputs.size();
  std::vector<Value> results = in_frame(cx, *f.overload, span, [&] {
    if (n > 1) inner->variables["$outputs"] = Value(Number::integer(std::int64_t(n)));  // the caller takes them all
    const BoundTypesP bound = run_plain_body(cx, f, inner, arguments.size(), span);
    std::vector<Value> all;
    all.reserve(n);
    for (std::size_t k = 0; k < n; ++k) all.push_back(assigned_output(cx, f, k, inner, bound, span));
    return all;
  });
  if (inner.use_count() == 1) inner->outer.reset();  // who holds the function may outlive what is around it
  end_plain(f, inner);
  return results;
}

// The arguments stand in `inner` and fit.
static std::vector<Value> run_fitting(EvalContext& cx, PlainFunction& f, EnvironmentP& inner, std::size_t given,
                                      Span span, int outputs) {
  check_stack(span);
  settle(cx);
  const Overload& o = *f.overload;
  std::vector<Value> results = in_frame(cx, o, span, [&] {
    if (f.outputs.size() > 1)
      inner->variables["$outputs"] = Value(Number::integer(outputs));  // how many values the caller takes
    const BoundTypesP bound = run_plain_body(cx, f, inner, given, span);
    std::vector<Value> all;
    for (std::size_t k = 0; k < f.outputs.size(); ++k) {
      if (inner->variables.find_at(f.output_slots[k]))
        all.push_back(output_of(cx, f, k, inner, bound, span));
      else if (outputs == 0 || int(all.size()) >= std::max(outputs, 1))
        break;
      else
        not_assigned(*o.def, k, span);
    }
    return all;
  });
  end_plain(f, inner);
  return results;
}

std::vector<Value> plain_results(EvalContext& cx, PlainFunction& f, const std::string& name, const Meaning& m,
                                 EnvironmentP& inner, std::size_t given, Span span, const EnvironmentP& env,
                                 int outputs) {
  if (!fits_plain(cx, f, given, inner->variables))
    return call_meant(cx, name, m, {taken_from(inner->variables, given), {}}, span, env, outputs);
  return run_fitting(cx, f, inner, given, span, outputs);
}

static void find_plain_overloads(EvalContext& cx, const Meaning& m) {
  if (m.plain_overloads.empty())
    for (const Overload& o : m.overloads) m.plain_overloads.push_back(plain_function(cx, o));
}

// All of a value that parameters of plain functions without declared extents ask of it: its kind, and which extents are
// 0, 1 or more. 0: they may ask for more.
static std::uint64_t form_of(const Value& v) {
  constexpr std::size_t kMostDims = 10;
  constexpr int kFirstBit = 40;  // behind what kind_of() takes
  const std::uint64_t kind = kind_of(v);
  auto* a = std::get_if<ArrayP>(&v.v);
  if (!a || kind == 0) return kind;
  const std::vector<std::int64_t>& dims = (*a)->dims;
  if (dims.size() > kMostDims) return 0;
  std::uint64_t extents = 0;
  for (std::size_t d = 0; d < dims.size(); ++d)
    extents |= std::uint64_t(std::min<std::int64_t>(dims[d], 2)) << (kFirstBit + 2 * int(d));
  return kind | extents;
}

// Nothing: the choice hangs on more than the forms of the arguments.
static std::optional<std::vector<std::uint64_t>> forms_of(EvalContext& cx, const Meaning& m,
                                                          const Arguments& arguments) {
  if (!arguments.named.empty() || !arguments.generics.empty()) return {};
  find_plain_overloads(cx, m);
  const auto asks_for_extents = [](const PlainParameter& p) { return p.type && !p.type->type.dims.empty(); };
  for (const auto& f : m.plain_overloads)
    if (!f || std::any_of(f->parameters.begin(), f->parameters.end(), asks_for_extents)) return {};
  std::vector<std::uint64_t> forms;
  for (const Value& v : arguments.positional)
    if (forms.emplace_back(form_of(v)) == 0) return {};
  return forms;
}

const Overload* chosen_overload(EvalContext& cx, const Meaning& m, const Arguments& arguments, bool& ambiguous) {
  constexpr std::size_t kMost = 16;
  ambiguous = false;
  if (m.overloads.size() == 1) return choose(cx, m.overloads, nullptr, arguments, ambiguous);
  auto forms = forms_of(cx, m, arguments);
  if (forms)
    for (const ChosenOverload& c : m.chosen)
      if (c.forms == *forms) return c.overload;
  const Overload* best = choose(cx, m.overloads, nullptr, arguments, ambiguous);
  if (!best || ambiguous || !forms) return best;
  if (m.chosen.size() == kMost) m.chosen.erase(m.chosen.begin());
  m.chosen.push_back({std::move(*forms), best});
  return best;
}

std::optional<std::vector<Value>> call_plain_overload(EvalContext& cx, const Meaning& m, const Overload& chosen,
                                                      Arguments& arguments, Span span, int outputs) {
  if (!arguments.named.empty() || !arguments.generics.empty()) return {};
  const std::size_t k = std::size_t(&chosen - m.overloads.data());
  find_plain_overloads(cx, m);
  PlainFunction* const f = m.plain_overloads[k].get();
  std::vector<Value>& given = arguments.positional;
  if (!f || !f->takes_count(given.size()) || (outputs > int(f->outputs.size()) && outputs > 1)) return {};
  EnvironmentP inner = environment_for(cx, *f);
  for (std::size_t i = 0; i < given.size(); ++i) inner->variables.value_at(i) = std::move(given[i]);
  return run_fitting(cx, *f, inner, given.size(), span, outputs);
}

std::optional<std::vector<Value>> call_plain(EvalContext& cx, const std::string& name, const Meaning& m,
                                             const ast::Call& c, Span span, const EnvironmentP& env, int outputs) {
  PlainFunction* f = plain_of(cx, m);
  if (!f || !f->takes_count(c.arguments.size()) || (outputs > int(f->outputs.size()) && outputs > 1)) return {};
  for (const auto& a : c.arguments)
    if (a.spread || !a.name.empty() || std::holds_alternative<ast::Colon>(a.value->node)) return {};
  EnvironmentP inner = environment_for(cx, *f);
  for (std::size_t k = 0; k < c.arguments.size(); ++k)
    inner->variables.value_at(k) = eval(cx, *c.arguments[k].value, env);
  return plain_results(cx, *f, name, m, inner, c.arguments.size(), span, env, outputs);
}

}  // namespace qc::host
