// Lets long work see that the program on whose behalf it runs is to stop.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>

namespace qc {

struct ProgramError;

// While it lives, work that this thread begins asks `flag`.
class StopScope {
 public:
  explicit StopScope(const std::atomic<bool>& flag);
  ~StopScope();
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  const std::atomic<bool>* outer_;
};

// This thread's flag, to be handed to the threads that share the work; null: nobody asks it to stop.
const std::atomic<bool>* stop_flag();
inline bool is_stopped(const std::atomic<bool>* flag) { return flag && flag->load(std::memory_order_relaxed); }

// ProgramError Q0406 without a place, which the statement that began the work adds.
[[noreturn]] void throw_stopped();
// Throws that once this thread's work is to stop. Every routine that can last longer than half a second asks it for
// each part of its work, between which nothing of the program's is half done.
inline void check_stopped() {
  if (is_stopped(stop_flag())) throw_stopped();
}

// Whether an error is that the program was stopped. Who tries whether something works lets it pass: it says nothing of
// what was tried.
bool is_stop(const ProgramError& e);

// check_stopped() after many rounds, for those of a few nanoseconds.
class SeldomStopped {
 public:
  void check(std::int64_t rounds = 1) {
    rounds_ += rounds;
    if (rounds_ < kRounds) return;
    rounds_ = 0;
    check_stopped();
  }

 private:
  static constexpr std::int64_t kRounds = 1 << 16;
  std::int64_t rounds_ = 0;
};

// f(begin, end) for the parts of [0, n) in order, each of so many rounds that asking before it costs nothing.
template <class F>
void in_stoppable_parts(std::int64_t n, const F& f) {
  constexpr std::int64_t kPart = 1 << 20;
  for (std::int64_t begin = 0; begin < n; begin += kPart) {
    check_stopped();
    f(begin, std::min(n, begin + kPart));
  }
}

// f() on a thread of its own, for work that cannot ask. Once this thread's work is to stop, it throws at once and
// leaves that thread behind, which goes on to the end of f with what f holds: nobody else may write to that or free it.
// What f throws is thrown here.
void apart(std::function<void()> f);

// How often throw_stopped() was called in this process: what launches share may be as a stopped one left it.
std::uint64_t stops();

}  // namespace qc
