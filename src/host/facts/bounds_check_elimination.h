// Accesses of a nest which no iteration can take out of range: their checks would only keep the compiler from vectors.
#pragma once
#include <vector>

#include "host/facts/loop_facts.h"

namespace qc::host {

// For each site of the nest, whether the accesses that report there are in range for every value that their subscripts
// can take, with the values that the nest is reached with; of a failure under a condition, whether that never holds.
// Follows the statements in order: a variable that a loop assigns is not known in it before it is assigned, nor after
// the loop; the ends of loops bound what their counters are a part of. So do conditions bound variables, in a nest that
// runs in order: schedules read under a condition what they could read without it.
enum class Conditions { Bound, Ignored };
std::vector<bool> sure_sites(const ir::Function& nest, const NestRanges& ranges, const NestValues& values,
                             Conditions conditions = Conditions::Bound);

}  // namespace qc::host
