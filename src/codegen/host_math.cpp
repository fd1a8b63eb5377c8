// The elementary functions compiled for the host when the compiler is built; see cmake/llvm.cmake.
#include "codegen/host_math.h"

extern "C" {
#define QC_ONE(symbol)              \
  float qc_Z##symbol##f(float);     \
  double qc_Z##symbol##d(double);
QC_ONE(3exp) QC_ONE(4exp2) QC_ONE(3log) QC_ONE(4log2) QC_ONE(5log10) QC_ONE(3sin) QC_ONE(3cos) QC_ONE(3tan)
QC_ONE(4asin) QC_ONE(4acos) QC_ONE(4atan) QC_ONE(4sinh) QC_ONE(4cosh) QC_ONE(4tanh) QC_ONE(5asinh) QC_ONE(5acosh)
QC_ONE(5atanh) QC_ONE(3erf) QC_ONE(4erfc) QC_ONE(6lgamma) QC_ONE(6tgamma)
#undef QC_ONE
float qc_Z3powff(float, float);
double qc_Z3powdd(double, double);
float qc_Z5atan2ff(float, float);
double qc_Z5atan2dd(double, double);
}

namespace qc {

// The order of ir::MathFn; pow and atan2 are apart.
#define QC_TABLE(suffix)                                                                                           \
  {qc_Z3exp##suffix, qc_Z4exp2##suffix, qc_Z3log##suffix, qc_Z4log2##suffix, qc_Z5log10##suffix, nullptr,           \
   qc_Z3sin##suffix, qc_Z3cos##suffix, qc_Z3tan##suffix, qc_Z4asin##suffix, qc_Z4acos##suffix, qc_Z4atan##suffix,   \
   nullptr, qc_Z4sinh##suffix, qc_Z4cosh##suffix, qc_Z4tanh##suffix, qc_Z5asinh##suffix, qc_Z5acosh##suffix,        \
   qc_Z5atanh##suffix, qc_Z3erf##suffix, qc_Z4erfc##suffix, qc_Z6lgamma##suffix, qc_Z6tgamma##suffix}

float host_math(ir::MathFn fn, float x, float y) {
  static constexpr float (*table[])(float) = QC_TABLE(f);
  if (fn == ir::MathFn::Pow) return qc_Z3powff(x, y);
  if (fn == ir::MathFn::Atan2) return qc_Z5atan2ff(x, y);
  return table[int(fn)](x);
}

double host_math(ir::MathFn fn, double x, double y) {
  static constexpr double (*table[])(double) = QC_TABLE(d);
  if (fn == ir::MathFn::Pow) return qc_Z3powdd(x, y);
  if (fn == ir::MathFn::Atan2) return qc_Z5atan2dd(x, y);
  return table[int(fn)](x);
}
#undef QC_TABLE

}  // namespace qc
