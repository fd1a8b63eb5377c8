// Blocks and statements.
#pragma once
#include "parser/build_context.h"

namespace qc {

// The whole program.
ast::Block build_program(BuildContext& b, Tk::BlockContext* c);
// A block, and one that is the body of a loop.
ast::Block build_block(BuildContext& b, Tk::BlockContext* c);
ast::Block loop_body(BuildContext& b, Tk::BlockContext* c);

}  // namespace qc
