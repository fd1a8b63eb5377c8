// Chooses the sm that kernels of a CUDA device are compiled for: PTX runs on the sm that it was made for, and on all
// later ones.
#pragma once
#include <string>
#include <vector>

namespace qc::codegen {

// The newest that LLVM knows and that is no newer than the device's.
std::string sm_for_device(const std::string& device);
// The same among the numbers of `known` (90, 100, ..). The device's own where it is none or older than all of them.
std::string newest_sm(const std::string& device, const std::vector<int>& known);

}  // namespace qc::codegen
