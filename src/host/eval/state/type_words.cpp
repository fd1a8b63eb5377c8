#include "host/eval/state/type_words.h"

#include <utility>

#include "sema/type_words.h"
#include "sema/types_of_builtins.h"

namespace qc::host {

const HostType* TypesOfWords::find(Elem scalar, const ast::TypeExpr& written) {
  if (!written.elements.empty() || !written.extents.empty() || written.rank || written.reference) return nullptr;
  const auto it = known_.find(written.name);
  if (it != known_.end()) return &it->second;
  if (!type_word(written.name, scalar)) return nullptr;
  ast::TypeExpr word;
  word.name = written.name;
  HostType type;
  type.type = resolve_type(word, scalar);
  return &known_.emplace(written.name, std::move(type)).first->second;
}

}  // namespace qc::host
