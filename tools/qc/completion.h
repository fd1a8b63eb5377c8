// Completes what stands before the cursor: names, fields, paths inside strings, commands of the prompt and their words.
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace qc::tool {

// The candidates as they are shown, and what they share beyond what is there.
struct Completion {
  std::vector<std::string> candidates;
  std::string extension;
  std::vector<std::string> told;  // lines that are shown where there is nothing to complete
  enum class Kind { Names, Paths, Words } kind = Kind::Names;  // Words: of the language, of a command
};
// Of the names that begin with `prefix`.
Completion complete(const std::string& prefix, const std::vector<std::string>& names);

// What there is to complete, asked each time.
struct Vocabulary {
  std::function<std::vector<std::string>()> names;
  std::function<std::vector<std::string>(const std::string& record)> fields;   // of the record that a path "a.b" means
  std::function<std::vector<std::string>(const std::string& function)> forms;  // "f(a, b)", how it is called
  std::vector<std::string> commands;  // without their words; a blank behind those that take some: ":load ", ":quit"
  std::function<std::vector<std::string>(const std::string& command)>
      words;                                             // of a command; "PATH" alone stands for files
  std::function<std::vector<std::string>()> types = {};  // that the text defines
};
// Behind #pragma and {! its words, behind the ' of a type its modifiers, behind `name :` types, in a comment nothing.
// On a line that is blank so far: the blanks of a block. Behind f( the forms of f are told.
Completion complete_line(const std::string& before_cursor, const Vocabulary& vocabulary);

// The call in whose parentheses a text ends, and at which of its arguments, counted from 0; nothing: in none.
struct OpenCall {
  std::string function;
  std::size_t argument = 0;
};
std::optional<OpenCall> open_call(const std::string& text);

// Lines of names in columns, read downwards, for a screen of so many characters.
std::string in_columns(const std::vector<std::string>& names, std::size_t width);

}  // namespace qc::tool
