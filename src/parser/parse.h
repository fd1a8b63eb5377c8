// Source text to syntax. The only door to ANTLR: none of its classes leaves src/parser.
#pragma once
#include <variant>
#include <vector>

#include "ast/ast.h"
#include "support/diagnostic.h"

namespace qc {

struct ParseResult {
  ast::Program program;                 // meaningful only when there is no error
  std::vector<Diagnostic> diagnostics;  // at most 20 errors, in source order; warnings too
  bool incomplete = false;  // the text ends inside a block, bracket or continued line (the REPL asks for more)
  bool ok() const;
};

// Thread-safe (ANTLR 4.9 is not: calls are serialised). Checks UTF-8, NUL bytes, nesting (at most 256 levels) and the
// number of operators in one expression (at most 4096) before anything recursive sees the text.
ParseResult parse(const SourceMap& sources, FileId file);
// Only the bytes [begin, end) of it, which are statements of their own; places are those in the whole text.
ParseResult parse_part(const SourceMap& sources, FileId file, std::size_t begin, std::size_t end);

}  // namespace qc
