// What loops and kernel launches share: scratch memory a device, and the way to values by the names that IR params
// have.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "host/device/launch.h"
#include "host/loops/run_buffers.h"
#include "host/loops/run_loop.h"
#include "lower/lower.h"

namespace qc::host {

// "p_1" -> ("p", 1): component 1 of what is called p.
std::optional<std::pair<std::string, std::size_t>> component_of(const std::string& name);

// The value as a number of this kind (ir/number_kind.h), or elements of it; as it is where no such number holds it.
Value of_kind(Value v, std::int64_t kind);

// A copy of the memory, made on the device.
std::shared_ptr<runtime::Buffer> copy_of_buffer(runtime::Buffer& from, runtime::Device& device);

struct KernelEntry;  // one hand-written kernel, specialised

class LoopRunnerState {
 public:
  LoopRunnerState();
  ~LoopRunnerState();
  KernelEntry& kernel(const Closure& kernel, const std::vector<Value>& arguments, LoopScope& scope, Span site,
                      const LowerOptions& options);
  Scratch& scratch(runtime::Device& device);
  // Where kernels with barriers of the whole grid run when the device is the host: blocks wait there in the middle of
  // their work. What it finds is an error.
  runtime::Device& grid_device();
  // The number behind a scalar param of the nest, of its own type: a variable's, or a part of a complex or fixed-size
  // one.
  Number scalar_value(LoopScope& scope, const LoopNest& nest, ir::VarId var);
  // The last values of variables of the nest, which may be parts of one of the program's.
  using LastValues = std::vector<std::pair<ir::VarId, Value>>;
  // places: as LoopScope::own has them, by VarId.
  void assign_outputs(LoopScope& scope, const LoopNest& nest, LastValues& values, std::vector<std::uint32_t>& places);
  bool assigned = false;                      // assign_outputs() has been called
  std::map<std::string, std::int64_t> kinds;  // that its last call found names to have
  // Of runs of loops.
  SpareBuffers& buffers() { return buffers_; }
  // Part of a value: 0 of a number, 0 and 1 of a complex number, element k of a fixed-size value.
  static Number number_in(const Value& v, std::size_t part);

 private:
  std::unique_ptr<runtime::Device> grid_device_;  // outlives the scratch memory on it
  static Number array_number(const Array& a, std::size_t i);
  static std::optional<Number> part_of(const Value& v, const LoopNest::Whole& whole, std::size_t part);
  static void set_part(Value& v, std::size_t part, const Value& value);
  SpareBuffers buffers_;
  std::map<runtime::Device*, std::unique_ptr<Scratch>> scratches_;
  std::map<const void*, std::vector<std::unique_ptr<KernelEntry>>> kernels_;  // by syntax node
};

}  // namespace qc::host
