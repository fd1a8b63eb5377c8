// What ir.h promises, on the host: the edges of arithmetic, conversions, boundaries, failures.
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <thread>

#include "codegen/host_math.h"
#include "kernels.h"

using namespace kernels;

namespace {

constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min(),
                       kHigh = std::numeric_limits<std::int64_t>::max();

// y[t] = op(a[t], b[t]) for all t.
std::vector<std::int64_t> binary_ints(BinaryOp op, std::vector<std::int64_t> a, std::vector<std::int64_t> b) {
  Maker m("ints", int(a.size()));
  const ArrayId x = m.global("x", Elem::I64), z = m.global("z", Elem::I64), y = m.global("y", Elem::I64);
  m.f.body = {put(at(y, {tid()}), cast(Elem::I64, binary(op, m.get(at(x, {tid()})), m.get(at(z, {tid()})))))};
  std::vector<std::int64_t> out(a.size());
  Arguments args;
  args.array(a).array(b).array(out);
  run(compiled(m.f), args, grid(1, int(a.size())));
  return out;
}

template <class From>
std::vector<std::int64_t> to_ints(Elem from, Elem to, std::vector<From> a) {
  Maker m("casts", int(a.size()));
  const ArrayId x = m.global("x", from), y = m.global("y", Elem::I64);
  m.f.body = {put(at(y, {tid()}), cast(to, m.get(at(x, {tid()}))))};
  std::vector<std::int64_t> out(a.size());
  Arguments args;
  args.array(a).array(out);
  run(compiled(m.f), args, grid(1, int(a.size())));
  return out;
}

template <class T>
std::vector<T> floats(Elem e, BinaryOp op, std::vector<T> a, std::vector<T> b) {
  Maker m("floats", int(a.size()));
  const ArrayId x = m.global("x", e), z = m.global("z", e), y = m.global("y", e);
  m.f.body = {put(at(y, {tid()}), binary(op, m.get(at(x, {tid()})), m.get(at(z, {tid()}))))};
  std::vector<T> out(a.size());
  Arguments args;
  args.array(a).array(b).array(out);
  run(compiled(m.f), args, grid(1, int(a.size())));
  return out;
}

}  // namespace

TEST_CASE("a map over a length that no block size divides") {
  Maker m("map", 256);
  const ArrayId x = m.global("x", Elem::F32), y = m.global("y", Elem::F32);
  const VarId i = m.f.add_var("i", Elem::I64);
  m.f.body = {
      set(i, add(mul(bid(), num(256)), tid())),
      when(lt(m[i], extent(x, 0)),
           {put(at(y, {m[i]}), fma(m.get(at(x, {m[i]})), float_const(2, Elem::F32), float_const(1, Elem::F32)))})};
  const HostKernel k = compiled(m.f);
  CHECK(k.bytes_per_thread == 0);  // the index needs no storage
  std::vector<float> a(1003), b(1003 + 8, -7);
  for (std::size_t j = 0; j < a.size(); ++j) a[j] = float(j) * 0.5f;
  Arguments args;
  args.array(a).array(b);
  run(k, args, grid(4, 256));
  bool ok = true;
  for (std::size_t j = 0; j < a.size(); ++j) ok = ok && b[j] == a[j] * 2 + 1;
  CHECK(ok);
  CHECK(b[1003] == -7);
}

TEST_CASE("integer division, remainders and shifts at their edges") {
  const std::vector<std::int64_t> a = {7, -7, 7, -7, kLowest, kLowest, 5, 0, kHigh},
                                  b = {2, 2, -2, -2, -1, 1, 0, 3, kLowest};
  using V = std::vector<std::int64_t>;
  CHECK(binary_ints(BinaryOp::DivTrunc, a, b) == V{3, -3, -3, 3, kLowest, kLowest, 0, 0, 0});
  CHECK(binary_ints(BinaryOp::DivFloor, a, b) == V{3, -4, -4, 3, kLowest, kLowest, 0, 0, -1});
  CHECK(binary_ints(BinaryOp::Mod, a, b) == V{1, -1, 1, -1, 0, 0, 0, 0, kHigh});
  CHECK(binary_ints(BinaryOp::Periodize, a, b) == V{1, 1, 1, 1, 0, 0, 0, 0, kHigh});
  const V s = {0, 1, 63, 64, 65, -1, kLowest};
  CHECK(binary_ints(BinaryOp::Shl, V(7, 3), s) == V{3, 6, kLowest, 0, 0, 0, 0});
  CHECK(binary_ints(BinaryOp::Shr, V(7, -8), s) == V{-8, -4, -1, -1, -1, -1, -1});
  CHECK(binary_ints(BinaryOp::Add, {kHigh}, {1}) == V{kLowest});
  CHECK(binary_ints(BinaryOp::Lt, {1, 2}, {2, 1}) == V{1, 0});
}

