// The checked emulator as a device: arrays are copied to memory that it watches, kernels stay IR, launches run at once.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "host/context/simt_options.h"
#include "ir/ir.h"
#include "runtime/device.h"
#include "support/diagnostic.h"

namespace qc::host {

// Takes the findings of one launch; it may throw.
using FindingSink = std::function<void(std::vector<Diagnostic>)>;

// Copies and launches are done when they return. `sink` is called in a launch that has findings, with all of them.
std::unique_ptr<runtime::Device> make_simt_device(SimtOptions options, FindingSink sink);

// Makes a kernel ready on a device of make_simt_device; `where` stands for statements without a place of their own.
// An error text when the emulator cannot run it.
std::variant<std::unique_ptr<runtime::Kernel>, std::string> load_simt(const ir::Function& kernel, Span where);

}  // namespace qc::host
