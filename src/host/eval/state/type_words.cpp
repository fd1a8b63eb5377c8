#include "host/eval/state/type_words.h"

#include <utility>

#include "sema/type_words.h"
#include "sema/types_of_builtins.h"

namespace qc::host {

const HostTypeP& TypesOfWords::find(Elem scalar, const ast::TypeExpr& written) {
  if (!written.elements.empty() || !written.extents.empty() || written.rank || written.reference) return none_;
  return find(scalar, written.name);
}

const HostTypeP& TypesOfWords::find(Elem scalar, const std::string& word) {
  const auto it = known_.find(word);
  if (it != known_.end()) return it->second;
  if (!type_word(word, scalar)) return none_;
  ast::TypeExpr written;
  written.name = word;
  HostType type;
  type.type = resolve_type(written, scalar);
  return known_.emplace(word, std::make_shared<const HostType>(std::move(type))).first->second;
}

}  // namespace qc::host
