// Planted bugs: each is found at its line, under every width and seed; the same kernel without the bug reports nothing.
#include "tests/emulator/trial.h"

using namespace trial;

namespace {

// s[t] = x[i]; s folded in halves from `first`; y[block] = s[0].
struct FoldBugs {
  bool first_barrier = true, step_barrier = true, guard = true;
  bool wide_mask = false;  // t <= h
};
Function block_sum(int threads, std::int64_t first, FoldBugs bugs) {
  Maker m("block_sum", threads);
  const ArrayId x = m.global("x", Elem::F32), y = m.global("y", Elem::F32), s = m.shared("s", Elem::F32, {threads});
  const VarId h = m.f.add_var("h", Elem::I64);
  Block& b = m.f.body;
  b.push_back(line(1, put(at(s, {tid()}), m.get(at(x, {add(mul(bid(), num(threads)), tid())})))));
  if (bugs.first_barrier) b.push_back(line(2, meet()));
  b.push_back(line(3, set(h, num(first))));
  Block step;
  ExprP in = bugs.wide_mask ? le(tid(), m[h]) : lt(tid(), m[h]);
  if (bugs.guard) in = logical_and(in, lt(add(tid(), m[h]), num(threads)));
  step.push_back(
      line(5, when(in, {line(6, put(at(s, {tid()}), add(m.get(at(s, {tid()})), m.get(at(s, {add(tid(), m[h])})))))})));
  if (bugs.step_barrier) step.push_back(line(7, meet()));
  step.push_back(line(8, set(h, binary(BinaryOp::DivTrunc, m[h], num(2)))));
  b.push_back(line(4, loop(lt(num(0), m[h]), step)));
  b.push_back(line(9, when(equal_to(tid(), num(0)), {line(10, put(at(y, {bid()}), m.get(at(s, {num(0)}))))})));
  return m.f;
}

emu::Outcome run_sum(const Function& f, int threads, Setting s, std::vector<float>* result = nullptr) {
  const std::int64_t blocks = 5;
  std::vector<float> x(std::size_t(threads) * blocks), y(blocks, -1);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = float(i % 17) - 5;
  Launch l;
  l.array(x).array(y);
  auto o = l.run(f, blocks, threads, s);
  if (result) *result = y;
  return o;
}

void expect(const Function& f, int threads, Kind kind, std::uint32_t at) {
  for (Setting s : settings()) {
    const auto o = run_sum(f, threads, s);
    INFO("width ", s.width, " seed ", s.seed, "\n", listed(o));
    CHECK(found(o, kind, at));
  }
}

}  // namespace

TEST_CASE("a block sum without a bug is right and reports nothing") {
  for (const auto& [threads, first] : {std::pair{128, 64}, {96, 64}, {48, 32}, {32, 16}, {7, 4}, {1, 0}})
    for (Setting s : settings()) {
      std::vector<float> y;
      const auto o = run_sum(block_sum(threads, first, {}), threads, s, &y);
      INFO(threads, " threads, width ", s.width, " seed ", s.seed);
      CHECK(listed(o) == "");
      float expected = 0;
      for (int i = 0; i < threads; ++i) expected += float(i % 17) - 5;  // whole numbers: any order is exact
      CHECK(y[0] == expected);
    }
}

TEST_CASE("Q0801 a missing barrier before the fold") {
  expect(block_sum(128, 64, {.first_barrier = false}), 128, Kind::RaceInBlock, 1);
}
TEST_CASE("Q0801 a missing barrier between its steps, also within one warp") {
  expect(block_sum(128, 64, {.step_barrier = false}), 128, Kind::RaceInBlock, 6);
  expect(block_sum(32, 16, {.step_barrier = false}), 32, Kind::RaceInBlock, 6);
}
TEST_CASE("Q0801 a mask that lets one thread too many in") {
  expect(block_sum(128, 32, {.wide_mask = true}), 128, Kind::RaceInBlock, 6);
}
TEST_CASE("Q0807 a stride past a block that is no power of two") {
  expect(block_sum(48, 32, {.guard = false}), 48, Kind::OutOfRange, 6);
}

