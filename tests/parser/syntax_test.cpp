// What a text means: precedence, line ends, literals, hints, places.
#include <doctest/doctest.h>

#include "tests/parser/parsing.h"

using namespace qc;
using qc::test::parse_text;

namespace {

ast::Program program(const std::string& text) {
  const auto parsed = parse_text(text);
  CAPTURE(text);
  INFO(parsed.rendered());
  CHECK(parsed.result.ok());
  return parsed.result.program;
}

template <class Node>
Node only(const std::string& text) {
  const auto p = program(text);
  REQUIRE(p.statements.size() == 1);
  REQUIRE(std::holds_alternative<Node>(p.statements[0].node));
  return std::get<Node>(p.statements[0].node);
}

ast::Expr value(const std::string& text) { return *only<ast::Assign>("x = " + text).value; }

// Two texts with the same tree.
void check_same(const std::string& a, const std::string& b) {
  CAPTURE(a);
  CAPTURE(b);
  CHECK(program(a) == program(b));
}

}  // namespace

TEST_CASE("precedence, loosest first") {
  const char* const table[][2] = {{"a || b && c", "a || (b && c)"},
                                  {"a && b == c", "a && (b == c)"},
                                  {"a == b < c", "a == (b < c)"},
                                  {"a < b..c", "a < (b..c)"},
                                  {"a..b + c", "a..(b + c)"},
                                  {"a + b*c", "a + (b*c)"},
                                  {"a*b + c", "(a*b) + c"},
                                  {"a - b - c", "(a - b) - c"},
                                  {"a/b/c", "(a/b)/c"},
                                  {"-a*b", "(-a)*b"},
                                  {"-a^b", "-(a^b)"},
                                  {"!a == b", "(!a) == b"},
                                  {"a^b^c", "a^(b^c)"},
                                  {"a^-b^c", "a^(-(b^c))"},
                                  {"2^-1*3", "(2^(-1))*3"},
                                  {"a .^ b^c", "a .^ (b^c)"},
                                  {"a.*b./c", "(a.*b)./c"},
                                  {"-a[0]", "-(a[0])"},
                                  {"-a.b(c)", "-((a.b)(c))"},
                                  {"a ? b : c || d", "a ? b : (c || d)"},
                                  {"a || b ? c : d", "(a || b) ? c : d"},
                                  {"a ? b : c ? d : e", "a ? b : (c ? d : e)"},
                                  {"x -> x ? a : b", "x -> (x ? a : b)"},
                                  {"a..b..c + d", "a..b..(c + d)"},
                                  {"2.*x", "2 .* x"},
                                  {"0..511", "(0)..(511)"},
                                  {"a - -b", "a - (-b)"},
                                  {"- - a", "-(-a)"}};
  for (const auto& [flat, grouped] : table) check_same(std::string("x = ") + flat, std::string("x = ") + grouped);
  CHECK_FALSE(program("x = (a..b)..c") == program("x = a..b..c"));
  CHECK_FALSE(program("x = (-a)^2") == program("x = -a^2"));
}

TEST_CASE("literals") {
  CHECK(std::get<ast::IntLit>(value("12").node).value == 12);
  CHECK(std::get<ast::IntLit>(value("1101b").node).value == 13);
  CHECK(std::get<ast::IntLit>(value("0FFh").node).value == 255);
  CHECK(std::get<ast::IntLit>(value("17o").node).value == 15);
  CHECK(std::get<ast::IntLit>(value("-9223372036854775808").node).value == INT64_MIN);
  CHECK(std::get<ast::FloatLit>(value("1.5").node).value == 1.5);
  CHECK(std::get<ast::FloatLit>(value("0.").node).value == 0.0);
  CHECK(std::get<ast::FloatLit>(value("1e5").node).value == 1e5);
  CHECK(std::get<ast::FloatLit>(value("1.9e-4").node).value == 1.9e-4);
  CHECK(std::get<ast::ImaginaryLit>(value("2.5j").node).value == 2.5);
  CHECK(std::get<ast::ImaginaryLit>(value("3i").node).value == 3);
  CHECK(std::get<ast::StringLit>(value("\"a\\n\\x41\\101\\q\\\\\"").node).value == "a\nAA\\q\\");
  CHECK(std::get<ast::StringLit>(value("\"C:\\data\"").node).value == "C:\\data");
  CHECK(std::get<ast::StringLit>(value("\"%\"").node).value == "%");
}

