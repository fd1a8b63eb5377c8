// Types that are one word of the language: most are, and they mean the same everywhere.
#pragma once
#include <functional>
#include <string>
#include <unordered_map>

#include "ast/ast.h"
#include "value/name_hash.h"
#include "value/value.h"

namespace qc::host {

class TypesOfWords {
 public:
  // The type; null: it is written in another way. It stays where it is.
  const HostType* find(Elem scalar, const ast::TypeExpr& written);
  const HostType* find(Elem scalar, const std::string& word);

 private:
  std::unordered_map<std::string, HostType, NameHash, std::equal_to<>> known_;
};

}  // namespace qc::host
