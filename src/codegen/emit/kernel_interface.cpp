#include "codegen/emit/kernel_interface.h"

#include "ir/build.h"
#include "ir/moved_index.h"

namespace qc {

bool can_fail(const ir::Function& function) { return can_fail(function.body); }

bool can_fail(const ir::Block& block) {
  bool found = false;
  auto access = [&](const ir::Access& a, bool writing) {
    if (a.site != ir::kNoSite && (a.boundary == Boundary::Checked || (writing && ir::moves(a.boundary)))) found = true;
  };
  ir::for_each_stmt(block, [&](const ir::Stmt& s) {
    if (std::holds_alternative<ir::Fail>(s.node)) found = true;
    if (auto* n = std::get_if<ir::Store>(&s.node)) access(n->access, true);
    if (auto* n = std::get_if<ir::Atomic>(&s.node)) access(n->access, true);
  });
  ir::for_each_expr(block, [&](const ir::Expr& e) {
    if (auto* n = std::get_if<ir::Load>(&e.node)) access(n->access, false);
    if (auto* n = std::get_if<ir::Binary>(&e.node)) {
      const bool divides = n->op == ir::BinaryOp::DivTrunc || n->op == ir::BinaryOp::DivFloor ||
                           n->op == ir::BinaryOp::Mod || n->op == ir::BinaryOp::Periodize;
      if (divides && n->site != ir::kNoSite && e.type == Elem::I64) {
        const auto c = ir::as_int(*n->b);
        found |= !c || *c == 0;
      }
    }
  });
  return found;
}

std::vector<ParamKind> param_layout(const ir::Function& function) {
  std::vector<ParamKind> out;
  for (const ir::Param& p : function.params) {
    if (p.kind == ir::Param::Kind::Array) {
      out.push_back(ParamKind::ArrayBase);
      out.insert(out.end(), function.arrays[p.id].rank, ParamKind::Extent);
      continue;
    }
    switch (function.vars[p.id].type) {
      case Elem::Bool:
        out.push_back(ParamKind::Bool);
        break;
      case Elem::F32:
        out.push_back(ParamKind::F32);
        break;
      case Elem::F64:
        out.push_back(ParamKind::F64);
        break;
      default:
        out.push_back(ParamKind::I64);
        break;
    }
  }
  out.insert(out.end(), function.outputs.size(), ParamKind::Output);
  if (can_fail(function)) out.push_back(ParamKind::Failure);
  return out;
}

}  // namespace qc
