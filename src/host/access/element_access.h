// The access that programs make most: one element at places that are ints inside the extents.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "value/value.h"

namespace qc::host {

// The row-major place of that element; nothing where there is more to look at. A single index is the place itself.
inline std::optional<std::int64_t> one_element(const std::vector<std::int64_t>& dims,
                                               const std::vector<Value>& indices) {
  const bool linear = indices.size() == 1;
  if (!linear && indices.size() != dims.size()) return {};
  std::int64_t at = 0;
  for (std::size_t d = 0; d < indices.size(); ++d) {
    auto* n = std::get_if<Number>(&indices[d].v);
    if (!n || !is_int(n->type) || n->complex) return {};
    std::int64_t extent = 1;
    if (linear)
      for (const std::int64_t e : dims) extent *= e;
    else
      extent = dims[d];
    if (n->i < 0 || n->i >= extent) return {};
    at = at * extent + n->i;
  }
  return indices.empty() ? std::nullopt : std::optional(at);
}

}  // namespace qc::host
