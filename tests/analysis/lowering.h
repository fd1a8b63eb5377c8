// Helpers of these tests: text in, lowered loop out, with types from the static walk.
#pragma once
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "analysis/loops/loop_plan.h"
#include "ir/build.h"
#include "ir/print_ir.h"
#include "ir/verify.h"
#include "lower/lower.h"
#include "parser/parse.h"
#include "sema/types_of_builtins.h"

namespace qc_test {

struct Text {
  qc::SourceMap sources;
  qc::ast::Program program;
  explicit Text(const std::string& text);
};

struct Result {
  std::vector<std::variant<qc::LoopNest, qc::NotLowered>> loops;  // in source order
  // The kernels of launches whose argument types the text shows, or what is wrong with them.
  std::vector<std::variant<qc::LoweredKernel, qc::Diagnostic>> kernels;
  std::set<std::string> launched;  // names of kernels that are launched
  std::vector<qc::Diagnostic> diagnostics;
  std::vector<std::string> slices;  // source text of each diagnostic's span
};
Result lower_all(const std::string& text, qc::Elem scalar = qc::Elem::F32);

// The first loop, which has to be lowered; its verifier has nothing to say.
qc::LoopNest lower_one(const std::string& text, qc::Elem scalar = qc::Elem::F32);
// The nest as text.
std::string lowered(const std::string& text, qc::Elem scalar = qc::Elem::F32);
// "R901: message" of the first loop, "" when it was lowered.
std::string refusal(const std::string& text);
// The codes of the diagnostics, "Q0201 Q0301".
std::string codes(const std::string& text);
std::string param_names(const qc::ir::Function& f);
std::string output_names(const qc::ir::Function& f);
std::string type_of_var(const qc::ir::Function& f, const std::string& name);

// The verdict, the covered loops and the accumulators: "partial i,j + s".
std::string described(const qc::LoopPlan& plan);

// A kernel of the text by name, for declared parameter types.
qc::LoweredKernel kernel(const std::string& text, const std::string& name, const std::vector<qc::Type>& types = {});

}  // namespace qc_test
