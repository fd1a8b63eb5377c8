// Slices that are values whose elements are asked for (lazy_array.cpp): those whose length each iteration finds out,
// and rows of more elements than are made part of the code.
#include <algorithm>
#include <functional>

#include "ir/int_range.h"
#include "ir/moved_index.h"
#include "lower/arrays/slice_shape.h"
#include "lower/interface/access.h"
#include "lower/interface/expr.h"
#include "lower/interface/launch_extents.h"
#include "lower/interface/lazy_array.h"
#include "lower/interface/local_arrays.h"
#include "lower/interface/range_lowering.h"
#include "lower/interface/slice_loop.h"
#include "lower/interface/steady_values.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

namespace {
constexpr std::int64_t kMostOfRange = std::int64_t{1} << 40;
constexpr std::int64_t kMostOfRow = 1 << 14;  // longer rows are worth a launch each
constexpr std::int64_t kFewSelected = 36;     // elements of windows that are made part of the code of any loop
constexpr std::int64_t kShortLoop =
    100;  // iterations: code with larger windows written out takes longer to make than it runs
}  // namespace

// Whether this is a loop of few iterations, in which windows are walked, unless that was tried and something needs them
// written out.
static bool walks_windows(LowerContext& cx) {
  if (cx.in_kernel || cx.options.windows_written_out || cx.assumed.is_longer_than(kShortLoop)) return false;
  cx.assumed.walked_windows = true;
  return true;
}

// Whether the length of a range is found out by each iteration, or by each thread of a kernel, which has no other way.
bool SliceLoop::has_computed_length(const Place& p) {
  return std::any_of(p.dims.begin(), p.dims.end(), [&](const Dim& d) {
    return d.sliced && !launch_count(d, kMostChannels) && (cx_.in_kernel || !steady_distance(cx_, d.lo, d.hi));
  });
}

bool SliceLoop::is_computed(const Place& p) {
  const bool steps = std::any_of(p.dims.begin(), p.dims.end(), [](const Dim& d) { return d.sliced && d.step != 1; });
  return !steps && has_computed_length(p);
}

// Whether the elements are more than are made part of the code, and a launch for them alone is not worth it.
bool SliceLoop::is_long(const Place& p) {
  std::int64_t count = 1;
  bool many = false;
  for (const Dim& d : p.dims) {
    if (!d.sliced) continue;
    if (d.step != 1) return false;
    const auto known = launch_count(d, kMostChannels);
    const auto n = known || !d.all ? known : launch_bound(cx_, p.array.array().id, int(&d - p.dims.data()), kMostOfRow);
    many = many || (!known && d.all);
    if (!n && !(d.all && cx_.in_kernel)) return false;
    count *= n.value_or(1);
    if (count > kMostOfRow && !cx_.in_kernel) return false;
  }
  return many || count > kMostSelected || (count > kFewSelected && walks_windows(cx_));
}

namespace {

// What cuts an end off: max(e, value) or min(e, value), of a value that does not move with the iterations.
struct Cut {
  ir::BinaryOp op;
  ir::ExprP value;
  bool operator==(const Cut& o) const { return op == o.op && ir::equal(value, o.value); }
};

// The cuts around `e`, from the outermost on, which becomes what stands in them.
std::vector<Cut> without_cuts(ir::ExprP& e, const std::function<bool(const ir::Expr&)>& is_steady) {
  std::vector<Cut> cuts;
  for (;;) {
    auto* b = std::get_if<ir::Binary>(&e->node);
    if (!b || (b->op != ir::BinaryOp::Min && b->op != ir::BinaryOp::Max) || is_steady(*b->a) == is_steady(*b->b))
      return cuts;
    const bool left = is_steady(*b->a);
    cuts.push_back({b->op, left ? b->a : b->b});
    e = ir::ExprP(left ? b->b : b->a);
  }
}

// Whether an int is a short sum or product of extents, constants and these variables.
bool is_made_of(const ir::Expr& e, const std::function<bool(ir::VarId)>& variables) {
  constexpr int kMostNodes = 8;
  int nodes = 0;
  bool made = e.type == Elem::I64;
  ir::for_each_expr(e, [&](const ir::Expr& x) {
    ++nodes;
    auto* v = std::get_if<ir::VarRef>(&x.node);
    auto* b = std::get_if<ir::Binary>(&x.node);
    const bool sum = b && (b->op == ir::BinaryOp::Add || b->op == ir::BinaryOp::Sub || b->op == ir::BinaryOp::Mul);
    const bool leaf = std::holds_alternative<ir::ConstInt>(x.node) || std::holds_alternative<ir::Extent>(x.node);
    made = made && (v ? variables(v->var) : sum || leaf);
  });
  return made && nodes <= kMostNodes;
}

}  // namespace

