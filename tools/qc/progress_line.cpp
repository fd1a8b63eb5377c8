#include "progress_line.h"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstdio>

#include "support/progress.h"

namespace qc::tool {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kBefore = std::chrono::seconds(2);
constexpr auto kEvery = std::chrono::milliseconds(500);

std::string state(double seconds) {
  std::string what;
  const std::int64_t at = progress::at, of = progress::of;
  const bool reads = progress::work == progress::Work::Read;
  if (of == progress::kUnknown && reads)
    what = fmt::format("reading, {:.0f} MB, ", double(at) / 1e6);
  else if (of > 1 && at <= of)
    what = fmt::format("{} {:.0f} %, ", reads ? "reading" : "loop", 100.0 * double(at) / double(of));
  const int loops = progress::loops, met = progress::loops_met, compiled = progress::compiled;
  if (progress::compiling > 0)
    what += loops > 1 ? fmt::format("compiling loop {} of {}, ", met, loops)
                      : fmt::format("compiling, {} done, ", compiled);
  return fmt::format("{}{:.0f} s", what.empty() ? "running, " : what, seconds);
}

}  // namespace

void ProgressLine::start() {
  running_ = true;
  thread_ = std::thread([this] { watch(); });
}

void ProgressLine::stop() {
  {
    const std::lock_guard lock(mutex_);
    running_ = false;
    clear();
  }
  stopped_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void ProgressLine::watch() {
  sigset_t all;  // signals are for the thread that runs the program
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  const auto start = Clock::now();
  std::unique_lock lock(mutex_);
  for (auto until = start + kBefore;; until = Clock::now() + kEvery) {
    if (stopped_.wait_until(lock, until, [this] { return !running_; })) return;
    if (!at_line_start_) continue;
    std::fprintf(stderr, "\r\x1b[K%s", state(std::chrono::duration<double>(Clock::now() - start).count()).c_str());
    std::fflush(stderr);
    there_ = true;
  }
}

void ProgressLine::clear() {
  if (!there_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  there_ = false;
}

ProgressLine::Writing::Writing(ProgressLine& line, std::string_view shown) {
  if (!line.thread_.joinable()) return;
  lock_ = std::unique_lock(line.mutex_);
  line.clear();
  if (!shown.empty()) line.at_line_start_ = shown.back() == '\n';
}

}  // namespace qc::tool
