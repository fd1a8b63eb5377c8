// Host memory for arrays and scratch: 64-byte aligned, large blocks on huge pages.
#pragma once
#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

#include "runtime/handlers.h"

namespace qc::runtime {

// Throws FailureError (OutOfMemory) for more bytes than the machine has, which the system would promise.
void require_memory(std::size_t bytes);

// What the blocks of one program take together, what they may take, and from whom.
struct MemoryAccount {
  MemoryAccount() = default;
  explicit MemoryAccount(Allocator a) : allocator(std::move(a)) {}
  std::atomic<std::size_t> used{0}, limit{0};  // bytes; a limit of 0: none
  const Allocator allocator;                   // none: the heap and the system
};

// While it lives, the blocks that this thread takes are put on the account until they are freed, by whichever thread.
class MemoryAccountScope {
 public:
  explicit MemoryAccountScope(std::shared_ptr<MemoryAccount> account);
  ~MemoryAccountScope();
  MemoryAccountScope(const MemoryAccountScope&) = delete;
  MemoryAccountScope& operator=(const MemoryAccountScope&) = delete;

 private:
  std::shared_ptr<MemoryAccount> outer_;
};

// The account of this thread; null: there is none.
std::shared_ptr<MemoryAccount> current_memory_account();

// So many bytes on an account, if there is one. Throws FailureError (OutOfMemory) beyond its limit.
class MemoryCharge {
 public:
  MemoryCharge() = default;
  MemoryCharge(std::shared_ptr<MemoryAccount> account, std::size_t bytes);
  ~MemoryCharge();
  MemoryCharge(const MemoryCharge&) = delete;
  MemoryCharge& operator=(const MemoryCharge&) = delete;
  void swap(MemoryCharge& other) noexcept {
    account_.swap(other.account_);
    std::swap(bytes_, other.bytes_);
  }
  // Whom the bytes are taken from; null: the heap and the system.
  const Allocator* allocator() const { return account_ && account_->allocator ? &account_->allocator : nullptr; }

 private:
  std::shared_ptr<MemoryAccount> account_;
  std::size_t bytes_ = 0;
};

class KeptBlocks;  // freed blocks

// Owns one block. `zeroed` says that the bytes are known to be zero (fresh pages), so that a lazy zero-fill is free.
class HostMemory {
 public:
  HostMemory() = default;
  // On an account (null: on none), or on that of this thread. Throws FailureError (OutOfMemory). A block of 0 bytes has
  // a valid, unusable address.
  HostMemory(std::size_t bytes, std::shared_ptr<MemoryAccount> account);
  explicit HostMemory(std::size_t bytes) : HostMemory(bytes, current_memory_account()) {}
  ~HostMemory();
  HostMemory(HostMemory&& other) noexcept { swap(other); }
  HostMemory& operator=(HostMemory&& other) noexcept {
    swap(other);
    return *this;
  }
  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  bool zeroed() const { return zeroed_; }
  explicit operator bool() const { return data_ != nullptr; }

 private:
  void swap(HostMemory& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(base_, other.base_);
    std::swap(bytes_, other.bytes_);
    std::swap(size_, other.size_);
    std::swap(back_to_, other.back_to_);
    std::swap(zeroed_, other.zeroed_);
    charge_.swap(other.charge_);
  }
  void take_from(const Allocator& allocator);
  MemoryCharge charge_;
  void* data_ = nullptr;
  void* base_ = nullptr;  // what the heap, the system or the allocator gave; the data begin somewhat later
  std::size_t bytes_ = 0;
  std::size_t size_ = 0;           // of that
  KeptBlocks* back_to_ = nullptr;  // where it is kept when it is freed; null: the heap has it back
  bool zeroed_ = false;
};

}  // namespace qc::runtime
