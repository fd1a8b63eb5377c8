// Running values, sorting, medians, counting and searching.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <numeric>
#include <span>
#include <tuple>

#include "host/arrays/arith.h"
#include "host/arrays/gather_scatter.h"
#include "host/arrays/histogram_counts.h"
#include "host/arrays/nth_element.h"
#include "host/arrays/radix_line.h"
#include "host/arrays/radix_short.h"
#include "host/arrays/row_scan.h"
#include "host/arrays/tree_fold.h"
#include "host/arrays/unique.h"
#include "host/builtins/families.h"
#include "host/builtins/reduction_axes.h"
#include "host/device/device_arrays.h"
#include "host/device/device_counts.h"
#include "host/device/device_sort.h"
#include "support/stop.h"

namespace qc::host {

namespace {

void refuse_complex(const CallContext& c, const Array& a, const char* name) {
  if (a.complex)
    fail("Q0301", c.span, fmt::format("'{}' orders real numbers, not complex ones", name),
         "abs(x) or real(x) can be ordered");
}

// The dimension that the call names as its argument `at`, or the first one whose extent is not 1.
std::int64_t dimension(const CallContext& c, const Args& a, std::size_t at, const Array& x) {
  return a.size() > at && !left_out(a[at]) ? to_index(a[at], c.span) : first_dimension(x);
}

// ---- running values -----------------------------------------------------------------------------------------------

// Running values go along the rows when no dimension is said: the last one whose extent is not 1.
std::int64_t row_dimension(const Array& x) {
  if (x.dims.size() == 1) return 1;
  for (std::size_t d = x.dims.size(); d-- > 0;)
    if (x.dims[d] != 1) return std::int64_t(d);
  return 0;
}

template <class Op>
constexpr ir::BinaryOp kOperator = ir::BinaryOp::Add;
template <>
constexpr ir::BinaryOp kOperator<Times> = ir::BinaryOp::Mul;
template <>
constexpr ir::BinaryOp kOperator<Extreme<true>> = ir::BinaryOp::Max;
template <>
constexpr ir::BinaryOp kOperator<Extreme<false>> = ir::BinaryOp::Min;

// Along many lines of an array on a GPU, a thread for each; few are as fast on the host.
std::optional<ArrayP> running_there(const Array& x, const Axis& axis, ir::BinaryOp op) {
  constexpr std::int64_t kManyLines = 256;
  runtime::Device* const device = axis.lines() >= kManyLines && axis.n > 0 ? moved_on(x, x.count()) : nullptr;
  return device ? running_on(*device, x, {axis.outer, axis.n, axis.inner}, op) : std::nullopt;
}

// x with a dimension reversed.
ArrayP reversed(CallContext& c, const Value& x, std::size_t dim) {
  Args a{x, Value(Number::integer(std::int64_t(dim)))};
  return array_of(c, find_builtin("flip")(c, a).at(0));
}

// Whether the last argument is "reverse", which is taken off; another text is Q0301.
bool reversed(const CallContext& c, Args& a) {
  auto* word = a.size() > 1 ? if_text(a.back()) : nullptr;
  if (!word) return false;
  if (*word != "reverse" && *word != "forward")
    fail("Q0301", c.span, fmt::format("'{}' is no direction; it is \"forward\" or \"reverse\"", *word));
  const bool back = *word == "reverse";
  a.pop_back();
  return back;
}

// A line of more elements is a scan, as the loop of the same text is: on a GPU its chain would be a thousand times as
// long. No iteration of a loop keeps as many, so that what loops compile has the bits of the built-in.
constexpr std::int64_t kLongLine = 1 << 16;
static_assert(kLongLine >= kMostOfFixed);
constexpr std::int64_t kFewLines = 32;  // a loop each takes less time than all of them in order

// Values along few long lines by the library's loop, in the order of a scan. Nothing: from left to right, since the
// lines are short or many, or since the order does not matter and the elements lie here.
std::optional<ArrayP> running_by_loops(const CallContext& c, const Array& x, const Axis& axis, ir::BinaryOp op) {
  if (axis.n <= kLongLine || axis.lines() > kFewLines || x.elem == Elem::F16 || x.elem == Elem::U64) return {};
  const bool orders = op == ir::BinaryOp::Min || op == ir::BinaryOp::Max;
  if (x.complex && op != ir::BinaryOp::Add) return {};
  if ((orders || !is_float(x.elem)) && !moved_on(x, x.count())) return {};
  const Elem numbers = value_elem(x.elem) == Elem::Bool ? Elem::I64 : value_elem(x.elem);
  const ArrayP y = make_array(orders ? x.elem : numbers, x.dims, false, x.complex);
  const std::int64_t inner = axis.inner * (x.complex ? 2 : 1);  // the parts are lines of their own
  const auto lines = [&](const Array& a) {
    const auto view = std::make_shared<Array>(a);
    view->dims = {axis.outer, axis.n, inner};
    view->complex = view->fixed = view->is_const = false;
    view->boundary = Boundary::Default;
    return Value(view);
  };
  const char* const loop = op == ir::BinaryOp::Add   ? "lib_running_sum"
                           : op == ir::BinaryOp::Mul ? "lib_running_product"
                           : op == ir::BinaryOp::Max ? "lib_running_max"
                                                     : "lib_running_min";
  const int one = op == ir::BinaryOp::Mul ? 1 : 0;  // -0 + x has the bits of x, for every x
  const Number none = is_float(numbers) ? Number::real(one ? 1 : -0.0, numbers) : Number::integer(one);
  for (std::int64_t o = 0; o < axis.outer; ++o)
    for (std::int64_t i = 0; i < inner; ++i) {
      Args line{lines(x), lines(*y), Value(Number::integer(o)), Value(Number::integer(i))};
      if (!orders) line.push_back(Value(none));
      c.session.call_library(loop, std::move(line), c.span);
    }
  return y;
}

// y[k] = y[k-1] op x[k] along a dimension, from left to right; from right to left where "reverse" is said.
template <class Op>
Results running(CallContext& c, Args& a, const char* name) {
  if (reversed(c, a)) {
    const ArrayP x = array_of(c, a[0]);
    const std::size_t dim =
        axis_of(c, *x, a.size() > 1 && !left_out(a[1]) ? to_index(a[1], c.span) : row_dimension(*x)).dim;
    Args forward{Value(reversed(c, a[0], dim)), Value(Number::integer(std::int64_t(dim)))};
    return {Value(reversed(c, running<Op>(c, forward, name).at(0), dim))};
  }
  want_arguments(c, a, name, 1, 2);
  const ArrayP x = array_of(c, a[0]);
  constexpr bool kOrders = !std::is_same_v<Op, Plus> && !std::is_same_v<Op, Times>;
  if constexpr (kOrders) refuse_complex(c, *x, name);
  const Axis axis = axis_of(c, *x, a.size() > 1 && !left_out(a[1]) ? to_index(a[1], c.span) : row_dimension(*x));
  if (const auto y = running_there(*x, axis, kOperator<Op>)) return {Value(*y)};
  if (const auto y = running_by_loops(c, *x, axis, kOperator<Op>)) return {Value(*y)};
  return with_elements(x, [&](auto in) -> Results {
    using T = std::remove_const_t<typename decltype(in)::element_type>;
    if constexpr (kOrders && is_complex_v<T>)
      return {};
    else {
      ArrayP y = array_for<T>(x->dims);
      run_along<Op>(in.data(), new_elements<T>(*y).data(), axis.outer, axis.n, axis.inner, c.session.host_device());
      return {Value(kOrders ? as_elem(y, x->elem) : y)};
    }
  });
}
Results cumsum(CallContext& c, Args& a) { return running<Plus>(c, a, "cumsum"); }
Results cumprod(CallContext& c, Args& a) { return running<Times>(c, a, "cumprod"); }
Results cummax(CallContext& c, Args& a) { return running<Extreme<true>>(c, a, "cummax"); }
Results cummin(CallContext& c, Args& a) { return running<Extreme<false>>(c, a, "cummin"); }

// Differences of neighbours along a dimension: one element less.
ArrayP differences(const ArrayP& x, const Axis& axis) {
  auto dims = axis.dims;
  dims[axis.dim] = std::max<std::int64_t>(0, axis.n - 1);
  return with_elements(x, [&](auto in) {
    using T = std::remove_const_t<typename decltype(in)::element_type>;
    ArrayP y = array_for<T>(dims);
    if (x->dims.size() == 1 && axis.dim == 1) y->dims = {dims[1]};
    auto out = new_elements<T>(*y);
    const std::int64_t kept =
        std::max<std::int64_t>(0, axis.n - 1) * axis.inner;  // neighbours lie `inner` elements apart
    for (std::int64_t o = 0; o < axis.outer; ++o) {
      const T* from = in.data() + o * axis.n * axis.inner;
      T* __restrict to = out.data() + o * kept;
      for (std::int64_t k = 0; k < kept; ++k) to[k] = from[k + axis.inner] - from[k];
    }
    return y;
  });
}
// diff(x), diff(x, dim), diff(x, n, dim): the differences of the differences, n times. Along a dimension that x does
// not have there are none, and a second argument of 2 is often meant as such an n.
Results diff(CallContext& c, Args& a) {
  want_arguments(c, a, "diff", 1, 3);
  const ArrayP x = array_of(c, a[0]);
  const std::size_t place = a.size() == 3 ? 2 : 1;
  const std::int64_t dim = dimension(c, a, place, *x);
  const std::int64_t times = a.size() == 3 && !left_out(a[1]) ? to_index(a[1], c.span) : 1;
  const std::int64_t rank = std::max<std::int64_t>(2, std::int64_t(x->dims.size()));
  if (dim >= rank)
    fail("Q0302", c.span,
         fmt::format("there are no differences along dimension {} of an array of {} dimensions", dim, rank),
         "dimensions count from 0; diff(x, n, dim) are n-th differences, diff(diff(x)) second ones");
  if (times < 1) fail("Q0302", c.span, fmt::format("differences of order {}; the order is 1 or more", times));
  ArrayP y = x;
  for (std::int64_t k = 0; k < times; ++k) y = differences(y, axis_of(c, *y, dim));
  return {Value(y)};
}

// ---- sorting ------------------------------------------------------------------------------------------------------

// Ascending or descending, equals in their old order, NaN at the end.
template <class T>
bool before(T a, T b, bool descending) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b)) return !std::isnan(a) && std::isnan(b);
  }
  return descending ? b < a : a < b;
}

