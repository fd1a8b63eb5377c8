// Rows of a nest that runs in order, side by side: how far a row is behind the one before it, and which nests stay.
#include "transform/schedule/rows_side_by_side.h"

#include <doctest/doctest.h>

#include "ir/build.h"
#include "ir/print_ir.h"

using namespace qc;
using namespace qc::ir;

namespace {

// for i=1..n: for j=1..m: x[i,j] = x[i,j-1] + x[i-1,j] end end
struct Sweep {
  static bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }
  LoopNest nest;
  LoopFacts facts;
  Function& f = nest.function;
  VarId i = f.add_var("i", Elem::I64), j = f.add_var("j", Elem::I64);
  VarId n = f.add_var("n", Elem::I64), m = f.add_var("m", Elem::I64);
  VarId t = f.add_var("t", Elem::F32);
  ArrayId x = array("x"), y = array("y");
  For outer{i, int_const(1), int_const(1), var(f, n), {}}, inner{j, int_const(1), int_const(1), var(f, m), {}};

  Sweep() {
    f.kind = Function::Kind::LoopNest;
    f.params = {{Param::Kind::Array, x}, {Param::Kind::Array, y}, {Param::Kind::Scalar, n}, {Param::Kind::Scalar, m}};
    f.add_site({Site::Kind::OutOfRange, {}, "x"});
    store(0, 0, add(at(0, -1), at(-1, 0)));
  }
  ArrayId array(const char* name) {
    Array out;
    out.name = name;
    out.rank = 2;
    return f.add_array(out);
  }
  Access place(ArrayId a, std::int64_t rows, std::int64_t elements) const {
    return {a, {add(var(f, i), int_const(rows)), add(var(f, j), int_const(elements))}};
  }
  ExprP at(std::int64_t rows, std::int64_t elements) const { return load(f, place(x, rows, elements)); }
  void store(std::int64_t rows, std::int64_t elements, ExprP value) {
    inner.body.push_back({Store{place(x, rows, elements), std::move(value)}, {}});
  }
  // The body is x[i,j] = value alone.
  void only(ExprP value) {
    inner.body.clear();
    store(0, 0, std::move(value));
  }
  void set(VarId v, ExprP value) { inner.body.push_back({Assign{v, std::move(value)}, {}}); }
  Store& first() { return std::get<Store>(inner.body[0].node); }
  std::string side_by_side() const {
    LoopNest all = nest;
    For rows = outer;
    rows.body.insert(rows.body.begin(), {inner, {}});
    all.function.body = {{std::move(rows), {}}};
    return print(with_rows_side_by_side(all, facts).function);
  }
  bool is_changed() const { return side_by_side().find("$group") != std::string::npos; }
};

}  // namespace

TEST_CASE("eight rows, each one element behind the one before it") {
  const std::string text = Sweep().side_by_side();
  CAPTURE(text);
  CHECK(Sweep::has(text, "if ($first<=$last && 7<=$last-$first && ($lo<=$hi && 39<=$hi-$lo))"));
  CHECK(Sweep::has(text, "for $group=$first..8..$last-7"));
  CHECK(Sweep::has(text, "for j=$lo..$lo+(7-$row)-1"));
  CHECK(Sweep::has(text, "for $t=$lo+7..$hi"));
  CHECK(Sweep::has(text, "i = $group+7\n"));
  CHECK(Sweep::has(text, "j = $t-7\n"));
  CHECK(Sweep::has(text, "for j=$hi-$row+1..$hi"));
  CHECK(Sweep::has(text, "$first = $first+($last-$first+1-mod($last-$first+1,8))"));
  CHECK(Sweep::has(text, "for i=$first..$last"));
}

TEST_CASE("how far a row is behind") {
  const auto begins = [](const char* round, std::initializer_list<std::pair<int, int>> also) {
    Sweep s;
    ExprP value = s.at(0, -1);
    for (const auto& [rows, elements] : also) value = add(value, s.at(rows, elements));
    s.only(value);
    const std::string text = s.side_by_side();
    CAPTURE(text);
    CHECK(Sweep::has(text, round));
  };
  begins("for $t=$lo..$hi", {});
  begins("for $t=$lo..$hi", {{-1, -1}});
  begins("for $t=$lo+7..$hi", {{1, 0}});
  begins("for $t=$lo+14..$hi", {{-1, 1}, {1, 1}, {1, -1}});
  begins("for $t=$lo+21..$hi", {{-1, 2}});
  begins("for $t=$lo+14..$hi", {{-2, 3}});
}

TEST_CASE("a large body has four rows") {
  Sweep s;
  ExprP value = s.at(0, -1);
  for (int k = 0; k < 20; ++k) value = add(value, s.at(-1, 0));
  s.only(value);
  CHECK(Sweep::has(s.side_by_side(), "for $group=$first..4..$last-3"));
}

TEST_CASE("nests whose rows stay one after another") {
  const auto stays = [](const char* why, auto change) {
    Sweep s;
    change(s);
    CHECK_MESSAGE(!s.is_changed(), why);
  };
  CHECK(Sweep().is_changed());
  stays("no chain in a row", [](Sweep& s) { s.only(s.at(-1, 0)); });
  stays("a chain of elements far apart", [](Sweep& s) { s.only(s.at(0, -4)); });
  stays("a row too far behind", [](Sweep& s) { s.only(add(s.at(0, -1), s.at(-1, 8))); });
  stays("other steps", [](Sweep& s) { s.inner.step = int_const(-1); });
  stays("other steps of rows", [](Sweep& s) { s.outer.step = int_const(2); });
  stays("rows that end by their number", [](Sweep& s) { s.inner.hi = var(s.f, s.i); });
  stays("a transposed element", [](Sweep& s) {
    s.only(add(s.at(0, -1), load(s.f, Access{s.x, {var(s.f, s.j), var(s.f, s.i)}})));
  });
  stays("an element that all iterations read", [](Sweep& s) {
    s.only(add(s.at(0, -1), load(s.f, Access{s.x, {int_const(5), int_const(5)}})));
  });
  stays("an access that may fail", [](Sweep& s) {
    s.first().access.boundary = Boundary::Checked;
    s.first().access.site = 0;
  });
  stays("an access that gives 0 outside", [](Sweep& s) { s.first().access.boundary = Boundary::Safe; });
  stays("a variable that goes on", [](Sweep& s) {
    s.only(add(s.at(0, -1), var(s.f, s.t)));
    s.set(s.t, s.at(-1, 0));
  });
  stays("a branch", [](Sweep& s) {
    s.inner.body = {{If{lt(var(s.f, s.j), int_const(9)), std::move(s.inner.body), {}}, {}}};
  });
  stays("a statement beside the inner loop", [](Sweep& s) {
    s.outer.body.push_back({Assign{s.t, float_const(0, Elem::F32)}, {}});
  });
  stays("a nest that may have no row", [](Sweep& s) { s.facts.may_be_empty = true; });
}

TEST_CASE("what cannot fail here, and variables of an iteration") {
  Sweep s;
  s.first().access.boundary = Boundary::Checked;
  s.first().access.site = 0;
  s.facts.sure = {true};
  CHECK(s.is_changed());
  s.inner.body.clear();
  s.set(s.t, s.at(-1, 1));
  s.store(0, 0, add(s.at(0, -1), var(s.f, s.t)));
  CHECK(Sweep::has(s.side_by_side(), "for $t=$lo+14..$hi"));
}
