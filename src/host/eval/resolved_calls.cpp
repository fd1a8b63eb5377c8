// Expressions of the flat form that call functions, and calls. What has been computed once is not computed again.
#include "host/arrays/arith.h"
#include "host/eval/resolved_interpreter.h"
#include "host/eval/scalar_builtins.h"
#include "host/fusion/evaluate_expr.h"

namespace qc::host {

namespace {

using Kind = FlatExpr::Kind;
using Op = ast::BinaryOp;

Partial whole_value(Value v) { return {std::move(v), false, {}, {}}; }

}  // namespace

Small FlatRun::given(Value v, Late& p) const {
  const Small n = Small::of(&v);
  if (!n.there) p = whole_value(std::move(v));
  return n;
}

Small FlatRun::mixed(const FlatExpr& e, Late& p) {
  switch (e.kind) {
    case Kind::Call:
      return mixed_call(e, p);
    case Kind::Binary:
      return mixed_binary(e, p);
    case Kind::Negate:
    case Kind::Plus:
    case Kind::Not:
      return mixed_unary(e, p);
    case Kind::And:
    case Kind::Or:
      return mixed_logic(e, p);
    case Kind::Choose: {
      const Small c = number(e.parts[0]);
      return c.there ? given(value(e.parts[c.is_true() ? 1 : 2]), p) : c;
    }
    case Kind::Each:
      return mixed_each(e, p);
    default:
      return {};
  }
}

Small FlatRun::mixed_unary(const FlatExpr& e, Late& p) {
  const ast::UnaryOp op = std::get<ast::Unary>(e.source->node).op;
  const Value v = value(e.parts[0]);
  const Small n = Small::of(&v);
  return n.there ? of_one(op, n) : given(evaluator_.defer(op, v, e.source->span), p);
}

Small FlatRun::mixed_logic(const FlatExpr& e, Late& p) {
  const FlatExpr &l = e.parts[0], &r = e.parts[1];
  const Value left = value(l);
  if (holds_array(left))
    return given(evaluator_.defer(e.kind == Kind::And ? Op::And : Op::Or, left, value(r), e.source->span), p);
  bool yes = to_bool(left, l.source->span);
  if (yes == (e.kind == Kind::And)) yes = to_bool(value(r), r.source->span);
  return Small::boolean(yes);
}

// One operand. False: it is no number, and p holds it. of_product: as which transposes are not made.
bool FlatRun::factor(const FlatExpr& e, Quick& q, Late& p, bool of_product) {
  if (e.calls ? mixed_product(e, q, p) : quick(e, q)) return true;
  q = {};
  if (!p) p = of_product ? evaluator_.eval_factor(*e.source, env_) : evaluator_.eval_partial(*e.source, env_);
  return false;
}

// As `mixed`, a product as such.
bool FlatRun::mixed_product(const FlatExpr& e, Quick& q, Late& p) {
  if (e.kind == Kind::Binary)
    q.value = operands(e, q, p);
  else
    q.value = mixed(e, p);
  return q.value.there;
}

// left op right. Products of floats are left in `product`, its value what is returned.
Small FlatRun::operands(const FlatExpr& e, Quick& product, Late& p) {
  Quick left, right;
  Late a, b;
  const bool l = factor(e.parts[0], left, a, e.op == Op::Mul), r = factor(e.parts[1], right, b, e.op == Op::Mul);
  if (!l || !r) {
    const auto as_partial = [](const Quick& n) {
      return n.product ? Partial{Value{}, true, Value(n.value.number()), Value(n.factor.number())}
                       : whole_value(Value(n.value.number()));
    };
    if (l) a = as_partial(left);
    if (r) b = as_partial(right);
    p = evaluator_.combine(e.op, std::move(*a), std::move(*b), e.source->span);
    return {};
  }
  if (e.op == Op::Add || e.op == Op::Sub) return sum(e, left, right);
  const Small x = rounded(left, e.parts[0]), y = rounded(right, e.parts[1]);
  product.product = (e.op == Op::Mul || e.op == Op::ElemMul) && (is_float(x.type) || is_float(y.type));
  if (!product.product) return of_two(e.op, x, y, scalar_, e.source->span);
  product.factor = y;
  return x;
}

Small FlatRun::mixed_binary(const FlatExpr& e, Late& p) {
  Quick q;
  q.value = operands(e, q, p);
  return q.value.there ? rounded(q, e) : q.value;
}

Small FlatRun::mixed_each(const FlatExpr& e, Late& p) {
  if (hidden(e)) return {};
  std::vector<Value> values;
  for (const FlatExpr& part : e.parts) values.push_back(value(part));
  const Small x = Small::of(&values[0]), y = Small::of(&values.back());
  Small out;
  if (values.size() == 2 && x.there && y.there && e.pair && number_pair(*e.pair, x, y, out)) return out;
  auto results = evaluator_.call_meant(*e.name, *e.meaning, {std::move(values), {}}, e.source->span, env_, 1);
  return given(std::move(results.at(0)), p);
}

Value FlatRun::value(const FlatExpr& e) {
  if (e.kind == Kind::Call) {
    Value v;
    return call(e, 1, v) ? v : evaluator_.eval(*e.source, env_);
  }
  Late p;
  const Small n = compute(e, p);
  if (n.there) return Value(n.number());
  return e.calls ? whole_of(e, p) : other(e);
}

// What `mixed` left.
Value FlatRun::whole_of(const FlatExpr& e, Late& p) {
  return p ? evaluator_.arrays_.compute(evaluator_.finish(std::move(*p), e.source->span))
           : evaluator_.eval(*e.source, env_);
}

// Of an expression without calls that is no number.
Value FlatRun::other(const FlatExpr& e) {
  if (e.kind == Kind::Row || e.kind == Kind::List)
    if (ArrayP made = array_of(e)) return Value(std::move(made));
  Value v;
  if (thing(e, v)) return v;
  left_ = true;
  return evaluator_.eval(*e.source, env_);
}

// ---- calls ------------------------------------------------------------------------------------------------------

// Into a parameter's place. False: it is no number.
inline bool FlatRun::give(const FlatExpr& argument, Value& parameter) {
  if (!argument.calls)
    if (const Small n = number(argument); n.there) return n.put(parameter), true;
  give_other(argument, parameter);
  return false;
}
void FlatRun::give_other(const FlatExpr& argument, Value& parameter) {
  const bool is_place = argument.kind == Kind::Variable || argument.kind == Kind::Field;
  const Value* v = is_place ? locate(argument) : nullptr;
  if (v && is_shared(*v))
    parameter = *v;
  else
    parameter = argument.calls ? value(argument) : other(argument);
}

// A call of a direct function, which takes whatever it is given; take(inner) when its body has run.
template <class Take>
void FlatRun::run_direct(PlainFunction& f, const FlatExpr& e, int outputs, const Take& take) {
  EnvironmentP inner = evaluator_.direct_environment(f);
  bool numbers = true;
  for (std::size_t k = 0; const FlatExpr& argument : e.parts)
    numbers = give(argument, inner->variables.value_at(k++)) && numbers;
  const Span span = e.source->span;
  char here;
  if (&here < lowest_) evaluator_.nested_too_deeply(span);
  if (!evaluator_.deferred_.empty()) evaluator_.settle();
  evaluator_.in_frame(*f.overload, span, [&] {
    if (!numbers) evaluator_.bind_direct(f, inner->variables, span);
    if (f.outputs.size() > 1)
      inner->variables["$outputs"] = Value(Number::integer(outputs));  // how many values the caller takes
    const DepthInside inside(evaluator_.depth_);
    FlatRun(*this, inner).run(f.code->body);
    take(inner);
  });
  evaluator_.end_plain(f, inner);
}

Small FlatRun::mixed_call(const FlatExpr& e, Late& p) {
  PlainFunction& f = *e.meaning->plain;
  if (!f.direct || f.outputs.size() != 1) return mixed_typed_call(e, p);
  if (hidden(e) || e.parts.size() != f.parameters.size()) return {};
  Small n;
  run_direct(f, e, 1, [&](const EnvironmentP& inner) {
    n = Small::of(inner->variables.find_at(f.output_slots[0]));
    if (!n.there) p = whole_value(evaluator_.assigned_output(f, 0, inner, e.source->span));
  });
  return n;
}

Small FlatRun::mixed_typed_call(const FlatExpr& e, Late& p) {
  Value v;
  return call(e, 1, v) ? given(std::move(v), p) : Small{};
}

// A call of a plain function with as many arguments. False: nothing has been done.
bool FlatRun::call(const FlatExpr& e, int outputs, Value& out) {
  PlainFunction& f = *e.meaning->plain;
  if (hidden(e) || e.parts.size() != f.parameters.size() || (outputs == 1 && f.outputs.empty())) return false;
  if (f.direct && f.outputs.size() < 2) {
    run_direct(f, e, outputs, [&](const EnvironmentP& inner) {
      if (outputs > 0) out = evaluator_.assigned_output(f, 0, inner, e.source->span);
    });
    return true;
  }
  EnvironmentP inner = evaluator_.environment_for(f);
  for (std::size_t k = 0; k < e.parts.size(); ++k) give(e.parts[k], inner->variables.value_at(k));
  evaluator_.run_plain(f, *e.name, *e.meaning, inner, e.source->span, env_, outputs, out);
  return true;
}

// [a, b] = f(..) of a plain function with as many outputs. False: nothing has been done.
bool FlatRun::assign_several(const FlatStmt& s) {
  const FlatExpr& e = s.value;
  PlainFunction& f = *e.meaning->plain;
  if (hidden(e) || e.parts.size() != f.parameters.size() || s.slots.size() > f.outputs.size()) return false;
  std::vector<Value> results;
  if (f.direct) {
    run_direct(f, e, int(s.slots.size()), [&](const EnvironmentP& inner) {
      results.reserve(s.slots.size());
      for (std::size_t k = 0; k < s.slots.size(); ++k)
        results.push_back(evaluator_.assigned_output(f, k, inner, e.source->span));
    });
  } else {
    EnvironmentP inner = evaluator_.environment_for(f);
    for (std::size_t k = 0; k < e.parts.size(); ++k) give(e.parts[k], inner->variables.value_at(k));
    results = evaluator_.plain_results(f, *e.name, *e.meaning, inner, e.source->span, env_, int(s.slots.size()));
  }
  const auto& targets = std::get<ast::Assign>(s.source->node).targets;
  for (std::size_t k = 0; k < s.slots.size(); ++k) {
    Value v = evaluator_.arrays_.compute(results.at(k));
    if (!put(s.slots[k], v))
      evaluator_.assign_name(std::get<ast::Name>(targets[k].place->node).name, std::move(v), env_, false);
  }
  return true;
}

}  // namespace qc::host