// Below this many elements comparing is faster than counting digits.
constexpr std::int64_t kFewToSort = 1024, kFewForBytes = 256;

// A line in order, by digits of keys or by comparing; `index`, if there is one, says where each element comes from.
template <class T>
class LineOrder {
 public:
  LineOrder(std::int64_t n, bool descending, bool places) : n_(n), descending_(descending), places_(places) {
    if (n >= kFewToSort) sorter_ = std::make_unique<LineSorter<T>>(n);
    if (!places && n >= kFewForBytes && n <= ShortLineSorter<T>::kLongest)
      short_ = std::make_unique<ShortLineSorter<T>>(n);
  }
  void sort(const T* in, T* out, std::int64_t* index) {
    if (short_ && short_->sort(in, out, descending_)) return;
    if (!sorter_) return compare(in, out, index);
    if (!places_ && sorter_->sort(in, out, descending_)) return;
    if (!index) {
      spare_.resize(std::size_t(n_));
      index = spare_.data();
    }
    sorter_->sort_with_places(in, out, index, descending_);
  }

 private:
  void compare(const T* in, T* out, std::int64_t* index) const {
    if (!places_) {
      std::copy_n(in, n_, out);
      std::stable_sort(out, out + n_, [&](T a, T b) { return before(a, b, descending_); });
      return;
    }
    std::iota(index, index + n_, std::int64_t{0});
    std::stable_sort(index, index + n_, [&](auto a, auto b) { return before(in[a], in[b], descending_); });
    for (std::int64_t k = 0; k < n_; ++k) out[k] = in[index[k]];
  }

