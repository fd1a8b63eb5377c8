// Names of bodies, by their frames and by the scope around.
#include "lower/state/symbol_table.h"

#include <doctest/doctest.h>

#include "known_scope.h"

using namespace qc;
using lowering::Binding;
using lowering::Frame;
using lowering::SymbolTable;

namespace {

struct Table {
  qc_test::KnownScope scope;
  SymbolTable names{scope};
  Table() {
    names.frames.push_back(std::make_unique<Frame>());
    names.frame().outer = true;
  }
  Frame& enter(const std::string& key) {
    names.frames.push_back(std::make_unique<Frame>());
    names.frame().key = key;
    return names.frame();
  }
};

}  // namespace

TEST_CASE("a name is held in variables or in memory, or is another name of a value") {
  Binding b;
  CHECK(b.alias() == nullptr);
  CHECK(b.vars().empty());
  CHECK_FALSE(b.local_array());
  b.storage = lowering::Variables{{4, 5}};
  CHECK(b.vars() == std::vector<ir::VarId>{4, 5});
  b.storage = lowering::LocalArray{2};
  CHECK(b.local_array() == 2);
  CHECK(b.vars().empty());
  b.storage = lowering::Alias{lowering::of_array(Type::array(Elem::F32, 1), 3), ir::VarId(6)};
  REQUIRE(b.alias() != nullptr);
  CHECK(b.alias()->array().id == 3);
  CHECK(b.which() == 6);
  CHECK_FALSE(b.local_array());
  b.alias()->type.is_const = true;
  CHECK(std::as_const(b).alias()->type.is_const);
}

TEST_CASE("what has a fixed size by its type is copied under another name") {
  Binding b;
  CHECK_FALSE(copies(b));
  b.by_value = true;
  CHECK(copies(b));
  b.by_value = false;
  b.fixed_type = true;
  CHECK(copies(b));
}

TEST_CASE("the key of a name tells bodies apart, and the shapes that the name has had") {
  Table t;
  CHECK(t.names.key_of("x") == "x");
  CHECK_FALSE(t.names.in_call());
  t.names.frame().versions["x"] = 2;
  CHECK(t.names.key_of("x") == "x~2");
  CHECK(lowering::of_all_versions(t.names.key_of("x")) == "x");
  t.enter("f#1.");
  CHECK(t.names.key_of("x") == "f#1.x");
  CHECK(t.names.in_call());
  CHECK(t.names.outermost().key.empty());
}

TEST_CASE("functions: the loop sees those around it, a function of the program the global ones, a file its own") {
  Table t;
  FunctionRef around, global, of_file;
  around.name = "around";
  global.name = "global";
  of_file.name = "of_file";
  t.scope.known_functions["g"] = {around};
  t.scope.known_functions["::g"] = {global};
  t.scope.known_functions[NameInFile::path(3, "g")] = {of_file};
  CHECK(t.names.functions_named("g").at(0).name == "around");
  Frame& inner = t.enter("f#1.");
  CHECK(t.names.functions_named("g").at(0).name == "global");
  inner.file = 3;
  CHECK(t.names.functions_named("g").at(0).name == "of_file");
  inner.file = kNoFile;
  t.scope.known_functions.erase("::g");
  CHECK(t.names.functions_named("g").at(0).name == "around");
  CHECK(t.names.functions_named("h").empty());
}

TEST_CASE("a body stands in a file of its own only where that is another one") {
  Table t;
  t.names.file = 1;
  t.scope.known_functions[NameInFile::path(2, "")] = {FunctionRef{}};
  Frame same, other, library;
  t.names.enter_file(same, 1);
  CHECK(same.file == kNoFile);
  t.names.enter_file(other, 4);
  CHECK(other.file == 4);
  CHECK_FALSE(other.library);
  t.names.enter_file(library, 2);
  CHECK(library.library);
}

TEST_CASE("a function value sees what it captured") {
  Table t;
  Frame none, outside, inside;
  t.names.enter_captured(none, "");
  CHECK_FALSE(none.outer);
  t.names.enter_captured(outside, "g.");
  CHECK(outside.outer);
  CHECK(outside.captured == "g.");
  lowering::LocalFunction local;
  local.names["x"] = Binding{};
  local.captured = "h.";
  t.names.local_functions.push_back(local);
  t.names.enter_captured(inside, "#0");
  CHECK(inside.names.count("x") == 1);
  CHECK(inside.captured == "h.");
  CHECK_FALSE(inside.outer);
}
