// What an expression lowers to: one kind of value at a time.
#include "lower/state/value.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <functional>

using namespace qc;
using namespace qc::lowering;

namespace {

std::shared_ptr<const LazyArray> row_of(std::int64_t count) {
  auto row = std::make_shared<LazyArray>();
  row->axes = {{ir::int_const(0), ir::int_const(count - 1), ir::int_const(count), count}};
  row->dims = {0};
  return row;
}

// Whether it ends the process, as internal errors do.
bool aborts(const std::function<void()>& act) {
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);  // not doctest's
    std::fclose(stderr);
    act();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

}  // namespace

TEST_CASE("a number has one part, a complex one two") {
  const Value n = one_number(ir::float_const(2, Elem::F64));
  CHECK(n.type == Type::number(Elem::F64));
  CHECK(n.parts().size() == 1);
  CHECK(components(n) == 1);
  const ir::ExprP re = ir::float_const(1, Elem::F32), im = ir::float_const(2, Elem::F32);
  const Value z = of_scalars(Type::number(Elem::F32, true), {re, im});
  CHECK(components(z) == 1);
  CHECK(component(z, 0).parts() == z.parts());
}

TEST_CASE("components of a fixed-size value are numbers, without what is said of the whole") {
  Value v = of_scalars(Type::integer(), {ir::int_const(4), ir::int_const(5), ir::int_const(6)});
  v.type.kind = Type::Kind::Fixed;
  v.type.dims = {3};
  v.scalars().list = true;
  v.scalars().narrow = Elem::U8;
  v.scalars().kind = ir::int_const(8);
  CHECK(components(v) == 3);
  const Value c = component(v, 1);
  CHECK(c.type == Type::integer());
  CHECK(ir::as_int(*c.parts()[0]) == 5);
  CHECK_FALSE(is_list(c));
  CHECK_FALSE(narrow_of(c));
  CHECK(c.scalars().kind == v.scalars().kind);  // that of each element
}

TEST_CASE("a float in the text is that number in every type but half") {
  Value v = one_number(ir::float_const(double(0.1f), Elem::F32));
  v.scalars().literal = 0.1;
  CHECK(std::get<ir::ConstFloat>(part(v, 0, Elem::F64)->node).value == 0.1);
  v.scalars().literal.reset();
  const ir::ExprP widened = part(v, 0, Elem::F64);
  auto* constant = std::get_if<ir::ConstFloat>(&widened->node);
  CHECK((!constant || constant->value != 0.1));
}

TEST_CASE("a value that is taken for another kind is an internal error") {
  Value array = of_array(Type::array(Elem::F32, 2), 7);
  CHECK(array.array().id == 7);
  CHECK(rank_of(array) == 2);
  CHECK(aborts([&] { (void)array.parts(); }));
  CHECK(aborts([&] { (void)std::as_const(array).lazy(); }));
  CHECK(aborts([&] { (void)array.select(); }));
  Value number = one_number(ir::int_const(1));
  CHECK(aborts([&] { (void)number.array(); }));
  CHECK(aborts([&] { (void)number.record(); }));
  CHECK(aborts([&] { (void)number.functions(); }));
  CHECK(aborts([&] { (void)number.string(); }));
  CHECK(aborts([&] { (void)Value().parts(); }));
}

TEST_CASE("what is said of scalars is not so of other values") {
  for (const Value& v : {Value(), of_array(Type::array(Elem::F32, 1), 0), of_lazy(row_of(3)),
                         Value(Type::string(), StringConstant{"left"})}) {
    CHECK_FALSE(literal_of(v));
    CHECK_FALSE(narrow_of(v));
    CHECK_FALSE(is_by_value(v));
    CHECK_FALSE(is_list(v));
    CHECK(variable_of(v) == nullptr);
    CHECK(one_of(v).empty());
  }
}

TEST_CASE("a lazy array may be a local array, which has memory") {
  Value v = of_lazy(row_of(4));
  CHECK(is_lazy(v));
  CHECK(v.lazy().axes[0].most == 4);
  CHECK_FALSE(local_array_of(v));
  CHECK(aborts([&] { (void)v.local_array(); }));
  v.as<LazyRef>().local_array = ir::ArrayId(2);
  CHECK(v.local_array() == 2);
  CHECK_FALSE(local_array_of(one_number(ir::int_const(1))));
}

TEST_CASE("records know their path, whether their fields are known or not") {
  Value outer(Type::unknown(), OuterPath{"p.at"});
  outer.type.kind = Type::Kind::Object;
  CHECK(record_path(outer) == "p.at");
  CHECK(aborts([&] { (void)outer.record(); }));
  const auto fields = std::make_shared<const std::vector<RecordField>>();
  const Value record = of_record({"q[]", fields, {one_number(ir::int_const(2))}});
  CHECK(record.type.kind == Type::Kind::Object);
  CHECK(record_path(record) == "q[]");
  CHECK(record.record().item.size() == 1);
  CHECK(aborts([&] { (void)record_path(one_number(ir::int_const(2))); }));
}