  std::int64_t n_;
  bool descending_, places_;
  std::unique_ptr<ShortLineSorter<T>> short_;
  std::unique_ptr<LineSorter<T>> sorter_;
  std::vector<std::int64_t> spare_;
};

// Lines whose elements lie apart: neighbouring ones are gathered together, so that each line of memory is read and
// written once.
template <class T>
void sort_apart(const T* in, const Axis& axis, LineOrder<T>& order, T* out, std::int64_t* index) {
  constexpr std::int64_t kSide = 16;
  const std::int64_t n = axis.n;
  std::vector<T> lines(std::size_t(n * kSide)), sorted(std::size_t(n * kSide));
  std::vector<std::int64_t> from(index ? std::size_t(n * kSide) : 0);
  for (std::int64_t l = 0; l < axis.lines();) {
    const std::int64_t first = axis.at(l, 0), width = std::min(kSide, axis.inner - l % axis.inner);
    check_stopped();
    for (std::int64_t k = 0; k < n; ++k)
      for (std::int64_t t = 0; t < width; ++t) lines[std::size_t(t * n + k)] = in[first + k * axis.inner + t];
    for (std::int64_t t = 0; t < width; ++t)
      order.sort(lines.data() + t * n, sorted.data() + t * n, index ? from.data() + t * n : nullptr);
    for (std::int64_t k = 0; k < n; ++k)
      for (std::int64_t t = 0; t < width; ++t) {
        out[first + k * axis.inner + t] = sorted[std::size_t(t * n + k)];
        if (index) index[first + k * axis.inner + t] = from[std::size_t(t * n + k)];
      }
    l += width;
  }
}

