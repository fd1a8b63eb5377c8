// Whether two accesses of one array meet in different iterations of the covered loops. Each test is one-sided: Never is
// proved, Surely is proved, Maybe is everything else.
#pragma once
#include <vector>

#include "analysis/loops/nest_model.h"

namespace qc {

enum class Overlap { Never, Maybe, Surely };

// a in an earlier, b in a later iteration of loop `levels[k]`, both in the same iteration of levels[0..k-1] and in any
// of the loops that `levels` leaves out.
Overlap carried_overlap(const NestModel& m, const ArrayAccess& a, const ArrayAccess& b, const std::vector<int>& levels,
                        std::size_t k);
// The worst of carried_overlap over all of `levels`: a in an earlier iteration, b in a later one.
Overlap carried(const NestModel& m, const ArrayAccess& a, const ArrayAccess& b, const std::vector<int>& levels);
// Within one iteration of the covered loops, in any iterations of the loops inside them.
bool never_in_one_iteration(const NestModel& m, const ArrayAccess& a, const ArrayAccess& b);
// In any two iterations, the same one included.
bool never_overlap(const NestModel& m, const ArrayAccess& a, const ArrayAccess& b);

struct Conflict {
  Overlap overlap = Overlap::Never;
  const ArrayAccess* first = nullptr;  // in the earlier iteration
  const ArrayAccess* second = nullptr;
  // carried(a, b) and carried(b, a); complete unless overlap is Surely, where the search ended.
  Overlap a_first = Overlap::Never, b_first = Overlap::Never;
};
// The worst conflict between the two over all of `levels`, in either order.
Conflict worst_conflict(const NestModel& m, const ArrayAccess& a, const ArrayAccess& b, const std::vector<int>& levels);

// What a store makes of the element that it writes.
struct OwnValue {
  bool depends =
      false;  // what is stored, or whether, depends on what the element held before; through variables and arrays
  Span read;  // where that is read
  std::optional<NoUpdate> why;  // why the statement is no update of its element
};
OwnValue depends_on_itself(const NestModel& m, const ir::Block& body, const ArrayAccess& write);

}  // namespace qc
