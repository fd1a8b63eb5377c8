// Short constructors for IR; they fold constants and drop neutral operations, so that what is printed stays readable.
#pragma once
#include "ir/ir.h"

namespace qc::ir {

// A node, or what it folds to. Its type follows from its operands or from what it names: comparisons and logic are
// Bool, extents and built-in indices I64.
ExprP int_const(std::int64_t value);
ExprP bool_const(bool value);
ExprP float_const(double value, Elem type);  // rounds to type
ExprP var(const Function& f, VarId v);
ExprP unary(UnaryOp op, ExprP a);
ExprP binary(BinaryOp op, ExprP a, ExprP b, SiteId site = kNoSite);
ExprP fma(ExprP a, ExprP b, ExprP c);
ExprP select(ExprP c, ExprP yes, ExprP no, bool smooth = false);  // Select::smooth
ExprP cast(Elem to, ExprP a);  // nothing when a already has the value type and `to` is as wide
ExprP load(const Function& f, Access access);
ExprP extent(ArrayId array, int dim);
ExprP builtin(BuiltinKind kind, int axis = 0);
ExprP shuffle(ShuffleKind kind, ExprP value, ExprP lane);
inline ExprP add(ExprP a, ExprP b) { return binary(BinaryOp::Add, std::move(a), std::move(b)); }
inline ExprP sub(ExprP a, ExprP b) { return binary(BinaryOp::Sub, std::move(a), std::move(b)); }
inline ExprP mul(ExprP a, ExprP b) { return binary(BinaryOp::Mul, std::move(a), std::move(b)); }
inline ExprP lt(ExprP a, ExprP b) { return binary(BinaryOp::Lt, std::move(a), std::move(b)); }
inline ExprP le(ExprP a, ExprP b) { return binary(BinaryOp::Le, std::move(a), std::move(b)); }
inline ExprP logical_and(ExprP a, ExprP b) { return binary(BinaryOp::And, std::move(a), std::move(b)); }
std::optional<std::int64_t> as_int(const Expr& e);   // a constant's value
ExprP round_of(const Function& f, const For& loop);  // iterations of the loop before this one, by its variable
bool changes(const For& loop, const Expr& value);    // whether the loop sets a variable that the value is made of
constexpr bool is_comparison(BinaryOp op) { return op >= BinaryOp::Eq && op <= BinaryOp::Ge; }

// Calls visit(const Expr&) for e and everything below it; and for every expression of a statement, nested ones
// included.
template <class F>
void for_each_expr(const Expr& e, const F& visit);
template <class F>
void for_each_expr(const Block& block, const F& visit);
template <class F>
void for_each_stmt(const Block& block, const F& visit);  // pre-order, nested ones included
// A copy in which `rewrite(ExprP)` has replaced sub-expressions bottom-up; it returns its argument to keep one.
template <class F>
ExprP rewrite_expr(const ExprP& e, const F& rewrite);
template <class F>
Block rewrite_exprs(const Block& block, const F& rewrite);

}  // namespace qc::ir

#include "ir/build_inl.h"