template <class T>
Results sort_elements(const ArrayP& x, std::span<const T> in, const Axis& axis, bool descending, bool places) {
  const ArrayP values = make_array(elem_for<T>(), x->dims, false),
               where = places ? make_array(Elem::I64, x->dims, false) : nullptr;
  T* out = static_cast<T*>(values->buffer->host_overwrite());
  std::int64_t* index = places ? static_cast<std::int64_t*>(where->buffer->host_overwrite()) : nullptr;
  LineOrder<T> order(axis.n, descending, places);
  if (axis.inner == 1) {
    for (std::int64_t first = 0; first < axis.outer * axis.n; first += axis.n) {
      check_stopped();
      order.sort(in.data() + first, out + first, places ? index + first : nullptr);
    }
  } else {
    sort_apart<T>(in.data(), axis, order, out, index);
  }
  Results r{Value(as_elem(values, x->elem))};
  if (places) r.push_back(Value(where));
  return r;
}

// sort of strings in a cell: by their bytes.
Results sort_cell(CallContext& c, const Cell& cell, bool descending) {
  auto sorted = std::make_shared<Cell>(cell);
  std::vector<std::int64_t> order(cell.items.size());
  std::iota(order.begin(), order.end(), 0);
  for (const Value& v : cell.items) text_of(c, v, "what 'sort' orders in a cell");
  auto text = [&](std::int64_t k) -> const std::string& { return std::get<std::string>(cell.items[std::size_t(k)].v); };
  SeldomStopped stopped;
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
    stopped.check();
    return descending ? text(b) < text(a) : text(a) < text(b);
  });
  for (std::size_t k = 0; k < order.size(); ++k) sorted->items[k] = cell.items[std::size_t(order[k])];
  return {Value(sorted), int_vector(order)};
}

std::optional<Results> sort_there(const Array& x, const Axis& axis, bool descending, bool places) {
  runtime::Device* const device = moved_on(x, x.count());
  if (!device) return {};
  const auto sorted = axis.lines() == 1
                          ? sort_on(*device, x, descending, places)
                          : sort_lines_on(*device, x, {axis.outer, axis.n, axis.inner}, descending, places);
  if (!sorted) return {};
  Results r{Value(sorted->values)};
  if (places) r.push_back(Value(sorted->places));
  return r;
}

// sort(x), sort(x, dim), with "ascend" or "descend"; [values, places] = sort(x).
Results sort(CallContext& c, Args& a) {
  want_arguments(c, a, "sort", 1, 3);
  bool descending = false;
  if (const std::string* mode = if_text(a.back()); mode && a.size() > 1) {
    if (*mode != "ascend" && *mode != "descend")
      fail("Q0404", c.span, fmt::format("'sort' knows no order '{}'", *mode), "\"ascend\" or \"descend\"");
    descending = *mode == "descend";
    a.pop_back();
  }
  if (auto* cell = std::get_if<std::shared_ptr<Cell>>(&a[0].v)) return sort_cell(c, **cell, descending);
  const ArrayP x = array_of(c, a[0]);
  refuse_complex(c, *x, "sort");
  const Axis axis = axis_of(c, *x, dimension(c, a, 1, *x));
  if (auto sorted = sort_there(*x, axis, descending, c.outputs > 1)) return *sorted;
  return with_elements(x, [&](auto in) -> Results {
    using T = std::remove_const_t<typename decltype(in)::element_type>;
    if constexpr (is_complex_v<T>)
      return {};
    else
      return sort_elements<T>(x, in, axis, descending, c.outputs > 1);
  });
}

