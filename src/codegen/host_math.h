// The elementary functions for host statements: the same implementation, and so the same bits, as in loops and on the GPU.
#pragma once
#include "ir/ir.h"

namespace qc {

float host_math(ir::MathFn fn, float x, float y = 0);     // y: second argument of pow and atan2
double host_math(ir::MathFn fn, double x, double y = 0);

}  // namespace qc
