// Elementwise built-ins of one argument. The elementary functions are those of loops, bit for bit
// (codegen/host_math.h).
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "host/arrays/elementwise.h"
#include "host/arrays/tree_fold.h"
#include "host/arrays/typed_map.h"
#include "host/builtins/complex_blocks.h"
#include "host/builtins/families.h"
#include "host/device/device_arrays.h"
#include "value/complex_math.h"

namespace qc::host {

namespace {

using ir::MathFn;

[[noreturn]] void no_complex_form(const CallContext& c, const char* name) {
  fail("Q0301", c.span, fmt::format("'{}' is not defined for complex numbers", name));
}

// The function of the argument's floats; of complex numbers an error.
template <class F>
Results on_reals(CallContext& c, Args& a, const char* name, const F& f) {
  want_arguments(c, a, name, 1, 1);
  return {map_typed<true>(c, a[0], [&](auto x) {
    if constexpr (is_complex_v<decltype(x)>) {
      no_complex_form(c, name);
      return x.real();
    } else
      return f(x);
  })};
}

#define QC_REAL(name, fn)                               \
  Results name(CallContext& c, Args& a) {               \
    return on_reals(c, a, #name, [](auto x) {           \
      if constexpr (std::is_same_v<decltype(x), float>) \
        return host_math(MathFn::fn, x);                \
      else                                              \
        return host_math(MathFn::fn, double(x));        \
    });                                                 \
  }
QC_REAL(erf, Erf)
QC_REAL(erfc, Erfc)
QC_REAL(lgamma, Lgamma)
QC_REAL(tgamma, Tgamma)
#undef QC_REAL

// The function on floats, and its complex form.
template <class Real, class Complex>
Results on_numbers(CallContext& c, Args& a, const char* name, const Real& real, const Complex& complex) {
  want_arguments(c, a, name, 1, 1);
  return {map_typed<true>(c, a[0], [&](auto x) {
    if constexpr (is_complex_v<decltype(x)>)
      return complex(x);
    else if constexpr (std::is_same_v<decltype(x), std::int64_t>)
      return real(double(x));
    else
      return real(x);
  })};
}
#define QC_BOTH(name, fn, complex)                                                                     \
  Results name(CallContext& c, Args& a) {                                                              \
    if (a.size() == 1)                                                                                 \
      if (auto v = complex_blocks(MathFn::fn, c, a[0])) return {*v};                                   \
    return on_numbers(                                                                                 \
        c, a, #name, [](auto x) { return host_math(MathFn::fn, x); }, [](auto z) { return complex; }); \
  }
QC_BOTH(exp, Exp, complex_exp(z))
QC_BOTH(log, Log, complex_log(z))
QC_BOTH(sin, Sin, complex_sin(z))
QC_BOTH(cos, Cos, complex_cos(z))
QC_BOTH(sinh, Sinh, complex_sinh(z))
QC_BOTH(cosh, Cosh, complex_cosh(z))
QC_BOTH(tan, Tan, complex_form(MathFn::Tan, z))
QC_BOTH(tanh, Tanh, complex_form(MathFn::Tanh, z))
QC_BOTH(asin, Asin, complex_form(MathFn::Asin, z))
QC_BOTH(acos, Acos, complex_form(MathFn::Acos, z))
QC_BOTH(atan, Atan, complex_form(MathFn::Atan, z))
QC_BOTH(asinh, Asinh, complex_form(MathFn::Asinh, z))
QC_BOTH(acosh, Acosh, complex_form(MathFn::Acosh, z))
QC_BOTH(atanh, Atanh, complex_form(MathFn::Atanh, z))
QC_BOTH(exp2, Exp2, complex_exp2(z))
QC_BOTH(log2, Log2, complex_log2(z))
QC_BOTH(log10, Log10, complex_log10(z))
#undef QC_BOTH

Results sqrt_(CallContext& c, Args& a) {
  return on_numbers(
      c, a, "sqrt", [](auto x) { return std::sqrt(x); }, [](auto z) { return complex_sqrt(z); });
}
Results rsqrt(CallContext& c, Args& a) {
  return on_numbers(
      c, a, "rsqrt", [](auto x) { return 1 / std::sqrt(x); },
      [](auto z) { return complex_over(decltype(z)(1), complex_sqrt(z)); });
}
Results frac(CallContext& c, Args& a) {
  return on_reals(c, a, "frac", [](auto x) { return x - std::floor(x); });
}
Results saturate(CallContext& c, Args& a) {
  return on_reals(c, a, "saturate", [](auto x) {
    using T = decltype(x);
    const T low = Extreme<true>{}(x, T(0));
    return Extreme<false>{}(low, T(1));
  });
}
// n! as a float: gamma(n + 1), exact products for whole numbers.
Results factorial(CallContext& c, Args& a) {
  return on_reals(c, a, "factorial", [](auto x) {
    using T = decltype(x);
    if (!(x >= 0) || std::floor(x) != x) return std::numeric_limits<T>::quiet_NaN();
    double product = 1;
    for (double k = 2; k <= double(x) && std::isfinite(product); ++k) product *= k;
    return T(product);
  });
}

// Rounding functions leave ints as they are and round both parts of a complex number.
template <class F>
Results rounding(CallContext& c, Args& a, const char* name, const F& f) {
  want_arguments(c, a, name, 1, 1);
  return {map_typed<false>(c, a[0], [&](auto x) {
    using T = decltype(x);
    if constexpr (is_complex_v<T>)
      return T(f(x.real()), f(x.imag()));
    else if constexpr (std::is_same_v<T, std::int64_t>)
      return x;
    else
      return f(x);
  })};
}
Results floor_(CallContext& c, Args& a) {
  return rounding(c, a, "floor", [](auto x) { return std::floor(x); });
}
Results ceil_(CallContext& c, Args& a) {
  return rounding(c, a, "ceil", [](auto x) { return std::ceil(x); });
}
Results round_(CallContext& c, Args& a) {
  return rounding(c, a, "round", [](auto x) { return std::round(x); });
}  // half away from zero
Results trunc_(CallContext& c, Args& a) {
  return rounding(c, a, "trunc", [](auto x) { return std::trunc(x); });
}

Results abs_(CallContext& c, Args& a) {
  want_arguments(c, a, "abs", 1, 1);
  if (auto* p = std::get_if<ArrayP>(&a[0].v); p && (*p)->complex)
    return with_elements(*p, [&](auto in) -> Results {
      using T = std::remove_const_t<typename decltype(in)::element_type>;
      if constexpr (!is_complex_v<T>)
        return {};
      else {
        ArrayP out = array_like<typename T::value_type>(**p);
        complex_sizes(in.data(), static_cast<typename T::value_type*>(out->buffer->host_overwrite()), (*p)->count());
        return {Value(out)};
      }
    });
  return {map_typed<false>(c, a[0], [](auto x) {
    using T = decltype(x);
    if constexpr (is_complex_v<T>)
      return complex_abs(x);
    else if constexpr (std::is_same_v<T, std::int64_t>)
      return x < 0 ? std::int64_t(0 - std::uint64_t(x)) : x;
    else
      return std::fabs(x);
  })};
}
Results sign(CallContext& c, Args& a) {  // of a complex number: z / abs(z)
  want_arguments(c, a, "sign", 1, 1);
  return {map_typed<false>(c, a[0], [](auto x) -> decltype(x) {
    using T = decltype(x);
    if constexpr (is_complex_v<T>)
      return x == T(0) ? x : x / complex_abs(x);
    else if constexpr (std::is_same_v<T, std::int64_t>)
      return (x > 0) - (x < 0);
    else
      return std::isnan(x) ? x : T((x > 0) - (x < 0));
  })};
}

// Tests are true of a complex number when they are of one of its parts, isfinite when of both.
template <class F>
Results test(CallContext& c, Args& a, const char* name, bool both, const F& f) {
  want_arguments(c, a, name, 1, 1);
  return {map_typed<false>(c, a[0], [&](auto x) -> bool {
    if constexpr (is_complex_v<decltype(x)>)
      return both ? f(double(x.real())) && f(double(x.imag())) : f(double(x.real())) || f(double(x.imag()));
    else
      return f(double(x));
  })};
}
Results isnan_(CallContext& c, Args& a) {
  return test(c, a, "isnan", false, [](double x) { return std::isnan(x); });
}
Results isinf_(CallContext& c, Args& a) {
  return test(c, a, "isinf", false, [](double x) { return std::isinf(x); });
}
Results isfinite_(CallContext& c, Args& a) {
  return test(c, a, "isfinite", true, [](double x) { return std::isfinite(x); });
}

Results not_(CallContext& c, Args& a) {
  want_arguments(c, a, "not", 1, 1);
  const Number kind = kind_of(c, a[0]);
  if (is_float(kind.type)) fail("Q0301", c.span, "'not' works on integers", "for conditions write !x");
  const bool logic =
      std::holds_alternative<ArrayP>(a[0].v) ? std::get<ArrayP>(a[0].v)->elem == Elem::Bool : kind.type == Elem::Bool;
  if (logic) return {map_typed<false>(c, a[0], [](auto x) -> bool { return x == decltype(x)(0); })};
  return {map_typed<false>(c, a[0], [](auto x) -> std::int64_t {
    if constexpr (std::is_same_v<decltype(x), std::int64_t>)
      return ~x;
    else
      return 0;
  })};
}

// ---- complex numbers and their parts ------------------------------------------------------------------------------

Results real_(CallContext& c, Args& a) {
  want_arguments(c, a, "real", 1, 1);
  return {map_typed<false>(c, a[0], [](auto x) {
    if constexpr (is_complex_v<decltype(x)>)
      return x.real();
    else
      return x;
  })};
}
Results imag_(CallContext& c, Args& a) {
  want_arguments(c, a, "imag", 1, 1);
  return {map_typed<false>(c, a[0], [](auto x) {
    if constexpr (is_complex_v<decltype(x)>)
      return x.imag();
    else
      return decltype(x)(0);
  })};
}
Results conj_(CallContext& c, Args& a) {
  want_arguments(c, a, "conj", 1, 1);
  return {map_typed<false>(c, a[0], [](auto x) -> decltype(x) {
    if constexpr (is_complex_v<decltype(x)>)
      return {x.real(), -x.imag()};
    else
      return x;
  })};
}
// The angle in (-pi, pi]; of a negative real number pi.
Results angle(CallContext& c, Args& a) {
  if (a.size() == 1)
    if (auto v = complex_blocks(MathFn::Atan2, c, a[0])) return {*v};
  return on_numbers(
      c, a, "angle", [](auto x) { return host_math(MathFn::Atan2, decltype(x)(0), x); },
      [](auto z) { return complex_angle(z); });
}
// Of two arrays of floats, where one lies on a GPU: each part is copied there.
std::optional<Value> complex_there(const Value& re, const Value& im) {
  auto *x = std::get_if<ArrayP>(&re.v), *y = std::get_if<ArrayP>(&im.v);
  const bool alike = x && y && (*x)->dims == (*y)->dims && (*x)->elem == (*y)->elem &&
                     ((*x)->elem == Elem::F32 || (*x)->elem == Elem::F64) && !(*x)->fixed && !(*y)->fixed;
  if (!alike) return {};
  const std::int64_t n = (*x)->count();
  runtime::Device* device = moved_on(**x, n);
  if (!device) device = moved_on(**y, n);
  if (!device) return {};
  const ArrayP z = make_array((*x)->elem, (*x)->dims, false, true);
  Array parts = *z;
  parts.complex = false;
  parts.dims = {2 * n};
  copy_on(*device, **x, {0, {1}}, parts, {0, {2}}, {n});
  copy_on(*device, **y, {0, {1}}, parts, {1, {2}}, {n});
  return Value(z);
}

// complex(re), complex(re, im): element by element.
Results complex(CallContext& c, Args& a) {
  want_arguments(c, a, "complex", 1, 2);
  if (a.size() == 1)
    return {map_typed<true>(c, a[0], [](auto x) {
      if constexpr (is_complex_v<decltype(x)>)
        return x;
      else if constexpr (std::is_same_v<decltype(x), float>)
        return std::complex<float>(x, 0);
      else
        return std::complex<double>(double(x), 0);
    })};
  if (kind_of(c, a[0]).complex || kind_of(c, a[1]).complex)
    fail("Q0301", c.span, "the parts of a complex number are real");
  if (auto there = complex_there(a[0], a[1])) return {*there};
  return {zip_typed<true>(c, a[0], a[1], [](auto x, auto y) {
    if constexpr (is_complex_v<decltype(x)>)
      return x;
    else if constexpr (std::is_same_v<decltype(x), float>)
      return std::complex<float>(x, y);
    else
      return std::complex<double>(double(x), double(y));
  })};
}
Results isreal(CallContext& c, Args& a) {
  want_arguments(c, a, "isreal", 1, 1);
  const bool number = std::holds_alternative<ArrayP>(a[0].v) || std::holds_alternative<Number>(a[0].v) ||
                      std::holds_alternative<Pending>(a[0].v);
  return {Value(Number::boolean(number && !kind_of(c, a[0]).complex))};
}
Results iscomplex(CallContext& c, Args& a) {
  want_arguments(c, a, "iscomplex", 1, 1);
  const bool number = std::holds_alternative<ArrayP>(a[0].v) || std::holds_alternative<Number>(a[0].v);
  return {Value(Number::boolean(number && kind_of(c, a[0]).complex))};
}

}  // namespace

const BuiltinTable& math_builtins() {
  static const BuiltinTable table = {{"exp", exp},
                                     {"exp2", exp2},
                                     {"log", log},
                                     {"log2", log2},
                                     {"log10", log10},
                                     {"sin", sin},
                                     {"cos", cos},
                                     {"tan", tan},
                                     {"asin", asin},
                                     {"acos", acos},
                                     {"atan", atan},
                                     {"sinh", sinh},
                                     {"cosh", cosh},
                                     {"tanh", tanh},
                                     {"asinh", asinh},
                                     {"acosh", acosh},
                                     {"atanh", atanh},
                                     {"erf", erf},
                                     {"erfc", erfc},
                                     {"lgamma", lgamma},
                                     {"tgamma", tgamma},
                                     {"gamma", tgamma},
                                     {"sqrt", sqrt_},
                                     {"rsqrt", rsqrt},
                                     {"frac", frac},
                                     {"saturate", saturate},
                                     {"factorial", factorial},
                                     {"floor", floor_},
                                     {"ceil", ceil_},
                                     {"round", round_},
                                     {"trunc", trunc_},
                                     {"fix", trunc_},
                                     {"abs", abs_},
                                     {"sign", sign},
                                     {"isnan", isnan_},
                                     {"isinf", isinf_},
                                     {"isfinite", isfinite_},
                                     {"not", not_},
                                     {"real", real_},
                                     {"imag", imag_},
                                     {"conj", conj_},
                                     {"angle", angle},
                                     {"arg", angle},
                                     {"complex", complex},
                                     {"isreal", isreal},
                                     {"iscomplex", iscomplex}};
  return table;
}

}  // namespace qc::host
