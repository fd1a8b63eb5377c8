// Holds the variables of a running function, or of the program.
#pragma once
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ast/ast.h"
#include "value/declared_types.h"
#include "value/value.h"
#include "value/variables.h"

namespace qc::host {

// The variables of one function call, or the global ones. `outer` is what a nested function or lambda captured.
struct Environment {
  Variables variables;
  DeclaredTypes declared;  // what is assigned to these variables is converted
  std::shared_ptr<Environment> outer;
  const ast::Block* body = nullptr;  // the text whose variables these are: for "is it read later?"
  const std::vector<ast::Parameter>* outputs = nullptr;
  bool keeps_variables = false;  // REPL and embedding: every variable may be read later
  bool assigns_outside = false;  // a call of a lambda that assigns to variables which were there when it was written
  std::set<std::string, std::less<>> late;  // names that functions made here look up only when they run
  bool seen_whole = false;                  // a function made here looks up every name when it runs
  Value* find(std::string_view name);
};

using EnvironmentP = std::shared_ptr<Environment>;

enum class Flow { Normal, Break, Continue, Return };

}  // namespace qc::host
