// Threads that run the blocks of a launch together with the thread that launches: the pool's own, or those on which a
// host program's parallel_for calls it back.
//
// Blocks are claimed in small contiguous ranges: in order by whoever is free, or each thread's own share first, which
// is the same one in every launch, so that its core's caches hold what it works on again, and then what is left of the
// others'. A result may therefore never depend on who runs what. A launch waits only for workers that joined it:
// sleeping ones cost nothing when the caller is done first.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "runtime/handlers.h"

namespace qc::runtime {

// How many cores this process may use (its affinity), at least 1.
int usable_cores();

// Whether workers may come in, and how many are inside: who closes it waits until all have left, and whoever comes
// later finds it closed.
class Gate {
 public:
  void open() { state_.store(kOpen, std::memory_order_release); }
  bool join();
  void leave();
  // spins: before it sleeps.
  void close_and_wait(bool spins);

 private:
  static constexpr std::uint32_t kOpen = 1u << 31;
  alignas(64) std::atomic<std::uint32_t> state_{0};  // kOpen | how many workers are inside
  std::atomic<bool> closer_waits_{false};
};

class ThreadPool {
 public:
  // Runs the blocks [begin, end) as worker `worker` (0: the caller). May throw.
  using Work = void (*)(void* context, int worker, std::int64_t begin, std::int64_t end);
  enum class Claims { InOrder, OwnShareFirst };

  // threads: the caller included. Threads start at the first run; with a parallel_for, that brings as many.
  explicit ThreadPool(int threads, ParallelFor parallel_for = {});
  ~ThreadPool();
  int threads() const { return threads_; }

  // Every block of [first, total) exactly once; returns when all are done. When blocks throw, no further ranges are
  // claimed and the exception of the lowest range that ran is thrown again: in order, of the lowest one at all. A
  // parallel_for that throws ends the run likewise, with what it threw. Not reentrant. ranges: into how many the blocks
  // are divided, about, where none of them becomes larger than largest_range.
  void run(Work work, void* context, std::int64_t first, std::int64_t total, std::int64_t largest_range, int ranges,
           Claims claims = Claims::InOrder);
  int most_ranges() const { return threads_ * kRangesPerThread; }
  // From within the work: no further ranges are claimed. Where they are claimed in order, all before those that run
  // have been.
  void stop();

 private:
  static constexpr int kRangesPerThread = 16;  // evens out unequal blocks; the counter stays uncontended

  void start();
  void run_with_own();
  void run_with_hosts();
  void worker_loop(int worker);
  bool wait_for_job(std::uint32_t& seen, std::chrono::steady_clock::duration& last_gap);
  void work_on(int worker);
  void wake(int count);
  void record_failure(std::int64_t begin);

  // What is left of the blocks that one worker, or all of them, are to take.
  struct alignas(64) Share {
    std::atomic<std::int64_t> next{0};
    std::int64_t end = 0;
    bool is_left() const { return next.load(std::memory_order_relaxed) < end; }
  };
  Share& share_of(int worker) { return shares_[std::size_t(worker % shared_by_)]; }

  const int threads_;
  const bool spin_;  // only when every thread may have a core of its own
  const ParallelFor parallel_for_;
  std::vector<std::thread> workers_;

  // The job; written by the caller while the gate is closed and empty, read by workers between join and leave.
  Work work_ = nullptr;
  void* context_ = nullptr;
  std::vector<Share> shares_;  // the first shared_by_ are used
  int shared_by_ = 1;
  std::int64_t blocks_ = 0;
  std::int64_t batch_ = 1;
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
  std::int64_t failed_at_ = 0;

  Gate gate_;
  alignas(64) std::atomic<std::uint32_t> epoch_{0};  // counts jobs; what sleepers wait on
  alignas(64) std::atomic<int> sleepers_{0};
  std::atomic<bool> stop_{false};
};

}  // namespace qc::runtime
