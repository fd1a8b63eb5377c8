#include "parser/syntax_errors.h"

#include <fmt/format.h>

#include "parser/syntax_help.h"

namespace qc {
namespace {

bool may_follow_statement(antlr4::Parser* parser) {
  const TokenKind kind = parser->getTokenStream()->LA(1), next = parser->getTokenStream()->LA(2);
  if (kind == Tk::COMMA)
    return next == Tk::NAME || next == Tk::PRINT || next == Tk::IF || next == Tk::FOR || ends_statement(next) ||
           closes_block(next);
  return ends_statement(kind) || closes_block(kind) || divides_block(kind);
}

// The innermost block that has no end where the text ends.
std::optional<Note> unclosed_block(antlr4::TokenStream& tokens, const BytePlaces& places) {
  std::vector<const antlr4::Token*> open;
  const antlr4::Token* else_if = nullptr;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const antlr4::Token* t = tokens.get(i);
    if (t->getType() == Tk::IF && i > 0 && tokens.get(i - 1)->getType() == Tk::ELSE) else_if = t;
    if (opens_block(t->getType()))
      open.push_back(t);
    else if (closes_block(t->getType()) && !open.empty())
      open.pop_back();
  }
  if (open.empty()) return {};
  if (else_if)
    return Note{token_span(*else_if, places), "'else if' opens a block with an 'end' of its own: write 'elseif'"};
  return Note{token_span(*open.back(), places), fmt::format("this {} has no 'end'", describe(*open.back()))};
}

// The innermost bracket that is open before a token.
std::optional<Note> unclosed_bracket(antlr4::TokenStream& tokens, std::size_t place, const BytePlaces& places) {
  int closed = 0;
  for (std::size_t i = place; i-- > 0;) {
    const antlr4::Token* t = tokens.get(i);
    if (ends_statement(t->getType())) return {};
    if (t->getType() == Tk::RPAREN || t->getType() == Tk::RBRACK)
      ++closed;
    else if (t->getType() == Tk::LPAREN || t->getType() == Tk::LBRACK) {
      if (closed-- == 0) return Note{token_span(*t, places), "it was opened here"};
    }
  }
  return {};
}

// Whether nothing stands between the block's parser and the end of a function before.
bool is_behind_function(const antlr4::ParserRuleContext& block) {
  for (std::size_t i = block.children.size(); i-- > 0;)
    if (auto* statement = dynamic_cast<Tk::StatementContext*>(block.children[i]))
      return statement->functionDefinition() != nullptr;
  return false;
}

// At most three things that would have been right; an expression stands for all its first tokens.
std::string expected_text(const antlr4::misc::IntervalSet& expected) {
  std::vector<std::string> words;
  const bool expression = expected.contains(ssize_t(Tk::NAME)) && expected.contains(ssize_t(Tk::INT)) &&
                          expected.contains(ssize_t(Tk::LPAREN));
  if (expression) words.push_back("an expression");
  for (TokenKind kind : {Tk::RPAREN, Tk::RBRACK, Tk::RBRACE, Tk::APOS, Tk::NAME, Tk::STRING, Tk::INT, Tk::END,
                         Tk::UNTIL, Tk::WITH, Tk::CATCH, Tk::LPAREN, Tk::ASSIGN, Tk::ARROW, Tk::ARM_ARROW, Tk::COLON}) {
    if (words.size() == 3 || !expected.contains(ssize_t(kind)) || (expression && starts_expression(kind))) continue;
    words.push_back(describe_expected(kind));
  }
  if (words.empty()) return {};
  std::string text = words[0];
  for (std::size_t i = 1; i < words.size(); ++i) text += (i + 1 == words.size() ? " or " : ", ") + words[i];
  return text;
}

}  // namespace

void SyntaxErrors::report(const antlr4::Token& token, std::string message, std::string help, Severity severity) {
  at_end = at_end || token.getType() == antlr4::Token::EOF;
  const Span span = token_span(token, places_);
  if (!diagnostics.empty() && diagnostics.back().span.begin == span.begin) return;
  diagnostics.push_back({"Q0101", severity, span, std::move(message), std::move(help), {}});
}

