// The elementary functions of libclc, under the names that they have in a module.
#pragma once
#include "codegen/emit/instruction_builder.h"

namespace qc::codegen {

// Declares the elementary function of a name in libclc ("exp", "pow") for a type.
llvm::FunctionCallee math_function(llvm::Module& module, const char* name, int arity, llvm::Type* type);
// That name, and the number of arguments.
const char* math_name(ir::MathFn fn);
int math_arity(ir::MathFn fn);

}  // namespace qc::codegen
