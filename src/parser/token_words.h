// Facts about kinds of tokens that several steps of the parser share.
#pragma once
#include <string>

#include "QcParser.h"
#include "parser/text_check.h"
#include "support/source.h"

namespace qc {

using Tk = qc_grammar::QcParser;
using TokenKind = std::size_t;

bool opens_block(TokenKind kind);    // if for while repeat match try function class
bool closes_block(TokenKind kind);   // end.. until
bool divides_block(TokenKind kind);  // else elseif catch |
bool is_keyword(TokenKind kind);
bool is_binary_operator(TokenKind kind);
bool is_assignment(TokenKind kind);
bool ends_statement(TokenKind kind);  // newline, ;, end of file
bool starts_expression(TokenKind kind);
bool ends_operand(TokenKind kind);
bool starts_statement(TokenKind kind);

// How a message names a token: "`)`", "the end of the line", "name `x`".
std::string describe(const antlr4::Token& token);
// How a message names a kind of token that was expected; empty for kinds that would not help a reader.
std::string describe_expected(TokenKind kind);

// Where a token stands, in bytes; the end of the text is a place without any.
Span token_span(const antlr4::Token& token, const BytePlaces& places);

}  // namespace qc
