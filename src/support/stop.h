// Lets long work see that the program on whose behalf it runs is to stop.
#pragma once
#include <atomic>
#include <cstdint>

namespace qc {

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
// How often that was thrown in this process: what launches share may be as a stopped one left it.
std::uint64_t stops();

}  // namespace qc
