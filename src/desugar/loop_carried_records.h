// A plain class as a running value, s = update(s, v[i]): in the text of a loop the instance becomes a record of the
// iteration, made from the fields of the one outside, and what the iteration assigns to it is assigned to these fields.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ast/ast.h"

namespace qc {

struct LoopCarriedRecord {
  std::string class_name;
  std::vector<std::string> fields;  // in the order of the class
  friend auto operator<=>(const LoopCarriedRecord&, const LoopCarriedRecord&) = default;
};
using LoopCarriedRecords = std::map<std::string, LoopCarriedRecord, std::less<>>;

// Nothing: one of them is seen by a function that the loop makes.
std::optional<ast::Stmt> with_loop_carried_records(const ast::Stmt& loop, const LoopCarriedRecords& records);

}  // namespace qc
