// A text, parsed, with the sources that its places refer to.
#pragma once
#include <string>

#include "ast/print_ast.h"
#include "parser/parse.h"

namespace qc::test {

struct Parsed {
  SourceMap sources;
  ParseResult result;

  // "Q0101 at 2:5", one a line; warnings too.
  std::string codes() const {
    std::string out;
    for (const Diagnostic& d : result.diagnostics) {
      const LineColumn at = sources.place(d.span);
      out += (out.empty() ? "" : "; ") + std::string(d.code.text()) + " at " + std::to_string(at.line) + ":" +
             std::to_string(at.column);
    }
    return out;
  }
  std::string rendered() const { return render(result.diagnostics, sources); }
};

inline Parsed parse_text(std::string text) {
  Parsed out;
  const FileId file = out.sources.add("test.q", std::move(text));
  out.result = parse(out.sources, file);
  return out;
}

}  // namespace qc::test
