// Splits a loop at the iteration in which it comes to an element that all its iterations use, `d[i,k]` in a loop that
// sets d[i,j] over j: the iterations before it see what was there, those behind it what that one made of it
// (index-set splitting at a weak-zero dependence; Allen, Kennedy: Optimizing Compilers for Modern Architectures, 2001,
// 3.3.2 and 5.5).
//
//   for j = lo..hi          for j = lo..min(hi,k-1)
//       ..                  if k is one of lo..hi: the iteration j = k
//                           for j = max(lo,k+1)..hi
#pragma once
#include <array>
#include <vector>

#include "analysis/loops/nest_model.h"
#include "ir/ir.h"

namespace qc {

// Values of the loop's variable, the one covered loop of the model, at which accesses to one element that stays and one
// that moves meet: expressions of ints that the loop does not change, which cannot fail. Few of them, each once. Of
// accesses in each iteration, so that the first one fails where such a value lies far outside of what ints may count.
std::vector<ir::ExprP> split_points(const NestModel& m);

// The loop's iterations before, at and behind the value, as loops; its step is 1 or -1.
std::array<ir::Stmt, 3> split_loop(const ir::Stmt& loop, const ir::ExprP& at);

// Whether a loop goes by 1 or -1.
bool steps_by_one(const ir::For& loop);

}  // namespace qc
