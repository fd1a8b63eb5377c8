#include "codegen/ir_passes/shifted_loops.h"

#include "ir/build.h"
#include "ir/linear_sum.h"
#include "ir/rewrite_stmts.h"

namespace qc::codegen {

using namespace ir;

namespace {

// The first value is written out in the body: a variable of its own would be kept for each lane, and what is read at
// `start + k` gathered, not loaded side by side.
void shift(Function& f, Block& before, For& loop, const ExprP& length, Span span) {
  const VarId count = f.add_var("$count", Elem::I64);
  ExprP start = loop.lo;
  if (changes(loop, *start)) {
    const VarId kept = f.add_var("$start", Elem::I64);
    before.push_back({Assign{kept, start}, span});
    start = var(f, kept);
  }
  Block body;
  body.push_back({Assign{loop.var, add(start, var(f, count))}, span});
  for (Stmt& s : loop.body) body.push_back(std::move(s));
  loop = For{count, int_const(0), loop.step, length, std::move(body), loop.unroll, loop.independent};
}

}  // namespace

Function shifted_loops(const Function& kernel) {
  Function f = kernel;
  f.body = rewrite_stmts(kernel.body, [&](Stmt s, const Stmt&, Block& out) {
    if (auto* loop = std::get_if<For>(&s.node))
      if (const ExprP length = as_int(*loop->step) ? common_length(loop->lo, loop->hi) : nullptr)
        shift(f, out, *loop, length, s.span);
    out.push_back(std::move(s));
  });
  return f;
}

}  // namespace qc::codegen
