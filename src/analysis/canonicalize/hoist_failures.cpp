// `if c then B else error(..) end` becomes `if !c then error(..) end; B`: what B assigns is then assigned in every
// iteration that does not fail, and what an iteration that fails writes does not matter.
#include <algorithm>

#include "analysis/canonicalize/canonicalize.h"
#include "ir/build.h"
#include "ir/rewrite_stmts.h"

namespace qc {

using namespace ir;

namespace {

bool only_fails(const Block& b) {
  return !b.empty() && std::holds_alternative<Fail>(b.back().node) &&
         std::all_of(b.begin(), b.end() - 1, [](const Stmt& s) { return std::holds_alternative<Assign>(s.node); });
}

// Assignments of variables whose reads are looked at wherever they stand: loops might not end, and an array whose reads
// are promised to be inside may be read because of the condition.
bool may_run_anyway(const Block& b) {
  bool may = true;
  for_each_stmt(b, [&](const Stmt& s) {
    may &= std::holds_alternative<Assign>(s.node) || std::holds_alternative<If>(s.node) ||
           std::holds_alternative<Fail>(s.node);
  });
  for_each_expr(b, [&](const Expr& e) {
    auto* l = std::get_if<Load>(&e.node);
    may &= !(l && l->access.boundary == Boundary::Unchecked);
  });
  return may && !b.empty();
}

}  // namespace

bool hoist_failures(Function& nest) {
  bool changed = false;
  Block body = rewrite_stmts(nest.body, [&](Stmt copy, const Stmt&, Block& out) {
    auto* i = std::get_if<If>(&copy.node);
    const bool then = i && only_fails(i->then) && may_run_anyway(i->otherwise);
    if (!then && !(i && only_fails(i->otherwise) && may_run_anyway(i->then))) return out.push_back(std::move(copy));
    changed = true;
    Block fails = std::move(then ? i->then : i->otherwise), rest = std::move(then ? i->otherwise : i->then);
    out.push_back({If{then ? i->condition : unary(UnaryOp::Not, i->condition), std::move(fails), {}}, copy.span});
    for (Stmt& s : rest) out.push_back(std::move(s));
  });
  if (changed) nest.body = std::move(body);
  return changed;
}

}  // namespace qc
