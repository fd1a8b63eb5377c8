#include "codegen/ir_passes/for_as_while.h"

#include "codegen/ir_passes/lane_analysis.h"
#include "ir/build.h"
#include "ir/rewrite_stmts.h"

namespace qc::codegen {

using namespace ir;

namespace {

// The bounds are evaluated once, before the loop; a step of 0 runs nothing.
void as_while(Function& out, const For& l, Span span, Block& result) {
  const auto kept = [&](const char* name, const ExprP& value) {
    const VarId v = out.add_var(name, Elem::I64);
    result.push_back({Assign{v, value}, span});
    return v;
  };
  const VarId next = kept("next", l.lo), hi = kept("last", l.hi);
  const auto step = as_int(*l.step);
  const VarId by = step ? kNoVar : kept("step", l.step);
  const ExprP up = binary(BinaryOp::Le, var(out, next), var(out, hi)),
              down = binary(BinaryOp::Ge, var(out, next), var(out, hi));
  ExprP condition = step ? (*step > 0 ? up : down) : ExprP();
  if (!step) {
    const auto is = [&](BinaryOp op) { return binary(op, var(out, by), int_const(0)); };
    condition = select(is(BinaryOp::Gt), up, select(is(BinaryOp::Lt), down, bool_const(false)));
  } else if (*step == 0) {
    condition = bool_const(false);
  }
  Block body{{Assign{l.var, var(out, next)}, span}};
  body.insert(body.end(), l.body.begin(), l.body.end());
  body.push_back({Assign{next, add(var(out, next), step ? int_const(*step) : var(out, by))}, span});
  result.push_back({While{condition, std::move(body)}, span});
}

}  // namespace

Function for_loops_as_while(Function f) {
  if (!holds_split(f.body)) return f;
  const LaneAnalysis analysis(f);
  Function out = f;
  out.body = rewrite_stmts(f.body, [&](Stmt s, const Stmt& was, Block& result) {
    auto* l = std::get_if<For>(&s.node);
    if (l && holds_split(l->body) && !analysis.uniform_loop(was))
      as_while(out, *l, s.span, result);
    else
      result.push_back(std::move(s));
  });
  return out;
}

}  // namespace qc::codegen
