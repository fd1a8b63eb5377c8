// Syntax errors in the user's words, and recovery at the next statement.
#pragma once
#include <vector>

#include "antlr4-runtime.h"
#include "parser/text_check.h"
#include "parser/token_words.h"

namespace qc {

// Turns ANTLR's reports into Q0101 diagnostics; at most one for a place.
class SyntaxErrors : public antlr4::BaseErrorListener {
 public:
  explicit SyntaxErrors(const BytePlaces& places) : places_(places) {}
  void syntaxError(antlr4::Recognizer* recognizer, antlr4::Token* offending, size_t line, size_t column,
                   const std::string& message, std::exception_ptr e) override;
  void report(const antlr4::Token& token, std::string message, std::string help = {},
              Severity severity = Severity::Error);
  // The text is parsed once more.
  void clear() {
    diagnostics.clear();
    at_end = doubled_sign = false;
  }
  std::vector<Diagnostic> diagnostics;
  bool at_end = false;        // the text ended too early
  bool doubled_sign = false;  // x++: no more text would mend it

 private:
  const BytePlaces& places_;
};

// No guessing of single tokens: the statement in which an error lies is skipped, and parsing goes on after it.
class StatementRecovery : public antlr4::DefaultErrorStrategy {
 public:
  explicit StatementRecovery(SyntaxErrors& errors) : errors_(errors) {}
  void recover(antlr4::Parser* parser, std::exception_ptr e) override;
  antlr4::Token* recoverInline(antlr4::Parser* parser) override;
  void sync(antlr4::Parser* parser) override;
  // After a statement: what follows must be its end.
  void check_separated(antlr4::Parser* parser);

 private:
  void skip_statement(antlr4::Parser* parser, int open_blocks);
  bool stray_end(antlr4::Parser* parser);
  SyntaxErrors& errors_;
  int owed_ends_ = 0;  // blocks whose header was skipped: their `end` is no further error
};

// The first try: any error ends it, without a report.
class GiveUp : public antlr4::BailErrorStrategy {
 public:
  void check_separated(antlr4::Parser* parser);
};

}  // namespace qc
