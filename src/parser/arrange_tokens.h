// Between lexer and grammar: line ends that do not end a statement are dropped, tokens whose kind depends on their
// surroundings get it, and the limits of nesting and of expression length are enforced before anything recursive runs.
//
//   `x = f(a,⏎ b)`  the line end inside the bracket goes      `| x -> y`   the arrow of an arm is an ARM_ARROW
//   `(a, b) -> a`    its "(" becomes LAMBDA_LPAREN              `x -> 2`     x becomes LAMBDA_NAME
//   `2.*x`           becomes `2` `.*` `x`                       `type T : class`  becomes TYPE NAME COLON CLASS
#pragma once
#include <memory>
#include <vector>

#include "parser/text_check.h"
#include "parser/token_words.h"

namespace qc {

inline constexpr int kMaxNesting = 256;
inline constexpr int kMaxOperators = 4096;

struct ArrangedTokens {
  std::vector<std::unique_ptr<antlr4::Token>> tokens;  // ends with an EOF token
  std::vector<Diagnostic> diagnostics;
  bool too_large = false;  // Q0103 or Q0104: the tokens must not be parsed
  bool open_end = false;   // the text ends inside a bracket, or with an operator or `_` that continues the line
};

// The tokens as the grammar wants them. code_points: where the text ends, the place of EOF. Q0101 is reported for what
// no text of the language has, a string without its end for one.
ArrangedTokens arrange_tokens(std::vector<std::unique_ptr<antlr4::Token>> raw, std::size_t code_points,
                              const BytePlaces& places);

}  // namespace qc
