// What integer variables are known to hold, and where.
#include "lower/state/known_integers.h"

#include <doctest/doctest.h>

#include "ir/build.h"

using namespace qc;
using lowering::KnownIntegers;

namespace {

struct Two {
  ir::Function f;
  ir::VarId a = f.add_var("a", Elem::I64), b = f.add_var("b", Elem::I64);
  KnownIntegers known;
};

}  // namespace

TEST_CASE("a variable that several statements assign is known in the block of the last one") {
  Two t;
  t.known.note(t.a, ir::int_const(3), false, 1, "a");
  REQUIRE(t.known.value(t.a, 1));
  CHECK(ir::as_int(*t.known.value(t.a, 1)) == 3);
  CHECK_FALSE(t.known.value(t.a, 2));
  CHECK_FALSE(t.known.value(t.b, 1));
  t.known.note(t.a, ir::int_const(4), false, 1, "a");
  CHECK(ir::as_int(*t.known.value(t.a, 1)) == 4);
}

TEST_CASE("a variable that one statement assigns is known in inner blocks too") {
  Two t;
  t.known.note(t.a, ir::int_const(3), true, 1, "a");
  REQUIRE(t.known.value(t.a, 7));
  CHECK(ir::as_int(*t.known.value(t.a, 7)) == 3);
}

TEST_CASE("an assignment ends what is known, for good where two statements turn out to assign") {
  Two t;
  t.known.note(t.a, ir::int_const(3), false, 1, "a");
  t.known.forget(t.a);
  CHECK_FALSE(t.known.value(t.a, 1));
  CHECK_FALSE(t.known.changed);  // it was not said to be the only one
  t.known.note(t.b, ir::int_const(5), true, 1, "b");
  t.known.forget(t.b);
  CHECK(t.known.changed);
  t.known.begin_pass();
  CHECK_FALSE(t.known.changed);
  t.known.note(t.b, ir::int_const(5), true, 1, "b");  // the next pass knows that it is not the only one
  CHECK(t.known.value(t.b, 1));
  CHECK_FALSE(t.known.value(t.b, 2));
}

TEST_CASE("what inner statements say is forgotten behind them") {
  Two t;
  t.known.note(t.a, ir::int_const(1), true, 1, "a");
  const std::size_t mark = t.known.mark();
  t.known.note(t.b, ir::int_const(2), true, 2, "b");
  CHECK(t.known.value(t.b, 2));
  t.known.back_to(mark);
  CHECK_FALSE(t.known.value(t.b, 2));
  CHECK(t.known.value(t.a, 2));
}

TEST_CASE("an expression in terms of what is known") {
  Two t;
  t.known.note(t.a, ir::add(ir::var(t.f, t.b), ir::int_const(1)), true, 1, "a");
  const ir::ExprP e = t.known.in_terms(ir::var(t.f, t.a), 1);
  REQUIRE(std::holds_alternative<ir::Binary>(e->node));
  CHECK(ir::as_int(*std::get<ir::Binary>(e->node).b) == 1);
  CHECK(std::holds_alternative<ir::VarRef>(t.known.in_terms(ir::var(t.f, t.b), 1)->node));
}
