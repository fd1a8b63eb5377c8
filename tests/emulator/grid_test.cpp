// Between blocks: races, atomics, what fences order, outputs, deadlocks, broken promises.
#include "tests/emulator/trial.h"

using namespace trial;

namespace {

// Each block stores a part; the last one to take a ticket adds them up.
struct LastBlockBugs {
  bool release = true, acquire = true, barrier = true;
};
Function last_block(LastBlockBugs bugs) {
  Maker m("last_block", 64);
  const ArrayId part = m.global("part", Elem::I64), ticket = m.global("ticket", Elem::U32),
                y = m.global("y", Elem::I64);
  const ArrayId last = m.shared("last", Elem::I64, {1});
  const VarId old = m.f.add_var("old", Elem::I64), sum = m.f.add_var("sum", Elem::I64), k = m.f.add_var("k", Elem::I64);
  const ExprP blocks = builtin(BuiltinKind::GridDim);
  Block first;
  first.push_back(line(2, put(at(part, {bid()}), add(bid(), num(1)))));
  if (bugs.release) first.push_back(line(3, fence()));
  first.push_back(line(4, atomic(AtomicOp::Inc, at(ticket, {num(0)}), sub(blocks, num(1)), old)));
  if (bugs.acquire) first.push_back(line(5, fence()));
  first.push_back(line(6, put(at(last, {num(0)}), cast(Elem::I64, equal_to(m[old], sub(blocks, num(1)))))));
  Block fold;
  fold.push_back(
      {For{k, num(0), num(1), sub(blocks, num(1)), {line(10, set(sum, add(m[sum], m.get(at(part, {m[k]})))))}, 0},
       line_span(9)});
  fold.push_back(line(11, when(equal_to(tid(), num(63)), {line(12, put(at(y, {num(0)}), m[sum]))})));
  m.f.body = {line(1, when(equal_to(tid(), num(0)), first))};
  if (bugs.barrier) m.f.body.push_back(line(7, meet()));
  m.f.body.push_back(line(8, when(equal_to(m.get(at(last, {num(0)})), num(1)), fold)));
  return m.f;
}

emu::Outcome run_last(const Function& f, Setting s, std::int64_t blocks, std::int64_t* sum = nullptr) {
  std::vector<std::int64_t> part(std::size_t(blocks), 0), y(1, -1);
  std::vector<std::uint32_t> ticket(1, 0);
  Launch l;
  l.array(part, {}, false).array(ticket).array(y);
  auto o = l.run(f, blocks, 64, s);
  CHECK(ticket[0] == 0);
  if (sum) *sum = y[0];
  return o;
}

}  // namespace

TEST_CASE("the last block finishes: nothing to report, whatever the order") {
  for (Setting s : settings())
    for (std::int64_t blocks : {1, 2, 40}) {
      std::int64_t sum = 0;
      const auto o = run_last(last_block({}), s, blocks, &sum);
      CHECK(listed(o) == "");
      CHECK(sum == blocks * (blocks + 1) / 2);
    }
}

TEST_CASE("Q0802 the last block without a fence on one side") {
  for (Setting s : settings()) {
    CHECK(found(run_last(last_block({.release = false}), s, 20), Kind::RaceBetweenBlocks, 10));
    CHECK(found(run_last(last_block({.acquire = false}), s, 20), Kind::RaceBetweenBlocks, 10));
  }
}

TEST_CASE("Q0801 Q0806 the last block without the barrier: the flag is read too early") {
  for (Setting s : settings()) {
    const auto o = run_last(last_block({.barrier = false}), s, 20);
    CHECK((found(o, Kind::RaceInBlock, 8) || found(o, Kind::Uninitialised, 8)));
  }
}

TEST_CASE("Q0802 blocks that write one element; the same value is no race") {
  for (const bool same : {false, true}) {
    Maker m("store", 32);
    const ArrayId y = m.global("y", Elem::I64);
    m.f.body = {line(1, when(equal_to(tid(), num(0)), {line(2, put(at(y, {num(3)}), same ? num(7) : bid()))}))};
    for (Setting s : settings()) {
      std::vector<std::int64_t> out(4);
      Launch l;
      l.array(out);
      const auto o = l.run(m.f, 9, 32, s);
      if (same)
        CHECK(listed(o) == "");
      else
        CHECK(found(o, Kind::RaceBetweenBlocks, 2));
    }
  }
}

TEST_CASE("Q0803 atomics beside plain accesses of one element") {
  for (const int bug : {0, 1, 2}) {  // none, a plain store, a plain load
    Maker m("mixed", 64);
    const ArrayId y = m.global("y", Elem::F32), z = m.global("z", Elem::F32);
    m.f.body = {line(1, atomic(AtomicOp::Add, at(y, {num(1)}), float_const(1, Elem::F32)))};
    if (bug == 1)
      m.f.body.push_back(
          line(2, when(equal_to(tid(), num(9)), {line(3, put(at(y, {num(1)}), float_const(0, Elem::F32)))})));
    if (bug == 2) m.f.body.push_back(line(3, put(at(z, {tid()}), m.get(at(y, {num(1)})))));
    for (Setting s : settings()) {
      std::vector<float> a(4), b(64);
      Launch l;
      l.array(a).array(b);
      const auto o = l.run(m.f, 3, 64, s);
      INFO(listed(o));
      if (bug)
        CHECK(found(o, Kind::MixedAtomic, 3));
      else
        CHECK(listed(o) == "");
      if (!bug) CHECK(a[1] == 192);
    }
  }
}

