// Slices as values (lazy_array.cpp) seen as matrices: which of their axes rows and columns run along.
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "lower/state/lower_context.h"
#include "lower/state/value.h"

namespace qc::lowering {

// Of rows and of columns; -1 for one row or column.
using MatrixAxes = std::array<int, 2>;

// Nothing of more dimensions.
inline std::optional<MatrixAxes> matrix_axes(const LazyArray& c) {
  if (c.dims.size() == 1) return MatrixAxes{-1, c.dims[0]};
  return c.dims.size() == 2 ? std::optional(MatrixAxes{c.dims[0], c.dims[1]}) : std::nullopt;
}

// The axis that MatrixAxes says; nothing for -1, one row or column.
inline std::optional<LazyArray::Axis> axis_at(const LazyArray& c, int axis) {
  return axis < 0 ? std::nullopt : std::optional(c.axes[std::size_t(axis)]);
}

// What has these two as its axes, and their places in it; a column keeps its second dimension, a row is one of one
// dimension.
inline void set_axes(LazyArray& out, const std::optional<LazyArray::Axis>& rows,
                     const std::optional<LazyArray::Axis>& columns) {
  out.axes.clear();
  if (rows) out.axes.push_back(*rows);
  if (columns) out.axes.push_back(*columns);
  if (rows && columns)
    out.dims = {0, 1};
  else if (rows)
    out.dims = {0, -1};
  else
    out.dims = {0};
}

// The element at a row and a column; null where there is one of them.
inline Value element_at(const Value& x, const MatrixAxes& axes, const ir::ExprP& row, const ir::ExprP& column) {
  std::vector<ir::ExprP> at(x.lazy().axes.size());
  if (axes[0] >= 0) at[std::size_t(axes[0])] = row;
  if (axes[1] >= 0) at[std::size_t(axes[1])] = column;
  return x.lazy().element(at, false);
}

}  // namespace qc::lowering
