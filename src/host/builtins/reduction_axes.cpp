#include "host/builtins/reduction_axes.h"

#include <fmt/format.h>

#include <algorithm>

namespace qc::host {

bool lists_dimensions(const Value& v) {
  auto* list = std::get_if<ArrayP>(&v.v);
  return list && (*list)->dims.size() <= 2 && (*list)->count() > 1 && !is_float((*list)->elem);
}

bool says_all(const CallContext& c, const Args& a) {
  auto* text = a.size() > 1 ? std::get_if<std::string>(&a.back().v) : nullptr;
  if (text && *text != "all")
    fail("Q0301", c.span,
         fmt::format("'{}' is no dimension; it is an int from 0 on, a list of them, or \"all\"", *text),
         "nansum(x), nanmean(x), nanmax(x), .. are of the elements that are not NaN");
  return text;
}

namespace {

// The extents of x, with ones up to the last dimension that is listed.
std::vector<std::int64_t> extents_with(const CallContext& c, const Array& x, const std::vector<std::int64_t>& listed) {
  std::vector<std::int64_t> dims = axis_of(c, x, 0).dims;
  for (std::size_t k = 0; k < listed.size(); ++k) {
    dims.resize(std::max(dims.size(), axis_of(c, x, listed[k]).dims.size()), 1);
    if (k > 0 && listed[k] == listed[k - 1])
      fail("Q0404", c.span, fmt::format("the list of dimensions has {} twice", listed[k]));
  }
  return dims;
}

}  // namespace

Results along_several(CallContext& c, Args& a, Builtin fold) {
  if (c.outputs > 1) fail("Q0404", c.span, "places are those along one dimension, not along a list of them");
  const ArrayP x = array_of(c, a[0]);
  std::vector<std::int64_t> listed = ints_of(c, a.back()), order, kept;
  std::sort(listed.begin(), listed.end());
  auto reduced = extents_with(c, *x, listed);
  std::int64_t n = 1;
  for (std::size_t d = 0; d < reduced.size(); ++d) {
    if (std::binary_search(listed.begin(), listed.end(), std::int64_t(d))) continue;
    order.push_back(std::int64_t(d));
    kept.push_back(reduced[d]);
  }
  for (const std::int64_t d : listed) {
    order.push_back(d);
    n *= std::exchange(reduced[std::size_t(d)], 1);
  }
  Args moved{a[0], int_vector(order)};
  const ArrayP lines = copy_of(*array_of(c, find_builtin("permute")(c, moved).at(0)));
  lines->dims = kept;
  if (kept.empty()) lines->dims.push_back(1);
  lines->dims.push_back(n);
  a[0] = Value(lines);
  a.back() = Value(Number::integer(std::int64_t(lines->dims.size()) - 1));
  const ArrayP y = copy_of(*array_of(c, fold(c, a).at(0)));
  while (reduced.size() > std::max<std::size_t>(2, x->dims.size()) && reduced.back() == 1) reduced.pop_back();
  y->dims = reduced;
  return {Value(y)};
}

}  // namespace qc::host
