// What the commands do, apart from reading the command line.
#pragma once
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "code_pages.h"
#include "command_line.h"
#include "host/session/session.h"

namespace qc::tool {

// Where a command writes, and how. out returns false when nothing more can be written (a closed pipe).
struct Streams {
  std::function<bool(std::string_view)> out;
  std::function<void(std::string_view)> err;
  std::function<std::optional<std::string>()> read_input;  // all of standard input; nothing: errno says why not
  MessageStyle style;
  void tell(const Diagnostic& diagnostic, const SourceMap& sources) const { err(message(diagnostic, sources, style)); }
};

// Runs a command other than Repl and returns the process's exit code. Never throws.
int run_command(const Command& command, const Streams& streams);

inline constexpr int kInterrupted = 130;  // what a shell says of a process that Ctrl-C ended

// The exit code and the messages of the failure in flight; call it in a catch block.
struct Failed {
  int exit_code;
  std::vector<Diagnostic> diagnostics;
};
Failed current_failure(const SourceMap& sources);

// Runs a program as the command line does: Ctrl-C stops it, functions that nothing calls are looked through, launches
// have ended. What ended it, or nothing.
std::optional<Failed> run_in(host::Session& session, FileId file);

// The text of a program's file, of -e or of standard input; what stands against reading it otherwise.
std::variant<FileId, Failed> read_program(const Command& command, const Streams& streams, SourceMap& sources);
std::variant<FileId, Failed> read_file(const std::string& path, SourceMap& sources);
// The file, or standard input where the path is `-`.
std::variant<FileId, Failed> read_file_or_input(const std::string& path, const Streams& streams, SourceMap& sources);

// Arguments that nothing in the program looks at were meant for somebody else.
void warn_of_arguments(const Command& command, const std::string& text, const Streams& streams);
// What stands against writing a file, which is asked before a long run; empty: nothing that is known by then.
std::string why_unwritable(const std::string& path);

// Tells warnings, each once.
class Warnings {
 public:
  // Whether the same was not asked before.
  bool first(const Diagnostic& diagnostic);

 private:
  std::set<std::tuple<std::string, FileId, std::uint32_t, std::string>> seen_;
};

// The session that Ctrl-C stops, or null. Set for as long as something runs.
void set_interrupt_target(host::Session* session);
class LineReader;
// While a line is typed Ctrl-C only ends the reading of it: it writes to the reader's wake(). Null: none is typed.
void set_reading(const LineReader* reader);
void install_interrupt_handler();
// At the prompt no Ctrl-C ends the process; without this call the second one does.
void keep_process_on_interrupt();

// The documentation of a Q or R code, in small letters too, in lines of so many columns; or nullopt.
std::optional<std::string> document_code(std::string_view code, int width = kPageWidth);
std::string list_codes();

}  // namespace qc::tool
