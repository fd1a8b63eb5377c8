// Reads and writes elements and slices of arrays.
#pragma once
#include <string>
#include <vector>

#include "value/value.h"

namespace qc::host {

// `name` is for messages. Indices: numbers, ranges, arrays, masks;
// an empty value (Nothing) stands for `:`.
Value read_indexed(const Array& a, const std::vector<Value>& indices, const std::string& name, Span span,
                   const std::vector<Span>& spans);
void write_indexed(Array& a, const std::vector<Value>& indices, const Value& value, const std::string& name, Span span,
                   const std::vector<Span>& spans);

}  // namespace qc::host
