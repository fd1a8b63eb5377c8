// Says which assignment an atomic function is where nothing runs beside it.
#pragma once
#include <optional>

#include "ast/ast.h"
#include "ir/ir.h"

namespace qc {

// atomic_add(x[i], v) as x[i] += v; nothing for those that are more than one assignment.
inline std::optional<ast::AssignOp> assignment_of(ir::AtomicOp op) {
  using Assign = ast::AssignOp;
  switch (op) {
    case ir::AtomicOp::Add:
      return Assign::Add;
    case ir::AtomicOp::Sub:
      return Assign::Sub;
    case ir::AtomicOp::Min:
      return Assign::Min;
    case ir::AtomicOp::Max:
      return Assign::Max;
    case ir::AtomicOp::And:
      return Assign::And;
    case ir::AtomicOp::Or:
      return Assign::Or;
    case ir::AtomicOp::Xor:
      return Assign::Xor;
    case ir::AtomicOp::Exch:
      return Assign::Set;
    case ir::AtomicOp::Mul:
    case ir::AtomicOp::Inc:
    case ir::AtomicOp::Dec:
    case ir::AtomicOp::Cas:
      return {};
  }
  return {};
}

}  // namespace qc
