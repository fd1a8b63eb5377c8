// Extremes for which the order of the iterations matters, but only where some value is an odd one:
//  * those that let a NaN in, `m = m > e ? m : e`, `if !(e <= m) then m = e`: a NaN e replaces m whatever m is, and the
//    next number replaces the NaN. Rewritten to `if e > m then m = e` where m does not start as NaN, otherwise to
//    `m = max(m, e)`;
//  * those of bins by a comparison, `if e > h[k] then h[k] = e`: of zeros of different sign the first is kept.
//    Rewritten to take e + 0, which is no -0;
//  * those of a narrow type, `m : int8`, that are given what it may not hold, so that e is wrapped when it is stored.
//    Rewritten to take the wrapped e.
// Beside stands a note whether an odd value was met; after a run that met one, the nest as it was runs in order.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/loops/updates.h"
#include "ir/ir.h"

namespace qc {

// How a launch learns that the rewritten nest does not stand for the one that was written.
enum class MisspeculationForm {
  Flag,  // an accumulator, `$unordered = $unordered || e != e`: costs nothing where the loop is vectorised
  Fail   // a failure whose message is kMisspeculationMessage: where accumulators of the nest are not reduced over all
         // its loops
};

struct Misspeculation {
  ir::VarId flag = ir::kNoVar;        // of MisspeculationForm::Flag
  std::vector<ir::ExprP> conditions;  // must hold before the nest: a start that is compared is no NaN
  std::vector<std::string> checks;    // what is noted, as a report says it
};
// Rewrites all such updates of the nest; nullopt: there are none, and the nest is as it was.
// zeros: those of elements by a comparison as well.
std::optional<Misspeculation> add_nan_guard(ir::Function& nest, MisspeculationForm form, bool zeros);

}  // namespace qc
