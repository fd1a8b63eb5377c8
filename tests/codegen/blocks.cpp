// Threads of a block on the host: barriers, shared memory, two dimensions, divergence, returns, shuffles.
#include <random>

#include "kernels.h"

using namespace kernels;

TEST_CASE("a 2-D block transposes a tile through shared memory") {
  Maker m("transpose");
  m.f.rank = 2;
  const ArrayId x = m.global("x", Elem::F32, 2), y = m.global("y", Elem::F32, 2), s = m.shared("s", Elem::F32, {8, 8});
  auto row = [&](int axis) { return add(mul(bid(axis), num(8)), tid(axis)); };
  const ExprP inside = logical_and(lt(row(1), extent(x, 0)), lt(row(0), extent(x, 1)));
  const ExprP ty = add(mul(bid(0), num(8)), tid(1)), tx = add(mul(bid(1), num(8)), tid(0));
  m.f.body = {when(inside, {put(at(s, {tid(1), tid(0)}), m.get(at(x, {row(1), row(0)})))}), meet(),
              put(at(y, {ty, tx}, Boundary::Safe), m.get(at(s, {tid(0), tid(1)})))};
  constexpr int kRows = 13, kColumns = 21;
  std::vector<float> a(kRows * kColumns), b(kRows * kColumns);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = float(i);
  Arguments args;
  args.array(a, {kRows, kColumns}).array(b, {kColumns, kRows});
  GridDims d;
  d.grid[0] = 3, d.grid[1] = 2, d.block[0] = 8, d.block[1] = 8;
  run(compiled(m.f), args, d);
  bool ok = true;
  for (int r = 0; r < kRows; ++r)
    for (int c = 0; c < kColumns; ++c) ok = ok && b[std::size_t(c * kRows + r)] == a[std::size_t(r * kColumns + c)];
  CHECK(ok);
}

TEST_CASE("the classic tree with a modulus: barriers in a uniform loop, divergent work") {
  Maker m("classic", 256);
  const ArrayId x = m.global("x", Elem::I64), y = m.global("y", Elem::I64), s = m.shared("s", Elem::I64, {256});
  const VarId bit = m.f.add_var("bit", Elem::I64), total = m.f.add_var("total", Elem::I64);
  m.f.outputs = {total};
  const SiteId site = m.f.add_site({Site::Kind::DivisionByZero, {}, ""});
  const ExprP chosen = binary(BinaryOp::Eq, binary(BinaryOp::Mod, tid(), mul(m[bit], num(2)), site), num(0));
  m.f.body = {put(at(s, {tid()}), m.get(at(x, {tid()}))),
              meet(),
              set(bit, num(1)),
              loop(lt(m[bit], num(256)),
                   {when(chosen, {put(at(s, {tid()}), add(m.get(at(s, {tid()})), m.get(at(s, {add(tid(), m[bit])}))))}),
                    meet(), set(bit, mul(m[bit], num(2)))}),
              when(binary(BinaryOp::Eq, tid(), num(0)), {set(total, m.get(at(s, {num(0)})))}),
              put(at(y, {tid()}), m.get(at(s, {num(0)})))};
  std::vector<std::int64_t> a(256), b(256);
  std::int64_t want = 0;
  for (std::size_t i = 0; i < 256; ++i) want += a[i] = std::int64_t(i * i) - 1000;
  std::uint64_t slot = 99;
  FailureRecord record{INT64_MAX, 0, 0, {}};
  Arguments args;
  args.array(a).array(b).pointer(&slot).pointer(&record);
  run(compiled(m.f), args, grid(1, 256));
  CHECK(std::int64_t(slot) == want);
  CHECK(b == std::vector<std::int64_t>(256, want));
}

TEST_CASE("loops whose trip differs between threads, with break and continue") {
  Maker m("collatz", 100);
  const ArrayId y = m.global("y", Elem::I64);
  const VarId v = m.f.add_var("v", Elem::I64), n = m.f.add_var("n", Elem::I64);
  const ExprP even = binary(BinaryOp::Eq, binary(BinaryOp::BitAnd, m[v], num(1)), num(0));
  m.f.body = {
      set(v, add(tid(), num(1))), set(n, num(0)),
      loop(bool_const(true), {when(binary(BinaryOp::Eq, m[v], num(1)), {{Break{}, {}}}), set(n, add(m[n], num(1))),
                              when(even, {set(v, binary(BinaryOp::Shr, m[v], num(1))), {Continue{}, {}}}),
                              set(v, add(mul(m[v], num(3)), num(1)))}),
      put(at(y, {tid()}), m[n])};
  std::vector<std::int64_t> out(100);
  Arguments args;
  args.array(out);
  run(compiled(m.f), args, grid(1, 100));
  for (std::int64_t t = 0; t < 100; ++t) {
    std::int64_t x = t + 1, count = 0;
    while (x != 1) x = x % 2 ? 3 * x + 1 : x / 2, ++count;
    CHECK(out[std::size_t(t)] == count);
  }
}

