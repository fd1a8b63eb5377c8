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
bool traces = false;
struct Event {
  std::string name;
  double start_ms, ms;
};
std::vector<Event> events;
std::chrono::steady_clock::time_point began;
constexpr std::size_t kMostEvents = 1000000;

double since_begin(std::chrono::steady_clock::time_point time) {
  return std::chrono::duration<double, std::milli>(time - began).count();
}

// The caller holds the mutex.
void keep_event(std::string name, double start_ms, double ms) {
  if (traces && events.size() < kMostEvents) events.push_back({std::move(name), start_ms, ms});
}
thread_local Timed* innermost = nullptr;

}  // namespace

void begin(bool launches, bool keeps_events) {
  began = std::chrono::steady_clock::now();
  traces = keeps_events;
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
  constexpr const char* kNames[kPhases] = {"parse", "analyse", "compile", "copy"};
  keep_event(kNames[std::size_t(phase_)], since_begin(start_), ms);
}

double milliseconds(Phase phase) {
  const std::lock_guard lock(mutex);
  return spent[std::size_t(phase)];
}

void add(const Launches& one) {
  const std::lock_guard lock(mutex);
  if (traces) keep_event(one.name, since_begin(std::chrono::steady_clock::now()) - one.total_ms, one.total_ms);
  const auto same = std::find_if(launched.begin(), launched.end(),
                                 [&](const Launches& l) { return l.name == one.name && l.schedule == one.schedule; });
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
  std::stable_sort(all.begin(), all.end(),
                   [](const Launches& a, const Launches& b) { return a.total_ms > b.total_ms; });
  return all;
}

std::string trace() {
  const std::lock_guard lock(mutex);
  std::string text = "{\"traceEvents\":[";
  for (std::size_t k = 0; k < events.size(); ++k) {
    std::string name;
    for (const char c : events[k].name)
      name += c == '"' || c == '\\' ? std::string("\\") + c
                                    : std::string(1, static_cast<unsigned char>(c) < 0x20 ? ' ' : c);
    text += (k ? ",\n" : "\n") + std::string("{\"name\":\"") + name +
            "\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":" + std::to_string(events[k].start_ms * 1000) +
            ",\"dur\":" + std::to_string(events[k].ms * 1000) + "}";
  }
  return text + "\n]}\n";
}

}  // namespace qc::profile
