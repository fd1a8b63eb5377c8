// What SliceLoop knows of a slice as it is written: an index for each dimension.
#pragma once
#include "analysis/lower_impl.h"

namespace qc::lowering {

struct SliceLoop::Dim {
  bool sliced = false;
  bool all = false;  // `:`
  Value at;
  ir::ExprP lo, hi;
  std::int64_t step = 1;
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
  // What it makes: a column where the first of several indices alone is a range, otherwise a row; more ranges stand where they stand.
  std::vector<std::size_t> shape() const {
    const auto s = sliced();
    if (s.size() != 1) return s;
    return {s[0] == 0 && dims.size() > 1 ? std::size_t{0} : std::size_t{1}};
  }
};

// Whether one of the indices is a range or `:`.
bool has_slice_index(const ast::Index& n);

}  // namespace qc::lowering
