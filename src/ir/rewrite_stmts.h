// Passes that replace statements.
#pragma once
#include <utility>

#include "ir/ir.h"

namespace qc::ir {

// A copy of the block, nested ones first: rewrite(Stmt copy, const Stmt& was, Block& out) appends what stands in a
// statement's place. `copy` has its nested blocks rewritten already, `was` is the statement of the block that was
// given.
template <class F>
Block rewrite_stmts(const Block& block, const F& rewrite) {
  Block out;
  for (const Stmt& was : block) {
    Stmt copy = was;
    if (auto* i = std::get_if<If>(&copy.node)) {
      i->then = rewrite_stmts(i->then, rewrite);
      i->otherwise = rewrite_stmts(i->otherwise, rewrite);
    } else if (auto* l = std::get_if<For>(&copy.node)) {
      l->body = rewrite_stmts(l->body, rewrite);
    } else if (auto* w = std::get_if<While>(&copy.node)) {
      w->body = rewrite_stmts(w->body, rewrite);
    }
    rewrite(std::move(copy), was, out);
  }
  return out;
}

}  // namespace qc::ir
