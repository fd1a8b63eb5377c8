// Expressions: leaves, lazy operators, elementary functions.
#include <llvm/IR/Intrinsics.h>

#include "codegen/emitter.h"
#include "ir/build.h"
#include "support/diagnostic.h"

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

struct MathEntry {
  ir::MathFn fn;
  const char* name;
  int arity;
};
constexpr MathEntry kMath[] = {
    {ir::MathFn::Exp, "exp", 1},       {ir::MathFn::Exp2, "exp2", 1},     {ir::MathFn::Log, "log", 1},
    {ir::MathFn::Log2, "log2", 1},     {ir::MathFn::Log10, "log10", 1},   {ir::MathFn::Pow, "pow", 2},
    {ir::MathFn::Sin, "sin", 1},       {ir::MathFn::Cos, "cos", 1},       {ir::MathFn::Tan, "tan", 1},
    {ir::MathFn::Asin, "asin", 1},     {ir::MathFn::Acos, "acos", 1},     {ir::MathFn::Atan, "atan", 1},
    {ir::MathFn::Atan2, "atan2", 2},   {ir::MathFn::Sinh, "sinh", 1},     {ir::MathFn::Cosh, "cosh", 1},
    {ir::MathFn::Tanh, "tanh", 1},     {ir::MathFn::Asinh, "asinh", 1},   {ir::MathFn::Acosh, "acosh", 1},
    {ir::MathFn::Atanh, "atanh", 1},   {ir::MathFn::Erf, "erf", 1},       {ir::MathFn::Erfc, "erfc", 1},
    {ir::MathFn::Lgamma, "lgamma", 1}, {ir::MathFn::Tgamma, "tgamma", 1}, {ir::MathFn::Hypot, "hypot", 2}};

}  // namespace

const char* math_name(ir::MathFn fn) { return kMath[int(fn)].name; }
int math_arity(ir::MathFn fn) { return kMath[int(fn)].arity; }

llvm::FunctionCallee math_function(llvm::Module& module, const char* name, int arity, llvm::Type* type) {
  const std::string_view n = name;
  const char* suffix = type->isFloatTy() ? "f" : "d";
  std::string mangled = "qc_Z" + std::to_string(n.size()) + std::string(n);
  for (int i = 0; i < arity; ++i) mangled += suffix;
  const std::vector<llvm::Type*> params(arity, type);
  return module.getOrInsertFunction(mangled, llvm::FunctionType::get(type, params, false));
}

llvm::Type* Emitter::value_type(Elem value) {
  switch (value_elem(value)) {
    case Elem::Bool:
      return b.getInt1Ty();
    case Elem::F32:
      return b.getFloatTy();
    case Elem::F64:
      return b.getDoubleTy();
    default:
      return b.getInt64Ty();
  }
}

llvm::Type* Emitter::memory_type(Elem elem) {
  switch (elem) {
    case Elem::F16:
      return b.getHalfTy();
    case Elem::F32:
      return b.getFloatTy();
    case Elem::F64:
      return b.getDoubleTy();
    default:
      return b.getIntNTy(8 * byte_size(elem));
  }
}

Value* Emitter::zero(Elem value) { return llvm::Constant::getNullValue(value_type(value)); }

Value* Emitter::var_ref(ir::VarId v) {
  if (const ir::Expr* d = target.definition(v)) return expr(*d);
  const Elem type = f.vars[v].type;
  auto* load = b.CreateLoad(memory_type(type), target.variable(*this, v), f.vars[v].name);
  target.memory_access(load);
  return type == Elem::Bool ? b.CreateICmpNE(load, b.getInt8(0)) : load;
}

Value* Emitter::lazy(const ir::Expr& e, Value* condition, const ir::ExprP& yes, const ir::ExprP& no) {
  Value* v[2] = {zero(e.type), zero(e.type)};
  llvm::BasicBlock* from[2];
  auto* then_bb = new_block("yes");
  auto* else_bb = new_block("no");
  auto* end = new_block("selected");
  b.CreateCondBr(condition, then_bb, else_bb);
  b.SetInsertPoint(then_bb);
  v[0] = expr(yes);
  from[0] = b.GetInsertBlock();
  b.CreateBr(end);
  b.SetInsertPoint(else_bb);
  v[1] = expr(no);
  from[1] = b.GetInsertBlock();
  b.CreateBr(end);
  b.SetInsertPoint(end);
  auto* phi = b.CreatePHI(value_type(e.type), 2);
  phi->addIncoming(v[0], from[0]);
  phi->addIncoming(v[1], from[1]);
  return phi;
}

