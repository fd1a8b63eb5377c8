// Calls: user functions and overloads, lambdas, built-ins, type constructors, kernels.
#include <fmt/format.h>
#include <pthread.h>

#include <cmath>
#include <cstring>

#include "analysis/host_types.h"
#include "ast/print_ast.h"
#include "host/arith.h"
#include "host/evaluator.h"
#include "host/launch.h"

namespace qc::host {

namespace {

using Named = std::vector<std::pair<std::string, Value>>;

std::string signature(const ast::FunctionDef& f) {
  std::string s = f.name + "(";
  for (const auto& p : f.parameters) s += fmt::format("{}{}{}", &p == &f.parameters[0] ? "" : ", ", p.name, p.type ? " : " + ast::print(*p.type) : "");
  return s + ")";
}

// "a" for 'mat'mirror: the same data under a parameter's own boundary mode.
Value with_modifiers(const Value& v, const Type& declared) {
  auto* a = std::get_if<ArrayP>(&v.v);
  if (!a || ((*a)->boundary == declared.boundary && (*a)->is_const == declared.is_const)) return v;
  auto view = std::make_shared<Array>(**a);
  view->boundary = declared.boundary;
  view->is_const = declared.is_const || (*a)->is_const;
  return Value(view);
}

}  // namespace

std::vector<Overload> Evaluator::overloads(std::string_view name) const {
  auto it = functions_.find(std::string(name));
  return it == functions_.end() ? std::vector<Overload>{} : it->second;
}

// Deep recursion ends with a message, not with the end of the stack, whoever's thread this is.
void Evaluator::check_stack(Span span) const {
  static thread_local std::pair<char*, std::size_t> limits = [] {
    pthread_attr_t attributes;
    void* base = nullptr;
    std::size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
      pthread_attr_getstack(&attributes, &base, &size);
      pthread_attr_destroy(&attributes);
    }
    return std::pair{static_cast<char*>(base), size};
  }();
  char here;
  if (limits.first && &here < limits.first + limits.second / 4) fail("Q0405", span, "calls are nested too deeply", "does the recursion end?");
}

// A value as a declared type: numbers are converted, arrays of lower rank accepted, elements copied into the type.
Value Evaluator::convert_to(const Value& v, const Type& type, Span span, const std::string& what) {
  const Type have = type_of(v);
  auto wrong = [&]() -> Value { fail("Q0301", span, fmt::format("{} must be a {}, not a {}", what, type_name(type, scalar()), type_name(have, scalar()))); };
  switch (type.kind) {
    case Type::Kind::Unknown: return v;
    case Type::Kind::Number: {
      if (!have.is_number()) return wrong();
      Number n = to_number(v, span);
      if (n.complex && !type.complex) return wrong();
      const double im = n.im;
      Number out = convert_number(n, value_elem(type.elem));
      if (type.elem == Elem::Bool) return Value(out);
      if (is_int(type.elem) && type.elem != Elem::I64) {  // through an element of that width
        Array one;
        one.elem = type.elem;
        std::uint64_t memory = 0;
        set_element(one, &memory, 0, n);
        out = get_element(one, &memory, 0);
      }
      out.complex = type.complex;
      out.im = type.complex ? im : 0;
      return Value(out);
    }
    case Type::Kind::Array: {
      auto* a = std::get_if<ArrayP>(&v.v);
      if (!a) return wrong();
      if (type.rank != 0 && int((*a)->dims.size()) > type.rank) {
        bool ones = true;
        for (std::size_t d = std::size_t(type.rank); d < (*a)->dims.size(); ++d) ones = ones && (*a)->dims[d] == 1;
        const bool row = type.rank == 1 && (*a)->dims.size() == 2 && (*a)->dims[0] == 1;
        if (!ones && !row) return wrong();
        auto view = std::make_shared<Array>(**a);
        if (ones) view->dims.resize(std::size_t(type.rank));
        else view->dims.erase(view->dims.begin());
        return with_modifiers(Value(view), type);
      }
      ArrayP out = *a;
      if (out->elem != type.elem || out->complex != type.complex) {
        if (out->complex && !type.complex) return wrong();
        out = make_array(type.elem, (*a)->dims, false, type.complex);
        const void* from = (*a)->buffer->host_read();
        void* to = out->buffer->host_overwrite();
        for (std::int64_t i = 0; i < out->count(); ++i) set_element(*out, to, i, get_element(**a, from, i));
      }
      if (type.rank > int(out->dims.size())) {
        auto view = std::make_shared<Array>(*out);
        if (view->dims.size() == 1) view->dims.insert(view->dims.begin(), 1);  // a vec is a 1 x N row
        while (int(view->dims.size()) < type.rank) view->dims.push_back(1);
        out = view;
      }
      return with_modifiers(Value(out), type);
    }
    case Type::Kind::Fixed: {
      auto* a = std::get_if<ArrayP>(&v.v);
      if (!a) return wrong();
      std::int64_t n = 1;
      for (auto d : type.dims) n *= d;
      if ((*a)->count() != n) return wrong();
      ArrayP out = make_array(type.elem, type.dims, false, type.complex);
      out->fixed = true;
      const void* from = (*a)->buffer->host_read();
      void* to = out->buffer->host_overwrite();
      for (std::int64_t i = 0; i < n; ++i) set_element(*out, to, i, get_element(**a, from, i));
      return Value(out);
    }
    case Type::Kind::String: return have.kind == type.kind ? v : wrong();
    case Type::Kind::Function: return have.kind == type.kind ? v : wrong();
    default: return v;
  }
}

