// Where statements go, and the variables and memory that code makes for itself.
#include "lower/state/function_builder.h"

#include <doctest/doctest.h>

#include <stdexcept>

using namespace qc;
using lowering::FunctionBuilder;
using lowering::Value;

TEST_CASE("collect gives what its body emits, and goes on with the block around") {
  FunctionBuilder code;
  const ir::Block all = code.collect([&] {
    const int outer = code.block;
    code.keep("a", ir::int_const(1), {});
    ir::Block inner = code.collect([&] {
      CHECK(code.block != outer);
      CHECK(code.inside(outer));
      code.keep("b", ir::int_const(2), {});
    });
    CHECK(inner.size() == 1);
    CHECK(code.block == outer);
    code.emit(ir::If{ir::bool_const(true), std::move(inner), {}}, {});
  });
  CHECK(all.size() == 2);
  CHECK(code.out == nullptr);
  CHECK(code.blocks == 2);
  CHECK_FALSE(code.inside(1));
}

TEST_CASE("collect goes on with the block around when its body stops") {
  FunctionBuilder code;
  const ir::Block all = code.collect([&] {
    const int outer = code.block;
    CHECK_THROWS_AS(code.collect([&] { throw std::runtime_error("stops"); }), std::runtime_error);
    CHECK(code.block == outer);
    CHECK(code.blocks_around.size() == 1);
    code.keep("a", ir::int_const(1), {});
  });
  CHECK(all.size() == 1);
}

TEST_CASE("what a block says of variables is forgotten behind it, and ends with an assignment") {
  FunctionBuilder code;
  code.collect([&] {
    const ir::VarId v = code.temp("v", Elem::I64);
    code.collect([&] {
      code.known.note(v, ir::int_const(3), true, code.block, "v");
      CHECK(code.known_value(v));
    });
    CHECK_FALSE(code.known_value(v));
    code.known.note(v, ir::int_const(4), false, code.block, "v");
    CHECK(ir::as_int(*code.in_known_terms(ir::var(code.f, v))) == 4);
    code.emit(ir::Assign{v, ir::int_const(5)}, {});
    CHECK_FALSE(code.known_value(v));
  });
}

TEST_CASE("a value is kept in variables, but for parts that are simple already") {
  FunctionBuilder code;
  code.collect([&] {
    const ir::ExprP x = code.keep("x", ir::float_const(1, Elem::F32), {});
    Value v = lowering::of_scalars(Type::number(Elem::F32, true), {x, ir::binary(ir::BinaryOp::Add, x, x)});
    v.scalars().literal = 1;
    const std::size_t before = code.out->size();
    const Value kept = code.kept(v, {});
    CHECK(code.out->size() == before + 1);
    CHECK(kept.parts()[0] == x);
    CHECK(std::holds_alternative<ir::VarRef>(kept.parts()[1]->node));
    CHECK_FALSE(literal_of(kept));
  });
}

TEST_CASE("a value without parts is kept as it is") {
  FunctionBuilder code;
  code.collect([&] {
    CHECK(code.kept(lowering::of_array(Type::array(Elem::F32, 1), 3), {}).array().id == 3);
    CHECK(code.out->empty());
  });
}

TEST_CASE("memory of the iteration") {
  FunctionBuilder code;
  const ir::Block all = code.collect([&] {
    const ir::ArrayId a = code.scratch("a", Elem::I64, 8);
    CHECK(code.f.arrays[a].space == ir::Space::Local);
    CHECK(code.f.arrays[a].dims == std::vector<std::int64_t>{8});
    code.to_scratch(a, ir::int_const(2), ir::int_const(7), {});
    CHECK(code.from_scratch(a, ir::int_const(2)).type.elem == Elem::I64);
  });
  REQUIRE(all.size() == 1);
  CHECK(std::holds_alternative<ir::Store>(all[0].node));
}

TEST_CASE("a pass begins with an empty function") {
  FunctionBuilder code;
  code.collect([&] { code.keep("a", ir::int_const(1), {}); });
  code.begin_pass();
  CHECK(code.f.vars.empty());
  CHECK(code.blocks == 0);
}