std::optional<ArrayP> unique_there(const Array& x) {
  runtime::Device* const device = moved_on(x, x.count());
  const auto sorted = device ? sort_on(*device, x, false, false) : std::nullopt;
  const auto places = sorted ? places_on(*device, Wanted::Changes, *sorted->values) : std::nullopt;
  if (!places) return {};
  ArrayP y = make_array(x.elem, (*places)->dims, false);
  return gather_on(*device, *sorted->values, **places, *y) ? std::optional(y) : std::nullopt;
}

// unique(x, "rows"), unique(x, "stable"), and where they stood: [u, first, which] = unique(x).
Results unique_with_places(const ArrayP& x, bool rows, bool as_they_came) {
  const std::int64_t n = !rows                 ? x->count()
                         : x->dims.size() == 1 ? 1
                                               : x->dims[0],
                     width = rows && n > 0 ? x->count() / n : 1;
  const Distinct d = distinct_lines(x, n, width, as_they_came);
  const auto bytes = std::int64_t(byte_size(x->elem)) * width;
  std::vector<std::int64_t> dims = rows && x->dims.size() > 1 ? x->dims : std::vector<std::int64_t>{rows ? width : 0};
  if (!rows || x->dims.size() > 1) dims[0] = std::int64_t(d.first.size());
  ArrayP y = make_array(x->elem, dims, false);
  const auto* from = static_cast<const char*>(x->buffer->host_read());
  auto* to = static_cast<char*>(y->buffer->host_overwrite());
  for (const std::int64_t at : d.first) {
    std::memcpy(to, from + at * bytes, std::size_t(bytes));
    to += bytes;
  }
  return {Value(y), int_vector(d.first), int_vector(d.which)};
}

// The distinct elements in ascending order, as a row.
Results unique(CallContext& c, Args& a) {
  want_arguments(c, a, "unique", 1, 3);
  const ArrayP x = array_of(c, a[0]);
  refuse_complex(c, *x, "unique");
  bool rows = false, as_they_came = false;
  for (std::size_t k = 1; k < a.size(); ++k) {
    const std::string* what = if_text(a[k]);
    if (!what || (*what != "rows" && *what != "stable" && *what != "sorted"))
      fail("Q0404", c.span, "'unique' knows \"rows\", \"stable\" and \"sorted\" behind the array");
    rows = rows || *what == "rows";
    as_they_came = as_they_came || *what == "stable";
  }
  if (a.size() > 1 || c.outputs > 1) return unique_with_places(x, rows, as_they_came);
  if (const auto y = unique_there(*x)) return {Value(*y)};
  return with_elements(x, [&](auto in) -> Results {
    using T = std::remove_const_t<typename decltype(in)::element_type>;
    if constexpr (is_complex_v<T>)
      return {};
    else {
      std::vector<T> v(in.size());
      LineOrder<T>(std::int64_t(in.size()), false, false).sort(in.data(), v.data(), nullptr);
      v.erase(std::unique(v.begin(), v.end()), v.end());
      ArrayP y = array_for<T>({std::int64_t(v.size())});
      std::copy(v.begin(), v.end(), new_elements<T>(*y).begin());
      return {Value(as_elem(y, x->elem))};
    }
  });
}

// ---- medians ------------------------------------------------------------------------------------------------------

// The middle one, or the mean of the middle two; NaN when one of them is NaN, or there is none. A middle zero is a
// positive one.
template <class T>
T median_of(OrderSelect<T>& select, const T* x, std::int64_t n) {
  bool none = n == 0;
  in_stoppable_parts(n, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) none |= std::isnan(x[i]);
  });
  if (none) return std::numeric_limits<T>::quiet_NaN();
  const auto [middle, below] = select.find(x, n, n / 2);
  return n % 2 ? middle + T(0) : below + (middle - below) / 2;
}

