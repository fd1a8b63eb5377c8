// Ways out that a report offers beside a reason: what to write instead, so that the loop is parallel. Empty where
// nothing is known.
#pragma once
#include <string>

#include "analysis/loops/nest_model.h"

namespace qc {

// `v = max(e, v + e)`, `v = max(0, v + e)`: the greatest sum of neighbours that end here, from two running values.
std::string best_sum_advice(const ir::Function& f, ir::VarId v, const ir::Stmt& assignment);

// `if i == 0 || e > v then v = e end`: v is set by a condition that also reads it beside another one.
std::string first_value_advice(const ir::Function& f, const ir::Block& body, ir::VarId v);

// An array that every iteration fills and reads: it would be private if it were small and known to be.
std::string work_array_advice(const NestModel& m, ir::ArrayId a);

// `a[i] = a[k] + ..`: one iteration sets what all others read. write and read: two accesses of one array.
std::string split_advice(const NestModel& m, const ArrayAccess& write, const ArrayAccess& read);

}  // namespace qc
