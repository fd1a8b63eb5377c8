// What one pass tells the next about types.
#include "lower/state/type_inference.h"

#include <doctest/doctest.h>

using namespace qc;
using lowering::Binding;
using lowering::TypeInference;
using lowering::Value;

TEST_CASE("a type that becomes wider asks for another pass") {
  TypeInference types;
  CHECK_FALSE(types.note("x", Type::integer()));
  CHECK_FALSE(types.note("x", Type::integer()));
  CHECK_FALSE(types.changed);
  CHECK(types.note("x", Type::number(Elem::F32)));
  CHECK(types.changed);
  types.begin_pass();
  CHECK_FALSE(types.changed);
  CHECK(types.by_key.at("x") == Type::number(Elem::F32));
}

TEST_CASE("a variable that is a value in one place and an array in another") {
  TypeInference types;
  Binding b;
  b.key = "v";
  Value value = lowering::of_scalars({}), array = value;
  value.type.kind = array.type.kind = Type::Kind::Fixed;
  value.scalars().by_value = true;
  types.note_kind(b, value, true);
  CHECK(b.by_value);
  CHECK_FALSE(types.changed);
  types.note_kind(b, array, true);
  CHECK_FALSE(b.by_value);
  CHECK(types.changed);
  CHECK(types.of_both_kinds.count("v") == 1);
  types.begin_pass();
  types.note_kind(b, value, true);  // the first assignment of the pass decides
  types.note_kind(b, array, true);
  CHECK_FALSE(types.changed);  // it is known now
  Value number = lowering::of_scalars(Type::integer());
  number.scalars().by_value = true;
  types.note_kind(b, number, true);
  CHECK_FALSE(b.by_value);
}

TEST_CASE("whether an iteration leaves a value or an array, where that is always one of them") {
  TypeInference types;
  Binding b;
  b.key = "v";
  b.by_value = true;
  types.kinds_known.insert("v");  // a value outside
  Value array = lowering::of_scalars({}), value = array;
  array.type.kind = value.type.kind = Type::Kind::Fixed;
  value.scalars().by_value = true;
  types.note_kind(b, array, true);
  CHECK_FALSE(types.left_as.at("v"));
  types.note_kind(b, array, false);  // under a condition
  CHECK(types.left_as_either.empty());
  types.note_kind(b, value, true);
  CHECK(types.left_as.at("v"));
  CHECK(types.left_as_either.empty());
  types.note_kind(b, array, false);
  CHECK(types.left_as_either.count("v") == 1);
}

TEST_CASE("a name that outlives the statements in which it began anew gets its type anew") {
  TypeInference types;
  Binding b;
  b.key = "x~1";
  types.note("x~1", Type::integer());
  types.note_outlived("x", b);
  CHECK(types.changed);
  CHECK(types.by_key.count("x~1") == 1);
  types.begin_pass();
  CHECK(types.by_key.count("x~1") == 0);
  types.note_outlived("x", b);
  CHECK_FALSE(types.changed);
}

TEST_CASE("a name that is an int for some assignments is known by the ints that it may be") {
  TypeInference types;
  Binding b;
  b.key = "x";
  b.type = Type::integer();
  types.note_kept(b, Elem::I64, {0, 9});
  CHECK_FALSE(types.changed);
  types.note_kept(b, Elem::Bool, {0, 1});
  CHECK(types.changed);
  CHECK(types.truths_and_ints.count("x") == 1);
  b.type = Type::number(Elem::F32);
  types.begin_pass();
  types.note_kept(b, Elem::I64, {3, 5});
  CHECK(types.changed);
  types.begin_pass();
  types.note_kept(b, Elem::I64, {4, 5});
  types.note_kept(b, Elem::F32, {-9, 9});
  CHECK_FALSE(types.changed);
  types.note_kept(b, Elem::I64, {4, 6});
  CHECK(types.changed);
  CHECK(types.ints_in_floats.at("x").lo == 3);
  CHECK(types.ints_in_floats.at("x").hi == 6);
}
