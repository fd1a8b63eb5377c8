// Lanes that fail: loops that may fail are vectors, and what is recorded is what one iteration after the other records.
#include <doctest/doctest.h>

#include <algorithm>

#include "codegen/effort.h"
#include "kernels.h"

using namespace kernels;

namespace {

constexpr int kLanes = 300;  // whole vectors and some more

// y[t] = 2*x[t]; fails with 3*t where x[t] < 0, then where x[t] > 9.
struct Failing {
  Maker m{"failing", kLanes};
  SiteId low, high;
  std::vector<float> y = std::vector<float>(kLanes);
  Failing() {
    const ArrayId x = m.global("x", Elem::F32), y = m.global("y", Elem::F32);
    low = m.f.add_site({Site::Kind::Error, {}, "low"});
    high = m.f.add_site({Site::Kind::Error, {}, "high"});
    m.f.order = m.f.add_var("order", Elem::I64);
    const ExprP value = m.get(at(x, {tid()})), told = mul(tid(), num(3));
    m.f.body = {set(m.f.order, tid()), when(lt(value, float_const(0, Elem::F32)), {{Fail{low, {told}}, {}}}),
                when(lt(float_const(9, Elem::F32), value), {{Fail{high, {told}}, {}}}),
                put(at(y, {tid()}), mul(value, float_const(2, Elem::F32)))};
  }
  FailureRecord of(std::vector<float> x) {
    FailureRecord record{INT64_MAX, 0, 0, {}};
    Arguments args;
    args.array(x).array(y).pointer(&record);
    run(compiled(m.f), args, grid(1, kLanes));
    return record;
  }
};

}  // namespace

#ifdef __x86_64__
TEST_CASE("a loop that may fail is made of vectors") {
  const FullEffort effort;
  const auto text = emit_text(Failing().m.f, EmitStage::LlvmHost);
  REQUIRE(std::holds_alternative<std::string>(text));
  const std::string& llvm = std::get<std::string>(text);
  CHECK(llvm.find(" x float>") != std::string::npos);
  CHECK(llvm.find("qc.fails") != std::string::npos);
}
#endif

TEST_CASE("of lanes that fail the lowest iteration is recorded, and its first failure") {
  const FullEffort effort;
  std::vector<float> x(kLanes);
  for (int t = 0; t < kLanes; ++t) x[std::size_t(t)] = float(t % 7);
  Failing none;
  CHECK(none.of(x).order == INT64_MAX);
  CHECK(none.y[299] == 2 * float(299 % 7));

  const auto recorded = [&](std::vector<std::pair<int, float>> others) {
    std::vector<float> changed = x;
    for (const auto& [t, value] : others) changed[std::size_t(t)] = value;
    return Failing().of(changed);
  };
  const Failing sites;
  for (const int first : {0, 5, 64, 131, 299}) {
    CAPTURE(first);
    const FailureRecord r = recorded({{first, -3.f}, {std::min(first + 1, 299), -3.f}, {299, -3.f}});
    CHECK(r.order == first);
    CHECK(r.site == sites.low);
    CHECK(r.values[0] == 3 * first);
    CHECK(r.lock == 0);
  }
  // What the text meets later in a lower iteration comes before what it meets first in a higher one.
  const FailureRecord later = recorded({{17, 12.f}, {18, -1.f}, {140, -2.f}});
  CHECK(later.order == 17);
  CHECK(later.site == sites.high);
  CHECK(later.values[0] == 51);
}

namespace {

// y[t] = x[p[t]]; fails where p[t] is no place of x.
FailureRecord gathered(std::vector<float> x, std::vector<std::int32_t> p, std::vector<float>& y) {
  Maker m{"gathered", kLanes};
  const ArrayId from = m.global("x", Elem::F32), places = m.global("p", Elem::I32), to = m.global("y", Elem::F32);
  const SiteId outside = m.f.add_site({Site::Kind::OutOfRange, {}, "x"});
  m.f.order = m.f.add_var("order", Elem::I64);
  m.f.body = {set(m.f.order, tid()),
              put(at(to, {tid()}), m.get(at(from, {m.get(at(places, {tid()}))}, Boundary::Checked, outside)))};
  FailureRecord record{INT64_MAX, 0, 0, {}};
  Arguments args;
  args.array(x).array(p).array(y).pointer(&record);
  run(compiled(m.f), args, grid(1, kLanes));
  return record;
}

}  // namespace

TEST_CASE("what places give is read where they are inside, whatever other lanes do") {
  const FullEffort effort;
  std::vector<float> x(1000), y(kLanes);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = float(k);
  std::vector<std::int32_t> p(kLanes);
  for (int t = 0; t < kLanes; ++t) p[std::size_t(t)] = t * 37 % 1000;
  CHECK(gathered(x, p, y).order == INT64_MAX);
  for (int t = 0; t < kLanes; ++t) CHECK(y[std::size_t(t)] == float(t * 37 % 1000));
  for (const std::int32_t outside : {-1, 1000, INT32_MIN, INT32_MAX})
    for (const int first : {0, 6, 127, 299}) {
      std::vector<std::int32_t> changed = p;
      changed[std::size_t(first)] = changed[299] = outside;
      const FailureRecord r = gathered(x, changed, y);
      CHECK(r.order == first);
      CHECK(r.values[0] == outside);
    }
  // No place is inside an array of no elements.
  CHECK(gathered({}, p, y).order == 0);
}
