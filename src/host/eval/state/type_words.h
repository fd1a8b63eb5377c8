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
  // The type; null: it is written in another way.
  const HostTypeP& find(Elem scalar, const ast::TypeExpr& written);
  const HostTypeP& find(Elem scalar, const std::string& word);

 private:
  std::unordered_map<std::string, HostTypeP, NameHash, std::equal_to<>> known_;
  const HostTypeP none_;
};

}  // namespace qc::host
