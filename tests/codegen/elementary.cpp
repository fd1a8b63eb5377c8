// The functions of src/codegen/elementary.ll, as the host has them, beside the C library's in double precision.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "codegen/host_math.h"
#include "value/complex_abs.h"

using namespace qc;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity(), kNan = std::numeric_limits<float>::quiet_NaN();

float number(std::uint32_t bits) { return std::bit_cast<float>(bits); }

// In units of the last place of the exact result, those of the smallest normal number and of the largest finite one at
// the ends.
double error(float got, double exact) {
  const auto rounded = float(exact);
  if (got == rounded || (std::isnan(got) && std::isnan(rounded))) return 0;
  if (!std::isfinite(got) || !std::isfinite(rounded)) return kInf;
  int exponent = 0;
  std::frexp(exact, &exponent);
  return std::fabs(double(got) - exact) / std::ldexp(1.0, std::max(exponent, -125) - 24);
}

struct Case {
  const char* name;
  ir::MathFn fn;
  double (*exact)(double);
  std::uint32_t end;  // bits of the first argument that libclc's function answers, or the NaN's
  bool signs;
  double bound;  // as elementary.ll says
};

constexpr std::uint32_t kEnd = 0x7F800001;
const Case kCases[] = {
    {"sin", ir::MathFn::Sin, std::sin, 0x47800000, true, 1.51},
    {"cos", ir::MathFn::Cos, std::cos, 0x47800000, true, 1.53},
    {"tan", ir::MathFn::Tan, std::tan, 0x47800000, true, 2.39},
    {"cosh", ir::MathFn::Cosh, std::cosh, kEnd, true, 1.84},
    {"sinh", ir::MathFn::Sinh, std::sinh, kEnd, true, 1.78},
    {"tanh", ir::MathFn::Tanh, std::tanh, kEnd, true, 1.20},
    {"atan", ir::MathFn::Atan, std::atan, kEnd, true, 1.10},
    {"asin", ir::MathFn::Asin, std::asin, kEnd, true, 0.61},
    {"acos", ir::MathFn::Acos, std::acos, kEnd, true, 0.93},
    {"log", ir::MathFn::Log, std::log, kEnd, false, 1.24},
    {"log2", ir::MathFn::Log2, std::log2, kEnd, false, 0.58},
    {"log10", ir::MathFn::Log10, std::log10, kEnd, false, 0.62},
};

}  // namespace

TEST_CASE("elementary functions keep to the errors that their text names") {
  for (const Case& c : kCases) {
    CAPTURE(c.name);
    double worst = 0;
    float at = 0;
    for (std::uint32_t bits = 0; bits < c.end; bits += 120011) {
      for (int sign = 0; sign <= int(c.signs); ++sign) {
        const float x = sign ? -number(bits) : number(bits);
        const double e = error(host_math(c.fn, x, 0.f), c.exact(double(x)));
        if (e > worst) worst = e, at = x;
      }
    }
    CAPTURE(at);
    CHECK(worst <= c.bound);
  }
}

TEST_CASE("exp keeps to the error that its text names, and ends where floats do") {
  double worst = 0;
  for (std::uint32_t bits = 0; bits <= 0x42B17217; bits += 10007)
    for (const float x : {number(bits), -number(bits)})
      if (x >= -87.336f) worst = std::max(worst, error(host_math(ir::MathFn::Exp, x, 0.f), std::exp(double(x))));
  CHECK(worst <= 0.83);
  const auto exp = [](float x) { return host_math(ir::MathFn::Exp, x, 0.f); };
  CHECK(exp(number(0x42B17217)) < kInf);
  CHECK(exp(number(0x42B17218)) == kInf);
  CHECK(exp(kInf) == kInf);
  CHECK(exp(-87.34f) == 0);
  CHECK(exp(-kInf) == 0);
  CHECK(exp(-0.f) == 1);
  CHECK(std::isnan(exp(kNan)));
}

