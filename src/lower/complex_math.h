// Elementary functions of complex numbers in loops, made of real ones. The formulas are those of value/complex_math.h,
// which host code uses: both give the same bits.
#pragma once
#include <array>
#include <string_view>

#include "ir/ir.h"
#include "support/source.h"

namespace qc {

// Real and imaginary part of the function at re + im i, one whose form is ComplexForm::Function (sema/builtins.h); both
// parts have one float type.
std::array<ir::ExprP, 2> complex_function(std::string_view name, const ir::ExprP& re, const ir::ExprP& im, Span span);
// The absolute value: re^2 is fused with the rounded im^2.
ir::ExprP complex_size(const ir::ExprP& re, const ir::ExprP& im, Span span);

}  // namespace qc
