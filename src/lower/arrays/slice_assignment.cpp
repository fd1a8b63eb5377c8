// x[i,a..b] = e, a slice of computed length assigned in compiled code: the loop over its elements that it stands for.
// Slices whose length is part of the code are fixed-size values instead (fixed_slices.cpp). The value is written
// element by element, so only where no element is read after it was written: what the value reads of the same array is
// the element at the same place.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "analysis/loops/affine.h"
#include "lower/arrays/slice_shape.h"
#include "lower/interface/access.h"
#include "lower/interface/assign.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/fixed_slices.h"
#include "lower/interface/kernel.h"
#include "lower/interface/launch_extents.h"
#include "lower/interface/lazy_array.h"
#include "lower/interface/range_lowering.h"
#include "lower/interface/slice_loop.h"
#include "lower/state/lower_context.h"
#include "sema/builtins.h"

namespace qc::lowering {

namespace {

constexpr std::int64_t kMostUnrolled = kMostChannels;  // fewer elements are fixed-size values
constexpr std::int64_t kMostExtent = std::int64_t{1} << 40;

// A range, also one that a number is added to: (a..b)-i+n.
bool is_range(const ast::Expr& e) {
  auto* b = std::get_if<ast::Binary>(&e.node);
  if (!b) return std::holds_alternative<ast::Range>(e.node);
  return (b->op == ast::BinaryOp::Add && is_range(*b->left) != is_range(*b->right)) ||
         (b->op == ast::BinaryOp::Sub && is_range(*b->left) && !is_range(*b->right));
}

bool is_slice_index(const ast::Expr& e) { return is_range(e) || std::holds_alternative<ast::Colon>(e.node); }

bool reads_memory(const ir::Expr& e) {
  bool found = false;
  ir::for_each_expr(e, [&](const ir::Expr& n) { found = found || std::holds_alternative<ir::Load>(n.node); });
  return found;
}

// The functions whose value does not depend on the order of the elements: how a variable is updated, how two values
// meet.
struct UnorderedFold {
  ast::AssignOp update;
  ir::BinaryOp join;
};
std::optional<UnorderedFold> unordered_fold(const std::string& name) {
  if (name == "min") return UnorderedFold{ast::AssignOp::Min, ir::BinaryOp::Min};
  if (name == "max") return UnorderedFold{ast::AssignOp::Max, ir::BinaryOp::Max};
  if (name == "any") return UnorderedFold{ast::AssignOp::Or, ir::BinaryOp::Or};
  if (name == "all") return UnorderedFold{ast::AssignOp::And, ir::BinaryOp::And};
  if (name == "sum") return UnorderedFold{ast::AssignOp::Add, ir::BinaryOp::Add};  // of whole numbers
  return {};
}

}  // namespace

bool has_slice_index(const ast::Index& n) {
  return std::any_of(n.indices.begin(), n.indices.end(), [](const ast::ExprP& i) { return is_slice_index(*i); });
}

// One index of a slice: a number, or a range with a step that is known.
SliceLoop::SliceLoop(LowerContext& cx) : cx_(cx) {}
SliceLoop::~SliceLoop() = default;

std::size_t SliceLoop::arrays() const { return parts_.size() + lazy_.size(); }

// The range or number of one index; false where it is something else.
bool SliceLoop::dim(const ast::Expr& e, const Value& array, std::size_t k, Dim& out) {
  if (std::holds_alternative<ast::Colon>(e.node)) {
    out.sliced = out.all = true;
    out.lo = ir::int_const(0);
    out.hi = ir::sub(extent(array, ir::int_const(rank_of(array) == 1 ? 1 : std::int64_t(k)), e.span), ir::int_const(1));
    return true;
  }
  if (is_range(e)) return range(e, out);
  out.at = expr(cx_, e);
  return out.at.type.is_number() && !out.at.type.complex && out.at.type.elem != Elem::Bool;
}

bool SliceLoop::range(const ast::Expr& e, Dim& out) {
  if (auto* b = std::get_if<ast::Binary>(&e.node)) {
    const bool first = is_range(*b->left);
    if (!range(first ? *b->left : *b->right, out)) return false;
    const Value by = expr(cx_, first ? *b->right : *b->left);
    if (!by.type.is_number() || by.type.complex || is_float(by.type.elem)) return false;
    const ir::ExprP n = index_value(cx_, by, e.span);
    for (ir::ExprP* end : {&out.lo, &out.hi}) *end = b->op == ast::BinaryOp::Sub ? ir::sub(*end, n) : ir::add(*end, n);
    return true;
  }
  auto* r = std::get_if<ast::Range>(&e.node);
  const Value lo = expr(cx_, *r->lo), hi = expr(cx_, *r->hi);
  for (const Value* v : {&lo, &hi})
    if (!v->type.is_number() || v->type.complex) return false;
  if (is_float(lo.type.elem) && r->step) return false;
  if (r->step) {
    const Value step = expr(cx_, *r->step);
    const auto known = step.type.is_number() && !is_float(step.type.elem) && !step.type.complex
                           ? ir::as_int(*step.parts()[0])
                           : std::nullopt;
    if (known.value_or(0) == 0) return false;
    out.step = *known;
  }
  const bool cut = is_float(lo.type.elem) && (cx_.in_kernel || cx_.names.frame().device);
  RangeLowering ranges(cx_);
  const auto ends =
      cut ? ranges.cut_ends(lo, hi, e.span) : std::optional(ranges.whole_ends(lo, hi, ir::int_const(out.step), e.span));
  if (!ends) return false;
  out.sliced = true;
  std::tie(out.lo, out.hi) = *ends;
  out.may_be_far = !ranges.ends_near();
  return true;
}

std::optional<SliceLoop::Place> SliceLoop::place(const Value& array, const std::vector<ast::ExprP>& indices,
                                                 Span span) {
  Place p{array, {}, span};
  const std::size_t rank = std::size_t(std::max(rank_of(array), 0));
  const bool fewer = indices.size() >= 2 &&
                     indices.size() < rank;  // the dimensions behind are of extent 1: min(x, [], 2) is M x N x 1
  if (!array.type.is_array() || cx_.code.f.arrays[array.array().id].space != ir::Space::Global ||
      (indices.size() != rank && !fewer))
    return {};
  const bool checked = is_checked(array);
  for (std::size_t k = indices.size(); k < rank; ++k)
    if (launch_extent(cx_, array.array().id, int(k), 1) != 1) return {};
  for (std::size_t k = 0; k < rank; ++k) {
    p.dims.emplace_back();
    const ast::Expr first{ast::IntLit{0}, span};
    Dim& d = p.dims.back();
    if (!dim(k < indices.size() ? *indices[k] : first, array, k, d)) return {};
    d.may_be_far = d.may_be_far && (may_be_far(cx_, d.lo) || may_be_far(cx_, d.hi));
    if (checked && d.may_be_far) d.extent = extent(array, ir::int_const(rank == 1 ? 1 : std::int64_t(k)), span);
  }
  return p;
}

// Whether the elements are few and their number is part of the code.
bool SliceLoop::unrolls(const Place& p) {
  std::int64_t count = 1;
  for (const Dim& d : p.dims) {
    if (!d.sliced) continue;
    auto n = distance(d.lo, d.hi);
    if (!n)
      if (auto* e = std::get_if<ir::Binary>(&d.hi->node); e && ir::as_int(*d.lo) == 0 && ir::as_int(*e->b) == 1)
        if (auto* x = std::get_if<ir::Extent>(&e->a->node))
          if (const auto extent = cx_.scope.extent_of(cx_.code.f.arrays[x->array].name, x->dim);
              extent && *extent <= kMostChannels)
            n = *extent - 1;
    if (!n || *n < 0 || *n >= kFarPlace) return false;
    count *= *n / std::abs(d.step) + 1;
    if (count > kMostUnrolled) return false;
  }
  return true;
}

// The number of elements that a range has at the launch; nothing where it is not known, or depends on extents beyond
// `most`.
std::optional<std::int64_t> SliceLoop::launch_count(const Dim& d, std::int64_t most) {
  const auto n = launch_distance(cx_, d.lo, d.hi, most);
  if (!n || std::abs(*n) >= kFarPlace) return {};
  return (d.step > 0 ? *n : -*n) < 0 ? 0 : *n / d.step + 1;
}

// Whether two ranges have the same number of elements: however the names in them stand, or for the extents that are
// there now.
bool SliceLoop::same_length(const Dim& a, const Dim& b) {
  if (a.step == b.step) {
    AtomTable atoms;
    const Polynomial d =
        polynomial(atoms, a.hi) - polynomial(atoms, a.lo) - polynomial(atoms, b.hi) + polynomial(atoms, b.lo);
    if (d.is_zero()) return true;
  }
  const auto m = launch_count(a, kMostExtent), n = m ? launch_count(b, kMostExtent) : std::nullopt;
  return m && n && *m == *n;
}

// Whether an element of `p` is read before another element of the target is written over it, in each case.
bool SliceLoop::may_read(const Place& p, const Place& target) {
  const std::string &read = cx_.code.f.arrays[p.array.array().id].name,
                    &written = cx_.code.f.arrays[target.array.array().id].name;
  const auto at = p.sliced();
  bool in_step = at == target.sliced() && p.dims.size() == target.dims.size();
  for (std::size_t k = 0; in_step && k < at.size(); ++k) {
    const Dim &x = p.dims[at[k]], &y = target.dims[at[k]];
    in_step = x.step == y.step && distance(x.lo, y.lo) == 0;
  }
  if (in_step) return true;
  if (read == written || cx_.scope.shares(read, written)) return false;
  auto& apart = cx_.assumed.specialised.apart;
  if (std::find(apart.begin(), apart.end(), std::pair(read, written)) == apart.end()) apart.emplace_back(read, written);
  return true;
}

// A name for a value that the loop's body reads.
ast::ExprP SliceLoop::named(const Value& v, Span span) {
  const std::string name = fmt::format("$part{}", names_++);
  Binding b;
  b.key = cx_.names.frame().key + name;
  b.type = v.type;
  b.storage = Alias{v};
  cx_.names.frame().names[name] = b;
  return ast::ExprP(ast::Expr{ast::Name{name}, span});
}

// A part that is an array: its elements are read in the loop's body, where its name stands for the one that is due.
bool SliceLoop::add_part(std::optional<Place> p, const Place& target, Span span, ast::ExprP& out) {
  if (!p) return false;
  const auto at = p->sliced(), to = target.sliced();
  if (at.size() != to.size() || (shape_ && *shape_ != p->shape()) || !may_read(*p, target)) return false;
  for (std::size_t k = 0; k < at.size(); ++k)
    if (!same_length(p->dims[at[k]], target.dims[to[k]])) return false;
  shape_ = p->shape();
  out = named(Value{}, span);
  parts_.emplace_back(std::get<ast::Name>(out->node).name, std::move(*p));
  return true;
}

// A part that is the name of a slice whose length is computed, or of what was made of such.
bool SliceLoop::add_lazy(const Value& v, const Place& target, Span span, ast::ExprP& out) {
  const LazyArray& c = v.lazy();
  const auto to = target.sliced();
  std::vector<std::size_t> shape;
  for (std::size_t k = 0; k < c.dims.size(); ++k)
    if (c.dims[k] >= 0) shape.push_back(c.dims.size() == 1 ? 1 : k);
  if (c.axes.size() != to.size() || (shape_ && *shape_ != shape)) return false;
  for (std::size_t k = 0; k < to.size(); ++k) {
    const Dim& d = target.dims[to[k]];
    auto* last = d.all ? std::get_if<ir::Binary>(&d.hi->node) : nullptr;  // an extent less one
    const ir::ExprP length = last ? last->a : ir::add(ir::sub(d.hi, d.lo), ir::int_const(1));
    if (d.step != 1 || !(distance(c.axes[k].length, length) == 0 || launch_alike(cx_, c.axes[k].length, length)))
      return false;
  }
  shape_ = shape;
  out = named(Value{}, span);
  lazy_.emplace_back(std::get<ast::Name>(out->node).name, v);
  return true;
}

// `e` with the parts that are arrays, and the elements that are read before the loop, as names; false where it is no
// sum, product and so on of elements.
bool SliceLoop::rewrite(const ast::Expr& e, const Place& target, ast::ExprP& out) {
  const Span span = e.span;
  if (std::holds_alternative<ast::IntLit>(e.node) || std::holds_alternative<ast::FloatLit>(e.node) ||
      std::holds_alternative<ast::ImaginaryLit>(e.node)) {
    out = ast::ExprP(e);
    return true;
  }
  if (auto* n = std::get_if<ast::Index>(&e.node)) {
    if (!has_slice_index(*n)) return scalar(e, out);
    if (fixed_binding(cx_, *n->base, n->base->span)) return false;
    return add_part(place(expr(cx_, *n->base), n->indices, span), target, span, out);
  }
  if (std::holds_alternative<ast::Name>(e.node) || std::holds_alternative<ast::Field>(e.node)) {
    const Value v = expr(cx_, e);
    if (v.type.is_number()) return scalar(e, out);
    if (is_lazy(v)) return add_lazy(v, target, span, out);
    if (!v.type.is_array()) return false;
    const std::vector<ast::ExprP> all(std::size_t(rank_of(v)), ast::ExprP(ast::Expr{ast::Colon{}, span}));
    return add_part(place(v, all, span), target, span, out);
  }
  if (auto* n = std::get_if<ast::Unary>(&e.node)) {
    ast::Unary u = *n;
    if (u.op == ast::UnaryOp::Not || !rewrite(*n->operand, target, u.operand)) return false;
    out = ast::ExprP(ast::Expr{u, span});
    return true;
  }
  if (auto* n = std::get_if<ast::Binary>(&e.node)) return rewrite_binary(*n, span, target, out);
  if (auto* n = std::get_if<ast::Call>(&e.node)) return rewrite_call(*n, e, target, out);
  if (auto* n = std::get_if<ast::Conditional>(&e.node)) return rewrite_choice(*n, span, target, out);
  return false;
}

// Only where the condition has elements: any other evaluates one of its sides.
bool SliceLoop::rewrite_choice(const ast::Conditional& n, Span span, const Place& target, ast::ExprP& out) {
  ast::Conditional c = n;
  const std::size_t before = arrays();
  if (!rewrite(*n.condition, target, c.condition) || arrays() == before) return false;
  if (!rewrite(*n.yes, target, c.yes) || !rewrite(*n.no, target, c.no)) return false;
  out = ast::ExprP(ast::Expr{c, span});
  return true;
}

bool SliceLoop::rewrite_binary(const ast::Binary& n, Span span, const Place& target, ast::ExprP& out) {
  using Op = ast::BinaryOp;
  if (n.op == Op::And || n.op == Op::Or) return false;
  ast::Binary b = n;
  const std::size_t before = arrays();
  if (!rewrite(*n.left, target, b.left)) return false;
  const std::size_t between = arrays();
  if (!rewrite(*n.right, target, b.right)) return false;
  const bool left = between > before, right = arrays() > between;  // are arrays
  if (n.op == Op::Mul && left && right) return false;              // a matrix product
  if ((n.op == Op::Div && right) || (n.op == Op::Pow && (left || right))) return false;
  out = ast::ExprP(ast::Expr{b, span});
  return true;
}

bool SliceLoop::rewrite_call(const ast::Call& n, const ast::Expr& e, const Place& target, ast::ExprP& out) {
  auto* callee = std::get_if<ast::Name>(&n.callee->node);
  const bool extreme = callee && n.arguments.size() == 1 && (callee->name == "min" || callee->name == "max");
  const bool known = callee && is_elementwise(callee->name) && !extreme && !cx_.scope.type_of(callee->name) &&
                     cx_.scope.functions(callee->name).empty() && !cx_.names.frame().names.count(callee->name);
  if (!known) return scalar(e, out);
  ast::Call c = n;
  for (std::size_t k = 0; k < n.arguments.size(); ++k)
    if (!n.arguments[k].name.empty() || n.arguments[k].spread ||
        !rewrite(*n.arguments[k].value, target, c.arguments[k].value))
      return false;
  out = ast::ExprP(ast::Expr{c, e.span});
  return true;
}

// A number, computed before the loop.
bool SliceLoop::scalar(const ast::Expr& e, ast::ExprP& out) {
  const Value v = expr(cx_, e);
  if (!v.type.is_number()) return false;
  out = literal_of(v) ? ast::ExprP(e) : named(cx_.code.kept(v, e.span), e.span);
  return true;
}

// Numbers that are read from memory are read before the loop.
void SliceLoop::keep_indices(Place& p) {
  for (Dim& d : p.dims) {
    for (ir::ExprP* e : {&d.lo, &d.hi})
      if (d.sliced && reads_memory(**e)) *e = cx_.code.kept(one_number(*e), p.span).parts()[0];
    if (!d.sliced) d.at = cx_.code.kept(d.at, p.span);
  }
}

std::vector<Value> SliceLoop::indices(const Place& p, const Place& target,
                                      const std::vector<ir::ExprP>& counters) const {
  std::vector<Value> out;
  std::size_t k = 0;
  const auto to = target.sliced();
  for (const Dim& d : p.dims) {
    if (!d.sliced) {
      out.push_back(d.at);
      continue;
    }
    const Dim& t = target.dims[to[k]];
    const ir::ExprP& n = counters[k++];  // of the target: its own index where it moves by 1
    if (t.step == 1 && d.step == 1)
      out.push_back(one_number(distance(t.lo, d.lo) == 0 ? n : ir::add(n, ir::sub(d.lo, t.lo))));
    else
      out.push_back(one_number(ir::add(d.lo, ir::mul(ir::int_const(d.step), t.step == 1 ? ir::sub(n, t.lo) : n))));
  }
  return out;
}

// Fails along the first dimension in which the slice leaves the array, without a read of it.
void SliceLoop::fail_outside(const Place& p) {
  const ir::ExprP zero = ir::int_const(0);
  for (std::size_t d = 0; d < p.dims.size(); ++d) {
    const Dim& dim = p.dims[d];
    if (is_inside(p.array, p.dims, d)) continue;
    const ir::ExprP extent = ir::extent(p.array.array().id, int(d));
    const auto is_outside = [&](const ir::ExprP& k) {
      return ir::binary(ir::BinaryOp::Or, ir::lt(k, zero), ir::le(extent, k));
    };
    ir::ExprP first = dim.sliced ? dim.lo : index_value(cx_, dim.at, p.span), outside = is_outside(first);
    if (dim.sliced) {
      const ir::ExprP n = dim.length(), step = ir::int_const(dim.step),
                      last = ir::add(first, ir::mul(ir::sub(n, ir::int_const(1)), step)),
                      inside = dim.step > 0 ? ir::sub(ir::sub(extent, ir::int_const(1)), first) : first,
                      behind = ir::binary(ir::BinaryOp::DivFloor, inside, ir::int_const(std::abs(dim.step)));
      first = ir::select(outside, first, ir::add(first, ir::mul(ir::add(behind, ir::int_const(1)), step)));
      outside = ir::logical_and(ir::lt(zero, n), ir::binary(ir::BinaryOp::Or, outside, is_outside(last)));
    }
    ir::Block fail;
    fail.push_back({ir::Fail{cx_.site(ir::Site::Kind::OutOfRange, p.span, cx_.code.f.arrays[p.array.array().id].name),
                             {first, extent, ir::int_const(std::int64_t(d))}},
                    p.span});
    cx_.code.emit(ir::If{outside, std::move(fail), {}}, p.span);
  }
}

// What is read is looked at before what is stored to. Where all iterations store to as many elements, the loop over
// them stays alone in that of the iterations, a map in two dimensions.
void SliceLoop::check_ends_of_store(const Place& target) {
  std::vector<const Place*> places;
  for (const auto& [name, p] : parts_) places.push_back(&p);
  places.push_back(&target);
  const auto hides = [&](const Place* p) { return is_checked(p->array) && hides_ends(p->array, p->dims); };
  if (!has_computed_length(target) || std::none_of(places.begin(), places.end(), hides)) return;
  for (const Place* p : places)
    if (is_checked(p->array)) fail_outside(*p);
}

bool SliceLoop::assign(const ast::Index& where, const Value& array, const ast::Assign& a, Span span) {
  if (!has_slice_index(where)) return false;
  std::optional<Place> target;
  ast::ExprP value;
  bool fits = false, loops = false;
  ir::Block before = cx_.code.collect([&] {
    target = place(array, where.indices, where.base->span);
    loops = target && !unrolls(*target) && !(cx_.in_kernel && is_selection(*target));
    fits = loops && rewrite(*a.value, *target, value);
    if (!fits) return;
    keep_indices(*target);
    for (auto& [name, p] : parts_) keep_indices(p);
    check_ends_of_store(*target);
  });
  if (!fits) return loops && assign_in_order(where, array, a, span);
  cx_.code.out->insert(cx_.code.out->end(), before.begin(), before.end());
  std::vector<ir::VarId> vars;
  std::vector<ir::ExprP> counters;
  for (std::size_t k : target->sliced()) {
    (void)k;
    vars.push_back(cx_.code.temp("$at", Elem::I64));
    counters.push_back(ir::var(cx_.code.f, vars.back()));
  }
  ++cx_.control.loops;
  ir::Block body = cx_.code.collect([&] { element(*target, counters, a, *value, span); });
  --cx_.control.loops;
  const auto sliced = target->sliced();
  for (std::size_t k = sliced.size(); k-- > 0;) {
    const Dim& d = target->dims[sliced[k]];
    ir::For loop{vars[k], d.lo, ir::int_const(1), d.hi, std::move(body), 0};
    if (d.step != 1) {
      loop.lo = ir::int_const(0);
      loop.hi = ir::sub(d.length(), ir::int_const(1));
    }
    body = {};
    body.push_back({std::move(loop), span});
  }
  cx_.code.out->insert(cx_.code.out->end(), body.begin(), body.end());
  return true;
}

// Whether range_value and colon_value make the slice part of the code.
bool SliceLoop::is_selection(const Place& p) {
  std::int64_t count = 1;
  for (const Dim& d : p.dims) {
    if (!d.sliced) continue;
    const auto n = launch_count(d, kMostChannels);
    if (!n) return false;
    count *= *n;
    if (count > kMostSelected) return false;
  }
  return true;
}

void SliceLoop::refuse_empty(const Place& p, const std::string& name, Span span) {
  ir::ExprP empty;
  for (const Dim& d : p.dims) {
    if (!d.sliced) continue;
    const ir::ExprP none = d.step > 0 ? ir::lt(d.hi, d.lo) : ir::lt(d.lo, d.hi);
    empty = empty ? ir::binary(ir::BinaryOp::Or, empty, none) : none;
  }
  ir::Block fail;
  fail.push_back({ir::Fail{cx_.refusal("Q0404", span, fmt::format("'{}' of an empty array", name)), {}}, span});
  cx_.code.emit(ir::If{empty, std::move(fail), {}}, span);
}

// A loop over the elements, in which their order does not matter, has the value of the tree.
std::optional<Value> SliceLoop::fold(const std::string& name, const ast::Index& where, const Value& array, Span span) {
  const auto how = unordered_fold(name);
  if (!how || array.type.complex || (name == "sum" && is_float(array.type.elem))) return {};
  std::optional<Place> p;
  ir::Block before = cx_.code.collect([&] {
    p = place(array, where.indices, where.base->span);
    if (p && is_selection(*p)) p.reset();
    if (p) keep_indices(*p);
  });
  if (!p) return {};
  cx_.code.out->insert(cx_.code.out->end(), before.begin(), before.end());
  if (name == "min" || name == "max") refuse_empty(*p, name, span);
  const bool truths = name == "any" || name == "all";
  const Elem stored = value_elem(array.type.elem), elem = truths                 ? Elem::Bool
                                                          : stored == Elem::Bool ? Elem::I64
                                                                                 : stored;
  const ir::VarId folded = cx_.code.temp(name.c_str(), elem);
  cx_.code.emit(ir::Assign{folded, neutral(how->update, elem, span)}, span);
  std::vector<Value> at;
  std::vector<ir::VarId> counters;
  for (const Dim& d : p->dims) {
    if (d.sliced) counters.push_back(cx_.code.temp("$at", Elem::I64));
    at.push_back(d.sliced ? one_number(ir::var(cx_.code.f, counters.back())) : d.at);
  }
  ++cx_.control.loops;
  ir::Block body = cx_.code.collect([&] {
    const Value x = load(cx_, array, slice_element(cx_, array, at, span), span);
    cx_.code.emit(ir::Assign{folded, ir::binary(how->join, ir::var(cx_.code.f, folded),
                                                truths ? truth(cx_, x, span) : part(x, 0, elem))},
                  span);
  });
  --cx_.control.loops;
  const std::vector<std::size_t> sliced = p->sliced();
  for (std::size_t k = sliced.size(); k-- > 0;) {
    const Dim& d = p->dims[sliced[k]];
    ir::For loop{counters[k], d.lo, ir::int_const(d.step), d.last(), std::move(body), 0};
    body = {};
    body.push_back({std::move(loop), span});
  }
  cx_.code.out->insert(cx_.code.out->end(), body.begin(), body.end());
  return one_number(ir::var(cx_.code.f, folded));
}

std::optional<Value> fold_slice(LowerContext& cx, const std::string& name, const ast::Call& c, Span span) {
  if (!unordered_fold(name)) return {};
  const ast::Expr* x = c.arguments.size() == 1 && c.arguments[0].name.empty() && !c.arguments[0].spread
                           ? c.arguments[0].value.get()
                           : nullptr;
  auto* where = x ? std::get_if<ast::Index>(&x->node) : nullptr;
  const bool whole = x && std::holds_alternative<ast::Name>(x->node);
  if (where && (!has_slice_index(*where) || !std::holds_alternative<ast::Name>(where->base->node))) return {};
  if (!where && !whole) return {};
  const ast::Expr& base = whole ? *x : *where->base;
  if (fixed_binding(cx, base, base.span)) return {};
  const Value array = expr(cx, base);
  if (!array.type.is_array() || (whole && (array.array().texture != Texture::None ||
                                           cx.code.f.arrays[array.array().id].space != ir::Space::Global)))
    return {};
  const ast::Index all = whole ? all_of(cx, array, span) : ast::Index();
  if (whole) where = &all;
  if (const auto slice = SliceLoop(cx).lazy(*where, array, span, SliceLoop::Length::Computed))
    return lazy_call(cx, name, {*slice}, span);
  return SliceLoop(cx).fold(name, *where, array, span);
}

// The loop's body: one element.
void SliceLoop::element(const Place& target, const std::vector<ir::ExprP>& counters, const ast::Assign& a,
                        const ast::Expr& value, Span span) {
  for (const auto& [name, p] : parts_)
    cx_.names.frame().names[name].storage =
        Alias{load(cx_, p.array, slice_element(cx_, p.array, indices(p, target, counters), p.span), p.span)};
  const auto sliced = target.sliced();
  std::vector<ir::ExprP> at;
  for (std::size_t k = 0; k < sliced.size(); ++k) at.push_back(ir::sub(counters[k], target.dims[sliced[k]].lo));
  for (const auto& [name, v] : lazy_) cx_.names.frame().names[name].storage = Alias{v.lazy().element(at, false)};
  // One range alone is walked from its first place on.
  const bool in_order = target.dims.size() == 1 && arrays() == 0;
  const ir::Access access = (in_order ? access_values : slice_element)(
      cx_, target.array, indices(target, target, counters), target.span, true);
  if (a.op == ast::AssignOp::Set)
    store(cx_, target.array, access, expr(cx_, value), span);
  else
    update_element(cx_, target.array, access, a.op, operand(cx_, value), span);
}

}  // namespace qc::lowering