// How well arguments fit: -1 not at all, otherwise more for each parameter whose type is declared and met exactly.
int Evaluator::fit(const ast::FunctionDef& def, const std::vector<Value>& positional, const Named& named) const {
  if (positional.size() > def.parameters.size()) return -1;
  int score = 0;
  for (std::size_t k = 0; k < def.parameters.size(); ++k) {
    const auto& p = def.parameters[k];
    const Value* given = k < positional.size() ? &positional[k] : nullptr;
    for (const auto& [name, v] : named) if (name == p.name) given = &v;
    if (!given) {
      if (!p.default_value) return -1;
      continue;
    }
    if (!p.type) continue;
    bool generic = false;
    for (const auto& g : def.generics) {
      generic |= p.type->name == g;
      for (const auto& e : p.type->elements) generic |= e.name == g;
    }
    if (generic) continue;
    const Type want = resolve_type(*p.type, scalar()), have = type_of(*given);
    const bool arrays = want.is_array() || want.kind == Type::Kind::Fixed, is_array = have.is_array() || have.kind == Type::Kind::Fixed;
    if (want.kind == Type::Kind::Unknown) continue;
    if (arrays != is_array || (!arrays && want.kind != have.kind)) return -1;
    if (want.is_array() && want.rank != 0 && have.is_array() && have.rank > want.rank) return -1;
    score += 1 + (want.elem == have.elem) + (want.rank == have.rank);
  }
  for (const auto& [name, v] : named) {
    bool known = false;
    for (const auto& p : def.parameters) known |= p.name == name;
    if (!known) return -1;
  }
  return score;
}

std::vector<Value> Evaluator::call_overloads(const std::string& name, const std::vector<Overload>& all, std::vector<Value> positional,
                                             Named named, Span span, int outputs) {
  const Overload* best = nullptr;
  int best_score = -1;
  bool ambiguous = false;
  for (const Overload& o : all) {
    const int s = fit(*o.def, positional, named);
    if (s < 0) continue;
    ambiguous = best && s == best_score;
    if (s > best_score) { best = &o; best_score = s; }
  }
  if (best && (!ambiguous || all.size() == 1)) return call_function(*best, nullptr, std::move(positional), std::move(named), span, outputs);
  Diagnostic d{"Q0205", Severity::Error, span, "", "", {}};
  if (all.size() == 1) {
    const auto& def = *all[0].def;
    const std::size_t given = positional.size() + named.size();
    std::size_t needed = 0;
    for (const auto& p : def.parameters) needed += !p.default_value;
    if (given < needed || given > def.parameters.size()) {
      d.code = "Q0204";
      d.message = fmt::format("'{}' takes {} argument{}, not {}", name, def.parameters.size(), def.parameters.size() == 1 ? "" : "s", given);
    } else {
      d.code = "Q0301";
      d.message = fmt::format("the arguments do not fit '{}'", signature(def));
    }
  } else {
    d.message = best ? fmt::format("the call of '{}' is ambiguous", name) : fmt::format("no function '{}' takes these arguments", name);
  }
  for (const Overload& o : all) d.notes.push_back({o.def->name_span, "candidate: " + signature(*o.def)});
  throw ProgramError(d);
}

