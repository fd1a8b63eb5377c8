// Reads and writes items of cells, and copies values with what is inside them.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "value/value.h"

namespace qc::host {

// One item, or a cell of those selected.
Value read_cell(const Cell& c, const std::vector<Value>& indices, const std::string& name, Span span);
void write_cell(Cell& c, const std::vector<Value>& indices, const Value& value, const std::string& name, Span span);
// A cell of the given extents, every item `item`.
std::shared_ptr<Cell> make_cell(std::vector<std::int64_t> dims, const Value& item);
// A fixed-size value or an instance of a plain class on its own, as assignments and arguments make it; others are
// shared.
Value own_copy(const Value& v);
// What is made of a value that nothing else will use.
inline Value own_copy(Value&& v) {
  auto* r = std::get_if<std::shared_ptr<Record>>(&v.v);
  const bool copies = r ? (*r)->is_value : std::holds_alternative<ArrayP>(v.v);
  return copies ? own_copy(static_cast<const Value&>(v)) : std::move(v);
}
// A copy of the value and what is inside: arrays, cells, fields. Records inside stay the references that they are.
Value deep_copy(const Value& v);

}  // namespace qc::host
