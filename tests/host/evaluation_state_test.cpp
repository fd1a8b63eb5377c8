// The parts of an evaluation's state, each alone.
#include <doctest/doctest.h>

#include <algorithm>

#include "host/eval/state/deferred_list.h"
#include "host/eval/state/definitions.h"
#include "host/eval/state/given_warnings.h"
#include "host/eval/state/live_variables.h"
#include "host/eval/state/meanings.h"
#include "host/eval/state/progress.h"
#include "host/eval/state/resolved_code.h"
#include "host/eval/state/type_words.h"
#include "host/library/library.h"
#include "parser/parse.h"
#include "support/diagnostic.h"
#include "value/array_expr.h"
#include "value/declared_types.h"

using namespace qc;
using namespace qc::host;

namespace {

struct Texts {
  std::shared_ptr<const ast::Program> program(const std::string& text) {
    ParseResult parsed = parse(sources, sources.add("text", text));
    REQUIRE(parsed.ok());
    return std::make_shared<const ast::Program>(std::move(parsed.program));
  }
  SourceMap sources;
};

const ast::FunctionDef& function(const ast::Program& p) {
  return **std::get_if<Box<ast::FunctionDef>>(&p.statements.at(0).node);
}

}  // namespace

TEST_CASE("an interrupt ends what runs once") {
  Progress p;
  CHECK_NOTHROW(p.check_interrupt({}));
  p.interrupt();
  CHECK_THROWS_AS(p.check_interrupt({}), ProgramError);
  CHECK_NOTHROW(p.check_interrupt({}));
  p.interrupt();
  p.withdraw_interrupt();
  CHECK_NOTHROW(p.check_interrupt({}));
}

TEST_CASE("inside of a function the depth is at least one, and afterwards what it was") {
  for (const int depth : {0, 3}) {
    Progress p;
    p.depth = depth;
    {
      const DepthInside inside(p.depth);
      CHECK(p.depth == std::max(depth, 1));
      p.depth += 4;
    }
    CHECK(p.depth == depth);
  }
}

TEST_CASE("a place warns once of each kind") {
  GivenWarnings w;
  const Span here{FileId(0), 3, 5}, there{FileId(0), 4, 5};
  CHECK(w.first_of_names(here));
  CHECK_FALSE(w.first_of_names(here));
  CHECK(w.first_of_names(there));
  CHECK(w.first_of_quotient(here));
  CHECK_FALSE(w.first_of_quotient(here));
}

TEST_CASE("of two files that define the same function each has its own, others have that of the first") {
  Texts texts;
  const auto a = texts.program("function y = twice(x)\n  y = 2*x\nend\n");
  const auto b = texts.program("function y = twice(x)\n  y = x + x\nend\n");
  const auto c = texts.program("z = 1\n");
  Definitions d(std::make_unique<Library>(texts.sources));
  d.functions["twice"] = {{&function(*a), a}, {&function(*b), b}};
  for (const auto& [file, meant] : {std::pair(a, a), std::pair(b, b), std::pair(c, a)}) {
    d.current = file;
    const auto found = d.of_program("twice");
    REQUIRE(found.size() == 1);
    CHECK(found[0].program == meant);
    CHECK(d.overloads("twice", false).size() == 1);
  }
  CHECK(d.of_program("thrice").empty());
}

TEST_CASE("functions of an imported file keep what its statements left") {
  Texts texts;
  Definitions d(std::make_unique<Library>(texts.sources));
  const auto globals = std::make_shared<Environment>();
  globals->variables["gain"] = Value(Number::integer(2));
  d.file_constants.push_back({{"gain"}, std::make_shared<Environment>()});
  d.file_constants[0].values->outer = globals;
  CHECK(d.constants_of({nullptr, nullptr}) == nullptr);
  CHECK(d.constants_of({nullptr, nullptr, 0}) == d.file_constants[0].values);
  d.keep_constants(0, *globals);
  globals->variables["gain"] = Value(Number::integer(5));
  Value* kept = d.file_constant("@0.gain");
  REQUIRE(kept);
  CHECK(std::get<Number>(kept->v).i == 2);
  CHECK(d.file_constants[0].values->outer == nullptr);
  CHECK(d.file_constant("gain") == nullptr);
}

