// Lines from a terminal, with editing, history and completion, or from anything else, without them.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace qc::tool {

class LineReader {
 public:
  enum class Kind { Line, End, Interrupted };
  struct Entry {
    Kind kind;
    std::string text;  // without the line end
  };
  virtual ~LineReader() = default;
  virtual Entry read(const std::string& prompt) = 0;
  virtual void remember(const std::string&) {}  // adds to the history
};

// names: what Tab completes, asked each time.
std::unique_ptr<LineReader> make_terminal_reader(const std::string& history_file, std::function<std::vector<std::string>()> names);
std::unique_ptr<LineReader> make_plain_reader();

// $XDG_STATE_HOME/qc/history or ~/.local/state/qc/history, its folder made; empty when there is no home.
std::string history_path();

// The candidates that begin with `prefix`, and what they share beyond it.
struct Completion {
  std::vector<std::string> candidates;
  std::string extension;
};
Completion complete(const std::string& prefix, const std::vector<std::string>& names);

}  // namespace qc::tool