TEST_CASE("float to integer conversion truncates, saturates, and NaN gives 0") {
  using V = std::vector<std::int64_t>;
  const float inf = INFINITY, nan = NAN;
  const std::vector<float> x = {1.9f, -1.9f, 300.f, -300.f, 1e30f, -inf, nan, 255.5f};
  CHECK(to_ints(Elem::F32, Elem::I64, x) == V{1, -1, 300, -300, kHigh, kLowest, 0, 255});
  CHECK(to_ints(Elem::F32, Elem::U8, x) == V{1, 0, 255, 0, 255, 0, 0, 255});
  CHECK(to_ints(Elem::F32, Elem::I8, x) == V{1, -1, 127, -128, 127, -128, 0, 127});
  CHECK(to_ints(Elem::F32, Elem::U32, x) == V{1, 0, 300, 0, 4294967295, 0, 0, 255});
  CHECK(to_ints<double>(Elem::F64, Elem::I32, {2147483647.9, -2147483649.0, 0.5}) == V{2147483647, -2147483648ll, 0});
  CHECK(to_ints<std::int64_t>(Elem::I64, Elem::U8, {-1, 256, 255}) == V{255, 0, 255});
  CHECK(to_ints<std::int64_t>(Elem::I64, Elem::I16, {32768, -32769, 5}) == V{-32768, 32767, 5});
  CHECK(to_ints<std::uint8_t>(Elem::U8, Elem::I64, {200, 0}) == V{200, 0});
  CHECK(to_ints<std::int8_t>(Elem::I8, Elem::I64, {-56, 7}) == V{-56, 7});
}

TEST_CASE("the smaller and the larger of bytes and shorts, each used twice, in a loop of many") {
  const auto check = []<class T>(Elem e, std::vector<T> values) {
    std::vector<T> a, b;
    for (T x : values)
      for (T y : values)
        for (int k = 0; k < 5; ++k) {
          a.push_back(x);
          b.push_back(y);
        }
    Maker m("extremes", int(a.size()));
    const ArrayId x = m.global("x", e), z = m.global("z", e), y = m.global("y", Elem::I64),
                  w = m.global("w", Elem::F32);
    const ExprP p = m.get(at(x, {tid()})), q = m.get(at(z, {tid()}));
    m.f.body = {put(at(y, {tid()}), add(mul(binary(BinaryOp::Max, p, q), num(100000)), binary(BinaryOp::Min, p, q))),
                put(at(w, {tid()}), cast(Elem::F32, binary(BinaryOp::Min, binary(BinaryOp::Max, p, q), p)))};
    std::vector<std::int64_t> out(a.size());
    std::vector<float> as_float(a.size());
    Arguments args;
    args.array(a).array(b).array(out).array(as_float);
    run(compiled(m.f), args, grid(1, int(a.size())));
    bool ok = true;
    for (std::size_t i = 0; i < a.size(); ++i)
      ok = ok && out[i] == std::max(a[i], b[i]) * std::int64_t(100000) + std::min(a[i], b[i]) &&
           as_float[i] == float(a[i]);
    CHECK(ok);
  };
  check(Elem::U8, std::vector<std::uint8_t>{0, 1, 127, 128, 255});
  check(Elem::I8, std::vector<std::int8_t>{-128, -1, 0, 1, 127});
  check(Elem::U16, std::vector<std::uint16_t>{0, 1, 32767, 32768, 65535});
  check(Elem::I16, std::vector<std::int16_t>{-32768, -1, 0, 1, 32767});
}