TEST_CASE("threads that return early do nothing after a barrier") {
  Maker m("returns", 64);
  const ArrayId y = m.global("y", Elem::I64), s = m.shared("s", Elem::I64, {64});
  m.f.body = {put(at(s, {tid()}), mul(tid(), num(10))),
              when(binary(BinaryOp::Gt, binary(BinaryOp::BitAnd, tid(), num(3)), num(1)), {{Return{}, {}}}), meet(),
              put(at(y, {tid()}), m.get(at(s, {sub(num(63), tid())})))};
  std::vector<std::int64_t> out(64, -1);
  Arguments args;
  args.array(out);
  run(compiled(m.f), args, grid(1, 64));
  for (std::int64_t t = 0; t < 64; ++t) CHECK(out[std::size_t(t)] == ((t & 3) > 1 ? -1 : 10 * (63 - t)));
}

TEST_CASE("shuffles and ballots within warps, full, narrowed and masked") {
  Maker m("warps", 80);
  const ArrayId x = m.global("x", Elem::F32), y = m.global("y", Elem::F32, 2), z = m.global("z", Elem::I64, 2);
  const VarId v = m.f.add_var("v", Elem::F32), w = m.f.add_var("w", Elem::I64);
  auto ballot = [](ExprP p) { return std::make_shared<const Expr>(Expr{Ballot{std::move(p)}, Elem::I64, {}}); };
  const ExprP odd = binary(BinaryOp::Eq, binary(BinaryOp::BitAnd, tid(), num(1)), num(1));
  m.f.body = {set(v, m.get(at(x, {tid()}))),
              put(at(y, {num(0), tid()}), shuffle(ShuffleKind::Down, m[v], num(4))),
              put(at(y, {num(1), tid()}), shuffle(ShuffleKind::Up, m[v], num(3))),
              put(at(y, {num(2), tid()}), shuffle(ShuffleKind::Xor, m[v], num(1))),
              put(at(y, {num(3), tid()}), shuffle(ShuffleKind::Idx, m[v], num(7))),
              put(at(z, {num(0), tid()}), ballot(odd)),
              when(lt(tid(), num(32)),
                   {set(v, add(m[v], shuffle(ShuffleKind::Down, m[v], num(16)))), put(at(y, {num(4), tid()}), m[v])}),
              when(odd,
                   {put(at(z, {num(1), tid()}), std::make_shared<const Expr>(Expr{ActiveMask{}, Elem::I64, {}})),
                    set(w, ballot(lt(tid(), num(8)))), put(at(z, {num(2), tid()}), m[w])},
                   {put(at(z, {num(1), tid()}), num(-1))})};
  std::vector<float> a(80), b(5 * 80, -1);
  std::vector<std::int64_t> c(3 * 80, -2);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = float(i) * 1.5f;
  Arguments args;
  args.array(a).array(b, {5, 80}).array(c, {3, 80});
  run(compiled(m.f), args, grid(1, 80));
  for (int t = 0; t < 80; ++t) {
    const int warp = t / 32 * 32, lane = t % 32;
    auto pick = [&](int l) { return l >= 0 && l < 32 && warp + l < 80 ? a[std::size_t(warp + l)] : a[std::size_t(t)]; };
    CAPTURE(t);
    CHECK(b[std::size_t(t)] == pick(lane + 4));
    CHECK(b[std::size_t(80 + t)] == pick(lane - 3));
    CHECK(b[std::size_t(160 + t)] == pick(lane ^ 1));
    CHECK(b[std::size_t(240 + t)] == pick(7));
    const std::int64_t odds = warp == 64 ? 0xAAAA : 0xAAAAAAAA;
    CHECK(c[std::size_t(t)] == odds);
    if (t < 32)
      CHECK(b[std::size_t(320 + t)] == a[std::size_t(t)] + pick(lane + 16));
    else
      CHECK(b[std::size_t(320 + t)] == -1);
    CHECK(c[std::size_t(80 + t)] == (t % 2 ? odds : -1));
    CHECK(c[std::size_t(160 + t)] == (t % 2 ? (warp == 0 ? 0xAA : 0) : -2));
  }
}

TEST_CASE("Local arrays: in registers when unrolled, in memory when indexed at run time") {
  Maker m("locals", 40);
  const ArrayId x = m.global("x", Elem::F32), y = m.global("y", Elem::F32),
                r = m.shared("r", Elem::F32, {4}, Space::Local), q = m.shared("q", Elem::F32, {4}, Space::Local);
  const VarId j = m.f.add_var("j", Elem::I64), i = m.f.add_var("i", Elem::I64);
  m.f.body = {
      {For{j, num(0), num(1), num(3), {put(at(r, {m[j]}), m.get(at(x, {add(mul(tid(), num(4)), m[j])})))}, -1}, {}},
      {For{i,
           num(0),
           num(1),
           num(3),
           {put(at(q, {binary(BinaryOp::BitAnd, add(m[i], tid()), num(3))}), m.get(at(r, {m[i]})))},
           -1},
       {}},
      meet(),
      put(at(y, {tid()}), m.get(at(q, {num(0)})))};
  std::vector<float> a(160), b(40);
  for (std::size_t k = 0; k < a.size(); ++k) a[k] = float(k);
  Arguments args;
  args.array(a).array(b);
  run(compiled(m.f), args, grid(1, 40));
  for (std::size_t t = 0; t < 40; ++t) CHECK(b[t] == a[4 * t + (4 - t % 4) % 4]);
}

