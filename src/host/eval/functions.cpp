// User functions: overloads, generics, captured variables, calls.
#include "host/eval/interface/functions.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/dataflow/captured_writes.h"
#include "analysis/dataflow/name_facts.h"
#include "ast/lambda_value.h"
#include "ast/print_ast.h"
#include "ast/type_class.h"
#include "host/access/cells.h"
#include "host/arrays/arith.h"
#include "host/arrays/typed_elements.h"
#include "host/eval/interface/call.h"
#include "host/eval/interface/deferred_arrays.h"
#include "host/eval/interface/expr.h"
#include "host/eval/interface/stmt.h"
#include "host/eval/interface/types.h"
#include "host/eval/large_stack.h"
#include "host/eval/state/eval_context.h"
#include "host/library/library.h"
#include "host/text/index_caret.h"
#include "sema/generic_elem.h"
#include "sema/type_words.h"
#include "sema/types_of_builtins.h"
#include "value/argument_help.h"

namespace qc::host {

namespace {

constexpr std::size_t kShownFrames = 12;  // of the calls that led to an error

// One more of the calls that led to an error; a recursion through one place is shown once.
void add_frame(ProgramError& e, Span span, std::string message) {
  auto& notes = e.diagnostics.front().notes;
  const bool again = !notes.empty() && notes.back().span.file == span.file && notes.back().span.begin == span.begin;
  if (span.valid() && !again && notes.size() < kShownFrames) notes.push_back({span, std::move(message)});
}

const Value* given_for(const ast::FunctionDef& def, std::size_t k, const Arguments& arguments) {
  if (k < arguments.positional.size()) return &arguments.positional[k];
  for (const auto& [name, v] : arguments.named)
    if (name == def.parameters[k].name) return &v;
  return nullptr;
}

// The further arguments of `...rest` as one cell.
Arguments packed(const std::vector<ast::Parameter>& parameters, const Arguments& arguments) {
  Arguments out = arguments;
  if (parameters.empty() || !parameters.back().variadic) return out;
  const std::size_t plain = parameters.size() - 1;
  auto rest = make_cell({0}, Value{});
  for (std::size_t k = plain; k < arguments.positional.size(); ++k) rest->items.push_back(arguments.positional[k]);
  rest->dims = {std::int64_t(rest->items.size())};
  out.positional.resize(std::min(plain, arguments.positional.size()));
  if (out.positional.size() == plain)
    out.positional.push_back(Value(rest));
  else
    out.named.emplace_back(parameters.back().name, Value(rest));
  return out;
}
bool is_variadic(const std::vector<ast::Parameter>& parameters) {
  return !parameters.empty() && parameters.back().variadic;
}

bool is_generic(const ast::FunctionDef& def, const std::string& name) {
  return std::find(def.generics.begin(), def.generics.end(), name) != def.generics.end();
}

void bind_one(const ast::FunctionDef& def, Environment& env, const std::string& name, const HostType& t,
              Elem (*join)(Elem, Elem) = of_either) {
  if (!is_generic(def, name)) return;
  auto it = env.variables.find(name);
  if (it == env.variables.end()) {
    env.variables[name] = Value(std::make_shared<const HostType>(t));
    return;
  }
  auto* old = std::get_if<HostTypeP>(&it->second.v);
  if (!old || !(*old)->type.is_number() || !t.type.is_number()) return;
  HostType both = **old;
  both.type.complex = both.type.complex || t.type.complex;
  both.type.elem = join(both.type.elem, t.type.elem);
  it->second = Value(std::make_shared<const HostType>(both));
}

// What a written type with generic parameters says of them when it is met by a value.
void unify(const ast::FunctionDef& def, Environment& env, const ast::TypeExpr& written, const Value& v) {
  if (written.elements.empty()) return bind_one(def, env, written.name, host_type_of(v));
  const HostType t = host_type_of(v);
  if (t.type.is_array() || t.type.kind == Type::Kind::Fixed || t.type.is_number()) {
    HostType elem;
    elem.type = Type::number(t.type.elem, t.type.complex);
    return bind_one(def, env, written.elements[0].name, elem);
  }
  if (auto* c = std::get_if<std::shared_ptr<Cell>>(&v.v); c && !(*c)->items.empty())
    return unify(def, env, written.elements[0], (*c)->items[0]);
  for (std::size_t k = 0; k < written.elements.size() && k < t.elements.size(); ++k)
    bind_one(def, env, written.elements[k].name, t.elements[k]);
}

// How far a number is from a declared number type: 0 the same, larger the less it fits, -1 not at all.
int number_distance(const Type& want, const Type& have) {
  if (have.complex && !want.complex) return -1;
  int cost = have.complex == want.complex ? 0 : 3;
  if (want.elem == have.elem) return cost;
  const bool floats = is_float(want.elem), from_float = is_float(have.elem);
  if (floats && from_float) return cost + 1;
  if (floats) return cost + 2;
  if (from_float) return cost + 4;
  return cost + 1;
}

int array_distance(const Type& want, const Value& v, const Type& have) {
  auto* a = std::get_if<ArrayP>(&v.v);
  if (!a) return -1;
  const int elems = (*a)->count() == 0 ? 0
                                       : number_distance(Type::number(want.elem, want.complex),
                                                         Type::number((*a)->elem, (*a)->complex));
  if (elems < 0) return -1;
  const int rank = int((*a)->dims.size());
  int cost = elems + (have.kind == Type::Kind::Fixed ? 1 : 0);
  if (want.rank == 0) return cost + 3;
  if (rank <= want.rank) return cost + 2 * (want.rank - rank);
  if (!with_rank(*a, want.rank)) return -1;
  return cost + 3;
}

constexpr int kUntyped = 12;  // a parameter without a type takes anything, after all that have one

}  // namespace

// First what the elements are, then the numbers, which fit themselves to them.
static void unify_all(const ast::FunctionDef& def, Environment& env,
                      const std::function<const Value*(std::size_t)>& given) {
  const auto each = [&](const auto& see) {
    for (std::size_t k = 0; k < def.parameters.size(); ++k)
      if (const Value* v = def.parameters[k].type ? given(k) : nullptr) see(*def.parameters[k].type, *v);
  };
  each([&](const ast::TypeExpr& written, const Value& v) {
    if (!written.elements.empty()) unify(def, env, written, v);
  });
  std::vector<std::string> of_elements;
  for (const auto& g : def.generics)
    if (env.variables.count(g)) of_elements.push_back(g);
  each([&](const ast::TypeExpr& written, const Value& v) {
    if (!written.elements.empty() || !is_generic(def, written.name)) return;
    const bool fits = std::find(of_elements.begin(), of_elements.end(), written.name) != of_elements.end();
    bind_one(def, env, written.name, host_type_of(v), fits ? with_number : of_either);
  });
}

void bind_generics(const ast::FunctionDef& def, Environment& env, const std::vector<HostType>& written,
                   const std::function<const Value*(std::size_t)>& given) {
  for (std::size_t k = 0; k < def.generics.size() && k < written.size(); ++k)
    env.variables[def.generics[k]] = Value(std::make_shared<const HostType>(written[k]));
  if (written.empty()) unify_all(def, env, given);
  for (const auto& g : def.generics)
    if (!env.variables.count(g)) env.variables[g] = Value(std::make_shared<const HostType>());
}

bool mentions_generic(const ast::FunctionDef& def, const ast::TypeExpr& t) {
  if (is_generic(def, t.name)) return true;
  for (const auto& e : t.elements)
    if (mentions_generic(def, e)) return true;
  return false;
}

static std::vector<Value> run_function(EvalContext& cx, const Overload& f, const EnvironmentP& captured,
                                       const Arguments& arguments, Span span, int outputs);
static std::vector<Value> call_lambda(EvalContext& cx, const Closure& f, Arguments arguments, Span span, int outputs);

const char* lowest_stack() {
  const auto limits = current_stack();
  return limits.first ? limits.first + limits.second / 4 : nullptr;
}

void nested_too_deeply(Span span) { fail("Q0405", span, "calls are nested too deeply", "does the recursion end?"); }

void check_stack(Span span) {
  char here;
  if (&here < lowest_stack()) nested_too_deeply(span);
}

// ---- which overload ---------------------------------------------------------------------------------------------

// The one of a class of types, [scalar|mat] or a name of one, that is nearest to a value; nothing where none takes it.
static const ast::TypeExpr* nearest_of(const ast::TypeExpr& any, const std::function<int(const ast::TypeExpr&)>& fit,
                                       int& cost) {
  const ast::TypeExpr* nearest = nullptr;
  cost = -1;
  for (const ast::TypeExpr& one : any.elements)
    if (const int c = fit(one); c >= 0 && (!nearest || c < cost)) nearest = &one, cost = c;
  return nearest;
}

int fit_type(EvalContext& cx, const ast::TypeExpr& written, const ast::FunctionDef& def, const EnvironmentP& env,
             const Value& v) {
  if (is_generic(def, written.name)) return kUntyped - 2;
  if (const auto it = cx.defined.types.find(written.name);
      it != cx.defined.types.end() && it->second.def->alias && ast::is_type_class(*it->second.def->alias))
    return fit_type(cx, *it->second.def->alias, def, env, v);
  if (ast::is_type_class(written)) {
    int cost = 0;
    nearest_of(
        written, [&](const ast::TypeExpr& one) { return fit_type(cx, one, def, env, v); }, cost);
    return cost;
  }
  const Type have = type_of(v);
  if (mentions_generic(def, written)) {  // mat[T]: as the mat of the element that is there
    if (auto* c = std::get_if<std::shared_ptr<Record>>(&v.v))
      return (*c)->type && (*c)->type->definition && (*c)->type->definition->name == written.name ? 1 : -1;
    if (written.name == "->") return have.kind == Type::Kind::Function ? 1 : -1;
    if (std::holds_alternative<Nothing>(v.v)) return written.reference || cx.defined.types.count(written.name) ? 2 : -1;
    if (std::holds_alternative<std::shared_ptr<Cell>>(v.v))
      return written.name == "cell" || written.name == "vec" || written.name == "mat" || written.name == "cube" ? 1
                                                                                                                : -1;
    Type t = resolve_shape(cx, written, env).type;
    t.elem = have.elem;
    t.complex = have.complex;
    if (t.is_number()) return have.is_number() ? 1 : -1;
    const int distance = array_distance(t, v, have);
    return distance < 0 ? -1 : distance + 1;
  }
  const HostType want = resolve(cx, written, env);
  switch (want.type.kind) {
    case Type::Kind::Unknown:
      return kUntyped - 1;
    case Type::Kind::Number:
      if (have.is_number()) return number_distance(want.type, have);
      if (auto* a = std::get_if<ArrayP>(&v.v); a && (*a)->count() == 1 && (want.type.complex || !(*a)->complex))
        return 8;
      return -1;
    case Type::Kind::Array: {
      auto* a = std::get_if<ArrayP>(&v.v);
      return a && !want.type.dims.empty() && (*a)->dims != want.type.dims ? -1 : array_distance(want.type, v, have);
    }
    case Type::Kind::Fixed: {
      auto* a = std::get_if<ArrayP>(&v.v);
      std::int64_t n = 1;
      for (auto d : want.type.dims) n *= d;
      if (!a || (*a)->count() != n) return -1;
      const int elems =
          number_distance(Type::number(want.type.elem, want.type.complex), Type::number((*a)->elem, (*a)->complex));
      return elems < 0 ? -1
                       : elems + (have.dims == want.type.dims                  ? 0
                                  : (*a)->dims.size() == want.type.dims.size() ? 1
                                                                               : 3);
    }
    case Type::Kind::Cell: {
      auto* c = std::get_if<std::shared_ptr<Cell>>(&v.v);
      if (!c) {
        auto* a = std::get_if<ArrayP>(&v.v);
        return a && (*a)->count() == 0 ? 3 : -1;
      }
      if (want.type.rank && int((*c)->dims.size()) > want.type.rank) return -1;
      return want.elements.empty() ? 1 : 0;
    }
    case Type::Kind::Object: {
      if (std::holds_alternative<Nothing>(v.v)) return 2;
      auto* r = std::get_if<std::shared_ptr<Record>>(&v.v);
      if (!r || (want.definition && (!(*r)->type || (*r)->type->definition != want.definition))) return -1;
      return want.definition ? 0 : 1;
    }
    case Type::Kind::Function: {
      if (std::holds_alternative<HostTypeP>(v.v)) return 1;
      auto* f = std::get_if<std::shared_ptr<Closure>>(&v.v);
      if (!f) return -1;
      const int count = (*f)->def      ? int((*f)->def->parameters.size())
                        : (*f)->lambda ? int((*f)->lambda->parameters.size())
                                       : -1;
      return want.parameters >= 0 && count >= 0 && count < want.parameters ? -1 : 0;
    }
    default:
      return want.type.kind == have.kind ? 0 : -1;
  }
}

// How far the arguments are from the parameters: -1 they do not fit, otherwise the lower the better.
static int fit(EvalContext& cx, const ast::FunctionDef& def, const EnvironmentP& captured,
               const Arguments& given_arguments) {
  Arguments rest;
  if (is_variadic(def.parameters)) rest = packed(def.parameters, given_arguments);
  const Arguments& arguments = is_variadic(def.parameters) ? rest : given_arguments;
  if (arguments.positional.size() > def.parameters.size()) return -1;
  int cost = 0;
  for (std::size_t k = 0; k < def.parameters.size(); ++k) {
    const auto& p = def.parameters[k];
    const Value* given = given_for(def, k, arguments);
    if (!given) {
      if (!p.default_value) return -1;
      continue;
    }
    if (p.variadic) {
      cost += 4 * kUntyped;
      continue;
    }
    const int c = p.type ? fit_type(cx, *p.type, def, captured ? captured : cx.globals, *given) : kUntyped;
    if (c < 0) return -1;
    cost += 2 * c + (p.type && ast::is_type_class(*p.type) ? 1 : 0);  // one of several types comes after that one alone
  }
  for (const auto& [name, v] : arguments.named) {
    std::size_t k = 0;
    while (k < def.parameters.size() && def.parameters[k].name != name) ++k;
    if (k == def.parameters.size() || k < arguments.positional.size()) return -1;
  }
  return cost;
}

const Overload* choose(EvalContext& cx, const std::vector<Overload>& all, const EnvironmentP& captured,
                       const Arguments& arguments, bool& ambiguous) {
  const Overload* best = nullptr;
  int best_cost = 0;
  std::size_t best_defaults = 0;
  ambiguous = false;
  const std::size_t given = arguments.positional.size() + arguments.named.size();
  for (const Overload& o : all) {
    const int cost = fit(cx, *o.def, captured, arguments);
    if (cost < 0) continue;
    const std::size_t defaults =
        std::max(o.def->parameters.size(), given) - given;  // of two that fit alike, the one that leaves fewer out
    const bool alike = best && cost == best_cost && defaults == best_defaults;
    if (alike && o.program != best->program) {
      if (o.program == cx.defined.current) best = &o;
      continue;
    }
    const bool better = !best || cost < best_cost || (cost == best_cost && defaults < best_defaults);
    if (!better) {
      ambiguous = ambiguous || alike;
      continue;
    }
    best = &o;
    best_cost = cost;
    best_defaults = defaults;
    ambiguous = false;
  }
  return best;
}

static std::string argument_types(const Arguments& arguments, Elem scalar) {
  std::string types;
  const auto add = [&](const std::string& name, const Value& v) {
    types += (types.empty() ? "" : ", ") + name + host_type_name(host_type_of(v), scalar);
  };
  for (const Value& v : arguments.positional) add("", v);
  for (const auto& [name, v] : arguments.named) add(name + " := ", v);
  return types;
}

[[noreturn]] static void fail_kernel_called(const std::string& name, Span span) {
  fail("Q0503", span, fmt::format("'{}' is a kernel and cannot be called directly", name),
       fmt::format("launch it: parallel_do(dims, ..., {})", name));
}

void no_overload(EvalContext& cx, const std::string& name, const std::vector<Overload>& all,
                 const EnvironmentP& captured, const Arguments& arguments, Span span, bool ambiguous) {
  if (std::all_of(all.begin(), all.end(), [](const Overload& o) { return o.def->qualifier == ast::Qualifier::Kernel; }))
    fail_kernel_called(name, span);
  Diagnostic d{"Q0205", Severity::Error, span, "", "", {}};
  if (ambiguous)
    d.message = fmt::format("the call of '{}' is ambiguous", name);
  else if (all.size() > 1)
    d.message = fmt::format("no function '{}' takes ({})", name, argument_types(arguments, cx.scalar()));
  else {
    const auto& def = *all[0].def;
    const std::size_t given = arguments.positional.size() + arguments.named.size();
    std::size_t needed = 0;
    for (const auto& p : def.parameters) needed += !p.default_value;
    d.code = "Q0301";
    d.message = fmt::format("the arguments do not fit '{}'", ast::signature(def));
    if (given < needed || given > def.parameters.size()) {
      d.code = "Q0204";
      d.message = fmt::format("'{}' takes {}{} argument{}, not {}", name,
                              needed < def.parameters.size() ? fmt::format("{} to ", needed) : "",
                              def.parameters.size(), def.parameters.size() == 1 ? "" : "s", given);
    } else {
      for (const auto& [unknown, v] : arguments.named) {
        std::vector<std::string> names;
        for (const auto& p : def.parameters) names.push_back(p.name);
        if (std::find(names.begin(), names.end(), unknown) != names.end()) continue;
        d.message = fmt::format("'{}' has no parameter '{}'", name, unknown);
        d.span = named_argument_span(cx.session().sources(), span, unknown);
        if (const std::string near = nearest_name(unknown, names); !near.empty())
          d.help = fmt::format("did you mean '{}'?", near);
      }
      for (std::size_t k = 0; k < def.parameters.size() && d.help.empty(); ++k) {
        const Value* v = given_for(def, k, arguments);
        if (!v || !def.parameters[k].type ||
            fit_type(cx, *def.parameters[k].type, def, captured ? captured : cx.globals, *v) >= 0)
          continue;
        d.message =
            fmt::format("'{}' must be {}, not {}", def.parameters[k].name, a_type(ast::print(*def.parameters[k].type)),
                        a_type(host_type_name(host_type_of(*v), cx.scalar())));
        if (def.generics.empty())
          d.help = help_to_fit(resolve(cx, *def.parameters[k].type, captured ? captured : cx.globals).type, *v);
        break;
      }
    }
  }
  for (const Overload& o : all) d.notes.push_back({o.def->name_span, "candidate: " + ast::signature(*o.def)});
  throw ProgramError(d);
}

std::vector<Value> call_overloads(EvalContext& cx, const std::string& name, const std::vector<Overload>& all,
                                  const EnvironmentP& captured, Arguments arguments, Span span, int outputs) {
  bool ambiguous = false;
  const Overload* best = choose(cx, all, captured, arguments, ambiguous);
  if (!best || ambiguous) no_overload(cx, name, all, captured, arguments, span, ambiguous);
  return call_function(cx, *best, captured, std::move(arguments), span, outputs);
}

// ---- a call -----------------------------------------------------------------------------------------------------

std::vector<Value> call_function(EvalContext& cx, const Overload& f, const EnvironmentP& captured, Arguments arguments,
                                 Span span, int outputs) {
  const ast::FunctionDef& def = *f.def;
  if (def.qualifier == ast::Qualifier::Kernel) fail_kernel_called(def.name, span);
  if (outputs > int(def.outputs.size()) && outputs > 1 && def.outputs.size() != 1)  // one array may be taken apart
    fail("Q0204", span,
         fmt::format("'{}' gives {} value{}, not {}", def.name, def.outputs.size(), def.outputs.size() == 1 ? "" : "s",
                     outputs));
  check_stack(span);
  return in_frame(cx, f, span, [&] {
    if (is_variadic(def.parameters)) arguments = packed(def.parameters, arguments);
    return run_function(cx, f, captured ? captured : cx.defined.constants_of(f), arguments, span, outputs);
  });
}

void add_call(ProgramError& e, Span span, const ast::FunctionDef& def) {
  add_frame(e, span, fmt::format("in '{}', called here", def.name));
}

Value as_parameter(EvalContext& cx, const ast::FunctionDef& def, const ast::Parameter& p, const HostType& type,
                   const Value& from, bool given, Span span) {
  Value v = p.type ? convert(cx, from, type, span, {"", p.name}) : own_copy(from);
  auto* a = std::get_if<ArrayP>(&v.v);
  if (!a) return v;
  auto* before = given ? std::get_if<ArrayP>(&from.v) : nullptr;
  const bool other = before && ((*before)->elem != (*a)->elem || (*before)->complex != (*a)->complex);
  const bool converted = other && !(*a)->fixed;
  const bool device = def.qualifier == ast::Qualifier::Device && (*a)->boundary == Boundary::Default;
  if (!converted && !device) return v;
  auto view = std::make_shared<Array>(**a);
  if (converted) view->is_const = true;  // writes to a copy would be lost: they are refused
  if (device) view->boundary = Boundary::Safe;
  return Value(view);
}

static std::vector<Value> run_function(EvalContext& cx, const Overload& f, const EnvironmentP& captured,
                                       const Arguments& arguments, Span span, int outputs) {
  settle(cx);
  const ast::FunctionDef& def = *f.def;
  auto env = std::make_shared<Environment>();
  env->outer = captured;
  env->body = &def.body;
  env->outputs = &def.outputs;
  if (def.outputs.size() > 1)
    env->variables["$outputs"] = Value(Number::integer(outputs));  // how many values the caller takes
  bind_generics(def, *env, arguments.generics, [&](std::size_t k) { return given_for(def, k, arguments); });
  for (std::size_t k = 0; k < def.parameters.size(); ++k) {
    const auto& p = def.parameters[k];
    const Value* given = given_for(def, k, arguments);
    const ast::TypeExpr* written = p.type && !p.variadic ? &*p.type : nullptr;
    if (int cost = 0; written && given && ast::is_type_class(*written))
      if (const auto* one = nearest_of(
              *written, [&](const ast::TypeExpr& t) { return fit_type(cx, t, def, env, *given); }, cost))
        written = one;
    const HostType type = written ? resolve(cx, *written, env) : HostType{};
    Value v = as_parameter(cx, def, p, type, given ? *given : eval(cx, *p.default_value, env), given != nullptr,
                           given ? span : p.span);
    env->variables[p.name] = std::move(v);
    if (type.type.is_number()) env->declared.set(p.name, std::make_shared<const HostType>(type));
  }
  for (const auto& o : def.outputs)
    if (o.type && !env->declared.contains(o.name)) {
      const HostType type = resolve(cx, *o.type, env);
      if (type.type.is_number())
        env->declared.set(o.name, std::make_shared<const HostType>(type));
      else if (!type.type.dims.empty() && begins_with_zeros(def, o))
        env->variables[o.name] = default_value(cx, type, o.span);
    }
  for (const auto& s : def.body)
    if (auto* nested = std::get_if<Box<ast::FunctionDef>>(&s.node)) define_nested(cx, **nested, env, false);
  const DepthInside inside(cx.progress.depth);
  run_block(cx, def.body, env);
  std::vector<Value> results;
  for (const auto& o : def.outputs) {
    auto it = env->variables.find(o.name);
    if (it == env->variables.end()) {
      if (int(results.size()) >= std::max(outputs, 1)) break;
      if (outputs == 0) break;
      fail("Q0404", o.span.valid() ? o.span : span,
           fmt::format("'{}' did not assign its output '{}'", def.name, o.name),
           "on every way through the function it must be given a value");
    }
    results.push_back(o.type ? convert(cx, it->second, resolve(cx, *o.type, env), o.span.valid() ? o.span : span,
                                       {"the output ", o.name})
                             : it->second);
  }
  release_functions(env);
  return results;
}

// The references to `env` that its own functions hold, and whether something else holds `env` or one of them: a result,
// a cell.
static bool is_held_elsewhere(const EnvironmentP& env) {
  std::unordered_map<const Closure*, long> met;
  std::vector<const Closure*> open;
  long own = 1;  // the caller's
  bool held = false;
  const auto meet = [&](const Variables& variables) {
    for (const auto& [name, v] : variables)
      if (auto* c = std::get_if<std::shared_ptr<Closure>>(&v.v); c && ++met[c->get()] == 1) open.push_back(c->get());
  };
  meet(env->variables);
  while (!open.empty()) {
    const EnvironmentP& seen = open.back()->captured;
    open.pop_back();
    const bool snapshot = seen && seen != env && seen->outer == env;
    if (snapshot) {
      held = held || seen.use_count() > 1;
      meet(seen->variables);
    }
    if (snapshot || seen == env) ++own;
  }
  const auto counted = [&](const Variables& variables) {
    for (const auto& [name, v] : variables)
      if (auto* c = std::get_if<std::shared_ptr<Closure>>(&v.v)) held = held || c->use_count() > met[c->get()];
  };
  counted(env->variables);
  for (const auto& [c, n] : met)
    if (c->captured && c->captured->outer == env) counted(c->captured->variables);
  return held || env.use_count() > own;
}

void release_functions(const EnvironmentP& env) {
  const auto sees = [&](const Closure& c) { return c.captured && (c.captured == env || c.captured->outer == env); };
  std::vector<Value*> functions;
  for (auto& [name, v] : env->variables)
    if (auto* c = std::get_if<std::shared_ptr<Closure>>(&v.v); c && sees(**c)) functions.push_back(&v);
  if (functions.empty()) return;
  const bool held = is_held_elsewhere(env);
  if (held && env->seen_whole) return;
  for (auto& [name, v] : env->variables)
    if (auto* c = std::get_if<std::shared_ptr<Closure>>(&v.v); c && sees(**c) && !(held && env->late.count(name)))
      v = Value{};
}

// ---- function values --------------------------------------------------------------------------------------------

// A nested function that is not reached yet: what it will capture is not known.
static bool is_not_reached(const Closure& c) {
  if (!c.def || !c.captured) return false;
  const auto home = c.captured->variables.find(c.name);
  auto* there = home == c.captured->variables.end() ? nullptr : std::get_if<std::shared_ptr<Closure>>(&home->second.v);
  return there && there->get() == &c;
}

EnvironmentP snapshot(const EvalContext& cx, const void* syntax, const EnvironmentP& env) {
  auto kept = std::make_shared<Environment>();
  kept->outer = env;
  for (const auto& name : cx.free_names.at(syntax)) {
    const Value* v = env->find(name);
    auto* c = v ? std::get_if<std::shared_ptr<Closure>>(&v->v) : nullptr;
    const bool itself = c && (*c)->lambda == syntax &&
                        !(*c)->captured->variables.count(name);  // not f = x -> f(x) + 1, again and again
    const bool late = !v || itself || (c && is_not_reached(**c));
    if (!late) kept->variables[name] = own_copy(*v);
    for (Environment* e = env.get(); late && e && e != cx.globals.get(); e = e->outer.get()) e->late.insert(name);
  }
  return kept;
}

// A number around that the function changes stays as it is: said once for each place in the text.
static void warn_of_private_changes(SessionContext& session, const ast::FunctionDef& def, Environment& env) {
  if (!session.sinks().diagnostic) return;
  for (const PrivateChange& c : private_changes(def)) {
    const Value* v = env.find(c.name);
    auto* array = v ? std::get_if<ArrayP>(&v->v) : nullptr;
    const bool value = v && (std::holds_alternative<Number>(v->v) || std::holds_alternative<std::string>(v->v));
    if (c.elements ? !array || !(*array)->fixed : !value) continue;
    session.sinks().diagnostic(
        {"Q0203",
         Severity::Warning,
         c.span,
         fmt::format("'{0}' of '{1}' is its own: the '{0}' around it stays as it is", c.name, def.name),
         fmt::format("a lambda changes the one around, value -> {0} = value, and fields of records are shared: s = "
                     "object(); s.{0} = ..",
                     c.name),
         {}});
  }
}

void define_nested(EvalContext& cx, const ast::FunctionDef& def, const EnvironmentP& env, bool captures) {
  auto c = std::make_shared<Closure>();
  c->name = def.name;
  c->def = &def;
  c->keeps = cx.defined.current;
  c->captured = env;
  auto it = env->variables.find(def.name);
  auto* old = it == env->variables.end() ? nullptr : std::get_if<std::shared_ptr<Closure>>(&it->second.v);
  if (captures && def.qualifier == ast::Qualifier::Kernel) {
    if (old && (*old)->def == &def) return;
  } else if (captures) {
    if (old && (*old)->def == &def && !(*old)->more.empty()) return;
    for (const auto* other : old ? (*old)->more : std::vector<const ast::FunctionDef*>{})
      if (other == &def) return;
    auto [names, fresh] = cx.free_names.try_emplace(&def);
    if (fresh) {
      NameCounts counts;
      count_names(def.body, counts);
      for (const auto& p : def.parameters)
        if (p.default_value) count_names(*p.default_value, counts);
      for (const auto& [name, n] : counts) names->second.insert(name);
      for (const auto& p : def.parameters) names->second.erase(p.name);
      for (const auto& o : def.outputs) names->second.erase(o.name);
      if (def.qualifier == ast::Qualifier::None) warn_of_private_changes(cx.session(), def, *env);
    }
    c->captured = snapshot(cx, &def, env);
  } else if (old && (*old)->captured == env && (*old)->def != &def) {
    (*old)->more.push_back(&def);
    env->seen_whole = true;  // overloads share one environment
    return;
  }
  env->variables[def.name] = Value(c);
}

std::vector<Value> call_closure(EvalContext& cx, const Closure& f, Arguments arguments, Span span,
                                const EnvironmentP& env, int outputs) {
  if (f.def && f.captured == cx.globals) return call_named(cx, f.name, std::move(arguments), span, cx.globals, outputs);
  if (f.def) {
    std::vector<Overload> all{{f.def, f.keeps}};
    for (const auto* d : f.more) all.push_back({d, f.keeps});
    return call_overloads(cx, f.name, all, f.captured, std::move(arguments), span, outputs);
  }
  if (f.lambda) return call_lambda(cx, f, std::move(arguments), span, outputs);
  return call_named(cx, f.name, std::move(arguments), span, env, outputs);
}

// Its parameters are the candidate that a note shows.
[[noreturn]] static void wrong_count(const ast::Lambda& l, std::size_t given, Span span) {
  std::string parameters;
  for (const auto& p : l.parameters) parameters += (parameters.empty() ? "" : ", ") + p.name;
  Diagnostic d{"Q0204",
               Severity::Error,
               span,
               fmt::format("the lambda takes {} argument{}, not {}", l.parameters.size(),
                           l.parameters.size() == 1 ? "" : "s", given),
               "",
               {}};
  if (!l.parameters.empty())
    d.notes.push_back({l.parameters.front().span, fmt::format("candidate: ({}) -> ...", parameters)});
  throw ProgramError(std::move(d));
}

static std::vector<Value> call_lambda(EvalContext& cx, const Closure& f, Arguments arguments, Span span, int outputs) {
  const ast::Lambda& l = *f.lambda;
  if (is_variadic(l.parameters)) arguments = packed(l.parameters, arguments);
  if (l.qualifier == ast::Qualifier::Kernel)
    fail("Q0503", span, "a kernel cannot be called directly", "launch it: parallel_do(dims, ..., kernel)");
  const std::size_t given = arguments.positional.size() + arguments.named.size();
  if (given > l.parameters.size()) wrong_count(l, given, span);
  check_stack(span);
  const CallInside one_more(cx.progress, span);
  cx.progress.check_interrupt(span);  // what it gives may be an expression, which has no statement that asks
  auto env = std::make_shared<Environment>();
  env->outer = f.captured;
  env->assigns_outside = f.assigns_outside;
  for (std::size_t k = 0; k < l.parameters.size(); ++k) {
    const auto& p = l.parameters[k];
    const Value* v = k < arguments.positional.size() ? &arguments.positional[k] : nullptr;
    for (const auto& [name, value] : arguments.named)
      if (name == p.name) v = &value;
    if (!v && !p.default_value) wrong_count(l, given, span);
    const Value value = v ? *v : eval(cx, *p.default_value, env);
    env->variables[p.name] =
        p.type ? convert(cx, value, resolve(cx, *p.type, env), span, {"", p.name}) : own_copy(value);
  }
  struct Restore {
    std::shared_ptr<const ast::Program>& current;
    std::shared_ptr<const ast::Program> saved;
    ~Restore() { current = std::move(saved); }
  } restore{cx.defined.current, cx.defined.current};
  if (f.keeps) cx.defined.current = f.keeps;
  try {
    const ast::Expr* value = ast::given_value(l);
    if (!l.body) {
      settle(cx);
      if (l.assignment)
        run_block(cx, {*l.assignment}, env);
      else
        run_statements(cx, {l.statements.data(), l.statements.size() - (value ? 1 : 0)}, env);
    }
    if (value) {
      if (auto* c = std::get_if<ast::Call>(&value->node))
        return eval_call(cx, *c, value->span, env, std::max(outputs, 1));  // may give no value
      return {eval_deferred(cx, *value, env)};
    }
  } catch (ProgramError& e) {
    add_frame(e, span, "in a lambda, called here");
    throw;
  }
  return {Value{}};
}

}  // namespace qc::host