TEST_CASE("min and max ignore NaN and order the zeros; fmod and subnormals are C's") {
  const auto check = []<class T>(Elem e, T signalling) {
    using Limits = std::numeric_limits<T>;
    std::vector<T> a, b;
    const T values[] = {0,
                        T(-0.0),
                        1,
                        -1,
                        Limits::quiet_NaN(),
                        Limits::infinity(),
                        -Limits::infinity(),
                        Limits::denorm_min(),
                        -Limits::denorm_min(),
                        signalling};
    for (T x : values)
      for (T y : values) {
        a.push_back(x);
        b.push_back(y);
      }
    const auto low = floats(e, BinaryOp::Min, a, b), high = floats(e, BinaryOp::Max, a, b);
    for (std::size_t i = 0; i < a.size(); ++i) {
      const T x = a[i], y = b[i];
      T mn, mx;
      if (x != x)
        mn = mx = y;
      else if (y != y)
        mn = mx = x;
      else if (x == 0 && y == 0) {
        mn = std::signbit(x) ? x : y;
        mx = std::signbit(x) ? y : x;
      } else {
        mn = x < y ? x : y;
        mx = x < y ? y : x;
      }
      CAPTURE(x);
      CAPTURE(y);
      CHECK((same_bits(low[i], mn) || (x != x && y != y && low[i] != low[i])));
      CHECK((same_bits(high[i], mx) || (x != x && y != y && high[i] != high[i])));
    }
  };
  check(Elem::F32, std::bit_cast<float>(0x7FA00000u));
  check(Elem::F64, std::bit_cast<double>(0x7FF4000000000000u));
  CHECK(floats<float>(Elem::F32, BinaryOp::Mul, {1e-20f}, {1e-20f})[0] == 1e-20f * 1e-20f);
  std::mt19937_64 gen(3);
  std::vector<double> p(512), q(512);
  for (auto& v : p) v = std::ldexp(double(std::int64_t(gen())), int(gen() % 40) - 60);
  for (auto& v : q) v = std::ldexp(double(std::int64_t(gen())), int(gen() % 20) - 60);
  const auto r = floats(Elem::F64, BinaryOp::Mod, p, q);
  bool ok = true;
  for (std::size_t i = 0; i < p.size(); ++i) ok = ok && same_bits(r[i], std::fmod(p[i], q[i]));
  CHECK(ok);
  std::vector<float> pf(p.begin(), p.end()), qf(q.begin(), q.end());
  const auto rf = floats(Elem::F32, BinaryOp::Mod, pf, qf);
  for (std::size_t i = 0; i < pf.size(); ++i) ok = ok && same_bits(rf[i], std::fmod(pf[i], qf[i]));
  CHECK(ok);
}

template <class T>
void check_remainders(Elem type, int quotient_bits) {
  using Limits = std::numeric_limits<T>;
  const T values[] = {0,
                      T(-0.0),
                      1,
                      -7,
                      Limits::quiet_NaN(),
                      Limits::infinity(),
                      -Limits::infinity(),
                      Limits::denorm_min(),
                      Limits::min(),
                      Limits::max(),
                      T(0.1)};
  std::vector<T> x, y;
  for (T p : values)
    for (T q : values) {
      x.push_back(p);
      y.push_back(q);
    }
  // Neighbours of multiples: their quotients round to whole numbers, up to where the short way ends and beyond.
  std::mt19937_64 gen(5);
  for (int bits = 0; bits <= quotient_bits + 2; ++bits)
    for (int k = 0; k < 16; ++k) {
      const T divisor =
          T(std::ldexp(1 + double(gen() % 1000003) / 1000003, int(gen() % 20) - 10)) * (gen() % 2 ? -1 : 1);
      const T multiple = std::round(T(std::ldexp(1 + double(gen() % 1000) / 1000, bits))) * divisor;
      for (T p : {multiple, std::nextafter(multiple, T(0)), std::nextafter(multiple, 2 * multiple)}) {
        x.push_back(p);
        y.push_back(divisor);
      }
    }
  const auto r = floats(type, BinaryOp::Mod, x, y);
  for (std::size_t i = 0; i < x.size(); ++i) {
    CAPTURE(x[i]);
    CAPTURE(y[i]);
    CHECK(same_bits(r[i], std::fmod(x[i], y[i])));
  }
}

