// Assignments b = a after which the array goes by one name only, because a becomes another one before it is used again:
// so that a copy is as good as an alias, though elements are written.
//
//   best = candidate          at the end of a loop that begins with `candidate = zeros(5,5)`
//   t = a; a = b; b = t       two work arrays take turns
#pragma once
#include <set>
#include <string>
#include <utility>

#include "ast/ast.h"

namespace qc {

// Where such statements begin. used_after: the names that are read after the block.
using StatementPlace = std::pair<FileId, std::uint32_t>;
inline StatementPlace place_of(Span span) { return {span.file, span.begin}; }
std::set<StatementPlace> last_use_moves(const ast::Block& block, const std::set<std::string>& used_after);

}  // namespace qc
