// What SliceLoop knows of a slice as it is written: an index for each dimension.
#pragma once
#include <algorithm>

#include "ir/range_count.h"
#include "lower/interface/expr.h"
#include "lower/interface/slice_loop.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

struct SliceLoop::Dim {
  bool sliced = false;
  bool all = false;  // `:`
  Value at;
  ir::ExprP lo, hi;
  std::int64_t step = 1;
  bool may_be_far = false;  // an end may be so far away that a length up to it wraps
  ir::ExprP extent;         // where it may, and the first place outside is an error: that along it
  // Where its elements end, of those outside one included.
  ir::ExprP last() const {
    if (!extent) return hi;
    const auto first = ir::as_int(*lo);
    if (step > 0)
      return ir::binary(ir::BinaryOp::Min, hi,
                        first && *first <= 0 ? extent : ir::binary(ir::BinaryOp::Max, extent, lo));
    return ir::binary(ir::BinaryOp::Max, hi,
                      first && *first >= 0 ? ir::int_const(-1) : ir::binary(ir::BinaryOp::Min, ir::int_const(-1), lo));
  }
  // How many elements it has; of one that leaves the array at least as many as reach outside.
  ir::ExprP length() const {
    if (!may_be_far) {
      ir::ExprP n = ir::sub(hi, lo);
      if (step != 1) n = ir::binary(ir::BinaryOp::DivFloor, n, ir::int_const(step));
      return ir::binary(ir::BinaryOp::Max, ir::add(n, ir::int_const(1)), ir::int_const(0));
    }
    const ir::ExprP n = ir::count_of_ints(lo, step, hi);
    return extent ? ir::binary(ir::BinaryOp::Min, n, ir::add(extent, ir::int_const(1))) : n;
  }
};

// x[i,a..b], the target or a part of the value.
struct SliceLoop::Place {
  Value array;
  std::vector<Dim> dims;
  Span span;

  std::vector<std::size_t> sliced() const {
    std::vector<std::size_t> out;
    for (std::size_t k = 0; k < dims.size(); ++k)
      if (dims[k].sliced) out.push_back(k);
    return out;
  }
  // What it makes: a column where the first of several indices alone is a range, otherwise a row; more ranges stand
  // where they stand.
  std::vector<std::size_t> shape() const {
    const auto s = sliced();
    if (s.size() != 1) return s;
    return {s[0] == 0 && dims.size() > 1 ? std::size_t{0} : std::size_t{1}};
  }
  // The indices of an element, by its place in each range of steps of 1.
  std::vector<Value> element(const std::vector<ir::ExprP>& at) const {
    std::vector<Value> indices;
    std::size_t k = 0;
    for (const Dim& d : dims) indices.push_back(d.sliced ? one_number(ir::add(d.lo, at[k++])) : d.at);
    return indices;
  }
  // The range that each dimension of it runs along, -1 for an extent of 1. Single positions keep one, but not at the
  // end; what runs along one dimension with nothing before it is a row.
  std::vector<int> axes() const {
    std::vector<int> out;
    int count = 0;
    for (const Dim& d : dims) out.push_back(d.sliced ? count++ : -1);
    while (out.size() > 1 && out.back() < 0) out.pop_back();
    const bool row = std::all_of(out.begin(), out.end() - 1, [](int axis) { return axis < 0; });
    if (row && out.size() > 1) return {0};
    if (out.size() == 1 && dims.size() > 1) out.push_back(-1);
    return out;
  }
};

// Whether one of the indices is a range or `:`.
bool has_slice_index(const ast::Index& n);

}  // namespace qc::lowering
