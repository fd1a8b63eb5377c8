// What code is made for: each answer that it hangs on is noted, so that it can be asked again at another launch.
#include "lower/state/assumptions.h"

#include <doctest/doctest.h>

#include "known_scope.h"

using namespace qc;
using lowering::Assumptions;
using lowering::Value;

namespace {

struct Launch {
  qc_test::KnownScope scope;
  Assumptions assumed{scope};
  Launch() { scope.extents = {{"x", {5, 100}}, {"y", {5, 7}}}; }
  ir::Array array(const std::string& name) const {
    ir::Array a;
    a.name = name;
    return a;
  }
  // Whether the code serves the launch as it is now.
  bool holds() const { return assumed.specialised.holds(scope); }
};

}  // namespace

TEST_CASE("an extent that the code is made with is that of its launches") {
  Launch t;
  CHECK(t.assumed.extent(t.array("x"), 0, 16) == 5);
  CHECK(t.assumed.extent(t.array("x"), 0, 16) == 5);
  CHECK(t.assumed.specialised.extents.size() == 1);
  CHECK(t.holds());
  t.scope.extents["x"][0] = 6;
  CHECK_FALSE(t.holds());
}

TEST_CASE("an extent that is too long for that is too long at other launches") {
  Launch t;
  CHECK_FALSE(t.assumed.extent(t.array("x"), 1, 16));
  t.scope.extents["x"][1] = 17;
  CHECK(t.holds());
  t.scope.extents["x"][1] = 16;
  CHECK_FALSE(t.holds());
}

TEST_CASE("extents that hang on nothing: those of memory, and of what is not known") {
  Launch t;
  ir::Array local = t.array("x");
  local.space = ir::Space::Local;
  CHECK_FALSE(t.assumed.extent(local, 0, 16));
  local.dims = {3};
  CHECK(t.assumed.extent(local, 0, 16) == 3);
  CHECK_FALSE(t.assumed.extent(t.array("unknown"), 0, 16));
  CHECK(t.assumed.specialised.extents.empty());
}

TEST_CASE("a bound is a power of two, for launches between its half and itself") {
  Launch t;
  CHECK(t.assumed.bound(t.array("x"), 1, 1024) == 128);
  for (const auto& [n, serves] : {std::pair(128, true), {129, false}, {65, true}, {64, false}}) {
    t.scope.extents["x"][1] = n;
    CHECK(t.holds() == serves);
  }
  t.scope.extents["x"][1] = 100;
  CHECK_FALSE(t.assumed.bound(t.array("x"), 1, 64));
}

TEST_CASE("two extents that are one number now") {
  Launch t;
  CHECK(t.assumed.alike(t.array("x"), 0, t.array("y"), 0));
  CHECK_FALSE(t.assumed.alike(t.array("x"), 1, t.array("y"), 1));
  t.scope.extents["x"][0] = t.scope.extents["y"][0] = 9;
  CHECK(t.holds());
  t.scope.extents["y"][0] = 8;
  CHECK_FALSE(t.holds());
}

TEST_CASE("loops of few iterations and of many") {
  Launch t;
  CHECK(t.assumed.is_longer_than(999));
  CHECK_FALSE(t.assumed.is_longer_than(1000));
  CHECK_FALSE(t.assumed.is_longer_than(1000));
  CHECK(t.assumed.specialised.longer_than.size() == 2);
}

TEST_CASE("strings are compared once, when the code is made") {
  Launch t;
  Value a(Type::string(), lowering::StringConstant{"left", "side"}),
      b(Type::string(), lowering::StringConstant{"left"});
  CHECK(t.assumed.same_text(a, b));
  b.as<lowering::StringConstant>().text = "right";
  CHECK_FALSE(t.assumed.same_text(b, a));
  CHECK(t.assumed.specialised.texts.size() == 2);
  t.assumed.begin_pass();
  CHECK(t.assumed.specialised.texts.empty());
}

TEST_CASE("an item of a cell is there, or is not") {
  Launch t;
  t.scope.types["c{0}"] = Type::integer();
  for (const char* path : {"c{0}", "c{1}", "c{0}"}) t.assumed.count_item(path);
  CHECK(t.assumed.counted_items == std::vector<std::string>{"c{0}", "c{1}"});
  REQUIRE(t.assumed.specialised.there.size() == 2);
  CHECK(t.assumed.specialised.there[0].second);
  CHECK_FALSE(t.assumed.specialised.there[1].second);
}

TEST_CASE("what holds but for the values of numbers is told apart from them") {
  qc_test::KnownScope scope;
  scope.extents = {{"x", {5}}};
  scope.numbers = {{"n", 3}, {"m", 7}};
  Specialised made, other;
  made.extents = other.extents = {{"x", 0, 5}};
  made.numbers = {{"n", 3}, {"m", 7}};
  other.numbers = {{"n", 4}, {"m", 7}};
  CHECK(made.holds(scope));
  CHECK_FALSE(other.holds(scope));
  CHECK(other.holds_but_for_numbers(scope));
  CHECK(made.same_but_for_numbers(other));
  CHECK(made.values_now(scope) == made.values());
  CHECK(made.values_now(scope) != other.values());
  scope.numbers.erase("n");
  CHECK_FALSE(made.holds(scope));
  other.extents[0].value = 6;
  CHECK_FALSE(made.same_but_for_numbers(other));
  other = made;
  other.numbers.pop_back();
  CHECK_FALSE(made.same_but_for_numbers(other));
}