// Of `:`, whose length is an extent.
LazyArray::Axis SliceLoop::axis_of_all(const Dim& d) {
  auto* last = std::get_if<ir::Binary>(&d.hi->node);
  auto* extent = last ? std::get_if<ir::Extent>(&last->a->node) : nullptr;
  LazyArray::Axis a{d.lo, d.hi, extent ? last->a : ir::add(d.hi, ir::int_const(1))};
  if (extent) a.most = launch_bound(cx_, extent->array, extent->dim, kMostOfRow).value_or(0);
  if (a.most > kMostInMemory) a.most = 0;
  return a;
}

// The axis of a range; lo: where it begins when it is not cut off, which the condition that is added to `whole` says.
// It never has more elements than between the ends without cuts where those only move the ends inwards, or are the same
// of both.
LazyArray::Axis SliceLoop::axis(const Dim& d, ir::ExprP& lo, ir::ExprP& whole, Span span) {
  const auto steady = [&](const ir::Expr& e) {  // is the same in all iterations, or for all threads
    bool moves = false;
    ir::for_each_expr(e, [&](const ir::Expr& x) {
      auto* v = std::get_if<ir::VarRef>(&x.node);
      moves = moves || std::holds_alternative<ir::Builtin>(x.node) || (v && cx_.code.known.positions.count(v->var));
    });
    return !moves && is_steady(cx_, e);
  };
  if (d.all) {
    lo = d.lo;
    return axis_of_all(d);
  }
  LazyArray::Axis a;
  a.lo = lo = cx_.code.in_known_terms(d.lo);
  ir::ExprP hi = a.hi = cx_.code.in_known_terms(d.hi);
  std::vector<Cut> low = without_cuts(lo, steady), high = without_cuts(hi, steady);
  const auto all = [](const std::vector<Cut>& cuts, ir::BinaryOp op) {
    return std::all_of(cuts.begin(), cuts.end(), [&](const Cut& c) { return c.op == op; });
  };
  if (!(all(low, ir::BinaryOp::Max) && all(high, ir::BinaryOp::Min)) && low != high) {
    lo = a.lo, hi = a.hi;
    low.clear(), high.clear();
  }
  if (const auto n = launch_distance(cx_, lo, hi); n && std::abs(*n) < kFarPlace)
    a.most = std::max<std::int64_t>(0, *n + 1);
  const auto require = [&](const std::vector<Cut>& cuts, const ir::ExprP& end) {
    for (const Cut& c : cuts) {
      const ir::ExprP inside = c.op == ir::BinaryOp::Max ? ir::le(c.value, end) : ir::le(end, c.value);
      whole = whole ? ir::logical_and(whole, inside) : inside;
    }
  };
  if (a.most > 0) {
    require(low, lo);
    require(high, ir::add(lo, ir::int_const(a.most - 1)));
    if (whole && may_be_far(cx_, lo))
      whole = ir::logical_and(whole, ir::le(lo, ir::add(lo, ir::int_const(a.most - 1))));
  }
  if (low.empty() && high.empty() && a.most > 0) {
    if (d.may_be_far) require_count(cx_, d.lo, 1, d.hi, a.most, span);
    a.length = ir::int_const(a.most);
  } else {
    Dim once = d;  // ends that are read from memory are read once
    for (ir::ExprP* e : {&once.lo, &once.hi})
      if (d.may_be_far && !std::holds_alternative<ir::VarRef>((*e)->node) && !ir::as_int(**e))
        *e = cx_.code.keep("$end", *e, span);
    a.length = cx_.code.keep("$length", once.length(), span);
    if (d.may_be_far && !d.extent && !cx_.in_kernel && !cx_.names.frame().device)  // nothing outside ends it
      bail_out_where(cx_, ir::lt(ir::int_const(kMostOfRange), a.length), "ranges have elements that memory holds",
                     span);
  }
  return a;
}

// Whether a place outside of it is an error.
bool SliceLoop::is_checked(const Value& array) const {
  const Boundary mode = array.type.boundary;
  return mode == Boundary::Checked || (mode == Boundary::Default && !cx_.in_kernel && !cx_.names.frame().device);
}

// Whether its elements, looked at in their order, may not tell along which dimension it leaves the array first: a range
// comes before, or may be empty.
bool SliceLoop::hides_ends(const Value& array, const std::vector<Dim>& dims) {
  for (std::size_t d = 0; d < dims.size(); ++d)
    for (std::size_t by = 0; by < dims.size() && !is_inside(array, dims, d); ++by)
      if (by != d && dims[by].sliced && !dims[by].all &&
          (by < d || launch_count(dims[by], kMostSelected).value_or(0) == 0))
        return true;
  return false;
}

// Whether it has no element outside along a dimension: max(a, 0)..min(b, size(x,d)-1).
bool SliceLoop::is_inside(const Value& array, const std::vector<Dim>& dims, std::size_t d) const {
  if (!dims[d].sliced || dims[d].all) return dims[d].all;
  const auto least = ir::int_range(cx_.code.f, *dims[d].lo);
  auto* end = std::get_if<ir::Binary>(&dims[d].hi->node);
  const auto is_last = [&](const ir::ExprP& e) {
    return ir::equal(*e, *ir::sub(ir::extent(array.array().id, int(d)), ir::int_const(1)));
  };
  return least && least->lo >= 0 && end && end->op == ir::BinaryOp::Min && (is_last(end->a) || is_last(end->b));
}

