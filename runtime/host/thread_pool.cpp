#include "runtime/host/thread_pool.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <memory>
#include <system_error>
#include <utility>

#include "runtime/device.h"
#include "runtime/host/float_environment.h"

namespace qc::runtime {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kSpinTime = std::chrono::microseconds(40);  // longer than the gap between back-to-back launches
// Between launches lie statements of the host, or of a program that calls. A worker that sleeps meanwhile comes too
// late for most of a short launch: 20 to 50 us on the machines that were measured. One core that copies 4 MB between
// two launches takes some 500 us.
constexpr auto kLongestSpin = std::chrono::microseconds(1000);

void pause_cpu() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t value) {
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}
void futex_wake(std::atomic<std::uint32_t>& word, int count) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, count, nullptr, nullptr, 0);
}

// Calls `done` until it says yes (true) or the spinning time is over (false).
template <class Done>
bool spin_until(Done done, Clock::duration time = kSpinTime) {
  const auto until = Clock::now() + time;
  do {
    for (int i = 0; i < 8; ++i) {
      if (done()) return true;
      pause_cpu();
    }
  } while (Clock::now() < until);
  return done();
}

}  // namespace

int usable_cores() {
  // The mask may be wider than cpu_set_t on very large machines; then the online count has to do.
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1, int(std::thread::hardware_concurrency()));
}

bool Gate::join() {
  std::uint32_t state = state_.load(std::memory_order_relaxed);
  while (state & kOpen)
    if (state_.compare_exchange_weak(state, state + 1, std::memory_order_acquire, std::memory_order_relaxed))
      return true;
  return false;
}

void Gate::leave() {
  if (state_.fetch_sub(1) == 1 && closer_waits_.load()) futex_wake(state_, 1);
}

void Gate::close_and_wait(bool spins) {
  state_.fetch_and(~kOpen);
  const auto empty = [this] { return state_.load(std::memory_order_acquire) == 0; };
  if (empty() || (spins && spin_until(empty))) return;
  closer_waits_ = true;
  for (std::uint32_t inside = state_.load(); inside != 0; inside = state_.load()) futex_wait(state_, inside);
  closer_waits_ = false;
}

ThreadPool::ThreadPool(int threads, ParallelFor parallel_for)
    : threads_(std::max(1, threads)),
      spin_(threads_ <= usable_cores()),
      parallel_for_(std::move(parallel_for)),
      shares_(std::size_t(threads_)) {}

