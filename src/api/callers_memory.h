// Memory of the caller that an array stands for. Where the array's kernels can take it as it lies, it is the array's
// own; otherwise the elements are gathered before each call and put back after it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/device.h"

namespace qc {

class CallersMemory {
 public:
  // What lies where: `bytes` from one element to the next along each dimension, in either direction.
  struct Layout {
    void* data = nullptr;
    std::size_t element = 1;  // bytes
    std::vector<std::int64_t> extents, strides;
    bool read_only = false;
  };

  // On the host. `buffer` is the memory itself, or an array's own of the elements' size when it has to be gathered.
  CallersMemory(const std::shared_ptr<runtime::Buffer>& buffer, Layout layout, bool gathered)
      : buffer_(buffer), layout_(std::move(layout)), gathered_(gathered) {}
  // On a device, where it is dense: the memory itself, or copied when it is not as kernels need it.
  // keeps_device: what has to be there for the device to be.
  CallersMemory(const std::shared_ptr<runtime::Buffer>& buffer, Layout layout, bool gathered, runtime::Device& device,
                const std::shared_ptr<void>& keeps_device)
      : buffer_(buffer),
        layout_(std::move(layout)),
        gathered_(gathered),
        device_(&device),
        keeps_device_(keeps_device) {}

  // Before a call: what the caller wrote counts. False: the array or its device is gone.
  bool take_in() const;
  // After a call: the caller finds what the program wrote. False as above.
  bool bring_home() const;
  std::shared_ptr<runtime::Buffer> buffer() const { return buffer_.lock(); }
  // Whether what the host has of the array is a copy.
  bool elsewhere() const { return gathered_ || device_; }

 private:
  // Whether the elements of the copy go back: nothing of the caller's is written that the program did not write.
  bool puts_back(const runtime::Buffer& buffer) const;
  std::weak_ptr<runtime::Buffer> buffer_;
  Layout layout_;
  bool gathered_;
  runtime::Device* device_ = nullptr;  // null: the host
  std::weak_ptr<void> keeps_device_;
};

// The strides of dense rows, last index fastest.
std::vector<std::int64_t> dense_strides(const std::vector<std::int64_t>& extents, std::size_t element);
// Whether elements lie in dense rows. Strides of dimensions with one element, and of arrays without any, do not matter.
bool is_dense(const CallersMemory::Layout& layout);
// Why there is no array of this memory; empty: there is. alignment: of an element's parts, in bytes.
std::string problem_of(const CallersMemory::Layout& layout, std::size_t alignment);

}  // namespace qc
