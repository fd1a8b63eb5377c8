#include "host/fusion/defer_operators.h"

#include <algorithm>
#include <cmath>

#include "host/arrays/arith.h"
#include "host/arrays/matrix_product.h"
#include "sema/builtins.h"
#include "value/counted_range.h"

namespace qc::host {

std::int64_t ArrayExpr::count() const {
  std::int64_t n = 1;
  for (auto d : dims) n *= d;
  return n;
}

void ArrayExpr::become(const ArrayP& computed) {
  kind = Kind::Array;
  elem = computed->elem;
  complex = computed->complex;
  dims = computed->dims;
  array = computed;
  view.clear();
  for (std::size_t d = 0; d < dims.size(); ++d) view.push_back({int(d), 0, 1});
  whole = true;
  operators = 0;
  operands.clear();
}

bool holds_array(const Value& v) {
  return std::holds_alternative<ArrayP>(v.v) || std::holds_alternative<ArrayExprP>(v.v);
}

const std::vector<std::int64_t>& dims_of(const Value& v) {
  if (auto* e = std::get_if<ArrayExprP>(&v.v)) return (*e)->dims;
  return std::get<ArrayP>(v.v)->dims;
}

bool deferrable(const Value& v) {
  auto* a = std::get_if<ArrayP>(&v.v);
  if (auto* e = std::get_if<ArrayExprP>(&v.v)) {
    if ((*e)->kind != ArrayExpr::Kind::Array) return true;
    a = &(*e)->array;
  }
  return a && !(*a)->fixed && (*a)->elem != Elem::F16 && (*a)->elem != Elem::U64;
}

bool is_complex(const Value& v) { return type_of(v).complex; }

bool is_large(const Value& v) {
  if (std::holds_alternative<ArrayExprP>(v.v)) return true;
  auto* a = std::get_if<ArrayP>(&v.v);
  return a && (*a)->count() >= kLeastDeferred;
}

bool is_view(const Value& v) {
  auto* e = std::get_if<ArrayExprP>(&v.v);
  return e ? (*e)->kind == ArrayExpr::Kind::Array : std::holds_alternative<ArrayP>(v.v);
}

bool is_product_of_matrices(const Value& a, const Value& b) {
  return holds_array(a) && holds_array(b) && is_matrix_product(dims_of(a), dims_of(b));
}

namespace {

bool is_number(const Value& v) { return std::holds_alternative<Number>(v.v) || std::holds_alternative<Pending>(v.v); }

// A number of the type in which elements of an operand are computed, to ask an operator for its type.
Number sample(const ArrayExpr& e) {
  const Elem t = value_elem(e.elem);
  if (e.complex) {
    Number one = Number::real(1, t);
    one.complex = true;
    return one;
  }
  return t == Elem::Bool ? Number::boolean(true) : is_float(t) ? Number::real(1, t) : Number::integer(1);
}

void set_type(ArrayExpr& e, const Type& t) {
  e.elem = t.elem;
  e.complex = t.complex;
}

// Whether an operator on these is deferred: arrays and numbers, with a large array among them or a large result.
bool worth(const std::vector<const Value*>& operands, Span span) {
  bool large = false, arrays = false;
  for (const Value* v : operands) {
    if (!is_number(*v) && !deferrable(*v)) return false;
    large = large || is_large(*v);
    arrays = arrays || holds_array(*v);
  }
  if (large || !arrays) return large;
  std::vector<std::int64_t> dims;
  std::int64_t n = 1;
  for (const Value* v : operands)
    if (holds_array(*v)) dims = dims.empty() ? dims_of(*v) : detail::broadcast_dims(dims, dims_of(*v), span);
  for (auto d : dims) n *= d;
  return n >= kLeastDeferred;
}

ArrayExprP node(ArrayExpr::Kind kind, std::vector<ArrayExprP> operands, Span span) {
  auto e = std::make_shared<ArrayExpr>();
  e->kind = kind;
  e->span = span;
  e->operators = 1;
  for (const auto& o : operands) {
    o->inner = true;
    e->operators += o->operators;
    if (o->kind == ArrayExpr::Kind::Scalar) continue;
    e->dims = e->dims.empty() ? o->dims : detail::broadcast_dims(e->dims, o->dims, span);
  }
  e->operands = std::move(operands);
  return e;
}

}  // namespace

Value laid_out_as(const Value& v, const std::vector<std::int64_t>& dims) {
  const auto long_ones = [](const std::vector<std::int64_t>& all) {
    std::vector<int> out;
    for (std::size_t d = 0; d < all.size(); ++d)
      if (all[d] != 1) out.push_back(int(d));
    return out;
  };
  const std::vector<std::int64_t>& old = dims_of(v);
  const std::vector<int> from = long_ones(old), to = long_ones(dims);
  const auto same = [&](int a, int b) { return old[std::size_t(a)] == dims[std::size_t(b)]; };
  if (old == dims || !std::equal(from.begin(), from.end(), to.begin(), to.end(), same)) return v;
  if (auto* a = std::get_if<ArrayP>(&v.v)) {
    auto transposed = std::make_shared<Array>(**a);
    transposed->dims = dims;
    return Value(transposed);
  }
  auto* e = std::get_if<ArrayExprP>(&v.v);
  if ((*e)->kind != ArrayExpr::Kind::Array) return v;
  auto transposed = std::make_shared<ArrayExpr>(**e);
  transposed->dims = dims;
  transposed->whole = false;
  for (ViewAxis& axis : transposed->view) {
    const auto at = std::find(from.begin(), from.end(), axis.dim);
    axis.dim = at == from.end() ? -1 : to[std::size_t(at - from.begin())];
  }
  return Value(transposed);
}

ArrayExprP as_operand(const Value& v, Span span) {
  if (auto* e = std::get_if<ArrayExprP>(&v.v)) return *e;
  auto e = std::make_shared<ArrayExpr>();
  e->span = span;
  if (auto* a = std::get_if<ArrayP>(&v.v)) {
    e->become(*a);
    return e;
  }
  e->number = to_number(v, span);
  set_type(*e, type_of(Value(e->number)));
  return e;
}

std::optional<Value> defer_binary(ast::BinaryOp op, const Value& a, const Value& b, Elem scalar, Span span) {
  if (op == ast::BinaryOp::Mul && is_product_of_matrices(a, b)) return {};
  if (!worth({&a, &b}, span)) return {};
  ArrayExprP e = node(ArrayExpr::Kind::Binary, {as_operand(a, span), as_operand(b, span)}, span);
  e->op = op;
  set_type(*e, type_of(Value(binary_number(op, sample(*e->operands[0]), sample(*e->operands[1]), scalar, span))));
  return Value(e);
}

std::optional<Value> defer_fused(const Value& a, const Value& b, const Value& c, bool negate_product,
                                 bool negate_addend, Elem scalar, Span span) {
  if (!worth({&a, &b, &c}, span)) return {};
  ArrayExprP e = node(ArrayExpr::Kind::Fused, {as_operand(a, span), as_operand(b, span), as_operand(c, span)}, span);
  e->negate_product = negate_product;
  e->negate_addend = negate_addend;
  auto one = [&](int k) { return Value(sample(*e->operands[std::size_t(k)])); };
  set_type(*e, type_of(fused_value(one(0), one(1), one(2), negate_product, negate_addend, scalar, span)));
  return Value(e);
}

std::optional<Value> defer_unary(ast::UnaryOp op, const Value& a, Span span) {
  if (!is_large(a) || !deferrable(a) || (op == ast::UnaryOp::Not && is_complex(a))) return {};
  if (op == ast::UnaryOp::Plus) return a;
  ArrayExprP e =
      node(op == ast::UnaryOp::Not ? ArrayExpr::Kind::Not : ArrayExpr::Kind::Negate, {as_operand(a, span)}, span);
  const Elem t = sample(*e->operands[0]).type;
  e->complex = e->operands[0]->complex;
  e->elem = op == ast::UnaryOp::Not ? Elem::Bool : is_float(t) ? t : Elem::I64;
  return Value(e);
}

std::optional<Value> defer_power(const Value& a, std::int64_t exponent, Elem scalar, Span span) {
  if (!is_large(a) || !deferrable(a)) return {};
  ArrayExprP e = node(ArrayExpr::Kind::Power, {as_operand(a, span)}, span);
  e->exponent = exponent;
  set_type(*e, type_of(literal_power(Value(sample(*e->operands[0])), exponent, scalar, span)));
  return Value(e);
}

namespace {

constexpr std::int64_t kElementary = 10;  // an elementary function takes as long as that many sums
bool is_cheap(std::string_view name) { return builtin_is(name, kCheap) || name == kChoose; }

}  // namespace

std::optional<Value> defer_call(const std::string& name, const std::vector<Value>& arguments, const Type& type,
                                Span span) {
  std::vector<const Value*> all;
  std::vector<ArrayExprP> operands;
  for (const Value& v : arguments) all.push_back(&v);
  if (!worth(all, span)) return {};
  for (const Value& v : arguments) operands.push_back(as_operand(v, span));
  ArrayExprP e = node(ArrayExpr::Kind::Call, std::move(operands), span);
  e->name = name;
  e->operators += is_cheap(name) ? 0 : kElementary - 1;
  set_type(*e, type);
  return Value(e);
}

std::optional<Value> defer_cast(const Value& a, const Type& to, Span span) {
  if (to.complex || to.elem == Elem::Bool || to.elem == Elem::U64 || to.elem == Elem::F16) return {};
  if (!is_large(a) || !deferrable(a) || is_complex(a)) return {};
  ArrayExprP e = node(ArrayExpr::Kind::Call, {as_operand(a, span)}, span);
  e->name = std::string(kCast) + elem_name(to.elem);
  e->elem = to.elem;
  return Value(e);
}

Value defer_view(const ArrayP& array, std::vector<ViewAxis> view, std::vector<std::int64_t> dims, Span span) {
  auto e = std::make_shared<ArrayExpr>();
  e->kind = ArrayExpr::Kind::Array;
  e->span = span;
  e->elem = array->elem;
  e->complex = array->complex;
  e->dims = std::move(dims);
  e->array = array;
  e->view = std::move(view);
  return Value(e);
}

Value defer_transpose(const ArrayExpr& view, Span span) {
  std::vector<ViewAxis> axes = view.view;
  for (ViewAxis& x : axes)
    if (x.dim >= 0) x.dim = 1 - x.dim;
  return defer_view(view.array, std::move(axes), {view.dims[1], view.dims[0]}, span);
}

bool is_transpose(const ArrayExpr& e) {
  if (e.kind != ArrayExpr::Kind::Array || e.dims.size() != 2) return false;
  std::vector<int> order;
  for (const ViewAxis& x : e.view)
    if (x.dim >= 0) order.push_back(x.dim);
  return order == std::vector<int>{1, 0};
}

// ---- slices ----

std::int64_t Slice::count() const {
  std::int64_t n = 1;
  for (auto d : dims) n *= d;
  return n;
}

namespace {

// One index along a dimension of n; empty: not one of these, or not inside.
struct Positions {
  std::int64_t offset = 0, step = 1, count = 1;
  bool single = false;
};
std::optional<Positions> positions_of(const Value& index, std::int64_t n) {
  if (std::holds_alternative<Nothing>(index.v)) return n > 0 ? std::optional(Positions{0, 1, n, false}) : std::nullopt;
  Positions p;
  if (auto* range = std::get_if<RangeP>(&index.v)) {
    const auto r = counted(**range);
    if (!r || r->count == 0 || r->count > n || !r->ints) return {};
    p = {r->lo, r->step, r->count, false};
  } else if (auto* k = std::get_if<Number>(&index.v); k && !k->complex) {
    if (is_float(k->type) && (std::floor(k->re) != k->re || std::fabs(k->re) > 9e15)) return {};
    p = {is_float(k->type) ? std::int64_t(k->re) : k->i, 1, 1, true};
  } else
    return {};
  const std::int64_t last = std::int64_t(std::uint64_t(p.offset) + std::uint64_t(p.count - 1) * std::uint64_t(p.step));
  if (p.offset < 0 || p.offset >= n || last < 0 || last >= n) return {};
  return p;
}

}  // namespace

std::optional<Slice> slice_of(const Array& a, const std::vector<Value>& indices) {
  const std::size_t rank = a.dims.size();
  if (a.fixed || indices.size() > rank || (indices.size() < rank && indices.size() < 2)) return {};
  std::vector<Positions> all;
  for (std::size_t d = 0; d < rank; ++d) {
    if (d >= indices.size()) {  // trailing extents of 1 may be left out
      if (a.dims[d] != 1) return {};
      all.push_back({0, 1, 1, true});
      continue;
    }
    const auto p = positions_of(indices[d], a.dims[d]);
    if (!p) return {};
    all.push_back(*p);
  }
  // The extents that indexing.cpp gives: single positions keep an extent of 1, but not at the end and not before one
  // range alone.
  std::size_t last = rank;
  while (last > 0 && all[last - 1].single) --last;
  if (last == 0) return {};
  bool alone = last > 1 || rank == 1;
  for (std::size_t k = 0; k + 1 < last; ++k) alone = alone && all[k].single;
  Slice s;
  for (std::size_t d = 0; d < rank; ++d) {
    const bool runs = !all[d].single && d < last;
    int dim = -1;
    if (runs || (d < last && !alone)) {
      dim = runs ? int(s.dims.size()) : -1;
      s.dims.push_back(all[d].count);
    }
    s.view.push_back({dim, all[d].offset, all[d].step});
  }
  if (s.dims.size() == 1 && !alone) s.dims.push_back(1);
  return s;
}

}  // namespace qc::host
