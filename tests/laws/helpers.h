// Functions that random programs call in their loops, and expressions that call them.
#pragma once
#include <string>

namespace qc::laws {

// Definitions of the program's own level.
std::string helper_functions();
// A lambda and a nested function of `f`, which capture a number.
std::string local_helpers();

}  // namespace qc::laws
