// From a kernel in IR and values to a queued launch: compiling for a device, packing parameters, raising failures.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "codegen/codegen.h"
#include "host/value.h"
#include "ir/ir.h"
#include "runtime/device.h"
#include "support/diagnostic.h"

namespace qc::host {

// A kernel loaded on one device, with what its launches need to know.
struct LoadedKernel {
  std::unique_ptr<runtime::Kernel> kernel;
  bool can_fail = false;
  std::vector<bool> writes;      // by ArrayId: the kernel stores to it
};
// Throws FailureError-like ProgramError Q0704 when the back end refuses.
LoadedKernel load_kernel(const ir::Function& kernel, runtime::Device& device, Span where);

// Memory of a device that launches share: chunks' values, tickets, failure records. One for each device.
class Scratch {
 public:
  explicit Scratch(runtime::Device& device) : device_(device) {}
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::uintptr_t partials(std::size_t region, std::size_t bytes);  // region: one for each accumulator
  std::uintptr_t tickets(std::size_t count);                       // uint32, zero between launches
  std::uintptr_t failure_record();                                 // reset to "none"
  // The record after the launch, or nothing when no failure was noted. Waits for the device.
  bool read_failure(FailureRecord& record);

 private:
  struct Area { std::uintptr_t address = 0; std::size_t bytes = 0; };
  void grow(Area& area, std::size_t bytes, bool zero);
  runtime::Device& device_;
  std::vector<Area> partials_;
  Area tickets_, failure_;
};

// Collects the flat parameter list of codegen.h in order.
class ParamPack {
 public:
  void reserve(std::size_t count) { values_.reserve(count); }  // at least the number of values added
  void array(std::uintptr_t base, const std::vector<std::int64_t>& extents);
  void scalar(Elem type, const Number& value);
  void integer(std::int64_t value) { values_.push_back(std::uint64_t(value)); }
  void address(std::uintptr_t value) { values_.push_back(value); }
  // Pointers to the values, valid until the next change.
  std::vector<void*>& pointers();

 private:
  std::vector<std::uint64_t> values_;
  std::vector<void*> pointers_;
};

// The program's error for a failure inside a kernel.
Diagnostic failure_diagnostic(const ir::Function& kernel, const FailureRecord& record);

// A number as the variable type that a kernel parameter has.
Number convert_number(const Number& n, Elem type);

}  // namespace qc::host
