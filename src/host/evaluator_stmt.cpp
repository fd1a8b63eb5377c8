// Statements of the host program.
#include <fmt/format.h>

#include <cmath>

#include "analysis/host_types.h"
#include "analysis/name_counts.h"
#include "host/arith.h"
#include "host/evaluator.h"

namespace qc::host {

Value* Environment::find(std::string_view name) {
  for (Environment* e = this; e; e = e->outer.get())
    if (auto it = e->variables.find(name); it != e->variables.end()) return &it->second;
  return nullptr;
}

// The evaluator's answer to what the analysis asks about the names around a loop.
class EnvironmentScope : public LoopScope {
 public:
  EnvironmentScope(Evaluator& evaluator, EnvironmentP env, const ast::Stmt* loop) : evaluator_(evaluator), env_(std::move(env)), loop_(loop) {}
  std::optional<Type> type_of(std::string_view name) const override {
    if (Value* v = env_->find(name)) return host::type_of(*v);
    return {};
  }
  std::optional<double> constant_of(std::string_view) const override { return {}; }  // compiled loops are kept for other values too
  std::vector<FunctionRef> functions(std::string_view name) const override {
    if (Value* v = env_->find(name)) {
      if (auto* c = std::get_if<std::shared_ptr<Closure>>(&v->v)) return {{(*c)->def, (*c)->lambda}};
      return {};
    }
    std::vector<FunctionRef> out;
    for (const Overload& o : evaluator_.overloads(name)) out.push_back({o.def, nullptr});
    return out;
  }
  bool live_after(std::string_view name) const override { return !loop_ || evaluator_.occurs_elsewhere(*loop_, *env_, name); }
  std::vector<std::string> names() const override { return evaluator_.known_names(env_); }
  Value* find(std::string_view name) override { return env_->find(name); }
  void assign(const std::string& name, Value value) override { env_->variables[name] = std::move(value); }

