// The interactive session. From a terminal it edits, remembers and completes; from a pipe it runs the same entries
// silently.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "completion.h"
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

// The same for a notebook, which hands over whole cells and asks what a line reader would.
class Cells {
 public:
  struct Outcome {
    bool worked = true;
    std::string code, message, text;  // of the failure: "Q0401", its first line, and as it is told
    bool ended = false;               // by quit
  };
  virtual ~Cells() = default;
  // Runs the statements and commands of a cell, up to the first that fails.
  virtual Outcome run(const std::string& cell) = 0;
  virtual Vocabulary vocabulary() = 0;
  // What is known of a name, without an answer where nothing is.
  virtual std::string about(const std::string& name) = 0;
  // Whether more has to follow before it can run.
  virtual bool incomplete(const std::string& cell) = 0;
};
// wrote: told of each picture and figure that was written to a file; may be empty.
std::unique_ptr<Cells> make_cells(const host::Options& options, const Streams& streams,
                                  std::function<void(const std::string& path)> wrote);

}  // namespace qc::tool
