// Slices whose extents are computed, x[max(r-n,0)..min(r+n,h-1), ..], and what is computed from them. No array is made:
// `p - m` is a value whose elements are read in the loops that sum(), median() and their kin become. So they must not
// change between the place where the slice is written and those loops.
//
//   y[r,c] = mean(x[max(r-1,0)..min(r+1,h-1), c])     becomes
//
//   folded = -0
//   if r-1 >= 0 && r-1+2 <= h-1                       the window is whole: its tree, written out
//     folded = (x[r-1,c] + x[r+1,c]) + x[r,c]
//   else                                              the tree of what is left
//     t[0..length-1] = x[..]; t[l] += t[l+half] ..
//   y[r,c] = (0 + folded)/length
//
// The tree is that of the elements that are there, in the order of an array that would hold them, so sums have the bits
// of the functions outside (ir/tree_shape.h). A window that is whole is code without loops, which vectors are made of.
#include "lower/interface/lazy_array.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "ir/tree_shape.h"
#include "lower/interface/access.h"
#include "lower/interface/array_names.h"
#include "lower/interface/assign.h"
#include "lower/interface/call.h"
#include "lower/interface/complex_values.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/fixed_arrays.h"
#include "lower/interface/kernel.h"
#include "lower/interface/launch_extents.h"
#include "lower/interface/local_arrays.h"
#include "lower/interface/squares.h"
#include "lower/state/lower_context.h"
#include "sema/builtins.h"
#include "sema/type_words.h"
#include "sema/types_of_builtins.h"

