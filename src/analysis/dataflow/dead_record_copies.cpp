#include "analysis/dataflow/dead_record_copies.h"

#include <vector>

#include "ir/build.h"
#include "ir/rewrite_stmts.h"

namespace qc {

using namespace ir;

namespace {

bool is_made_by_lowering(const Var& v) { return !v.name.empty() && v.name[0] == '$'; }

// Whether nothing but the value comes of it.
bool only_gives_a_value(const Expr& e) {
  bool plain = true;
  for_each_expr(e, [&](const Expr& x) {
    if (auto* b = std::get_if<Binary>(&x.node))
      plain &= b->site == kNoSite;
    else if (auto* l = std::get_if<Load>(&x.node))
      plain &= l->access.boundary != Boundary::Checked;
    else
      plain &= !std::holds_alternative<Shuffle>(x.node) && !std::holds_alternative<Ballot>(x.node) &&
               !std::holds_alternative<ActiveMask>(x.node);
  });
  return plain;
}

std::vector<bool> read_variables(const Function& f) {
  std::vector<bool> read(f.vars.size());
  for_each_expr(f.body, [&](const Expr& e) {
    if (auto* r = std::get_if<VarRef>(&e.node)) read[r->var] = true;
  });
  for (const Array& a : f.arrays)
    for (const ExprP& extent : a.dynamic_dims)
      for_each_expr(*extent, [&](const Expr& e) {
        if (auto* r = std::get_if<VarRef>(&e.node)) read[r->var] = true;
      });
  for (VarId v : f.outputs) read[v] = true;
  if (f.order != kNoVar) read[f.order] = true;
  return read;
}

}  // namespace

Function without_unread_copies(Function f) {
  for (bool changed = true; changed;) {
    changed = false;
    const std::vector<bool> read = read_variables(f);
    f.body = rewrite_stmts(f.body, [&](Stmt&& copy, const Stmt&, Block& out) {
      auto* a = std::get_if<Assign>(&copy.node);
      if (a && !read[a->var] && is_made_by_lowering(f.vars[a->var]) && only_gives_a_value(*a->value))
        changed = true;
      else
        out.push_back(std::move(copy));
    });
  }
  return f;
}

}  // namespace qc
