// Errors of the programmer, as values. Rendering them to text is a separate function; nothing here prints.
#pragma once
#include <exception>
#include <string>
#include <vector>

#include "support/codes.h"
#include "support/source.h"

namespace qc {

enum class Severity { Error, Warning };

// A second place that explains the first: "the array was declared here".
struct Note {
  Span span;
  std::string message;
};

// message: lower case, no full stop, says what was seen. help: a way out, or empty.
struct Diagnostic {
  Code code;
  Severity severity = Severity::Error;
  Span span;
  std::string message;
  std::string help;
  std::vector<Note> notes;
};

// Thrown by phases and by the evaluator; caught at the engine's border and by the language's `try`.
struct ProgramError : std::exception {
  explicit ProgramError(Diagnostic d) : diagnostics{std::move(d)} {}
  explicit ProgramError(std::vector<Diagnostic> d) : diagnostics(std::move(d)) {}
  const char* what() const noexcept override { return diagnostics.front().message.c_str(); }
  std::vector<Diagnostic> diagnostics;  // at least one error
};

// "file:line:column: error[Q0000]: message", the line, a caret under the span, notes, help. Ends with a newline.
// With no valid span the place, the line and the caret are left out.
std::string render(const Diagnostic& diagnostic, const SourceMap& sources);
std::string render(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources);

// A defect of the compiler itself: prints the phase and what was expected, and aborts the process.
[[noreturn]] void internal_error(const char* phase, const std::string& what);

// The name among `candidates` nearest to `name` (edit distance at most a third of its length), or empty.
std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace qc
