#include "parser/token_words.h"

#include <fmt/format.h>

namespace qc {

bool opens_block(TokenKind k) {
  switch (k) {
    case Tk::IF:
    case Tk::FOR:
    case Tk::WHILE:
    case Tk::REPEAT:
    case Tk::MATCH:
    case Tk::TRY:
    case Tk::FUNCTION:
    case Tk::CLASS:
      return true;
    default:
      return false;
  }
}
bool closes_block(TokenKind k) { return k == Tk::END || k == Tk::UNTIL; }
bool divides_block(TokenKind k) { return k == Tk::ELSE || k == Tk::ELSEIF || k == Tk::CATCH || k == Tk::BAR; }
bool is_keyword(TokenKind k) { return k >= Tk::IF && k <= Tk::HOST; }
bool is_assignment(TokenKind k) { return k == Tk::ASSIGN || (k >= Tk::ADD_ASSIGN && k <= Tk::MIN_ASSIGN); }
bool ends_statement(TokenKind k) { return k == Tk::NEWLINE || k == Tk::SEMI || k == antlr4::Token::EOF; }

bool is_binary_operator(TokenKind k) {
  switch (k) {
    case Tk::OROR:
    case Tk::ANDAND:
    case Tk::EQ:
    case Tk::NE:
    case Tk::LT:
    case Tk::LE:
    case Tk::GT:
    case Tk::GE:
    case Tk::DOTDOT:
    case Tk::PLUS:
    case Tk::MINUS:
    case Tk::STAR:
    case Tk::SLASH:
    case Tk::BACKSLASH:
    case Tk::ELEM_MUL:
    case Tk::ELEM_DIV:
    case Tk::CARET:
    case Tk::ELEM_POW:
      return true;
    default:
      return false;
  }
}

bool starts_expression(TokenKind k) {
  switch (k) {
    case Tk::NAME:
    case Tk::INT:
    case Tk::FLOAT:
    case Tk::RADIX_INT:
    case Tk::IMAGINARY:
    case Tk::STRING:
    case Tk::LPAREN:
    case Tk::LBRACK:
    case Tk::BACKQUOTE:
    case Tk::LBRACE:
    case Tk::UNKNOWN:
    case Tk::MINUS:
    case Tk::PLUS:
    case Tk::NOT:
    case Tk::LAMBDA_LPAREN:
    case Tk::LAMBDA_NAME:
    case Tk::DEVICE:
    case Tk::KERNEL:
    case Tk::HOST:
      return true;
    default:
      return false;
  }
}

bool ends_operand(TokenKind k) {
  switch (k) {
    case Tk::NAME:
    case Tk::INT:
    case Tk::FLOAT:
    case Tk::RADIX_INT:
    case Tk::IMAGINARY:
    case Tk::STRING:
    case Tk::RPAREN:
    case Tk::RBRACK:
    case Tk::RBRACE:
    case Tk::APOS:
    case Tk::UNKNOWN:
      return true;
    default:
      return false;
  }
}

bool starts_statement(TokenKind k) {
  if (starts_expression(k)) return true;
  switch (k) {
    case Tk::BREAK:
    case Tk::CONTINUE:
    case Tk::RETURN:
    case Tk::IMPORT:
    case Tk::PRINT:
    case Tk::PRAGMA:
    case Tk::ATTRIBUTE:
    case Tk::TYPE:
      return true;
    default:
      return opens_block(k) && k != Tk::CLASS;
  }
}

std::string describe(const antlr4::Token& token) {
  const TokenKind k = token.getType();
  if (k == antlr4::Token::EOF) return "the end of the text";
  if (k == Tk::NEWLINE) return "the end of the line";
  std::string text = token.getText();
  if (k == Tk::STRING || k == Tk::OPEN_STRING) return "a string";
  if (k == Tk::PRAGMA) return "a pragma";
  if (text.size() > 40) text = text.substr(0, 37) + "...";
  return fmt::format("'{}'", text);
}

std::string describe_expected(TokenKind k) {
  switch (k) {
    case Tk::RPAREN:
      return "')'";
    case Tk::RBRACK:
      return "']'";
    case Tk::RBRACE:
      return "'}'";
    case Tk::LPAREN:
      return "'('";
    case Tk::APOS:
      return "an apostrophe that closes the cell";
    case Tk::NAME:
      return "a name";
    case Tk::INT:
      return "a whole number";
    case Tk::STRING:
      return "a string";
    case Tk::END:
      return "'end'";
    case Tk::UNTIL:
      return "'until'";
    case Tk::WITH:
      return "'with'";
    case Tk::CATCH:
      return "'catch'";
    case Tk::ASSIGN:
      return "'='";
    case Tk::ARROW:
    case Tk::ARM_ARROW:
      return "'->'";
    case Tk::COLON:
      return "':'";
    case Tk::COMMA:
      return "','";
    default:
      return {};
  }
}

Span token_span(const antlr4::Token& token, const BytePlaces& places) {
  const std::size_t begin = token.getStartIndex(), stop = token.getStopIndex();
  const bool empty = token.getType() == antlr4::Token::EOF || stop == INVALID_INDEX || stop < begin;
  return places.span(begin, empty ? begin : stop + 1);
}

}  // namespace qc
