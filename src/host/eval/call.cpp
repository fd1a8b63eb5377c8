// Calls: which thing a call means. User functions run in functions.cpp, types make values in types.cpp.
#include "host/eval/interface/call.h"

#include <fmt/format.h>

#include <cstring>

#include "ast/print_ast.h"
#include "host/access/host_atomic.h"
#include "host/arrays/arith.h"
#include "host/builtins/builtins.h"
#include "host/builtins/texts_and_files/display_objects.h"
#include "host/eval/interface/assign.h"
#include "host/eval/interface/deferred_arrays.h"
#include "host/eval/interface/direct_calls.h"
#include "host/eval/interface/expr.h"
#include "host/eval/interface/functions.h"
#include "host/eval/interface/names.h"
#include "host/eval/interface/stmt.h"
#include "host/eval/interface/types.h"
#include "host/eval/state/eval_context.h"
#include "sema/builtins.h"
#include "value/counted_range.h"
#include "value/exact_quotient.h"

namespace qc::host {

static Arguments eval_arguments(EvalContext& cx, const ast::Call& c, const EnvironmentP& env) {
  Arguments out;
  out.positional.reserve(c.arguments.size());
  for (const auto& a : c.arguments) {
    if (std::holds_alternative<ast::Colon>(a.value->node))
      fail("Q0106", a.value->span, "':' stands for a whole dimension and only in an index");
    if (a.spread) {
      const Value all = eval(cx, *a.value, env);
      if (auto* row = std::get_if<ArrayP>(&all.v)) {
        for (std::int64_t k = 0; k < (*row)->count(); ++k) out.positional.push_back(Value(get_element(**row, k)));
        continue;
      }
      auto* cell = std::get_if<std::shared_ptr<Cell>>(&all.v);
      if (!cell)
        fail("Q0301", a.value->span,
             fmt::format("'...' gives the items of a cell or the elements of an array, this is {}",
                         a_type(host_type_name(host_type_of(all), cx.scalar()))));
      out.positional.insert(out.positional.end(), (*cell)->items.begin(), (*cell)->items.end());
    } else if (a.name.empty())
      out.positional.push_back(eval(cx, *a.value, env));
    else
      out.named.emplace_back(a.name, eval(cx, *a.value, env));
  }
  return out;
}

// ---- calls that look at their argument's syntax -----------------------------------------------------------------

// int(a/b) and floor(a/b) of ints and of arrays of them are exact.
static std::optional<Value> exact_division(EvalContext& cx, const std::string& name, const ast::Expr& argument,
                                           Span span, const EnvironmentP& env) {
  auto* b = std::get_if<ast::Binary>(&argument.node);
  if (!b || (b->op != ast::BinaryOp::Div && b->op != ast::BinaryOp::ElemDiv)) return {};
  const Value x = eval_deferred(cx, *b->left, env), y = eval_deferred(cx, *b->right, env);
  const Type tx = type_of(x), ty = type_of(y);
  const auto is_int_number = [](const Type& t) { return t.is_number() && !is_float(t.elem) && !t.complex; };
  const auto are_ints = [](const Value& v, const Type& t) { return holds_array(v) && !is_float(t.elem) && !t.complex; };
  if (is_int_number(tx) && is_int_number(ty))
    return Value(
        Number::integer(whole_quotient(name == "floor", to_number(x, span).i, to_number(y, span).i, argument.span)));
  if ((is_int_number(tx) || are_ints(x, tx)) && (is_int_number(ty) || are_ints(y, ty))) {
    const std::string exact = fmt::format("${}/", name);
    if (auto later = defer_elementwise(cx, exact, {x, y}, argument.span)) return later;
    std::vector<Value> arguments{cx.arrays.compute(x), cx.arrays.compute(y)};
    CallContext context{cx.session(), argument.span, 1};
    return find_builtin(exact)(context, arguments).at(0);
  }
  // Both sides are values by now: finish the call on them, so that nothing is evaluated twice.
  const Value quotient = defer(cx, ast::BinaryOp::Div, x, y, argument.span);
  if (name == "floor")
    if (auto later = defer_elementwise(cx, name, {quotient}, span)) return later;
  Arguments arguments{{cx.arrays.compute(quotient)}, {}};
  return call_named(cx, name, std::move(arguments), span, env, 1)[0];
}

// maxvalue(T), minvalue(T)
static std::optional<Value> limit_of_type(EvalContext& cx, const std::string& name, const ast::Expr& argument,
                                          const EnvironmentP& env) {
  Type t;
  if (auto* written = std::get_if<ast::TypeValue>(&argument.node))
    t = resolve(cx, written->type, env).type;
  else if (auto* n = std::get_if<ast::Name>(&argument.node); n && type_named(cx, n->name, env))
    t = type_named(cx, n->name, env)->type;
  else {
    const Value v = eval(cx, argument, env);
    if (auto* held = std::get_if<HostTypeP>(&v.v)) t = (*held)->type;
  }
  if (!t.is_number()) fail("Q0301", argument.span, fmt::format("'{}' wants a number type", name));
  const bool max = name == "maxvalue";
  if (t.elem == Elem::F64)
    return Value(Number::real(max ? 1.7976931348623157e308 : -1.7976931348623157e308, Elem::F64));
  if (t.elem == Elem::F16) return Value(Number::real(max ? 65504 : -65504, Elem::F32));
  if (is_float(t.elem)) return Value(Number::real(max ? 3.4028234663852886e38 : -3.4028234663852886e38, Elem::F32));
  if (t.elem == Elem::Bool) return Value(Number::boolean(max));
  const int bits = 8 * byte_size(t.elem);
  if (is_unsigned(t.elem))
    return Value(Number::integer(!max ? 0 : bits == 64 ? -1 : std::int64_t((std::uint64_t(1) << bits) - 1)));
  const std::int64_t top = std::int64_t((std::uint64_t(1) << (bits - 1)) - 1);
  return Value(Number::integer(max ? top : -top - 1));
}

static std::optional<Value> special_call(EvalContext& cx, const std::string& name, const ast::Call& c, Span span,
                                         const EnvironmentP& env) {
  if (name.starts_with("atomic_"))
    return host_atomic(
        name, c, span, [&](const ast::Expr& e) { return eval(cx, e, env); },
        [&](const ast::Assign& a) { run_assign(cx, a, span, env, true); });
  if (c.arguments.size() != 1 || !c.arguments[0].name.empty()) return {};
  const ast::Expr& argument = *c.arguments[0].value;
  if (name == "int" || name == "floor") return exact_division(cx, name, argument, span, env);
  if (name == "maxvalue" || name == "minvalue") return limit_of_type(cx, name, argument, env);
  return {};
}

// ---- what a call means ------------------------------------------------------------------------------------------

static std::vector<Value> call_value(EvalContext& cx, const Value& f, const std::string& name, Arguments arguments,
                                     Span span, const EnvironmentP& env, int outputs) {
  if (auto* closure = std::get_if<std::shared_ptr<Closure>>(&f.v)) {
    const auto keep = *closure;  // the call may overwrite the variable that holds it
    return call_closure(cx, *keep, std::move(arguments), span, env, outputs);
  }
  if (auto* type = std::get_if<HostTypeP>(&f.v)) {
    if (auto v = construct(cx, **type, arguments, span)) return {*v};
    fail("Q0301", span,
         fmt::format("'{}' does not make a value of these arguments", host_type_name(**type, cx.scalar())));
  }
  const std::string what = name.empty() ? "the value" : fmt::format("'{}'", name);
  if (std::holds_alternative<ArrayP>(f.v) || std::holds_alternative<std::shared_ptr<Cell>>(f.v))
    fail("Q0301", span,
         fmt::format("{} is {}: index it with [ ]", what, std::holds_alternative<ArrayP>(f.v) ? "an array" : "a cell"));
  fail("Q0301", span,
       fmt::format("{} is {} and cannot be called", what, a_type(host_type_name(host_type_of(f), cx.scalar()))));
}

// obj.f(x): a function in a field; otherwise the function f with the object as its first argument.
static std::optional<std::vector<Value>> call_field(EvalContext& cx, const ast::Field& f, const ast::Call& c, Span span,
                                                    const EnvironmentP& env, int outputs) {
  const Value base = eval(cx, *f.base, env);
  if (auto* r = std::get_if<std::shared_ptr<Record>>(&base.v)) {
    if (const Value* field = (*r)->find(f.name)) {
      const Value callee = *field;
      return call_value(cx, callee, f.name, eval_arguments(cx, c, env), span, env, outputs);
    }
    if (Builtin method = (*r)->type ? nullptr : find_method((*r)->type_name, f.name)) {  // of figures and forms
      Arguments given = eval_arguments(cx, c, env);
      given.positional.insert(given.positional.begin(), base);
      for (auto& [unused, v] : given.named) given.positional.push_back(std::move(v));
      CallContext context{cx.session(), span, outputs};
      return method(context, given.positional);
    }
  }
  const Value* local = env->find(f.name);
  const bool callable = local && std::holds_alternative<std::shared_ptr<Closure>>(local->v);
  if (!callable && !cx.is_function(f.name) && !meaning(cx, f.name).builtin) {
    if (auto* r = std::get_if<std::shared_ptr<Record>>(&base.v)) {
      std::vector<std::string> names;
      for (const auto& [name, v] : (*r)->fields) names.push_back(name);
      const std::string near = nearest_name(f.name, names);
      fail("Q0201", span, fmt::format("there is no field or function '{}'", f.name),
           near.empty() ? "" : fmt::format("did you mean '{}'?", near));
    }
    fail("Q0301", span,
         fmt::format("{} has no fields, and there is no function '{}'",
                     a_type(host_type_name(host_type_of(base), cx.scalar())), f.name));
  }
  Arguments arguments = eval_arguments(cx, c, env);
  arguments.positional.insert(arguments.positional.begin(), base);
  if (callable) return call_value(cx, *local, f.name, std::move(arguments), span, env, outputs);
  return call_named(cx, f.name, std::move(arguments), span, env, outputs);
}

// f[int](x), pair[scalar](1, 2): the generic parameters are given.
static std::optional<std::vector<Value>> call_generic(EvalContext& cx, const ast::Index& i, const ast::Call& c,
                                                      Span span, const EnvironmentP& env, int outputs) {
  auto* name = std::get_if<ast::Name>(&i.base->node);
  if (!name) return {};
  const Value* local = env->find(name->name);
  if (local && !std::holds_alternative<std::shared_ptr<Closure>>(local->v)) return {};
  if (!local && !cx.is_function(name->name) && cx.defined.types.find(name->name) == cx.defined.types.end()) return {};
  std::vector<HostType> generics;
  for (const auto& x : i.indices) {
    const Value v = eval(cx, *x, env);
    auto* t = std::get_if<HostTypeP>(&v.v);
    if (!t) fail("Q0301", x->span, fmt::format("'{}' takes types in [ ]", name->name));
    generics.push_back(**t);
  }
  Arguments arguments = eval_arguments(cx, c, env);
  arguments.generics = std::move(generics);
  if (local) return call_value(cx, *local, name->name, std::move(arguments), span, env, outputs);
  return call_named(cx, name->name, std::move(arguments), span, env, outputs);
}

// Built-ins know their arguments by place. Once for each call in the text.
static void warn_of_names(EvalContext& cx, const std::string& function, const std::string& argument, Span span) {
  if (!cx.session().sinks().diagnostic || !cx.warned.first_of_names(span)) return;
  cx.session().sinks().diagnostic(
      {"Q0205",
       Severity::Warning,
       span,
       fmt::format("'{}' is built in: its arguments are known by their order, and the name '{}' says nothing", function,
                   argument),
       "leave the name out, and give the arguments in their order",
       {}});
}

std::optional<std::vector<Value>> call_builtin(EvalContext& cx, const std::string& name, const Meaning& m,
                                               Arguments& arguments, Span span, const EnvironmentP& env, int outputs) {
  if (!arguments.named.empty()) warn_of_names(cx, name, arguments.named[0].first, span);
  for (auto& [unused, v] : arguments.named) arguments.positional.push_back(std::move(v));
  arguments.named.clear();
  const auto of_parts = [](const std::vector<Value>& all) {
    return all.empty() || !(std::holds_alternative<ArrayP>(all[0].v) || std::holds_alternative<Number>(all[0].v));
  };
  if (m.has_form && (!m.form_of_parts || of_parts(arguments.positional)))
    if (auto v = type_form(cx, name, arguments.positional, span, env)) return std::vector<Value>{std::move(*v)};
  if (!m.builtin) return {};
  CallContext context{cx.session(), span, outputs};
  return m.builtin(context, arguments.positional);
}

std::vector<Value> call_meant(EvalContext& cx, const std::string& name, const Meaning& m, Arguments arguments,
                              Span span, const EnvironmentP& env, int outputs) {
  const bool is_class = m.type && !m.type->def->alias;
  if (!m.overloads.empty() && !(is_class && names_fields_only(cx, name, arguments))) {
    bool ambiguous = false;
    const Overload* best = chosen_overload(cx, m, arguments, ambiguous);
    if (best && !ambiguous) {
      if (auto results = call_plain_overload(cx, m, *best, arguments, span, outputs)) return std::move(*results);
      return call_function(cx, *best, nullptr, std::move(arguments), span, outputs);
    }
    if (!ambiguous && !m.library.empty()) {  // for other arguments the library's is meant
      if (const Overload* other = choose(cx, m.library, nullptr, arguments, ambiguous); other && !ambiguous)
        return call_function(cx, *other, nullptr, std::move(arguments), span, outputs);
    }
    if (ambiguous || (!is_class && !m.builtin)) no_overload(cx, name, m.overloads, nullptr, arguments, span, ambiguous);
  }
  if (is_class) return {construct_class(cx, class_type(cx, *m.type, arguments.generics, env), arguments, span)};
  if (m.is_launch) return call_parallel_do(cx, std::move(arguments.positional), span, env, name == "serial_do");
  if (auto results = call_builtin(cx, name, m, arguments, span, env, outputs)) return std::move(*results);
  if (auto type = type_named(cx, name, env)) {
    if (auto v = construct(cx, *type, arguments, span)) return {*v};
    const bool items = type->type.kind == Type::Kind::Fixed && arguments.positional.size() > 1;
    fail("Q0301", span, fmt::format("'{}' does not make a value of these arguments", name),
         items ? fmt::format("it takes {} numbers, or a row of them", type->type.dims[0]) : "");
  }
  if (m.has_form)
    fail("Q0301", span,
         fmt::format("'{}' does not take {}", name, arguments.positional.empty() ? "no arguments" : "these arguments"));
  if (is_builtin(name))
    fail("Q0503", span, fmt::format("'{}' belongs into a kernel", name),
         "write it in a '__kernel__' function and start that with parallel_do");
  eval_name(cx, name, span, env);  // throws: the name is not defined
  fail("Q0301", span, fmt::format("'{}' cannot be called", name));
}

// The range of f(a..b).
static const ast::Range* range_alone(const ast::Call& c) {
  const bool one = c.arguments.size() == 1 && c.arguments[0].name.empty() && !c.arguments[0].spread;
  return one ? std::get_if<ast::Range>(&c.arguments[0].value->node) : nullptr;
}

std::vector<Value> eval_call(EvalContext& cx, const ast::Call& c, Span span, const EnvironmentP& env, int outputs) {
  if (auto* f = std::get_if<ast::Field>(&c.callee->node)) return *call_field(cx, *f, c, span, env, outputs);
  if (auto* i = std::get_if<ast::Index>(&c.callee->node))
    if (auto r = call_generic(cx, *i, c, span, env, outputs)) return *r;
  if (auto* t = std::get_if<ast::TypeValue>(&c.callee->node)) {
    const HostType type = resolve(cx, t->type, env);
    if (auto v = construct(cx, type, eval_arguments(cx, c, env), span)) return {*v};
    fail("Q0301", span, fmt::format("'{}' does not make a value of these arguments", ast::print(t->type)));
  }
  auto* name = std::get_if<ast::Name>(&c.callee->node);
  if (!name) return call_value(cx, eval(cx, *c.callee, env), "", eval_arguments(cx, c, env), span, env, outputs);
  const Meaning& m = meaning(cx, name->name);
  if (Value* v = env->find(name->name)) {
    const Value local = *v;
    const bool callable =
        std::holds_alternative<std::shared_ptr<Closure>>(local.v) || std::holds_alternative<HostTypeP>(local.v);
    const bool function = m.is_function || m.type || m.builtin;
    if (callable || !function) return call_value(cx, local, name->name, eval_arguments(cx, c, env), span, env, outputs);
    // A variable that is called as a function of its name, such as sum = sum(x): the function is meant.
  } else {
    if (auto results = call_plain(cx, name->name, m, c, span, env, outputs)) return std::move(*results);
    if (auto* range =
            m.has_form && !m.is_function && name->name == "numel" ? range_alone(c) : nullptr) {  // makes no array
      const auto counts = counted(range_value(cx, *range, env));
      if (!counts) fail("Q0404", c.arguments[0].value->span, "a range with a step of 0");
      return {Value(Number::integer(counts->count))};
    }
    if (m.is_special)
      if (auto made = special_call(cx, name->name, c, span, env)) return {std::move(*made)};
    if (m.deferred.any() && outputs == 1)
      if (auto made = defer_named(cx, name->name, m, c, span, env)) return std::move(*made);
  }
  Arguments arguments = eval_arguments(cx, c, env);
  if (!m.is_known && !env->find(name->name) && !type_named(cx, name->name, env))
    eval_name(cx, name->name, c.callee->span, env);  // throws at the name
  if (m.deferred.there)
    if (auto made = compute_there(cx, name->name, arguments, span, outputs)) return std::move(*made);
  return call_meant(cx, name->name, m, std::move(arguments), span, env, outputs);
}

}  // namespace qc::host