namespace qc::lowering {

using ast::AssignOp;

namespace {

ir::ExprP at_most(const ir::ExprP& a, const ir::ExprP& b) { return ir::binary(ir::BinaryOp::Min, a, b); }
ir::ExprP quotient(const ir::ExprP& a, const ir::ExprP& b) { return ir::binary(ir::BinaryOp::DivTrunc, a, b); }
ir::ExprP less_one(const ir::ExprP& a) { return ir::sub(a, ir::int_const(1)); }

ir::BinaryOp joining(AssignOp op) {
  switch (op) {
    case AssignOp::Mul:
      return ir::BinaryOp::Mul;
    case AssignOp::Min:
      return ir::BinaryOp::Min;
    case AssignOp::Max:
      return ir::BinaryOp::Max;
    case AssignOp::And:
      return ir::BinaryOp::And;
    case AssignOp::Or:
      return ir::BinaryOp::Or;
    default:
      return ir::BinaryOp::Add;
  }
}

bool same(const ir::ExprP& a, const ir::ExprP& b) { return distance(a, b) == 0; }

}  // namespace

std::vector<ir::ExprP> axes_at(const LazyArray& c, ir::ExprP place) {
  std::vector<ir::ExprP> at(c.axes.size());
  for (std::size_t k = c.axes.size(); k-- > 1; place = quotient(place, c.axes[k].length))
    at[k] = ir::binary(ir::BinaryOp::Mod, place, c.axes[k].length);
  at[0] = place;
  return at;
}

// Where its window is whole, lengths are numbers.
static LazyArray whole_shape(const LazyArray& c) {
  LazyArray shape = c;
  for (LazyArray::Axis& a : shape.axes) a.length = ir::int_const(a.most);
  return shape;
}

ir::ExprP place_of_lazy(const LazyArray& c, const std::vector<ir::ExprP>& at) {
  ir::ExprP place = at[0];
  for (std::size_t k = 1; k < at.size(); ++k) place = ir::add(ir::mul(place, c.axes[k].length), at[k]);
  return place;
}

std::int64_t most_of_lazy(const LazyArray& c) {
  std::int64_t n = 1;
  for (const auto& a : c.axes) {
    if (a.most <= 0 || a.most > kMostInMemory) return 0;
    n *= a.most;
    if (n > kMostInMemory) return 0;
  }
  return n;
}

static Value fold_lazy(LowerContext& cx, ast::AssignOp op, const Value& x, Span span, std::int64_t together = 1);
static Value total_of_lazy(LowerContext& cx, const Value& x, Span span, std::int64_t together = 1);

ir::ExprP count_of_lazy(const LazyArray& c) {
  ir::ExprP n = c.axes[0].length;
  for (std::size_t k = 1; k < c.axes.size(); ++k) n = ir::mul(n, c.axes[k].length);
  return n;
}

// An array that meets such a slice.
Value whole_as_lazy(LowerContext& cx, const Value& array, Span span) {
  const int rank = rank_of(array);
  auto c = std::make_shared<LazyArray>();
  std::vector<int> axis_of;  // of each dimension
  for (int d = 0; d < rank; ++d) {
    const bool one = rank > 1 && launch_extent(cx, array.array().id, d, 1) == 1;
    const ir::ExprP n = ir::extent(array.array().id, d);
    axis_of.push_back(one ? -1 : int(c->axes.size()));
    if (one) continue;
    const auto most = launch_bound(cx, array.array().id, d, kMostInMemory);
    c->axes.push_back({ir::int_const(0), less_one(n), n, most.value_or(0)});
  }
  if (c->axes.empty()) stop("R901", span, "a slice whose length is computed meets an array of one element");
  c->dims = c->axes.size() == 1 && axis_of.back() == 0 ? std::vector<int>{0} : axis_of;
  c->reads = {array.array().id};
  c->view = true;
  c->stores = cx.effects.stores;
  c->element = [&cx, array, axis_of, span](const std::vector<ir::ExprP>& at, bool) {
    std::vector<Value> indices;
    for (const int axis : axis_of) indices.push_back(one_number(axis < 0 ? ir::int_const(0) : at[std::size_t(axis)]));
    return load(cx, array, slice_element(cx, array, std::move(indices), span), span);
  };
  return of_lazy(std::move(c));
}

// The axes of `whole` that those of `part` run along, whose lengths are the same; a row is one of each row of a matrix
// or cube, and what has fewer dimensions belongs to all channels.
static std::vector<std::size_t> axes_met(LowerContext& cx, const LazyArray& part, const LazyArray& whole, Span span) {
  std::vector<int> dims = part.dims;
  if (dims.size() == 1 && whole.dims.size() > 1) dims.insert(dims.begin(), -1);
  std::vector<std::size_t> met(part.axes.size());
  bool alike = dims.size() <= whole.dims.size();
  for (std::size_t d = 0; alike && d < dims.size(); ++d) {
    if (dims[d] < 0) continue;
    const auto k = std::size_t(dims[d]);
    alike = whole.dims[d] >= 0;
    if (!alike) break;
    met[k] = std::size_t(whole.dims[d]);
    alike = made_alike(cx, part.axes[k], whole.axes[met[k]], span);
  }
  if (!alike) stop("R901", span, "slices meet whose lengths are computed, and are not seen to be the same");
  return met;
}

bool alike_axes(LowerContext& cx, const LazyArray::Axis& a, const LazyArray::Axis& b) {
  if (same(ir::sub(a.hi, a.lo), ir::sub(b.hi, b.lo)) || launch_alike(cx, a.length, b.length)) return true;
  const auto n = launch_constant(cx, *a.length, kMostSelected),
             m = n ? launch_constant(cx, *b.length, kMostSelected) : std::nullopt;
  return m && n == m;
}

// The same, where an iteration may look if it is not seen.
bool made_alike(LowerContext& cx, const LazyArray::Axis& a, const LazyArray::Axis& b, Span span) {
  if (alike_axes(cx, a, b)) return true;
  const auto n = ir::as_int(*a.length), m = ir::as_int(*b.length);
  if (cx.in_kernel || cx.names.frame().device || (n && m) || n == 1 || m == 1) return false;
  bail_out_where(cx, ir::binary(ir::BinaryOp::Ne, a.length, b.length), "slices that meet have as many elements", span);
  return true;
}

// What looks at the ends of all of them; null where none has any.
static std::function<void()> checks_of(const std::vector<Value>& parts) {
  std::vector<std::function<void()>> checks;
  for (const Value& v : parts)
    if (is_lazy(v) && v.lazy().check_ends) checks.push_back(v.lazy().check_ends);
  if (checks.empty()) return nullptr;
  return [checks] {
    for (const auto& check : checks) check();
  };
}

Value each_lazy(LowerContext& cx, const std::vector<Value>& values, Span span, const Elementwise& each) {
  std::vector<Value> parts = values;
  auto c = std::make_shared<LazyArray>();
  for (Value& v : parts) {
    const bool memory = v.type.is_array() && v.array().texture == Texture::None &&
                        cx.code.f.arrays[v.array().id].space == ir::Space::Global;
    if (memory) v = whole_as_lazy(cx, v, span);
    if (!is_lazy(v)) {
      require_value(cx, v, span, "a number");
      if (!v.type.is_number()) stop("R901", span, "a slice whose length is computed meets a short array");
      for (ir::ExprP& part : v.parts()) {
        const bool constant =
            std::holds_alternative<ir::ConstInt>(part->node) || std::holds_alternative<ir::ConstFloat>(part->node);
        if (!constant) part = cx.code.keep("$part", part, span);
      }
      continue;
    }
    if (v.lazy().axes.size() > c->axes.size()) *c = v.lazy();
  }
  std::vector<std::vector<std::size_t>> axes;  // of each part, those of the whole that its own are
  for (const Value& v : parts) {
    axes.emplace_back();
    if (!is_lazy(v)) continue;
    const LazyArray& o = v.lazy();
    axes.back() = axes_met(cx, o, *c, span);
    for (std::size_t k = 0; k < o.axes.size(); ++k)
      if (LazyArray::Axis& met = c->axes[axes.back()[k]]; met.most == 0) met.most = o.axes[k].most;
    if (o.axes.size() < c->axes.size())
      c->whole = nullptr;
    else if (!c->whole)
      c->whole = o.whole;
    c->reads.insert(c->reads.end(), o.reads.begin(), o.reads.end());
    c->stores = std::min(c->stores, o.stores);
    c->hides_ends = c->hides_ends || o.hides_ends;
  }
  c->view = false;
  c->check_ends = checks_of(parts);
  c->element = [parts, axes, each](const std::vector<ir::ExprP>& at, bool in_whole) {
    std::vector<Value> here;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      std::vector<ir::ExprP> own;
      for (const std::size_t axis : axes[k]) own.push_back(at[axis]);
      here.push_back(is_lazy(parts[k]) ? parts[k].lazy().element(own, in_whole) : parts[k]);
    }
    return each(here);
  };
  return of_lazy(std::move(c));
}

