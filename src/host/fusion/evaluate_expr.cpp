#include "host/fusion/evaluate_expr.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "host/access/strided_copy.h"
#include "host/arrays/arith.h"
#include "host/arrays/elementwise.h"
#include "host/arrays/matrix_product.h"
#include "host/arrays/reduce_rows.h"
#include "host/arrays/transpose.h"
#include "host/builtins/builtins.h"
#include "host/builtins/support.h"
#include "host/context/parallel_chunks.h"
#include "host/device/device_arrays.h"
#include "host/device/device_product.h"
#include "host/device/launch.h"
#include "host/fusion/loop_of_expr.h"
#include "ir/tree_shape.h"
#include "support/stop.h"

namespace qc::host {

namespace {

using Kind = ArrayExpr::Kind;

// An operator on an element, before the loop of an expression is worth the milliseconds that compiling it takes; on a
// GPU the arrays would have to come to the host as well.
constexpr double kWorthHost = 1 << 22, kWorthGpu = 1 << 16;

// The variables of the loop: those that ArrayLoop names, nothing else. `$s` is what it leaves.
class ArrayScope : public LoopScope {
 public:
  explicit ArrayScope(Variables& values) : values_(values) {}
  std::optional<Type> type_of(std::string_view name) const override {
    auto it = values_.find(name);
    return it == values_.end() ? std::nullopt : std::optional(host::type_of(it->second));
  }
  Value* own(std::string_view name, std::uint32_t& place) override { return values_.find(name, place); }
  std::uint64_t kind_of(std::string_view name, std::uint32_t& place) override {
    const Value* v = own(name, place);
    return v ? host::kind_of(*v) : 0;
  }
  std::optional<double> constant_of(std::string_view) const override { return {}; }
  std::vector<FunctionRef> functions(std::string_view) const override { return {}; }
  std::vector<FunctionRef> functions_of(const Closure&, const std::string&) const override { return {}; }
  bool live_after(std::string_view name) const override { return name == "$s"; }
  std::vector<std::string> names() const override { return {}; }
  Value* find(std::string_view name) override {
    auto it = values_.find(name);
    return it == values_.end() ? nullptr : &it->second;
  }
  void assign(const std::string& name, Value value) override { values_[name] = std::move(value); }

