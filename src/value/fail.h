// Short ways to throw the evaluator's errors.
#pragma once
#include <string>

#include "support/diagnostic.h"

namespace qc::host {

// Throws a ProgramError of this one error. help: what to do about it; may be empty.
[[noreturn]] inline void fail(Code code, Span span, std::string message, std::string help = "") {
  throw ProgramError(Diagnostic{code, Severity::Error, span, std::move(message), std::move(help), {}});
}

}  // namespace qc::host
