// Large copies and zeros on the host, which all threads of the host device share.
#pragma once
#include <cstddef>
#include <functional>

namespace qc::runtime {

class Device;

// While it lives, the threads of a host device share what this thread copies and fills. It is asked for when there is
// much.
class ParallelCopyScope {
 public:
  explicit ParallelCopyScope(const std::function<Device&()>& host);
  ~ParallelCopyScope();
  ParallelCopyScope(const ParallelCopyScope&) = delete;
  ParallelCopyScope& operator=(const ParallelCopyScope&) = delete;

 private:
  const std::function<Device&()>* outer_;
};

// From so many bytes on it pays to wake the threads.
inline constexpr std::size_t kParallelCopyFrom = std::size_t{4} << 20;

// memcpy
void copy_on_host(void* to, const void* from, std::size_t bytes);
// memset with 0
void zero_on_host(void* to, std::size_t bytes);

}  // namespace qc::runtime
