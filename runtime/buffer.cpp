// Where an array's newest bytes are, and how they get to where they are wanted.
#include <algorithm>
#include <cstring>

#include "runtime/device.h"
#include "runtime/host/memory.h"

namespace qc::runtime {

// Either nothing is valid (never touched), or at least one copy is. All valid copies are equal.
struct Buffer::Impl {
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
      if (zeroed && bytes && !(fresh && memory.zeroed())) std::memset(data, 0, bytes);
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
  // Of the caller's memory on a device: it gets the newest bytes, and no launch uses it any more.
  void leave(Copy& copy) {
    if (!copy.viewed) return;
    if (!copy.valid) push(copy);
    copy.device->synchronize();
  }
};

Buffer::Buffer() : impl_(new Impl) {}

std::shared_ptr<Buffer> Buffer::create(std::size_t bytes, bool zeroed) {
  struct Made : Buffer {};  // one block with the count of those who share it
  std::shared_ptr<Buffer> buffer = std::make_shared<Made>();
  buffer->impl_->bytes = bytes;
  buffer->impl_->zeroed = zeroed;
  if (bytes > Impl::kFewBytes) buffer->impl_->account = current_memory_account();
  return buffer;
}

std::shared_ptr<Buffer> Buffer::view(void* data, std::size_t bytes) {
  static char nothing[1];  // a view of no bytes may be of a null pointer
  struct Made : Buffer {};
  std::shared_ptr<Buffer> buffer = std::make_shared<Made>();
  buffer->impl_->bytes = bytes;
  buffer->impl_->viewed = data ? data : nothing;
  buffer->impl_->host_valid = true;
  return buffer;
}

std::shared_ptr<Buffer> Buffer::view_on(Device& device, std::uintptr_t address, std::size_t bytes) {
  std::shared_ptr<Buffer> buffer(new Buffer);
  buffer->impl_->bytes = bytes;
  buffer->impl_->pinned = true;
  buffer->impl_->copies.push_back({&device, address, true, true});
  device.residents_.insert(buffer.get());
  return buffer;
}

void Buffer::keep(std::shared_ptr<void> owner) { impl_->owner = std::move(owner); }
void Buffer::pin() { impl_->pinned = true; }

Buffer::~Buffer() {
  try {
    if (impl_->viewed && !impl_->host_valid) impl_->pull();
    for (Impl::Copy& copy : impl_->copies) impl_->leave(copy);
  } catch (...) {  // the device failed; whoever used it last has been told
  }
  for (const Impl::Copy& copy : impl_->copies) {
    copy.device->residents_.erase(this);
    copy.release();
  }
}

std::shared_ptr<Buffer> Buffer::duplicate() {
  auto copy = create(bytes(), false);
  if (!bytes()) return copy;
  if (const Impl::Copy* here = impl_->newest_copy()) {
    Device& device = *here->device;
    device.copy_within(copy->on(device, true), on(device, false), bytes());
  } else {
    std::memcpy(copy->host_overwrite(), host_read(), bytes());
  }
  return copy;
}

std::size_t Buffer::bytes() const { return impl_->bytes; }

const void* Buffer::host_read() {
  if (only_here_) return only_here_;
  impl_->pull();
  void* const data = impl_->host();
  if (impl_->copies.empty()) only_here_ = data;
  return data;
}

Device* Buffer::parts_from() {
  constexpr std::size_t kPart = std::size_t{64} << 10;  // bytes that take as long as asking
  const Impl::Copy* const copy = impl_->host_valid ? nullptr : impl_->newest_copy();
  if (!copy || (impl_->parts + 1) * kPart >= impl_->bytes) return nullptr;
  ++impl_->parts;
  return copy->device;
}

const void* Buffer::host_read_part(std::size_t offset, std::size_t bytes, void* room) {
  Device* const device = parts_from();
  if (!device) return static_cast<const std::byte*>(host_read()) + offset;
  device->copy_out(room, impl_->newest_copy()->address + offset, bytes);
  return room;
}

void* Buffer::host_write() {
  if (only_here_) return only_here_;
  impl_->pull();
  impl_->invalidate_copies();
  return impl_->host();
}

void* Buffer::host_overwrite() {
  void* data = impl_->host();
  impl_->invalidate_copies();
  impl_->host_valid = true;
  return data;
}

void Buffer::settle() {
  if (!impl_->host_valid && !impl_->newest_copy()) impl_->pull();
}

void* Buffer::host_extend(std::size_t bytes) {
  if (impl_->viewed || impl_->pinned) return nullptr;
  const void* data = host_read();
  only_here_ = nullptr;
  for (const Impl::Copy& copy : impl_->copies) {  // are as long as the buffer was
    copy.device->residents_.erase(this);
    copy.release();
  }
  impl_->copies.clear();
  const std::size_t before = std::exchange(impl_->bytes, bytes);
  const bool fits = bytes <= Impl::kFewBytes || (before > Impl::kFewBytes && bytes <= impl_->memory.bytes());
  if (!fits) {
    HostMemory larger = impl_->take(bytes + bytes / 2);
    std::memcpy(larger.data(), data, before);
    impl_->memory = std::move(larger);
  } else if (bytes <= Impl::kFewBytes && before > Impl::kFewBytes) {
    std::memcpy(impl_->host(), data, bytes);  // a few bytes lie in the buffer itself
  }
  return impl_->host();
}

Device* Buffer::newest_on() const {
  const Impl::Copy* copy = impl_->newest_copy();
  return copy ? copy->device : nullptr;
}

void Buffer::sync() {
  if (impl_->newest_copy()) impl_->pull();
}

std::uintptr_t Buffer::on(Device& device, bool write) {
  if (!device.info().gpu_like) return reinterpret_cast<std::uintptr_t>(write ? host_write() : host_read());
  only_here_ = nullptr;
  auto at = std::find_if(impl_->copies.begin(), impl_->copies.end(), [&](auto& c) { return c.device == &device; });
  if (at == impl_->copies.end()) {
    impl_->copies.reserve(impl_->copies.size() + 1);
    device.residents_.insert(this);
    try {
      impl_->copies.push_back({&device, device.allocate(impl_->bytes), false});
    } catch (...) {
      device.residents_.erase(this);
      throw;
    }
    at = impl_->copies.end() - 1;
  }
  if (!at->valid) impl_->push(*at);
  if (write) {
    impl_->invalidate_copies();
    at->valid = true;
    impl_->host_valid = false;
    impl_->parts = 0;
  }
  return at->address;
}

// ---- the device's side of residency
// ------------------------------------------------------------------------------------

void Device::evict_buffers() noexcept {
  kept_.clear();
  for (Buffer* buffer : residents_) {
    Buffer::Impl& impl = *buffer->impl_;
    auto at = std::find_if(impl.copies.begin(), impl.copies.end(), [&](auto& c) { return c.device == this; });
    try {
      impl.leave(*at);
      impl.account = nullptr;  // what a limit has no room for would be lost
      if (at->valid) impl.pull();
    } catch (...) {  // the device failed before; its bytes are lost
    }
    at->release();
    impl.copies.erase(at);
  }
  residents_.clear();
}

// A device that did not evict has nothing left to copy from; its buffers forget it.
Device::~Device() {
  for (Buffer* buffer : residents_) std::erase_if(buffer->impl_->copies, [&](auto& c) { return c.device == this; });
}

}  // namespace qc::runtime
