#include "codegen/ir_passes/counted_rounds.h"

#include "ir/build.h"
#include "ir/linear_sum.h"
#include "ir/rewrite_stmts.h"

namespace qc::codegen {

using namespace ir;

namespace {

bool has_step(const For& loop) {
  const auto step = as_int(*loop.step);
  return step && *step != 0 && *step != 1 && *step != -1;
}

}  // namespace

Function counted_rounds(const Function& kernel) {
  Function f = kernel;
  f.body = rewrite_stmts(kernel.body, [&](Stmt s, const Stmt&, Block& out) {
    auto* loop = std::get_if<For>(&s.node);
    if (!loop || !has_step(*loop) || !linear_sum(loop->lo) || changes(*loop, *loop->lo))
      return out.push_back(std::move(s));
    const ExprP round = round_of(f, *loop);
    VarId count = kNoVar;
    loop->body = rewrite_exprs(loop->body, [&](const ExprP& e) {
      if (!equal(e, round)) return e;
      if (count == kNoVar) count = f.add_var("$round", Elem::I64);
      return var(f, count);
    });
    if (count != kNoVar) {
      out.push_back({Assign{count, int_const(-1)}, s.span});
      loop->body.insert(loop->body.begin(), {Assign{count, add(var(f, count), int_const(1))}, s.span});
    }
    out.push_back(std::move(s));
  });
  return f;
}

}  // namespace qc::codegen
