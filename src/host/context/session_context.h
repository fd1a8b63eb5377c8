// Names what the parts of a session see of it: options, sinks, sources, devices, the state of built-ins.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/context/simt_options.h"
#include "runtime/device.h"
#include "support/diagnostic.h"
#include "support/source.h"
#include "transform/policy/reduce_choice.h"
#include "value/value.h"

namespace qc::host {

enum class DeviceChoice { Auto, Cpu, Cuda, Simt };

// How loops run whose iterations hold inner loops, and those that do not go along memory: what takes less time;
// or whole, as written; or by their inner loops and along memory wherever they can.
enum class MapForm { Chosen, Whole, Parts };

struct Options {
  Elem scalar = Elem::F32;  // F64 under --precision=double
  DeviceChoice device = DeviceChoice::Auto;
  std::optional<int> cuda_index;          // nothing: the first, or that of the context which is lent
  runtime::CudaHandles cuda;              // what the host program lends
  runtime::ParallelFor parallel_for;      // the host program's: runs the blocks of host loops
  SimtOptions simt;                       // of DeviceChoice::Simt, the checked emulator
  bool check = false;                     // what the emulator finds goes to Sinks::diagnostic and the program goes on;
                                          // otherwise the launch that shows it fails
  int threads = 0;                        // host threads; 0: all
  std::optional<bool> few_on_host;        // whether loops that do little run on the host (run_loop.h); nothing: on CUDA
  MapForm maps = MapForm::Chosen;         // the same bits, but for inner sums of floats
  ReduceChoice reduce;                    // how full reductions are carried out on CUDA and Simt (docs/reductions.md)
  std::vector<std::string> library_path;  // folders searched by `import` after the program's own
  bool explain = false;                   // report each loop once, when it is first reached, to `log`
  bool recognise = true;                  // false: every loop runs in order, natively compiled
  bool echo = false;                      // REPL: results of statements without `;` are shown
};

// Where text goes; the library itself never writes to stdout or stderr.
struct Sinks {
  std::function<void(std::string_view)> out;          // print, printf, echoes
  std::function<void(const Diagnostic&)> diagnostic;  // warnings, and errors that do not end the run
  std::function<void(std::string_view)> log;          // --explain text
};

struct BuiltinState;  // builtin_state.h

class SessionContext {
 public:
  virtual ~SessionContext() = default;
  virtual SourceMap& sources() = 0;
  virtual const Options& options() const = 0;
  virtual const Sinks& sinks() const = 0;
  // Calls a function of the library while a built-in runs; span: of the built-in's call.
  virtual std::vector<Value> call_library(const std::string& function, std::vector<Value> arguments, Span span) = 0;
  // The device that loops run on; opened at the first call. Throws FailureError when --device=cuda cannot be had.
  virtual runtime::Device& device() = 0;
  virtual runtime::Device& host_device() = 0;
  virtual void finish_launches() = 0;         // waits for what was launched on that device, if it was opened
  virtual BuiltinState& builtin_state() = 0;  // what built-ins keep between calls

 protected:
  SessionContext() = default;
  SessionContext(const SessionContext&) = default;
  SessionContext& operator=(const SessionContext&) = default;
};

}  // namespace qc::host
