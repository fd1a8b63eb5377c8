// How benchmarks time functions of the language: many calls, launches queued behind each other, by the device's own
// clock (on the host: the clock's).
#pragma once
#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "host/session/session.h"
#include "runtime/device.h"

namespace qc::bench {

struct Timing {
  double least, median, p95;
};  // microseconds

// work() queues what is timed. seconds: about how long all repetitions take.
template <class F>
Timing time_work(runtime::Device& device, const F& work, double seconds = 1) {
  using Clock = std::chrono::steady_clock;
  work();
  device.synchronize();
  const auto t0 = Clock::now();
  work();
  device.synchronize();
  const double once = std::chrono::duration<double, std::micro>(Clock::now() - t0).count();
  const int inner = once < 200 ? 20 : 1, repeats = std::clamp(int(seconds * 1e6 / (once * inner)), 3, 40);
  std::vector<double> times;
  for (int r = 0; r < repeats; ++r) {
    auto from = device.mark();
    for (int k = 0; k < inner; ++k) work();
    auto to = device.mark();
    times.push_back(device.microseconds(*from, *to) / inner);
  }
  std::sort(times.begin(), times.end());
  return {times.front(), times[times.size() / 2], times[std::min(times.size() - 1, times.size() * 95 / 100)]};
}

// The least microseconds of each of `works`, which read the same, timed in turns: noise that comes and goes meets all
// of them. What they read lies where the last one left it, so in each turn another one is the first.
class Turns {
 public:
  Turns(runtime::Device& device, std::vector<std::function<void()>> works)
      : device_(device), works_(std::move(works)), least_(works_.size(), std::numeric_limits<double>::infinity()) {}

  void take() {
    const std::size_t n = works_.size();
    if (turn_ == 0)
      for (std::size_t k = 0; k < n; ++k) works_[k](), time(k, 1);  // the first call compiles
    const std::size_t first = turn_++ % n;
    for (int c = calls(first); c > 0; --c) works_[first]();
    for (std::size_t k = 0; k < n; ++k) time((first + k) % n, calls((first + k) % n));
  }
  double least(std::size_t k) const { return least_[k]; }

 private:
  // That are timed as one.
  int calls(std::size_t k) const {
    constexpr double kWindow = 1000;  // microseconds
    constexpr int kMost = 20;
    return std::clamp(int(kWindow / least_[k]), 1, kMost);
  }
  void time(std::size_t k, int calls) {
    auto from = device_.mark();
    for (int c = 0; c < calls; ++c) works_[k]();
    auto to = device_.mark();
    least_[k] = std::min(least_[k], device_.microseconds(*from, *to) / calls);
  }

  runtime::Device& device_;
  std::vector<std::function<void()>> works_;
  std::vector<double> least_;
  std::size_t turn_ = 0;
};

inline Timing time_calls(host::Session& session, const std::string& function, const std::vector<host::Value>& arguments,
                         double seconds = 1) {
  return time_work(
      session.device(), [&] { session.call(function, arguments); }, seconds);
}

}  // namespace qc::bench
