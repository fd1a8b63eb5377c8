// Memory of an emulated device: which bytes were ever written, and who touched which element in the running launch.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>

namespace qc::emulator {

struct Cell;  // race.h

struct FreeCells {
  void operator()(void* p) const;
};
template <class T>
using Zeroed = std::unique_ptr<T[], FreeCells>;  // pages that are zero until touched
// So many zeros, or std::bad_alloc. Compiled for bytes and for cells (memory.cpp).
template <class T>
Zeroed<T> zeroed(std::size_t count);

// One allocation, or memory of somebody else that was adopted.
struct Region {
  std::uintptr_t base = 0;
  std::size_t bytes = 0;
  Zeroed<unsigned char> storage;  // null when adopted
  Zeroed<unsigned char> written;  // one for each byte: 1 after the first write
  Zeroed<Cell> cells;             // one for each `grain` bytes, made by the first launch that needs them
  std::size_t grain = 0;
};

class Memory {
 public:
  Memory();
  ~Memory();
  std::uintptr_t allocate(std::size_t bytes);  // aligned to 256; never written yet
  void release(std::uintptr_t address);
  void adopt(void* data, std::size_t bytes, bool written);  // until released
  void mark_written(std::uintptr_t address, std::size_t bytes);
  Region* find(std::uintptr_t address);  // the region that holds the address, or null
  std::uint16_t next_launch();           // the stamp of a launch; cells of other stamps count as empty

 private:
  std::map<std::uintptr_t, Region> regions_;
  std::uint16_t launch_ = 0;
};

}  // namespace qc::emulator
