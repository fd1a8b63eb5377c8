// Arrays of computed extents that an iteration makes for itself, g = zeros(min(count, 16)), and slices of them and of
// what is made from slices. To the lowering they are slices whose length is computed (lazy_array.cpp) whose elements
// lie in memory of the iteration, row by row, and may be written to:
//
//   dist = zeros(n)                     length = n; for k = 0..length-1: memory[k] = 0
//   dist[k] = e                         if 0 <= k && k < length: memory[k] = e, else it fails
//
// How much memory is decided when the loop is reached, from what the extents are seen not to exceed with the numbers
// that it then has, or as much as an iteration keeps. An iteration that needs more ends the launch: what it wrote is
// undone, and the loop is stepped (kBailOut).
#include "lower/interface/local_arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "analysis/loops/affine.h"
#include "ast/array_name.h"
#include "lower/interface/access.h"
#include "lower/interface/assign.h"
#include "lower/interface/blocks.h"
#include "lower/interface/call.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/fixed_slices.h"
#include "lower/interface/kernel.h"
#include "lower/interface/launch_extents.h"
#include "lower/interface/lazy_array.h"
#include "lower/interface/steady_values.h"
#include "lower/state/lower_context.h"
#include "sema/types_of_builtins.h"

namespace qc::lowering {

namespace {

ir::ExprP below(const ir::ExprP& a, const ir::ExprP& b) { return ir::lt(a, b); }
ir::ExprP and_also(const ir::ExprP& a, const ir::ExprP& b) { return ir::logical_and(a, b); }
ir::ExprP negation(const ir::ExprP& e) { return ir::unary(ir::UnaryOp::Not, e); }
ir::ExprP zero() { return ir::int_const(0); }

// What a sum of products is never above: of min(a, b) either operand, of max(a, b) both; what stands with the other
// sign the other way round. So r+w - max(0, r-w) is at most 2*w.
class MostOf {
 public:
  using Known = std::function<std::optional<std::int64_t>(const ir::Expr& atom)>;
  explicit MostOf(Known known) : known_(std::move(known)) {}

  std::optional<std::int64_t> operator()(const ir::ExprP& e) {
    if (auto* product = std::get_if<ir::Binary>(&e->node); product && product->op == ir::BinaryOp::Mul) {  // of extents
      const auto a = (*this)(product->a), b = a ? (*this)(product->b) : std::nullopt;
      if (b && *a >= 0 && *b >= 0 && *a < kFar && *b < kFar) return product_ = true, *a * *b;
    }
    return most(polynomial(atoms_, e));
  }
  bool product() const { return product_; }  // which two negative factors exceed

 private:
  static constexpr std::int64_t kFar = std::int64_t(1) << 30;
  static constexpr int kMostSteps = 200;

  std::optional<std::int64_t> most(const Polynomial& p) {
    if (!p.valid() || ++steps_ > kMostSteps) return {};
    if (const auto c = p.constant()) return c;
    for (const Atom x : p.atoms()) {
      const ir::ExprP e = atoms_[x].expr;
      auto* b = e ? std::get_if<ir::Binary>(&e->node) : nullptr;
      if (!b || (b->op != ir::BinaryOp::Min && b->op != ir::BinaryOp::Max)) continue;
      const Polynomial rest = p.substitute(x, Polynomial(0));
      const auto times = (p.substitute(x, Polynomial(1)) - rest).constant();
      if (!times) return {};
      const auto one = most(p.substitute(x, polynomial(atoms_, b->a))),
                 other = most(p.substitute(x, polynomial(atoms_, b->b)));
      const bool either = (b->op == ir::BinaryOp::Min) == (*times > 0);
      if (either && (!one || !other)) return one ? one : other;
      if (!one || !other) return {};
      return either ? std::min(*one, *other) : std::max(*one, *other);
    }
    Polynomial number = p;
    for (const Atom x : p.atoms()) {
      const auto n = atoms_[x].expr ? known_(*atoms_[x].expr) : std::nullopt;
      if (!n) return {};
      number = number.substitute(x, Polynomial(*n));
    }
    return number.valid() ? number.constant() : std::nullopt;
  }

