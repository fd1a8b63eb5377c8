// Writes diagnostics as they were asked for: as text, in colours, or as JSON.
#pragma once
#include <string>

#include "support/diagnostic.h"

namespace qc::tool {

struct MessageStyle {
  bool json = false;     // --diagnostics=json: one object a line
  bool colours = false;  // --color
  int most_errors = 20;  // of one failure, --error-limit; 0: all
};

// One diagnostic with its notes; ends with a newline. JSON has no colours.
std::string message(const Diagnostic& diagnostic, const SourceMap& sources, const MessageStyle& style);

// All of them, at most as many errors as the style says; how many more there are stands at the end.
std::string messages(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources, const MessageStyle& style);

// A text in JSON's quotes.
std::string json_text(std::string_view text);

}  // namespace qc::tool
