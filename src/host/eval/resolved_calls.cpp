// Expressions of the resolved form that call functions, and calls. What has been computed once is not computed again.
#include "host/eval/interface/resolved_calls.h"

#include "host/arrays/arith.h"
#include "host/eval/interface/assign.h"
#include "host/eval/interface/call.h"
#include "host/eval/interface/deferred_arrays.h"
#include "host/eval/interface/direct_calls.h"
#include "host/eval/interface/expr.h"
#include "host/eval/interface/functions.h"
#include "host/eval/interface/resolved_numbers.h"
#include "host/eval/interface/resolved_objects.h"
#include "host/eval/interface/resolved_statements.h"
#include "host/eval/state/resolved_run.h"
#include "host/eval/state/scalar_builtins.h"
#include "host/fusion/evaluate_expr.h"

namespace qc::host {

namespace {

using Kind = ResolvedExpr::Kind;
using Op = ast::BinaryOp;

Partial whole_value(Value v) { return {std::move(v), false, {}, {}}; }

}  // namespace

static Small mixed_unary(ResolvedRun& resolved, const ResolvedExpr& e, Late& p);
static Small mixed_logic(ResolvedRun& resolved, const ResolvedExpr& e, Late& p);
static Small operands(ResolvedRun& resolved, const ResolvedExpr& e, UnroundedNumber& product, Late& p);
static Small mixed_binary(ResolvedRun& resolved, const ResolvedExpr& e, Late& p);
static Small mixed_each(ResolvedRun& resolved, const ResolvedExpr& e, Late& p);
static Value whole_of(ResolvedRun& resolved, const ResolvedExpr& e, Late& p);
static void give_other(ResolvedRun& resolved, const ResolvedExpr& argument, Value& parameter);
static std::vector<Value> built_results(ResolvedRun& resolved, const ResolvedExpr& e, int outputs);
static Small mixed_built(ResolvedRun& resolved, const ResolvedExpr& e, Late& p);
static Small mixed_call(ResolvedRun& resolved, const ResolvedExpr& e, Late& p);
static Small mixed_typed_call(ResolvedRun& resolved, const ResolvedExpr& e, Late& p);

static Small given(Value v, Late& p) {
  const Small n = Small::of(&v);
  if (!n.there) p = whole_value(std::move(v));
  return n;
}

Small mixed(ResolvedRun& resolved, const ResolvedExpr& e, Late& p) {
  switch (e.kind) {
    case Kind::Call:
      return mixed_call(resolved, e, p);
    case Kind::Built:
      return mixed_built(resolved, e, p);
    case Kind::Binary:
      return mixed_binary(resolved, e, p);
    case Kind::Negate:
    case Kind::Plus:
    case Kind::Not:
      return mixed_unary(resolved, e, p);
    case Kind::And:
    case Kind::Or:
      return mixed_logic(resolved, e, p);
    case Kind::Choose: {
      const Small c = number(resolved, e.parts[0]);
      return c.there ? given(value_of(resolved, e.parts[c.is_true() ? 1 : 2]), p) : c;
    }
    case Kind::Each:
      return mixed_each(resolved, e, p);
    default:
      return {};
  }
}

static Small mixed_unary(ResolvedRun& resolved, const ResolvedExpr& e, Late& p) {
  const ast::UnaryOp op = std::get<ast::Unary>(e.source->node).op;
  const Value v = value_of(resolved, e.parts[0]);
  const Small n = Small::of(&v);
  return n.there ? of_one(op, n) : given(defer(resolved.cx, op, v, e.source->span), p);
}

static Small mixed_logic(ResolvedRun& resolved, const ResolvedExpr& e, Late& p) {
  const ResolvedExpr &l = e.parts[0], &r = e.parts[1];
  const Value left = value_of(resolved, l);
  if (holds_array(left))
    return given(
        defer(resolved.cx, e.kind == Kind::And ? Op::And : Op::Or, left, value_of(resolved, r), e.source->span), p);
  bool yes = to_bool(left, l.source->span);
  if (yes == (e.kind == Kind::And)) yes = to_bool(value_of(resolved, r), r.source->span);
  return Small::boolean(yes);
}

// One operand. False: it is no number, and p holds it. of_product: as which transposes are not made.
static bool factor(ResolvedRun& resolved, const ResolvedExpr& e, UnroundedNumber& q, Late& p, bool of_product) {
  if (e.calls ? mixed_product(resolved, e, q, p) : fast_scalar(resolved, e, q)) return true;
  q = {};
  if (!p)
    p = of_product ? eval_factor(resolved.cx, *e.source, resolved.env)
                   : eval_partial(resolved.cx, *e.source, resolved.env);
  return false;
}

bool mixed_product(ResolvedRun& resolved, const ResolvedExpr& e, UnroundedNumber& q, Late& p) {
  if (e.kind == Kind::Binary)
    q.value = operands(resolved, e, q, p);
  else
    q.value = mixed(resolved, e, p);
  return q.value.there;
}

// left op right. Products of floats are left in `product`, its value what is returned.
static Small operands(ResolvedRun& resolved, const ResolvedExpr& e, UnroundedNumber& product, Late& p) {
  UnroundedNumber left, right;
  Late a, b;
  const bool l = factor(resolved, e.parts[0], left, a, e.op == Op::Mul),
             r = factor(resolved, e.parts[1], right, b, e.op == Op::Mul);
  if (!l || !r) {
    const auto as_partial = [](const UnroundedNumber& n) {
      return n.product ? Partial{Value{}, true, Value(n.value.number()), Value(n.factor.number())}
                       : whole_value(Value(n.value.number()));
    };
    if (l) a = as_partial(left);
    if (r) b = as_partial(right);
    p = combine(resolved.cx, e.op, std::move(*a), std::move(*b), e.source->span);
    return {};
  }
  if (e.op == Op::Add || e.op == Op::Sub) return sum(resolved, e, left, right);
  const Small x = rounded(resolved, left, e.parts[0]), y = rounded(resolved, right, e.parts[1]);
  product.product = (e.op == Op::Mul || e.op == Op::ElemMul) && (is_float(x.type) || is_float(y.type));
  if (!product.product) return of_two(e.op, x, y, resolved.scalar, e.source->span);
  product.factor = y;
  return x;
}

static Small mixed_binary(ResolvedRun& resolved, const ResolvedExpr& e, Late& p) {
  UnroundedNumber q;
  q.value = operands(resolved, e, q, p);
  return q.value.there ? rounded(resolved, q, e) : q.value;
}

static Small mixed_each(ResolvedRun& resolved, const ResolvedExpr& e, Late& p) {
  if (resolved.hidden(e)) return {};
  std::vector<Value> values;
  for (const ResolvedExpr& part : e.parts) values.push_back(value_of(resolved, part));
  const Small x = Small::of(&values[0]), y = Small::of(&values.back());
  Small out;
  if (values.size() == 2 && x.there && y.there && e.pair && number_pair(*e.pair, x, y, out)) return out;
  auto results = call_meant(resolved.cx, *e.name, *e.meaning, {std::move(values), {}}, e.source->span, resolved.env, 1);
  return given(std::move(results.at(0)), p);
}

static std::vector<Value> built_results(ResolvedRun& resolved, const ResolvedExpr& e, int outputs) {
  Arguments arguments;
  arguments.positional.reserve(e.parts.size());
  for (const ResolvedExpr& part : e.parts) arguments.positional.push_back(value_of(resolved, part));
  if (e.meaning->deferred.there)
    if (auto made = compute_there(resolved.cx, *e.name, arguments, e.source->span, outputs)) return std::move(*made);
  return call_meant(resolved.cx, *e.name, *e.meaning, std::move(arguments), e.source->span, resolved.env, outputs);
}

static Small mixed_built(ResolvedRun& resolved, const ResolvedExpr& e, Late& p) {
  if (resolved.hidden(e)) return {};
  auto results = built_results(resolved, e, 1);
  if (results.empty()) gives_no_value(e.source->span);
  return given(std::move(results[0]), p);
}

Value value_of(ResolvedRun& resolved, const ResolvedExpr& e) {
  if (e.kind == Kind::Call) {
    Value v;
    return call_plain(resolved, e, 1, v) ? v : eval(resolved.cx, *e.source, resolved.env);
  }
  Late p;
  const Small n = compute(resolved, e, p);
  if (n.there) return Value(n.number());
  return e.calls ? whole_of(resolved, e, p) : other_value(resolved, e);
}

// What `mixed` left.
static Value whole_of(ResolvedRun& resolved, const ResolvedExpr& e, Late& p) {
  return p ? resolved.cx.arrays.compute(finish(resolved.cx, std::move(*p), e.source->span))
           : eval(resolved.cx, *e.source, resolved.env);
}

Value other_value(ResolvedRun& resolved, const ResolvedExpr& e) {
  if (e.kind == Kind::Row || e.kind == Kind::List)
    if (ArrayP made = row_of(resolved, e)) return Value(std::move(made));
  Value v;
  if (held_value(resolved, e, v)) return v;
  resolved.left = true;
  return eval(resolved.cx, *e.source, resolved.env);
}

// ---- calls ------------------------------------------------------------------------------------------------------

// Into a parameter's place. False: it is no number.
static inline bool give(ResolvedRun& resolved, const ResolvedExpr& argument, Value& parameter) {
  if (!argument.calls)
    if (const Small n = number(resolved, argument); n.there) return n.put(parameter), true;
  give_other(resolved, argument, parameter);
  return false;
}
static void give_other(ResolvedRun& resolved, const ResolvedExpr& argument, Value& parameter) {
  const bool is_place = argument.kind == Kind::Variable || argument.kind == Kind::Field;
  const Value* v = is_place ? locate(resolved, argument) : nullptr;
  if (v && (is_shared(*v) || std::holds_alternative<std::shared_ptr<Closure>>(v->v)))
    parameter = *v;
  else
    parameter = argument.calls ? value_of(resolved, argument) : other_value(resolved, argument);
}

// A call of a direct function, which takes whatever it is given; take(inner) when its body has run.
template <class Take>
static void run_direct(ResolvedRun& resolved, PlainFunction& f, const ResolvedExpr& e, int outputs, const Take& take) {
  EnvironmentP inner = direct_environment(resolved.cx, f);
  bool numbers = true;
  for (std::size_t k = 0; const ResolvedExpr& argument : e.parts)
    numbers = give(resolved, argument, inner->variables.value_at(k++)) && numbers;
  const Span span = e.source->span;
  char here;
  if (&here < resolved.lowest) nested_too_deeply(span);
  if (!resolved.cx.deferred.empty()) settle(resolved.cx);
  in_frame(resolved.cx, *f.overload, span, [&] {
    if (!numbers || e.parts.size() < f.parameters.size()) bind_direct(resolved.cx, f, inner, e.parts.size(), span);
    if (f.outputs.size() > 1)
      inner->variables["$outputs"] = Value(Number::integer(outputs));  // how many values the caller takes
    const DepthInside inside(resolved.cx.progress.depth);
    ResolvedRun called(resolved, inner);
    run_resolved(called, f.code->body);
    take(inner);
  });
  end_plain(f, inner);
}

static Small mixed_call(ResolvedRun& resolved, const ResolvedExpr& e, Late& p) {
  PlainFunction& f = *e.meaning->plain;
  if (!f.direct || f.outputs.size() != 1) return mixed_typed_call(resolved, e, p);
  if (resolved.hidden(e) || !f.takes_count(e.parts.size())) return {};
  Small n;
  run_direct(resolved, f, e, 1, [&](const EnvironmentP& inner) {
    n = Small::of(inner->variables.find_at(f.output_slots[0]));
    if (!n.there) p = whole_value(assigned_output(resolved.cx, f, 0, inner, e.source->span));
  });
  return n;
}

static Small mixed_typed_call(ResolvedRun& resolved, const ResolvedExpr& e, Late& p) {
  Value v;
  return call_plain(resolved, e, 1, v) ? given(std::move(v), p) : Small{};
}

bool call_plain(ResolvedRun& resolved, const ResolvedExpr& e, int outputs, Value& out) {
  PlainFunction& f = *e.meaning->plain;
  if (resolved.hidden(e) || !f.takes_count(e.parts.size()) || (outputs == 1 && f.outputs.empty())) return false;
  if (f.direct && f.outputs.size() < 2) {
    run_direct(resolved, f, e, outputs, [&](const EnvironmentP& inner) {
      if (outputs > 0) out = assigned_output(resolved.cx, f, 0, inner, e.source->span);
    });
    return true;
  }
  EnvironmentP inner = environment_for(resolved.cx, f);
  for (std::size_t k = 0; k < e.parts.size(); ++k) give(resolved, e.parts[k], inner->variables.value_at(k));
  run_plain(resolved.cx, f, *e.name, *e.meaning, inner, e.parts.size(), e.source->span, resolved.env, outputs, out);
  return true;
}

// The values for several names, before any of them is assigned; empty: nothing has been done.
static std::vector<Value> several_values(ResolvedRun& resolved, const ResolvedStmt& s) {
  const ResolvedExpr& e = s.value;
  std::vector<Value> results;
  if (e.kind == Kind::List) {
    results.reserve(e.parts.size());
    for (const ResolvedExpr& part : e.parts) results.push_back(value_of(resolved, part));
    return results;
  }
  if (resolved.hidden(e)) return results;
  if (e.kind == Kind::Extents) {
    const Value* v = locate(resolved, e.parts[0]);
    auto* a = v ? std::get_if<ArrayP>(&v->v) : nullptr;
    for (std::size_t k = 0; a && k < s.slots.size(); ++k)
      results.push_back(Value(Number::integer((*a)->extent(e.parts[1].literal.i + std::int64_t(k)))));
    return results;
  }
  if (e.kind == Kind::Built)
    return as_many(resolved.cx, built_results(resolved, e, int(s.slots.size())), *e.source, s.slots.size(),
                   s.source->span);
  PlainFunction& f = *e.meaning->plain;
  if (!f.takes_count(e.parts.size()) || s.slots.size() > f.outputs.size()) return results;
  if (f.direct) {
    run_direct(resolved, f, e, int(s.slots.size()), [&](const EnvironmentP& inner) {
      results.reserve(s.slots.size());
      for (std::size_t k = 0; k < s.slots.size(); ++k)
        results.push_back(assigned_output(resolved.cx, f, k, inner, e.source->span));
    });
  } else {
    EnvironmentP inner = environment_for(resolved.cx, f);
    for (std::size_t k = 0; k < e.parts.size(); ++k) give(resolved, e.parts[k], inner->variables.value_at(k));
    results = plain_results(resolved.cx, f, *e.name, *e.meaning, inner, e.parts.size(), e.source->span, resolved.env,
                            int(s.slots.size()));
  }
  return results;
}

bool assign_several(ResolvedRun& resolved, const ResolvedStmt& s) {
  const std::vector<Value> results = several_values(resolved, s);
  if (results.empty()) return false;
  const auto& targets = std::get<ast::Assign>(s.source->node).targets;
  for (std::size_t k = 0; k < s.slots.size(); ++k) {
    Value v = resolved.cx.arrays.compute(results.at(k));
    if (!put(resolved, s.slots[k], v))
      assign_name(resolved.cx, std::get<ast::Name>(targets[k].place->node).name, std::move(v), resolved.env, false);
  }
  return true;
}

}  // namespace qc::host