TEST_CASE("many threads with many values: per-thread storage leaves the stack") {
  Maker m("large", 1024);
  const ArrayId x = m.global("x", Elem::F64), y = m.global("y", Elem::F64);
  std::vector<VarId> v;
  for (int k = 0; k < 24; ++k) {
    v.push_back(m.f.add_var("v" + std::to_string(k), Elem::F64));
    m.f.body.push_back(set(v.back(), binary(BinaryOp::Mul, m.get(at(x, {tid()})), float_const(k, Elem::F64))));
  }
  m.f.body.push_back(meet());
  ExprP sum = float_const(0, Elem::F64);
  for (VarId k : v) sum = add(sum, m[k]);
  m.f.body.push_back(put(at(y, {tid()}), sum));
  const HostKernel k = compiled(m.f);
  CHECK(k.bytes_per_thread == 24 * 8);
  std::vector<double> a(1024), b(1024);
  for (std::size_t t = 0; t < a.size(); ++t) a[t] = double(t);
  Arguments args;
  args.array(a).array(b);
  run(k, args, grid(1, 1024));
  for (std::size_t t = 0; t < a.size(); ++t) CHECK(b[t] == 276.0 * double(t));
}

TEST_CASE("a thread that has got a lock runs on to where it gives it back") {
  bool left_in_the_middle = false;
  SUBCASE("the condition of the loop") {}
  SUBCASE("a break") { left_in_the_middle = true; }
  Maker m("lock", 48);
  const ArrayId lock = m.global("lock", Elem::I64), y = m.global("y", Elem::I64), n = m.global("n", Elem::I64);
  const VarId got = m.f.add_var("got", Elem::I64), k = m.f.add_var("k", Elem::I64), i = m.f.add_var("i", Elem::I64),
              rounds = m.f.add_var("rounds", Elem::I64);
  auto exchange = [&](std::optional<VarId> old, std::int64_t value) {
    return Stmt{Atomic{old, AtomicOp::Exch, at(lock, {num(0)}), num(value), nullptr}, {}};
  };
  const ExprP taken = binary(BinaryOp::Ne, m[got], num(0)), free = binary(BinaryOp::Eq, m[got], num(0));
  const Stmt wait = left_in_the_middle ? loop(bool_const(true), {exchange(got, 1), when(free, {{Break{}, {}}})})
                                       : loop(taken, {exchange(got, 1)});
  // What all threads agree on, `k` and `rounds` here, is each thread's own while it holds the lock, and all threads'
  // own again after a barrier.
  m.f.body = {set(got, num(1)),
              wait,
              {Fence{}, {}},
              set(k, add(m.get(at(y, {num(0)})), num(1))),
              put(at(y, {num(0)}), m[k]),
              when(lt(num(0), m.get(at(n, {num(0)}))), {put(at(y, {num(1)}), add(m.get(at(y, {num(1)})), m[k]))}),
              {Fence{}, {}},
              exchange({}, 0),
              meet(),
              set(rounds, m.get(at(n, {num(0)}))),
              {For{i, num(1), num(1), m[rounds], {meet(), put(at(y, {add(tid(), num(2))}), m[i])}}, {}}};
  std::vector<std::int64_t> free_lock(1), out(50), bound = {3};
  Arguments args;
  args.array(free_lock).array(out).array(bound);
  run(compiled(m.f), args, grid(2, 48));
  CHECK(out[0] == 96);
  CHECK(out[1] == 96 * 97 / 2);
  CHECK(std::vector<std::int64_t>(out.begin() + 2, out.end()) == std::vector<std::int64_t>(48, 3));
  CHECK(free_lock[0] == 0);
}

TEST_CASE("what a block on the host cannot do is an error, not a crash") {
  Maker m("divergent", 32);
  const ArrayId y = m.global("y", Elem::I64);
  const VarId i = m.f.add_var("i", Elem::I64);
  m.f.body = {{For{i, num(0), num(1), tid(), {meet(), put(at(y, {tid()}), m[i])}}, {}}};
  const auto r = compile_host(m.f);
  REQUIRE(std::holds_alternative<CompileError>(r));
  CHECK(std::get<CompileError>(r).message ==
        "a barrier of the block in a loop whose number of iterations differs between threads");
  CHECK(barrier_of_some(m.f));
  std::get<For>(m.f.body[0].node).hi = num(5);
  CHECK_FALSE(barrier_of_some(m.f));
}
