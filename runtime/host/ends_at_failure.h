// Tells the host, while it lives, that launches of this thread may end at a failure: the iterations of each block come
// after those of the blocks before it, so that what lies behind a block that failed does not count.
#pragma once
#include <cstdint>
#include <utility>

namespace qc::runtime {

class EndsAtFailure {
 public:
  // failed: an int64 that is below its maximum once a block has failed; null: launches run to their ends.
  explicit EndsAtFailure(const std::int64_t* failed) : before_(std::exchange(current_, failed)) {}
  ~EndsAtFailure() { current_ = before_; }
  EndsAtFailure(const EndsAtFailure&) = delete;
  EndsAtFailure& operator=(const EndsAtFailure&) = delete;

  static const std::int64_t* current() { return current_; }

 private:
  inline static thread_local const std::int64_t* current_ = nullptr;
  const std::int64_t* before_;
};

}  // namespace qc::runtime
