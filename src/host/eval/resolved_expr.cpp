// Expressions of the resolved form that are numbers, or places.
#include <cmath>
#include <cstring>

#include "host/arrays/arith.h"
#include "host/eval/interface/expr.h"
#include "host/eval/interface/resolved_numbers.h"
#include "host/eval/state/resolved_run.h"
#include "host/eval/state/scalar_builtins.h"
#include "host/fusion/evaluate_expr.h"
#include "sema/fma_contraction.h"

namespace qc::host {

namespace {

using Kind = ResolvedExpr::Kind;
using Op = ast::BinaryOp;

}  // namespace

static const Value* item_in(ResolvedRun& resolved, const Value& base, const ResolvedExpr& e);
static Small compared(ResolvedRun& resolved, const ResolvedExpr& e);

Small elsewhere(const ResolvedRun& resolved, const ResolvedExpr& e) {
  const Value* v = resolved.find(e);
  return v || !e.named ? Small::of(v) : e.literal;
}

bool fast_scalar(ResolvedRun& resolved, const ResolvedExpr& e, UnroundedNumber& out) {
  const bool product = e.kind == Kind::Binary && (e.op == Op::Mul || e.op == Op::ElemMul);
  if (!product) return (out.value = number(resolved, e)).there;
  out.value = number(resolved, e.parts[0]);
  out.factor = out.value.there ? number(resolved, e.parts[1]) : Small{};
  if (!out.factor.there) return false;
  out.product = is_float(out.value.type) || is_float(out.factor.type);
  if (!out.product) out.value = of_two(e.op, out.value, out.factor, resolved.scalar, e.source->span);
  return true;
}

Small fused(ResolvedRun& resolved, const ResolvedExpr& e) {
  UnroundedNumber left, right;
  return fast_scalar(resolved, e.parts[0], left) && fast_scalar(resolved, e.parts[1], right)
             ? sum(resolved, e, left, right)
             : Small{};
}

Small of_operands(ResolvedRun& resolved, const ResolvedExpr& e, Small a) {
  if (!a.there) return e.op >= Op::Eq && e.op <= Op::Ge ? compared(resolved, e) : a;
  const Small b = number(resolved, e.parts[1]);
  return b.there ? of_two(e.op, a, b, resolved.scalar, e.source->span) : b;
}

Small sum(const ResolvedRun& resolved, const ResolvedExpr& e, const UnroundedNumber& left,
          const UnroundedNumber& right) {
  const bool minus = e.op == Op::Sub;
  switch (fused_side(left.product, right.product)) {
    case Fused::Right:
      return Small::of(fused_number(right.value.number(), right.factor.number(),
                                    rounded(resolved, left, e.parts[0]).number(), minus, false));
    case Fused::Left:
      return Small::of(fused_number(left.value.number(), left.factor.number(),
                                    rounded(resolved, right, e.parts[1]).number(), false, minus));
    default:
      return of_two(e.op, left.value, right.value, resolved.scalar, e.source->span);
  }
}

const Value* locate(ResolvedRun& resolved, const ResolvedExpr& e) {
  if (e.kind == Kind::Variable) return resolved.find(e);
  const bool is_field = e.kind == Kind::Field;
  if (!is_field && e.kind != Kind::Element) return nullptr;
  const ResolvedExpr& whole = e.parts[0];
  const Value* base = whole.kind == Kind::Variable ? resolved.find(whole) : locate(resolved, whole);
  if (!base) return nullptr;
  if (!is_field) return item_in(resolved, *base, e);
  auto* r = std::get_if<std::shared_ptr<Record>>(&base->v);
  return r ? static_cast<const Record&>(**r).find(*e.name, e.hint) : nullptr;
}

// The item c[i], c[i,j] of what is a cell, the field r["name"] of what is a record.
static const Value* item_in(ResolvedRun& resolved, const Value& base, const ResolvedExpr& e) {
  if (auto* cell = std::get_if<std::shared_ptr<Cell>>(&base.v)) {
    const std::int64_t at = place_in(resolved, e, (*cell)->dims, std::int64_t((*cell)->items.size()));
    return at >= 0 ? &(*cell)->items[std::size_t(at)] : nullptr;
  }
  auto* r = std::get_if<std::shared_ptr<Record>>(&base.v);
  const auto key = r && e.parts.size() == 2 ? text_of(resolved, e.parts[1]) : std::nullopt;
  return key ? static_cast<const Record&>(**r).find(*key) : nullptr;
}

std::int64_t place_in(ResolvedRun& resolved, const ResolvedExpr& element, const std::vector<std::int64_t>& dims,
                      std::int64_t count) {
  const std::size_t n = element.parts.size() - 1;
  if (n == 1) {
    const Small i = number(resolved, element.parts[1]);
    return i.there && is_int(i.type) && i.i >= 0 && i.i < count ? i.i : -1;
  }
  if (n == 0 || n != dims.size()) return -1;
  std::int64_t at = 0;
  for (std::size_t d = 0; d < n; ++d) {
    const Small i = number(resolved, element.parts[d + 1]);
    const std::int64_t extent = dims[d];
    if (!i.there || !is_int(i.type) || i.i < 0 || i.i >= extent) return -1;
    at = at * extent + i.i;
  }
  return at;
}

Array* array_element(ResolvedRun& resolved, const ResolvedExpr& element, const Value& base, std::int64_t& at) {
  auto* array = std::get_if<ArrayP>(&base.v);
  if (!array || (*array)->complex) return nullptr;
  const std::vector<std::int64_t>& dims = (*array)->dims;
  at = place_in(resolved, element, dims,
                element.parts.size() != 2 ? 0
                : dims.size() == 1        ? dims[0]
                                          : (*array)->count());
  return at >= 0 ? array->get() : nullptr;
}

// x[0] of a number is the number.
static Small element_of_number(ResolvedRun& resolved, const Value& base, const ResolvedExpr& e) {
  const Small i = e.parts.size() == 2 ? number(resolved, e.parts[1]) : Small{};
  return i.there && i.is_int64() && i.i == 0 ? Small::of(&base) : Small{};
}

Small element(ResolvedRun& resolved, const ResolvedExpr& e) {
  const Value* base = locate(resolved, e.parts[0]);
  if (!base) return {};
  if (std::holds_alternative<Number>(base->v)) return element_of_number(resolved, *base, e);
  if (!std::holds_alternative<ArrayP>(base->v)) return Small::of(item_in(resolved, *base, e));
  std::int64_t at = 0;
  const Array* a = array_element(resolved, e, *base, at);
  if (!a) return {};
  const void* here = a->buffer->only_here();
  return here ? small_element(*a, here, at) : Small::of(get_element(*a, at));
}

Array* array_row(ResolvedRun& resolved, const ResolvedExpr& row, std::int64_t& at) {
  constexpr std::int64_t kLongest = 1024;
  const Value* base = locate(resolved, row.parts[0]);
  auto* found = base ? std::get_if<ArrayP>(&base->v) : nullptr;
  if (!found || (*found)->complex || (*found)->dims.size() != 2 || (*found)->dims[1] > kLongest) return nullptr;
  const Small k = number(resolved, row.parts[1]);
  if (!k.there || !is_int(k.type) || k.i < 0 || k.i >= (*found)->dims[0]) return nullptr;
  at = k.i * (*found)->dims[1];
  return found->get();
}

static ArrayP rows_copy(ResolvedRun& resolved, const ResolvedExpr& row) {
  std::int64_t at = 0;
  const Array* a = array_row(resolved, row, at);
  if (!a) return nullptr;
  ArrayP out = make_array(a->elem, {a->dims[1]}, false);
  if (a->dims[1] == 0) return out;
  const std::size_t size = std::size_t(byte_size(a->elem)), bytes = std::size_t(a->dims[1]) * size;
  void* const to = out->buffer->host_overwrite();
  const void* const from =
      a->buffer->host_read_part(std::size_t(at) * size, bytes, to);  // alone, where the array is on a GPU
  if (from != to) std::memcpy(to, from, bytes);
  return out;
}

// [a, b] of numbers.
static ArrayP list_of(ResolvedRun& resolved, const ResolvedExpr& e) {
  std::vector<Value> items;
  items.reserve(e.parts.size());
  for (const ResolvedExpr& part : e.parts) {
    const Small n = number(resolved, part);
    if (!n.there) return nullptr;
    items.push_back(Value(n.number()));
  }
  const Value made = array_of(resolved.cx, std::move(items), e.source->span);
  return std::get<ArrayP>(made.v);
}

ArrayP row_of(ResolvedRun& resolved, const ResolvedExpr& e) {
  if (e.kind == Kind::Row) return rows_copy(resolved, e);
  if (e.kind == Kind::List) return list_of(resolved, e);
  const Value* v = e.kind == Kind::Variable ? resolved.find(e) : nullptr;
  auto* a = v ? std::get_if<ArrayP>(&v->v) : nullptr;
  return a ? *a : nullptr;
}

std::optional<std::string_view> text_of(ResolvedRun& resolved, const ResolvedExpr& e) {
  if (e.kind == Kind::Text) return std::get<ast::StringLit>(e.source->node).value;
  const Value* v = locate(resolved, e);
  if (!v && e.kind == Kind::Element && e.parts.size() == 2) {
    const Value* base = locate(resolved, e.parts[0]);
    auto* all = base ? std::get_if<std::string>(&base->v) : nullptr;
    const Small i = all ? number(resolved, e.parts[1]) : Small{};
    if (!i.there || !is_int(i.type) || i.i < 0 || i.i >= std::int64_t(all->size())) return {};
    return std::string_view(*all).substr(std::size_t(i.i), 1);
  }
  auto* all = v ? std::get_if<std::string>(&v->v) : nullptr;
  return all ? std::optional<std::string_view>(*all) : std::nullopt;
}

std::optional<bool> is_nothing(ResolvedRun& resolved, const ResolvedExpr& e) {
  if (!e.parts[1].nothing || resolved.find(e.parts[1])) return {};
  const Value* v = locate(resolved, e.parts[0]);
  if (!v || !(std::holds_alternative<Nothing>(v->v) || std::holds_alternative<std::shared_ptr<Record>>(v->v) ||
              std::holds_alternative<std::shared_ptr<Cell>>(v->v)))
    return {};
  return std::holds_alternative<Nothing>(v->v);
}

// Of two texts, or of what may be nothing.
static Small compared(ResolvedRun& resolved, const ResolvedExpr& e) {
  if (e.op == Op::Eq || e.op == Op::Ne)
    if (const auto none = is_nothing(resolved, e)) return Small::boolean(*none == (e.op == Op::Eq));
  const auto a = text_of(resolved, e.parts[0]), b = a ? text_of(resolved, e.parts[1]) : std::nullopt;
  if (!b) return {};
  if (e.op == Op::Eq || e.op == Op::Ne) return Small::boolean((*a == *b) == (e.op == Op::Eq));
  Small out;
  of_ints(e.op, a->compare(*b), 0, out);
  return out;
}

Small count_of(ResolvedRun& resolved, const ResolvedExpr& e) {
  const Value* v = resolved.hidden(e) ? nullptr : locate(resolved, e.parts[0]);
  Small n;
  return v && count_of(*v, n) ? n : Small{};
}

Small extent_of(ResolvedRun& resolved, const ResolvedExpr& e) {
  const Value* v = resolved.hidden(e) ? nullptr : locate(resolved, e.parts[0]);
  auto* a = v ? std::get_if<ArrayP>(&v->v) : nullptr;
  return a ? Small::integer((*a)->extent(e.parts[1].literal.i)) : Small{};
}

Small has_field(ResolvedRun& resolved, const ResolvedExpr& e) {
  const Value* v = resolved.hidden(e) ? nullptr : locate(resolved, e.parts[0]);
  auto* r = v ? std::get_if<std::shared_ptr<Record>>(&v->v) : nullptr;
  const auto key = r ? text_of(resolved, e.parts[1]) : std::nullopt;
  return key ? Small::boolean(static_cast<const Record&>(**r).find(*key) != nullptr) : Small{};
}

Small whole_number(ResolvedRun& resolved, const ResolvedExpr& e) {
  if (resolved.hidden(e)) return {};
  const bool down = *e.name == "floor";
  Small n;
  if (e.parts.size() == 3) {
    const Small a = number(resolved, e.parts[1]), b = a.there ? number(resolved, e.parts[2]) : Small{};
    if (!b.there) return {};
    if (a.is_int64() && b.is_int64()) return whole_quotient(down, a, b, n) ? n : Small{};
    if (!is_float(a.type) && !is_float(b.type)) return {};
  }
  n = number(resolved, e.parts[0]);
  return n.there && whole_number(down, n) ? n : Small{};
}

namespace {

// Small ints as the floats that they meet.
void meet(Small& a, Small& b) {
  constexpr std::int64_t kExact = 1 << 24;
  const auto joins = [](Small& n, Elem type) {
    if (n.is_int64() && (type == Elem::F32 || type == Elem::F64) && n.i < kExact && n.i > -kExact)
      n = Small::real(double(n.i), type);
  };
  joins(a, b.type);
  joins(b, a.type);
}

}  // namespace

Small each(ResolvedRun& resolved, const ResolvedExpr& e) {
  if (resolved.hidden(e)) return {};
  Small numbers[3], out;
  const std::size_t n = e.parts.size();
  for (std::size_t k = 0; k < n; ++k)
    if (numbers[k] = number(resolved, e.parts[k]); !numbers[k].there) return {};
  if (e.pair == ir::BinaryOp::Mod) meet(numbers[0], numbers[1]);
  if (n == 2 && e.pair && number_pair(*e.pair, numbers[0], numbers[1], out)) return out;
  std::vector<Value> values;
  for (std::size_t k = 0; k < n; ++k) values.push_back(Value(numbers[k].number()));
  CallContext context{resolved.cx.session(), e.source->span, 1};
  const std::vector<Value> results = e.meaning->builtin(context, values);
  return results.size() == 1 ? Small::of(&results[0]) : Small{};
}

}  // namespace qc::host
