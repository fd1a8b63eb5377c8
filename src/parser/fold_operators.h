// Precedence: a flat chain `a op b op c ...` becomes a tree, without recursion.
#pragma once
#include <vector>

#include "ast/ast.h"
#include "parser/token_words.h"

namespace qc {

// One operand: its prefix operators (outermost first) and what they apply to.
struct ChainOperand {
  struct Prefix {
    ast::UnaryOp op;
    Span span;
  };
  std::vector<Prefix> prefixes;
  ast::Expr value;
};
struct ChainOperator {
  TokenKind kind;
  Span span;
};

// operands.size() == operators.size() + 1. Loosest first: || && ==,!= < .. + * prefix ^ (language.md section 5). A
// range `a..b..c` has its step in the middle; more than two `..` in a row is reported to `errors`.
ast::Expr fold_operators(std::vector<ChainOperand> operands, std::vector<ChainOperator> operators,
                         std::vector<Diagnostic>& errors);

}  // namespace qc
