// The command line as data.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "host/inspect.h"
#include "host/session.h"
#include "support/diagnostic.h"

namespace qc::tool {

struct Command {
  enum class Action {
    Run,          // a program, from a file or -e
    Report,       // --explain, --emit: what the compiler makes of a program, which is not run
    Repl,
    ExplainCode,  // qc explain R012
    ListCodes,    // qc explain
    Help,
    Version
  };
  Action action = Action::Repl;
  host::Options options;
  std::string script;               // a path; "-" is standard input
  std::optional<std::string> text;  // of -e
  std::string remarks;  // --remarks: the file that verdicts are written to
  host::ReportKind report = host::ReportKind::Explain;
  std::string code;
  std::string help;                 // of Help
  std::string code_folder;          // where generated code outlives the process; empty: nowhere
  bool code_folder_named = false;   // by QC_CACHE, so that it must be usable
};

using Environment = std::function<const char*(const char*)>;  // getenv

// arguments without the program's name. What cannot be understood is one diagnostic Q0001.
std::variant<Command, Diagnostic> parse_command_line(const std::vector<std::string>& arguments, const Environment& environment);

// "auto", "cpu", "cuda", "cuda:N", "simt" into options; false when it is none of them.
bool parse_device(const std::string& text, host::Options& options);

}  // namespace qc::tool