Value binary_lazy(LowerContext& cx, ast::BinaryOp op, const Value& a, const Value& b, Span span) {
  using Op = ast::BinaryOp;
  const auto several = [](const Value& v) { return is_lazy(v) || v.type.is_array(); };
  if (op == Op::Mul && several(a) && several(b)) return product_of_lazy(cx, a, b, span);
  const bool matrices = (op == Op::Div && is_lazy(b)) || op == Op::Pow;
  if (matrices) stop("R901", span, "a slice whose length is computed is used as a matrix");
  return each_lazy(cx, {a, b}, span, [&cx, op, span](const std::vector<Value>& v) {
    if (op >= Op::Eq && op <= Op::Ge) return compare(cx, op, v[0], v[1], span);
    return arithmetic(cx, op, v[0], v[1], span);
  });
}

// As sum for each element.
Value sum_lazy(LowerContext& cx, bool subtract, const Operand& l, const Operand& r, Span span) {
  const bool left = l.factors.has_value(), right = r.factors.has_value();
  std::vector<Value> values;
  for (const Operand* o : {&l, &r}) {
    if (o->factors)
      values.insert(values.end(), {o->factors->first, o->factors->second});
    else
      values.push_back(o->value);
  }
  return each_lazy(cx, values, span, [&cx, subtract, left, right, span](const std::vector<Value>& v) {
    std::size_t at = 0;
    const auto next = [&](bool product) {
      Operand o;
      if (product) {
        o.factors = {{v[at], v[at + 1]}};
        o.value = arithmetic(cx, ast::BinaryOp::Mul, v[at], v[at + 1], span);
      } else {
        o.value = v[at];
      }
      at += product ? 2 : 1;
      return o;
    };
    const Operand a = next(left), b = next(right);
    return sum(cx, subtract, a, b, span);
  });
}

Type type_of_lazy(LowerContext& cx, const Value& x) {
  Type type;
  const std::vector<ir::ExprP> first(x.lazy().axes.size(), ir::int_const(0));
  (void)cx.code.collect([&] { type = x.lazy().element(first, false).type; });
  return type;
}

Elem elem_of_lazy(LowerContext& cx, const Value& x) {
  const Type type = type_of_lazy(cx, x);
  if (!type.is_number() || type.complex) stop("R901", {}, "complex elements of a slice whose length is computed");
  return type.elem;
}

void loop_over(LowerContext& cx, const LazyArray& c, Span span,
               const std::function<void(const std::vector<ir::ExprP>&)>& body) {
  std::vector<ir::VarId> counters;
  std::vector<ir::ExprP> at;
  for (std::size_t k = 0; k < c.axes.size(); ++k) {
    counters.push_back(cx.code.temp("$at", Elem::I64));
    at.push_back(ir::var(cx.code.f, counters.back()));
  }
  ++cx.control.loops;
  ir::Block nest = cx.code.collect([&] { body(at); });
  --cx.control.loops;
  for (std::size_t k = c.axes.size(); k-- > 0;) {
    ir::For loop{counters[k], ir::int_const(0), ir::int_const(1), less_one(c.axes[k].length), std::move(nest), 0};
    nest = {};
    nest.push_back({std::move(loop), span});
  }
  cx.code.out->insert(cx.code.out->end(), nest.begin(), nest.end());
}

void counted(LowerContext& cx, const ir::ExprP& lo, std::int64_t step, const ir::ExprP& hi, Span span,
             const std::function<void(const ir::ExprP&)>& body) {
  const ir::VarId counter = cx.code.temp("$at", Elem::I64);
  ++cx.control.loops;
  ir::Block block = cx.code.collect([&] { body(ir::var(cx.code.f, counter)); });
  --cx.control.loops;
  cx.code.emit(ir::For{counter, lo, ir::int_const(step), hi, std::move(block), 0}, span);
}

// The lanes of a tree, of which the first `present` are there, meet in lane 0.
static void fold_halves(LowerContext& cx, ir::BinaryOp op, ir::ArrayId lanes, std::int64_t count,
                        const ir::ExprP& present, Span span) {
  std::int64_t half = 1;
  while (2 * half < count) half *= 2;
  for (; half >= 1 && count > 1; half /= 2)
    counted(cx, ir::int_const(0), 1, less_one(at_most(ir::int_const(half), ir::sub(present, ir::int_const(half)))),
            span, [&](const ir::ExprP& l) {
              cx.code.to_scratch(lanes, l,
                                 ir::binary(op, cx.code.from_scratch(lanes, l).parts()[0],
                                            cx.code.from_scratch(lanes, ir::add(l, ir::int_const(half))).parts()[0]),
                                 span);
            });
}

