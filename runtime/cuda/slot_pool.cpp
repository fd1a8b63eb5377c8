#include "runtime/cuda/slot_pool.h"

#include <atomic>

namespace qc::runtime::cuda {
namespace {

constexpr std::uint32_t kChunk = 4096;   // entries
constexpr std::size_t kMostChunks = 16;  // beyond these, wait for freed entries rather than pin more memory

}  // namespace

class PooledSlot : public Slot {
 public:
  PooledSlot(std::shared_ptr<SlotPool> pool, std::uint32_t index) : pool_(std::move(pool)), index_(index) {}
  ~PooledSlot() override { pool_->give_back(index_); }
  std::uint64_t read() override {
    if (!pool_->closed_) pool_->queue_->wait_if_busy();
    return std::atomic_ref(*pool_->entry(index_)).load(std::memory_order_acquire);
  }
  void* address() override { return reinterpret_cast<void*>(pool_->device_entry(index_)); }

 private:
  std::shared_ptr<SlotPool> pool_;
  std::uint32_t index_;
};

std::uint64_t* SlotPool::entry(std::uint32_t index) {
  Chunk& chunk = chunks_[index / kChunk];
  return (closed_ ? chunk.kept.data() : chunk.host) + index % kChunk;
}

CUdeviceptr SlotPool::device_entry(std::uint32_t index) const {
  return chunks_[index / kChunk].device + 8 * (index % kChunk);
}

void SlotPool::grow() {
  const Driver& driver = queue_->driver();
  queue_->enter();
  void* host = nullptr;
  CUdeviceptr device = 0;
  chunks_.reserve(chunks_.size() + 1);
  queue_->check(driver.host_alloc(&host, kChunk * 8, kHostAllocMapped | kHostAllocPortable), "pinning memory");
  const CUresult mapped = driver.host_device_pointer(&device, host, 0);
  if (mapped != kSuccess) driver.host_free(host);
  queue_->check(mapped, "mapping pinned memory");
  chunks_.push_back({static_cast<std::uint64_t*>(host), device, {}});
}

std::uint32_t SlotPool::take_index() {
  const auto reusable = [this] { return !freed_.empty() && freed_.front().after <= queue_->passed(); };
  if (!reusable() && fresh_ == chunks_.size() * kChunk) {
    if (chunks_.size() >= kMostChunks && !freed_.empty())
      queue_->wait_if_busy();
    else
      grow();
  }
  if (!reusable()) return fresh_++;
  const std::uint32_t index = freed_.front().index;
  freed_.pop_front();
  return index;
}

std::shared_ptr<Slot> SlotPool::make() {
  const std::uint32_t index = take_index();
  *entry(index) = 0;
  return std::make_shared<PooledSlot>(shared_from_this(), index);
}

void SlotPool::close() noexcept {
  if (closed_) return;
  const bool usable = queue_->try_enter();
  if (usable) queue_->driver().stream_synchronize(queue_->stream());
  for (Chunk& chunk : chunks_) {
    chunk.kept.assign(chunk.host, chunk.host + kChunk);
    if (usable) queue_->driver().host_free(chunk.host);
  }
  closed_ = true;
}

}  // namespace qc::runtime::cuda
