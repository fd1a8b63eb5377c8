// The larger of floats of which one is known to be no NaN.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "kernels.h"

using namespace kernels;

TEST_CASE("a chain of extremes that begins with a number looks for no NaN in it") {
  const float none = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  const std::vector<float> values{none, -none, -inf, -1, -0.f, 0.f, 1, inf};
  const int n = int(values.size() * values.size());
  Maker m("chain", n);
  const ArrayId x = m.global("x", Elem::F32), y = m.global("y", Elem::F32), z = m.global("z", Elem::F32),
                both = m.global("both", Elem::F32);
  const auto larger = [](ExprP a, ExprP b) { return binary(BinaryOp::Max, std::move(a), std::move(b)); };
  const auto number = [&](ArrayId from) {
    return larger(float_const(-double(inf), Elem::F32), m.get(at(from, {tid()})));
  };
  m.f.body = {put(at(z, {tid()}), larger(number(x), m.get(at(y, {tid()})))),
              put(at(both, {tid()}), larger(number(x), number(y)))};
#ifdef __x86_64__
  const auto text = emit_text(m.f, EmitStage::Asm);
  REQUIRE(std::holds_alternative<std::string>(text));
  CHECK(std::get<std::string>(text).find("cmpunord") == std::string::npos);
#endif
  std::vector<float> a, b, c(std::size_t(n), 7.f), d(std::size_t(n), 7.f);
  for (const float v : values)
    for (const float w : values) a.push_back(v), b.push_back(w);
  Arguments args;
  args.array(a).array(b).array(c).array(d);
  run(compiled(m.f), args, grid(1, n));
  for (std::size_t k = 0; k < a.size(); ++k) {
    CAPTURE(a[k]);
    CAPTURE(b[k]);
    // Zeros are ordered, and what is no number is ignored.
    const bool first = std::isnan(b[k]) || a[k] > b[k] || (a[k] == b[k] && std::signbit(b[k]));
    const float expected = std::isnan(a[k]) ? (std::isnan(b[k]) ? -inf : b[k]) : first ? a[k] : b[k];
    CHECK(same_bits(c[k], expected));
    CHECK(same_bits(d[k], expected));
  }
}
