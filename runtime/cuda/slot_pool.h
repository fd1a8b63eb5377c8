// Scalars that kernels write and the host reads: 8-byte entries of pinned host memory that the device sees, so that
// reading one is a wait for the stream and a load.
#pragma once
#include <deque>
#include <memory>
#include <vector>

#include "runtime/cuda/queue.h"
#include "runtime/device.h"

namespace qc::runtime::cuda {

class SlotPool : public std::enable_shared_from_this<SlotPool> {
 public:
  explicit SlotPool(std::shared_ptr<Queue> queue) : queue_(std::move(queue)) {}
  // A slot that holds 0. A freed entry comes back only after the stream passed what was queued when it was freed.
  std::shared_ptr<Slot> make();
  // Before the device goes: waits, and keeps the values of slots that live on.
  void close() noexcept;

 private:
  friend class PooledSlot;
  struct Chunk {
    std::uint64_t* host;
    CUdeviceptr device;
    std::vector<std::uint64_t> kept;  // after close
  };
  struct Freed {
    std::uint32_t index;
    std::uint64_t after;
  };

  void grow();
  std::uint32_t take_index();
  void give_back(std::uint32_t index) { freed_.push_back({index, queue_->queued()}); }
  std::uint64_t* entry(std::uint32_t index);
  CUdeviceptr device_entry(std::uint32_t index) const;

  std::shared_ptr<Queue> queue_;
  std::vector<Chunk> chunks_;
  std::uint32_t fresh_ = 0;  // entries handed out at least once
  std::deque<Freed> freed_;  // oldest first
  bool closed_ = false;
};

}  // namespace qc::runtime::cuda
