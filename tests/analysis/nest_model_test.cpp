// What the model of a nest says of single statements and expressions.
#include "analysis/loops/nest_model.h"

#include <doctest/doctest.h>

#include "ir/effects.h"
#include "lowering.h"

using namespace qc_test;
using namespace qc;

namespace {

ir::ExprP value(ir::Expr::Node node) {
  return std::make_shared<const ir::Expr>(ir::Expr{std::move(node), Elem::I64, {}});
}

// A polynomial of symbols by their names and of the only counter, c: "-c+q-1"; "?" where it is not known.
std::string written(const NestModel& m, const Polynomial& p) {
  if (!p.valid()) return "?";
  std::string out;
  const auto term = [&](std::int64_t c, const std::string& of) {
    const std::string sign = c < 0 ? "-" : out.empty() ? "" : "+", size = std::to_string(std::abs(c));
    out += sign + (of.empty() ? size : size == "1" ? of : size + of);
  };
  for (const auto& [monomial, c] : p.terms()) {
    std::string of;
    for (Atom a : monomial)
      of += m.atoms[a].kind == AtomInfo::Kind::Counter
                ? "c"
                : m.function->vars[std::get<ir::VarRef>(m.atoms[a].expr->node).var].name;
    if (!of.empty()) term(c, of);
  }
  if (p.constant_term() != 0 || out.empty()) term(p.constant_term(), "");
  return out;
}

}  // namespace

TEST_CASE("old values that atomic functions give are assigned, their elements stored") {
  const auto k = kernel(
      "function [] = __kernel__ h(x : vec[int], bins : vec[int], pos : int)\n"
      "  bins[x[pos]] += 1\n  old = atomic_max(bins[0], x[pos])\nend\n",
      "h");
  std::set<std::string> assigned, stored;
  for (ir::VarId v : assigned_variables(k.function.body)) assigned.insert(k.function.vars[v].name);
  for (ir::ArrayId a : stored_arrays(k.function.body)) stored.insert(k.function.arrays[a].name);
  CHECK(assigned.count("old") == 1);
  CHECK(stored == std::set<std::string>{"bins"});
}

TEST_CASE("break, continue and return leave early") {
  for (const char* jump : {"break", "continue"}) {
    const auto nest =
        lower_one(std::string("x = zeros(9)\nfor i=0..8\n if x[i] > 3\n  ") + jump + "\n end\n x[i] = 1\nend\n");
    CHECK(leaves_early(nest.function.body));
  }
  CHECK_FALSE(leaves_early(lower_one("x = zeros(9)\nfor i=0..8\n if x[i] > 3\n  x[i] = 1\n end\nend\n").function.body));
  const auto k = kernel(
      "function [] = __kernel__ k(x : vec, pos : int)\n"
      "  if x[pos] > 3\n    return\n  end\n  x[pos] = 1\nend\n",
      "k");
  CHECK(leaves_early(k.function.body));
}

TEST_CASE("what differs between the threads of a kernel is not invariant") {
  NestModel m;
  m.assigned = {ir::VarId(3)};
  CHECK(m.invariant(*ir::int_const(1)));
  CHECK(m.invariant(*value(ir::VarRef{ir::VarId(2)})));
  CHECK_FALSE(m.invariant(*value(ir::VarRef{ir::VarId(3)})));
  CHECK_FALSE(m.invariant(*ir::add(ir::int_const(1), value(ir::VarRef{ir::VarId(3)}))));
  CHECK_FALSE(m.invariant(*value(ir::Builtin{ir::BuiltinKind(0), 0})));
  CHECK_FALSE(m.invariant(*value(ir::Shuffle{ir::ShuffleKind(0), ir::int_const(1), ir::int_const(0)})));
  CHECK_FALSE(m.invariant(*value(ir::Ballot{ir::int_const(1)})));
  CHECK_FALSE(m.invariant(*value(ir::ActiveMask{})));
}

TEST_CASE("loads are invariant where nothing is stored") {
  const auto nest = lower_one("x = zeros(9)\ny = zeros(9)\nt = 0.5\nfor i=0..8\n x[i] = y[3]+x[4]+t\nend\n");
  const auto& loop = std::get<ir::For>(nest.function.body[0].node);
  const NestModel m = model_nest(nest.function, {&loop}, loop.body);
  int invariant = 0, loads = 0;
  ir::for_each_expr(loop.body, [&](const ir::Expr& e) {
    if (!std::holds_alternative<ir::Load>(e.node)) return;
    ++loads;
    invariant += m.invariant(e);
  });
  CHECK(loads == 2);
  CHECK(invariant == 1);
  REQUIRE(m.counters.size() == 1);
  CHECK(m.is_covered(m.counters[0]));
  CHECK_FALSE(m.is_covered(m.counters[0] + 1));
}

