// Rules about two accesses of an array: apart in every iteration, apart under a condition that is decided when the loop
// is reached, or one of them reads from a copy (rules 7, 8, 12).
#pragma once
#include <functional>

#include "analysis/recognize/judged_nest.h"

namespace qc {

// No two iterations meet at an element by them.
bool independent(const JudgedNest& nest, const ArrayAccess& x, const ArrayAccess& y);
// A condition under which `proved` holds of the two is taken into the plan. weak: only one that says which elements are
// not the same.
bool take_condition(JudgedNest& nest, const ArrayAccess& x, const ArrayAccess& y, const std::function<bool()>& proved,
                    bool weak);
// The two are apart, or a problem; y is no part of an update.
void judge_pair(JudgedNest& nest, ir::ArrayId a, const ArrayAccess& x, const ArrayAccess& y);
// A read that is taken from a copy must be so everywhere it stands, and no write may reach it in its own iteration.
void copied_reads(JudgedNest& nest, ir::ArrayId a, const std::vector<const ArrayAccess*>& accesses);

}  // namespace qc