TEST_CASE("where a statement goes on") {
  const char* const table[] = {"x = a + _\nb",        "x = a +\nb", "x = (a\n+ b)", "x = (a + % why\n\n b)",
                               "x = a + _  % why\nb", "x =\na + b", "x = a _\n+ b"};
  for (const char* text : table) check_same(text, "x = a + b");
  check_same("f(a,\n b)", "f(a, b)");
  check_same("print a,\nb", "print a, b");
  check_same("x = [1,\n2\n]", "x = [1,2]");
  check_same("x = `1,\n2'", "x = `1,2'");
  CHECK(program("x = a\n-b").statements.size() == 2);
  CHECK(program("x = a; y = b;\n").statements.size() == 2);
}

TEST_CASE("a semicolon ends a statement and means nothing else") {
  check_same("x = 1;\ny = 2\nif a b = 1 end;", "x = 1\ny = 2\nif a b = 1 end");
}

TEST_CASE("keywords that end blocks are interchangeable, and blocks may be on one line") {
  check_same("if a\nb = 1\nendif", "if (a) b = 1 end");
  check_same("for i=0..3\ns += i\nendfor", "for i=0..3 s += i end");
  check_same("while a\nf()\nendwhile", "while (a) f() end");
}

TEST_CASE("hints belong to the loop directly after them") {
  using ast::LoopHint;
  CHECK(only<ast::For>("#pragma force_parallel\n\n% why\nfor i=0..3\nend").hint == LoopHint::ForceParallel);
  CHECK(only<ast::For>("{!serial for} for i=0..3\nend").hint == LoopHint::ForceSerial);
  CHECK(only<ast::For>("{!interpreted for; x=1; y=2}\nfor i=0..3\nend").hint == LoopHint::Interpreted);
  const auto outer = only<ast::For>("#pragma force_parallel\nfor i=0..3\nfor j=0..3\nend\nend");
  CHECK(std::get<ast::For>(outer.body[0].node).hint == LoopHint::None);
  CHECK(parse_text("#pragma force_parallel\nx = 1\nfor i=0..3\nend").codes() == "Q0107 at 1:1");
  CHECK(parse_text("if a\n  #pragma force_serial\nend\nfor i=0..3\nend").codes() == "Q0107 at 2:3");
}

TEST_CASE("lambdas and patterns") {
  CHECK(std::get<ast::Lambda>(value("__kernel__ (pos) -> y[pos] = x[pos]").node).assignment);
  CHECK(std::get<ast::Lambda>(value("__device__ x -> x").node).qualifier == ast::Qualifier::Device);
  const auto m = only<ast::Match>("match x with\n| y -> z = w -> w\n| _ -> print 1\nend");
  REQUIRE(m.arms.size() == 2);
  CHECK(std::holds_alternative<ast::Name>(m.arms[0].pattern->node));
  CHECK_FALSE(m.arms[1].pattern);
}

TEST_CASE("types") {
  const auto declared = [](const std::string& text) { return *only<ast::Assign>("x : " + text).targets[0].type; };
  CHECK(declared("mat'circular'const").modifiers == std::vector<std::string>{"circular", "const"});
  CHECK(declared("cube{4}").rank == 4);
  CHECK(declared("cube{:}").rank == -1);
  CHECK(declared("vec[int]").elements[0].name == "int");
  CHECK(declared("mat(2,2)").extents.size() == 2);
  const auto f = declared("[(scalar, int) -> mat]");
  CHECK(f.name == "->");
  CHECK(f.elements.size() == 3);
  CHECK(f.rank == 2);
  const auto made = std::get<ast::Call>(value("cube[int]{4}(1,2,3,4)").node);
  const auto& t = std::get<ast::TypeValue>(made.callee->node).type;
  CHECK(t.name == "cube");
  CHECK(t.rank == 4);
  CHECK(t.elements[0].name == "int");
  CHECK(std::holds_alternative<ast::Index>(value("y[int]").node));
}

TEST_CASE("places count bytes; columns count code points") {
  const auto parsed = parse_text("s = \"\xC3\xA9\"\nlonger = s + 1");
  const auto& second = parsed.result.program.statements[1];
  CHECK(parsed.sources.slice(second.span) == "longer = s + 1");
  const auto& sum = *std::get<ast::Assign>(second.node).value;
  CHECK(parsed.sources.slice(sum.span) == "s + 1");
  CHECK(parsed.sources.slice(std::get<ast::Binary>(sum.node).op_span) == "+");
  const auto loop = parse_text("  for i = 0..3\n  s += i\n end");
  CHECK(loop.sources.slice(loop.result.program.statements[0].span) == "for i = 0..3");
  CHECK(loop.sources.slice(std::get<ast::For>(loop.result.program.statements[0].node).variable_span) == "i");
}