ThreadPool::~ThreadPool() {
  stop_ = true;
  epoch_.fetch_add(1);
  futex_wake(epoch_, INT_MAX);
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::start() {
  // Signals are for the thread that runs the program, not for its helpers.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    while (int(workers_.size()) + 1 < threads_) {
      const int worker = int(workers_.size()) + 1;
      workers_.emplace_back([this, worker] { worker_loop(worker); });
    }
  } catch (const std::system_error&) {
    if (workers_.empty()) {
      pthread_sigmask(SIG_SETMASK, &before, nullptr);
      throw FailureError({Failure::Kind::Device, "the host could not start a thread"});
    }
    // The system's limit is reached: fewer threads compute the same.
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void ThreadPool::run(Work work, void* context, std::int64_t first, std::int64_t total, std::int64_t largest_range,
                     int ranges, Claims claims) {
  if (first >= total) return;
  if (threads_ == 1 || total - first == 1) return work(context, 0, first, total);
  work_ = work;
  context_ = context;
  blocks_ = total - first;
  batch_ = std::clamp<std::int64_t>(blocks_ / ranges, 1, largest_range);
  failure_ = nullptr;
  shared_by_ = claims == Claims::InOrder ? 1 : threads_;
  const std::int64_t each = blocks_ / shared_by_, longer = blocks_ % shared_by_;
  for (int k = 0; k < shared_by_; ++k) {
    Share& share = share_of(k);
    share.next.store(first, std::memory_order_relaxed);
    share.end = first += each + (k < longer);
  }
  if (parallel_for_)
    run_with_hosts();
  else
    run_with_own();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ThreadPool::run_with_own() {
  if (workers_.empty()) start();
  gate_.open();
  epoch_.fetch_add(1);  // sequentially consistent with sleepers_: either the sleeper sees it or we see the sleeper
  wake(2);
  work_on(0);
  gate_.close_and_wait(spin_);
}

// Nothing is taken for granted of the host's function: each call of the body is the next worker, whatever its index;
// one that comes when all workers are there, or after the run, has nothing to do; what is left the caller does.
void ThreadPool::run_with_hosts() {
  struct Door {
    Gate gate;
    std::atomic<int> workers{0};
  };
  const auto door = std::make_shared<Door>();  // is there for a body that comes when the run, or the pool, is gone
  const ParallelBody body = [this, door](std::int64_t) {
    const auto its = door;  // when it leaves, the run may end, and this function with it
    if (!its->gate.join()) return;
    if (const int worker = its->workers.fetch_add(1, std::memory_order_relaxed); worker < threads_) {
      const StandardFloats floats;
      work_on(worker);
    }
    its->gate.leave();
  };
  const std::int64_t ranges = (blocks_ + batch_ - 1) / batch_;
  std::exception_ptr thrown;
  door->gate.open();
  try {
    parallel_for_(std::min<std::int64_t>(threads_, ranges), body);
  } catch (...) {
    thrown = std::current_exception();
    stop();
  }
  door->gate.close_and_wait(false);
  if (thrown)
    failure_ = thrown;
  else
    work_on(0);
}

// Wakers wake further ones when they find work left, so that the caller pays for two at most.
void ThreadPool::wake(int count) {
  if (sleepers_.load() > 0) futex_wake(epoch_, count);
}

void ThreadPool::work_on(int worker) {
  for (int k = 0; k < shared_by_; ++k) {
    Share& share = share_of(worker + k);
    while (share.is_left()) {
      const std::int64_t begin = share.next.fetch_add(batch_, std::memory_order_relaxed);
      if (begin >= share.end) break;
      try {
        work_(context_, worker, begin, std::min(share.end, begin + batch_));
      } catch (...) {
        record_failure(begin);
      }
    }
  }
}

void ThreadPool::stop() {
  for (int k = 0; k < shared_by_; ++k) share_of(k).next.store(share_of(k).end, std::memory_order_relaxed);
}

// Where ranges are claimed in order, every lower one has been claimed before and will be finished: the lowest failure
// is the same whoever ran what.
void ThreadPool::record_failure(std::int64_t begin) {
  std::lock_guard lock(failure_mutex_);
  if (!failure_ || begin < failed_at_) {
    failure_ = std::current_exception();
    failed_at_ = begin;
  }
  stop();
}

// A gap is taken to be about as long as the last one: where that was too long to be spun through, the worker sleeps
// soon, and a program that launches now and then does not keep all cores busy.
bool ThreadPool::wait_for_job(std::uint32_t& seen, Clock::duration& last_gap) {
  const auto changed = [&] { return epoch_.load(std::memory_order_acquire) != seen; };
  if (!changed()) {
    const auto start = Clock::now();
    const auto patience = last_gap < kLongestSpin ? Clock::duration(kLongestSpin) : kSpinTime;
    if (!(spin_ && spin_until(changed, patience))) {
      sleepers_.fetch_add(1);
      while (!changed()) futex_wait(epoch_, seen);
      sleepers_.fetch_sub(1);
    }
    last_gap = Clock::now() - start;
  }
  seen = epoch_.load(std::memory_order_acquire);
  return !stop_;
}

void ThreadPool::worker_loop(int worker) {
  pthread_setname_np(pthread_self(), "qc-worker");
  const StandardFloats floats;
  // A job that was opened before this thread looked is joined as well: its epoch differs from 0.
  std::uint32_t seen = 0;
  Clock::duration last_gap = kLongestSpin;
  while (wait_for_job(seen, last_gap)) {
    if (!gate_.join()) continue;
    if (share_of(worker).is_left()) wake(2);
    work_on(worker);
    gate_.leave();
  }
}

}  // namespace qc::runtime
