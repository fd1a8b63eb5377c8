#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "lowering.h"
#include "sema/builtins.h"

using namespace qc_test;
using namespace qc;

namespace {

// "name:type" at the first loop, for the names given.
std::string types_at_loop(const std::string& text, std::vector<std::string> names, std::size_t which = 0) {
  Text t(text);
  std::vector<std::string> out;
  walk_loops(t.program, {}, [&](const ast::Stmt&, const Scope& scope, const InnerScopes&) {
    std::string line;
    for (const auto& n : names) {
      auto type = scope.type_of(n);
      line += (line.empty() ? "" : " ") + n + ":" + (type ? type_name(*type) : "none");
    }
    out.push_back(line);
  });
  REQUIRE(out.size() > which);
  return out[which];
}

}  // namespace

TEST_CASE("types come from literals, constructors, calls and declarations") {
  CHECK(types_at_loop(
            "a = 3\nb = 0.5\nc = zeros(3)\nd = zeros(3,4)\ne = imread(\"a\")\nf = vec[int](4)\ng = d .* 2\nh = sum(d)\n"
            "k = [1,2,3]\nl = [[1.0,2],[3,4]]\nm = size(d)\nn = zeros(size(d))\no = true\np : cube{4} = "
            "load(\"a\")\nfor i=0..1\nend\n",
            {"a", "b", "c", "d", "e", "f", "g", "h", "k", "l", "m", "n", "o", "p", "q"}) ==
        "a:int b:scalar c:vec d:mat e:cube f:vec[int] g:mat h:scalar k:vec[int] l:mat m:ivec2 n:mat o:bool p:cube{4} "
        "q:none");
}

TEST_CASE("branches and loops join types") {
  CHECK(types_at_loop("a = 0\nif a > 1\n  a = 0.5\nend\nfor i=0..1\nend\n", {"a"}) == "a:scalar");
  CHECK(types_at_loop("a = 0\nb = 0\nwhile b < 3\n  a = b\n  b += 0.5\nend\nfor i=0..1\nend\n", {"a", "b"}) ==
        "a:scalar b:scalar");
  CHECK(types_at_loop("x = zeros(3)\nif numel(x) > 1\n  x = zeros(3,3)\nend\nfor i=0..1\nend\n", {"x"}) == "x:cube{:}");
}

TEST_CASE("functions are walked for the types of their calls") {
  const std::string f = "function y = f(x)\n  y = 0\n  for i=0..2\n    y += x[i]\n  end\nend\n";
  CHECK(types_at_loop(f + "v = vec[double](3)\nprint f(v)\n", {"x", "v"}) == "x:vec[double] v:none");
  CHECK(types_at_loop(f, {"x"}) == "x:??");
  Text twice(f + "print f(vec[double](3)), f(vec(3)), f(zeros(4))\n");
  int visits = 0;
  walk_loops(twice.program, {}, [&](const ast::Stmt&, const Scope&, const InnerScopes&) { ++visits; });
  CHECK(visits == 2);
}

TEST_CASE("loops are visited in source order, inner ones not") {
  Text t("function [] = main()\n  for a=0..1\n    for b=0..1\n    end\n  end\nend\nfor c=0..1\nend\n");
  std::string order;
  walk_loops(t.program, {}, [&](const ast::Stmt& s, const Scope&, const InnerScopes&) {
    order += std::get<ast::For>(s.node).variable;
  });
  CHECK(order == "ac");
}

TEST_CASE("constants are known only where every run has them") {
  Text t("n = 4\nm = n*2\nk = 1\nwhile k < 3\n  k += 1\n  for i=0..n\n  end\nend\n");
  walk_loops(t.program, {}, [&](const ast::Stmt&, const Scope& scope, const InnerScopes&) {
    CHECK(scope.constant_of("n") == 4.0);
    CHECK(scope.constant_of("m") == 8.0);
    CHECK(!scope.constant_of("k"));
    CHECK(scope.live_after("k"));
  });
}

TEST_CASE("what is wrong in a function that is never called is a warning") {
  CHECK(codes("function y = f(x)\n  y = x + nowhere\nend\n") == "Q0201?");
  CHECK(codes("function y = f(x)\n  y = x + nowhere\nend\nprint f(1)\n") == "Q0201");
}

TEST_CASE("a lambda that is called elsewhere has the variables of the place where it was written") {
  const std::string f = "function [] = run(f)\n  try\n    f()\n  catch e\n    print e\n  end\nend\n";
  const auto ignore = [](const ast::Stmt&, const Scope&, const InnerScopes&) {};
  Text seen(f + "x = [1,2]\nrun(() -> sum(x))\n"), missing(f + "run(() -> sum(x))\n");
  CHECK(walk_loops(seen.program, {}, ignore).empty());
  CHECK(walk_loops(missing.program, {}, ignore).size() == 1);
}

TEST_CASE("types as written") {
  auto name = [](const std::string& type) {
    Text t("x : " + type + "\n");
    return type_name(resolve_type(*std::get<ast::Assign>(t.program.statements[0].node).targets[0].type, Elem::F32));
  };
  for (const char* same : {"scalar", "int", "uint8", "vec", "mat", "cube", "vec[int]", "mat[uint8]", "cube{4}",
                           "cube{:}", "vec3", "ivec2", "mat(2,2)", "cscalar", "cvec", "double", "bool", "??", "string"})
    CHECK(name(same) == same);
  CHECK(name("ivec") == "vec[int]");
  CHECK(name("vec(3)") == "vec3");
  CHECK_THROWS_AS(name("matt"), ProgramError);
  CHECK_THROWS_AS(name("mat'circulr"), ProgramError);
}

TEST_CASE("built-ins and their results") {
  auto result = [](const char* name, std::vector<Type> args) {
    std::vector<std::optional<double>> constants(args.size());
    auto r = builtin_result(name, args, constants, Elem::F32);
    return !r ? "none" : r->empty() ? "nothing" : type_name(r->front());
  };
  CHECK(result("sum", {Type::array(Elem::U8, 2)}) == "int");
  CHECK(result("sum", {Type::array(Elem::F64, 2), Type::integer()}) == "mat[double]");
  CHECK(result("sqrt", {Type::integer()}) == "scalar");
  CHECK(result("abs", {Type::number(Elem::F32, true)}) == "scalar");
  CHECK(result("max", {Type::array(Elem::F32, 2), Type::integer()}) == "mat");
  CHECK(result("printf", {Type::string()}) == "nothing");
  CHECK(result("no_such", {}) == "none");
  CHECK(is_builtin("erfc"));
  CHECK(!is_builtin("erfd"));
}
