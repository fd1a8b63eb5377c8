// Functions that random programs call in their loops, and expressions that call them.
#pragma once
#include <string>

namespace qc::laws {

// Definitions of the program's own level.
std::string helper_functions();
// A lambda and a nested function of `f`, which capture a number.
std::string local_helpers();
// Kernels of warps, and what each thread of them gets, computed one by one.
std::string warp_helpers();
// The class of the record whose fields loops update, and the record of `f`: of that class, or an object.
std::string record_type(bool is_mutable);
std::string record_start(bool of_class);

}  // namespace qc::laws