TEST_CASE("powers keep to the error that their text names") {
  double worst = 0;
  for (std::uint32_t bits = 0x00800000; bits < 0x7F800000; bits += 1000003) {
    for (float y : {0.5f, 2.4f, -3.7f, 1.f / 3, 17.25f, -120.f, 0.0071f, 1e-6f, -1.5e4f})
      worst = std::max(worst,
                       error(host_math(ir::MathFn::Pow, number(bits), y), std::pow(double(number(bits)), double(y))));
    const float near_one = number(0x3F800000 + bits % 0x00400000);
    worst = std::max(worst, error(host_math(ir::MathFn::Pow, near_one, 300.f), std::pow(double(near_one), 300.0)));
  }
  CHECK(worst <= 1.05);
}

TEST_CASE("elementary functions of infinities, NaNs and zeros") {
  auto same = [](float a, float b) {
    return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
  };
  for (const Case& c : kCases) {
    CAPTURE(c.name);
    for (float x : {0.f, -0.f, kInf, -kInf, kNan, number(1), -number(1), 1.f, -1.f, number(0x7F7FFFFF)}) {
      if (x == 1 || x == -1 || std::fabs(x) > 1e38f) {
        CHECK(error(host_math(c.fn, x, 0.f), c.exact(double(x))) <= 2.3);
        continue;
      }
      CAPTURE(x);
      if (x == 0 || std::isnan(x)) CHECK(same(host_math(c.fn, x, 0.f), float(c.exact(double(x)))));
    }
  }
  const float values[] = {0.f, -0.f, 1.f,    -1.f,    0.5f,  -0.5f, 2.f,   -2.f,
                          3.f, -3.f, 1e-40f, -1e-40f, 1e30f, kInf,  -kInf, kNan};
  for (float x : values)
    for (float y : values) {
      CAPTURE(x);
      CAPTURE(y);
      const double exact = std::pow(double(x), double(y));
      CHECK(error(host_math(ir::MathFn::Pow, x, y), exact) <= 1.05);
      if (exact == 0 || std::fabs(exact) == 1) CHECK(same(host_math(ir::MathFn::Pow, x, y), float(exact)));
    }
}

TEST_CASE("odd functions of doubles keep the sign of a zero") {
  using enum ir::MathFn;
  for (const auto fn : {Sin, Tan, Asin, Atan, Sinh, Tanh, Asinh, Atanh, Erf}) {
    CAPTURE(int(fn));
    CHECK(std::bit_cast<std::uint64_t>(host_math(fn, -0.0)) == 0x8000000000000000);
    CHECK(std::bit_cast<std::uint64_t>(host_math(fn, 0.0)) == 0);
  }
}

TEST_CASE("sizes neither overflow nor vanish, and are those of host code") {
  const auto check = [](auto x, auto y, double least) {
    using T = decltype(x);
    CAPTURE(x);
    CAPTURE(y);
    const T got = host_math(ir::MathFn::Hypot, x, y), here = host::size_of(x, y), exact = std::hypot(x, y);
    CHECK(std::memcmp(&got, &here, sizeof(T)) == 0);
    CHECK(
        (got == exact || std::fabs(got - exact) <= std::max(2 * std::numeric_limits<T>::epsilon() * exact, T(least))));
  };
  for (int e = -149; e <= 127; ++e)
    for (int d : {0, 1, 5, 12, 24, 60, 140})
      if (e - d >= -149)
        check(std::ldexp(1.37f, e), std::ldexp(-1.93f, e - d), 1.5e-45),
            check(std::ldexp(1.37f, e - d), std::ldexp(1.93f, e), 1.5e-45);
  for (int e = -1070; e <= 1023; e += 7)
    for (int d : {0, 3, 30, 600})
      if (e - d >= -1074) check(std::ldexp(-1.37, e), std::ldexp(1.93, e - d), 5e-324);
  CHECK(host_math(ir::MathFn::Hypot, kInf, kNan) == kInf);
  CHECK(host_math(ir::MathFn::Hypot, kNan, -kInf) == kInf);
  CHECK(std::isnan(host_math(ir::MathFn::Hypot, kNan, 1.f)));
  CHECK(host_math(ir::MathFn::Hypot, -0.f, -0.f) == 0);
}
