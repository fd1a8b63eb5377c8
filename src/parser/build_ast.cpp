#include "parser/build_ast.h"

#include "parser/build_statements.h"

namespace qc {

BuiltProgram build_ast(FileId file, Tk::ProgramContext& tree, const BytePlaces& places,
                       std::vector<Diagnostic>& diagnostics) {
  BuildContext b(places, diagnostics);
  ast::Block statements = build_program(b, tree.block());
  return {{file, std::move(statements)}, b.hint_at_end};
}

}  // namespace qc