std::vector<Value> Evaluator::call_function(const Overload& f, const EnvironmentP& captured, std::vector<Value> positional, Named named,
                                            Span span, int outputs) {
  const ast::FunctionDef& def = *f.def;
  if (def.qualifier == ast::Qualifier::Kernel)
    fail("Q0503", span, fmt::format("'{}' is a kernel and cannot be called directly", def.name), fmt::format("launch it: parallel_do(dims, ..., {})", def.name));
  if (outputs > int(def.outputs.size()) && outputs > 1)
    fail("Q0204", span, fmt::format("'{}' gives {} value{}, not {}", def.name, def.outputs.size(), def.outputs.size() == 1 ? "" : "s", outputs));
  check_stack(span);
  auto env = std::make_shared<Environment>();
  env->outer = captured;
  env->body = &def.body;
  env->outputs = &def.outputs;
  auto saved = current_;
  if (f.program) current_ = f.program;
  for (std::size_t k = 0; k < def.parameters.size(); ++k) {
    const auto& p = def.parameters[k];
    const Value* given = k < positional.size() ? &positional[k] : nullptr;
    for (const auto& [name, v] : named) if (name == p.name) given = &v;
    Value v = given ? *given : eval(*p.default_value, env);
    bool generic = def.generics.empty() ? false : true;
    if (p.type && !generic) v = convert_to(v, resolve_type(*p.type, scalar()), given ? span : p.span, fmt::format("'{}'", p.name));
    env->variables[p.name] = std::move(v);
  }
  for (const auto& s : def.body)
    if (auto* nested = std::get_if<Box<ast::FunctionDef>>(&s.node)) {
      auto c = std::make_shared<Closure>();
      c->name = (*nested)->name;
      c->def = nested->get();
      c->captured = env;
      c->keeps = current_;
      env->variables[c->name] = Value(c);
    }
  run_block(def.body, env);
  current_ = saved;
  std::vector<Value> results;
  for (const auto& o : def.outputs) {
    Value* v = env->variables.count(o.name) ? &env->variables[o.name] : nullptr;
    if (!v) {
      if (int(results.size()) >= std::max(outputs, 1)) break;
      fail("Q0404", span, fmt::format("'{}' did not assign its output '{}'", def.name, o.name));
    }
    Value r = *v;
    if (o.type && def.generics.empty()) r = convert_to(r, resolve_type(*o.type, scalar()), span, fmt::format("the output '{}'", o.name));
    results.push_back(std::move(r));
  }
  // A nested function that names itself would keep its environment alive for ever.
  for (auto& [name, v] : env->variables)
    if (auto* c = std::get_if<std::shared_ptr<Closure>>(&v.v); c && (*c)->captured == env && c->use_count() == 1) v = Value{};
  return results;
}

