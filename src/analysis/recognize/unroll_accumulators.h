// Sets of accumulators: elements that an inner loop with few iterations updates, one for each of its iterations.
//
//   for i=0..n-1                              for i=0..n-1
//     w = f(x[i])                               w = f(x[i])
//     for k=0..2                    becomes     s[0] += w*g[0]
//       s[k] += w*g[k]                          s[1] += w*g[1]
//     end                                       s[2] += w*g[2]
//   end                                       end
//
// The elements do not move then, so that the loop around is a reduction into all of them.
#pragma once
#include <optional>

#include "lower/lower.h"
#include "sema/assumptions.h"

namespace qc {

// Unrolls such inner loops, where their ends are constants; false: there are none, and the nest is as it was.
bool unroll_accumulators(ir::Function& nest);

// The nest with the ends of such inner loops as they are now, `for k=0..K-1` or `..numel(mu)-1`: what it then holds for
// is added to `made_for`. nullopt: there are none that become known.
std::optional<LoopNest> with_known_sets(const LoopNest& nest, const Scope& scope, Specialised& made_for);

}  // namespace qc
