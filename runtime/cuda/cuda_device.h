// A CUDA device over a table of driver functions. runtime/device.h's make_cuda_device uses the system's driver.
#pragma once
#include "runtime/cuda/driver.h"
#include "runtime/device.h"

namespace qc::runtime::cuda {

// The device cuda:INDEX of that driver, of which it keeps a copy. NoDevice: the driver has no such device, or does not
// let it be used.
std::variant<std::unique_ptr<Device>, Failure> make_device(const Driver& driver, int index);

}  // namespace qc::runtime::cuda
