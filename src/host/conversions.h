// Arrays as one of a declared rank.
#pragma once
#include "host/value.h"

namespace qc::host {

// The same data with `rank` extents, a vec as a row; null when the surplus extents are not 1.
ArrayP with_rank(const ArrayP& a, int rank);

}  // namespace qc::host
