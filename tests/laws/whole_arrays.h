// Statements on whole arrays, and the loops over elements that they stand for.
#pragma once
#include <map>
#include <string>

#include "tests/laws/expressions.h"

namespace qc::laws {

// Appends one to three such statements to the program's body.
void whole_arrays(Random& random, Program& program, std::map<std::string, Known>& known);

}  // namespace qc::laws
