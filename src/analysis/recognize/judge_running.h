// Rules about running values: variables and elements whose value in an iteration combines those of all before it.
#pragma once
#include "analysis/loops/updates.h"
#include "analysis/recognize/judged_nest.h"

namespace qc {

// `s += x[i]; y[i] = s`: the operands of s do not depend on s in any way, and s decides no condition and no subscript.
// resets: what it is set to anew. Notes what depends on it.
bool running_value(JudgedNest& nest, ir::VarId v, const VariableUses& uses, const std::vector<ir::ExprP>& resets = {});
// `if c then s = r end; s += e`: a running value that some iterations set anew. Neither c nor r depends on it.
bool is_reset_scan(JudgedNest& nest, ir::VarId v, const VariableUses& uses);
// The variable is one.
void add_running(JudgedNest& nest, ir::VarId v, const VariableUses& uses, bool resets);
// a[i] = a[i-1] op e, where e may hold a[i] as it is before the loop, and a is otherwise untouched.
bool array_scan(JudgedNest& nest, ir::ArrayId a, const std::vector<const ArrayAccess*>& accesses);

}  // namespace qc
