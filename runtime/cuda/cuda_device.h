// A CUDA device over a table of driver functions. runtime/device.h's make_cuda_device uses the system's driver.
#pragma once
#include "runtime/cuda/driver.h"
#include "runtime/device.h"

namespace qc::runtime::cuda {

// The device cuda:INDEX of that driver, of which it keeps a copy; without an index that of the context which is lent,
// or the first. NoDevice: the driver has no such device, does not let it be used, or the context is another's.
std::variant<std::unique_ptr<Device>, Failure> make_device(const Driver& driver, std::optional<int> index,
                                                           CudaHandles lent = {});

}  // namespace qc::runtime::cuda
