// What devices have in common.
#include "runtime/device.h"

#include <chrono>

#include "support/diagnostic.h"

namespace qc::runtime {
namespace {

struct HostMark : Mark {
  std::chrono::steady_clock::time_point at = std::chrono::steady_clock::now();
};

}  // namespace

std::unique_ptr<Kernel> Device::load(const HostImage&) {
  internal_error("runtime", "host code was given to " + info().name);
}
std::unique_ptr<Kernel> Device::load(const CudaImage&) { internal_error("runtime", "PTX was given to " + info().name); }

Kernel& Device::kept(const std::string& name, const std::function<std::unique_ptr<Kernel>()>& make) {
  auto& kernel = kept_[name];
  if (!kernel) kernel = make();
  return *kernel;
}

// A device without its own clock: wait, then look at the host's.
std::unique_ptr<Mark> Device::mark() {
  synchronize();
  return std::make_unique<HostMark>();
}

double Device::microseconds(const Mark& from, const Mark& to) {
  const auto span = static_cast<const HostMark&>(to).at - static_cast<const HostMark&>(from).at;
  return std::chrono::duration<double, std::micro>(span).count();
}

int Device::blocks_per_multiprocessor(Kernel&, int) { return 1; }

}  // namespace qc::runtime
