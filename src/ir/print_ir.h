// IR as source text of the language.
#pragma once
#include <string>

#include "ir/ir.h"

namespace qc::ir {

// A kernel as a `__kernel__` function (outputs, parameters, note, body), a loop nest as its loops. Fma prints as `c +
// a*b`, which the language fuses on reading, so that what is printed computes the same bits. `scalar` is the type that
// the word `scalar` stands for (F32, or F64 under --precision=double).
std::string print(const Function& function, Elem scalar = Elem::F32);
std::string print(const Function& function, const Expr& expr, Elem scalar = Elem::F32);

}  // namespace qc::ir