// Of any number of elements: rows of lanes, the lanes of each chunk, the chunks.
static ir::ArrayId fold_chunks(LowerContext& cx, ir::BinaryOp op, const Value& x, Elem elem, std::int64_t lanes,
                               const ir::ExprP& n, Span span) {
  const std::int64_t unit = 4 * lanes;
  const ir::ArrayId lane = cx.code.scratch("$lanes", elem, lanes),
                    folded = cx.code.scratch("$chunks", elem, kMaxChunks);
  const auto up = [&](const ir::ExprP& a, std::int64_t by) {
    return quotient(ir::add(a, ir::int_const(by - 1)), ir::int_const(by));
  };
  const ir::ExprP several = ir::binary(ir::BinaryOp::Max, ir::int_const(1), up(up(n, unit), kMaxChunks));
  const ir::ExprP chunk = cx.code.keep("$chunk", ir::mul(several, ir::int_const(unit)), span);
  const ir::ExprP chunks = cx.code.keep("$chunks", quotient(less_one(ir::add(n, chunk)), chunk), span);
  const auto element = [&](const ir::ExprP& place) {
    return part(x.lazy().element(axes_at(x.lazy(), place), false), 0, elem);
  };
  counted(cx, ir::int_const(0), 1, less_one(chunks), span, [&](const ir::ExprP& k) {
    const ir::ExprP first = cx.code.keep("$first", ir::mul(k, chunk), span),
                    here = cx.code.keep("$here", at_most(chunk, ir::sub(n, first)), span);
    counted(cx, ir::int_const(0), 1, less_one(at_most(here, ir::int_const(lanes))), span,
            [&](const ir::ExprP& l) { cx.code.to_scratch(lane, l, element(ir::add(first, l)), span); });
    counted(cx, ir::int_const(lanes), lanes, less_one(here), span, [&](const ir::ExprP& row) {
      counted(cx, ir::int_const(0), 1, less_one(at_most(ir::int_const(lanes), ir::sub(here, row))), span,
              [&](const ir::ExprP& l) {
                cx.code.to_scratch(
                    lane, l,
                    ir::binary(op, cx.code.from_scratch(lane, l).parts()[0], element(ir::add(ir::add(first, row), l))),
                    span);
              });
    });
    fold_halves(cx, op, lane, lanes, here, span);
    cx.code.to_scratch(folded, k, cx.code.from_scratch(lane, ir::int_const(0)).parts()[0], span);
  });
  fold_halves(cx, op, folded, kMaxChunks, chunks, span);
  return folded;
}

// folded = the tree's value of the elements, what changes nothing where there are none. together: elements of this type
// that travel through the tree as one, the parts of a complex number.
static void fold_in_tree(LowerContext& cx, AssignOp op, const Value& x, std::int64_t together, ir::VarId folded,
                         Span span) {
  const LazyArray& c = x.lazy();
  const Elem elem = cx.code.f.vars[folded].type;
  const ir::ExprP n = cx.code.keep("$count", count_of_lazy(c), span);
  const std::int64_t most = most_of_lazy(c);
  const std::int64_t in_row = tree_lanes(together * byte_size(elem));
  ir::ArrayId lanes;
  if (most > 0 && most <= in_row) {  // one row of lanes
    lanes = cx.code.scratch("$lanes", elem, most);
    loop_over(cx, c, span, [&](const auto& at) {
      cx.code.to_scratch(lanes, place_of_lazy(c, at), part(c.element(at, false), 0, elem), span);
    });
    fold_halves(cx, joining(op), lanes, most, n, span);
  } else {
    lanes = fold_chunks(cx, joining(op), x, elem, in_row, n, span);
  }
  const ir::ExprP none = ir::lt(n, ir::int_const(1));
  cx.code.emit(ir::Assign{folded, ir::select(none, neutral(op, elem, span),
                                             cx.code.from_scratch(lanes, ir::int_const(0)).parts()[0])},
               span);
}

// Where the window is whole.
std::vector<Value> elements_of_whole(const LazyArray& c) {
  std::vector<Value> out;
  for (std::int64_t k = 0; k < most_of_lazy(c); ++k) {
    std::vector<ir::ExprP> at(c.axes.size());
    std::int64_t rest = k;
    for (std::size_t d = at.size(); d-- > 0; rest /= c.axes[d].most) at[d] = ir::int_const(rest % c.axes[d].most);
    out.push_back(c.element(at, true));
  }
  return out;
}

// The elements joined by one operation; together: as in fold_in_tree.
static Value fold_lazy(LowerContext& cx, AssignOp op, const Value& x, Span span, std::int64_t together) {
  const LazyArray& c = x.lazy();
  cx.effects.require_unwritten(c, span);
  const bool truths = op == AssignOp::And || op == AssignOp::Or;
  const Elem own = elem_of_lazy(cx, x), elem = truths ? Elem::Bool : own == Elem::Bool ? Elem::I64 : own;
  const bool ordered = is_float(elem) && (op == AssignOp::Add || op == AssignOp::Mul);
  const auto value = [&](const Value& e) { return truths ? truth(cx, e, span) : part(e, 0, elem); };
  const ir::VarId folded = cx.code.temp("$folded", elem);
  ir::Block any = cx.code.collect([&] {
    if (ordered) return fold_in_tree(cx, op, x, together, folded, span);
    cx.code.emit(ir::Assign{folded, neutral(op, elem, span)}, span);
    loop_over(cx, c, span, [&](const auto& at) {
      cx.code.emit(ir::Assign{folded, ir::binary(joining(op), ir::var(cx.code.f, folded), value(c.element(at, false)))},
                   span);
    });
  });
  if (!c.whole) {
    cx.code.out->insert(cx.code.out->end(), any.begin(), any.end());
    return one_number(ir::var(cx.code.f, folded));
  }
  ir::Block all = cx.code.collect([&] {
    std::vector<Value> elements = elements_of_whole(c);
    for (Value& e : elements) e = one_number(value(e));
    const Value v = fold_components(cx, std::move(elements), [&](const Value& a, const Value& b) {
      return one_number(ir::binary(joining(op), a.parts()[0], b.parts()[0]));
    });
    cx.code.emit(ir::Assign{folded, v.parts()[0]}, span);
  });
  cx.code.emit(ir::If{c.whole, std::move(all), std::move(any)}, span);
  return one_number(ir::var(cx.code.f, folded));
}