 private:
  Evaluator& evaluator_;
  EnvironmentP env_;
  const ast::Stmt* loop_;
};

std::vector<std::string> Evaluator::known_names(const EnvironmentP& env) const {
  std::vector<std::string> names = builtin_names();
  for (const auto& [name, all] : functions_) names.push_back(name);
  for (Environment* e = env.get(); e; e = e->outer.get())
    for (const auto& [name, v] : e->variables) names.push_back(name);
  return names;
}

// Whether a name occurs in the function (or program) outside this loop. Loops around it count as outside: their next
// iteration may read it.
bool Evaluator::occurs_elsewhere(const ast::Stmt& loop, const Environment& env, std::string_view name) {
  if (env.keeps_variables || !env.body) return true;
  auto [it, fresh] = outside_names_.try_emplace(&loop);
  if (fresh) {
    NameCounts all, inside;
    count_names(*env.body, all);
    count_names(loop, inside);
    for (const auto& [n, count] : all)
      if (auto in = inside.find(n); in == inside.end() || in->second < count) it->second.insert(n);
    if (env.outputs) for (const auto& o : *env.outputs) it->second.insert(o.name);
  }
  return it->second.count(name) > 0;
}

void Evaluator::check_interrupt(Span span) {
  if (interrupted_.exchange(false)) fail("Q0406", span, "interrupted");
}

Flow Evaluator::run_block(const ast::Block& block, const EnvironmentP& env) {
  struct Depth {
    explicit Depth(int& d) : depth(++d) {}
    ~Depth() { --depth; }
    int& depth;
  } depth(depth_);
  for (const ast::Stmt& s : block) {
    check_interrupt(s.span);
    if (const Flow f = run_statement(s, env); f != Flow::Normal) return f;
  }
  return Flow::Normal;
}

Flow Evaluator::run_statement(const ast::Stmt& s, const EnvironmentP& env) {
  if (auto* n = std::get_if<ast::Assign>(&s.node)) run_assign(*n, s.span, env, s.quiet);
  else if (auto* n = std::get_if<ast::ExprStmt>(&s.node)) {
    auto* call = std::get_if<ast::Call>(&n->value->node);
    std::vector<Value> r = call ? eval_call(*call, n->value->span, env, 0) : std::vector<Value>{eval(*n->value, env)};
    if (!s.quiet && depth_ == 1 && session_.options().echo && !r.empty() && !std::holds_alternative<Nothing>(r[0].v)) {
      auto* name = std::get_if<ast::Name>(&n->value->node);
      echo(name ? name->name : "", r[0]);
    }
  } else if (auto* n = std::get_if<ast::If>(&s.node)) {
    for (const auto& arm : n->arms)
      if (to_bool(eval(*arm.condition, env), arm.condition->span)) return run_block(arm.body, env);
    return run_block(n->otherwise, env);
  } else if (auto* n = std::get_if<ast::While>(&s.node)) {
    while (to_bool(eval(*n->condition, env), n->condition->span)) {
      const Flow f = run_block(n->body, env);
      if (f == Flow::Return) return f;
      if (f == Flow::Break) break;
      check_interrupt(s.span);
    }
  } else if (auto* n = std::get_if<ast::Repeat>(&s.node)) {
    do {
      const Flow f = run_block(n->body, env);
      if (f == Flow::Return) return f;
      if (f == Flow::Break) break;
      check_interrupt(s.span);
    } while (!to_bool(eval(*n->until, env), n->until->span));
  } else if (auto* n = std::get_if<ast::For>(&s.node)) return run_for(s, *n, env);
  else if (auto* n = std::get_if<ast::Match>(&s.node)) return run_match(*n, s.span, env);
  else if (auto* n = std::get_if<ast::Try>(&s.node)) {
    try {
      return run_block(n->body, env);
    } catch (const ProgramError& e) {
      if (e.diagnostics[0].code == Code("Q0406")) throw;  // an interrupt is not the program's to catch
      env->variables[n->variable] = Value(e.diagnostics[0].message);
    }
    return run_block(n->handler, env);
  } else if (std::holds_alternative<ast::Break>(s.node)) return Flow::Break;
  else if (std::holds_alternative<ast::Continue>(s.node)) return Flow::Continue;
  else if (std::holds_alternative<ast::Return>(s.node)) return Flow::Return;
  else if (auto* n = std::get_if<ast::Import>(&s.node)) run_import(n->path, s.span);
  else if (auto* n = std::get_if<ast::Print>(&s.node)) run_print(*n, env);
  else if (std::holds_alternative<ast::TypeDef>(s.node)) fail("Q0108", s.span, "type definitions are not executed yet");
  return Flow::Normal;  // function definitions were hoisted, other pragmas have no effect
}

// The compiled road first; what it declines is stepped through.
Flow Evaluator::run_for(const ast::Stmt& s, const ast::For& f, const EnvironmentP& env) {
  EnvironmentScope scope(*this, env, &s);
  if (loops_.run(s, scope)) return Flow::Normal;
  const Number lo = to_number(eval(*f.lo, env), f.lo->span), hi = to_number(eval(*f.hi, env), f.hi->span);
  const Number step = f.step ? to_number(eval(*f.step, env), f.step->span) : Number::integer(1);
  const double d = step.as_double();
  if (d == 0 || std::isnan(d)) return Flow::Normal;
  auto whole = [](const Number& n) { return !is_float(n.type) || std::floor(n.re) == n.re; };
  const bool ints = !is_float(lo.type) && whole(step) && whole(hi);
  const double count = std::floor((hi.as_double() - lo.as_double()) / d * (1 + 1e-12) + 1);
  const std::int64_t n = count > 0 ? std::int64_t(count) : 0;
  for (std::int64_t k = 0; k < n; ++k) {
    check_interrupt(s.span);
    env->variables[f.variable] = ints ? Value(Number::integer(lo.i + k * std::int64_t(d))) : Value(Number::real(lo.as_double() + double(k) * d, scalar()));
    const Flow flow = run_block(f.body, env);
    if (flow == Flow::Return) return flow;
    if (flow == Flow::Break) break;
  }
  return Flow::Normal;
}

Flow Evaluator::run_match(const ast::Match& m, Span span, const EnvironmentP& env) {
  const Value v = eval(*m.value, env);
  for (const auto& arm : m.arms) {
    if (!arm.pattern || to_bool(binary_value(ast::BinaryOp::Eq, v, eval(*arm.pattern, env), scalar(), arm.pattern->span), arm.pattern->span))
      return run_block(arm.body, env);
  }
  fail("Q0404", span, fmt::format("no arm matches {}", format_value(v)), "add an arm `| _ -> ...`");
}

void Evaluator::echo(const std::string& name, const Value& v) {
  const std::string text = format_value(v);
  const char* between = text.find('\n') == std::string::npos ? " = " : " =\n";
  if (session_.sinks().out) session_.sinks().out(name.empty() ? text + "\n" : name + between + text + "\n");
}

void Evaluator::run_print(const ast::Print& p, const EnvironmentP& env) {
  std::string text;
  for (const auto& item : p.items) text += format_value(eval(*item, env));
  if (session_.sinks().out) session_.sinks().out(text + "\n");
}

namespace {

ast::BinaryOp binary_of(ast::AssignOp op) {
  switch (op) {
    case ast::AssignOp::Add: return ast::BinaryOp::Add;
    case ast::AssignOp::Sub: return ast::BinaryOp::Sub;
    case ast::AssignOp::Mul: return ast::BinaryOp::Mul;
    case ast::AssignOp::Div: return ast::BinaryOp::Div;
    case ast::AssignOp::Pow: return ast::BinaryOp::Pow;
    case ast::AssignOp::ElemMul: return ast::BinaryOp::ElemMul;
    case ast::AssignOp::ElemDiv: return ast::BinaryOp::ElemDiv;
    default: return ast::BinaryOp::ElemPow;
  }
}

const char* function_of(ast::AssignOp op) {
  switch (op) {
    case ast::AssignOp::And: return "and";
    case ast::AssignOp::Or: return "or";
    case ast::AssignOp::Xor: return "xor";
    case ast::AssignOp::Max: return "max";
    case ast::AssignOp::Min: return "min";
    default: return nullptr;
  }
}

Value own_copy(const Value& v) {
  auto* a = std::get_if<ArrayP>(&v.v);
  if (!a || !(*a)->fixed) return v;
  ArrayP out = make_array((*a)->elem, (*a)->dims, false, (*a)->complex);  // fixed-size values are values, not references
  out->fixed = true;
  const void* from = (*a)->buffer->host_read();
  void* to = out->buffer->host_overwrite();
  for (std::int64_t i = 0; i < out->count(); ++i) set_element(*out, to, i, get_element(**a, from, i));
  return Value(out);
}

}  // namespace

void Evaluator::assign_target(const ast::Target& t, Value v, const EnvironmentP& env) {
  const ast::Expr& place = *t.place;
  if (t.type) v = convert_to(v, resolve_type(*t.type, scalar()), place.span, "the value");
  if (auto* n = std::get_if<ast::Name>(&place.node)) {
    if (n->name == "_") return;
    env->variables[n->name] = own_copy(v);
  } else if (auto* i = std::get_if<ast::Index>(&place.node)) {
    Value base = eval(*i->base, env);
    auto* n = std::get_if<ast::Name>(&i->base->node);
    const std::vector<Value> indices = eval_indices(i->indices, env);
    std::vector<Span> spans;
    for (const auto& x : i->indices) spans.push_back(x->span);
    if (auto* cell = std::get_if<std::shared_ptr<Cell>>(&base.v)) {
      const std::int64_t k = indices.size() == 1 ? to_index(indices[0], place.span) : -1;
      if (k < 0 || k >= std::int64_t((*cell)->items.size())) fail("Q0401", place.span, fmt::format("index {} is out of range: there are {} items", k, (*cell)->items.size()));
      (*cell)->items[std::size_t(k)] = std::move(v);
      return;
    }
    auto* a = std::get_if<ArrayP>(&base.v);
    if (!a) fail("Q0301", place.span, fmt::format("a {} cannot be indexed", type_name(type_of(base), scalar())));
    write_indexed(**a, indices, v, n ? n->name : "the array", place.span, spans);
  } else if (auto* f = std::get_if<ast::Field>(&place.node)) {
    const Value base = eval(*f->base, env);
    auto* r = std::get_if<std::shared_ptr<Record>>(&base.v);
    if (!r) fail("Q0301", place.span, fmt::format("a {} has no fields", type_name(type_of(base), scalar())));
    for (auto& [name, value] : (*r)->fields) if (name == f->name) { value = std::move(v); return; }
    (*r)->fields.emplace_back(f->name, std::move(v));
  } else {
    fail("Q0203", place.span, "this cannot be assigned to");
  }
}

void Evaluator::assign_compound(const ast::Assign& a, Span span, const EnvironmentP& env) {
  const ast::Target& t = a.targets[0];
  if (auto* n = std::get_if<ast::Name>(&t.place->node); n && !env->find(n->name)) eval_name(n->name, t.place->span, env);  // throws
  const Value old = eval(*t.place, env);
  Value value;
  if (const char* name = function_of(a.op)) {
    std::vector<Value> arguments{old, eval(*a.value, env)};
    CallContext context{session_, span, 1};
    value = find_builtin(name)(context, arguments)[0];
  } else {
    value = finish(combine(binary_of(a.op), Partial{old, false, {}, {}}, eval_partial(*a.value, env), span), span);
  }
  // p += q on a whole array writes into it: another name for it sees the change
  auto* was = std::get_if<ArrayP>(&old.v);
  auto* now = std::get_if<ArrayP>(&value.v);
  if (was && now && std::holds_alternative<ast::Name>(t.place->node) && (*was)->dims == (*now)->dims && (*was)->elem == (*now)->elem && !(*was)->fixed)
    return write_indexed(**was, std::vector<Value>((*was)->dims.size()), value, "the array", span, {});
  assign_target(t, std::move(value), env);
}

void Evaluator::run_assign(const ast::Assign& a, Span span, const EnvironmentP& env, bool quiet) {
  if (a.op != ast::AssignOp::Set) {
    assign_compound(a, span, env);
  } else if (!a.value) {  // x : T
    const Type type = resolve_type(*a.targets[0].type, scalar());
    Value v;
    if (type.is_number()) v = convert_to(Value(Number::integer(0)), type, span, "the value");
    else if (type.kind == Type::Kind::String) v = Value(std::string());
    else if (type.is_array()) v = Value(make_array(type.elem, std::vector<std::int64_t>(std::size_t(std::max(type.rank, 1)), 0), true, type.complex));
    else if (auto made = construct(*a.targets[0].type, {}, span)) v = *made;
    env->variables[std::get<ast::Name>(a.targets[0].place->node).name] = v;
  } else if (a.targets.size() == 1) {
    assign_target(a.targets[0], eval(*a.value, env), env);
  } else {
    auto* call = std::get_if<ast::Call>(&a.value->node);
    if (!call) fail("Q0204", span, "several targets need a call that gives several values");
    std::vector<Value> values = eval_call(*call, a.value->span, env, int(a.targets.size()));
    if (values.size() < a.targets.size()) fail("Q0204", span, fmt::format("the call gives {} value{}, not {}", values.size(), values.size() == 1 ? "" : "s", a.targets.size()));
    for (std::size_t k = 0; k < a.targets.size(); ++k) assign_target(a.targets[k], values[k], env);
  }
  if (quiet || depth_ != 1 || !session_.options().echo) return;  // only what was typed, not what runs inside it
  for (const auto& t : a.targets)
    if (auto* n = std::get_if<ast::Name>(&t.place->node); n && env->find(n->name)) echo(n->name, *env->find(n->name));
}

std::vector<Value> Evaluator::call_parallel_do(std::vector<Value> arguments, Span span, const EnvironmentP& env, bool serial) {
  const char* name = serial ? "serial_do" : "parallel_do";
  if (arguments.size() < 2) fail("Q0204", span, fmt::format("'{}' takes the dimensions, the kernel's arguments and the kernel", name));
  auto* kernel = std::get_if<std::shared_ptr<Closure>>(&arguments.back().v);
  if (!kernel) fail("Q0301", span, fmt::format("the last argument of '{}' must be a kernel", name));
  std::vector<std::int64_t> dims;
  if (auto* a = std::get_if<ArrayP>(&arguments[0].v)) {
    const void* data = (*a)->buffer->host_read();
    for (std::int64_t i = 0; i < (*a)->count(); ++i) dims.push_back(to_index(Value(get_element(**a, data, i)), span));
  } else dims.push_back(to_index(arguments[0], span));
  const bool nested = std::holds_alternative<ArrayP>(arguments[0].v) && std::get<ArrayP>(arguments[0].v)->dims.size() == 2;
  std::vector<std::int64_t> blocks;
  if (nested) {  // [dims, blkdims]: two rows
    blocks.assign(dims.begin() + std::ptrdiff_t(dims.size() / 2), dims.end());
    dims.resize(dims.size() / 2);
  }
  EnvironmentScope scope(*this, (*kernel)->captured ? (*kernel)->captured : env, nullptr);
  const std::vector<Value> rest(arguments.begin() + 1, arguments.end() - 1);
  return loops_.launch_kernel(**kernel, dims, blocks, rest, scope, span, serial);
}

}  // namespace qc::host
