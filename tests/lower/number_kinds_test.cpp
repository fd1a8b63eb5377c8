// The marks of what kinds of numbers variables hold.
#include "lower/state/number_kinds.h"

#include <doctest/doctest.h>

#include "ir/number_kind.h"
#include "sema/builtins.h"

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

// What the lowering makes of a call by it (of_row).
TEST_CASE("the kind of a function of each element is the or of what it makes of truth values and of its operands") {
  constexpr Elem kElems[] = {Elem::Bool, Elem::I64, Elem::F32, Elem::F64};
  int rules = 0;
  for (const std::string& name : builtin_names()) {
    const BuiltinInfo* row = builtin_info(name);
    if (!row || row->family != BuiltinFamily::Elementwise || row->most > 2 || row->types == type_rules::to_complex)
      continue;
    const auto elem = [&](const std::vector<Type>& types) -> std::optional<Elem> {
      const std::vector<std::optional<double>> unknown(types.size());
      const auto given = row->types({types, unknown, Elem::F32});
      return given.size() == 1 && given[0].is_number() ? std::optional(given[0].elem) : std::nullopt;
    };
    const auto type = [](Elem e) { return Type::number(e); };
    const std::size_t count = std::size_t(row->most);
    const auto least = elem(std::vector<Type>(count, type(Elem::Bool)));
    if (!least) continue;
    for (const Elem a : kElems)
      for (const Elem b : kElems) {
        const auto given = elem(count == 1 ? std::vector{type(a)} : std::vector{type(a), type(b)});
        if (!given || *given == Elem::Bool || (count == 1 && a != b)) continue;
        INFO(name);
        const std::int64_t of_both = ir::number_kind(a, false) | ir::number_kind(b, false);
        // What is an int whatever its operands are needs no kind: it has a type.
        if (*given != Elem::I64) CHECK(ir::elem_of_kind(ir::number_kind(*least, false) | of_both) == *given);
        ++rules;
      }
  }
  CHECK(rules > 200);
}
