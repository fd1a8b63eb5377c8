// written_regions finds the arrays of which every iteration writes a region before it reads anything of it: work arrays
// with bounds that are not constants, `for j=1..n-1: t[j] = ..` and then reads of t. Each iteration may have one of its
// own.
//
// A region is a box of elements with polynomials as its ends. What a statement has written for certain is followed
// through the body: stores are points, a loop spreads them over its counter, branches keep what both write, and what
// touches is joined. The region of an iteration is all of that; it is the same in every iteration, or grows to that of
// the last one. Then a read is of something that the iteration has written, or of an element outside the region, which
// no iteration writes.
//
// A loop or a branch around what is written may be run by some iterations only: those in which values that rise or fall
// with the covered loops are not negative. All accesses to the region are under that condition then, and what stays is
// the region of the last iteration that has it.
#pragma once
#include <set>
#include <vector>

#include "analysis/loops/nest_model.h"

namespace qc {

struct WrittenRegion {
  ir::ArrayId array = 0;
  std::vector<ir::ExprP> lo,
      count;               // where the last iteration's begins, and its extents: invariant, but for kept loops in lo
  std::vector<bool> kept;  // by covered loop: its iterations have regions apart from each other
  std::vector<ir::ExprP> when;  // iterations that write: those in which all of these hold
  std::vector<ir::ExprP> ends;  // by covered loop: that its next iteration does not write; null: it does, if it is run
  std::vector<ir::Access> inside;     // accesses that are in the region wherever they stand; others may be outside
  std::vector<ir::ExprP> conditions;  // under which this is so
};

// Of these arrays, with accesses by subscripts. The covered loops' steps do not change.
std::vector<WrittenRegion> written_regions(const NestModel& m, const std::set<ir::ArrayId>& arrays);

}  // namespace qc
