#include "runtime/cuda/queue.h"

#include <chrono>
#include <optional>
#include <thread>

#include "runtime/device.h"
#include "support/stop.h"

namespace qc::runtime::cuda {

Queue::Queue(const Driver& driver, CUdevice device, std::string name, CudaHandles lent)
    : driver_(driver),
      device_(device),
      name_(std::move(name)),
      lent_(lent),
      context_(static_cast<CUcontext>(lent.context)),
      stream_(static_cast<CUstream>(lent.stream)) {
  if (!context_) check(driver_.context_retain(&context_, device_), "creating a context");
  try {
    enter();
    if (!stream_) check(driver_.stream_create(&stream_, kStreamNonBlocking), "creating a stream");
  } catch (...) {
    release_context();
    throw;
  }
}

void Queue::release_context() noexcept {
  if (!lent_.context) driver_.context_release(device_);
}

Queue::~Queue() { close(); }

void Queue::close() noexcept {
  if (!open() || close_if_runs_on()) return;
  if (driver_.context_set(context_) == kSuccess) {
    driver_.stream_synchronize(stream_);
    if (!lent_.stream) driver_.stream_destroy(stream_);
  }
  release_context();
  forget();
}

bool Queue::runs_on() noexcept { return given_up_ && try_enter() && driver_.stream_query(stream_) == kNotReady; }

bool Queue::close_if_runs_on() noexcept {
  const bool runs = runs_on();
  if (runs) forget();
  return runs;
}

void Queue::forget() noexcept {
  context_ = nullptr;
  stream_ = nullptr;
  given_up_ = false;
  passed_ = queued_;
  if (broken_.empty()) broken_ = name_ + " was closed";
}

void Queue::wait() {
  enter();
  const std::uint64_t up_to = queued_;
  if (const auto* stop = stop_flag()) watch(*stop);
  check(driver_.stream_synchronize(stream_), "a kernel");
  passed_ = up_to;
  given_up_ = false;
}

void Queue::wait_if_stoppable() {
  if (stop_flag()) wait_if_busy();
}

// Returns once the work has passed, and throws once the program is to stop and the work goes on all the same.
void Queue::watch(const std::atomic<bool>& stop) {
  using namespace std::chrono;
  constexpr auto kBusily = milliseconds(5);  // longer work does not mind what a sleep adds
  constexpr auto kPause = microseconds(50);
  constexpr auto kPatience = milliseconds(200);  // with work that ends soon: then nothing is left behind
  const auto start = steady_clock::now();
  std::optional<steady_clock::time_point> told;
  while (driver_.stream_query(stream_) == kNotReady) {
    const auto now = steady_clock::now();
    if (!told && is_stopped(&stop)) told = now;
    if (told && now - *told > kPatience) {
      given_up_ = true;
      throw_stopped();
    }
    if (now - start > kBusily) std::this_thread::sleep_for(kPause);
  }
}

void Queue::throw_broken() const { throw FailureError({Failure::Kind::Device, broken_}); }

void Queue::fail(CUresult result, const char* doing) {
  if (is_sticky(result)) {
    broken_ = name_ + " failed: " + describe(driver_, result) + "; this process cannot use it any more";
    throw_broken();
  }
  const bool memory = result == kOutOfMemory;
  const std::string text = memory ? " has not enough memory: " : " failed: ";
  throw FailureError({memory ? Failure::Kind::OutOfMemory : Failure::Kind::Device,
                      name_ + text + doing + ": " + describe(driver_, result)});
}

}  // namespace qc::runtime::cuda
