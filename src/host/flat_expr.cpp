// Expressions of the flat form.
#include <cmath>
#include <cstring>

#include "analysis/fuse.h"
#include "host/arith.h"
#include "host/array_runner.h"
#include "host/flat_run.h"
#include "host/number_pairs.h"

namespace qc::host {

namespace {

using Kind = FlatExpr::Kind;
using Op = ast::BinaryOp;

bool is_true(const Number& n) { return n.as_double() != 0; }

// Of two ints; false: another operator.
bool of_ints(Op op, std::int64_t a, std::int64_t b, Number& out) {
  switch (op) {
    case Op::Add: return out = Number::integer(std::int64_t(std::uint64_t(a) + std::uint64_t(b))), true;
    case Op::Sub: return out = Number::integer(std::int64_t(std::uint64_t(a) - std::uint64_t(b))), true;
    case Op::Mul:
    case Op::ElemMul: return out = Number::integer(std::int64_t(std::uint64_t(a) * std::uint64_t(b))), true;
    case Op::Eq: return out = Number::boolean(a == b), true;
    case Op::Ne: return out = Number::boolean(a != b), true;
    case Op::Lt: return out = Number::boolean(a < b), true;
    case Op::Le: return out = Number::boolean(a <= b), true;
    case Op::Gt: return out = Number::boolean(a > b), true;
    case Op::Ge: return out = Number::boolean(a >= b), true;
    default: return false;
  }
}

Partial whole_value(Value v) { return {std::move(v), false, {}, {}}; }

}  // namespace

Number FlatRun::rounded(const Quick& q, const FlatExpr& e) const { return binary_number(Op::ElemMul, q.value, q.factor, scalar_, e.source->span); }

bool FlatRun::variable(const FlatExpr& e, Number& out) const {
  const Value* v = find(e);
  if (!v) return e.named ? (out = e.literal, true) : false;
  auto* n = std::get_if<Number>(&v->v);
  if (!n || n->complex) return false;
  out = *n;
  return true;
}

bool FlatRun::quick(const FlatExpr& e, Quick& out) {
  switch (e.kind) {
    case Kind::Literal: return out.value = e.literal, true;
    case Kind::Variable: return variable(e, out.value);
    case Kind::Binary: return binary(e, out);
    case Kind::Element: {
      std::int64_t at = 0;
      if (const Array* a = array_element(e, at)) return out.value = get_element(*a, at), true;
      [[fallthrough]];
    }
    case Kind::Field: {
      const Value* v = locate(e);
      auto* n = v ? std::get_if<Number>(&v->v) : nullptr;
      if (!n || n->complex) return false;
      out.value = *n;
      return true;
    }
    case Kind::Negate:
      if (!number(e.parts[0], out.value)) return false;
      if (is_float(out.value.type)) out.value.re = -out.value.re;
      else out.value = Number::integer(std::int64_t(0 - std::uint64_t(out.value.i)));
      return true;
    case Kind::Not:
      if (!number(e.parts[0], out.value)) return false;
      out.value = Number::boolean(!is_true(out.value));
      return true;
    case Kind::Square: {
      Number x;
      if (!number(e.parts[0], x)) return false;
      out.value = is_float(x.type) ? binary_number(Op::ElemMul, x, x, scalar_, e.source->span) : Number::integer(std::int64_t(std::uint64_t(x.i) * std::uint64_t(x.i)));
      return true;
    }
    case Kind::And:
    case Kind::Or: {
      Number x;
      if (!number(e.parts[0], x)) return false;
      if (is_true(x) == (e.kind == Kind::And) && !number(e.parts[1], x)) return false;
      out.value = Number::boolean(is_true(x));
      return true;
    }
    case Kind::Choose: {
      Number c;
      return number(e.parts[0], c) && number(e.parts[is_true(c) ? 1 : 2], out.value);
    }
    case Kind::Count: return count(e, out.value);
    case Kind::Whole: return whole(e, out.value);
    case Kind::Each: return each(e, out.value);
    case Kind::HasField: {
      const Value* v = hidden(e) ? nullptr : locate(e.parts[0]);
      auto* r = v ? std::get_if<std::shared_ptr<Record>>(&v->v) : nullptr;
      const auto key = r ? text(e.parts[1]) : std::nullopt;
      if (key) out.value = Number::boolean(static_cast<const Record&>(**r).find(*key) != nullptr);
      return key.has_value();
    }
    default: return false;
  }
}

bool FlatRun::binary(const FlatExpr& e, Quick& out) {
  const Number *a = simple(e.parts[0]), *b = a ? simple(e.parts[1]) : nullptr;
  if (b && a->type == Elem::I64 && b->type == Elem::I64 && of_ints(e.op, a->i, b->i, out.value)) return true;
  Quick left, right;
  if (quick(e.parts[0], left)) {
    if (!quick(e.parts[1], right)) return false;
    combine(e, left, right, out);
    return true;
  }
  if (e.op != Op::Eq && e.op != Op::Ne) return false;
  const auto equal = same(e);
  if (equal) out.value = Number::boolean(*equal == (e.op == Op::Eq));
  return equal.has_value();
}

void FlatRun::combine(const FlatExpr& e, const Quick& left, const Quick& right, Quick& out) const {
  if (left.value.type == Elem::I64 && right.value.type == Elem::I64 && !left.product && !right.product && of_ints(e.op, left.value.i, right.value.i, out.value)) return;
  if (e.op == Op::Add || e.op == Op::Sub) {
    const bool minus = e.op == Op::Sub;
    const Fused side = fused_side(left.product, right.product);
    if (side == Fused::Right) {
      out.value = fused_number(right.value, right.factor, left.product ? rounded(left, e.parts[0]) : left.value, minus, false);
      return;
    }
    if (side == Fused::Left) {
      out.value = fused_number(left.value, left.factor, right.product ? rounded(right, e.parts[1]) : right.value, false, minus);
      return;
    }
  }
  const Number a = left.product ? rounded(left, e.parts[0]) : left.value, b = right.product ? rounded(right, e.parts[1]) : right.value;
  out.product = (e.op == Op::Mul || e.op == Op::ElemMul) && (is_float(a.type) || is_float(b.type));
  if (out.product) out.value = a, out.factor = b;
  else out.value = binary_number(e.op, a, b, scalar_, e.source->span);
}

// Where a variable, a field or an item of a cell stands; null for other expressions and where there is none.
const Value* FlatRun::locate(const FlatExpr& e) {
  if (e.kind == Kind::Variable) return find(e);
  if (e.kind != Kind::Field && e.kind != Kind::Element) return nullptr;
  const Value* base = locate(e.parts[0]);
  if (!base) return nullptr;
  if (e.kind == Kind::Field) {
    auto* r = std::get_if<std::shared_ptr<Record>>(&base->v);
    return r ? static_cast<const Record&>(**r).find(*e.name) : nullptr;
  }
  if (auto* r = std::get_if<std::shared_ptr<Record>>(&base->v)) {
    const auto key = e.parts.size() == 2 ? text(e.parts[1]) : std::nullopt;
    return key ? static_cast<const Record&>(**r).find(*key) : nullptr;
  }
  auto* cell = std::get_if<std::shared_ptr<Cell>>(&base->v);
  if (!cell) return nullptr;
  const auto at = place_in(e, (*cell)->dims, std::int64_t((*cell)->items.size()));
  return at ? &(*cell)->items[std::size_t(*at)] : nullptr;
}

// The place that ints inside these extents name.
std::optional<std::int64_t> FlatRun::place_in(const FlatExpr& element, const std::vector<std::int64_t>& dims, std::int64_t count) {
  const std::size_t n = element.parts.size() - 1;
  if (n == 0 || (n != 1 && n != dims.size())) return {};
  std::int64_t at = 0;
  for (std::size_t d = 0; d < n; ++d) {
    Number i;
    if (!number(element.parts[d + 1], i) || !is_int(i.type)) return {};
    const std::int64_t extent = n == 1 ? count : dims[d];
    if (i.i < 0 || i.i >= extent) return {};
    at = at * extent + i.i;
  }
  return at;
}

// The array of x[i], x[i,j] inside the extents.
Array* FlatRun::array_element(const FlatExpr& element, std::int64_t& at) {
  const Value* base = locate(element.parts[0]);
  auto* array = base ? std::get_if<ArrayP>(&base->v) : nullptr;
  if (!array || (*array)->complex) return nullptr;
  const auto place = place_in(element, (*array)->dims, (*array)->count());
  at = place.value_or(0);
  return place ? array->get() : nullptr;
}

// The matrix of x[k,:] with a row k, and the row-major place where that begins.
Array* FlatRun::array_row(const FlatExpr& row, std::int64_t& at) {
  constexpr std::int64_t kLongest = 1024;
  const Value* base = locate(row.parts[0]);
  auto* found = base ? std::get_if<ArrayP>(&base->v) : nullptr;
  if (!found || (*found)->complex || (*found)->dims.size() != 2 || (*found)->dims[1] > kLongest) return nullptr;
  Number k;
  if (!number(row.parts[1], k) || !is_int(k.type) || k.i < 0 || k.i >= (*found)->dims[0]) return nullptr;
  at = k.i * (*found)->dims[1];
  return found->get();
}

ArrayP FlatRun::rows_copy(const FlatExpr& row) {
  std::int64_t at = 0;
  const Array* a = array_row(row, at);
  if (!a) return nullptr;
  ArrayP out = make_array(a->elem, {a->dims[1]}, false);
  if (a->dims[1] == 0) return out;
  const std::size_t size = std::size_t(byte_size(a->elem)), bytes = std::size_t(a->dims[1]) * size;
  void* const to = out->buffer->host_overwrite();
  const void* const from = a->buffer->host_read_part(std::size_t(at) * size, bytes, to);  // alone, where the array is on a GPU
  if (from != to) std::memcpy(to, from, bytes);
  return out;
}

// [a, b] of numbers.
ArrayP FlatRun::list(const FlatExpr& e) {
  std::vector<Value> items;
  items.reserve(e.parts.size());
  for (const FlatExpr& part : e.parts) {
    Number n;
    if (!number(part, n)) return nullptr;
    items.push_back(Value(n));
  }
  const Value made = evaluator_.array_of(std::move(items), e.source->span);
  return std::get<ArrayP>(made.v);
}

ArrayP FlatRun::array_of(const FlatExpr& e) {
  if (e.kind == Kind::Row) return rows_copy(e);
  if (e.kind == Kind::List) return list(e);
  const Value* v = e.kind == Kind::Variable ? find(e) : nullptr;
  auto* a = v ? std::get_if<ArrayP>(&v->v) : nullptr;
  return a ? *a : nullptr;
}

// A text, or a letter of one.
std::optional<std::string_view> FlatRun::text(const FlatExpr& e) {
  if (e.kind == Kind::Text) return std::get<ast::StringLit>(e.source->node).value;
  const Value* v = locate(e);
  if (!v && e.kind == Kind::Element && e.parts.size() == 2) {
    const Value* base = locate(e.parts[0]);
    auto* all = base ? std::get_if<std::string>(&base->v) : nullptr;
    Number i;
    if (!all || !number(e.parts[1], i) || !is_int(i.type) || i.i < 0 || i.i >= std::int64_t(all->size())) return {};
    return std::string_view(*all).substr(std::size_t(i.i), 1);
  }
  auto* all = v ? std::get_if<std::string>(&v->v) : nullptr;
  return all ? std::optional<std::string_view>(*all) : std::nullopt;
}

// Whether two texts are the same, or a place holds nothing.
std::optional<bool> FlatRun::same(const FlatExpr& e) {
  const FlatExpr& right = e.parts[1];
  if (means_nothing(right) && !find(right)) {
    const Value* v = locate(e.parts[0]);
    if (!v || !(std::holds_alternative<Nothing>(v->v) || std::holds_alternative<std::shared_ptr<Record>>(v->v) || std::holds_alternative<std::shared_ptr<Cell>>(v->v))) return {};
    return std::holds_alternative<Nothing>(v->v);
  }
  const auto a = text(e.parts[0]), b = a ? text(right) : std::nullopt;
  return b ? std::optional(*a == *b) : std::nullopt;
}

// numel(x)
bool FlatRun::count(const FlatExpr& e, Number& out) {
  const Value* v = hidden(e) ? nullptr : locate(e.parts[0]);
  return v && count_of(*v, out);
}

// int(a/b) and floor(a/b) of ints are exact; int(x) of what an int holds.
bool FlatRun::whole(const FlatExpr& e, Number& out) {
  if (hidden(e)) return false;
  const bool down = *e.name == "floor";
  if (e.parts.size() == 3) {
    Number a, b;
    if (!number(e.parts[1], a) || !number(e.parts[2], b)) return false;
    if (a.type == Elem::I64 && b.type == Elem::I64) return whole_quotient(down, a, b, out);
    if (!is_float(a.type) && !is_float(b.type)) return false;
  }
  return number(e.parts[0], out) && whole_number(down, out);
}

bool FlatRun::each(const FlatExpr& e, Number& out) {
  if (hidden(e)) return false;
  Number numbers[3];
  const std::size_t n = e.parts.size();
  for (std::size_t k = 0; k < n; ++k)
    if (!number(e.parts[k], numbers[k])) return false;
  if (n == 2 && number_pair(e.pair, numbers[0], numbers[1], out)) return true;
  std::vector<Value> values(numbers, numbers + n);
  CallContext context{evaluator_.session(), e.source->span, 1};
  const std::vector<Value> results = e.meaning->builtin(context, values);
  auto* one = results.size() == 1 ? std::get_if<Number>(&results[0].v) : nullptr;
  if (!one || one->complex) return false;
  out = *one;
  return true;
}

// ---- with calls -------------------------------------------------------------------------------------------------

FlatRun::Got FlatRun::given(Value v, Quick& q, Late& p) const {
  if (auto* n = std::get_if<Number>(&v.v); n && !n->complex) return q.value = *n, Got::Number;
  p = whole_value(std::move(v));
  return Got::Other;
}

// The value whatever it is. factor: of a product, as which transposes are not made.
FlatRun::Got FlatRun::compute(const FlatExpr& e, Quick& q, Late& p, bool factor) {
  Got got = e.calls ? mixed(e, q, p) : quick(e, q) ? Got::Number : Got::Nothing;
  if (got != Got::Nothing) return got;
  q.product = false;
  p = factor ? evaluator_.eval_factor(*e.source, env_) : evaluator_.eval_partial(*e.source, env_);
  return Got::Other;
}

// Nothing: nothing has been done.
FlatRun::Got FlatRun::mixed(const FlatExpr& e, Quick& q, Late& p) {
  switch (e.kind) {
    case Kind::Call: {
      Value v;
      if (!call(e, 1, v)) return Got::Nothing;
      auto* n = std::get_if<Number>(&v.v);
      return n && !n->complex ? (q.value = *n, Got::Number) : given(std::move(v), q, p);
    }
    case Kind::Binary: return mixed_binary(e, q, p);
    case Kind::Negate:
    case Kind::Not: {
      const Value v = value(e.parts[0]);
      auto* n = std::get_if<Number>(&v.v);
      if (!n || n->complex) return given(evaluator_.defer(e.kind == Kind::Not ? ast::UnaryOp::Not : ast::UnaryOp::Neg, v, e.source->span), q, p);
      q.value = *n;
      if (e.kind == Kind::Not) q.value = Number::boolean(!is_true(q.value));
      else if (is_float(q.value.type)) q.value.re = -q.value.re;
      else q.value = Number::integer(std::int64_t(0 - std::uint64_t(q.value.i)));
      return Got::Number;
    }
    case Kind::And:
    case Kind::Or: return mixed_logic(e, q, p);
    case Kind::Choose: {
      Number c;
      return number(e.parts[0], c) ? given(value(e.parts[is_true(c) ? 1 : 2]), q, p) : Got::Nothing;
    }
    case Kind::Each: return mixed_each(e, q, p);
    default: return Got::Nothing;
  }
}

FlatRun::Got FlatRun::mixed_logic(const FlatExpr& e, Quick& q, Late& p) {
  const FlatExpr &l = e.parts[0], &r = e.parts[1];
  const Value left = value(l);
  if (holds_array(left)) return given(evaluator_.defer(e.kind == Kind::And ? Op::And : Op::Or, left, value(r), e.source->span), q, p);
  bool yes = to_bool(left, l.source->span);
  if (yes == (e.kind == Kind::And)) yes = to_bool(value(r), r.source->span);
  q.value = Number::boolean(yes);
  return Got::Number;
}

FlatRun::Got FlatRun::mixed_binary(const FlatExpr& e, Quick& q, Late& p) {
  Quick left, right;
  Late a, b;
  const bool product = e.op == Op::Mul;
  const Got l = compute(e.parts[0], left, a, product), r = compute(e.parts[1], right, b, product);
  if (l == Got::Number && r == Got::Number) {
    combine(e, left, right, q);
    return Got::Number;
  }
  const auto as_partial = [](const Quick& n) { return n.product ? Partial{Value{}, true, Value(n.value), Value(n.factor)} : whole_value(Value(n.value)); };
  if (l == Got::Number) a = as_partial(left);
  if (r == Got::Number) b = as_partial(right);
  p = evaluator_.combine(e.op, std::move(*a), std::move(*b), e.source->span);
  return Got::Other;
}

FlatRun::Got FlatRun::mixed_each(const FlatExpr& e, Quick& q, Late& p) {
  if (hidden(e)) return Got::Nothing;
  std::vector<Value> values;
  for (const FlatExpr& part : e.parts) values.push_back(value(part));
  auto *x = std::get_if<Number>(&values[0].v), *y = std::get_if<Number>(&values.back().v);
  if (values.size() == 2 && x && y && !x->complex && !y->complex && number_pair(e.pair, *x, *y, q.value)) return Got::Number;
  auto results = evaluator_.call_meant(*e.name, *e.meaning, {std::move(values), {}}, e.source->span, env_, 1);
  return given(std::move(results.at(0)), q, p);
}

Value FlatRun::value(const FlatExpr& e) {
  Quick q;
  if (e.kind == Kind::Row || e.kind == Kind::List)
    if (ArrayP made = array_of(e)) return Value(std::move(made));
  if (!e.calls) {
    if (quick(e, q)) return Value(q.product ? rounded(q, e) : q.value);
    Value v;
    if (thing(e, v)) return v;
    left_ = true;
    return evaluator_.eval(*e.source, env_);
  }
  Late p;
  const Got got = mixed(e, q, p);
  if (got == Got::Number) return Value(q.product ? rounded(q, e) : q.value);
  return got == Got::Nothing ? evaluator_.eval(*e.source, env_) : evaluator_.arrays_.compute(evaluator_.finish(std::move(*p), e.source->span));
}

// A call of a plain function with as many arguments. False: nothing has been done.
bool FlatRun::call(const FlatExpr& e, int outputs, Value& out) {
  PlainFunction& f = *e.meaning->plain;
  if (hidden(e) || e.parts.size() != f.parameters.size() || (outputs == 1 && f.outputs.empty())) return false;
  EnvironmentP inner = evaluator_.environment_for(f);
  for (std::size_t k = 0; k < e.parts.size(); ++k) {
    Value& parameter = inner->variables.value_at(k);
    Number n;
    if (!e.parts[k].calls && number(e.parts[k], n)) set_number(parameter, n);
    else parameter = value(e.parts[k]);
  }
  evaluator_.run_plain(f, *e.name, *e.meaning, inner, e.source->span, env_, outputs, out);
  return true;
}

}  // namespace qc::host
