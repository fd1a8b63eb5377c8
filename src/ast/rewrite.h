// A text made from another one, with some of its expressions and statements replaced.
#pragma once
#include <optional>

#include "ast/visit.h"

namespace qc::ast {

class Rewriter {
 public:
  virtual ~Rewriter() = default;
  // The text with its parts rewritten. Lambdas inside expressions stay as they are: their parameters may have the names
  // that are replaced. One with statements that is a statement itself is a kernel, and is rewritten. The default values
  // of a function's parameters stay too: whoever calls it evaluates them.
  Stmt statement(const Stmt& s);
  Block block(const Block& b);
  Expr expression(const Expr& e);

 protected:
  // What stands for an expression; nothing: it stays, and its parts are rewritten. Asked from the outside inwards.
  virtual std::optional<Expr> replaced(const Expr&) { return {}; }
  // Adds what stands for a statement of a block.
  virtual void into(const Stmt& s, Block& out) { out.push_back(statement(s)); }
  // An assignment whose parts have been rewritten, and what it was.
  virtual void in_assignment(const Assign&, Assign&) {}
  // Before and after each bound of a loop.
  virtual void in_bound(bool) {}

 private:
  // The same one where nothing in it changes.
  ExprP expression(const ExprP& e);
  ExprP kernel(const Lambda& l, Span span);
};

}  // namespace qc::ast
