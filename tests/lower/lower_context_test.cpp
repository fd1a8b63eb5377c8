// The smaller parts of the state, and what a pass keeps of the one before.
#include "lower/state/lower_context.h"

#include <doctest/doctest.h>

#include "known_scope.h"

using namespace qc;
using lowering::ArrayAliases;
using lowering::Binding;
using lowering::ControlContext;
using lowering::EffectClock;
using lowering::Frame;
using lowering::KernelState;
using lowering::LazyArray;
using lowering::LowerContext;
using lowering::Value;

namespace {

Value array(ir::ArrayId id) { return lowering::of_array(Type::array(Elem::F32, 1), id); }

}  // namespace

TEST_CASE("ArrayAliases: names of several arrays ask for a pass until they have what they had") {
  ArrayAliases aliases;
  CHECK(aliases.make_phi("src"));
  CHECK_FALSE(aliases.make_phi("src"));
  aliases.phis.at("src").found = {array(0), array(1)};
  CHECK(aliases.found_others());
  aliases.phis.at("src").found = {array(0), array(1)};
  CHECK_FALSE(aliases.found_others());
  Value constant = array(1);
  constant.type.is_const = true;
  aliases.phis.at("src").found = {array(0), constant};
  CHECK(aliases.found_others());
}

TEST_CASE("ArrayAliases: names of one array of the iteration") {
  qc_test::KnownScope scope;
  lowering::SymbolTable names(scope);
  names.frames.push_back(std::make_unique<Frame>());
  Binding a;
  a.key = "a";
  a.storage = lowering::Alias{Value(Type::unknown(), lowering::LazyRef{nullptr, ir::ArrayId(4)})};
  names.frame().names["a"] = a;
  ArrayAliases aliases;
  CHECK_FALSE(aliases.note_shared_own(names, "a", 4));  // itself
  CHECK_FALSE(aliases.note_shared_own(names, "b", 5));
  CHECK(aliases.note_shared_own(names, "b", 4));
  CHECK(aliases.shared_own == std::set<std::string>{"a", "b"});
  CHECK_FALSE(aliases.note_shared_own(names, "b", 4));
}

TEST_CASE("ArrayAliases: the first update in place says whether it is always done") {
  ArrayAliases aliases;
  aliases.note_in_place_update("x", false);
  aliases.note_in_place_update("x", true);
  REQUIRE(aliases.updated_in_place.size() == 1);
  CHECK_FALSE(aliases.updated_in_place[0].always);
}

TEST_CASE("EffectClock: a slice is read before something is stored") {
  EffectClock effects;
  LazyArray c;
  c.stores = effects.stores;
  CHECK(qc_test::stopped([&] { effects.require_unwritten(c, {}); }) == "");
  ++effects.stores;
  CHECK(qc_test::stopped([&] { effects.require_unwritten(c, {}); }) == "R901");
}

TEST_CASE("ControlContext: what each iteration does once") {
  ControlContext control;
  control.loops = 1;
  CHECK(control.once_an_iteration());
  for (int ControlContext::*deeper : {&ControlContext::arm, &ControlContext::conditional, &ControlContext::loops}) {
    ++(control.*deeper);
    CHECK_FALSE(control.once_an_iteration());
    --(control.*deeper);
  }
  control.jumps = true;
  CHECK_FALSE(control.once_an_iteration());
  control.begin_pass();
  CHECK(control.jumps);  // the text's
  CHECK(control.loops == 0);
}

TEST_CASE("KernelState: a pass keeps what the text says, and the operations of totals") {
  KernelState kernel;
  kernel.rank = 2;
  kernel.outputs = {"s"};
  kernel.total_ops["s"] = ast::AssignOp::Add;
  kernel.has_barrier = true;
  kernel.own_names = {"t"};
  kernel.slot = ir::VarId(3);
  kernel.begin_pass();
  CHECK(kernel.rank == 2);
  CHECK(kernel.outputs.count("s") == 1);
  CHECK(kernel.total_ops.size() == 1);
  CHECK_FALSE(kernel.has_barrier);
  CHECK(kernel.own_names.empty());
  CHECK_FALSE(kernel.slot);
}

TEST_CASE("LowerContext: each part that learns something asks for another pass") {
  qc_test::KnownScope scope;
  LowerContext cx(scope, {}, false);
  CHECK_FALSE(cx.another_pass());
  cx.types.note("x", Type::integer());
  cx.types.note("x", Type::number(Elem::F32));
  CHECK(cx.another_pass());
  cx.begin_pass();
  CHECK_FALSE(cx.another_pass());
  const ir::VarId v = cx.code.temp("v", Elem::I64);
  cx.code.known.note(v, ir::int_const(1), true, 0, "v");
  cx.code.known.forget(v);
  CHECK(cx.another_pass());
  CHECK_FALSE(cx.in_arm_of_call());
  for (int k = 0; k < 2; ++k) cx.names.frames.push_back(std::make_unique<Frame>());
  cx.control.conditional = 1;
  CHECK(cx.in_arm_of_call());
}
