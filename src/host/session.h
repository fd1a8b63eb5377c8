// One running program: its sources, variables, devices, compiled loops and where its output goes. The command line, the
// REPL, the embedding API and the tests are all thin layers over this.
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/simt_device.h"
#include "host/value.h"
#include "support/diagnostic.h"
#include "transform/reduce_choice.h"

namespace qc::host {

enum class DeviceChoice { Auto, Cpu, Cuda, Simt };

struct Options {
  Elem scalar = Elem::F32;                 // F64 under --precision=double
  DeviceChoice device = DeviceChoice::Auto;
  int cuda_index = 0;
  SimtOptions simt;                        // of DeviceChoice::Simt, the checked emulator
  bool check = false;                      // what the emulator finds goes to Sinks::diagnostic and the program goes on;
                                           // otherwise the launch that shows it fails
  int threads = 0;                         // host threads; 0: all
  ReduceChoice reduce;                     // how full reductions are carried out on CUDA and Simt (docs/reductions.md)
  std::vector<std::string> library_path;   // folders searched by `import` after the program's own
  bool explain = false;                    // report each loop once, when it is first reached, to `log`
  bool recognise = true;                   // false: every loop runs in order, natively compiled
  bool echo = false;                       // REPL: results of statements without `;` are shown
};

// Where text goes; the library itself never writes to stdout or stderr.
struct Sinks {
  std::function<void(std::string_view)> out;              // print, printf, echoes
  std::function<void(const Diagnostic&)> diagnostic;      // warnings, and errors that do not end the run
  std::function<void(std::string_view)> log;              // --explain text
};

// Code that loops are compiled to is found again within a process. With a folder it is found by later processes as well
// (process-wide; "": no folder). Returns why the folder cannot be used.
std::optional<std::string> use_code_folder(const std::string& path);

struct BuiltinState;  // builtin_state.h

class Session {
 public:
  Session(Options options, Sinks sinks);  // devices are opened when first needed
  ~Session();

  SourceMap& sources();
  const Options& options() const;
  const Sinks& sinks() const;

  // Runs the statements of one text (a file, a REPL entry) in the global environment. `as_program`: then calls main() if
  // the text defines it. Throws ProgramError (also for syntax errors) or runtime::FailureError; variables stay.
  void run(FileId file, bool as_program);

  // Afterwards: what is wrong in functions of the text that nothing calls, as warnings.
  void warn_of_uncalled(FileId file);

  // Calls a function by name. Throws ProgramError when there is none that fits.
  std::vector<Value> call(const std::string& function, std::vector<Value> arguments);

  // The same for a function of the library, while a built-in runs; span: of the built-in's call.
  std::vector<Value> call_library(const std::string& function, std::vector<Value> arguments, Span span);

  std::optional<Value> variable(const std::string& name) const;
  void set_variable(const std::string& name, Value value);
  std::vector<std::string> variable_names() const;  // for completion

  // Asks the running program to stop at the next statement or loop (Q0406). Safe from a signal handler.
  void interrupt();

  // The device that loops run on; opened at the first call. Throws FailureError when --device=cuda cannot be had.
  runtime::Device& device();
  runtime::Device& host_device();
  void finish_launches();  // waits for what was launched on that device, if it was opened

  BuiltinState& builtin_state();  // what built-ins keep between calls

 private:
  void take_findings(std::vector<Diagnostic> found);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace qc::host
