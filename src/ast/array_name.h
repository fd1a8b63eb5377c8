// array_name says what a message calls the array that is indexed.
#pragma once
#include <algorithm>
#include <string>

#include "ast/print_ast.h"
#include "ast/query.h"

namespace qc::ast {

inline constexpr const char* kUnnamedArray = "the array";

// A variable, a field by its path, or an item whose place a word says; of others kUnnamedArray.
inline std::string array_name(const Expr& base) {
  const auto is_word = [](const ExprP& e) { return is_any<Name, IntLit>(*e); };
  auto* f = std::get_if<Field>(&base.node);
  auto* i = std::get_if<Index>(&base.node);
  const bool of_path = f || (i && std::all_of(i->indices.begin(), i->indices.end(), is_word));
  const bool named = name_of(base) || (of_path && array_name(f ? *f->base : *i->base) != kUnnamedArray);
  return named ? print(base) : kUnnamedArray;
}

}  // namespace qc::ast
