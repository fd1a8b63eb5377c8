// Kernels: memory that threads share, and numbers that they update together (src/lower/kernel.cpp,
// kernel_accumulators.cpp).
#pragma once
#include <optional>
#include <string>

#include "ast/ast.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

// `s = s + e` and its like, as `s += e`.
struct NamedUpdate {
  std::string name;
  ast::AssignOp op;
  const ast::Expr* operand;
};

// $bins = shared(d0, d1), shared[int](n), shared_zeros(..). The extents are known at launch: they do not vary by
// thread.
bool shared_declaration(LowerContext& cx, const std::string& name, const ast::Expr& value, Span span);

// Whether a compound assignment to this name updates a value that the threads share.
bool is_total(LowerContext& cx, const std::string& name, Span span);
// `s = s + e` as an update of a number that the threads share; false: it is none.
bool renew_total(LowerContext& cx, const ast::Stmt& s);
// What changes nothing under the operation, bit for bit.
ir::ExprP neutral(ast::AssignOp op, Elem type, Span span);
// `s += e` for such a number.
void update_total(LowerContext& cx, const std::string& name, ast::AssignOp op, const Operand& o, Span span);
// At the start of a pass: the totals that the pass before has found.
void declare_totals(LowerContext& cx);
// Where a thread ends: its own sums go to their places.
void store_totals(LowerContext& cx, Span span);
// What stands before the body: the thread's place, row by row over the positions, and sums of nothing. Threads past the
// dimensions have no place when `guarded`; otherwise the launch has room for all.
ir::Block prepare_totals(LowerContext& cx, bool guarded);

// The statement as an update, where it is one.
std::optional<NamedUpdate> update_of(const ast::Stmt& s);
// How many dimensions a parameter of a kernel is declared with (0: not).
int declared_rank(const ast::Parameter& p, Elem scalar);
// Which names a block assigns, and how.
AssignedNames names_by_assignment(const ast::Block& block);

}  // namespace qc::lowering
