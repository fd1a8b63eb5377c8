// Errors inside the library as the one who called it sees them.
#pragma once
#include "support/diagnostic.h"

namespace qc {

// At the line of the program that called the library, whose own lines become notes. Other errors stay as they are.
Diagnostic at_line_of_program(Diagnostic diagnostic, const SourceMap& sources);

}  // namespace qc
