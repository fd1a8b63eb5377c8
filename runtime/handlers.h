// What a host program may do for the runtime instead of the runtime itself: give memory for arrays, run the blocks of
// loops on threads of its own, and lend a CUDA context. Each is optional.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>

namespace qc::runtime {

// Memory for arrays. Both functions or none; may be called from several threads at once.
struct Allocator {
  std::function<void*(std::size_t bytes, std::size_t alignment)> allocate;  // null: there is none
  std::function<void(void* memory, std::size_t bytes)> free;
  explicit operator bool() const { return allocate && free; }
};

// Runs body(0) .. body(count-1), on any threads and in any order, and returns when all have. The body throws nothing.
using ParallelBody = std::function<void(std::int64_t index)>;
using ParallelFor = std::function<void(std::int64_t count, const ParallelBody& body)>;

// Of CUDA, as the driver's interface has them; they outlive the device. Null: the primary context, a stream of its own.
struct CudaHandles {
  void* context = nullptr;  // a CUcontext
  void* stream = nullptr;   // a CUstream of it
};

}  // namespace qc::runtime