void SyntaxErrors::syntaxError(antlr4::Recognizer* recognizer, antlr4::Token* offending, size_t, size_t,
                               const std::string&, std::exception_ptr) {
  auto* parser = static_cast<antlr4::Parser*>(recognizer);
  const auto tokens = parser->getExpectedTokens();
  const std::string expected = expected_text(tokens),
                    help = help_for(*parser->getTokenStream(), offending->getTokenIndex(), tokens);
  if (const auto* sign = qc::doubled_sign(*parser->getTokenStream(), offending->getTokenIndex())) {
    doubled_sign = true;
    return report(*sign, fmt::format("expected an expression after '{}'", sign->getText()), help);
  }
  if (expected.empty()) return report(*offending, fmt::format("unexpected {}", describe(*offending)), help);
  const std::size_t before = diagnostics.size();
  report(*offending, fmt::format("expected {}, found {}", expected, describe(*offending)), help);
  const bool bracket = tokens.contains(ssize_t(Tk::RPAREN)) || tokens.contains(ssize_t(Tk::RBRACK));
  if (diagnostics.size() > before && bracket &&
      (ends_statement(offending->getType()) || starts_statement(offending->getType())))
    if (auto note = unclosed_bracket(*parser->getTokenStream(), offending->getTokenIndex(), places_))
      diagnostics.back().notes.push_back(std::move(*note));
  if (diagnostics.size() == before || offending->getType() != antlr4::Token::EOF || !tokens.contains(ssize_t(Tk::END)))
    return;
  if (auto note = unclosed_block(*parser->getTokenStream(), places_))
    diagnostics.back().notes.push_back(std::move(*note));
}

// From inside the statement rule of the skipped statement: its own unclosed blocks are owed an `end`.
void StatementRecovery::recover(antlr4::Parser* parser, std::exception_ptr e) {
  auto* context = parser->getContext();
  const std::size_t rule = context->getRuleIndex();
  if (rule != Tk::RuleStatement && rule != Tk::RuleProgram) std::rethrow_exception(e);
  auto* stream = parser->getTokenStream();
  int open = 0;
  for (std::size_t i = context->getStart()->getTokenIndex(); i < stream->index(); ++i) {
    const TokenKind kind = stream->get(i)->getType();
    open += opens_block(kind) ? 1 : closes_block(kind) ? -1 : 0;
  }
  skip_statement(parser, std::max(open, 0));
  endErrorCondition(parser);
}

antlr4::Token* StatementRecovery::recoverInline(antlr4::Parser* parser) {
  throw antlr4::InputMismatchException(parser);
}

// Up to the end of the statement; an `end` on the same line that closes a block outside it is left standing.
void StatementRecovery::skip_statement(antlr4::Parser* parser, int open_blocks) {
  auto* stream = parser->getTokenStream();
  for (TokenKind kind = stream->LA(1); !ends_statement(kind); kind = stream->LA(1)) {
    if (closes_block(kind) && open_blocks == 0) break;
    open_blocks += opens_block(kind) ? 1 : closes_block(kind) ? -1 : 0;
    parser->consume();
  }
  owed_ends_ += open_blocks;
}

// A token of a block that is not open. True when it was dealt with.
bool StatementRecovery::stray_end(antlr4::Parser* parser) {
  const antlr4::Token* token = parser->getCurrentToken();
  const TokenKind kind = token->getType();
  if (!closes_block(kind) && !divides_block(kind)) return false;
  // An `end` too many directly behind a function changes nothing: all that was to be in the function is.
  const std::string word = token->getText();
  if (owed_ends_ == 0 && (word == "end" || word == "endfunction") && is_behind_function(*parser->getContext()))
    errors_.report(*token, "the function before has its 'end' already", "this one has no effect: take it away",
                   Severity::Warning);
  else if (owed_ends_ == 0)
    errors_.report(*token, fmt::format("{} without a block that it belongs to", describe(*token)),
                   help_for_stray_end(*parser->getTokenStream(), token->getTokenIndex()));
  if (closes_block(kind) && owed_ends_ > 0) --owed_ends_;
  parser->consume();
  if (kind != Tk::END) skip_statement(parser, 0);
  return true;
}

void StatementRecovery::sync(antlr4::Parser* parser) {
  auto* context = parser->getContext();
  if (context->getRuleIndex() != Tk::RuleBlock) return;
  const auto* parent = static_cast<antlr4::ParserRuleContext*>(context->parent);
  const bool top = !parent || parent->getRuleIndex() == Tk::RuleProgram;
  for (;;) {
    const antlr4::Token* token = parser->getCurrentToken();
    const TokenKind kind = token->getType();
    if (ends_statement(kind) || starts_statement(kind)) return;
    if (top && stray_end(parser)) continue;
    if (closes_block(kind) || divides_block(kind)) return;
    errors_.report(*token, fmt::format("unexpected {}", describe(*token)),
                   help_for(*parser->getTokenStream(), token->getTokenIndex(), {}));
    parser->consume();
    skip_statement(parser, 0);
  }
}

void StatementRecovery::check_separated(antlr4::Parser* parser) {
  if (may_follow_statement(parser)) return;
  const antlr4::Token* token = parser->getCurrentToken();
  errors_.report(*token, fmt::format("expected the end of the statement, found {}", describe(*token)),
                 help_after_statement(*parser->getTokenStream(), token->getTokenIndex()));
  skip_statement(parser, 0);
}

void GiveUp::check_separated(antlr4::Parser* parser) {
  if (!may_follow_statement(parser)) throw antlr4::ParseCancellationException();
}

}  // namespace qc
