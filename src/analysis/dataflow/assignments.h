// Counts the assignments of a block: which names get a value as a whole, an update, an element.
#pragma once
#include <map>
#include <set>
#include <string>

#include "analysis/dataflow/last_use_moves.h"
#include "ast/ast.h"

namespace qc::lowering {

// How many statements of a block assign each name as a whole (variables of loops and handlers included), how many
// update it as a whole, `v += e`, which writes into an array that other names may be too, and how many assign elements
// of it.
struct Assignments {
  std::map<std::string, int> whole, updated, elements;
  std::set<StatementPlace> moves;  // statements b = a that make a copy as good as an alias
  std::set<std::string> within;    // variables of loops that are read in these alone: each loop has one of its own
  bool once(const std::string& name) const { return whole.count(name) && whole.at(name) == 1 && !writes_into(name); }
  bool keeps_elements(const std::string& name) const { return whole.count(name) && whole.at(name) == 1; }
  bool writes_into(const std::string& name) const { return updated.count(name) || elements.count(name); }
};
Assignments assignments_in(const ast::Block& block, const std::set<std::string>& used_after = {});
// Whether it has a break, a continue or a return.
bool has_jump(const ast::Block& block);
// The names; elements: also those of which only elements are assigned.
std::set<std::string> names_in(const Assignments& found, bool elements = false);
// The names that a block assigns anywhere (variables of loops and handlers included); elements: also those of which it
// assigns elements.
std::set<std::string> assigned_names(const ast::Block& block, bool elements = false);

}  // namespace qc::lowering
