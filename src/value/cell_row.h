// Rows of items: ["a", "b"], and what continues a cell, [c, "a"], [c, d].
#pragma once
#include <utility>
#include <vector>

#include "value/value.h"

namespace qc::host {

// [] and other arrays with an extent of 0; cells and strings are none.
inline bool is_empty_array(const Value& v) {
  auto* a = std::get_if<ArrayP>(&v.v);
  return a && (*a)->count() == 0;
}

// Puts the items behind those that the cell has: the items of cells one by one, empty arrays not at all. The cell
// becomes a row.
inline void append_items(Cell& cell, std::vector<Value> more) {
  for (Value& v : more) {
    if (auto* c = std::get_if<std::shared_ptr<Cell>>(&v.v))
      cell.items.insert(cell.items.end(), (*c)->items.begin(), (*c)->items.end());
    else if (!is_empty_array(v))
      cell.items.push_back(std::move(v));
  }
  cell.dims = {std::int64_t(cell.items.size())};
}

}  // namespace qc::host
