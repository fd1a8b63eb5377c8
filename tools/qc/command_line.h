// The command line as data.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "host/session/inspect.h"
#include "host/session/session.h"
#include "messages.h"
#include "support/diagnostic.h"

namespace qc::tool {

struct Command {
  enum class Action {
    Run,     // a program, from a file or -e
    Report,  // --explain, --emit: what the compiler makes of a program, which is not run
    Repl,
    Check,           // qc check f.q: names, types, loops
    Test,            // qc test DIR: programs that carry their answers
    Bench,           // qc bench f.q
    Format,          // qc fmt f.q
    Page,            // qc report f.q
    Doctor,          // qc doctor
    Cache,           // qc cache stat|clear|verify
    LanguageServer,  // qc lsp
    Jupyter,         // qc jupyter install
    ExplainCode,     // qc explain R012
    ListCodes,       // qc explain
    Help,
    Version
  };
  enum class Colour { Auto, Always, Never };
  Action action = Action::Repl;
  host::Options options;
  std::string script;                  // a path; "-" is standard input
  std::optional<std::string> text;     // of -e
  std::vector<std::string> arguments;  // of the program
  std::vector<std::string> paths;      // of check, fmt and test
  bool interactive = false;            // -i: the prompt after the program
  bool time = false;                   // --time
  std::string time_trace;              // --time-trace: a file
  enum class Profile { None, Table, Json } profile = Profile::None;
  bool device_named = false;  // by a flag or QC_DEVICE: test runs there alone
  std::string remarks;        // --remarks: the file that verdicts are written to
  host::ReportKind report = host::ReportKind::Explain;
  std::string code;      // of explain
  std::string word;      // of cache: stat, clear or verify; of jupyter: install or serve
  std::string prefix;    // of jupyter: where the kernel is put, below share/jupyter; empty: for this user
  std::string python;    // of jupyter: what runs it; empty: python3
  std::string compare;   // of bench: the other program
  int repeats = 0;       // of bench; 0: as many as are needed
  double timeout = 300;  // of test: seconds that a program may take on a device
  std::string page;      // of report: the file that it writes; "-": standard output
  bool runs = true;      // of report; false, --no-run
  bool writes = true;    // of fmt; false, --check: only tells what it would change
  Colour colour = Colour::Auto;
  MessageStyle style;
  std::string help;                // of Help
  std::string code_folder;         // where generated code outlives the process; empty: nowhere
  std::string prepared_folder;     // where code for packages is put; empty: nowhere
  std::string assembler;           // that makes machine code of PTX for them; empty: none
  bool code_folder_named = false;  // by QC_CACHE, so that it must be usable
};

using Environment = std::function<const char*(const char*)>;  // getenv

// arguments without the program's name. What cannot be understood is one diagnostic Q0001.
// A flag counts before a variable of the environment, and that before the default.
std::variant<Command, Diagnostic> parse_command_line(const std::vector<std::string>& arguments,
                                                     const Environment& environment);

// What --emit and :emit call a stage; nothing for another word.
std::optional<host::ReportKind> emit_kind(const std::string& stage, host::DeviceChoice device);

// Whether the options ask for diagnostics as JSON, whatever else they say. Arguments of a program ask for nothing.
bool wants_json(const std::vector<std::string>& arguments);

// What may have been meant by a word that is no program: a verb, or what another tool calls something. Empty: nothing
// is near.
std::string help_for_word(const std::string& word);

// "auto", "cpu", "cuda", "cuda:N", "simt" into options; false when it is none of them.
bool parse_device(const std::string& text, host::Options& options);

}  // namespace qc::tool
