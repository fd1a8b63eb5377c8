// Expressions.
#pragma once
#include "parser/build_context.h"

namespace qc {

// One, and a list of them.
ast::ExprP build_expr(BuildContext& b, Tk::ExpressionContext* c);
std::vector<ast::ExprP> build_list(BuildContext& b, const std::vector<Tk::ExpressionContext*>& all);

}  // namespace qc
