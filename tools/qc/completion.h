// Completes what stands before the cursor: names, fields, paths inside strings, commands of the prompt and their words.
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace qc::tool {

// The candidates as they are shown, and what they share beyond what is there.
struct Completion {
  std::vector<std::string> candidates;
  std::string extension;
};
// Of the names that begin with `prefix`.
Completion complete(const std::string& prefix, const std::vector<std::string>& names);

// What there is to complete, asked each time.
struct Vocabulary {
  std::function<std::vector<std::string>()> names;
  std::function<std::vector<std::string>(const std::string& record)> fields;  // of the record that a path "a.b" means
  std::vector<std::string> commands;                                          // ":load", without their words
  std::function<std::vector<std::string>(const std::string& command)>
      words;  // of a command; "PATH" alone stands for files
};
Completion complete_line(const std::string& before_cursor, const Vocabulary& vocabulary);

}  // namespace qc::tool
