#include "sema/elementwise.h"

#include <algorithm>
#include <array>

namespace qc::lowering {

bool is_elementwise(const std::string& name) {
  static constexpr std::array kNames{"abs",   "sign", "floor", "ceil",  "round", "frac", "sqrt",  "rsqrt",    "exp",
                                     "exp2",  "log",  "log2",  "log10", "sin",   "cos",  "tan",   "asin",     "acos",
                                     "atan",  "sinh", "cosh",  "tanh",  "min",   "max",  "clamp", "saturate", "atan2",
                                     "hypot", "mod",  "pow",   "real",  "imag",  "conj", "int",   "scalar",   "float"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

}  // namespace qc::lowering
