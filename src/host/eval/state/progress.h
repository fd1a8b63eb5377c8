// How deep an evaluation is in blocks and `try`, and whether it has been asked to end.
#pragma once
#include <atomic>

#include "support/source.h"

namespace qc::host {

// What runs inside a function is not echoed.
class DepthInside {
 public:
  explicit DepthInside(int& depth) : depth_(depth), was_(depth) { depth = depth < 1 ? 1 : depth; }
  ~DepthInside() { depth_ = was_; }
  DepthInside(const DepthInside&) = delete;
  DepthInside& operator=(const DepthInside&) = delete;

 private:
  int& depth_;
  int was_;
};

struct Progress {
  // Asks the evaluation to end at its next statement, from whatever thread; takes that back.
  void interrupt() { interrupted = true; }
  void withdraw_interrupt() { interrupted = false; }
  // Ends the evaluation, where it has been asked for.
  void check_interrupt(Span span) {
    if (interrupted.load(std::memory_order_relaxed)) end_interrupted(span);
  }

  int depth = 0;  // of blocks being run
  int tries = 0;  // `try` blocks under way: what a failing loop has done until then may be looked at
  std::atomic<bool> interrupted{false};

 private:
  void end_interrupted(Span span);
};

}  // namespace qc::host
