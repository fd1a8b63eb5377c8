#include "api/watch.h"

#include <algorithm>
#include <csignal>
#include <utility>

#include "support/progress.h"

namespace qc {

Watch::~Watch() {
  {
    const std::lock_guard lock(mutex_);
    quits_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Watch::limit(double seconds) {
  const std::lock_guard lock(mutex_);
  limit_ = std::max(seconds, 0.0);
  start();
}

void Watch::tell(std::function<void(const Progress&)> sink, double every) {
  const std::lock_guard lock(mutex_);
  sink_ = std::move(sink);
  every_ = std::max(every, 0.001);
  start();
}

void Watch::start() {
  wanted_ = limit_ > 0 || sink_;
  if (wanted_ && !thread_.joinable()) thread_ = std::thread([this] { run(); });
  changed_.notify_all();
}

void Watch::begin() {
  if (!wanted_) return;
  const std::lock_guard lock(mutex_);
  calling_ = true;
  over_ = 0;
  began_ = told_ = Clock::now();
  if (idle_) changed_.notify_all();  // otherwise it looks when the call before would have been too long
}

double Watch::end() {
  if (!wanted_) return 0;
  const std::lock_guard lock(mutex_);
  calling_ = false;
  return over_;
}

Progress Watch::progress(Clock::time_point now) const {
  Progress p;
  p.seconds = Seconds(now - began_).count();
  p.compiling = progress::compiling > 0;
  p.compiled = progress::compiled;
  const std::int64_t at = progress::at, of = progress::of;
  if (of > 1 && at <= of) p.of_loop = double(at) / double(of);
  return p;
}

void Watch::run() {
  sigset_t all;  // signals are for the threads of the host program
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  const auto after = [](Clock::time_point from, double seconds) {  // years would be too many for the clock
    return from + std::chrono::duration_cast<Clock::duration>(Seconds(std::min(seconds, 1e7)));
  };
  std::unique_lock lock(mutex_);
  while (!quits_) {
    const bool limited = limit_ > 0 && over_ == 0;
    if (!calling_ || (!limited && !sink_)) {
      idle_ = true;
      changed_.wait(lock);
      idle_ = false;
      continue;
    }
    const auto too_long = limited ? after(began_, limit_) : Clock::time_point::max();
    const auto next_told = sink_ ? after(told_, every_) : Clock::time_point::max();
    const auto now = Clock::now();
    if (now < std::min(too_long, next_told)) {
      changed_.wait_until(lock, std::min(too_long, next_told));
    } else if (now >= too_long) {
      over_ = limit_;
      stop_();
    } else {
      told_ = now;
      tell_now(lock, progress(now));
    }
  }
}

void Watch::tell_now(std::unique_lock<std::mutex>& lock, const Progress& p) {
  const auto sink = sink_;
  lock.unlock();
  bool threw = false;
  try {
    sink(p);
  } catch (...) {  // there is nobody to tell
    threw = true;
  }
  lock.lock();
  if (threw) sink_ = nullptr;
}

}  // namespace qc