// Of all elements of a large array of floats, on the GPU that has them.
std::optional<Value> median_there(const Array& x) {
  runtime::Device* const device = x.elem == Elem::F32 || x.elem == Elem::F64 ? moved_on(x, x.count()) : nullptr;
  if (!device) return {};
  const std::int64_t n = x.count();
  const auto result = [&]<class T>(T) {
    const auto middle = select_on(*device, x, n / 2);
    if (!middle) return std::numeric_limits<T>::quiet_NaN();
    const T upper = T(*middle);
    if (n % 2) return upper + T(0);
    const T lower = T(*select_on(*device, x, n / 2 - 1));
    return lower + (upper - lower) / 2;
  };
  return Value(x.elem == Elem::F32 ? Number::real(double(result(0.0f)), Elem::F32)
                                   : Number::real(result(0.0), Elem::F64));
}

std::optional<ArrayP> medians_there(const Array& x, const Axis& axis) {
  runtime::Device* const device =
      (x.elem == Elem::F32 || x.elem == Elem::F64) && axis.n > 0 ? moved_on(x, x.count()) : nullptr;
  if (!device) return {};
  const ArrayP y = medians_on(*device, x, {axis.outer, axis.n, axis.inner});
  y->dims = axis.reduced();
  return y;
}

// median(x) of all elements, median(x, dim).
Results median(CallContext& c, Args& a) {
  want_arguments(c, a, "median", 1, 2);
  if (a.size() == 2 && left_out(a[1])) a.pop_back();
  const ArrayP x = array_of(c, a[0]);
  refuse_complex(c, *x, "median");
  if (a.size() == 1)
    if (auto there = median_there(*x)) return {std::move(*there)};
  if (a.size() == 2)
    if (auto there = medians_there(*x, axis_of(c, *x, to_index(a[1], c.span)))) return {Value(*there)};
  return with_floats(c, x, [&](auto in) -> Results {
    using T = std::remove_const_t<typename decltype(in)::element_type>;
    if constexpr (is_complex_v<T>)
      return {};
    else {
      OrderSelect<T> select;
      if (a.size() == 1) return {Value(number_from(median_of(select, in.data(), std::int64_t(in.size()))))};
      const Axis axis = axis_of(c, *x, to_index(a[1], c.span));
      ArrayP y = array_for<T>(axis.reduced());
      auto out = new_elements<T>(*y);
      constexpr std::int64_t kSide = 16;  // neighbouring lines are gathered together
      std::vector<T> lines(axis.inner == 1 ? 0 : std::size_t(axis.n * kSide));
      for (std::int64_t l = 0; l < axis.lines();) {
        if (axis.inner == 1) {
          out[std::size_t(l)] = median_of(select, in.data() + l * axis.n, axis.n);
          ++l;
          continue;
        }
        const std::int64_t width = std::min(kSide, axis.inner - l % axis.inner);
        const T* from = in.data() + axis.at(l, 0);
        for (std::int64_t k = 0; k < axis.n; ++k)
          for (std::int64_t t = 0; t < width; ++t) lines[std::size_t(t * axis.n + k)] = from[k * axis.inner + t];
        for (std::int64_t t = 0; t < width; ++t)
          out[std::size_t(l + t)] = median_of(select, lines.data() + t * axis.n, axis.n);
        l += width;
      }
      return {Value(y)};
    }
  });
}

// ---- counting and searching ---------------------------------------------------------------------------------------

// f(span, weights) with the elements as floats where they are, as doubles otherwise; of bytes and 16-bit ints the
// values that occur.
template <class F>
auto with_counted(const CallContext& c, const Value& v, const F& f) {
  auto* p = std::get_if<ArrayP>(&v.v);
  const auto once = [](std::size_t) { return 1; };
  if (p && (*p)->elem == Elem::F32 && !(*p)->complex) return f(elements<float>(**p), once);
  const auto few = [&]<class T>(T) {
    const ValueCounts found = value_counts(static_cast<const T*>((*p)->buffer->host_read()), (*p)->count());
    return f(std::span<const double>(found.values), [&](std::size_t i) { return found.counts[i]; });
  };
  switch (p ? (*p)->elem : Elem::F64) {
    case Elem::Bool:
    case Elem::U8:
      return few(std::uint8_t{});
    case Elem::I8:
      return few(std::int8_t{});
    case Elem::U16:
      return few(std::uint16_t{});
    case Elem::I16:
      return few(std::int16_t{});
    default:
      break;
  }
  const std::vector<double> values = doubles_of(c, v);
  return f(std::span<const double>(values), once);
}