std::vector<Value> Evaluator::call_closure(const Closure& f, std::vector<Value> positional, Named named, Span span, int outputs) {
  if (f.def) return call_function({f.def, f.keeps}, f.captured, std::move(positional), std::move(named), span, outputs);
  if (!f.lambda) {
    if (Builtin b = find_builtin(f.name)) {
      CallContext context{session_, span, outputs};
      return b(context, positional);
    }
    fail("Q0108", span, fmt::format("'{}' is not executed yet", f.name));
  }
  const ast::Lambda& l = *f.lambda;
  if (l.qualifier == ast::Qualifier::Kernel) fail("Q0503", span, "a kernel cannot be called directly", "launch it: parallel_do(dims, ..., kernel)");
  if (positional.size() != l.parameters.size())
    fail("Q0204", span, fmt::format("the lambda takes {} argument{}, not {}", l.parameters.size(), l.parameters.size() == 1 ? "" : "s", positional.size()));
  check_stack(span);
  auto env = std::make_shared<Environment>();
  env->outer = f.captured;
  for (std::size_t k = 0; k < positional.size(); ++k) {
    const auto& p = l.parameters[k];
    env->variables[p.name] = p.type ? convert_to(positional[k], resolve_type(*p.type, scalar()), span, fmt::format("'{}'", p.name)) : positional[k];
  }
  if (l.body) return {eval(*l.body, env)};
  run_block({*l.assignment}, env);
  return {Value{}};
}

// vec(n), imat(m,n), vec[int](n), cube(h,w,3): a zero-filled value of the type.
std::optional<Value> Evaluator::construct(const ast::TypeExpr& type, const std::vector<Value>& arguments, Span span) {
  Type t;
  try {
    t = resolve_type(type, scalar());
  } catch (const ProgramError&) {
    return {};
  }
  if (t.is_number() && arguments.size() == 1) {
    if (std::holds_alternative<ArrayP>(arguments[0].v)) return map_value(arguments[0], span, [&](const Number& n) { return to_number(convert_to(Value(n), t, span, "the value"), span); });
    return convert_to(arguments[0], t, span, "the value");
  }
  if (t.kind == Type::Kind::Fixed && arguments.empty()) {
    ArrayP a = make_array(t.elem, t.dims, true, t.complex);
    a->fixed = true;
    return Value(a);
  }
  if (!t.is_array()) return {};
  std::vector<std::int64_t> dims;
  for (const Value& v : arguments) {
    if (auto* a = std::get_if<ArrayP>(&v.v)) {
      const void* data = (*a)->buffer->host_read();
      for (std::int64_t i = 0; i < (*a)->count(); ++i) dims.push_back(to_index(Value(get_element(**a, data, i)), span));
    } else dims.push_back(to_index(v, span));
  }
  for (auto& d : dims) if (d < 0) fail("Q0404", span, fmt::format("a negative extent: {}", d));
  if (t.rank != 0 && int(dims.size()) != t.rank) fail("Q0204", span, fmt::format("a {} has {} extent{}, not {}", type_name(t, scalar()), t.rank, t.rank == 1 ? "" : "s", dims.size()));
  return Value(make_array(t.elem, dims, true, t.complex));
}

