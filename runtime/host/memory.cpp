#include "runtime/host/memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "runtime/device.h"
#include "support/diagnostic.h"

namespace qc::runtime {

// Freed blocks, kept for the next array of the same size: touching fresh pages costs as much as a pass over the array,
// and programs make the same temporaries again and again.
class KeptBlocks {
 public:
  using Free = void (*)(void* data, std::size_t size);
  // At most so many bytes; `free` gives a block back.
  KeptBlocks(std::size_t most, Free free) : most_(most), free_(free) {}
  void* take(std::size_t size) {
    std::lock_guard lock(mutex_);
    for (std::size_t i = blocks_.size(); i-- > 0;) {
      if (blocks_[i].size != size) continue;
      void* data = blocks_[i].data;
      blocks_.erase(blocks_.begin() + std::ptrdiff_t(i));
      total_ -= size;
      return data;
    }
    return nullptr;
  }
  void give(void* data, std::size_t size) {
    std::lock_guard lock(mutex_);
    if (size > most_) {
      free_(data, size);
      return;
    }
    while (total_ + size > most_) drop_oldest();
    blocks_.push_back({data, size});
    total_ += size;
  }
  void clear() {
    std::lock_guard lock(mutex_);
    while (!blocks_.empty()) drop_oldest();
  }

