// Lines from a terminal, with editing, history and completion, or from anything else, without them.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "completion.h"

namespace qc::tool {

class LineReader {
 public:
  enum class Kind { Line, End, Interrupted };
  struct Entry {
    Kind kind;
    std::string text;  // without the line end; what was pasted may have several lines
  };
  virtual ~LineReader() = default;
  virtual Entry read(const std::string& prompt) = 0;
  virtual void remember(const std::string&) {}                     // adds to the history
  virtual std::vector<std::string> entries() const { return {}; }  // the oldest entry first
  // The descriptor of an eventfd: a count written to it, also by a signal handler, ends the reading of a line as
  // Interrupted. -1: a line of this reader is read to its end.
  virtual int wake() const { return -1; }
};

// complete_before: what Tab finds for the text before the cursor.
std::unique_ptr<LineReader> make_terminal_reader(const std::string& history_file,
                                                 std::function<Completion(const std::string&)> complete_before);
std::unique_ptr<LineReader> make_plain_reader();

// $XDG_STATE_HOME/qc/history or ~/.local/state/qc/history, its folder made; empty when there is no home.
std::string history_path();

// What was pasted without the prompts of this tool, of MATLAB, Octave, Julia, Python and Jupyter, and, where there were
// prompts, without the lines between that are output. Line ends are \n; none is left at the end.
std::string clean_pasted(const std::string& text);

}  // namespace qc::tool
