// What the commands do, apart from reading the command line.
#pragma once
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "command_line.h"
#include "host/session.h"

namespace qc::tool {

// Where a command writes. out returns false when nothing more can be written (a closed pipe).
struct Streams {
  std::function<bool(std::string_view)> out;
  std::function<void(std::string_view)> err;
  std::function<std::string()> read_input;  // all of standard input
};

// Runs a command other than Repl and returns the process's exit code. Never throws.
int run_command(const Command& command, const Streams& streams);

// The exit code and rendered text of the failure in flight; call it in a catch block.
struct Failed {
  int exit_code;
  std::string rendered;
};
Failed current_failure(const SourceMap& sources);

// Renders warnings, each once.
class Warnings {
 public:
  // The rendered text, or empty when the same warning was given before.
  std::string once(const Diagnostic& diagnostic, const SourceMap& sources);

 private:
  std::set<std::tuple<std::string, FileId, std::uint32_t, std::string>> seen_;
};

// The session that Ctrl-C stops, or null. Set for as long as something runs.
void set_interrupt_target(host::Session* session);
// While a line is typed Ctrl-C only ends the reading of it.
void set_reading(bool reading);
void install_interrupt_handler();


// The documentation of a Q or R code, or nullopt.
std::optional<std::string> document_code(std::string_view code);
std::string list_codes();

}  // namespace qc::tool
