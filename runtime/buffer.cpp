// Where an array's newest bytes are, and how they get to where they are wanted.
#include <algorithm>
#include <atomic>
#include <cstring>

#include "runtime/device.h"
#include "runtime/host/memory.h"
#include "runtime/host/parallel_copy.h"

namespace qc::runtime {

// Bytes and where they are. Either nothing is valid (never touched), or at least one copy is. All valid copies are
// equal. Buffers share one until one of them writes.
struct Buffer::Storage {
  struct Copy {
    Device* device;
    std::uintptr_t address;
    bool valid;
    bool viewed = false;  // the caller's memory
    void release() const {
      if (!viewed) device->release(address);
    }
  };
  std::size_t bytes = 0;
  bool zeroed = true;
  bool pinned = false;
  void* viewed = nullptr;       // the caller's memory, or null
  std::shared_ptr<void> owner;  // of a view's memory
  HostMemory memory;
  std::shared_ptr<MemoryAccount> account;  // of `memory`; null: that of who touches it first
  bool host_valid = false;
  std::size_t parts = 0;  // that came one by one since a device wrote
  std::vector<Copy> copies;
  // Few elements lie in the buffer itself: programs make many small arrays.
  static constexpr std::size_t kFewBytes = 128, kAlignment = 64;
  std::byte few[kFewBytes + kAlignment];

  Storage() = default;
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  ~Storage() {
    try {
      if (viewed && !host_valid) pull();
      for (Copy& copy : copies) leave(copy);
    } catch (...) {  // the device failed; whoever used it last has been told
    }
    for (const Copy& copy : copies) {
      copy.device->residents_.erase(this);
      copy.release();
    }
  }

