// The parse tree as syntax of our own. What the grammar lets through but the language does not is reported here.
#pragma once
#include <vector>

#include "ast/ast.h"
#include "parser/text_check.h"
#include "parser/token_words.h"

namespace qc {

struct BuiltProgram {
  ast::Program program;
  bool hint_at_end = false;  // it ends with a pragma whose loop may still come
};
// The program of a tree in which the grammar found no error. Adds to `diagnostics`.
BuiltProgram build_ast(FileId file, Tk::ProgramContext& tree, const BytePlaces& places,
                       std::vector<Diagnostic>& diagnostics);

}  // namespace qc
