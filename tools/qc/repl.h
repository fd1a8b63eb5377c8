// The interactive session. From a terminal it edits, remembers and completes; from a pipe it runs the same entries
// silently.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "driver.h"
#include "host/session/session.h"
#include "line_reader.h"
#include "show_value.h"

namespace qc::tool {

// A program that is run before the first entry (-i).
struct FirstProgram {
  std::string name, text;
  std::vector<std::string> arguments;
};

// Returns the exit code: 0 after quit, exit or the end of the input. From a pipe a failed entry makes it that
// failure's.
int run_repl(const host::Options& options, const Streams& streams, const std::optional<FirstProgram>& first = {});

// The same over any source of lines.
int run_repl(const host::Options& options, const Streams& streams, LineReader& reader, bool interactive,
             const Screen& screen = {}, const std::optional<FirstProgram>& first = {});

}  // namespace qc::tool
