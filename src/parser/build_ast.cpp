#include "parser/build_ast.h"

#include "parser/builder.h"

namespace qc {

BuiltProgram build_ast(FileId file, Tk::ProgramContext& tree, const BytePlaces& places,
                       std::vector<Diagnostic>& diagnostics) {
  Builder builder(places, diagnostics);
  ast::Block statements = builder.program(tree.block());
  return {{file, std::move(statements)}, builder.hint_at_end()};
}

}  // namespace qc
