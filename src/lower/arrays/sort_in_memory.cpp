// Sorting of more elements than registers hold, or of as many as an iteration finds: in memory of the iteration. Each
// of a few goes to the place that is the number of those before it, which vectors count and all threads do in step;
// many are merged in runs of 1, 2, 4, .. elements. Stable, NaN last, as outside (src/host/arrays/radix_sort.h).
#include <limits>

#include "lower/interface/expr.h"
#include "lower/interface/fixed_arrays.h"
#include "lower/interface/kernel.h"
#include "lower/interface/lazy_array.h"
#include "lower/state/lower_context.h"
#include "sema/type_words.h"

namespace qc::lowering {

namespace {

constexpr std::int64_t kMostRanked = 256;

// Whether a belongs before b.
ir::ExprP before(const ir::ExprP& a, const ir::ExprP& b) {
  const ir::ExprP less = ir::lt(a, b);
  return is_float(a->type)
             ? ir::binary(ir::BinaryOp::Or, less, ir::logical_and(is_nan(b), ir::binary(ir::BinaryOp::Eq, a, a)))
             : less;
}

}  // namespace

// The elements of `from[0]` in order in `to`; the other arrays move with the first.
static void place_by_rank(LowerContext& cx, const std::vector<ir::ArrayId>& from, const std::vector<ir::ArrayId>& to,
                          const ir::ExprP& count, Span span) {
  const ir::ExprP one = ir::int_const(1), last = ir::sub(count, one);
  counted(cx, ir::int_const(0), 1, last, span, [&](const ir::ExprP& k) {
    const ir::ExprP x = cx.code.keep("$x", cx.code.from_scratch(from[0], k).parts()[0], span);
    const ir::VarId rank = cx.code.temp("$rank", Elem::I64);
    const auto count_if = [&](const ir::ExprP& condition) {
      cx.code.emit(ir::Assign{rank, ir::add(ir::var(cx.code.f, rank), ir::cast(Elem::I64, condition))}, span);
    };
    cx.code.emit(ir::Assign{rank, ir::int_const(0)}, span);
    counted(cx, ir::int_const(0), 1, ir::sub(k, one), span, [&](const ir::ExprP& j) {
      count_if(ir::unary(ir::UnaryOp::Not, before(x, cx.code.from_scratch(from[0], j).parts()[0])));
    });
    counted(cx, ir::add(k, one), 1, last, span,
            [&](const ir::ExprP& j) { count_if(before(cx.code.from_scratch(from[0], j).parts()[0], x)); });
    for (std::size_t a = 0; a < from.size(); ++a)
      cx.code.to_scratch(to[a], ir::var(cx.code.f, rank), cx.code.from_scratch(from[a], k).parts()[0], span);
  });
}

// Runs of `width` elements of `from[0]` become runs of twice as many in `to`; the other arrays move with the first.
static void merge_runs(LowerContext& cx, const std::vector<ir::ArrayId>& from, const std::vector<ir::ArrayId>& to,
                       const ir::ExprP& width, const ir::ExprP& count, Span span) {
  const auto min = [](const ir::ExprP& a, const ir::ExprP& b) { return ir::binary(ir::BinaryOp::Min, a, b); };
  const auto below = [](const ir::ExprP& a) { return ir::sub(a, ir::int_const(1)); };
  const ir::ExprP pair = ir::mul(width, ir::int_const(2));
  const ir::ExprP runs = ir::binary(ir::BinaryOp::DivTrunc, below(ir::add(count, pair)), pair);
  counted(cx, ir::int_const(0), 1, below(runs), span, [&](const ir::ExprP& run) {
    const ir::ExprP lo = cx.code.keep("$lo", ir::mul(run, pair), span);
    const ir::ExprP middle = cx.code.keep("$middle", min(ir::add(lo, width), count), span),
                    hi = cx.code.keep("$hi", min(ir::add(lo, pair), count), span);
    const ir::VarId left = cx.code.temp("$left", Elem::I64), right = cx.code.temp("$right", Elem::I64);
    cx.code.emit(ir::Assign{left, lo}, span);
    cx.code.emit(ir::Assign{right, middle}, span);
    counted(cx, lo, 1, below(hi), span, [&](const ir::ExprP& k) {
      const ir::ExprP i = ir::var(cx.code.f, left), j = ir::var(cx.code.f, right);
      const ir::ExprP later =
          before(cx.code.from_scratch(from[0], j).parts()[0], cx.code.from_scratch(from[0], i).parts()[0]);
      const ir::ExprP rest = ir::binary(ir::BinaryOp::Or, ir::le(hi, j), ir::unary(ir::UnaryOp::Not, later));
      const ir::ExprP takes = cx.code.keep("$takes", ir::logical_and(ir::lt(i, middle), rest), span);
      const ir::ExprP at = cx.code.keep("$from", ir::select(takes, i, j), span);
      for (std::size_t a = 0; a < from.size(); ++a)
        cx.code.to_scratch(to[a], k, cx.code.from_scratch(from[a], at).parts()[0], span);
      cx.code.emit(ir::Assign{left, ir::add(i, ir::cast(Elem::I64, takes))}, span);
      cx.code.emit(ir::Assign{right, ir::add(j, ir::sub(ir::int_const(1), ir::cast(Elem::I64, takes)))}, span);
    });
  });
}

// The first `count` elements of arrays[0], whose places are arrays[1], in order: in `others`, where they are few.
static void order_memory(LowerContext& cx, std::vector<ir::ArrayId>& arrays, std::vector<ir::ArrayId> others,
                         std::int64_t most, const ir::ExprP& count, Span span) {
  const ir::ExprP last = ir::sub(count, ir::int_const(1));
  if (arrays.size() > 1)
    counted(cx, ir::int_const(0), 1, last, span,
            [&](const ir::ExprP& k) { cx.code.to_scratch(arrays[1], k, k, span); });
  if (most <= kMostRanked) {
    place_by_rank(cx, arrays, others, count, span);
    arrays = std::move(others);
    return;
  }
  std::int64_t levels = 0;
  while ((std::int64_t{1} << levels) < most) ++levels;
  counted(cx, ir::int_const(0), 1, ir::int_const(levels - 1), span, [&](const ir::ExprP& level) {
    merge_runs(cx, arrays, others, cx.code.keep("$width", ir::binary(ir::BinaryOp::Shl, ir::int_const(1), level), span),
               count, span);
    counted(cx, ir::int_const(0), 1, last, span, [&](const ir::ExprP& k) {
      for (std::size_t a = 0; a < arrays.size(); ++a)
        cx.code.to_scratch(arrays[a], k, cx.code.from_scratch(others[a], k).parts()[0], span);
    });
  });
}

InMemory sorted_in_memory(LowerContext& cx, const Value& x, bool with_places, Span span) {
  const std::int64_t most = is_lazy(x) ? most_of_lazy(x.lazy()) : std::int64_t(components(x));
  if (most == 0)
    stop("R901", span,
         "more elements are put in order than an iteration keeps, or how many there may be is not known before the "
         "loop is reached");
  const Elem elem = is_lazy(x) ? elem_of_lazy(cx, x) : x.type.elem;
  std::vector<ir::ArrayId> arrays{cx.code.scratch("$sorted", elem, most)},
      others{cx.code.scratch("$merged", elem, most)};
  if (with_places) {
    arrays.push_back(cx.code.scratch("$places", Elem::I64, most));
    others.push_back(cx.code.scratch("$moved", Elem::I64, most));
  }
  InMemory out;
  const auto order_all = [&](const std::vector<Value>& elements) {  // of a known number
    for (std::int64_t k = 0; k < most; ++k)
      cx.code.to_scratch(arrays[0], ir::int_const(k), part(elements[std::size_t(k)], 0, elem), span);
    std::vector<ir::ArrayId> ordered = arrays;
    order_memory(cx, ordered, others, most, ir::int_const(most), span);
    out.values = ordered[0];
    if (with_places) out.places = ordered[1];
  };
  if (!is_lazy(x)) {
    std::vector<Value> elements;
    for (std::int64_t k = 0; k < most; ++k) elements.push_back(component(x, std::size_t(k)));
    order_all(elements);
    out.count = ir::int_const(most);
    return out;
  }
  const LazyArray& c = x.lazy();
  cx.effects.require_unwritten(c, span);
  out.count = cx.code.keep("$count", count_of_lazy(c), span);
  ir::Block some = cx.code.collect([&] {
    loop_over(cx, c, span, [&](const auto& at) {
      cx.code.to_scratch(arrays[0], place_of_lazy(c, at), part(c.element(at, false), 0, elem), span);
    });
    std::vector<ir::ArrayId> ordered = arrays;
    order_memory(cx, ordered, others, most, out.count, span);
    out.values = ordered[0];
    if (with_places) out.places = ordered[1];
  });
  if (!c.whole) {
    cx.code.out->insert(cx.code.out->end(), some.begin(), some.end());
    return out;
  }
  ir::Block all = cx.code.collect([&] { order_all(elements_of_whole(c)); });
  cx.code.emit(ir::If{c.whole, std::move(all), std::move(some)}, span);
  return out;
}

Value median_in_memory(LowerContext& cx, const Value& x, Span span) {
  const Elem elem = float_elem(is_lazy(x) ? elem_of_lazy(cx, x) : x.type.elem, cx.options.scalar);
  const InMemory sorted = sorted_in_memory(cx, x, false, span);
  const ir::ExprP n = sorted.count, half = ir::binary(ir::BinaryOp::DivTrunc, n, ir::int_const(2));
  const auto at = [&](const ir::ExprP& k) {
    return one_number(cx.code.keep("$middle", ir::cast(elem, cx.code.from_scratch(sorted.values, k).parts()[0]), span));
  };
  const ir::ExprP first = ir::int_const(0), last = ir::binary(ir::BinaryOp::Max, ir::sub(n, ir::int_const(1)), first);
  const Value middle = at(ir::binary(ir::BinaryOp::Min, half, last)),
              below = at(ir::binary(ir::BinaryOp::Max, ir::sub(half, ir::int_const(1)), first)), greatest = at(last);
  const Value step = arithmetic(cx, ast::BinaryOp::Div, arithmetic(cx, ast::BinaryOp::Sub, middle, below, span),
                                one_number(ir::float_const(2, elem)), span);
  const ir::ExprP even = arithmetic(cx, ast::BinaryOp::Add, below, step, span).parts()[0];
  const ir::ExprP odd = ir::add(middle.parts()[0], ir::float_const(0, elem));
  const ir::ExprP is_odd =
      ir::binary(ir::BinaryOp::Eq, ir::binary(ir::BinaryOp::Mod, n, ir::int_const(2)), ir::int_const(1));
  const ir::ExprP none = ir::binary(ir::BinaryOp::Or, ir::lt(n, ir::int_const(1)), is_nan(greatest.parts()[0]));
  return one_number(
      ir::select(none, ir::float_const(std::numeric_limits<double>::quiet_NaN(), elem), ir::select(is_odd, odd, even)));
}

Value sorted_lazy(LowerContext& cx, const Value& x, Span span) {
  return row_in_memory(cx, x, sorted_in_memory(cx, x, false, span).values);
}

Value row_in_memory(LowerContext& cx, const Value& x, ir::ArrayId memory) {
  auto c = std::make_shared<LazyArray>(x.lazy());
  c->whole = nullptr;
  c->reads.clear();
  c->view = true;
  c->stores = std::numeric_limits<int>::max();
  c->element = [&cx, array = memory](const std::vector<ir::ExprP>& at, bool) {
    return cx.code.from_scratch(array, at[0]);
  };
  return of_lazy(std::move(c));
}

}  // namespace qc::lowering
