// Looks after the calls of one engine from a thread of its own: ends those that take too long, tells how far they are.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#include "qc/qc.h"

namespace qc {

class Watch {
 public:
  explicit Watch(std::function<void()> stop) : stop_(std::move(stop)) {}
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  void limit(double seconds);                                          // 0: none
  void tell(std::function<void(const Progress&)> sink, double every);  // one that throws is told no more

  // A call begins, and ends. What it ended: the limit in seconds when that was over, 0 otherwise. Without a limit and a
  // sink both only look whether there are some.
  void begin();
  double end();

 private:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  void start();
  void run();
  void tell_now(std::unique_lock<std::mutex>& lock, const Progress& p);
  Progress progress(Clock::time_point now) const;

  std::function<void()> stop_;
  std::atomic<bool> wanted_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;
  bool quits_ = false, calling_ = false, idle_ = false;
  double limit_ = 0, every_ = 0, over_ = 0;
  std::function<void(const Progress&)> sink_;
  Clock::time_point began_, told_;
};

}  // namespace qc