// Reads at the place that is, along each axis, the first one outside the array where the slice has such elements, and
// one of the slice or of the array else. So the first dimension in which it leaves the array is named, as by steps,
// which look at one range after the other, whether others are empty or not.
void SliceLoop::check_ends(const Value& array, const std::vector<Dim>& dims, const LazyArray& c,
                           const std::vector<ir::ExprP>& first, Span span) {
  const ir::ExprP zero = ir::int_const(0);
  ir::ExprP some;  // along the axes that have no element the array has one
  std::vector<ir::ExprP> at;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    if (!dims[d].sliced) continue;
    const ir::ExprP &begin = first[at.size()], &length = c.axes[at.size()].length;
    const ir::ExprP extent = ir::extent(array.array().id, int(d)), behind = ir::sub(extent, begin),
                    last = ir::sub(length, ir::int_const(1)), is_empty = ir::le(length, zero);
    const ir::ExprP outside = ir::binary(ir::BinaryOp::Max, zero, ir::binary(ir::BinaryOp::Min, last, behind));
    at.push_back(ir::select(is_empty, ir::sub(zero, begin), ir::select(ir::lt(begin, zero), zero, outside)));
    const ir::ExprP here = ir::lt(zero, ir::binary(ir::BinaryOp::Max, length, extent));
    some = some ? ir::logical_and(some, here) : here;
  }
  ir::Block read = cx_.code.collect([&] { cx_.code.kept(c.element(at, false), span); });
  cx_.code.emit(ir::If{some, std::move(read), {}}, span);
}

std::optional<Value> SliceLoop::lazy(const ast::Index& where, const Value& array, Span span, Length wanted) {
  if (!array.is<ArrayRef>() || array.array().texture != Texture::None || !has_slice_index(where)) return {};
  std::optional<Place> p;
  ir::Block before = cx_.code.collect([&] {
    p = place(array, where.indices, where.base->span);
    const bool is_wanted = p && (wanted == Length::Any || (wanted == Length::Long && is_long(*p)) || is_computed(*p));
    const bool steps =
        p && std::any_of(p->dims.begin(), p->dims.end(), [](const Dim& d) { return d.sliced && d.step != 1; });
    if (!is_wanted || steps) p.reset();
  });
  if (!p) return {};
  cx_.code.out->insert(cx_.code.out->end(), before.begin(), before.end());
  // Where an index hangs on nothing but loops it is written out, so that no statement comes between them and those over
  // the elements.
  const auto kept = [&](const char* name, const ir::ExprP& e) {
    const ir::ExprP here = cx_.code.in_known_terms(e);
    const auto counts = [&](ir::VarId v) {
      return never_changes(cx_, v) ||
             std::find(cx_.control.counters.begin(), cx_.control.counters.end(), v) != cx_.control.counters.end();
    };
    return is_made_of(*here, counts) ? here : cx_.code.keep(name, e, span);
  };
  auto c = std::make_shared<LazyArray>();
  std::vector<ir::ExprP> first, whole_first;  // where each axis begins
  for (Dim& d : p->dims) {
    if (!d.sliced) {
      for (ir::ExprP& e : d.at.parts()) e = kept("$index", e);
      continue;
    }
    ir::ExprP lo;
    c->axes.push_back(axis(d, lo, c->whole, span));
    first.push_back(kept("$first", d.lo));
    whole_first.push_back(lo);
  }
  const std::int64_t most = most_of_lazy(*c);
  if (most == 0 || most > kMostSelected ||
      std::any_of(p->dims.begin(), p->dims.end(), [](const Dim& d) { return d.all; }))
    c->whole = nullptr;
  c->dims = p->axes();
  c->reads = {array.array().id};
  c->view = true;
  c->stores = cx_.effects.stores;
  c->element = [&cx = cx_, array, dims = p->dims, first, whole_first, span](const std::vector<ir::ExprP>& at,
                                                                            bool in_whole) {
    std::vector<Value> indices;
    std::size_t k = 0;
    for (const Dim& d : dims) {
      if (!d.sliced)
        indices.push_back(d.at);
      else
        indices.push_back(one_number(ir::add(in_whole ? whole_first[k] : first[k], at[k]))), ++k;
    }
    return load(cx, array, slice_element(cx, array, std::move(indices), span), span);
  };
  c->hides_ends = hides_ends(array, p->dims);
  if (is_checked(array))
    c->check_ends = [&cx = cx_, array, dims = p->dims, slice = *c, first, span] {
      SliceLoop(cx).check_ends(array, dims, slice, first, span);
    };
  return of_lazy(std::move(c));
}

}  // namespace qc::lowering