TEST_CASE("remainders of special values, and where the quotient is nearly whole, are C's") {
  check_remainders<float>(Elem::F32, 22);
  check_remainders<double>(Elem::F64, 51);
}

TEST_CASE("elementary functions give the bits that host statements get") {
  std::mt19937_64 gen(11);
  std::vector<float> x(256), y(256);
  std::vector<double> xd(256), yd(256);
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (i % 2) {
      const auto bits = std::uint32_t(gen());
      std::memcpy(&x[i], &bits, 4);
      const std::uint64_t wide = gen();
      std::memcpy(&xd[i], &wide, 8);
    } else {
      x[i] = float(gen() % 4000) / 500.f - 4.f;
      xd[i] = double(gen() % 4000) / 500. - 4.;
    }
    y[i] = float(gen() % 4000) / 500.f - 4.f;
    yd[i] = y[i];
  }
  // One kernel for all functions: row k holds function k.
  constexpr int kCount = int(MathFn::Tgamma) + 1;
  Maker m("math", 256);
  const ArrayId ax = m.global("x", Elem::F32), ay = m.global("y", Elem::F32), ar = m.global("r", Elem::F32, 2);
  const ArrayId bx = m.global("xd", Elem::F64), by = m.global("yd", Elem::F64), br = m.global("rd", Elem::F64, 2);
  auto call = [&](MathFn fn, ArrayId p, ArrayId q, Elem e) {
    std::vector<ExprP> args = {m.get(at(p, {tid()}))};
    if (fn == MathFn::Pow || fn == MathFn::Atan2) args.push_back(m.get(at(q, {tid()})));
    return std::make_shared<const Expr>(Expr{Math{fn, args}, e, {}});
  };
  for (int k = 0; k < kCount; ++k) {
    m.f.body.push_back(put(at(ar, {num(k), tid()}), call(MathFn(k), ax, ay, Elem::F32)));
    m.f.body.push_back(put(at(br, {num(k), tid()}), call(MathFn(k), bx, by, Elem::F64)));
  }
  std::vector<float> r(kCount * 256);
  std::vector<double> rd(kCount * 256);
  Arguments args;
  args.array(x).array(y).array(r, {kCount, 256}).array(xd).array(yd).array(rd, {kCount, 256});
  run(compiled(m.f), args, grid(1, 256));
  for (int k = 0; k < kCount; ++k) {
    int differ = 0;
    for (std::size_t i = 0; i < 256; ++i) {
      differ += !same_bits(r[std::size_t(k) * 256 + i], host_math(MathFn(k), x[i], y[i]));
      differ += !same_bits(rd[std::size_t(k) * 256 + i], host_math(MathFn(k), xd[i], yd[i]));
    }
    CAPTURE(k);
    CHECK(differ == 0);
  }
  CHECK(std::abs(host_math(MathFn::Exp, 1.0) - std::exp(1.0)) < 1e-15);
  CHECK(std::abs(host_math(MathFn::Lgamma, 5.5f) - std::lgamma(5.5f)) < 1e-5f);
  CHECK(host_math(MathFn::Pow, 2.0, 10.0) == 1024.0);
  CHECK(host_math(MathFn::Atan2, 1.0f, -1.0f) == doctest::Approx(std::atan2(1.0f, -1.0f)));
}

