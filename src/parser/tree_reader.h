// The parse tree as its readers see it: where nodes and tokens stand, what numbers they are, and where what is wrong
// with them is said.
#pragma once
#include <string>
#include <vector>

#include "parser/text_check.h"
#include "parser/token_words.h"
#include "support/diagnostic.h"

namespace qc {

// From the first to the end of the second.
inline Span join(Span a, Span b) { return {a.file, a.begin, std::max(a.end, b.end)}; }

class TreeReader {
 public:
  TreeReader(const BytePlaces& places, std::vector<Diagnostic>& diagnostics)
      : places_(places), diagnostics_(diagnostics) {}

  using Node = antlr4::ParserRuleContext;
  Span span(const antlr4::Token& t) const { return token_span(t, places_); }
  Span span(antlr4::tree::TerminalNode* t) const { return span(*t->getSymbol()); }
  Span span(const Node& c) const { return join(span(*c.start), span(c.stop ? *c.stop : *c.start)); }
  // From the beginning of a statement to the end of what its first line ends with.
  Span header(const Node& whole, const Node& last) const { return join(span(*whole.start), span(last)); }

  void report(Code code, Span at, std::string message, std::string help = "", Severity severity = Severity::Error) {
    diagnostics_.push_back({code, severity, at, std::move(message), std::move(help), {}});
  }
  std::vector<Diagnostic>& diagnostics() { return diagnostics_; }

  // The value of an integer token, 12 or 0ffh; reports one that does not fit.
  std::int64_t integer(const antlr4::Token& t);
  std::int64_t radix(const antlr4::Token& t);
  // A number of dimensions; reports one that no array has.
  int rank(const antlr4::Token& t);
  // Reports a statement that is closed by another's word: `endif` and its like close their own.
  void check_end(const Node& c);

 private:
  std::int64_t parse_int(const antlr4::Token& t, const std::string& digits, int base);
  const BytePlaces& places_;
  std::vector<Diagnostic>& diagnostics_;
};

}  // namespace qc
