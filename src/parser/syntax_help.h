// Ways out of syntax errors: how what was probably meant, often in the manner of another language, is written here.
#pragma once
#include <string>
#include <string_view>

#include "antlr4-runtime.h"
#include "parser/token_words.h"

namespace qc {

// For the token at `place` of the stream, where the parser expected one of `expected`. Empty when nothing fits.
std::string help_for(antlr4::TokenStream& tokens, std::size_t place, const antlr4::misc::IntervalSet& expected);
// The second sign of x++ or x-- before the token at `place`, on the line of which the parser went on. Null: there is
// none.
const antlr4::Token* doubled_sign(antlr4::TokenStream& tokens, std::size_t place);
// For a word, number or string that follows a finished statement.
std::string help_after_statement(antlr4::TokenStream& tokens, std::size_t place);
// For the word behind a # that begins a line. Empty: it is no word of a preprocessor.
std::string help_for_directive(std::string_view word);
// For a character that belongs to nothing.
std::string help_for_character(std::string_view character);

// Of an `end` too many: a class whose word is misspelt, type p : clas, is a type of one line.
std::string help_for_stray_end(antlr4::TokenStream& tokens, std::size_t place);

}  // namespace qc
