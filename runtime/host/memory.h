// Host memory for arrays and scratch: 64-byte aligned, large blocks on huge pages.
#pragma once
#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

namespace qc::runtime {

// Throws FailureError (OutOfMemory) for more bytes than the machine has, which the system would promise.
void require_memory(std::size_t bytes);

// What the blocks of one program take together, and may take.
struct MemoryAccount {
  std::atomic<std::size_t> used{0}, limit{0};  // bytes; a limit of 0: none
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

// So many bytes on the account of the thread that makes it. Throws FailureError (OutOfMemory) beyond the limit.
class MemoryCharge {
 public:
  MemoryCharge() = default;
  explicit MemoryCharge(std::size_t bytes);
  ~MemoryCharge();
  MemoryCharge(const MemoryCharge&) = delete;
  MemoryCharge& operator=(const MemoryCharge&) = delete;
  void swap(MemoryCharge& other) noexcept {
    account_.swap(other.account_);
    std::swap(bytes_, other.bytes_);
  }

 private:
  std::shared_ptr<MemoryAccount> account_;
  std::size_t bytes_ = 0;
};

class KeptBlocks;  // freed blocks

// Owns one block. `zeroed` says that the bytes are known to be zero (fresh pages), so that a lazy zero-fill is free.
class HostMemory {
 public:
  HostMemory() = default;
  // Throws FailureError (OutOfMemory). A block of 0 bytes has a valid, unusable address.
  explicit HostMemory(std::size_t bytes);
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
  MemoryCharge charge_;
  void* data_ = nullptr;
  void* base_ = nullptr;  // what the heap or the system gave; the data begin somewhat later
  std::size_t bytes_ = 0;
  std::size_t size_ = 0;           // of that
  KeptBlocks* back_to_ = nullptr;  // where it is kept when it is freed; null: the heap has it back
  bool zeroed_ = false;
};

}  // namespace qc::runtime