 private:
  struct Block {
    void* data;
    std::size_t size;
  };
  void drop_oldest() {
    free_(blocks_.front().data, blocks_.front().size);
    total_ -= blocks_.front().size;
    blocks_.erase(blocks_.begin());
  }
  std::mutex mutex_;
  std::vector<Block> blocks_;
  std::size_t total_ = 0;
  const std::size_t most_;
  const Free free_;
};

namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kSmall =
    960;  // the allocator keeps blocks of up to a kilobyte at hand, but not for callers that ask it for an alignment
constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kMapFrom = std::size_t{4} << 20;
constexpr std::size_t kPage = 4096;
constexpr std::size_t kSpread = std::size_t{32} << 10;
constexpr std::size_t kKeepFrom = std::size_t{64} << 10;  // the heap gives what is larger back to the system
constexpr std::size_t kKeepAtLeast = std::size_t{256} << 20, kKeepAtMostOfHeap = std::size_t{64} << 20;
constexpr std::size_t kPartKept = 32;  // of the machine's memory, where that is more

[[noreturn]] void out_of_memory(std::size_t bytes) {
  throw FailureError({Failure::Kind::OutOfMemory, "the host has no memory for " + std::to_string(bytes) + " bytes"});
}

// The system promises more than it has; a program that relied on it would be ended without a word.
std::size_t physical_memory() {
  static const std::size_t bytes = std::size_t(sysconf(_SC_PHYS_PAGES)) * std::size_t(sysconf(_SC_PAGESIZE));
  return bytes;
}

std::size_t round_up(std::size_t bytes, std::size_t unit) {
  if (bytes > SIZE_MAX - 2 * kHugePage) out_of_memory(bytes);
  return (bytes + unit - 1) / unit * unit;
}

// Arrays that all begin at the same place of a page meet in the same few sets of the first-level cache, which loops
// over several of them, or over rows whose lengths are powers of two, then drop before they are done with a line. So
// large arrays begin at different lines of a page.
std::size_t next_offset() {
  constexpr std::size_t kLines = kPage / kAlignment,
                        kStride = 17;  // coprime; three in a row are apart modulo half a page too
  static std::atomic<std::size_t> arrays{0};
  return arrays.fetch_add(1, std::memory_order_relaxed) * kStride % kLines * kAlignment;
}

// `size` bytes of which all but the last page can be huge pages.
void* map_huge(std::size_t size) {
  const std::size_t padded = size + kHugePage;  // room to cut the start to a huge page
  void* raw = mmap(nullptr, padded, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (raw == MAP_FAILED) return nullptr;
  const auto start = reinterpret_cast<std::uintptr_t>(raw);
  const std::uintptr_t aligned = (start + kHugePage - 1) / kHugePage * kHugePage;
  if (aligned != start) munmap(raw, aligned - start);
  if (const std::size_t tail = start + padded - (aligned + size)) munmap(reinterpret_cast<void*>(aligned + size), tail);
  madvise(reinterpret_cast<void*>(aligned), size - kPage,
          MADV_HUGEPAGE);  // advice: it does not matter when it is refused
  return reinterpret_cast<void*>(aligned);
}

// Never destroyed: arrays may be freed while the process ends.
KeptBlocks& kept() {
  static auto* instance = new KeptBlocks(std::max(kKeepAtLeast, physical_memory() / kPartKept),
                                         [](void* data, std::size_t size) { munmap(data, size); });
  return *instance;
}
KeptBlocks& kept_of_heap() {
  static auto* instance = new KeptBlocks(kKeepAtMostOfHeap, [](void* data, std::size_t) { std::free(data); });
  return *instance;
}

thread_local std::shared_ptr<MemoryAccount> current_account;  // of the program that this thread works for

}  // namespace

void require_memory(std::size_t bytes) {
  if (bytes > physical_memory()) out_of_memory(bytes);
}

MemoryAccountScope::MemoryAccountScope(std::shared_ptr<MemoryAccount> account) : outer_(std::move(account)) {
  outer_.swap(current_account);
}
MemoryAccountScope::~MemoryAccountScope() { outer_.swap(current_account); }

std::shared_ptr<MemoryAccount> current_memory_account() { return current_account; }

MemoryCharge::MemoryCharge(std::shared_ptr<MemoryAccount> account, std::size_t bytes)
    : account_(std::move(account)), bytes_(bytes) {
  if (!account_) return;
  const std::size_t used = account_->used.fetch_add(bytes) + bytes, limit = account_->limit;
  if (limit == 0 || used <= limit) return;
  account_->used -= bytes;
  throw FailureError({Failure::Kind::OutOfMemory, "the limit of " + std::to_string(limit) + " bytes has no room for " +
                                                      std::to_string(bytes) + " more"});
}
MemoryCharge::~MemoryCharge() {
  if (account_) account_->used -= bytes_;
}

// The alignment is ours to need and the host program's to keep: vectors of kernels would end the process.
void HostMemory::take_from(const Allocator& allocator) {
  size_ = round_up(bytes_, kAlignment) + kAlignment;  // a line beyond, as below
  base_ = allocator.allocate(size_, kAlignment);
  if (!base_)
    throw FailureError({Failure::Kind::OutOfMemory,
                        "the host program's allocator has no memory for " + std::to_string(size_) + " bytes"});
  data_ = base_;
  if (reinterpret_cast<std::uintptr_t>(base_) % kAlignment == 0) return;
  allocator.free(base_, size_);
  throw ProgramError(Diagnostic{"Q0901",
                                Severity::Error,
                                {},
                                "the host program's allocator gave memory that does not begin at a multiple of " +
                                    std::to_string(kAlignment) + " bytes",
                                {},
                                {}});
}

HostMemory::HostMemory(std::size_t bytes, std::shared_ptr<MemoryAccount> account)
    : charge_(std::move(account), bytes), bytes_(bytes) {
  if (const Allocator* own = charge_.allocator()) {
    take_from(*own);
    return;
  }
  if (bytes <= kSmall) {
    base_ = std::malloc(bytes + kAlignment);
    if (!base_) out_of_memory(bytes);
    data_ = reinterpret_cast<void*>(round_up(reinterpret_cast<std::uintptr_t>(base_), kAlignment));
    return;
  }
  if (bytes < kMapFrom) {
    const std::size_t offset = bytes < kSpread ? 0 : next_offset();
    // A line beyond: kernels that store a whole colour at the last place of an 'unchecked array of one channel hurt
    // nothing else.
    const bool keeps = bytes >= kKeepFrom;
    const std::size_t room = keeps ? kPage : offset,  // of a block that is kept for any offset
        size = round_up(bytes + room, kAlignment) + kAlignment;
    base_ = keeps ? kept_of_heap().take(size) : nullptr;
    if (!base_) base_ = std::aligned_alloc(kAlignment, size);
    if (!base_) {
      kept_of_heap().clear();
      base_ = std::aligned_alloc(kAlignment, size);
    }
    if (!base_) out_of_memory(bytes);
    data_ = static_cast<std::byte*>(base_) + offset;
    size_ = size;
    if (keeps) back_to_ = &kept_of_heap();
    return;
  }
  const std::size_t size = round_up(bytes, kHugePage) + kPage;
  require_memory(size);
  base_ = kept().take(size);
  if (!base_) {
    zeroed_ = true;
    base_ = map_huge(size);
  }
  if (!base_) {
    kept().clear();
    kept_of_heap().clear();
    base_ = map_huge(size);
  }
  if (!base_) out_of_memory(bytes);
  data_ = static_cast<std::byte*>(base_) + next_offset();
  size_ = size;
  back_to_ = &kept();
}

HostMemory::~HostMemory() {
  if (const Allocator* own = charge_.allocator()) {
    if (!base_) return;
    try {
      own->free(base_, size_);
    } catch (...) {  // there is nobody to tell
    }
  } else if (back_to_) {
    back_to_->give(base_, size_);
  } else {
    std::free(base_);
  }
}

}  // namespace qc::runtime
