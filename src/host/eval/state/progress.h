// How deep an evaluation is in blocks, calls and `try`, and whether it has been asked to end.
#pragma once
#include <atomic>
#include <limits>

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
  int calls = 0;  // of functions, within each other
  std::atomic<int> most_calls{std::numeric_limits<int>::max()};
  int tries = 0;  // `try` blocks under way: what a failing loop has done until then may be looked at
  std::atomic<bool> interrupted{false};

 private:
  void end_interrupted(Span span);
};

// A call within those under way. More than there may be end the evaluation.
class CallInside {
 public:
  CallInside(Progress& progress, Span span) : calls_(progress.calls) {
    const int most = progress.most_calls.load(std::memory_order_relaxed);
    if (calls_ >= most) beyond(most, span);
    ++calls_;
  }
  ~CallInside() { --calls_; }
  CallInside(const CallInside&) = delete;
  CallInside& operator=(const CallInside&) = delete;

 private:
  [[noreturn]] static void beyond(int most, Span span);
  int& calls_;
};

}  // namespace qc::host
