// Visits the loads that every run of a block makes: none below a condition.
#pragma once
#include <functional>

#include "ir/ir.h"

namespace qc {

// In the order of the text; what stands below &&, ||, ?: and if is no certain one.
void each_certain_load(const ir::Block& body, const std::function<void(const ir::Access&)>& visit);

}  // namespace qc
