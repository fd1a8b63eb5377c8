// How benchmarks time functions of the language: many calls, launches queued behind each other, by the device's own
// clock (on the host: the clock's).
#pragma once
#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <string>
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

struct Work {
  runtime::Device* device;
  std::function<void()> queue;
};
// The least microseconds of each of `works`, timed one after the other in every turn, each after a call that puts what
// it reads where it finds it: noise that comes and goes meets all of them.
inline std::vector<double> time_in_turns(const std::vector<Work>& works, int turns) {
  constexpr double kWindow = 1000;  // microseconds that are timed as one, where calls are short
  constexpr int kMostCalls = 20;
  std::vector<double> least(works.size(), std::numeric_limits<double>::infinity());
  const auto time = [&](std::size_t k, int calls) {
    runtime::Device& device = *works[k].device;
    works[k].queue();
    auto from = device.mark();
    for (int c = 0; c < calls; ++c) works[k].queue();
    auto to = device.mark();
    least[k] = std::min(least[k], device.microseconds(*from, *to) / calls);
  };
  for (std::size_t k = 0; k < works.size(); ++k) time(k, 1);  // compiles it
  for (int turn = 0; turn < turns; ++turn)
    for (std::size_t k = 0; k < works.size(); ++k) time(k, std::clamp(int(kWindow / least[k]), 1, kMostCalls));
  return least;
}

inline Timing time_calls(host::Session& session, const std::string& function, const std::vector<host::Value>& arguments,
                         double seconds = 1) {
  return time_work(
      session.device(), [&] { session.call(function, arguments); }, seconds);
}

}  // namespace qc::bench