TEST_CASE("boundary modes of reads") {
  const std::vector<std::int64_t> want_circular = {2, 0, 1, 2, 0}, want_mirror = {1, 0, 1, 2, 2},
                                  want_clamped = {0, 0, 1, 2, 2}, want_safe = {0, 10, 11, 12, 0};
  for (auto [mode, want] : {std::pair{Boundary::Circular, want_circular},
                            {Boundary::Mirror, want_mirror},
                            {Boundary::Clamped, want_clamped},
                            {Boundary::Safe, want_safe}}) {
    Maker m("boundary", 25);
    const ArrayId x = m.global("x", Elem::I32, 2), y = m.global("y", Elem::I64);
    const ExprP row = sub(binary(BinaryOp::DivTrunc, tid(), num(5)), num(1)),
                column = sub(binary(BinaryOp::Mod, tid(), num(5)), num(1));
    m.f.body = {put(at(y, {tid()}), m.get(at(x, {row, column}, mode)))};
    std::vector<std::int32_t> a = {10, 11, 12, 20, 21, 22, 30, 31, 32};
    std::vector<std::int64_t> out(25);
    Arguments args;
    args.array(a, {3, 3}).array(out);
    run(compiled(m.f), args, grid(1, 25));
    for (int r = 0; r < 5; ++r)
      for (int c = 0; c < 5; ++c) {
        std::int64_t expected = 10 * (want[std::size_t(r)] + 1) + want[std::size_t(c)];
        if (mode == Boundary::Safe) {
          const bool inside = r >= 1 && r <= 3 && c >= 1 && c <= 3;
          expected = inside ? 10 * r + c - 1 : 0;
        }
        CHECK(out[std::size_t(5 * r + c)] == expected);
      }
  }
}

TEST_CASE("of several failures the lowest order is kept, with its values") {
  Maker m("fails", 64);
  const ArrayId x = m.global("x", Elem::F32), y = m.global("y", Elem::F32);
  const VarId order = m.f.add_var("order", Elem::I64);
  const SiteId site = m.f.add_site({Site::Kind::OutOfRange, {}, "x"});
  m.f.order = order;
  m.f.body = {set(order, add(mul(bid(), num(64)), tid())),
              put(at(y, {m[order]}), m.get(at(x, {sub(num(300), m[order])}, Boundary::Checked, site)))};
  CHECK(can_fail(m.f));
  CHECK(param_layout(m.f).back() == ParamKind::Failure);
  std::vector<float> a(251, 1.f), b(256, 9.f);
  FailureRecord record{INT64_MAX, 0, 0, {}};
  Arguments args;
  args.array(a).array(b).pointer(&record);
  const HostKernel k = compiled(m.f);
  GridDims dims = grid(4, 64);
  for (std::int64_t block : {2, 3, 0, 1}) run_block(k, args, dims, block);
  CHECK(record.order == 0);
  CHECK(record.site == site);
  CHECK(record.values[0] == 300);
  CHECK(record.values[1] == 251);
  CHECK(record.values[2] == 0);
  CHECK(record.lock == 0);
  CHECK(b[0] == 0);   // a failing read is 0
  CHECK(b[50] == 1);  // 250 is inside
}

TEST_CASE("division by zero is a failure at its site and gives 0") {
  Maker m("divides", 8);
  const ArrayId x = m.global("x", Elem::I64), y = m.global("y", Elem::I64);
  const SiteId site = m.f.add_site({Site::Kind::DivisionByZero, {}, ""});
  m.f.body = {put(at(y, {tid()}), binary(BinaryOp::Mod, num(17), m.get(at(x, {tid()})), site))};
  std::vector<std::int64_t> a = {1, 2, 3, 4, 5, 0, 7, 0}, b(8, -1);
  FailureRecord record{INT64_MAX, 0, 0, {}};
  Arguments args;
  args.array(a).array(b).pointer(&record);
  run(compiled(m.f), args, grid(1, 8));
  CHECK(record.order == 5);
  CHECK(b == std::vector<std::int64_t>{0, 1, 2, 1, 2, 0, 3, 0});
}

