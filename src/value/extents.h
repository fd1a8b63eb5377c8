// What extents an array or a cell may have.
#pragma once
#include <cstdint>
#include <vector>

#include "support/source.h"

namespace qc::host {

// None negative (Q0404), their product within what a machine can hold (Q0702).
void require_extents(const std::vector<std::int64_t>& dims, Span span);

}  // namespace qc::host
