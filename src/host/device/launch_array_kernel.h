// Launches the kernels of transform/array_kernels, each made and loaded once for a device.
#pragma once
#include <string>
#include <utility>

#include "host/device/launch.h"
#include "transform/array_kernels/moving_kernels.h"

namespace qc::host {

// name: of what make() gives.
template <class Make>
void launch_blocks(runtime::Device& device, const std::string& name, std::int64_t blocks, std::int64_t threads,
                   ParamPack& params, const Make& make) {
  runtime::Kernel& kernel = device.kept(name, [&] { return std::move(load_kernel(make(), device, {}, {}).kernel); });
  runtime::Dims dims;
  dims.grid[0] = blocks;
  dims.block[0] = std::int32_t(threads);
  auto& pointers = params.pointers();
  device.launch(kernel, dims, pointers.data(), pointers.size());
}

// For kernels whose threads move so many units of that size each.
template <class Make>
void launch_units(runtime::Device& device, const std::string& name, std::int64_t unit, std::int64_t units,
                  ParamPack& params, const Make& make) {
  const std::int64_t of_block = kMovingThreads * moved_by_thread(int(unit));
  launch_blocks(device, name, (units + of_block - 1) / of_block, kMovingThreads, params, make);
}

}  // namespace qc::host