 private:
  Variables& values_;
};

// What a loop has used is not kept alive by its names.
struct LetGo {
  Variables& values;
  ~LetGo() { values.clear(); }
};

const char* update_of(Fold f) {
  switch (f) {
    case Fold::Sum:
      return "+";
    case Fold::Product:
      return "*";
    case Fold::Min:
      return "min";
    case Fold::Max:
      return "max";
    case Fold::Any:
      return "||";
    default:
      return "&&";
  }
}

// What a fold starts with: neutral, and 0 and 1 for sums and products.
Number start_of(Fold f, Elem type, bool complex) {
  if (complex) {
    Number n = Number::real(f == Fold::Product, type);
    n.complex = true;
    return n;
  }
  if (f == Fold::Any || f == Fold::All) return Number::boolean(f == Fold::All);
  if (is_float(type)) {
    if (f == Fold::Sum || f == Fold::Product) return Number::real(f == Fold::Product, type);
    return Number::real(std::numeric_limits<double>::quiet_NaN(), type);
  }
  using Limits = std::numeric_limits<std::int64_t>;
  return Number::integer(f == Fold::Sum ? 0 : f == Fold::Product ? 1 : f == Fold::Min ? Limits::max() : Limits::min());
}

void fill(SessionContext& session, Array& a, const Number& with) {
  if (fill_there(session, a, with)) return;
  auto* data = static_cast<std::byte*>(a.buffer->host_overwrite());
  if (a.count() == 0) return;
  set_element(a, data, 0, with);
  const std::size_t all = a.buffer->bytes();
  for (std::size_t have = all / std::size_t(a.count()); have < all; have *= 2)
    std::memcpy(data + have, data, std::min(have, all - have));
}

// The type in which a fold is computed.
Elem fold_type(Elem elem) {
  const Elem t = value_elem(elem);
  return t == Elem::Bool ? Elem::I64 : t;
}

}  // namespace

struct ArrayRunner::Shape {
  std::unique_ptr<ast::Stmt> loop;  // once it is worth it
  double work = 0;                  // operators on elements until then
  bool has_run = false;             // so loops have it
  bool refused = false;             // loops do not have it
  Variables values;                 // of the loop, while it runs; their places stay
};

ArrayRunner::ArrayRunner(SessionContext& session, LoopRunner& loops)
    : session_(session), loops_(loops), report_(session) {}
ArrayRunner::~ArrayRunner() = default;

ArrayRunner::Shape& ArrayRunner::shape(const std::string& key) {
  auto& s = shapes_[key];
  if (!s) s = std::make_unique<Shape>();
  return *s;
}

bool ArrayRunner::worth_compiling(Shape& s, std::int64_t elements, std::int64_t operators) const {
  if (s.refused) return false;
  if (s.loop) return true;
  s.work += double(elements) * double(operators);
  if (s.work < kWorthGpu) return false;  // and no device is opened for it
  return s.work >= kWorthHost || session_.device().info().gpu_like;
}

bool ArrayRunner::run(ArrayLoop& loop, Shape& s, const std::string& update, const Number* start, Value* sum) {
  if (!s.loop) s.loop = loop.statement(update);
  Variables& values = s.values;
  const LetGo let_go{values};
  loop.bind(values);
  if (start) values[sum ? "$s" : "$z"] = Value(*start);
  ArrayScope scope(values);
  try {
    if (loops_.run(*s.loop, scope)) {
      if (sum) *sum = std::move(values["$s"]);
      return s.has_run = true;
    }
  } catch (const ProgramError& e) {
    // What loops do not have shows the first time. An interrupt says nothing of that, and step by step it would last.
    if (s.has_run || is_stop(e)) throw;
  }
  s.refused = true;
  return false;
}

bool ArrayRunner::on_gpu(std::int64_t elements) const {
  return double(elements) >= kWorthGpu && session_.device().info().gpu_like;
}

Value ArrayRunner::compute(const Value& v) {
  auto* p = std::get_if<ArrayExprP>(&v.v);
  if (!p) return v;
  ArrayExpr& e = **p;
  if (e.kind == Kind::Array && (e.whole || !deferrable(v) || !on_gpu(e.count()))) {
    if (!e.whole) e.become(is_transpose(e) ? copy_transpose(e) : copy_view(*e.array, e.view, e.dims));
    return Value(e.array);
  }
  ArrayP out = make_array(e.elem, e.dims, false, e.complex);
  ArrayLoop loop(e);
  std::vector<ViewAxis> all;
  for (std::size_t d = 0; d < e.dims.size(); ++d) all.push_back({int(d), 0, 1});
  loop.store_into(out, all);
  loop.finish();
  Shape& s = shape(loop.key(""));
  bool done = false;
  if (worth_compiling(s, e.count(), std::max<std::int64_t>(e.operators, 1))) done = run(loop, s, "");
  if (done)
    report_.fused(e, "");
  else
    report_.stepped(e);
  e.become(done ? out : std::get<ArrayP>(step_by_step(e).v));
  return Value(e.array);
}

// The transpose of a matrix, or of a part, which lies together first.
ArrayP ArrayRunner::copy_transpose(const ArrayExpr& e) {
  const Value straight = defer_transpose(e, e.span);
  const ArrayExpr& part = *std::get<ArrayExprP>(straight.v);
  const bool whole =
      part.dims == part.array->dims &&
      std::all_of(part.view.begin(), part.view.end(), [](const ViewAxis& x) { return x.dim >= 0 && x.step == 1; });
  const ArrayP from = whole ? part.array : copy_view(*part.array, part.view, part.dims);
  return transposed(*from, session_.host_device());
}

std::optional<Value> ArrayRunner::transpose(const Value& v, Span span) {
  const Value computed = std::holds_alternative<ArrayExprP>(v.v) ? compute(v) : v;
  auto* a = std::get_if<ArrayP>(&computed.v);
  if (!a || !is_large(computed) || (*a)->fixed || (*a)->dims.size() < 2 || (*a)->dims.size() > 3) return {};
  std::vector<ViewAxis> view{{1, 0, 1}, {0, 0, 1}};
  std::vector<std::int64_t> dims{(*a)->dims[1], (*a)->dims[0]};
  if ((*a)->dims.size() == 3) {
    view.push_back({2, 0, 1});
    dims.push_back((*a)->dims[2]);
  }
  const Value later = defer_view(*a, std::move(view), std::move(dims), span);
  if (deferrable(later) && on_gpu((*a)->count())) return later;
  return compute(later);
}

Value ArrayRunner::step_by_step(const ArrayExpr& e) {
  const Elem scalar = session_.options().scalar;
  if (e.kind == Kind::Scalar) return Value(e.number);
  if (e.kind == Kind::Array) return e.whole ? Value(e.array) : Value(copy_view(*e.array, e.view, e.dims));
  std::vector<Value> parts;
  for (const auto& o : e.operands) parts.push_back(step_by_step(*o));
  switch (e.kind) {
    case Kind::Binary:
      return binary_value(e.op, parts[0], parts[1], scalar, e.span);
    case Kind::Fused:
      return fused_value(parts[0], parts[1], parts[2], e.negate_product, e.negate_addend, scalar, e.span);
    case Kind::Negate:
      return negate(parts[0], e.span);
    case Kind::Not:
      return logical_not(parts[0], e.span);
    case Kind::Power:
      return literal_power(parts[0], e.exponent, scalar, e.span);
    default:
      break;
  }
  if (e.name.starts_with(kCast)) {
    const ArrayP& from = std::get<ArrayP>(parts[0].v);
    const ArrayP out = as_elem(from, e.elem);
    return Value(out == from ? copy_of(*from) : out);
  }
  CallContext context{session_, e.span, 1};
  return find_builtin(e.name)(context, parts).at(0);
}

bool ArrayRunner::store_fused(const ArrayExpr& e, const ArrayP& target, const Slice& slice) {
  if (slice.dims != e.dims || (e.complex && !target->complex) || target->fixed || target->is_const ||
      target->elem == Elem::F16)
    return false;
  ArrayLoop loop(e);
  if (!loop.store_into(target, slice.view)) return false;
  loop.finish();
  Shape& s = shape(loop.key(""));
  if (!worth_compiling(s, e.count(), e.operators + 1)) return false;
  if (!run(loop, s, "")) return false;
  report_.fused(e, "");
  return true;
}

bool ArrayRunner::store(const Value& v, const ArrayP& target, const Slice& slice, Span span) {
  if (target->fixed || target->is_const) return false;
  auto* e = std::get_if<ArrayExprP>(&v.v);
  if (e && store_fused(**e, target, slice)) return true;
  const Value value = compute(v);
  const bool gpu = on_gpu(slice.count());
  auto* same = std::get_if<ArrayP>(&value.v);
  if (same && ((*same)->elem != target->elem || (*same)->complex != target->complex ||
               (*same)->count() != slice.count() || (*same)->buffer == target->buffer))
    same = nullptr;
  if (same && moved_on(**same, slice.count())) {
    write_view(*target, slice.view, slice.dims, **same);
    return true;
  }
  if (gpu && deferrable(value) && store_fused(*as_operand(value, span), target, slice)) return true;
  if (same) write_view(*target, slice.view, slice.dims, **same);
  if (std::holds_alternative<ArrayP>(value.v)) return same != nullptr;
  auto* n = std::get_if<Number>(&value.v);
  if (!n || (n->complex && !target->complex)) return false;
  if (gpu) {
    const ArrayExprP fill = as_operand(value, span);
    fill->dims = slice.dims;
    if (store_fused(*fill, target, slice)) return true;
  }
  ArrayP one = make_array(target->elem, {1}, false, target->complex);
  set_element(*one, one->buffer->host_overwrite(), 0, *n);
  fill_view(*target, slice.view, slice.dims, one->buffer->host_read());
  return true;
}

namespace {

LineShape lines_along(const Array& x, std::size_t dim) {
  LineShape s{1, x.dims[dim], 1};
  for (std::size_t d = 0; d < dim; ++d) s.outer *= x.dims[d];
  for (std::size_t d = dim + 1; d < x.dims.size(); ++d) s.inner *= x.dims[d];
  return s;
}

// f(pointer to the elements) for ints narrower than 64 bits; false: x holds others.
template <class F>
bool with_narrow_ints(const Array& x, const F& f) {
  const auto as = [&]<class T>(T) {
    f(static_cast<const T*>(x.buffer->host_read()));
    return true;
  };
  switch (x.elem) {
    case Elem::U8:
      return as(std::uint8_t{});
    case Elem::I8:
      return as(std::int8_t{});
    case Elem::U16:
      return as(std::uint16_t{});
    case Elem::I16:
      return as(std::int16_t{});
    case Elem::U32:
      return as(std::uint32_t{});
    case Elem::I32:
      return as(std::int32_t{});
    default:
      return false;
  }
}

// Extremes of ints as they are stored, bytes in particular; they become 64 bits wide as results. False: x holds others.
bool narrow_extremes(bool max, const Array& x, const LineShape& s, Array& out) {
  return with_narrow_ints(x, [&](const auto* from) {
    extremes_of_lines(max, from, s, static_cast<std::int64_t*>(out.buffer->host_overwrite()));
  });
}

// That of all elements, in pieces, whose order does not matter.
std::optional<std::int64_t> narrow_extreme(bool max, const Array& x, runtime::Device& host) {
  constexpr std::int64_t kPiece = 1 << 18;
  const std::int64_t n = x.count();
  std::vector<std::int64_t> pieces(std::size_t((n + kPiece - 1) / kPiece));
  const bool narrow =
      n > 0 && with_narrow_ints(x, [&](const auto* from) {
        in_chunks(host, n, kPiece, [&](std::int64_t begin, std::int64_t end) {
          extremes_of_lines(max, from + begin, {1, end - begin, 1}, &pieces[std::size_t(begin / kPiece)]);
        });
      });
  if (!narrow) return {};
  return max ? *std::max_element(pieces.begin(), pieces.end()) : *std::min_element(pieces.begin(), pieces.end());
}

}  // namespace

// Computed first: folding neighbouring lines together brings more than the pass over memory costs.
std::optional<Value> ArrayRunner::columns(Fold what, const Value& v, std::size_t dim, const ArrayP& out) {
  const Value computed = compute(v);
  const ArrayP& stored = std::get<ArrayP>(computed.v);
  if (stored->count() == 0 || what == Fold::Any || what == Fold::All) return {};
  const LineShape s = lines_along(*stored, dim);
  if (stored->complex) {
    if (what != Fold::Sum) return {};
    static_assert(tree_lanes(2 * sizeof(double)) ==
                  tree_lanes(sizeof(float)));  // the parts are folded as numbers beside each other
    fold_columns(what, *stored, s.outer, s.n, 2 * s.inner, *out, session_.host_device());
    return Value(out);
  }
  if ((what == Fold::Min || what == Fold::Max) && narrow_extremes(what == Fold::Max, *stored, s, *out))
    return Value(out);
  fold_columns(what, *elements_as(stored, out->elem), s.outer, s.n, s.inner, *out, session_.host_device());
  return Value(out);
}

// Two numbers are two columns, on a GPU because a load of eight bytes keeps half as many under way.
std::optional<Value> ArrayRunner::columns_of_parts(const Array& x, std::size_t dim, Span span) {
  auto parts = std::make_shared<Array>(x);
  parts->complex = false;
  parts->dims.back() *= 2;
  const auto sums = fold(Fold::Sum, Value(ArrayP(parts)), std::int64_t(dim), span);
  if (!sums) return {};
  auto out = std::make_shared<Array>(*std::get<ArrayP>(sums->v));
  out->complex = true;
  out->dims.back() /= 2;
  return Value(ArrayP(out));
}

// Masks along a dimension: whether any is true, or all, or how many.
Value ArrayRunner::truths(Fold what, const Value& v, std::size_t dim) {
  const Value computed = compute(v);
  const ArrayP mask = std::get<ArrayP>(computed.v);
  const LineShape s = lines_along(*mask, dim);
  auto dims = mask->dims;
  dims[dim] = 1;
  if (dims.size() == 1) dims.insert(dims.begin(), 1);
  ArrayP out = make_array(what == Fold::Sum ? Elem::I64 : Elem::Bool, dims, false);
  const auto* from = static_cast<const std::uint8_t*>(mask->buffer->host_read());
  void* to = out->buffer->host_overwrite();
  if (what == Fold::Sum)
    counts_of_lines(from, s, static_cast<std::int64_t*>(to));
  else
    truth_of_lines(what == Fold::All, from, s, static_cast<std::uint8_t*>(to));
  return Value(out);
}

std::optional<Value> ArrayRunner::fold(Fold what, const Value& v, std::optional<std::int64_t> dim, Span span) {
  if (!deferrable(v) || !is_large(v)) return {};
  const ArrayExprP e = as_operand(v, span);
  const bool truth = what == Fold::Any || what == Fold::All;
  const Elem type = truth ? Elem::Bool : fold_type(e->elem);
  const bool extreme = what == Fold::Min || what == Fold::Max;
  if (e->complex && what != Fold::Sum && what != Fold::Product) return {};
  if (extreme && !dim && e->kind == Kind::Array && e->whole && !session_.device().info().is_cuda)
    if (const auto n = narrow_extreme(what == Fold::Max, *e->array, session_.host_device()))
      return Value(Number::integer(*n));
  const std::string update = update_of(what);
  ArrayLoop loop(*e);
  ArrayP out;
  bool by_columns = false;  // the host has a way of its own until a loop is worth compiling
  std::size_t d = 0;
  if (dim) {
    d = e->dims.size() == 1 ? 0 : std::size_t(*dim);  // a vec is a 1 x N row: dimension 1 is its own
    if (e->dims.size() == 1 && *dim != 1) return {};
    if (truth && e->elem != Elem::Bool) return {};
    if ((truth || (what == Fold::Sum && e->elem == Elem::Bool)) && !session_.device().info().gpu_like)
      return truths(what, v, d);
    auto dims = e->dims;
    dims[d] = 1;
    out = make_array(type, dims, false, e->complex);
    constexpr std::int64_t kSideBySide = 2;
    const bool stored_floats = e->kind == Kind::Array && (e->elem == Elem::F32 || e->elem == Elem::F64);
    const bool short_lines = e->dims[d] <= kShortLine || ((extreme || e->complex) && stored_floats);
    std::int64_t inner = 1;
    for (std::size_t k = d + 1; k < dims.size(); ++k) inner *= dims[k];
    by_columns = (inner >= kSideBySide || short_lines) && !session_.device().info().gpu_like;
    const bool parts = e->complex && what == Fold::Sum && d + 1 < dims.size() && e->kind == Kind::Array && e->whole;
    if (parts) return columns_of_parts(*e->array, d, span);
    if (by_columns && (extreme || e->complex)) return columns(what, v, d, out);
    loop.fold_into(out, int(d));
    if (!loop.starts_itself(update)) fill(session_, *out, start_of(what, type, e->complex));
  } else
    loop.fold_all();
  loop.finish();
  // A tree over several loops divides for each element; a pass over memory takes less.
  if (!dim && loop.loops() > 1 && !session_.device().info().is_cuda) return fold(what, compute(v), dim, span);
  Shape& s = shape(loop.key(update));
  if (!worth_compiling(s, e->count(), e->operators + 1)) return by_columns ? columns(what, v, d, out) : std::nullopt;
  const Number start = start_of(what, type, e->complex);
  Value sum;
  if (!run(loop, s, update, &start, out ? nullptr : &sum)) return by_columns ? columns(what, v, d, out) : std::nullopt;
  report_.fused(*e, update);
  if (!out) return sum;
  if (out->dims.size() == 1) out->dims.insert(out->dims.begin(), 1);
  return Value(out);
}

namespace {

ArrayP as_matrix(const ArrayP& a) {
  auto m = std::make_shared<Array>(*a);
  if (m->dims.size() == 1) m->dims.insert(m->dims.begin(), 1);
  m->boundary = Boundary::Unchecked;
  return m;
}

}  // namespace

bool ArrayRunner::product_reads_transpose(const Value& v) const {
  const Elem elem = type_of(v).elem;
  return is_large(v) && deferrable(v) && !is_complex(v) && dims_of(v).size() == 2 &&
         (elem == Elem::F32 || elem == Elem::F64) &&
         (session_.device().info().is_cuda || !on_gpu(as_operand(v, {})->count()));
}

namespace {

// Whether both are the same part of the same array.
bool same_part(const ArrayExpr& a, const ArrayExpr& b) {
  const auto same = [](const ViewAxis& x, const ViewAxis& y) {
    return x.dim == y.dim && x.offset == y.offset && x.step == y.step;
  };
  return b.kind == Kind::Array && a.array->buffer == b.array->buffer && a.array->elem == b.array->elem &&
         a.array->dims == b.array->dims && a.dims == b.dims &&
         std::equal(a.view.begin(), a.view.end(), b.view.begin(), b.view.end(), same);
}

}  // namespace

Value ArrayRunner::product(const Value& left, const Value& right, Span span) {
  // What is read transposed: the array itself, not its transpose.
  const auto straight = [&](const ArrayExprP& e) {
    return is_transpose(*e) && product_reads_transpose(Value(e)) ? std::get<ArrayExprP>(defer_transpose(*e, span).v)
                                                                 : nullptr;
  };
  const ArrayExprP a = as_operand(left, span), b = as_operand(right, span), a_straight = straight(a),
                   b_straight = straight(b);
  const ArrayExprP x = a_straight ? a_straight : a, y = b_straight ? b_straight : b;
  const bool once = x->kind == Kind::Array && same_part(*x, *y);  // transpose(x)*x: x is read from one place
  const ArrayP p = std::get<ArrayP>(compute(Value(x)).v), q = once ? p : std::get<ArrayP>(compute(Value(y)).v);
  return product(p, q, span, bool(a_straight), bool(b_straight));
}

Value ArrayRunner::product(const ArrayP& a, const ArrayP& b, Span span, bool a_transposed, bool b_transposed) {
  constexpr double kWorthLaunch = 1 << 18;  // fused steps
  const ArrayP x = as_matrix(a), y = as_matrix(b);
  const std::int64_t inner = x->dims[a_transposed ? 0 : 1];
  const double steps = double(x->count()) * double(y->dims[b_transposed ? 0 : 1]);
  const bool floats = (x->elem == Elem::F32 || x->elem == Elem::F64) && x->elem == y->elem && x->complex == y->complex;
  if (inner == y->dims[b_transposed ? 1 : 0] && floats && steps >= kWorthLaunch && session_.device().info().is_cuda)
    return as_left_factor(Value(product_on(session_.device(), *x, *y, a_transposed, b_transposed)), a);
  return matrix_product(a, b, span, &session_.host_device(), a_transposed, b_transposed);
}

}  // namespace qc::host
