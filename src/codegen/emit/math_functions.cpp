#include "codegen/emit/math_functions.h"

namespace qc::codegen {

namespace {

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

}  // namespace qc::codegen
