// What differs between the threads of a block. On the host a block is one call: what all threads agree on is computed
// once, the rest runs in lane loops (lane_plan.h).
#pragma once
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "ir/ir.h"

namespace qc::codegen {

// `if t >= lo && t < hi && rest`, as a range of threads along x. Bounds are uniform expressions, `t + shift < bound`.
struct LaneBound {
  ir::ExprP bound;                                // uniform
  std::vector<std::pair<ir::ExprP, bool>> shift;  // uniform parts beside t, true: subtracted
  ir::BinaryOp op;                                // t + shift op bound: Lt, Le, Gt, Ge or Eq
};
struct LaneGuard {
  std::vector<LaneBound> bounds;
  ir::ExprP rest;       // null: nothing else
  bool single = false;  // at most one thread
};

class LaneAnalysis {
 public:
  explicit LaneAnalysis(const ir::Function& f);
  bool varying(ir::VarId v) const { return varying_[v]; }
  bool varying(const ir::Expr& e) const;
  // Which statements of the block each thread runs through without waiting for the others of its block. They begin at a
  // loop that the result of an atomic function ends, as at a lock, and go on to the next barrier: where one thread has
  // got the lock, the others would wait for ever if it stopped before it gives the lock back.
  std::vector<bool> thread_by_thread(const ir::Block& block) const;
  // A loop whose trip is the same for all threads, and which is not better kept inside a lane.
  bool uniform_loop(const ir::Stmt& s) const;
  // A condition without an else branch that is a range of threads.
  std::optional<LaneGuard> guard(const ir::Expr& condition) const;
  // A variable assigned once, by a cheap expression of the thread's position: it needs no storage.
  const ir::Expr* definition(ir::VarId v) const;

 private:
  struct Control {
    bool hard = false;
    std::vector<const ir::If*> narrow;
  };
  void collect(const ir::Block& block);
  void find_definitions();
  void find_definitions(const ir::Block& block, bool top, const std::set<ir::VarId>& exchanged,
                        std::set<ir::VarId> fixed);
  void find_interleaved(const ir::Block& block);
  void visit(const ir::Block& block, const Control& control);
  void assign(ir::VarId v, bool value_varies, const Control& control);
  bool private_counter(const ir::For& loop) const;
  bool divergent_exit(const ir::Block& body, bool divergent) const;
  bool offset(const ir::Expr& e, std::vector<std::pair<ir::ExprP, bool>>& shift) const;

  const ir::Function& f_;
  std::vector<bool> varying_;
  std::vector<int> references_, assignments_;
  std::map<const ir::If*, std::map<ir::VarId, int>> inside_;
  std::vector<const ir::Expr*> definition_;
  std::vector<bool> interleaved_;  // uniform, but computed by each thread: see find_interleaved
  bool changed_ = false;
  bool waits_ = false;
};

// Whether a statement holds a barrier, shuffle or ballot: what makes threads wait for each other.
bool holds_split(const ir::Stmt& s);
bool holds_split(const ir::Block& block);
// A loop with few constant iterations of straight code: unrolled inside a lane, its values stay in registers.
bool short_constant_loop(const ir::For& loop);

}  // namespace qc::codegen
