// What the functions have in common that build the syntax tree from the parse tree. They are in build_statements,
// build_for, build_pragmas, build_assignments, build_types and build_expressions.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "parser/loops_around.h"
#include "parser/pending_hint.h"
#include "parser/tree_reader.h"

namespace qc {

// An index that is being built: of what, and along which dimension; none: the only one.
struct IndexAround {
  const ast::Expr* base;
  std::optional<std::size_t> dimension;
};

struct BuildContext {
  BuildContext(const BytePlaces& places, std::vector<Diagnostic>& diagnostics) : tree(places, diagnostics) {}

  TreeReader tree;
  LoopsAround loops;
  PendingHint hint;
  bool hint_at_end = false;                      // of the block built last
  std::set<std::string> unknown_pragmas;         // said
  std::vector<std::string> sizes;                // of the function that is being built: N of f[N : int]
  std::vector<IndexAround> indices;              // innermost last
  std::map<std::string, ast::TypeExpr> classes;  // of types, by name: type AllInt : [int|int8]
  bool among_types = false;                      // within [A|B], which only names types
  bool uint64_said = false;
};

}  // namespace qc