// The edges that the arguments say. range(): the least and the greatest finite element.
template <class Range>
std::vector<double> histogram_edges(CallContext& c, const Args& a, const Range& range) {
  if (a.size() == 2 && std::holds_alternative<ArrayP>(a[1].v) && array_of(c, a[1])->count() > 1)
    return doubles_of(c, a[1]);
  const std::int64_t n = a.size() == 1 ? 256 : to_index(a[1], c.span);
  if (n < 1 || n > (1 << 28)) fail("Q0404", c.span, fmt::format("a histogram has 1 or more bins, not {}", n));
  double lo = 0, hi = 256;
  if (a.size() == 3) {
    const auto given = doubles_of(c, a[2]);
    if (given.size() != 2 || !(given[0] < given[1]))
      fail("Q0404", c.span, "the range of a histogram is [lowest, highest]");
    lo = given[0], hi = given[1];
  } else if (a.size() == 2) {
    std::tie(lo, hi) = range();
    if (!(lo < hi)) lo = std::isfinite(lo) ? lo - 0.5 : 0, hi = lo + 1;
  }
  std::vector<double> edges;
  for (std::int64_t k = 0; k <= n; ++k) edges.push_back(k == n ? hi : lo + (hi - lo) * double(k) / double(n));
  return edges;
}
Results histogram_results(const CallContext& c, const std::vector<std::int64_t>& counts,
                          const std::vector<double>& edges) {
  Results out{int_vector(counts)};
  if (c.outputs > 1) out.push_back(float_vector(c, edges));
  return out;
}
template <class T, class Weight>
Results histogram_of(CallContext& c, Args& a, std::span<const T> values, const Weight& weight) {
  const auto edges = histogram_edges(c, a, [&] { return finite_range(values); });
  if (!std::is_sorted(edges.begin(), edges.end())) fail("Q0404", c.span, "the edges of a histogram ascend");
  return histogram_results(c, count_between(values, weight, edges), edges);
}

// On the GPU that has the elements. Nothing: the host does it, and says what is wrong.
std::optional<Results> histogram_there(CallContext& c, const Args& a) {
  auto* p = std::get_if<ArrayP>(&a[0].v);
  runtime::Device* const device = p && !(*p)->complex ? moved_on(**p, (*p)->count()) : nullptr;
  if (!device) return {};
  const Array& x = **p;
  if (x.elem == Elem::F16) return {};
  std::optional<double> least, most;
  if (a.size() == 2 && !std::holds_alternative<ArrayP>(a[1].v)) {
    if (is_float(x.elem)) {
      least = select_on(*device, x, 0);
      if (least) most = select_on(*device, x, x.count() - 1);
    } else {
      const auto extent = c.session.call_library("lib_extent", {a[0]}, c.span);
      least = to_number(extent.at(0), c.span).as_double();
      most = to_number(extent.at(1), c.span).as_double();
    }
    if (!most || !std::isfinite(*least) || !std::isfinite(*most)) return {};
  }
  const auto edges = histogram_edges(c, a, [&] { return std::pair{*least + 0.0, *most + 0.0}; });  // no -0
  const auto width = std::is_sorted(edges.begin(), edges.end()) ? equal_width(edges) : std::nullopt;
  const auto counts = width ? count_bins_on(*device, x, edges, *width) : std::nullopt;
  return counts ? std::optional(histogram_results(c, *counts, edges)) : std::nullopt;
}

// histogram(x): 256 bins of width 1 for images of 0..255; histogram(x, n): n equal bins from the least to the greatest
// element; histogram(x, n, [lo, hi]) and histogram(x, lo, hi, n); histogram(x, edges). [h, edges] = histogram(...).
Results histogram(CallContext& c, Args& a) {
  want_arguments(c, a, "histogram", 1, 4);
  if (a.size() == 4) {  // x, lowest, highest, n
    const double lo = to_number(a[1], c.span).as_double(), hi = to_number(a[2], c.span).as_double();
    a = {a[0], a[3], float_vector(c, {lo, hi})};
  }
  if (auto there = histogram_there(c, a)) return std::move(*there);
  return with_counted(c, a[0], [&](auto values, const auto& weight) { return histogram_of(c, a, values, weight); });
}