static Value total_of_lazy(LowerContext& cx, const Value& x, Span span, std::int64_t together) {  // 0 + tree
  if (const Type type = type_of_lazy(cx, x); type.complex) {
    Value total = of_scalars(type);
    for (const char* name : {"real", "imag"}) {
      const Value one = each_lazy(
          cx, {x}, span, [&cx, name, span](const std::vector<Value>& v) { return *complex_call(cx, name, v, span); });
      total.parts().push_back(total_of_lazy(cx, one, span, 2).parts()[0]);
    }
    return total;
  }
  const Value folded = fold_lazy(cx, AssignOp::Add, x, span, together);
  return is_float(folded.type.elem)
             ? arithmetic(cx, ast::BinaryOp::Add, one_number(ir::float_const(0, folded.type.elem)), folded, span)
             : folded;
}

// The squared distances from the mean, over n - 1; of one element 0, of none NaN.
static Value spread_of_lazy(LowerContext& cx, const std::string& name, const Value& x, Span span) {
  const Elem elem = elem_of_lazy(cx, x);
  if (!is_float(elem)) stop("R901", span, fmt::format("'{}' of a slice of ints whose length is computed", name));
  const ir::ExprP n = cx.code.keep("$count", count_of_lazy(x.lazy()), span);
  const SquareSteps steps = square_steps(cx, span);
  const auto each = [&](ast::BinaryOp op, const Value& a, const Value& b) {
    return each_lazy(cx, {a, b}, span, [&cx, op, span](const std::vector<Value>& v) {
      return cx.code.kept(arithmetic(cx, op, convert_elem(cx, v[0], Elem::F64, span), v[1], span), span);
    });
  };
  const auto total = [&](const Value& before, const Value& after) {
    Value elements = each(ast::BinaryOp::Mul, x, before);
    for (int times = elem == Elem::F64 ? 2 : 1; times > 0; --times) {
      const Value mean = cx.code.kept(
          arithmetic(cx, ast::BinaryOp::Div, total_of_lazy(cx, elements, span), one_number(n), span), span);
      elements = each(ast::BinaryOp::Sub, elements, mean);
    }
    const Value squares = each_lazy(cx, {elements, after}, span, [&cx, span](const std::vector<Value>& v) {
      const Value d = cx.code.kept(arithmetic(cx, ast::BinaryOp::Mul, v[0], v[1], span), span);
      return arithmetic(cx, ast::BinaryOp::Mul, d, d, span);
    });
    return total_of_lazy(cx, squares, span);
  };
  const ir::ExprP over = ir::select(ir::binary(ir::BinaryOp::Eq, n, ir::int_const(1)), n, less_one(n));
  const Value spread =
      spread_of_totals(steps, name == "std", elem, one_number(cx.code.keep("$over", over, span)), total);
  const ir::ExprP none = ir::float_const(std::numeric_limits<double>::quiet_NaN(), elem);
  return one_number(ir::select(ir::binary(ir::BinaryOp::Eq, n, ir::int_const(0)), none, spread.parts()[0]));
}

static Value median_of_lazy(LowerContext& cx, const Value& x, Span span) {
  const LazyArray& c = x.lazy();
  if (!c.whole || most_of_lazy(c) > kMostHalved) return median_in_memory(cx, x, span);
  cx.effects.require_unwritten(c, span);
  const ir::VarId middle = cx.code.temp("$middle", float_elem(elem_of_lazy(cx, x), cx.options.scalar));
  ir::Block all = cx.code.collect([&] {
    const std::vector<Value> elements = elements_of_whole(c);
    cx.code.emit(
        ir::Assign{middle,
                   median_of(cx, make_fixed(cx, {std::int64_t(elements.size())}, elements, span), span).parts()[0]},
        span);
  });
  ir::Block some = cx.code.collect([&] {
    cx.code.emit(ir::Assign{middle, median_in_memory(cx, x, span).parts()[0]}, span);
  });
  cx.code.emit(ir::If{c.whole, std::move(all), std::move(some)}, span);
  return one_number(ir::var(cx.code.f, middle));
}

