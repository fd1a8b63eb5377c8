// Elements that a kernel names more than once: which are read once, and that the results stay.
#include "transform/passes/common_loads.h"

#include <doctest/doctest.h>

#include "kernels.h"

using namespace kernels;

namespace {

constexpr int kThreads = 64;

struct Sample : Maker {
  ArrayId x = global("x", Elem::F32), y = global("y", Elem::F32);
  VarId i = f.add_var("i", Elem::I64), k = f.add_var("k", Elem::I64), s = f.add_var("s", Elem::F32);
  Sample() : Maker("sample", kThreads) {
    f.arrays[x].noalias = f.arrays[y].noalias = false;
    f.body = {set(i, add(mul(bid(), num(kThreads)), tid())), set(s, float_const(0, Elem::F32))};
  }
  ExprP read(ExprP place, Boundary mode = Boundary::Mirror) { return get(at(x, {std::move(place)}, mode)); }
  ExprP here() { return (*this)[i]; }
  Stmt add_to_s(ExprP e) { return set(s, add((*this)[s], std::move(e))); }
  Stmt result() { return put(at(y, {here()}, Boundary::Safe), (*this)[s]); }
  Stmt repeat(Block body) { return {For{k, num(0), num(1), num(4), std::move(body)}, {}}; }
};

int loads(const Block& b) {
  int n = 0;
  for_each_expr(b, [&](const Expr& e) { n += std::holds_alternative<Load>(e.node); });
  return n;
}
int loads_in_loops(const Block& b) {
  int n = 0;
  for (const Stmt& s : b)
    if (auto* l = std::get_if<For>(&s.node)) n += loads(l->body);
  return n;
}

std::vector<float> results(const Function& f) {
  std::vector<float> x(40), y(kThreads);
  for (std::size_t n = 0; n < x.size(); ++n) x[n] = float(n * n % 17) / 3;
  Arguments a;
  a.array(x).array(y);
  run(compiled(f), a, grid(1, kThreads));
  return y;
}

// The number of loads afterwards, of which `in_loops` stand in loops.
void check(Sample& m, int all, int in_loops = 0) {
  m.f.body.push_back(m.result());
  const Function made = with_common_loads(m.f);
  CHECK(loads(made.body) == all);
  CHECK(loads_in_loops(made.body) == in_loops);
  CHECK(results(made) == results(m.f));
}

}  // namespace

TEST_CASE("an element that is named twice is read once") {
  Sample m;
  m.f.body.push_back(m.add_to_s(mul(m.read(add(m.here(), num(1))), m.read(m.here()))));
  m.f.body.push_back(m.add_to_s(m.read(add(m.here(), num(1)))));
  check(m, 2);
}

TEST_CASE("an element that no iteration changes is read before the loops") {
  Sample m;
  m.f.body.push_back(m.repeat({m.add_to_s(mul(m.read(sub(m.here(), m[m.k])), m.read(m.here())))}));
  check(m, 2, 1);
}

TEST_CASE("what is read under a condition is read there, or taken from what was read before") {
  Sample m;
  const auto odd = [&] { return binary(BinaryOp::Eq, binary(BinaryOp::BitAnd, m.here(), num(1)), num(1)); };
  m.f.body.push_back(when(odd(), {m.add_to_s(m.read(m.here()))}));
  m.f.body.push_back(m.add_to_s(m.read(m.here())));
  m.f.body.push_back(when(odd(), {m.add_to_s(m.read(m.here()))}));
  check(m, 2);
}

TEST_CASE("stores, assignments and barriers in between are seen") {
  Sample stored;
  stored.f.body.push_back(stored.add_to_s(stored.read(stored.here())));
  stored.f.body.push_back(stored.result());
  stored.f.body.push_back(stored.add_to_s(stored.read(stored.here())));
  check(stored, 2);
  Sample moved;
  moved.f.body.push_back(moved.add_to_s(moved.read(moved.here())));
  moved.f.body.push_back(set(moved.i, add(moved.here(), num(1))));
  moved.f.body.push_back(moved.add_to_s(moved.read(moved.here())));
  moved.f.body.push_back(set(moved.i, sub(moved.here(), num(1))));
  check(moved, 2);
  Sample met;
  met.f.body.push_back(met.add_to_s(met.read(met.here())));
  met.f.body.push_back(meet());
  met.f.body.push_back(met.add_to_s(met.read(met.here())));
  check(met, 2);
}

TEST_CASE("a loop that stores reads what its iterations read") {
  Sample m;
  m.f.body.push_back(m.repeat({m.add_to_s(m.read(m.here())), m.result()}));
  check(m, 1, 1);
}

TEST_CASE("what may fail stays where it is") {
  Sample m;
  m.f.body.push_back(m.repeat({m.add_to_s(m.read(binary(BinaryOp::BitAnd, m.here(), num(31)), Boundary::Unchecked))}));
  check(m, 1, 1);
}