TEST_CASE("Q0807 a tail off by one") {
  for (const bool bug : {false, true}) {
    Maker m("map", 64);
    const ArrayId x = m.global("x", Elem::F32), y = m.global("y", Elem::F32);
    const VarId n = m.scalar("n", Elem::I64);
    const ExprP i = add(mul(bid(), num(64)), tid());
    m.f.body = {line(1, when(bug ? le(i, m[n]) : lt(i, m[n]), {line(2, put(at(y, {i}), m.get(at(x, {i}))))}))};
    for (Setting s : settings()) {
      std::vector<float> a(100, 1.5f), b(100);
      Launch l;
      l.array(a).array(b).scalar(std::int64_t(100));
      const auto o = l.run(m.f, 2, 64, s);
      if (!bug)
        CHECK(listed(o) == "");
      else
        CHECK(found(o, Kind::OutOfRange, 2));
      CHECK(b[99] == 1.5f);
    }
  }
}

TEST_CASE("Q0804 a barrier in one half of the threads, and one after a return") {
  for (const bool returns : {false, true}) {
    Maker m("diverge", 64);
    const ArrayId y = m.global("y", Elem::F32);
    if (returns)
      m.f.body = {line(1, when(lt(tid(), num(5)), {line(2, {Return{}, {}})})), line(3, meet())};
    else
      m.f.body = {line(1, when(lt(tid(), num(48)), {line(3, meet())}))};
    m.f.body.push_back(put(at(y, {tid()}), float_const(1, Elem::F32)));
    for (Setting s : settings()) {
      std::vector<float> out(64);
      Launch l;
      l.array(out);
      const auto o = l.run(m.f, 1, 64, s);
      INFO(listed(o));
      CHECK(found(o, Kind::DivergentBarrier, 3));
      CHECK(out[63] == 1);
    }
  }
}

TEST_CASE("Q0805 shuffles that read lanes which do not take part") {
  for (const int bug : {0, 1, 2}) {
    Maker m("shuffle", 64);
    const ArrayId x = m.global("x", Elem::F32), y = m.global("y", Elem::F32);
    const VarId v = m.f.add_var("v", Elem::F32);
    const Stmt step = line(3, set(v, add(m[v], shift_down(m[v], 8, bug == 2))));
    m.f.body = {line(1, set(v, m.get(at(x, {tid()}))))};
    if (bug == 0)
      m.f.body.push_back(step);
    else
      m.f.body.push_back(line(2, when(lt(binary(BinaryOp::Mod, tid(), num(32)), num(16)), {step})));
    m.f.body.push_back(line(4, put(at(y, {tid()}), m[v])));
    for (Setting s : settings()) {
      std::vector<float> a(64), b(64);
      for (int i = 0; i < 64; ++i) a[std::size_t(i)] = float(i);
      Launch l;
      l.array(a).array(b);
      const auto o = l.run(m.f, 1, 64, s);
      INFO("bug ", bug, " width ", s.width, "\n", listed(o));
      CHECK((bug ? found(o, Kind::InactiveLane, 3) : listed(o).empty()));
      CHECK(b[3] == 3 + 11);
      if (!bug) CHECK(b[30] == 60);  // past the warp: the own value
    }
  }
}

TEST_CASE("Q0806 memory that was never written: shared, local and global") {
  for (const Space space : {Space::Shared, Space::Local, Space::Global}) {
    Maker m("uninit", 32);
    const ArrayId y = m.global("y", Elem::I64);
    const ArrayId s = space == Space::Global ? m.global("g", Elem::I64) : m.shared("s", Elem::I64, {64}, space);
    const ExprP place = space == Space::Local ? num(1) : add(tid(), num(32));
    m.f.body = {line(1, put(at(s, {space == Space::Local ? num(0) : tid()}), tid())), line(2, meet()),
                line(3, put(at(y, {tid()}), m.get(at(s, {place}))))};
    for (Setting st : settings()) {
      std::vector<std::int64_t> out(32), g(64);
      Launch l;
      l.array(out);
      if (space == Space::Global) l.array(g, {}, false);
      const auto o = l.run(m.f, 1, 32, st);
      INFO(listed(o));
      CHECK(found(o, Kind::Uninitialised, 3));
      CHECK(o.findings.size() == 1);
      CHECK(o.findings[0].count == 32);
    }
  }
}
