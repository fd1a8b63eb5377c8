// Extremes that let a NaN in: `m = m > e ? m : e`, `if !(e <= m) then m = e`. A NaN e replaces m whatever m is, and the next
// number replaces the NaN, so the order of the iterations matters, but only where some e is NaN. The nest is rewritten to
// `m = max(m, e)` beside a note whether a NaN was met; after a run that met one, the nest as it was runs in order.
#pragma once
#include <optional>
#include <vector>

#include "ir/ir.h"

namespace qc {

// How a launch learns that the rewritten nest does not stand for the one that was written.
enum class DoubtForm {
  Flag,  // an accumulator, `$unordered = $unordered || e != e`: costs nothing where the loop is vectorised
  Fail   // a failure whose message is kDoubtMessage: where accumulators of the nest are not reduced over all its loops
};
inline constexpr const char* kDoubtMessage = "$unordered";
inline constexpr const char* kDoubtName = "$unordered";

// What the update compares and keeps, when it is such an extreme of floats.
struct UnorderedExtreme {
  bool greatest = true;       // a maximum
  ir::ExprP operand;          // e
  ir::VarId var = ir::kNoVar;
  const ir::Access* element = nullptr;  // then var is none
  const ir::Block* kept = nullptr;      // the branch of an `if`: the assignment of e, companions
};
std::optional<UnorderedExtreme> match_unordered_extreme(const ir::Function& f, const ir::Stmt& s);

struct Doubt {
  ir::VarId flag = ir::kNoVar;         // of DoubtForm::Flag
  std::vector<ir::ExprP> conditions;   // must hold before the nest: a start that is compared is no NaN
};
// Rewrites all such updates of the nest; nullopt: there are none, and the nest is as it was.
std::optional<Doubt> order_extremes(ir::Function& nest, DoubtForm form);

}  // namespace qc