// Calls that look at their argument's syntax: exact divisions int(a/b), floor(a/b) of ints, and limits of types.
std::optional<Value> Evaluator::special_call(const std::string& name, const ast::Call& c, Span span, const EnvironmentP& env) {
  if (c.arguments.size() != 1) return {};
  const ast::Expr& argument = *c.arguments[0].value;
  if (name == "int" || name == "floor") {
    auto* b = std::get_if<ast::Binary>(&argument.node);
    if (!b || b->op != ast::BinaryOp::Div) return {};
    const Value x = eval(*b->left, env), y = eval(*b->right, env);
    const Type tx = type_of(x), ty = type_of(y);
    if (tx.is_number() && ty.is_number() && !is_float(tx.elem) && !is_float(ty.elem) && !tx.complex && !ty.complex) {
      const std::int64_t n = to_number(x, span).i, d = to_number(y, span).i;
      if (d == 0) fail("Q0402", argument.span, "integer division by zero");
      if (d == -1) return Value(Number::integer(std::int64_t(0 - std::uint64_t(n))));
      std::int64_t q = n / d;
      if (name == "floor" && n % d != 0 && (n < 0) != (d < 0)) --q;
      return Value(Number::integer(q));
    }
    // Both sides are values by now: finish the call on them, so that nothing is evaluated twice.
    const Value quotient = binary_value(ast::BinaryOp::Div, x, y, scalar(), argument.span);
    std::vector<Value> arguments{quotient};
    CallContext context{session_, span, 1};
    if (Builtin f = find_builtin(name)) return f(context, arguments)[0];
    return {};
  }
  if (name == "maxvalue" || name == "minvalue") {
    ast::TypeExpr type;
    if (auto* n = std::get_if<ast::Name>(&argument.node)) type.name = n->name;
    else if (auto* t = std::get_if<ast::TypeValue>(&argument.node)) type = t->type;
    else return {};
    const Type t = resolve_type(type, scalar());
    if (!t.is_number()) fail("Q0301", argument.span, fmt::format("'{}' wants a number type", name));
    const bool max = name == "maxvalue";
    if (t.elem == Elem::F64) return Value(Number::real(max ? 1.7976931348623157e308 : -1.7976931348623157e308, Elem::F64));
    if (is_float(t.elem)) return Value(Number::real(max ? 3.4028234663852886e38 : -3.4028234663852886e38, Elem::F32));
    if (t.elem == Elem::Bool) return Value(Number::boolean(max));
    const int bits = 8 * byte_size(t.elem);
    if (is_unsigned(t.elem)) return Value(Number::integer(!max ? 0 : bits == 64 ? -1 : std::int64_t((std::uint64_t(1) << bits) - 1)));
    const std::int64_t top = std::int64_t((std::uint64_t(1) << (bits - 1)) - 1);
    return Value(Number::integer(max ? top : -top - 1));
  }
  return {};
}

std::vector<Value> Evaluator::eval_call(const ast::Call& c, Span span, const EnvironmentP& env, int outputs) {
  auto* name = std::get_if<ast::Name>(&c.callee->node);
  const bool local = name && env->find(name->name);
  if (name && !local && functions_.find(name->name) == functions_.end())
    if (auto v = special_call(name->name, c, span, env)) return {*v};
  std::vector<Value> positional;
  Named named;
  for (const auto& a : c.arguments) {
    if (std::holds_alternative<ast::Colon>(a.value->node)) fail("Q0106", a.value->span, "':' stands for a whole dimension and only in an index");
    if (a.name.empty()) positional.push_back(eval(*a.value, env));
    else named.emplace_back(a.name, eval(*a.value, env));
  }
  if (auto* t = std::get_if<ast::TypeValue>(&c.callee->node)) {
    if (auto v = construct(t->type, positional, span)) return {*v};
    fail("Q0301", span, fmt::format("'{}' does not make a value of these arguments", ast::print(t->type)));
  }
  if (!name || local) {
    const Value f = eval(*c.callee, env);
    if (auto* closure = std::get_if<std::shared_ptr<Closure>>(&f.v)) return call_closure(**closure, std::move(positional), std::move(named), span, outputs);
    if (std::holds_alternative<ArrayP>(f.v)) fail("Q0301", span, fmt::format("'{}' is an array: index it with [ ]", name ? name->name : "the value"));
    fail("Q0301", span, fmt::format("a {} cannot be called", type_name(type_of(f), scalar())));
  }
  if (auto all = overloads(name->name); !all.empty()) return call_overloads(name->name, all, std::move(positional), std::move(named), span, outputs);
  if (name->name == "parallel_do" || name->name == "serial_do") return call_parallel_do(std::move(positional), span, env, name->name == "serial_do");
  if (!named.empty()) fail("Q0204", span, fmt::format("the built-in '{}' takes no named arguments", name->name));
  if (Builtin b = find_builtin(name->name)) {
    CallContext context{session_, span, outputs};
    return b(context, positional);
  }
  ast::TypeExpr type;
  type.name = name->name;
  if (auto v = construct(type, positional, span)) return {*v};
  if (is_builtin(name->name)) fail("Q0108", span, fmt::format("'{}' is not executed yet", name->name));
  eval_name(name->name, c.callee->span, env);  // throws: the name is not defined
  fail("Q0301", span, fmt::format("'{}' cannot be called", name->name));
}

}  // namespace qc::host
