// The elementary functions for host statements: the same implementation, and so the same bits, as in loops and on the
// GPU.
#pragma once
#include <cstdint>

#include "ir/ir.h"

namespace qc {

float host_math(ir::MathFn fn, float x, float y = 0);  // y: second argument of pow, atan2 and hypot
double host_math(ir::MathFn fn, double x, double y = 0);

// out[i] = fn(x[i]), or fn(x[i], y[i]) of those three, for n elements; out overlaps neither. The first elements that a
// process asks for are computed one after the other, then a loop in vectors is compiled: the bits are the same. May be
// called from any thread.
void host_math(ir::MathFn fn, float* out, const float* x, const float* y, std::int64_t n);
void host_math(ir::MathFn fn, double* out, const double* x, const double* y, std::int64_t n);

}  // namespace qc