// size, numel and the like, and the same elements as a row.
static std::optional<Value> shape_of_lazy(LowerContext& cx, const std::string& name, const std::vector<Value>& args,
                                          Span span) {
  const LazyArray& c = args[0].lazy();
  const ir::ExprP n = count_of_lazy(c);
  if (name != "reshape" && c.check_ends) c.check_ends();
  if (name == "numel" && args.size() == 1) return one_number(n);
  if (name == "ndims" && args.size() == 1)
    return one_number(ir::int_const(std::max<std::int64_t>(2, std::int64_t(c.dims.size()))));
  std::vector<Value> extents;
  if (c.dims.size() == 1) extents.push_back(one_number(ir::int_const(1)));
  for (const int axis : c.dims)
    extents.push_back(one_number(axis < 0 ? ir::int_const(1) : c.axes[std::size_t(axis)].length));
  if (name == "size" && args.size() == 1) return make_fixed(cx, {std::int64_t(extents.size())}, extents, span);
  if (name == "size" && args.size() == 2) {
    const auto d = args[1].type.is_number() ? ir::as_int(*index_value(cx, args[1], span)) : std::nullopt;
    if (d && *d >= 0) return std::size_t(*d) < extents.size() ? extents[std::size_t(*d)] : one_number(ir::int_const(1));
  }
  if (name != "reshape") return {};
  if (auto v = reshaped_lazy(cx, args, span)) return v;
  bool row = args.size() > 1;
  for (std::size_t k = 1; row && k < args.size(); ++k)
    row = args[k].type.is_number() && (k + 1 == args.size() ? same(index_value(cx, args[k], span), n)
                                                            : ir::as_int(*index_value(cx, args[k], span)) == 1);
  return row ? std::optional(row_of_lazy(cx, args[0], span)) : std::nullopt;
}

// Where all extents are known when the loop is reached.
std::optional<Value> reshaped_lazy(LowerContext& cx, const std::vector<Value>& args, Span span) {
  std::vector<Value> extents(args.begin() + 1, args.end());
  if (extents.size() == 1 && extents[0].type.kind == Type::Kind::Fixed) {
    const Value list = extents[0];
    extents.clear();
    for (std::size_t k = 0; k < components(list); ++k) extents.push_back(component(list, k));
  }
  auto c = std::make_shared<LazyArray>(args[0].lazy());
  c->axes.clear();
  c->dims.clear();
  std::int64_t count = 1;
  for (const Value& e : extents) {
    const auto n =
        e.type.is_number() && !e.type.complex ? launch_constant(cx, *index_value(cx, e, span)) : std::nullopt;
    if (!n || *n < 1) return {};
    count *= *n;
    c->dims.push_back(*n == 1 ? -1 : int(c->axes.size()));
    if (*n > 1) c->axes.push_back({ir::int_const(0), ir::int_const(*n - 1), ir::int_const(*n), *n});
  }
  if (c->axes.empty() || launch_constant(cx, *count_of_lazy(args[0].lazy()), count) != count) return {};
  if (c->axes.size() == 1 && c->dims.back() == 0 && c->dims.size() <= 2) c->dims = {0};
  const Value x = args[0];
  return with_elements(c, [x, shape = *c](const std::vector<ir::ExprP>& at) {
    return x.lazy().element(axes_at(x.lazy(), place_of_lazy(shape, at)), false);
  });
}

Value row_of_lazy(LowerContext& cx, const Value& x, Span span) {
  const LazyArray& c = x.lazy();
  if (c.dims.size() == 1) return x;
  auto row = std::make_shared<LazyArray>(c);
  const ir::ExprP n = cx.code.keep("$count", count_of_lazy(c), span);
  row->axes = {{ir::int_const(0), less_one(n), n, most_of_lazy(c)}};
  row->dims = {0};
  row->element = [x](const std::vector<ir::ExprP>& at, bool in_whole) {
    return x.lazy().element(axes_at(in_whole ? whole_shape(x.lazy()) : x.lazy(), at[0]), in_whole);
  };
  if (local_array_of(x))
    row->element = [&cx, memory = x.local_array()](const std::vector<ir::ExprP>& at, bool) {
      return cx.code.from_scratch(memory, at[0]);
    };
  return of_lazy(std::move(row));
}

// p[i], p[i,j] of numbers.
// Of a parameter `x : mat'clamped`: the nearest place inside.
static std::vector<Value> clamped(LowerContext& cx, const Value& x, std::vector<Value> indices, Span span) {
  const LazyArray& c = x.lazy();
  for (std::size_t k = 0; k < indices.size() && k < c.dims.size(); ++k) {
    if (!indices[k].type.is_number()) continue;
    const ir::ExprP last =
        c.dims[k] < 0 ? ir::int_const(0) : ir::sub(c.axes[std::size_t(c.dims[k])].length, ir::int_const(1));
    indices[k] = one_number(ir::binary(
        ir::BinaryOp::Max, ir::binary(ir::BinaryOp::Min, index_value(cx, indices[k], span), last), ir::int_const(0)));
  }
  return indices;
}

Value element_of_lazy(LowerContext& cx, const Value& x, const std::vector<Value>& indices, Span span) {
  Value row = indices.size() == 1 ? row_of_lazy(cx, x, span) : x;
  row.as<LazyRef>().name = x.as<LazyRef>().name;
  cx.effects.require_unwritten(row.lazy(), span);
  if (x.lazy().check_ends) x.lazy().check_ends();
  ir::ExprP inside;
  const std::vector<ir::ExprP> at = place_in_lazy(
      cx, row, x.type.boundary == Boundary::Clamped ? clamped(cx, row, indices, span) : indices, inside, span);
  Value e = cx.code.kept(row.lazy().element(at, false), span);
  if (cx.in_kernel || cx.names.frame().device)
    for (ir::ExprP& part : e.parts()) part = ir::select(inside, part, ir::cast(part->type, ir::int_const(0)));
  return e;
}

