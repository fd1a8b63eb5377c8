// Failures of slices. Compiled code looks at the elements of a slice in an order of its own, and at none of an empty
// one; steps look at the ends of one range after the other. Which place a failure names is what steps say.
#pragma once
#include "host/facts/loop_facts.h"

namespace qc::host {

// Whether a slice without elements may be outside of its array along another dimension, which compiled code does not
// notice.
bool may_miss_failures(const ir::Function& nest, const NestRanges& ranges);

// Whether elements that the nest stores to say what fails: subscripts, ends of loops, conditions, divisors. Then the
// nest fails otherwise after a part of it was run.
bool decides_by_what_it_stores(const ir::Function& nest);

}  // namespace qc::host