TEST_CASE("Q0801 a warp barrier orders its warp and no other") {
  for (const bool across : {false, true}) {
    Maker m("warp", 64);
    const ArrayId y = m.global("y", Elem::I64), s = m.shared("s", Elem::I64, {64});
    const ExprP other = binary(BinaryOp::BitXor, tid(), num(across ? 32 : 5));
    m.f.body = {line(1, put(at(s, {tid()}), tid())), line(2, warp_meet()),
                line(3, put(at(y, {tid()}), m.get(at(s, {other}))))};
    for (Setting st : settings()) {
      std::vector<std::int64_t> out(64);
      Launch l;
      l.array(out);
      const auto o = l.run(m.f, 1, 64, st);
      INFO(listed(o));
      if (across)
        CHECK((found(o, Kind::RaceInBlock, 3) || found(o, Kind::Uninitialised, 3)));
      else
        CHECK(listed(o) == "");
      if (!across) CHECK(out[7] == 2);
    }
  }
}

TEST_CASE("Q0801 Q0802 outputs that several threads assign") {
  Maker m("outputs", 64);
  const VarId r = m.f.add_var("r", Elem::I64);
  m.f.outputs = {r};
  m.f.body = {line(1, set(r, add(tid(), mul(bid(), num(64)))))};
  std::uint64_t slot = 0;
  Launch l;
  std::uint64_t address = std::uint64_t(&slot);
  l.arguments.pointer(&slot);
  const auto o = l.run(m.f, 2, 64);
  CHECK(address == std::uint64_t(&slot));
  CHECK(found(o, Kind::RaceInBlock, 1));
}

TEST_CASE("Q0808 arguments that break what the kernel was promised") {
  Maker m("promise", 32);
  const ArrayId x = m.global("x", Elem::F32), y = m.global("y", Elem::F32);
  m.f.body = {line(1, put(at(y, {tid()}), m.get(at(x, {tid()}))))};
  std::vector<float> a(64, 1.0f);
  Launch l;
  l.memory.adopt(a.data(), 256, true);
  auto give = [&](std::size_t from, std::int64_t n) {
    l.arguments.pointer(a.data() + from);
    l.arguments.scalar(n);
  };
  give(0, 32);
  give(31, 32);  // overlaps by one element and starts between 16-byte boundaries
  const auto o = l.run(m.f, 1, 32);
  CHECK(found(o, Kind::BrokenPromise, 1000));
  CHECK(listed(o).find("overlaps") != std::string::npos);
  CHECK(listed(o).find("aligned") != std::string::npos);
  Launch small;
  small.memory.adopt(a.data(), 256, true);
  small.arguments.pointer(a.data());
  small.arguments.scalar(std::int64_t(1000));
  small.arguments.pointer(a.data());
  small.arguments.scalar(std::int64_t(1000));
  CHECK(listed(small.run(m.f, 1, 32)).find("larger than its memory") != std::string::npos);
}

TEST_CASE("Q0809 a lock that is never given back") {
  Maker m("lock", 32);
  const ArrayId lock = m.global("lock", Elem::I32);
  const VarId old = m.f.add_var("old", Elem::I64);
  m.f.body = {set(old, num(1)),
              line(2, loop(equal_to(m[old], num(1)),
                           {line(3, atomic(AtomicOp::Cas, at(lock, {num(0)}), num(1), old, num(0)))}))};
  std::vector<std::int32_t> a(1);
  Launch l;
  l.array(a);
  CHECK(found(l.run(m.f, 2, 32), Kind::Deadlock, 0));
}

TEST_CASE("a lock that is given back orders what it guards") {
  for (const bool fenced : {true, false}) {
    Maker m("guarded", 1);
    const ArrayId lock = m.global("lock", Elem::I32), y = m.global("y", Elem::I64);
    const VarId old = m.f.add_var("old", Elem::I64);
    m.f.body = {set(old, num(1)),
                line(2, loop(equal_to(m[old], num(1)),
                             {line(3, atomic(AtomicOp::Cas, at(lock, {num(0)}), num(1), old, num(0)))})),
                line(4, put(at(y, {num(0)}), add(m.get(at(y, {num(0)})), num(1))))};
    if (fenced) m.f.body.push_back(line(5, fence()));
    m.f.body.push_back(line(6, atomic(AtomicOp::Exch, at(lock, {num(0)}), num(0))));
    for (Setting s : settings()) {
      std::vector<std::int32_t> a(1);
      std::vector<std::int64_t> b(1);
      Launch l;
      l.array(a).array(b);
      const auto o = l.run(m.f, 30, 1, s);
      INFO(listed(o));
      if (fenced)
        CHECK(listed(o) == "");
      else
        CHECK(found(o, Kind::RaceBetweenBlocks, 4));
      CHECK(b[0] == 30);
    }
  }
}