std::optional<Value> lazy_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args, Span span) {
  const BuiltinFold fold = builtin_fold(name);
  if (is_lazy(args[0]) && (name == "reshape" || builtin_is(name, BuiltinFamily::Shape)))
    return shape_of_lazy(cx, name, args, span);
  if (is_elementwise(name) && (args.size() > 1 || !is_extreme(fold)))
    return each_lazy(cx, args, span, [&cx, name, span](const std::vector<Value>& v) {
      if (auto e = complex_call(cx, name, v, span)) return *e;
      if (auto e = math_call(cx, name, v, span)) return *e;
      if (auto e = integer_call(cx, name, v, span)) return *e;
      stop("R901", span, fmt::format("'{}' of a slice whose length is computed", name));
    });
  if (auto moved = moved_lazy(cx, name, args, span)) return moved;
  for (const Value& v : args)
    if (is_lazy(v) && v.lazy().hides_ends && v.lazy().check_ends) v.lazy().check_ends();
  if (name == "repmat" && is_lazy(args[0])) return repeated_lazy(cx, args, span);
  if ((name == "horzcat" || name == "vertcat") && args.size() == 2)
    return joined_lazy(cx, args[0], args[1], name == "horzcat" ? 1 : 0, span);
  if (args.size() == 2 && is_lazy(args[0]) && folds_along(fold)) return along_lazy(cx, name, args[0], args[1], span);
  if (name == "dotprod" && args.size() == 2 && !type_of_lazy(cx, is_lazy(args[0]) ? args[0] : args[1]).complex)
    return total_of_lazy(cx,
                         each_lazy(cx, args, span,
                                   [&cx, span](const std::vector<Value>& v) {
                                     return arithmetic(cx, ast::BinaryOp::Mul, v[0], v[1], span);
                                   }),
                         span);
  if (args.size() != 1) return {};
  const Value& x = args[0];
  if (name == "sum") return total_of_lazy(cx, x, span);
  if (name == "prod") return fold_lazy(cx, AssignOp::Mul, x, span);
  if (name == "any" || name == "all") return fold_lazy(cx, name == "any" ? AssignOp::Or : AssignOp::And, x, span);
  if (name == "min" || name == "max") {
    ir::Block fail;
    fail.push_back({ir::Fail{cx.refusal("Q0404", span, fmt::format("'{}' of an empty array", name)), {}}, span});
    cx.code.emit(ir::If{ir::lt(count_of_lazy(x.lazy()), ir::int_const(1)), std::move(fail), {}}, span);
    return fold_lazy(cx, name == "min" ? AssignOp::Min : AssignOp::Max, x, span);
  }
  if (name == "mean")
    return arithmetic(cx, ast::BinaryOp::Div, total_of_lazy(cx, x, span), one_number(count_of_lazy(x.lazy())), span);
  if (name == "norm") {
    const SquareSteps steps = square_steps(cx, span);
    const auto total = [&](const Value& scale) {
      const Value squares = each_lazy(cx, {x, scale}, span, [&cx, span](const std::vector<Value>& v) {
        Value scaled = is_float(v[0].type.elem) ? v[0] : convert_elem(cx, v[0], cx.options.scalar, span);
        for (ir::ExprP& part : scaled.parts()) part = ir::mul(part, v[1].parts()[0]);
        return squared_size(cx, cx.code.kept(scaled, span), span);
      });
      return total_of_lazy(cx, squares, span);
    };
    return norm_of_totals(steps, float_elem(type_of_lazy(cx, x).elem, cx.options.scalar), total);
  }
  if (name == "var" || name == "std") return spread_of_lazy(cx, name, x, span);
  if (name == "median") return median_of_lazy(cx, x, span);
  if (name == "argmin" || name == "argmax") return extreme_of_lazy(cx, name, x, span)[1];
  if (name == "sort" && x.lazy().dims == std::vector<int>{0}) return sorted_lazy(cx, x, span);
  return {};
}

// ---- names ------------------------------------------------------------------------------------------------------

Value kept_lazy(LowerContext& cx, const Value& x, std::int64_t most, Span span) {
  const LazyArray& c = x.lazy();
  cx.effects.require_unwritten(c, span);
  const ir::ArrayId memory = cx.code.scratch("$elements", elem_of_lazy(cx, x), most);
  ir::Block some = cx.code.collect([&] {
    loop_over(cx, c, span, [&](const auto& at) {
      cx.code.to_scratch(memory, place_of_lazy(c, at), c.element(at, false).parts()[0], span);
    });
  });
  if (c.whole) {
    ir::Block all = cx.code.collect([&] {
      const std::vector<Value> elements = elements_of_whole(c);
      for (std::size_t k = 0; k < elements.size(); ++k)
        cx.code.to_scratch(memory, ir::int_const(std::int64_t(k)), elements[k].parts()[0], span);
    });
    cx.code.emit(ir::If{c.whole, std::move(all), std::move(some)}, span);
  } else {
    cx.code.out->insert(cx.code.out->end(), some.begin(), some.end());
  }
  auto kept = std::make_shared<LazyArray>(c);
  kept->reads.clear();
  kept->check_ends = nullptr;
  kept->view = true;
  kept->stores = std::numeric_limits<int>::max();
  kept->element = [&cx, memory, shape = c](const std::vector<ir::ExprP>& at, bool in_whole) {
    return cx.code.from_scratch(memory, place_of_lazy(in_whole ? whole_shape(shape) : shape, at));
  };
  return of_lazy(std::move(kept));
}