// The places of the first `most` elements that are not 0, in row-major order.
std::vector<std::int64_t> nonzero_places(const ArrayP& x, std::int64_t most) {
  std::vector<std::int64_t> hits;
  if (x->elem == Elem::Bool)
    hits = mask_places(static_cast<const std::uint8_t*>(x->buffer->host_read()), x->count());
  else {
    hits = with_elements(x, [](auto in) {
      std::vector<std::uint8_t> mask(in.size());
      for (std::size_t i = 0; i < in.size(); ++i) mask[i] = in[i] != std::remove_cvref_t<decltype(in[0])>(0);
      return mask_places(mask.data(), std::int64_t(mask.size()));
    });
  }
  if (std::int64_t(hits.size()) > most) hits.resize(std::size_t(std::max<std::int64_t>(most, 0)));
  return hits;
}

// [rows, columns] = find(x), [rows, columns, values] = find(x): a vec of each; what lies behind the first dimension
// counts as columns.
Results find_apart(const CallContext& c, const ArrayP& x, const std::vector<std::int64_t>& dims, std::int64_t most) {
  const std::vector<std::int64_t> hits = nonzero_places(x, most);
  const std::int64_t width = std::max<std::int64_t>(x->count() / std::max<std::int64_t>(dims[0], 1), 1);
  std::vector<std::int64_t> row, column;
  ArrayP values = make_array(x->elem, {std::int64_t(hits.size())}, false, x->complex);
  const void* from = x->buffer->host_read();
  void* to = values->buffer->host_overwrite();
  for (std::size_t k = 0; k < hits.size(); ++k) {
    row.push_back(hits[k] / width);
    column.push_back(hits[k] % width);
    set_element(*values, to, std::int64_t(k), get_element(*x, from, hits[k]));
  }
  if (c.outputs > 3) fail("Q0204", c.span, fmt::format("the call gives 3 values, not {}", c.outputs));
  return {int_vector(row), int_vector(column), Value(values)};
}

// find(c): one row of indices for each element that is not 0, in row-major order: [row, column] for a vec or mat, as
// many columns as there are dimensions otherwise. find(c, n): the first n.
Results find(CallContext& c, Args& a) {
  want_arguments(c, a, "find", 1, 2);
  const ArrayP x = array_of(c, a[0]);
  const std::int64_t most = a.size() == 2 ? to_index(a[1], c.span) : x->count();
  auto dims = x->dims;
  if (dims.size() == 1) dims.insert(dims.begin(), 1);
  if (runtime::Device* const device = a.size() == 1 ? moved_on(*x, x->count()) : nullptr)
    if (const auto places = c.outputs > 1 ? std::nullopt : places_on(*device, Wanted::NotZero, *x))
      return {Value(split_places_on(*device, **places, dims))};
  if (c.outputs > 1) return find_apart(c, x, dims, most);
  const std::vector<std::int64_t> hits = nonzero_places(x, most);
  ArrayP y = make_array(Elem::I64, {std::int64_t(hits.size()), std::int64_t(dims.size())}, false);
  auto out = new_elements<std::int64_t>(*y);
  std::vector<std::int64_t> at(dims.size(), 0);  // of the innermost line that the last hit lies in
  std::int64_t begin = 0;
  for (std::size_t k = 0; k < hits.size(); ++k) {
    if (hits[k] - begin >= dims.back()) {
      std::int64_t rest = hits[k] / dims.back();
      begin = rest * dims.back();
      for (std::size_t d = dims.size() - 1; d-- > 0; rest /= dims[d]) at[d] = rest % dims[d];
    }
    at.back() = hits[k] - begin;
    std::copy(at.begin(), at.end(), out.begin() + std::ptrdiff_t(k * dims.size()));
  }
  return {Value(y)};
}

}  // namespace

const BuiltinTable& order_builtins() {
  static const BuiltinTable table = {
      {"cumsum", cumsum},       {"cumprod", cumprod}, {"cummax", cummax}, {"cummin", cummin},
      {"diff", diff},           {"sort", sort},       {"unique", unique}, {"median", of_dimensions<median>},
      {"histogram", histogram}, {"find", find}};
  return table;
}

}  // namespace qc::host