TEST_CASE("types of one word stay where they are, others are none") {
  TypesOfWords words;
  ast::TypeExpr written;
  written.name = "int";
  const HostTypeP found = words.find(Elem::F32, written);
  REQUIRE(found);
  CHECK(found->type.is_number());
  for (const char* other : {"scalar", "mat", "vec", "string", "cube"}) {
    ast::TypeExpr t;
    t.name = other;
    words.find(Elem::F32, t);
  }
  CHECK(words.find(Elem::F32, written) == found);
  written.name = "no_type_of_this_name";
  CHECK(words.find(Elem::F32, written) == nullptr);
  ast::TypeExpr of_elements;
  of_elements.name = "vec";
  of_elements.elements.emplace_back();
  CHECK(words.find(Elem::F32, of_elements) == nullptr);
}

TEST_CASE("a meaning that is forgotten stays for calls under way") {
  Meanings m;
  const Meaning* held = (m.by_file[nullptr]["f"] = std::make_unique<const Meaning>()).get();
  m.last_table = &m.by_file[nullptr];
  m.resolved_loops[nullptr] = nullptr;
  m.forget();
  CHECK(m.by_file.empty());
  CHECK(m.resolved_loops.empty());
  CHECK(m.last_table == nullptr);
  REQUIRE(m.former.size() == 1);
  CHECK(m.former[0].at("f").get() == held);
}

TEST_CASE("deferred values are remembered, others are not") {
  DeferredList list;
  list.keep(Value(Number::integer(1)));
  CHECK(list.empty());
  const auto e = std::make_shared<ArrayExpr>();
  CHECK(std::get<ArrayExprP>(list.keep(Value(e)).v) == e);
  CHECK_FALSE(list.empty());
  CHECK(list.take().size() == 1);
  CHECK(list.empty());
}

TEST_CASE("what is read behind a loop is live after it") {
  Texts texts;
  const auto p = texts.program("x = 1\nfor i=0..3\n  z = 2*i\n  x += z\nend\nprint(x)\n");
  const ast::Stmt& loop = p->statements.at(1);
  Environment env;
  LiveVariables live;
  CHECK(live.live_after(loop, env, "z"));  // of no known text
  env.body = &p->statements;
  CHECK(live.live_after(loop, env, "x"));
  CHECK_FALSE(live.live_after(loop, env, "z"));
  env.keeps_variables = true;
  CHECK(live.live_after(loop, env, "z"));
}

TEST_CASE("a name is declared with the type that was set last, until that is taken back") {
  const auto type = [](Elem e) {
    HostType t;
    t.type = Type::number(e);
    return std::make_shared<const HostType>(t);
  };
  DeclaredTypes declared;
  CHECK(declared.find("a") == nullptr);
  declared.set("a", type(Elem::I8));
  declared.add("a", type(Elem::F64));
  declared.add("b", type(Elem::F16));
  REQUIRE(declared.contains("a"));
  CHECK(declared.find("a")->type.elem == Elem::I8);
  CHECK(declared.find("b")->type.elem == Elem::F16);
  declared.set("a", type(Elem::U8));
  CHECK(declared.size() == 2);
  CHECK(declared.find("a")->type.elem == Elem::U8);
  declared.erase("a");
  declared.erase("c");
  CHECK_FALSE(declared.contains("a"));
  CHECK(declared.begin()->name == "b");
  declared.clear();
  CHECK(declared.empty());
}

TEST_CASE("the kind of a declared number is that of no value") {
  for (const Elem e : {Elem::Bool, Elem::I8, Elem::I64, Elem::F32}) {
    CHECK(kind_of_declared(Type::number(e)) != 0);
    CHECK(kind_of_declared(Type::number(e)) != kind_of_declared(Type::number(e, true)));
    Number n;
    n.type = e;
    CHECK(kind_of_declared(Type::number(e)) != kind_of(Value(n)));
  }
  CHECK(kind_of_declared(Type::array(Elem::F32, 1)) == 0);
}
