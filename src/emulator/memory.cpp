#include "emulator/memory.h"

#include <cstdlib>
#include <cstring>
#include <new>

#include "emulator/race.h"

namespace qc::emulator {

void FreeCells::operator()(void* p) const { std::free(p); }

template <class T>
Zeroed<T> zeroed(std::size_t count) {
  void* p = std::calloc(count ? count : 1, sizeof(T));
  if (!p) throw std::bad_alloc();
  return Zeroed<T>(static_cast<T*>(p));
}
template Zeroed<unsigned char> zeroed(std::size_t);
template Zeroed<Cell> zeroed(std::size_t);

Memory::Memory() = default;
Memory::~Memory() = default;

std::uintptr_t Memory::allocate(std::size_t bytes) {
  constexpr std::size_t kAlign = 256;
  Region r;
  r.bytes = bytes;
  r.storage = zeroed<unsigned char>(bytes + kAlign);
  r.written = zeroed<unsigned char>(bytes);
  r.base = (reinterpret_cast<std::uintptr_t>(r.storage.get()) + kAlign - 1) / kAlign * kAlign;
  std::memset(reinterpret_cast<void*>(r.base), 0xCB, bytes);  // whoever reads it before writing gets something odd
  const std::uintptr_t base = r.base;
  regions_.emplace(base, std::move(r));
  return base;
}

void Memory::release(std::uintptr_t address) { regions_.erase(address); }

void Memory::adopt(void* data, std::size_t bytes, bool written) {
  Region r;
  r.base = reinterpret_cast<std::uintptr_t>(data);
  r.bytes = bytes;
  r.written = zeroed<unsigned char>(bytes);
  if (written) std::memset(r.written.get(), 1, bytes);
  const std::uintptr_t base = r.base;
  regions_.insert_or_assign(base, std::move(r));
}

void Memory::mark_written(std::uintptr_t address, std::size_t bytes) {
  Region* r = find(address);
  if (r && bytes) std::memset(r->written.get() + (address - r->base), 1, bytes);
}

Region* Memory::find(std::uintptr_t address) {
  auto at = regions_.upper_bound(address);
  if (at == regions_.begin()) return nullptr;
  Region& r = (--at)->second;
  return address - r.base < r.bytes || (r.bytes == 0 && address == r.base) ? &r : nullptr;
}

std::uint16_t Memory::next_launch() {
  if (++launch_ == 0) {  // stamps would repeat
    for (auto& [base, r] : regions_) r.cells.reset();
    launch_ = 1;
  }
  return launch_;
}

}  // namespace qc::emulator
