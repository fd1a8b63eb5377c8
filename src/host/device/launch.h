// From a kernel in IR and values to a queued launch: compiling for a device, packing parameters, raising failures.
#pragma once
#include <initializer_list>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "codegen/codegen.h"
#include "ir/ir.h"
#include "runtime/device.h"
#include "support/diagnostic.h"
#include "value/convert_number.h"
#include "value/value.h"

namespace qc::host {

// Which arrays a nest or kernel writes, by ArrayId.
std::vector<bool> written_arrays(const ir::Function& f);

// What a launch does, in operations (launch_cost.h); nothing: that is not known before.
using Work = std::optional<std::int64_t>;

// A kernel loaded on one device, with what its launches need to know.
struct LoadedKernel {
  std::unique_ptr<runtime::Kernel> kernel;
  bool can_fail = false;
  std::vector<bool> writes;  // by ArrayId: the kernel stores to it
  // Code made with little effort may do so many more operations until it has taken about as long as better code would
  // to be made.
  std::optional<std::int64_t> work_left = {};
  // Whether its code is good enough for one more launch, which is counted.
  bool suffices(Work work);
};
struct LoadOptions {
  bool together = false;  // all blocks of a launch are on the device at once
  int block_threads = 0;  // as in CompileOptions
};
// Throws FailureError-like ProgramError Q0704 when the back end refuses. On the
// host code for launches that do little is made with little effort, which the first launch's work decides, not the
// clock: which code runs is the same from run to run.
LoadedKernel load_kernel(const ir::Function& kernel, runtime::Device& device, Span where, Work work,
                         const LoadOptions& options = {});

// The warning that the driver's compiler did not optimise a kernel.
std::optional<Diagnostic> unoptimised_kernel(const runtime::Kernel& kernel, Span where);

// Memory of a device that launches share: chunks' values, tickets, failure records. One for each device.
class Scratch {
 public:
  explicit Scratch(runtime::Device& device) : device_(device) {}
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::uintptr_t partials(std::size_t region, std::size_t bytes);  // region: one for each accumulator
  std::uintptr_t left(std::size_t region, std::size_t bytes);      // the same
  std::uintptr_t tickets(std::size_t count);                       // uint32, zero between launches
  // uint32, for launches that leave their number in them: none holds the next launch_number().
  std::uintptr_t flags(std::size_t count);
  std::uint32_t launch_number();
  std::uintptr_t words(std::size_t count);  // int64, the same for their upper halves
  // An int64 that is zero when the next launch begins.
  std::uintptr_t arrivals();
  // So many records in a row, reset to "none"; one for each kernel of a loop.
  std::uintptr_t failure_records(std::size_t count);
  // The records after the launches. Waits for the device.
  std::vector<FailureRecord> read_failures(std::size_t count);

 private:
  struct Area {
    std::uintptr_t address = 0;
    std::size_t bytes = 0;
  };
  void grow(Area& area, std::size_t bytes, bool zero);
  std::uintptr_t region_of(std::vector<Area>& areas, std::size_t region, std::size_t bytes);
  runtime::Device& device_;
  std::vector<Area> partials_, left_;
  Area tickets_, failure_, flags_, arrivals_, words_;
  std::uint32_t launches_ = 0;
  std::uint64_t stops_ = 0;  // those after which the tickets were zeroed
};

// Collects the flat parameter list of codegen.h in order.
class ParamPack {
 public:
  void clear() { values_.clear(); }
  void reserve(std::size_t count) { values_.reserve(count); }  // at least the number of values added
  void array(std::uintptr_t base, std::span<const std::int64_t> extents);
  void array(std::uintptr_t base, std::initializer_list<std::int64_t> extents) {
    array(base, std::span(extents.begin(), extents.size()));
  }
  void scalar(Elem type, const Number& value);
  void integer(std::int64_t value) { values_.push_back(std::uint64_t(value)); }
  void address(std::uintptr_t value) { values_.push_back(value); }
  // Pointers to the values, valid until the next change.
  std::vector<void*>& pointers();

 private:
  std::vector<std::uint64_t> values_;
  std::vector<void*> pointers_;
};

// Whether a launch left a failure in the record.
inline bool noted(const FailureRecord& record) { return record.order != std::numeric_limits<std::int64_t>::max(); }
// The program's error for a failure inside a kernel.
Diagnostic failure_diagnostic(const ir::Function& kernel, const FailureRecord& record, const SourceMap& sources);

}  // namespace qc::host
