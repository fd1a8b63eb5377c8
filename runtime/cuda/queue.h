// One device's context and stream, and what is known about the work in it. Kernels, slots and marks share it with the
// device, so that they may outlive it.
#pragma once
#include <atomic>
#include <cstdint>
#include <string>

#include "runtime/cuda/driver.h"
#include "runtime/handlers.h"

namespace qc::runtime::cuda {

class Queue {
 public:
  // Retains the device's primary context and makes a stream, unless they are lent. Throws FailureError.
  Queue(const Driver& driver, CUdevice device, std::string name, CudaHandles lent = {});
  ~Queue();
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  const Driver& driver() const { return driver_; }
  CUstream stream() const { return stream_; }
  const std::string& name() const { return name_; }
  bool open() const { return context_ != nullptr; }

  // Before a series of driver calls: another library, or another engine, may have made its context current.
  void enter() {
    if (!broken_.empty()) throw_broken();
    check(driver_.context_set(context_), "setting the context");
  }
  // As enter, for destructors: false when the device cannot be used any more.
  bool try_enter() noexcept { return open() && broken_.empty() && driver_.context_set(context_) == kSuccess; }
  // `doing`: "loading a kernel". Throws FailureError; a sticky error is remembered and told again by every later call.
  void check(CUresult result, const char* doing) {
    if (result != kSuccess) [[unlikely]]
      fail(result, doing);
  }

  // Work is counted as it is queued, so that what has passed the stream is known without asking the driver.
  void count_work() { ++queued_; }
  std::uint64_t queued() const { return queued_; }
  std::uint64_t passed() const { return passed_; }
  // For everything queued. Once the program on whose behalf this is to stop (support/stop.h) it gives the wait up and
  // throws as throw_stopped() does; what is queued runs on.
  void wait();
  void wait_if_busy() {
    if (passed_ != queued_) wait();
  }
  // Where the driver would wait for what is queued and not see that the program is to stop.
  void wait_if_stoppable();
  // Waits, then gives back what is its own of stream and context; later calls fail cleanly. While work runs on, these
  // too are left to the end of the process.
  void close() noexcept;
  // Whether work runs still after a wait for it was given up: what would wait for it, such as unloading its module, is
  // then left to the end of the process.
  bool runs_on() noexcept;
  bool close_if_runs_on() noexcept;  // whether it was

 private:
  void watch(const std::atomic<bool>& stop);
  void forget() noexcept;
  void release_context() noexcept;
  [[noreturn]] void fail(CUresult result, const char* doing);
  [[noreturn]] void throw_broken() const;

  Driver driver_;
  CUdevice device_;
  std::string name_;
  const CudaHandles lent_;
  CUcontext context_ = nullptr;
  CUstream stream_ = nullptr;
  std::uint64_t queued_ = 0;
  std::uint64_t passed_ = 0;
  bool given_up_ = false;  // a wait, and none has been waited for since
  std::string broken_;     // the sticky failure
};

}  // namespace qc::runtime::cuda
