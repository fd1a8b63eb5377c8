#include "support/profile.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

namespace qc::profile {
namespace {

std::atomic<bool> phases_on{false}, launches_on{false};
std::mutex mutex;
std::array<double, kPhases> spent{};
std::vector<Launches> launched;
thread_local Timed* innermost = nullptr;

}  // namespace

void begin(bool launches) {
  phases_on = true;
  launches_on = launches;
}
bool on() { return phases_on.load(std::memory_order_relaxed); }
bool times_launches() { return launches_on.load(std::memory_order_relaxed); }

Timed::Timed(Phase phase) : phase_(phase), on_(on()) {
  if (!on_) return;
  outer_ = innermost;
  innermost = this;
  start_ = std::chrono::steady_clock::now();
}
Timed::~Timed() {
  if (!on_) return;
  innermost = outer_;
  const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
  if (outer_) outer_->inner_ms_ += ms;
  const std::lock_guard lock(mutex);
  spent[std::size_t(phase_)] += ms - inner_ms_;
}

double milliseconds(Phase phase) {
  const std::lock_guard lock(mutex);
  return spent[std::size_t(phase)];
}

void add(const Launches& one) {
  const std::lock_guard lock(mutex);
  const auto same = std::find_if(launched.begin(), launched.end(), [&](const Launches& l) { return l.name == one.name && l.schedule == one.schedule; });
  if (same == launched.end()) return launched.push_back(one);
  same->count += one.count;
  same->bytes += one.bytes;
  same->total_ms += one.total_ms;
  same->least_ms = std::min(same->least_ms, one.least_ms);
  same->most_ms = std::max(same->most_ms, one.most_ms);
}

std::vector<Launches> launches() {
  const std::lock_guard lock(mutex);
  auto all = launched;
  std::stable_sort(all.begin(), all.end(), [](const Launches& a, const Launches& b) { return a.total_ms > b.total_ms; });
  return all;
}

}  // namespace qc::profile
