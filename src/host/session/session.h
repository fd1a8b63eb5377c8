// One running program: its sources, variables, devices, compiled loops and where its output goes. The command line, the
// REPL, the embedding API and the tests are all thin layers over this.
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/context/session_context.h"
#include "support/diagnostic.h"
#include "transform/policy/reduce_choice.h"
#include "value/value.h"

namespace qc::host {

// Code that loops are compiled to is found again within a process. With a folder it is found by later processes as well
// (process-wide; "": no folder). Returns why the folder cannot be used.
std::optional<std::string> use_code_folder(const std::string& path);
// From now on code for packages is put into a folder (codegen::prepare_code_in). Returns why that cannot be.
std::optional<std::string> prepare_code_in(const std::string& folder, const std::string& assembler);
// The folders with code for the library's functions that a package brought, for this processor and for GPUs.
std::vector<std::string> prepared_code();

struct PreparedCall;  // host/eval/interface/typed_calls.h

class Session final : public SessionContext {
 public:
  Session(Options options, Sinks sinks);  // devices are opened when first needed
  ~Session() override;

  SourceMap& sources() override;
  const Options& options() const override;
  const Sinks& sinks() const override;

  // Runs the statements of one text (a file, a REPL entry) in the global environment. `as_program`: then calls main()
  // if the text defines it. Throws ProgramError (also for syntax errors) or runtime::FailureError; variables stay.
  // again: asked after the statements whether they are to be run once more, with the code that was made for them.
  void run(FileId file, bool as_program, const std::function<bool()>& again = {});

  // Afterwards: what is wrong in functions of the text that nothing calls, as warnings.
  void warn_of_uncalled(FileId file);

  // Calls a function by name. Throws ProgramError when there is none that fits.
  std::vector<Value> call(const std::string& function, std::vector<Value> arguments);

  // Looks a function up for arguments of the samples' types, of which `outputs` results are wanted, and calls it with
  // such arguments. Both throw as `call` does; what is defined anew is looked up anew.
  std::shared_ptr<PreparedCall> prepare(const std::string& function, std::vector<Value> samples, int outputs);
  std::vector<Value> call(PreparedCall& prepared, std::vector<Value> arguments);

  // The same as `call` for a function of the library, while a built-in runs; span: of the built-in's call.
  std::vector<Value> call_library(const std::string& function, std::vector<Value> arguments, Span span) override;

  std::optional<Value> variable(const std::string& name) const;
  void set_variable(const std::string& name, Value value);
  std::vector<std::string> variable_names() const;  // for completion

  // Asks the running program to stop at the next statement or loop (Q0406). Safe from a signal handler. `run` and
  // `call` first withdraw what was asked before they began, unless the caller does that itself (keep_interrupts).
  void interrupt();
  void withdraw_interrupt();
  void keep_interrupts();

  // Calls of functions may be so many deep within each other; a deeper one is the error Q0405.
  void limit_calls(int most);

  // The device that loops run on; opened at the first call. Throws FailureError when --device=cuda cannot be had.
  runtime::Device& device() override;
  runtime::Device& host_device() override;
  void finish_launches() override;  // waits for what was launched on that device, if it was opened

  BuiltinState& builtin_state() override;  // what built-ins keep between calls

 private:
  void take_findings(std::vector<Diagnostic> found);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace qc::host
