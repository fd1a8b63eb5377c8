// The loops around the place where code is being made, innermost last: where `break` and `continue` go, and what a
// failure leaves.
#pragma once
#include <llvm/IR/BasicBlock.h>

#include <utility>
#include <vector>

namespace qc::codegen {

class LoopStack {
 public:
  // of_one_iteration: the loop is inside one iteration of the nest, so that a failure in it may leave it
  // (failing_loops.h).
  void begin(llvm::BasicBlock* next, llvm::BasicBlock* exit, bool of_one_iteration) {
    loops_.push_back({next, exit, of_one_iteration});
  }
  void end() { loops_.pop_back(); }
  llvm::BasicBlock* next() const { return loops_.back().next; }  // of the innermost one, where there is one
  llvm::BasicBlock* exit() const { return loops_.back().exit; }
  // The end of the outermost loop that a failure here leaves; null: it leaves none.
  llvm::BasicBlock* left_by_failure() const {
    llvm::BasicBlock* out = nullptr;
    for (std::size_t k = loops_.size(); k > own_ && loops_[k - 1].of_one_iteration; --k) out = loops_[k - 1].exit;
    return out;
  }

  // While it lives, loops that are begun are those of one lane: a failure does not leave the ones around it, which
  // other lanes are in.
  class OneLane {
   public:
    explicit OneLane(LoopStack& loops) : loops_(loops), before_(std::exchange(loops.own_, loops.loops_.size())) {}
    ~OneLane() { loops_.own_ = before_; }
    OneLane(const OneLane&) = delete;
    OneLane& operator=(const OneLane&) = delete;

   private:
    LoopStack& loops_;
    std::size_t before_;
  };

 private:
  struct Loop {
    llvm::BasicBlock *next, *exit;
    bool of_one_iteration;
  };
  std::vector<Loop> loops_;
  std::size_t own_ = 0;  // those from here on are of one lane
};

}  // namespace qc::codegen
