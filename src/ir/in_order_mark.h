// The mark of an inner loop whose iterations are to run in order, `{!serial for}`: an assignment to a variable of this
// name stands before it. A statement of its own beside the loop keeps it out of the nest around it.
#pragma once
#include <variant>

#include "ir/ir.h"

namespace qc::ir {

inline constexpr const char* kInOrderMark = "$in_order";

// Whether the statement is that mark.
inline bool is_in_order_mark(const Function& f, const Stmt& s) {
  auto* a = std::get_if<Assign>(&s.node);
  return a && f.vars[a->var].name == kInOrderMark;
}

}  // namespace qc::ir
