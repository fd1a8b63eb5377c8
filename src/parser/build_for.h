// `for` loops: over ranges, over items, over places.
#pragma once
#include "parser/build_context.h"

namespace qc {

// The loop, and before it what it needs.
void build_for(BuildContext& b, ast::Block& out, Tk::ForStatementContext& c);

}  // namespace qc