Value named_lazy(LowerContext& cx, const Value& given, const std::string& name, Span span) {
  const std::int64_t most = most_of_lazy(given.lazy());
  const bool copied = !local_array_of(given) && reads_own(cx, given.lazy());  // the memory may be written to
  const bool kept = (!given.lazy().view || copied) && most > 0 && !type_of_lazy(cx, given).complex;
  if (copied && !kept)
    stop("R901", span,
         "what is computed from an array made in an iteration has a name, and more elements than an iteration keeps");
  const Value v = kept ? kept_lazy(cx, given, most, span) : given;
  cx.effects.require_unwritten(v.lazy(), span);
  if (v.lazy().check_ends) v.lazy().check_ends();  // who reads it may not read all of it
  auto c = std::make_shared<LazyArray>(v.lazy());
  c->check_ends = nullptr;
  c->stores = std::numeric_limits<int>::max();
  std::copy_if(c->reads.begin(), c->reads.end(), std::back_inserter(cx.effects.views),
               [&](ir::ArrayId a) { return cx.code.f.arrays[a].space == ir::Space::Global; });
  Value out = v;
  LazyRef& ref = out.as<LazyRef>();
  ref.name = name;
  ref.array = std::move(c);
  return out;
}

void assign_lazy(LowerContext& cx, const std::string& name, const Value& given,
                 const std::optional<ast::TypeExpr>& declared, Span span) {
  Value v = given;
  std::optional<ast::TypeExpr> type = declared;
  if (type && local_array_of(v)) {  // d : vec = zeros(n)
    const Type t = resolve_type(*type, cx.options.scalar);
    const bool same = t.is_array() && t.dims.empty() && t.boundary == Boundary::Default && !t.is_const &&
                      t.elem == cx.code.f.arrays[v.local_array()].elem && !t.complex &&
                      std::size_t(t.rank) == v.lazy().dims.size();
    if (same) type.reset();
  }
  const auto known = cx.names.frame().names.find(
      name);  // a name of such a value may become that of another one in the same statements
  const bool other =
      known != cx.names.frame().names.end() &&
      (known->second.block != cx.code.block || !known->second.alias() || !is_lazy(*known->second.alias()));
  // Under a name that has a value before the loop, which it keeps where nothing gives it another one.
  const bool anew = known == cx.names.frame().names.end() && !cx.in_kernel && !cx.names.in_call() &&
                    cx.scope.type_of(name).has_value();
  if (anew && (cx.types.outlived.count(name) || (cx.scope.live_after(name) && !cx.control.once_an_iteration())))
    stop("R901", span,
         fmt::format("'{}' is a slice whose length is computed, and has another value before the loop", name), name);
  const bool written = cx.names.frame().assignments.writes_into(name);
  if (other && !type && known->second.alias() && replace_own(cx, known->second, v, span)) return;
  if (type || other || (written && !local_array_of(v))) {
    const bool few = cx.options.long_arrays_as_values || most_of_lazy(v.lazy()) <= kMostOfLoops;
    if (!type && !local_array_of(v) && (few || other))
      if (auto fixed = fixed_from_lazy(cx, v, span)) return assign_name(cx, name, span, std::move(*fixed), type);
    if (!type && !other)
      v = own_of(cx, v, name, span);
    else
      stop("R901", span,
           fmt::format(
               "'{}' is a slice whose length is computed, and something else is assigned to it or its elements too",
               name),
           name);
  }
  Binding b;
  b.key = cx.names.frame().key + name;
  b.block = cx.code.block;
  b.anew = anew || (known != cx.names.frame().names.end() && known->second.anew);
  b.storage = Alias{named_lazy(cx, v, name, span)};
  if (local_array_of(v)) note_shared_own(cx, b.key, v.local_array());
  cx.names.frame().names[name] = std::move(b);
}

void require_views_unwritten(LowerContext& cx, Span span) {
  ir::for_each_stmt(cx.code.f.body, [&](const ir::Stmt& s) {
    auto* store = std::get_if<ir::Store>(&s.node);
    auto* atomic = std::get_if<ir::Atomic>(&s.node);
    if (!store && !atomic) return;
    const ir::ArrayId to = store ? store->access.array : atomic->access.array;
    if (cx.code.f.arrays[to].space != ir::Space::Global) return;
    const std::string& written = cx.code.f.arrays[to].name;
    for (const ir::ArrayId from : cx.effects.views) {
      const std::string& read = cx.code.f.arrays[from].name;
      if (read == written || cx.scope.shares(read, written))
        stop("R901", span,
             fmt::format("a slice of '{}' whose length is computed has a name, and '{}' is written in the loop", read,
                         written),
             read);
      auto& apart = cx.assumed.specialised.apart;
      if (std::find(apart.begin(), apart.end(), std::pair(read, written)) == apart.end())
        apart.emplace_back(read, written);
    }
  });
}

}  // namespace qc::lowering