  // What a program left untouched is on its account, whoever reads it.
  HostMemory take(std::size_t size) {
    if (!account) account = current_memory_account();
    return HostMemory(size, account);
  }
  void* host() {
    if (viewed) return viewed;
    if (bytes <= kFewBytes) return few + (kAlignment - reinterpret_cast<std::uintptr_t>(few) % kAlignment) % kAlignment;
    if (!memory) memory = take(bytes);
    return memory.data();
  }
  Copy* newest_copy() {
    for (Copy& copy : copies)
      if (copy.valid) return &copy;
    return nullptr;
  }
  void invalidate_copies() {
    for (Copy& copy : copies) copy.valid = false;
  }
  void pull() {
    if (host_valid) return;
    if (Copy* copy = newest_copy()) {
      if (bytes) copy->device->copy_out(host(), copy->address, bytes);
    } else {
      const bool fresh = !memory;
      void* data = host();
      if (zeroed && bytes && !(fresh && memory.zeroed())) zero_on_host(data, bytes);
    }
    host_valid = true;
  }
  // Fills a device copy that has no valid bytes yet.
  void push(Copy& copy) {
    if (bytes && newest_copy() && !host_valid) pull();  // from one device to another: through the host
    if (bytes && host_valid)
      copy.device->copy_in(copy.address, host(), bytes);
    else if (bytes && zeroed)
      copy.device->fill_zero(copy.address, bytes);
    copy.valid = true;
  }
  // One for as many bytes, on the account of who writes them, which are not there yet.
  std::shared_ptr<Storage> another() const {
    auto made = std::make_shared_for_overwrite<Storage>();
    made->bytes = bytes;
    made->account = current_memory_account() ? current_memory_account() : account;
    return made;
  }
  // The bytes of another one of as many, which keeps them: on the device `writer` if they are there, else on the host
  // if they are there.
  void take_bytes_of(Storage& from, Device* writer) {
    zeroed = from.zeroed;
    Copy* there = nullptr;
    for (Copy& copy : from.copies)
      if (copy.valid && (copy.device == writer || (!from.host_valid && !there))) there = &copy;
    if (there) {
      Device& device = *there->device;
      copies.push_back({&device, 0, false});
      try {
        copies.back().address = device.allocate(bytes);
        device.residents_.insert(this);
      } catch (...) {
        copies.pop_back();
        throw;
      }
      device.copy_within(copies.back().address, there->address, bytes);
      copies.back().valid = true;
    } else if (from.host_valid) {
      copy_on_host(host(), from.host(), bytes);
      host_valid = true;
    }
  }
  // Of the caller's memory on a device: it gets the newest bytes, and no launch uses it any more.
  void leave(Copy& copy) {
    if (!copy.viewed) return;
    if (!copy.valid) push(copy);
    copy.device->synchronize();
  }
};

Buffer::Buffer() : storage_(std::make_shared_for_overwrite<Storage>()) {}
Buffer::Buffer(std::shared_ptr<Storage> storage) : storage_(std::move(storage)) {}
Buffer::~Buffer() = default;

std::shared_ptr<Buffer> Buffer::create(std::size_t bytes, bool zeroed) {
  struct Made : Buffer {};  // one block with the count of those who share it
  std::shared_ptr<Buffer> buffer = std::make_shared<Made>();
  buffer->storage_->bytes = bytes;
  buffer->storage_->zeroed = zeroed;
  if (bytes > Storage::kFewBytes) buffer->storage_->account = current_memory_account();
  return buffer;
}

static char nothing[1];  // a view of no bytes may be of a null pointer

std::shared_ptr<Buffer> Buffer::view(void* data, std::size_t bytes) {
  struct Made : Buffer {};
  std::shared_ptr<Buffer> buffer = std::make_shared<Made>();
  buffer->storage_->bytes = bytes;
  buffer->storage_->viewed = data ? data : nothing;
  buffer->storage_->host_valid = true;
  return buffer;
}

bool Buffer::view_again(void* data, std::size_t bytes) {
  if (!storage_->viewed) return false;
  if (storage_->pinned || storage_->owner || !storage_->copies.empty()) return false;
  only_here_ = nullptr;
  storage_->bytes = bytes;
  storage_->viewed = data ? data : nothing;
  storage_->host_valid = true;
  return true;
}

std::shared_ptr<Buffer> Buffer::view_on(Device& device, std::uintptr_t address, std::size_t bytes) {
  std::shared_ptr<Buffer> buffer(new Buffer);
  buffer->storage_->bytes = bytes;
  buffer->storage_->pinned = true;
  buffer->storage_->copies.push_back({&device, address, true, true});
  device.residents_.insert(buffer->storage_.get());
  return buffer;
}

void Buffer::keep(std::shared_ptr<void> owner) { storage_->owner = std::move(owner); }
void Buffer::pin() {
  own();
  storage_->pinned = true;
}

void Buffer::watch_writes() {
  watches_writes_ = true;
  was_written_ = false;
  only_here_ = nullptr;
}
bool Buffer::was_written() const { return was_written_ || !watches_writes_ || storage_->pinned; }

// What is smaller is copied in less time than it takes to share it.
constexpr std::size_t kSharedFrom = std::size_t{16} << 10;

std::shared_ptr<Buffer> Buffer::duplicate() {
  const bool is_known = storage_->viewed || storage_->pinned;  // to who may write there at any time
  if (!is_known && bytes() >= kSharedFrom) {
    struct Made : Buffer {
      explicit Made(std::shared_ptr<Storage> storage) : Buffer(std::move(storage)) {}
    };
    only_here_ = nullptr;
    return std::make_shared<Made>(storage_);
  }
  auto copy = create(bytes(), false);
  if (!bytes()) return copy;
  copy->storage_->take_bytes_of(*storage_, nullptr);
  return copy;
}

void Buffer::own(Device* writer) {
  if (storage_.use_count() == 1) {
    std::atomic_thread_fence(std::memory_order_acquire);  // the buffer that let go may have been another thread's
    return;
  }
  auto own = storage_->another();
  own->take_bytes_of(*storage_, writer);
  storage_ = std::move(own);
}

std::size_t Buffer::bytes() const { return storage_->bytes; }

const void* Buffer::host_read() {
  if (only_here_) return only_here_;
  storage_->pull();
  void* const data = storage_->host();
  if (storage_->copies.empty() && storage_.use_count() == 1 && !watches_writes_) only_here_ = data;
  return data;
}

Device* Buffer::parts_from() {
  constexpr std::size_t kPart = std::size_t{64} << 10;  // bytes that take as long as asking
  const Storage::Copy* const copy = storage_->host_valid ? nullptr : storage_->newest_copy();
  if (!copy || (storage_->parts + 1) * kPart >= storage_->bytes) return nullptr;
  ++storage_->parts;
  return copy->device;
}

const void* Buffer::host_read_part(std::size_t offset, std::size_t bytes, void* room) {
  Device* const device = parts_from();
  if (!device) return static_cast<const std::byte*>(host_read()) + offset;
  device->copy_out(room, storage_->newest_copy()->address + offset, bytes);
  return room;
}

void* Buffer::host_write() {
  if (only_here_) return only_here_;
  was_written_ = true;
  own();
  storage_->pull();
  storage_->invalidate_copies();
  return storage_->host();
}

void* Buffer::host_overwrite() {
  was_written_ = true;
  if (storage_.use_count() > 1) storage_ = storage_->another();
  void* data = storage_->host();
  storage_->invalidate_copies();
  storage_->host_valid = true;
  return data;
}

void Buffer::settle() {
  if (!storage_->host_valid && !storage_->newest_copy()) storage_->pull();
}

void* Buffer::host_extend(std::size_t bytes) {
  if (storage_->viewed || storage_->pinned) return nullptr;
  own();
  const void* data = host_read();
  only_here_ = nullptr;
  for (const Storage::Copy& copy : storage_->copies) {  // are as long as the buffer was
    copy.device->residents_.erase(storage_.get());
    copy.release();
  }
  storage_->copies.clear();
  const std::size_t before = std::exchange(storage_->bytes, bytes);
  const bool fits = bytes <= Storage::kFewBytes || (before > Storage::kFewBytes && bytes <= storage_->memory.bytes());
  if (!fits) {
    HostMemory larger = storage_->take(bytes + bytes / 2);
    std::memcpy(larger.data(), data, before);
    storage_->memory = std::move(larger);
  } else if (bytes <= Storage::kFewBytes && before > Storage::kFewBytes) {
    std::memcpy(storage_->host(), data, bytes);  // a few bytes lie in the buffer itself
  }
  return storage_->host();
}

Device* Buffer::newest_on() const {
  const Storage::Copy* copy = storage_->newest_copy();
  return copy ? copy->device : nullptr;
}

void Buffer::sync() {
  if (storage_->newest_copy()) storage_->pull();
}

std::uintptr_t Buffer::on(Device& device, bool write) {
  if (!device.info().gpu_like) return reinterpret_cast<std::uintptr_t>(write ? host_write() : host_read());
  only_here_ = nullptr;
  was_written_ |= write;
  if (write) own(&device);
  auto at =
      std::find_if(storage_->copies.begin(), storage_->copies.end(), [&](auto& c) { return c.device == &device; });
  if (at == storage_->copies.end()) {
    storage_->copies.reserve(storage_->copies.size() + 1);
    device.residents_.insert(storage_.get());
    try {
      storage_->copies.push_back({&device, device.allocate(storage_->bytes), false});
    } catch (...) {
      device.residents_.erase(storage_.get());
      throw;
    }
    at = storage_->copies.end() - 1;
  }
  if (!at->valid) storage_->push(*at);
  if (write) {
    storage_->invalidate_copies();
    at->valid = true;
    storage_->host_valid = false;
    storage_->parts = 0;
  }
  return at->address;
}

// ---- the device's side of residency
// ------------------------------------------------------------------------------------

void Device::evict_buffers() noexcept {
  kept_.clear();
  for (Buffer::Storage* storage : residents_) {
    auto at = std::find_if(storage->copies.begin(), storage->copies.end(), [&](auto& c) { return c.device == this; });
    try {
      storage->leave(*at);
      storage->account = nullptr;  // what a limit has no room for would be lost
      if (at->valid) storage->pull();
    } catch (...) {  // the device failed before; its bytes are lost
    }
    at->release();
    storage->copies.erase(at);
  }
  residents_.clear();
}

// A device that did not evict has nothing left to copy from; its buffers forget it.
Device::~Device() {
  for (Buffer::Storage* storage : residents_) std::erase_if(storage->copies, [&](auto& c) { return c.device == this; });
}

}  // namespace qc::runtime
