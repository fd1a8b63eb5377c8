#include "transform/passes/kernel_grid.h"

#include "ir/build.h"
#include "ir/rewrite_stmts.h"

namespace qc {

using namespace ir;

namespace {

constexpr int kAxes = 3;

VarId integer_param(Function& f, const char* name) {
  const VarId v = f.add_var(name, Elem::I64);
  f.params.push_back({Param::Kind::Scalar, v});
  return v;
}

struct Meeting {
  Function& f;
  ArrayId arrived;

  Access count() const {
    Access a;
    a.array = arrived;
    a.index = {int_const(0)};
    return a;
  }

  // The round ends when a multiple of the number of blocks has arrived. The fences are for the whole block, which the
  // barriers of the block join.
  Block meet(Span span) {
    const VarId old = f.add_var("$arrival", Elem::I64), seen = f.add_var("$seen", Elem::I64),
                goal = f.add_var("$goal", Elem::I64);
    ExprP blocks = int_const(1), first = bool_const(true);
    for (int axis = 0; axis < kAxes; ++axis) {
      blocks = mul(blocks, builtin(BuiltinKind::GridDim, axis));
      first = logical_and(first, binary(BinaryOp::Eq, builtin(BuiltinKind::ThreadIdx, axis), int_const(0)));
    }
    Block wait, look;
    wait.push_back({Fence{SyncScope::Grid, true}, span});
    wait.push_back({Atomic{old, AtomicOp::Add, count(), int_const(1), nullptr}, span});
    wait.push_back(
        {Assign{goal, mul(add(binary(BinaryOp::DivTrunc, var(f, old), blocks), int_const(1)), blocks)}, span});
    wait.push_back({Assign{seen, add(var(f, old), int_const(1))}, span});
    look.push_back({Atomic{seen, AtomicOp::Or, count(), int_const(0), nullptr}, span});
    wait.push_back({While{lt(var(f, seen), var(f, goal)), std::move(look)}, span});
    wait.push_back({Fence{SyncScope::Grid, true}, span});
    Block out;
    out.push_back({Barrier{SyncScope::Block}, span});
    out.push_back({If{first, std::move(wait), {}}, span});
    out.push_back({Barrier{SyncScope::Block}, span});
    return out;
  }
};

}  // namespace

std::optional<Span> grid_barrier(const Function& f) {
  std::optional<Span> found;
  for_each_stmt(f.body, [&](const Stmt& s) {
    auto* barrier = std::get_if<Barrier>(&s.node);
    if (!found && barrier && barrier->scope == SyncScope::Grid) found = s.span;
  });
  return found;
}

Function with_linear_grid(Function f) {
  const VarId blocks[kAxes] = {integer_param(f, "$blocks0"), integer_param(f, "$blocks1"),
                               integer_param(f, "$blocks2")};
  VarId at[kAxes];
  for (int axis = 0; axis < kAxes; ++axis) at[axis] = f.add_var("$block" + std::to_string(axis), Elem::I64);
  Block body = rewrite_exprs(f.body, [&](const ExprP& e) -> ExprP {
    auto* b = std::get_if<Builtin>(&e->node);
    if (b && b->kind == BuiltinKind::BlockIdx) return var(f, at[b->axis]);
    if (b && b->kind == BuiltinKind::GridDim) return var(f, blocks[b->axis]);
    return e;
  });
  const ExprP all = builtin(BuiltinKind::BlockIdx);
  const ExprP rows = binary(BinaryOp::DivTrunc, all, var(f, blocks[0]));
  Block whole;
  whole.push_back({Assign{at[0], sub(all, mul(rows, var(f, blocks[0])))}, {}});
  whole.push_back({Assign{at[2], binary(BinaryOp::DivTrunc, rows, var(f, blocks[1]))}, {}});
  whole.push_back({Assign{at[1], sub(rows, mul(var(f, at[2]), var(f, blocks[1])))}, {}});
  for (Stmt& s : body) whole.push_back(std::move(s));
  f.body = std::move(whole);
  return f;
}

Function with_grid_barriers(Function f) {
  Array a;
  a.name = "$arrived";
  a.elem = Elem::I64;
  const ArrayId arrived = f.add_array(a);
  f.params.push_back({Param::Kind::Array, arrived});
  Meeting meeting{f, arrived};
  f.body = rewrite_stmts(f.body, [&](Stmt s, const Stmt&, Block& out) {
    auto* barrier = std::get_if<Barrier>(&s.node);
    if (!barrier || barrier->scope != SyncScope::Grid) return out.push_back(std::move(s));
    for (Stmt& m : meeting.meet(s.span)) out.push_back(std::move(m));
  });
  return f;
}

}  // namespace qc
