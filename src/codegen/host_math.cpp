// The elementary functions compiled for the host when the compiler is built, for any x86-64 and for processors with
// fused multiply-add, where they are three times as fast and give the same bits; see cmake/llvm.cmake.
#include "codegen/host_math.h"

// clang-format off
#define QC_ONE(prefix, symbol) \
  float prefix##symbol##f(float); \
  double prefix##symbol##d(double);
#define QC_ALL(prefix) \
  QC_ONE(prefix, 3exp) QC_ONE(prefix, 4exp2) QC_ONE(prefix, 3log) QC_ONE(prefix, 4log2) QC_ONE(prefix, 5log10) \
  QC_ONE(prefix, 3sin) QC_ONE(prefix, 3cos) QC_ONE(prefix, 3tan) QC_ONE(prefix, 4asin) QC_ONE(prefix, 4acos) \
  QC_ONE(prefix, 4atan) QC_ONE(prefix, 4sinh) QC_ONE(prefix, 4cosh) QC_ONE(prefix, 4tanh) QC_ONE(prefix, 5asinh) \
  QC_ONE(prefix, 5acosh) QC_ONE(prefix, 5atanh) QC_ONE(prefix, 3erf) QC_ONE(prefix, 4erfc) QC_ONE(prefix, 6lgamma) \
  QC_ONE(prefix, 6tgamma) \
  float prefix##3powff(float, float); \
  double prefix##3powdd(double, double); \
  float prefix##5atan2ff(float, float); \
  double prefix##5atan2dd(double, double); \
  float prefix##5hypotff(float, float); \
  double prefix##5hypotdd(double, double);
// clang-format on
extern "C" {
QC_ALL(qc_Z)
QC_ALL(qc_v3_Z)
}
#undef QC_ALL
#undef QC_ONE

namespace qc {

namespace {

template <class T>
struct Functions {
  T (*one[23])(T);  // the order of ir::MathFn; those of two are apart
  T (*pow)(T, T);
  T (*atan2)(T, T);
  T (*hypot)(T, T);
};

#define QC_TABLE(prefix, suffix)                                                                     \
  {                                                                                                  \
    {prefix##3exp##suffix,                                                                           \
     prefix##4exp2##suffix,                                                                          \
     prefix##3log##suffix,                                                                           \
     prefix##4log2##suffix,                                                                          \
     prefix##5log10##suffix,                                                                         \
     nullptr,                                                                                        \
     prefix##3sin##suffix,                                                                           \
     prefix##3cos##suffix,                                                                           \
     prefix##3tan##suffix,                                                                           \
     prefix##4asin##suffix,                                                                          \
     prefix##4acos##suffix,                                                                          \
     prefix##4atan##suffix,                                                                          \
     nullptr,                                                                                        \
     prefix##4sinh##suffix,                                                                          \
     prefix##4cosh##suffix,                                                                          \
     prefix##4tanh##suffix,                                                                          \
     prefix##5asinh##suffix,                                                                         \
     prefix##5acosh##suffix,                                                                         \
     prefix##5atanh##suffix,                                                                         \
     prefix##3erf##suffix,                                                                           \
     prefix##4erfc##suffix,                                                                          \
     prefix##6lgamma##suffix,                                                                        \
     prefix##6tgamma##suffix},                                                                       \
        prefix##3pow##suffix##suffix, prefix##5atan2##suffix##suffix, prefix##5hypot##suffix##suffix \
  }
constexpr Functions<float> kAnyFloat = QC_TABLE(qc_Z, f), kV3Float = QC_TABLE(qc_v3_Z, f);
constexpr Functions<double> kAnyDouble = QC_TABLE(qc_Z, d), kV3Double = QC_TABLE(qc_v3_Z, d);
#undef QC_TABLE

template <class T>
T call(const Functions<T>& any, const Functions<T>& v3, ir::MathFn fn, T x, T y) {
  static const bool fused = __builtin_cpu_supports("x86-64-v3") != 0;
  const Functions<T>& f = fused ? v3 : any;
  if (fn == ir::MathFn::Pow) return f.pow(x, y);
  if (fn == ir::MathFn::Atan2) return f.atan2(x, y);
  if (fn == ir::MathFn::Hypot) return f.hypot(x, y);
  return f.one[int(fn)](x);
}

}  // namespace

float host_math(ir::MathFn fn, float x, float y) { return call(kAnyFloat, kV3Float, fn, x, y); }
double host_math(ir::MathFn fn, double x, double y) { return call(kAnyDouble, kV3Double, fn, x, y); }

}  // namespace qc
