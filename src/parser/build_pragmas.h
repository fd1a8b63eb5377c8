// Pragmas and attributes.
#pragma once
#include "parser/build_context.h"

namespace qc {

// A hint of a loop is kept until that loop comes; others are statements. Says which are not known.
void build_pragma(BuildContext& b, ast::Block& out, Tk::PragmaContext& c);
// Something else than a loop comes: says so where a hint waits for one.
void drop_pending_hint(BuildContext& b);

}  // namespace qc
