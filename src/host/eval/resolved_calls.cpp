// Expressions of the flat form that call functions, and calls. What has been computed once is not computed again.
#include "host/arrays/arith.h"
#include "host/eval/interface/assign.h"
#include "host/eval/interface/call.h"
#include "host/eval/interface/deferred_arrays.h"
#include "host/eval/interface/expr.h"
#include "host/eval/interface/flat_calls.h"
#include "host/eval/interface/flat_numbers.h"
#include "host/eval/interface/flat_objects.h"
#include "host/eval/interface/flat_statements.h"
#include "host/eval/interface/functions.h"
#include "host/eval/interface/plain_calls.h"
#include "host/eval/state/flat_run.h"
#include "host/eval/state/scalar_builtins.h"
#include "host/fusion/evaluate_expr.h"

namespace qc::host {

namespace {

using Kind = FlatExpr::Kind;
using Op = ast::BinaryOp;

Partial whole_value(Value v) { return {std::move(v), false, {}, {}}; }

}  // namespace

static Small mixed_unary(FlatRun& flat, const FlatExpr& e, Late& p);
static Small mixed_logic(FlatRun& flat, const FlatExpr& e, Late& p);
static Small operands(FlatRun& flat, const FlatExpr& e, UnroundedNumber& product, Late& p);
static Small mixed_binary(FlatRun& flat, const FlatExpr& e, Late& p);
static Small mixed_each(FlatRun& flat, const FlatExpr& e, Late& p);
static Value whole_of(FlatRun& flat, const FlatExpr& e, Late& p);
static void give_other(FlatRun& flat, const FlatExpr& argument, Value& parameter);
static Small mixed_call(FlatRun& flat, const FlatExpr& e, Late& p);
static Small mixed_typed_call(FlatRun& flat, const FlatExpr& e, Late& p);

static Small given(Value v, Late& p) {
  const Small n = Small::of(&v);
  if (!n.there) p = whole_value(std::move(v));
  return n;
}

Small mixed(FlatRun& flat, const FlatExpr& e, Late& p) {
  switch (e.kind) {
    case Kind::Call:
      return mixed_call(flat, e, p);
    case Kind::Binary:
      return mixed_binary(flat, e, p);
    case Kind::Negate:
    case Kind::Plus:
    case Kind::Not:
      return mixed_unary(flat, e, p);
    case Kind::And:
    case Kind::Or:
      return mixed_logic(flat, e, p);
    case Kind::Choose: {
      const Small c = number(flat, e.parts[0]);
      return c.there ? given(value_of(flat, e.parts[c.is_true() ? 1 : 2]), p) : c;
    }
    case Kind::Each:
      return mixed_each(flat, e, p);
    default:
      return {};
  }
}

static Small mixed_unary(FlatRun& flat, const FlatExpr& e, Late& p) {
  const ast::UnaryOp op = std::get<ast::Unary>(e.source->node).op;
  const Value v = value_of(flat, e.parts[0]);
  const Small n = Small::of(&v);
  return n.there ? of_one(op, n) : given(defer(flat.cx, op, v, e.source->span), p);
}

static Small mixed_logic(FlatRun& flat, const FlatExpr& e, Late& p) {
  const FlatExpr &l = e.parts[0], &r = e.parts[1];
  const Value left = value_of(flat, l);
  if (holds_array(left))
    return given(defer(flat.cx, e.kind == Kind::And ? Op::And : Op::Or, left, value_of(flat, r), e.source->span), p);
  bool yes = to_bool(left, l.source->span);
  if (yes == (e.kind == Kind::And)) yes = to_bool(value_of(flat, r), r.source->span);
  return Small::boolean(yes);
}

// One operand. False: it is no number, and p holds it. of_product: as which transposes are not made.
static bool factor(FlatRun& flat, const FlatExpr& e, UnroundedNumber& q, Late& p, bool of_product) {
  if (e.calls ? mixed_product(flat, e, q, p) : fast_scalar(flat, e, q)) return true;
  q = {};
  if (!p) p = of_product ? eval_factor(flat.cx, *e.source, flat.env) : eval_partial(flat.cx, *e.source, flat.env);
  return false;
}

bool mixed_product(FlatRun& flat, const FlatExpr& e, UnroundedNumber& q, Late& p) {
  if (e.kind == Kind::Binary)
    q.value = operands(flat, e, q, p);
  else
    q.value = mixed(flat, e, p);
  return q.value.there;
}

// left op right. Products of floats are left in `product`, its value what is returned.
static Small operands(FlatRun& flat, const FlatExpr& e, UnroundedNumber& product, Late& p) {
  UnroundedNumber left, right;
  Late a, b;
  const bool l = factor(flat, e.parts[0], left, a, e.op == Op::Mul),
             r = factor(flat, e.parts[1], right, b, e.op == Op::Mul);
  if (!l || !r) {
    const auto as_partial = [](const UnroundedNumber& n) {
      return n.product ? Partial{Value{}, true, Value(n.value.number()), Value(n.factor.number())}
                       : whole_value(Value(n.value.number()));
    };
    if (l) a = as_partial(left);
    if (r) b = as_partial(right);
    p = combine(flat.cx, e.op, std::move(*a), std::move(*b), e.source->span);
    return {};
  }
  if (e.op == Op::Add || e.op == Op::Sub) return sum(flat, e, left, right);
  const Small x = rounded(flat, left, e.parts[0]), y = rounded(flat, right, e.parts[1]);
  product.product = (e.op == Op::Mul || e.op == Op::ElemMul) && (is_float(x.type) || is_float(y.type));
  if (!product.product) return of_two(e.op, x, y, flat.scalar, e.source->span);
  product.factor = y;
  return x;
}

static Small mixed_binary(FlatRun& flat, const FlatExpr& e, Late& p) {
  UnroundedNumber q;
  q.value = operands(flat, e, q, p);
  return q.value.there ? rounded(flat, q, e) : q.value;
}

static Small mixed_each(FlatRun& flat, const FlatExpr& e, Late& p) {
  if (flat.hidden(e)) return {};
  std::vector<Value> values;
  for (const FlatExpr& part : e.parts) values.push_back(value_of(flat, part));
  const Small x = Small::of(&values[0]), y = Small::of(&values.back());
  Small out;
  if (values.size() == 2 && x.there && y.there && e.pair && number_pair(*e.pair, x, y, out)) return out;
  auto results = call_meant(flat.cx, *e.name, *e.meaning, {std::move(values), {}}, e.source->span, flat.env, 1);
  return given(std::move(results.at(0)), p);
}

Value value_of(FlatRun& flat, const FlatExpr& e) {
  if (e.kind == Kind::Call) {
    Value v;
    return call_plain(flat, e, 1, v) ? v : eval(flat.cx, *e.source, flat.env);
  }
  Late p;
  const Small n = compute(flat, e, p);
  if (n.there) return Value(n.number());
  return e.calls ? whole_of(flat, e, p) : other_value(flat, e);
}

// What `mixed` left.
static Value whole_of(FlatRun& flat, const FlatExpr& e, Late& p) {
  return p ? flat.cx.arrays.compute(finish(flat.cx, std::move(*p), e.source->span))
           : eval(flat.cx, *e.source, flat.env);
}

Value other_value(FlatRun& flat, const FlatExpr& e) {
  if (e.kind == Kind::Row || e.kind == Kind::List)
    if (ArrayP made = row_of(flat, e)) return Value(std::move(made));
  Value v;
  if (held_value(flat, e, v)) return v;
  flat.left = true;
  return eval(flat.cx, *e.source, flat.env);
}

// ---- calls ------------------------------------------------------------------------------------------------------

// Into a parameter's place. False: it is no number.
static inline bool give(FlatRun& flat, const FlatExpr& argument, Value& parameter) {
  if (!argument.calls)
    if (const Small n = number(flat, argument); n.there) return n.put(parameter), true;
  give_other(flat, argument, parameter);
  return false;
}
static void give_other(FlatRun& flat, const FlatExpr& argument, Value& parameter) {
  const bool is_place = argument.kind == Kind::Variable || argument.kind == Kind::Field;
  const Value* v = is_place ? locate(flat, argument) : nullptr;
  if (v && is_shared(*v))
    parameter = *v;
  else
    parameter = argument.calls ? value_of(flat, argument) : other_value(flat, argument);
}

// A call of a direct function, which takes whatever it is given; take(inner) when its body has run.
template <class Take>
static void run_direct(FlatRun& flat, PlainFunction& f, const FlatExpr& e, int outputs, const Take& take) {
  EnvironmentP inner = direct_environment(flat.cx, f);
  bool numbers = true;
  for (std::size_t k = 0; const FlatExpr& argument : e.parts)
    numbers = give(flat, argument, inner->variables.value_at(k++)) && numbers;
  const Span span = e.source->span;
  char here;
  if (&here < flat.lowest) nested_too_deeply(span);
  if (!flat.cx.deferred.empty()) settle(flat.cx);
  in_frame(flat.cx, *f.overload, span, [&] {
    if (!numbers) bind_direct(flat.cx, f, inner->variables, span);
    if (f.outputs.size() > 1)
      inner->variables["$outputs"] = Value(Number::integer(outputs));  // how many values the caller takes
    const DepthInside inside(flat.cx.progress.depth);
    FlatRun called(flat, inner);
    run_flat(called, f.code->body);
    take(inner);
  });
  end_plain(f, inner);
}

static Small mixed_call(FlatRun& flat, const FlatExpr& e, Late& p) {
  PlainFunction& f = *e.meaning->plain;
  if (!f.direct || f.outputs.size() != 1) return mixed_typed_call(flat, e, p);
  if (flat.hidden(e) || e.parts.size() != f.parameters.size()) return {};
  Small n;
  run_direct(flat, f, e, 1, [&](const EnvironmentP& inner) {
    n = Small::of(inner->variables.find_at(f.output_slots[0]));
    if (!n.there) p = whole_value(assigned_output(flat.cx, f, 0, inner, e.source->span));
  });
  return n;
}

static Small mixed_typed_call(FlatRun& flat, const FlatExpr& e, Late& p) {
  Value v;
  return call_plain(flat, e, 1, v) ? given(std::move(v), p) : Small{};
}

bool call_plain(FlatRun& flat, const FlatExpr& e, int outputs, Value& out) {
  PlainFunction& f = *e.meaning->plain;
  if (flat.hidden(e) || e.parts.size() != f.parameters.size() || (outputs == 1 && f.outputs.empty())) return false;
  if (f.direct && f.outputs.size() < 2) {
    run_direct(flat, f, e, outputs, [&](const EnvironmentP& inner) {
      if (outputs > 0) out = assigned_output(flat.cx, f, 0, inner, e.source->span);
    });
    return true;
  }
  EnvironmentP inner = environment_for(flat.cx, f);
  for (std::size_t k = 0; k < e.parts.size(); ++k) give(flat, e.parts[k], inner->variables.value_at(k));
  run_plain(flat.cx, f, *e.name, *e.meaning, inner, e.source->span, flat.env, outputs, out);
  return true;
}

bool assign_several(FlatRun& flat, const FlatStmt& s) {
  const FlatExpr& e = s.value;
  PlainFunction& f = *e.meaning->plain;
  if (flat.hidden(e) || e.parts.size() != f.parameters.size() || s.slots.size() > f.outputs.size()) return false;
  std::vector<Value> results;
  if (f.direct) {
    run_direct(flat, f, e, int(s.slots.size()), [&](const EnvironmentP& inner) {
      results.reserve(s.slots.size());
      for (std::size_t k = 0; k < s.slots.size(); ++k)
        results.push_back(assigned_output(flat.cx, f, k, inner, e.source->span));
    });
  } else {
    EnvironmentP inner = environment_for(flat.cx, f);
    for (std::size_t k = 0; k < e.parts.size(); ++k) give(flat, e.parts[k], inner->variables.value_at(k));
    results = plain_results(flat.cx, f, *e.name, *e.meaning, inner, e.source->span, flat.env, int(s.slots.size()));
  }
  const auto& targets = std::get<ast::Assign>(s.source->node).targets;
  for (std::size_t k = 0; k < s.slots.size(); ++k) {
    Value v = flat.cx.arrays.compute(results.at(k));
    if (!put(flat, s.slots[k], v))
      assign_name(flat.cx, std::get<ast::Name>(targets[k].place->node).name, std::move(v), flat.env, false);
  }
  return true;
}

}  // namespace qc::host
