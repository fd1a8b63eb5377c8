// The marks of what kinds of numbers variables hold.
#include "lower/state/number_kinds.h"

#include <doctest/doctest.h>

#include "ir/number_kind.h"

using namespace qc;
using lowering::NumberKinds;

TEST_CASE("the kind of a sum is the or of its terms' kinds, and the widest decides") {
  const auto truth = ir::number_kind(Elem::Bool, false), byte = ir::number_kind(Elem::U8, false),
             half = ir::number_kind(Elem::F16, false), complex = ir::number_kind(Elem::F64, true);
  CHECK(byte == ir::kInt);
  CHECK(ir::elem_of_kind(truth) == Elem::Bool);
  CHECK(ir::elem_of_kind(truth | ir::kInt) == Elem::I64);
  CHECK(ir::elem_of_kind(byte | half) == Elem::F32);
  CHECK(ir::elem_of_kind(half | complex) == Elem::F64);
  CHECK(ir::is_complex_kind(half | complex));
  CHECK_FALSE(ir::is_complex_kind(half));
  CHECK(ir::widest_kind(byte | half) == half);
  CHECK(ir::widest_kind(half | complex) == complex);
}

TEST_CASE("a variable of one kind has no mark, and a second kind asks for another pass") {
  NumberKinds kinds;
  ir::Function f;
  kinds.note_before("x", ir::kInt);
  kinds.note("x", ir::kInt);
  CHECK_FALSE(kinds.changed);
  CHECK(kinds.mark_of(f, "x", "x", 0, ir::kInt) == ir::kNoVar);
  kinds.note("x", ir::kSingle);
  CHECK(kinds.changed);
  kinds.begin_pass();
  kinds.note("x", NumberKinds::kComputed);
  CHECK_FALSE(kinds.changed);
  const ir::VarId mark = kinds.mark_of(f, "x", "x", 0, ir::kSingle);
  REQUIRE(mark != ir::kNoVar);
  CHECK(kinds.mark_of(f, "x", "x", 0, ir::kSingle) == mark);
  CHECK(f.vars[mark].set_of == "x");
  CHECK(kinds.marks.size() == 1);
  CHECK(kinds.marks.at("x").before == ir::kInt);
  kinds.note("y", NumberKinds::kComputed);  // of one that hangs on data
  CHECK(kinds.changed);
  CHECK(kinds.mark_of(f, "y", "y", 1, ir::kSingle) != mark);
}
