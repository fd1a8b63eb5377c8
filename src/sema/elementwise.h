// Names the built-ins that work on each element.
#pragma once
#include <string>

namespace qc::lowering {

// Functions of numbers that are taken element by element (slice_assignment.cpp).
bool is_elementwise(const std::string& name);

}  // namespace qc::lowering