  AtomTable atoms_;
  Known known_;
  int steps_ = 0;
  bool product_ = false;
};

// Room for a number that may be another one the next time.
std::int64_t room_for(std::int64_t n) {
  std::int64_t room = 32;
  while (room < n) room *= 2;
  return room;
}

// Iterations of a loop that is compiled although one of them may need more memory than it gets: code for fewer takes
// longer than their steps.
constexpr std::int64_t kWorthTrying = 32;

bool is_slice_index(const ast::Expr& e) {
  return std::holds_alternative<ast::Colon>(e.node) || std::holds_alternative<ast::Range>(e.node);
}

}  // namespace

// Where a part of an array lies that has computed extents.
struct PartOfLazyArray {
  std::vector<std::optional<LazyArray::Axis>> axes;  // of each axis; none: one place
  std::vector<ir::ExprP> first;
};

static void assign_own_part(LowerContext& cx, const Value& own, const PartOfLazyArray& part, const Value& v, Span span);

std::optional<std::int64_t> most_of_length(const LowerContext& cx, const ir::ExprP& length, bool& sure) {
  const ir::ExprP e = cx.code.in_known_terms(length);
  MostOf surely([](const ir::Expr&) { return std::nullopt; });
  const auto always = surely(e);
  sure = always && !surely.product();
  if (always) return always;
  return MostOf([&cx](const ir::Expr& x) -> std::optional<std::int64_t> {
    if (auto* n = std::get_if<ir::Extent>(&x.node))
      return n->dim >= 0 && cx.code.f.arrays[n->array].space == ir::Space::Global
                 ? cx.scope.extent_of(cx.code.f.arrays[n->array].name, n->dim)
                 : std::nullopt;
    auto* v = std::get_if<ir::VarRef>(&x.node);
    if (!v || !never_changes(cx, v->var) || cx.code.known.positions.count(v->var)) return {};
    const std::string& name = cx.code.f.vars[v->var].name;
    if (const auto n = cx.scope.value_of(name)) return n;
    const auto c = cx.scope.constant_of(name);
    return c && *c == double(std::int64_t(*c)) ? std::optional(std::int64_t(*c)) : std::nullopt;
  })(e);
}

void bail_out_where(LowerContext& cx, const ir::ExprP& condition, const std::string& what, Span span) {
  ir::Block fail;
  fail.push_back({ir::Fail{cx.site(ir::Site::Kind::Error, span, kBailOut + what), {}}, span});
  cx.code.emit(ir::If{condition, std::move(fail), {}}, span);
}

bool reads_own(const LowerContext& cx, const LazyArray& c) {
  return std::any_of(c.reads.begin(), c.reads.end(),
                     [&](ir::ArrayId a) { return cx.code.f.arrays[a].space == ir::Space::Local; });
}

std::optional<Value> local_array(LowerContext& cx, const Type& shape, const std::vector<Value>& given, double fill,
                                 Span span) {
  if (cx.in_kernel || shape.complex || shape.elem != value_elem(shape.elem) || !shape.dims.empty()) return {};
  struct Extent {
    ir::ExprP e;
    std::int64_t most;
    bool sure;
  };
  std::vector<Extent> extents;
  std::int64_t least = 1, most = 1;  // memory for those that are known, and for all
  std::size_t unknown = 0;
  for (const Value& v : given) {
    if (!v.type.is_number() || v.type.complex || is_float(v.type.elem)) return {};
    ir::ExprP e = index_value(cx, v, span);
    if (const auto known = launch_constant(cx, *e)) e = ir::int_const(*known);
    if (const auto exact = ir::as_int(*e); exact && (*exact < 0 || *exact > kMostInMemory)) return {};
    bool sure = false;
    auto n = most_of_length(cx, e, sure);
    if (n && !sure && *n > 0 && *n <= kMostInMemory) n = room_for(*n);
    if (n && *n < 1) n = 1;
    if (n && *n > kMostInMemory) n.reset();
    unknown += !n;
    least *= n.value_or(1);
    extents.push_back({e, n.value_or(0), n && sure});
    if (least > kMostInMemory) return {};
  }
  if (unknown > 2) return {};
  const bool sure = std::all_of(extents.begin(), extents.end(), [](const Extent& x) { return x.sure; });
  if (!sure && !cx.assumed.is_longer_than(kWorthTrying)) return {};
  std::int64_t room = kMostInMemory / least;
  if (unknown == 2) room = 32;
  auto c = std::make_shared<LazyArray>();
  for (Extent& x : extents) {
    if (x.most == 0) x.most = room;
    most *= x.most;
    if (most > kMostInMemory || x.most < 1) return {};
    ir::ExprP n = ir::as_int(*x.e) ? x.e : cx.code.keep("$extent", x.e, span);
    const ir::ExprP negative = below(n, zero());
    ir::Site at{ir::Site::Kind::Error, span, "a negative extent: %d", {Elem::I64}, cx.names.frame().call, "Q0404"};
    ir::Block fail;
    fail.push_back({ir::Fail{cx.code.f.add_site(std::move(at)), {n}}, span});
    if (!ir::as_int(*x.e)) cx.code.emit(ir::If{negative, std::move(fail), {}}, span);
    if (!x.sure)
      bail_out_where(cx, below(ir::int_const(x.most), n),
                     fmt::format("an array made in an iteration has an extent of at most {}", x.most), span);
    if (!ir::as_int(*x.e))
      n = cx.code.keep("$length", ir::select(and_also(ir::le(zero(), n), ir::le(n, ir::int_const(x.most))), n, zero()),
                       span);
    const bool one = extents.size() > 1 && ir::as_int(*x.e) == 1;
    c->dims.push_back(one ? -1 : int(c->axes.size()));
    if (!one) c->axes.push_back({zero(), ir::sub(n, ir::int_const(1)), n, x.most});
  }
  if (c->axes.empty()) return {};
  if (c->axes.size() == 1 && c->dims.back() == 0) c->dims = {0};
  const ir::ArrayId memory = cx.code.scratch("$own", shape.elem, most);
  const ir::ExprP value = is_float(shape.elem)       ? ir::float_const(fill, shape.elem)
                          : shape.elem == Elem::Bool ? ir::bool_const(fill != 0)
                                                     : ir::int_const(std::int64_t(fill));
  ir::ExprP filled = ir::int_const(1);  // an iteration that fails reads elements of none
  for (const LazyArray::Axis& a : c->axes)
    filled =
        ir::mul(filled, ir::as_int(*a.length) ? a.length : ir::binary(ir::BinaryOp::Max, a.length, ir::int_const(1)));
  counted(cx, zero(), 1, ir::sub(filled, ir::int_const(1)), span,
          [&](const ir::ExprP& at) { cx.code.to_scratch(memory, at, value, span); });
  return own_elements(cx, {Type::unknown(), LazyRef{std::move(c), memory}});
}

// Its elements as they are here.
Value own_elements(const LowerContext& cx, const Value& own) {
  auto c = std::make_shared<LazyArray>(own.lazy());
  c->whole = nullptr;
  c->reads = {own.local_array()};
  c->view = true;
  c->stores = cx.effects.stores;
  c->element = [f = &cx.code.f, memory = own.local_array(), shape = *c](const std::vector<ir::ExprP>& at, bool) {
    return of_scalars(Type::number(f->arrays[memory].elem),
                      {ir::load(*f, {memory, {place_of_lazy(shape, at)}, false, Boundary::Unchecked, ir::kNoSite})});
  };
  Value out = own;
  out.as<LazyRef>().array = std::move(c);
  return out;
}

Value own_of(LowerContext& cx, const Value& v, const std::string& name, Span span) {
  const LazyArray& c = v.lazy();
  const Type type = type_of_lazy(cx, v);
  const std::int64_t most = most_of_lazy(c);
  const bool narrow = std::any_of(c.reads.begin(), c.reads.end(), [&](ir::ArrayId a) {
    return cx.code.f.arrays[a].elem != value_elem(cx.code.f.arrays[a].elem);
  });
  const bool named =
      !v.as<LazyRef>().name.empty() || (c.view && c.stores == std::numeric_limits<int>::max() && !c.reads.empty());
  if (most == 0 || cx.in_kernel || named || narrow || type.complex || type.elem == Elem::Bool)
    stop(
        "R901", span,
        fmt::format(
            "'{}' is a slice whose length is computed, and something else is assigned to it or its elements too", name),
        name);
  cx.effects.require_unwritten(c, span);
  const ir::ArrayId memory = cx.code.scratch("$own", type.elem, most);
  cx.code.to_scratch(memory, zero(), ir::cast(type.elem, zero()), span);
  loop_over(cx, c, span, [&](const auto& at) {
    cx.code.to_scratch(memory, place_of_lazy(c, at), c.element(at, false).parts()[0], span);
  });
  return own_elements(cx, {Type::unknown(), LazyRef{v.as<LazyRef>().array, memory}});
}

// ---- elements and slices ----------------------------------------------------------------------------------------

// The place in memory that the indices name. inside: whether it is there; where it has to be, what is not fails.
static std::vector<int> dims_for(const LazyArray& c, std::size_t indices) {
  std::vector<int> dims = c.dims;
  if (dims.size() < indices) dims.insert(dims.begin(), -1);
  return dims;
}

std::vector<ir::ExprP> place_in_lazy(LowerContext& cx, const Value& x, const std::vector<Value>& indices,
                                     ir::ExprP& inside, Span span) {
  const LazyArray& c = x.lazy();
  const std::vector<int> dims = dims_for(c, indices.size());
  if (dims.size() != indices.size())
    stop("R901", span, "a slice whose length is computed has other dimensions than indices");
  const bool safe = cx.in_kernel || cx.names.frame().device;
  std::vector<ir::ExprP> at(c.axes.size());
  inside = ir::bool_const(true);
  for (std::size_t k = 0; k < dims.size(); ++k) {
    if (!indices[k].type.is_number()) stop("R901", span, "a slice is taken of a slice whose length is computed");
    const ir::ExprP extent = dims[k] < 0 ? ir::int_const(1) : c.axes[std::size_t(dims[k])].length;
    const ir::ExprP i = cx.code.keep("$index", element_index(cx, indices[k], Boundary::Safe, span), span);
    const ir::ExprP here = and_also(ir::le(zero(), i), below(i, extent));
    if (!safe) {
      ir::Block fail;
      const std::string& name = x.as<LazyRef>().name;
      fail.push_back({ir::Fail{cx.site(ir::Site::Kind::OutOfRange, span, name.empty() ? ast::kUnnamedArray : name),
                               {i, extent, ir::int_const(std::int64_t(k))}},
                      span});
      cx.code.emit(ir::If{negation(here), std::move(fail), {}}, span);
    }
    if (dims[k] >= 0) at[std::size_t(dims[k])] = ir::select(here, i, zero());
    inside = and_also(inside, here);
  }
  return at;
}

// The part that indices with ranges or `:` in them select; nothing where it is not known how.
static std::optional<PartOfLazyArray> part_of_lazy(LowerContext& cx, const Value& x,
                                                   const std::vector<ast::ExprP>& indices, Span span) {
  const LazyArray& c = x.lazy();
  const std::vector<int> dims = dims_for(c, indices.size());
  if (cx.in_kernel || cx.names.frame().device || dims.size() != indices.size()) return {};
  PartOfLazyArray part;
  part.axes.resize(c.axes.size());
  part.first.resize(c.axes.size());
  const auto require = [&](const ir::ExprP& holds) {
    bail_out_where(cx, negation(holds), "slices of arrays made in an iteration lie in them", span);
  };
  for (std::size_t k = 0; k < dims.size(); ++k) {
    const ast::Expr& e = *indices[k];
    const ir::ExprP extent = dims[k] < 0 ? ir::int_const(1) : c.axes[std::size_t(dims[k])].length;
    auto* range = std::get_if<ast::Range>(&e.node);
    if (std::holds_alternative<ast::Colon>(e.node)) {
      if (dims[k] < 0) continue;
      part.axes[std::size_t(dims[k])] = c.axes[std::size_t(dims[k])];
      part.first[std::size_t(dims[k])] = zero();
      continue;
    }
    if (!range) {
      const Value v = expr(cx, e);
      if (!v.type.is_number() || v.type.complex || is_float(v.type.elem)) return {};
      const ir::ExprP i = cx.code.keep("$index", index_value(cx, v, e.span), span),
                      here = and_also(ir::le(zero(), i), below(i, extent));
      require(here);
      if (dims[k] >= 0) part.first[std::size_t(dims[k])] = cx.code.keep("$first", ir::select(here, i, zero()), span);
      continue;
    }
    if (dims[k] < 0 || range->step) return {};
    const Value lo = expr(cx, *range->lo), hi = expr(cx, *range->hi);
    for (const Value* v : {&lo, &hi})
      if (!v->type.is_number() || v->type.complex || is_float(v->type.elem)) return {};
    const auto known = distance(index_value(cx, lo, e.span), index_value(cx, hi, e.span));  // 0..2
    if (known && (*known < 0 || *known >= c.axes[std::size_t(dims[k])].most)) return {};
    const ir::ExprP first = cx.code.keep("$first", index_value(cx, lo, e.span), span),
                    last = cx.code.keep("$last", index_value(cx, hi, e.span), span);
    const ir::ExprP here =
        and_also(and_also(ir::le(zero(), first), ir::le(first, ir::add(last, ir::int_const(1)))), below(last, extent));
    require(here);
    const ir::ExprP length =
        known
            ? ir::int_const(*known + 1)
            : cx.code.keep("$length", ir::select(here, ir::add(ir::sub(last, first), ir::int_const(1)), zero()), span);
    bool sure = false;
    const std::int64_t whole = c.axes[std::size_t(dims[k])].most;
    const auto most = most_of_length(
        cx, ir::add(ir::sub(index_value(cx, hi, e.span), index_value(cx, lo, e.span)), ir::int_const(1)), sure);
    part.axes[std::size_t(dims[k])] = LazyArray::Axis{zero(), ir::sub(length, ir::int_const(1)), length,
                                                      most && sure ? std::clamp<std::int64_t>(*most, 1, whole) : whole};
    part.first[std::size_t(dims[k])] = cx.code.keep("$from", ir::select(here, first, zero()), span);
  }
  return part;
}

std::optional<Value> slice_of_lazy(LowerContext& cx, const Value& x, const std::vector<ast::ExprP>& indices,
                                   Span span) {
  if (std::none_of(indices.begin(), indices.end(), [](const auto& i) { return is_slice_index(*i); })) return {};
  const LazyArray& c = x.lazy();
  cx.effects.require_unwritten(c, span);
  const auto part = part_of_lazy(cx, x, indices, span);
  if (!part) return {};
  auto out = std::make_shared<LazyArray>(c);
  out->axes.clear();
  std::vector<int> axis_of(c.axes.size(), -1), dims;
  for (std::size_t k = 0; k < c.axes.size(); ++k) {
    if (!part->axes[k]) continue;
    axis_of[k] = int(out->axes.size());
    out->axes.push_back(*part->axes[k]);
  }
  if (out->axes.empty()) return {};
  for (const int axis : dims_for(c, indices.size())) dims.push_back(axis < 0 ? -1 : axis_of[std::size_t(axis)]);
  while (dims.size() > 1 && dims.back() < 0) dims.pop_back();
  if (std::all_of(dims.begin(), dims.end() - 1, [](int axis) { return axis < 0; }) &&
      (dims.size() > 1 || indices.size() == 1))
    dims = {0};
  else if (dims.size() == 1)
    dims.push_back(-1);
  out->dims = std::move(dims);
  return with_elements(std::move(out), [x, axis_of, part = *part](const std::vector<ir::ExprP>& at) {
    std::vector<ir::ExprP> place;
    for (std::size_t k = 0; k < axis_of.size(); ++k) {
      place.push_back(axis_of[k] < 0 ? part.first[k] : ir::add(part.first[k], at[std::size_t(axis_of[k])]));
      const ir::ExprP& whole = x.lazy().axes[k].length;
      const bool may_end_before = axis_of[k] >= 0 && ir::as_int(*part.axes[k]->length) &&
                                  !ir::as_int(*whole);  // then the iteration does not count
      if (may_end_before)
        place.back() = ir::binary(ir::BinaryOp::Max, zero(),
                                  ir::binary(ir::BinaryOp::Min, place.back(), ir::sub(whole, ir::int_const(1))));
    }
    return x.lazy().element(place, false);
  });
}

// ---- assignments ------------------------------------------------------------------------------------------------

bool assign_own(LowerContext& cx, const ast::Index& place, const Value& own, const ast::Assign& a, Span span) {
  const Elem elem = cx.code.f.arrays[own.local_array()].elem;
  if (std::any_of(place.indices.begin(), place.indices.end(), [](const auto& i) { return is_slice_index(*i); })) {
    const auto part = a.op == ast::AssignOp::Set ? part_of_lazy(cx, own, place.indices, span) : std::nullopt;
    if (!part) return false;
    assign_own_part(cx, own, *part, whole_value(cx, *a.value), span);
    return true;
  }
  const std::vector<Value> indices =
      index_values(cx, place.indices, [](std::size_t, std::size_t) { return std::nullopt; });
  auto* c = std::get_if<ast::Call>(&a.value->node);
  const Operand o = a.op != ast::AssignOp::Set
                        ? operand(cx, *a.value)
                        : Operand{c ? call(cx, *c, a.value->span, true) : expr(cx, *a.value), {}};
  Value at = own;
  if (indices.size() == 1 && own.lazy().axes.size() > 1) at = row_of_lazy(cx, own, span);
  ir::ExprP inside;
  const std::vector<ir::ExprP> element = place_in_lazy(cx, at, indices, inside, span);
  const Value array = of_array(Type::array(elem, 1), own.local_array());
  const ir::Access access{
      own.local_array(), {place_of_lazy(at.lazy(), element)}, false, Boundary::Unchecked, ir::kNoSite};
  ir::Block then = collect_arm(cx, [&] {
    if (a.op == ast::AssignOp::Set)
      store(cx, array, access, o.value, span);
    else
      update_element(cx, array, access, a.op, o, span);
  });
  cx.code.emit(ir::If{inside, std::move(then), {}}, span);
  return true;
}

void note_shared_own(LowerContext& cx, const std::string& key, ir::ArrayId memory) {
  cx.types.changed |= cx.aliases.note_shared_own(cx.names, key, memory);
}

// The elements of an array are those of a value of as many, which reads none of them.
static void give_elements(LowerContext& cx, const Value& own, const Value& v, Span span) {
  ++cx.effects.stores;
  loop_over(cx, v.lazy(), span, [&](const auto& at) {
    cx.code.to_scratch(own.local_array(), place_of_lazy(own.lazy(), at), v.lazy().element(at, false).parts()[0], span);
  });
}

bool replace_own(LowerContext& cx, const Binding& b, const Value& given, Span span) {
  const Value own = *b.alias();
  if (!local_array_of(own) || cx.aliases.shared_own.count(b.key) || own.lazy().dims != given.lazy().dims) return false;
  for (std::size_t k = 0; k < own.lazy().axes.size(); ++k) {
    const auto n = ir::as_int(*own.lazy().axes[k].length), m = ir::as_int(*given.lazy().axes[k].length);
    if (!n || n != m) return false;
  }
  const Elem elem = cx.code.f.arrays[own.local_array()].elem;
  if (type_of_lazy(cx, given) != Type::number(elem)) return false;
  Value v = given;
  if (reads_own(cx, v.lazy())) v = kept_lazy(cx, v, most_of_lazy(v.lazy()), span);
  cx.effects.require_unwritten(v.lazy(), span);
  give_elements(cx, own, v, span);
  return true;
}

void update_own(LowerContext& cx, const Value& own, const ast::Assign& a, Span span) {
  const Value v = combine(cx, a.op, own, operand(cx, *a.value), span);
  const std::int64_t most = is_lazy(v) ? most_of_lazy(v.lazy()) : 0;
  bool fits = most > 0 && v.lazy().dims == own.lazy().dims &&
              type_of_lazy(cx, v) == Type::number(cx.code.f.arrays[own.local_array()].elem);
  for (std::size_t k = 0; fits && k < own.lazy().axes.size(); ++k)
    fits = made_alike(cx, v.lazy().axes[k], own.lazy().axes[k], span);
  if (!fits) stop("R901", span, "an array made in an iteration is updated as a whole, and becomes another one");
  give_elements(cx, own, kept_lazy(cx, v, most, span), span);  // what it is computed from may be its own elements
}

// g[k,:] = row
static void assign_own_part(LowerContext& cx, const Value& own, const PartOfLazyArray& part, const Value& given,
                            Span span) {
  const Elem elem = cx.code.f.arrays[own.local_array()].elem;
  LazyArray target = own.lazy();
  target.axes.clear();
  for (const auto& a : part.axes)
    if (a) target.axes.push_back(*a);
  Value v = given;
  const auto misfit = [&] {
    stop("R901", span, "a part of an array made in an iteration is given elements that are not seen to be as many");
  };
  if (is_lazy(v)) {
    if (v.lazy().axes.size() != target.axes.size() || type_of_lazy(cx, v).complex) misfit();
    for (std::size_t k = 0; k < target.axes.size(); ++k)
      if (!made_alike(cx, v.lazy().axes[k], target.axes[k], span)) misfit();
    if (reads_own(cx, v.lazy())) {
      const std::int64_t most = most_of_lazy(v.lazy());
      if (most == 0) misfit();
      v = kept_lazy(cx, v, most, span);
    }
    cx.effects.require_unwritten(v.lazy(), span);
  } else if (v.type.kind == Type::Kind::Fixed && components(v) > 1) {
    std::int64_t count = 1;
    for (const LazyArray::Axis& a : target.axes) count *= launch_constant(cx, *a.length).value_or(0);
    if (v.type.complex || count != std::int64_t(components(v))) misfit();
  } else {
    require_value(cx, v, span, "a number");
    if (v.type.complex)
      error("Q0301", span, "a complex number does not fit into a real element", "use real(x) or abs(x)");
    v = cx.code.kept(v.type.is_number() ? v : component(v, 0), span);
  }
  ++cx.effects.stores;
  const auto place = [&](const std::vector<ir::ExprP>& at) {
    std::vector<ir::ExprP> out;
    std::size_t k = 0;
    for (std::size_t d = 0; d < part.axes.size(); ++d)
      out.push_back(part.axes[d] ? ir::add(part.first[d], at[k++]) : part.first[d]);
    return place_of_lazy(own.lazy(), out);
  };
  if (!is_lazy(v) && !v.type.is_number()) {
    v = cx.code.kept(v, span);
    for (std::size_t k = 0; k < components(v); ++k)
      cx.code.to_scratch(own.local_array(), place(axes_at(target, ir::int_const(std::int64_t(k)))),
                         lowering::part(component(v, k), 0, elem), span);
    return;
  }
  loop_over(cx, target, span, [&](const auto& at) {
    cx.code.to_scratch(own.local_array(), place(at),
                       lowering::part(is_lazy(v) ? v.lazy().element(at, false) : v, 0, elem), span);
  });
}

}  // namespace qc::lowering
