#include "codegen/emit/emit_expr.h"

#include <llvm/IR/Intrinsics.h>

#include "codegen/emit/arithmetic.h"
#include "codegen/emit/emit_access.h"
#include "codegen/emit/emit_failure.h"
#include "codegen/emit/math_functions.h"
#include "ir/build.h"

namespace qc::codegen {

namespace {

// Whether evaluating e when its value is not needed could do something: read memory, fail, meet other threads.
// Elementary functions are too dear to be computed for nothing, but for the size of a complex number.
bool must_be_lazy(const ir::Expr& e) {
  bool found = false;
  ir::for_each_expr(e, [&](const ir::Expr& x) {
    if (auto* n = std::get_if<ir::Binary>(&x.node)) found |= n->site != ir::kNoSite;
    if (auto* n = std::get_if<ir::Math>(&x.node)) found |= n->fn != ir::MathFn::Hypot;
    found |= std::holds_alternative<ir::Load>(x.node) || std::holds_alternative<ir::Shuffle>(x.node) ||
             std::holds_alternative<ir::Ballot>(x.node) || std::holds_alternative<ir::ActiveMask>(x.node);
  });
  return found;
}

}  // namespace

Value* variable_value(EmitContext& e, ir::VarId v) {
  if (const ir::Expr* d = e.target.definition(v)) return emit_expr(e, *d);
  const Elem type = e.f.vars[v].type;
  auto* load = e.b.CreateLoad(e.b.memory_type(type), e.target.variable(e, v), e.f.vars[v].name);
  e.target.variable_access(e, load);
  return e.b.widen(load, type);
}

static Value* lazy(EmitContext& e, const ir::Expr& x, Value* condition, const ir::ExprP& yes, const ir::ExprP& no) {
  Value* v[2] = {e.b.zero(x.type), e.b.zero(x.type)};
  llvm::BasicBlock* from[2];
  auto* then_bb = e.b.new_block("yes");
  auto* else_bb = e.b.new_block("no");
  auto* end = e.b.new_block("selected");
  e.b.CreateCondBr(condition, then_bb, else_bb);
  e.b.SetInsertPoint(then_bb);
  v[0] = emit_expr(e, yes);
  from[0] = e.b.GetInsertBlock();
  e.b.CreateBr(end);
  e.b.SetInsertPoint(else_bb);
  v[1] = emit_expr(e, no);
  from[1] = e.b.GetInsertBlock();
  e.b.CreateBr(end);
  e.b.SetInsertPoint(end);
  auto* phi = e.b.CreatePHI(e.b.value_type(x.type), 2);
  phi->addIncoming(v[0], from[0]);
  phi->addIncoming(v[1], from[1]);
  return phi;
}

static Value* select(EmitContext& e, const ir::Expr& x, const ir::Select& s) {
  Value* c = emit_expr(e, s.condition);
  if (must_be_lazy(*s.yes) || must_be_lazy(*s.no)) return lazy(e, x, c, s.yes, s.no);
  Value* yes = emit_expr(e, s.yes);
  return e.b.CreateSelect(c, yes, emit_expr(e, s.no));
}

static Value* logic(EmitContext& e, const ir::Expr& x, const ir::Binary& n) {
  const bool is_and = n.op == ir::BinaryOp::And;
  Value* a = emit_expr(e, n.a);
  if (!must_be_lazy(*n.b)) {
    Value* other = emit_expr(e, n.b);
    return is_and ? e.b.CreateAnd(a, other) : e.b.CreateOr(a, other);
  }
  const ir::ExprP constant = ir::bool_const(!is_and);
  return is_and ? lazy(e, x, a, n.b, constant) : lazy(e, x, a, constant, n.b);
}

static Value* math(EmitContext& e, const ir::Math& m, Elem type) {
  std::vector<Value*> args;
  for (const auto& a : m.args) args.push_back(emit_expr(e, a));
  return e.b.CreateCall(math_function(e.b.module, math_name(m.fn), int(args.size()), e.b.value_type(type)), args);
}

static Value* binary(EmitContext& e, const ir::Binary& n, Elem type) {
  Value* x = emit_expr(e, n.a);
  Value* y = emit_expr(e, n.b);
  if (n.op >= ir::BinaryOp::Eq) return compare(e.b, n.op, x, y, n.a->type);
  if (is_float(type)) return float_binary(e.b, n.op, x, y);
  InstructionBuilder::Body on_zero;
  if (n.site != ir::kNoSite) on_zero = [&] { emit_fail(e, n.site, x, e.b.i64(0), e.b.i64(0)); };
  return int_binary(e.b, n.op, n.a->type == Elem::Bool, x, y, on_zero);
}

Value* emit_expr(EmitContext& e, const ir::Expr& x) {
  struct V {
    EmitContext& e;
    const ir::Expr& x;
    Value* operator()(const ir::ConstInt& n) {
      return x.type == Elem::Bool ? (Value*)e.b.getInt1(n.value != 0) : e.b.i64(n.value);
    }
    Value* operator()(const ir::ConstFloat& n) { return llvm::ConstantFP::get(e.b.value_type(x.type), n.value); }
    Value* operator()(const ir::VarRef& n) { return variable_value(e, n.var); }
    Value* operator()(const ir::Unary& n) { return unary(e.b, n.op, n.a->type, x.type, emit_expr(e, n.a)); }
    Value* operator()(const ir::Binary& n) {
      if (n.op == ir::BinaryOp::And || n.op == ir::BinaryOp::Or) return logic(e, x, n);
      return binary(e, n, x.type);
    }
    Value* operator()(const ir::Fma& n) {
      Value* a = emit_expr(e, n.a);
      Value* b = emit_expr(e, n.b);
      return e.b.call(llvm::Intrinsic::fma, {a->getType()}, {a, b, emit_expr(e, n.c)});
    }
    Value* operator()(const ir::Select& n) { return select(e, x, n); }
    Value* operator()(const ir::Cast& n) { return convert(e.b, n.to, n.a->type, emit_expr(e, n.a)); }
    Value* operator()(const ir::Math& n) { return math(e, n, x.type); }
    Value* operator()(const ir::Load& n) { return emit_load(e, n.access); }
    Value* operator()(const ir::Extent& n) { return array_extent(e, n.array, n.dim); }
    Value* operator()(const ir::Builtin& n) { return e.target.builtin(e, n.kind, n.axis); }
    Value* operator()(const ir::Shuffle& n) { return e.target.shuffle(e, n, x.type); }
    Value* operator()(const ir::Ballot& n) { return e.target.ballot(e, n); }
    Value* operator()(const ir::ActiveMask&) { return e.target.active_mask(e); }
  };
  return std::visit(V{e, x}, x.node);
}

}  // namespace qc::codegen