TEST_CASE("where a loop ends is known of what branches compute from numbers that stay") {
  // Whether the number of iterations of the inner loop is a polynomial, for a body in which `y` gets a value.
  const auto known = [](const std::string& body) {
    const auto nest = lower_one("x = zeros(9)\nk = ivec(9)\nq = 3\nc = true\ns = 0.0\nfor i=0..8\n" + body +
                                " for j=0..y\n  s += x[j]\n end\nend\nprint s\n");
    const auto& loop = std::get<ir::For>(nest.function.body[0].node);
    const NestModel m = model_nest(nest.function, {&loop}, loop.body);
    for (const ArrayAccess& a : m.accesses)
      for (const Around& r : a.around)
        if (r.kind == Around::Kind::Loop) return !r.less_one.empty();
    return false;
  };
  CHECK(known(" y = 2\n if q > 2\n  y = q\n end\n"));
  CHECK(known(" if q > 2\n  y = q\n elseif c\n  y = 0\n else\n  y = q-1\n end\n"));
  CHECK(known(" z = q*2\n if z > 7\n  y = z\n else\n  y = 7\n end\n"));
  CHECK(known(" y = 2\n if q >= 0\n  y = mod(q, 5)+2\n end\n"));
  CHECK_FALSE(known(" y = 2\n if q >= 0\n  y = mod(5, q)+2\n end\n"));
  CHECK_FALSE(known(" y = 2\n if i > 2\n  y = q\n end\n"));
  CHECK_FALSE(known(" y = 2\n if q > 2\n  y = k[i]\n end\n"));
  CHECK_FALSE(known(" y = 2\n if x[i] > 2\n  y = q\n end\n"));
  CHECK_FALSE(known(" y = 2\n for t=0..q\n  y = y*2\n end\n"));
  CHECK_FALSE(known(" y = 2\n while y < q\n  y = y*2\n end\n"));
}

TEST_CASE("the iterations of a loop are the least of several numbers") {
  const auto less_one = [](const std::string& loop) {
    const auto nest = lower_one("x = zeros(9)\nk = ivec(9)\nq = 3\nm = 4\ns = 0.0\nfor i=0..8\n for " + loop +
                                "\n  s += x[0]\n end\nend\nprint s\n");
    const auto& outer = std::get<ir::For>(nest.function.body[0].node);
    const NestModel m = model_nest(nest.function, {&outer}, outer.body);
    std::string out;
    for (const Polynomial& p : m.accesses.at(0).around.at(0).less_one) out += (out.empty() ? "" : ", ") + written(m, p);
    return out;
  };
  CHECK(less_one("j=i..q") == "-c+q");
  CHECK(less_one("j=0..min(i,q)") == "c, q");
  CHECK(less_one("j=q..-1..max(i,m)") == "-c+q, q-m");
  CHECK(less_one("j=0..2..min(i,q)") == "");
  CHECK(less_one("j=0..max(i,q)") == "");
}

TEST_CASE("which iterations run what a loop or a branch holds") {
  // Of the first read of x[0]: what must not be negative, of the covered loop's counter c and of q.
  const auto runs = [](const std::string& around) {
    const auto nest = lower_one("x = zeros(9)\nk = ivec(9)\nq = 3\nm = 4\ns = 0.0\nfor i=0..8\n " + around +
                                "\n  s += x[0]\n end\nend\nprint s\n");
    const auto& loop = std::get<ir::For>(nest.function.body[0].node);
    const NestModel m = model_nest(nest.function, {&loop}, loop.body);
    std::string out;
    for (const ArrayAccess& a : m.accesses)
      for (const Around& r : a.around)
        for (const Polynomial& p : r.runs) out += (out.empty() ? "" : ", ") + written(m, p);
    return out;
  };
  CHECK(runs("for j=i..q") == "-c+q");
  CHECK(runs("for j=min(i,q)..q-1") == "-c+q-1");
  CHECK(runs("for j=q..max(q-1,i)") == "c-q");
  CHECK(runs("for j=q..-1..min(q+1,i)") == "-c+q");
  CHECK(runs("for j=max(0,i-2)..min(m,q)") == "m, -c+m+2, q, -c+q+2");
  CHECK(runs("for j=min(i,q)..m") == "?");
  CHECK(runs("for j=min(q,i)+1..min(q,i)") == "-c+q-1, c-q-1");
  CHECK(runs("for j=min(i+q,m+1)..min(i,m)") == "?, -c-q+m");
  CHECK(runs("if i < q") == "-c+q-1");
  CHECK(runs("if !(i < q)") == "c-q");
  CHECK(runs("if i <= q") == "-c+q");
  CHECK(runs("if !(i <= q)") == "c-q-1");
  CHECK(runs("if i > q") == "c-q-1");
  CHECK(runs("if !(i > q)") == "-c+q");
  CHECK(runs("if i >= q") == "c-q");
  CHECK(runs("if !(i >= q)") == "-c+q-1");
  CHECK(runs("if i == q") == "-c+q, c-q");
  CHECK(runs("if !(i != q)") == "-c+q, c-q");
  CHECK(runs("if i != q") == "?");
  CHECK(runs("if !(i == q)") == "?");
  CHECK(runs("if i > 1 && i < q") == "c-2, -c+q-1");
  CHECK(runs("if i > 1 || i < q") == "?");
  CHECK(runs("if !(i > 1 || i < q)") == "-c+1, c-q");
  CHECK(runs("if !(i > 1 && i < q)") == "?");
  CHECK(runs("if i > 1 && x[i] > 0.5") == "c-2, ?");
  CHECK(runs("if i < 2.5") == "?");
  CHECK(runs("if mod(i,3) < 2") == "?");
  CHECK(runs("if k[i] < 2") == "?");
  CHECK(runs("if i > 3 && 2 < 5") == "c-4, 0");
  CHECK(runs("if i > 3 && 2 > 5") == "c-4, -1");
  CHECK(runs("if i > 3\n  s += 1\n else") == "-c+3");
}
