#include "host/facts/fully_written_arrays.h"

#include <doctest/doctest.h>

#include "ir/build.h"

using namespace qc;
using namespace qc::ir;
using namespace qc::host;

namespace {

// for i: for j: { for k: best = best + x[k]; y[i,j] = best }
struct Window {
  Function f;
  VarId i = f.add_var("i", Elem::I64), j = f.add_var("j", Elem::I64), k = f.add_var("k", Elem::I64),
        best = f.add_var("best", Elem::F32);
  ArrayId x = array("x", 1), y = array("y", 2);
  LoopPlan plan;
  Window() {
    plan.verdict = Verdict::Partial;
    plan.loops = {{i, "i", false, {}}, {j, "j", false, {}}, {k, "k", true, {}}};
  }
  ArrayId array(const char* name, int rank) {
    ir::Array a;
    a.name = name, a.elem = Elem::F32, a.rank = rank;
    return f.add_array(a);
  }
  ExprP use(VarId v) const { return ir::var(f, v); }
  Stmt loop(VarId v, Block body) const {
    return {For{v, int_const(0), int_const(1), int_const(3), std::move(body)}, {}};
  }
  Stmt store(std::vector<ExprP> index) const {
    return {Store{{y, std::move(index), false, Boundary::Unchecked, kNoSite}, use(best)}, {}};
  }
  std::vector<OverwrittenArray> found(Stmt after, const ArrayId read) {
    const Access a{read, std::vector<ExprP>(std::size_t(f.arrays[read].rank), use(k)), false, Boundary::Unchecked,
                   kNoSite};
    Block inner = {loop(k, {{Assign{best, add(use(best), load(f, a))}, {}}}), std::move(after)};
    f.body = {loop(i, {loop(j, std::move(inner))})};
    return overwritten_arrays(f, plan);
  }
};

const std::vector<LoopBounds> kBounds = {{0, 1, 4}, {0, 1, 5}, {0, 1, 3}};

}  // namespace

TEST_CASE("an array that is stored to after a loop inside is written whole") {
  Window w;
  const auto found = w.found(w.store({w.use(w.i), w.use(w.j)}), w.x);
  REQUIRE(found.size() == 1);
  CHECK(found[0].around == 2);
  CHECK(covers(found[0], kBounds, {4, 5}));
  CHECK_FALSE(covers(found[0], kBounds, {4, 6}));
  CHECK_FALSE(covers(found[0], {{0, 1, 4}, {1, 1, 5}, {0, 1, 3}}, {4, 5}));
}

TEST_CASE("what is read, or stored to by fewer loops than it has iterations of, is not") {
  Window w;
  CHECK(w.found(w.store({w.use(w.i), w.use(w.j)}), w.y).empty());
  const auto column = w.found(w.store({w.use(w.i), int_const(0)}), w.x);
  REQUIRE(column.size() == 1);
  CHECK_FALSE(covers(column[0], kBounds, {4, 5}));
  w.plan.verdict = Verdict::Serial;
  CHECK(w.found(w.store({w.use(w.i), w.use(w.j)}), w.x).empty());
}

TEST_CASE("stores that take turns write an array whole together") {
  Window w;
  const auto twice = [&](std::int64_t plus) { return add(mul(int_const(2), w.use(w.j)), int_const(plus)); };
  const auto found_of = [&](std::vector<std::int64_t> plus) {
    Block inner;
    for (const std::int64_t p : plus) inner.push_back(w.store({w.use(w.i), twice(p)}));
    w.f.body = {w.loop(w.i, {w.loop(w.j, std::move(inner))})};
    return overwritten_arrays(w.f, w.plan);
  };
  const auto found = found_of({1, 0});
  REQUIRE(found.size() == 1);
  CHECK(covers(found[0], kBounds, {4, 10}));
  CHECK_FALSE(covers(found[0], kBounds, {4, 11}));
  CHECK_FALSE(covers(found[0], kBounds, {4, 5}));
  CHECK(found_of({0}).empty());
  CHECK(found_of({0, 0}).empty());
  CHECK(found_of({0, 2}).empty());
}

TEST_CASE("loops that begin elsewhere write an array whole from its first element on") {
  Window w;
  const auto at = [&](std::int64_t plus) { return add(mul(int_const(2), w.use(w.j)), int_const(plus)); };
  const auto row = add(w.use(w.i), int_const(-1));
  w.f.body = {w.loop(w.i, {w.loop(w.j, {w.store({row, at(-4)}), w.store({row, at(-3)})})})};
  const auto found = overwritten_arrays(w.f, w.plan);
  REQUIRE(found.size() == 1);
  CHECK(covers(found[0], {{1, 1, 4}, {2, 1, 5}, {0, 1, 3}}, {4, 10}));
  CHECK_FALSE(covers(found[0], kBounds, {4, 10}));
  CHECK_FALSE(covers(found[0], {{1, 1, 4}, {1, 1, 5}, {0, 1, 3}}, {4, 10}));
}

TEST_CASE("channels by their numbers write an array whole together") {
  Window w;
  const ArrayId z = w.array("z", 3);
  const auto found_of = [&](std::vector<std::int64_t> channels) {
    Block inner;
    for (const std::int64_t c : channels) {
      Stmt s = w.store({w.use(w.i), w.use(w.j), int_const(c)});
      std::get<Store>(s.node).access.array = z;
      inner.push_back(std::move(s));
    }
    w.f.body = {w.loop(w.i, {w.loop(w.j, std::move(inner))})};
    return overwritten_arrays(w.f, w.plan);
  };
  const auto found = found_of({2, 0, 1});
  REQUIRE(found.size() == 1);
  CHECK(covers(found[0], kBounds, {4, 5, 3}));
  CHECK_FALSE(covers(found[0], kBounds, {4, 5, 4}));
  CHECK(found_of({0, 2}).empty());
  CHECK(found_of({1}).empty());
}

TEST_CASE("loops without an iteration write nothing, also those that name no place") {
  const OverwrittenArray o{0, {1}, 2, {1}, {0}};
  CHECK(covers(o, {{0, 1, 1}, {0, 1, 5}}, {5}));
  CHECK_FALSE(covers(o, {{0, 1, 0}, {0, 1, 5}}, {5}));
}
