// A block of threads as one call: scalar control flow with lane loops inside. Example, for `t` the thread index:
//
//   while i + 2048 <= e { acc = acc + x[i+t]; i = i + 2048 }      scalar loop { lanes { acc[t] += x[i+t] }; i += 2048 }
//   if t < h { acc = acc + s[t] }; barrier                        lanes t in 0..h { acc[t] += s[t] }
//
// Barriers only end lane loops: a call runs its lanes in order, so all have arrived when the loop ends.
#pragma once
#include <memory>
#include <vector>

#include "codegen/ir_passes/lane_analysis.h"

namespace qc::codegen {

struct LaneNode {
  enum class Kind {
    Scalar,      // stmt, once for all threads
    Lanes,       // stmts, for each thread of the current range
    If,          // stmt: an If with a uniform condition
    Loop,        // stmt: a For or While with a uniform trip
    Range,       // stmt: an If whose condition is a range of threads
    Masked,      // stmt: an If with any condition around barriers or shuffles: each lane keeps its truth value
    MaskedLoop,  // stmt: a While around shuffles whose trip differs between threads: each lane keeps whether it goes on
    Leave        // stmt: `if c { break }` of a MaskedLoop: the lanes where c holds go on no longer
  } kind;
  const ir::Stmt* stmt = nullptr;
  std::vector<const ir::Stmt*> lanes;
  LaneGuard guard;
  std::vector<LaneNode> then, otherwise;
  std::vector<ir::VarId> locals;  // Lanes: variables that live in this node alone
  int mask = -1;                  // Masked: number of the first of its two masks; MaskedLoop, Leave: of the loop's mask
};

// Where a variable lives.
enum class Home { Uniform, Lane, Thread };

struct LanePlan {
  std::vector<LaneNode> body;
  std::vector<Home> vars;
  std::vector<bool> read;  // by VarId: an output that nothing reads needs no value before it is given one
  std::vector<bool> local_array_in_lane;  // by ArrayId: a Local array that registers may hold
  int masks = 0;
  bool returns = false;  // some threads return before others
};

// Throws EmitError for what a block on the host cannot do: a barrier of the block in a loop whose trip differs between
// threads. Such loops around shuffles are `while` loops by then (for_as_while.h) without jumps out of branches
// (masked_jumps.h).
LanePlan plan_lanes(const ir::Function& f, const LaneAnalysis& analysis);

// The barrier that plan_lanes would refuse.
std::optional<Span> barrier_of_some(const ir::Function& f, const LaneAnalysis& analysis);

// Makes every shuffle and ballot read a variable that an earlier lane loop has written for the whole warp, and every
// question which lanes take part (ballots, activemask) a lane loop of its own where threads return.
ir::Function split_shuffles(const ir::Function& f);

}  // namespace qc::codegen
