#include "lower/state/errors.h"

#include <utility>

namespace qc::lowering {

void error(Code code, Span span, std::string message, std::string help) {
  throw ProgramError(Diagnostic{code, Severity::Error, span, std::move(message), std::move(help), {}});
}

void stop(const char* code, Span span, std::string message, std::string variable) {
  throw Stop{NotLowered{code, std::move(message), span, std::move(variable), {}}};
}

}  // namespace qc::lowering
