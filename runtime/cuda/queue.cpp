#include "runtime/cuda/queue.h"

#include "runtime/device.h"

namespace qc::runtime::cuda {

Queue::Queue(const Driver& driver, CUdevice device, std::string name)
    : driver_(driver), device_(device), name_(std::move(name)) {
  check(driver_.context_retain(&context_, device_), "creating a context");
  try {
    enter();
    check(driver_.stream_create(&stream_, kStreamNonBlocking), "creating a stream");
  } catch (...) {
    driver_.context_release(device_);
    throw;
  }
}

Queue::~Queue() { close(); }

void Queue::close() noexcept {
  if (!open()) return;
  if (driver_.context_set(context_) == kSuccess) {
    driver_.stream_synchronize(stream_);
    driver_.stream_destroy(stream_);
  }
  driver_.context_release(device_);
  context_ = nullptr;
  stream_ = nullptr;
  passed_ = queued_;
  if (broken_.empty()) broken_ = name_ + " was closed";
}

void Queue::wait() {
  enter();
  const std::uint64_t up_to = queued_;
  check(driver_.stream_synchronize(stream_), "a kernel");
  passed_ = up_to;
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
