// The function of a module that writes a failure into its record (kernel_interface.h).
#pragma once
#include "codegen/emit/instruction_builder.h"

namespace qc::codegen {

// void qc_fail(record, order, site, v0, v1, v2), made when it is first asked for. record: the type of the record's
// address; scope: of atomics of the whole device. Only a failing thread calls it, so it may be slow.
llvm::Function* fail_function(llvm::Module& module, llvm::Type* record, llvm::StringRef scope);

}  // namespace qc::codegen