TEST_CASE("atomics from several host threads lose nothing") {
  Maker m("count", 100);
  const ArrayId x = m.global("x", Elem::F32), n = m.global("n", Elem::I32), mx = m.global("mx", Elem::F64),
                c = m.global("c", Elem::U32), p = m.global("p", Elem::U8);
  const VarId i = m.f.add_var("i", Elem::I64);
  auto atomic = [&](AtomicOp op, ArrayId a, ExprP v) {
    return Stmt{Atomic{{}, op, at(a, {num(0)}), std::move(v), nullptr}, {}};
  };
  m.f.body = {set(i, add(mul(bid(), num(100)), tid())), atomic(AtomicOp::Add, x, float_const(1, Elem::F32)),
              atomic(AtomicOp::Add, n, num(1)),         atomic(AtomicOp::Max, mx, cast(Elem::F64, m[i])),
              atomic(AtomicOp::Inc, c, num(6)),         atomic(AtomicOp::Add, p, num(1))};
  const HostKernel k = compiled(m.f);
  std::vector<float> total(1);
  std::vector<std::int32_t> count(1);
  std::vector<double> most(1, -5);
  std::vector<std::uint32_t> wrapped(1);
  std::vector<std::uint8_t> bytes(1);
  CHECK(k.shared_bytes + k.bytes_per_thread == 0);  // so blocks may run at once in this test
  auto worker = [&](std::int64_t from) {
    Arguments args;
    args.array(total).array(count).array(most).array(wrapped).array(bytes);
    std::vector<void*> params;
    for (auto& cell : args.cells) params.push_back(&cell);
    const GridDims dims = grid(400, 100);
    for (std::int64_t b = from; b < from + 100; ++b) {
      const std::int64_t block[3] = {b, 0, 0};
      k.entry(params.data(), &dims, block, nullptr);
    }
  };
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) threads.emplace_back(worker, 100 * t);
  for (auto& t : threads) t.join();
  CHECK(total[0] == 40000);
  CHECK(count[0] == 40000);
  CHECK(most[0] == 39999);
  CHECK(wrapped[0] == 40000 % 7);
  CHECK(bytes[0] == std::uint8_t(40000));
}

TEST_CASE("lazy operators do not evaluate what is not needed") {
  Maker m("lazy", 16);
  const ArrayId x = m.global("x", Elem::I64), y = m.global("y", Elem::I64);
  const SiteId site = m.f.add_site({Site::Kind::OutOfRange, {}, "x"});
  const ExprP next = m.get(at(x, {add(tid(), num(1))}, Boundary::Checked, site));
  m.f.body = {
      put(at(y, {tid()}), cast(Elem::I64, logical_and(lt(tid(), num(15)), binary(BinaryOp::Gt, next, num(0)))))};
  std::vector<std::int64_t> a(16, 1), b(16, -1);
  FailureRecord record{INT64_MAX, 0, 0, {}};
  Arguments args;
  args.array(a).array(b).pointer(&record);
  run(compiled(m.f), args, grid(1, 16));
  CHECK(record.order == INT64_MAX);
  CHECK(b[14] == 1);
  CHECK(b[15] == 0);
}

TEST_CASE("for loops: steps, empty ranges, the ends of the integers, the last value") {
  Maker m("loops", 1);
  const ArrayId y = m.global("y", Elem::I64);
  const VarId lo = m.scalar("lo", Elem::I64), step = m.scalar("step", Elem::I64), hi = m.scalar("hi", Elem::I64);
  const VarId i = m.f.add_var("i", Elem::I64), n = m.f.add_var("n", Elem::I64);
  m.f.body = {set(n, num(0)),
              set(i, num(-77)),
              {For{i, m[lo], m[step], m[hi], {set(n, add(m[n], num(1)))}}, {}},
              put(at(y, {num(0)}), m[n]),
              put(at(y, {num(1)}), m[i])};
  const HostKernel k = compiled(m.f);
  auto check = [&](std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t count, std::int64_t last) {
    std::vector<std::int64_t> out(2);
    Arguments args;
    args.array(out).scalar(a).scalar(b).scalar(c);
    run(k, args, grid(1, 1));
    CHECK(out[0] == count);
    CHECK(out[1] == last);
  };
  check(0, 1, 9, 10, 9);
  check(0, 3, 10, 4, 9);
  check(9, -2, 0, 5, 1);
  check(5, 1, 4, 0, -77);
  check(5, 0, 9, 0, -77);
  check(kHigh - 1, 1, kHigh, 2, kHigh);
  check(kLowest, kHigh, kHigh, 3, kHigh - 1);
}