Value* Emitter::select(const ir::Expr& e, const ir::Select& s) {
  Value* c = expr(s.condition);
  if (must_be_lazy(*s.yes) || must_be_lazy(*s.no)) return lazy(e, c, s.yes, s.no);
  Value* yes = expr(s.yes);
  return b.CreateSelect(c, yes, expr(s.no));
}

Value* Emitter::logic(const ir::Expr& e, const ir::Binary& n) {
  const bool is_and = n.op == ir::BinaryOp::And;
  Value* a = expr(n.a);
  if (!must_be_lazy(*n.b)) {
    Value* other = expr(n.b);
    return is_and ? b.CreateAnd(a, other) : b.CreateOr(a, other);
  }
  const ir::ExprP constant = ir::bool_const(!is_and);
  return is_and ? lazy(e, a, n.b, constant) : lazy(e, a, constant, n.b);
}

Value* Emitter::math(const ir::Math& m, Elem type) {
  std::vector<Value*> args;
  for (const auto& a : m.args) args.push_back(expr(a));
  return b.CreateCall(math_function(module, math_name(m.fn), int(args.size()), value_type(type)), args);
}

Value* Emitter::extent(ir::ArrayId a, int dim) {
  const ir::Array& array = f.arrays[a];
  if (dim < 0) return count(a);
  if (!array.dims.empty() && array.space != ir::Space::Global) return i64(array.dims.at(dim));
  if (!array.dynamic_dims.empty()) return expr(array.dynamic_dims.at(dim));
  return args.extents.at(a).at(dim);
}

Value* Emitter::count(ir::ArrayId a) {
  Value* n = nullptr;
  for (int d = 0; d < f.arrays[a].rank; ++d) n = n ? b.CreateMul(n, extent(a, d), "", true, true) : extent(a, d);
  return n ? n : i64(1);
}

Value* Emitter::expr(const ir::Expr& e) {
  struct V {
    Emitter& m;
    const ir::Expr& e;
    Value* operator()(const ir::ConstInt& n) {
      return e.type == Elem::Bool ? (Value*)m.b.getInt1(n.value != 0) : m.i64(n.value);
    }
    Value* operator()(const ir::ConstFloat& n) { return llvm::ConstantFP::get(m.value_type(e.type), n.value); }
    Value* operator()(const ir::VarRef& n) { return m.var_ref(n.var); }
    Value* operator()(const ir::Unary& n) { return m.unary(n, e.type); }
    Value* operator()(const ir::Binary& n) {
      if (n.op == ir::BinaryOp::And || n.op == ir::BinaryOp::Or) return m.logic(e, n);
      return m.binary(n, e.type);
    }
    Value* operator()(const ir::Fma& n) {
      Value* x = m.expr(n.a);
      Value* y = m.expr(n.b);
      return m.call(llvm::Intrinsic::fma, {x->getType()}, {x, y, m.expr(n.c)});
    }
    Value* operator()(const ir::Select& n) { return m.select(e, n); }
    Value* operator()(const ir::Cast& n) { return m.cast(n.to, n.a->type, m.expr(n.a)); }
    Value* operator()(const ir::Math& n) { return m.math(n, e.type); }
    Value* operator()(const ir::Load& n) { return m.load(n.access); }
    Value* operator()(const ir::Extent& n) { return m.extent(n.array, n.dim); }
    Value* operator()(const ir::Builtin& n) { return m.target.builtin(m, n.kind, n.axis); }
    Value* operator()(const ir::Shuffle& n) { return m.target.shuffle(m, n, e.type); }
    Value* operator()(const ir::Ballot& n) { return m.target.ballot(m, n); }
    Value* operator()(const ir::ActiveMask&) { return m.target.active_mask(m); }
  };
  return std::visit(V{*this, e}, e.node);
}

}  // namespace qc::codegen
