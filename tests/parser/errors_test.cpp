// Bad input: the code, the place, and that nothing hangs or overflows.
#include <doctest/doctest.h>

#include <chrono>
#include <thread>

#include "ast/print_ast.h"
#include "tests/parser/parsing.h"

using namespace qc;
using qc::test::parse_text;

namespace {

std::string repeated(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

double seconds(const std::string& text, std::string& codes) {
  const auto start = std::chrono::steady_clock::now();
  codes = parse_text(text).codes();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

TEST_CASE("every error has its code and place") {
  const char* const table[][2] = {{"x = )", "Q0101 at 1:5"},
                                  {"x = (1", "Q0101 at 1:7"},
                                  {"x = (1]", "Q0101 at 1:7"},
                                  {"x = 1 2", "Q0101 at 1:7"},
                                  {"x += y = 3", "Q0101 at 1:8"},
                                  {"x = y += 3", "Q0101 at 1:7"},
                                  {"x = 1 = y", "Q0203 at 1:5"},
                                  {"if x = y = 3\nend", "Q0101 at 1:6"},
                                  {"if a ~= b\nend", "Q0101 at 1:6"},
                                  {"if a = b\nend", "Q0101 at 1:6"},
                                  {"f(x = 1)", "Q0106 at 1:5"},
                                  {"x = \"abc", "Q0101 at 1:5"},
                                  {"x = a @ b", "Q0101 at 1:7"},
                                  {"x = 1...5", "Q0101 at 1:6"},
                                  {"y = [1,end]", "Q0101 at 1:8"},
                                  {"y = f(x)[end]", "Q0101 at 1:10"},
                                  {"y = x(end)", "Q0101 at 1:7"},
                                  {"# region", "Q0101 at 1:1"},
                                  {"x = a..b..c..d", "Q0101 at 1:12"},
                                  {"end", "Q0101 at 1:1"},
                                  {"x = 1\nelse\n", "Q0101 at 2:1"},
                                  {"for i=3\nend", "Q0101 at 1:7"},
                                  {"for i=0..3\n", "Q0101 at 2:1"},
                                  {"function = f()\nend", "Q0101 at 1:10"},
                                  {"match x\nend", "Q0101 at 1:8"},
                                  {"x = a'", "Q0101 at 1:6"},
                                  {"import system", "Q0101 at 1:8"},
                                  {"s = \"\xC3\xA9\" + )", "Q0101 at 1:11"},
                                  {"if a\r\nx = )\r\nend", "Q0101 at 2:5"},
                                  {"x = 9223372036854775808", "Q0105 at 1:5"},
                                  {"x = 99999999999999999999", "Q0105 at 1:5"},
                                  {"x = 1ffffffffffffffffh", "Q0105 at 1:5"},
                                  {"x = 102b", "Q0105 at 1:5"},
                                  {"break", "Q0106 at 1:1"},
                                  {"if a\n  continue\nend", "Q0106 at 2:3"},
                                  {"for i=0..3\nfunction [] = f()\nbreak\nend\nend", "Q0106 at 3:1"},
                                  {"x = 3{4}", "Q0106 at 1:6"},
                                  {"x : cube{17}", "Q0106 at 1:10"},
                                  {"for i=0..3\ni = 2\nend", "Q0203 at 2:1"},
                                  {"for i=0..3\ni += 2\nend", "Q0203 at 2:1"},
                                  {"for i=0..3\nfor i=0..3\nend\nend", "Q0203 at 2:5"},
                                  {"for i=0..3\n[a, i] = f()\nend", "Q0203 at 2:5"},
                                  {"1 = x", "Q0203 at 1:1"},
                                  {"f(x) = 3", "Q0203 at 1:1"},
                                  {"a + b : int = 3", "Q0203 at 1:1"},
                                  {"{!strange}", "Q0107 at 1:1"},
                                  {"#pragma strange", "Q0107 at 1:1"}};
  for (const auto& [text, expected] : table) {
    CAPTURE(text);
    const auto parsed = parse_text(text);
    INFO(parsed.rendered());
    CHECK(parsed.codes() == expected);
  }
}

TEST_CASE("near misses are no errors") {
  for (const char* text : {"for i=0..3\nx[i] = 2\nend", "for i=0..3\nend\ni = 3",
                           "for i=0..3\nfunction [] = f()\ni = 3\nend\nend", "x ~= y", "while a\nbreak\nend",
                           "x = 9223372036854775807", "{!parallel for}\nfor i=0..3\nend", "x = a != b", "f(x := 1)"}) {
    CAPTURE(text);
    CHECK(parse_text(text).codes() == "");
  }
}

TEST_CASE("messages say what was seen and a way out") {
  const auto has = [](const std::string& text, const std::string& part) {
    const std::string all = parse_text(text).rendered();
    CAPTURE(all);
    CHECK(all.find(part) != std::string::npos);
  };
  has("if a ~= b\nend", "'~=' is read as '!='");
  has("k = [1 -2]", "one item: '-' is between two numbers");
  has("k = [1, 0\n -1, 2]", "this line goes on with the one before");
  has("f(x = 1)", "'name := value'");
  has("x = (1\n", "')'");
  has("x = )", "expected an expression, found ')'");
  has("for i=0..3\nx = 1\n", "'end'");
  has("x = 1...5", "a..b");
  has("whlie x > 0\nend", "did you mean 'while'?");
  has("x = 1\nprnt 1", "did you mean 'print'?");
  has("prnt \"a\"", "did you mean 'print'?");
  has("funtion y = f(x)\nend", "did you mean 'function'?");
}

TEST_CASE("several errors of one text are reported, each once") {
  CHECK(parse_text("x = )\ny = 2\nz = (\n\nw = ]").codes().find("Q0101 at 1:5; Q0101 at ") == 0);
  CHECK(parse_text("if )\nx = 1\nend\ny = ]").codes() == "Q0101 at 1:4; Q0101 at 4:5");
  CHECK(parse_text("function [] = f()\n  x = )\n  y = 1\nend\nz = ]\n").codes() == "Q0101 at 2:7; Q0101 at 5:5");
  CHECK(parse_text("for i=0..3\n  if x = 3\n    y = )\n  end\nend").codes() == "Q0101 at 2:8; Q0101 at 3:9");
}

TEST_CASE("at most 20 errors") {
  CHECK(parse_text(repeated("x = )\n", 19)).result.diagnostics.size() == 19);
  CHECK(parse_text(repeated("x = )\n", 20)).result.diagnostics.size() == 20);
  CHECK(parse_text(repeated("x = )\n", 500)).result.diagnostics.size() == 20);
}

TEST_CASE("text that is no text") {
  CHECK(parse_text("x = 1\ny = \"\xC3\x28\"").codes() == "Q0102 at 2:6");
  CHECK(parse_text("\xFF\xFE").codes() == "Q0102 at 1:1");
  CHECK(parse_text("\xC0\x80").codes() == "Q0102 at 1:1");      // overlong
  CHECK(parse_text("\xED\xA0\x80").codes() == "Q0102 at 1:1");  // a surrogate
  CHECK(parse_text("\xF4\x90\x80\x80").codes() == "Q0102 at 1:1");
  CHECK(parse_text("x = \"\xE2\x82").codes() == "Q0101 at 1:5; Q0102 at 1:6");  // cut off, as the string is
  CHECK(parse_text("x = \"%\xE9\"").codes() == "Q0102 at 1:7");                 // in a string that holds a percent sign
  CHECK(parse_text("x = 1 % caf\xE9\ny = \"%\" % \xE9").codes() == "");         // comments may be of another encoding
  CHECK(parse_text(std::string("x = 1\n\0", 7)).codes() == "Q0102 at 2:1");
  CHECK(parse_text("% \xE2\x82\xAC").codes() == "");
}

TEST_CASE("bytes in strings that are not UTF-8 are characters of Windows-1252, with a warning at the first") {
  const auto one = parse_text("x = \"caf\xE9 \xE8\"; y = )\n");
  CHECK(one.codes() == "Q0102 at 1:9; Q0101 at 1:19");  // places are those of the bytes
  const auto taken = parse_text("s = \"\xC3\xBC\xFF\" + t\n");
  REQUIRE(taken.result.ok());
  CHECK(taken.codes() == "Q0102 at 1:7");
  CHECK(ast::print(taken.result.program) == "s = \"\xC3\xBC\xC3\xBF\" + t\n");
  CHECK(parse_text("s = \"a\x81\"\n").result.ok() == false);  // no character of Windows-1252
}

TEST_CASE("nesting has a limit of 256") {
  const auto nested = [](int n) { return "x = " + repeated("(", n) + "1" + repeated(")", n); };
  CHECK(parse_text(nested(256)).codes() == "");
  CHECK(parse_text(nested(257)).codes() == "Q0103 at 1:261");
  const auto blocks = [](int n) { return repeated("if a\n", n) + repeated("end\n", n); };
  CHECK(parse_text(blocks(256)).codes() == "");
  CHECK(parse_text(blocks(257)).codes() == "Q0103 at 257:1");
  CHECK(parse_text("x = " + repeated("a -> ", 300) + "a").codes().substr(0, 5) == "Q0103");
  CHECK(parse_text("x = " + repeated("a ? ", 300) + "a" + repeated(" : a", 300)).codes().substr(0, 5) == "Q0103");
  CHECK(parse_text("x = " + repeated("a ? b : ", 1000) + "c").codes() == "");
  CHECK(parse_text("x = [" + repeated("[1], ", 5000) + "[1]]").codes() == "");
}

TEST_CASE("an expression has at most 4096 operators") {
  CHECK(parse_text("x = 1" + repeated(" + 1", 4096)).codes() == "");
  CHECK(parse_text("x = 1" + repeated(" + 1", 4097)).codes().substr(0, 5) == "Q0104");
  CHECK(parse_text("x = " + repeated("-", 5000) + "1").codes().substr(0, 5) == "Q0104");
  CHECK(parse_text("x = a" + repeated(".b", 5000)).codes().substr(0, 5) == "Q0104");
  CHECK(parse_text("x = a" + repeated("[0]", 5000)).codes().substr(0, 5) == "Q0104");
  CHECK(parse_text("x = 2" + repeated("^a", 4096)).codes() == "");
  CHECK(parse_text("x = [1" + repeated(", -1", 6000) + "]").codes() == "");  // each element is an expression of its own
  const auto half = "(1" + repeated(" + 1", 2100) + ")";
  CHECK(parse_text("x = " + half + " + " + half).codes().substr(0, 5) == "Q0104");
}

TEST_CASE("hostile texts are refused quickly") {
  std::string codes;
  CHECK(seconds("x = " + repeated("(", 100000), codes) < 5);
  CHECK(codes == "Q0103 at 1:261");
  CHECK(seconds("x = 1" + repeated(" + 1", 200000), codes) < 10);
  CHECK(codes.substr(0, 5) == "Q0104");
  CHECK(seconds(repeated("for i=0..1\n", 100000), codes) < 10);
  CHECK(codes == "Q0103 at 257:1");
  CHECK(seconds(repeated(")", 20000), codes) < 10);
  CHECK(seconds(repeated("end\n", 5000), codes) < 10);
  CHECK(seconds(repeated("{!", 100000), codes) < 10);
  CHECK(codes.substr(0, 5) == "Q0103");
  CHECK(seconds(repeated("{! a", 100000), codes) < 10);
}

TEST_CASE("a text that may go on is incomplete") {
  for (const char* text :
       {"for i=0..3\n", "x = (1\n", "x = 1 +\n", "x = 1 + _\n", "if a\nx = 1\n", "function y = f(x)\n", "x = [1,\n",
        "repeat\nx = 1\n", "match x with\n| 1 ->\n", "#pragma force_parallel\n", "type p : class\n", "try\nx = 1\n"}) {
    CAPTURE(text);
    CHECK(parse_text(text).result.incomplete);
  }
  for (const char* text : {"", "x = 1\n", "x = )\n", "for i=0..3\nend\n", "end\n", "x = 1 2", "% done\n", "x = (1]\n",
                           "x++\n", "x--;\n"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_text(text).result.incomplete);
  }
}

TEST_CASE("texts are parsed on several threads at once") {
  std::vector<std::thread> threads;
  std::vector<int> right(4);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 20; ++i) right[t] += parse_text("for i=0..3\nx[i] = i^2\nend").result.ok() ? 1 : 0;
    });
  for (auto& t : threads) t.join();
  for (int n : right) CHECK(n == 20);
}

TEST_CASE("an end too many directly behind a function is a warning, anywhere else an error") {
  const std::string warning = "warning[Q0101]: the function before has its 'end' already",
                    error = "error[Q0101]: 'end' without a block";
  const auto said = [](const char* text) { return parse_text(text).rendered(); };
  CHECK(said("function y = f(x)\n  y = x; end\nend\nz = f(1)\n").find("test.q:3:1: " + warning) != std::string::npos);
  CHECK(parse_text("function y = f(x)\n  y = x\nend\n\n% note\nendfunction\nend\nz = f(1)\n").result.ok());
  CHECK(said("function y = f(x)\n  y = x\nend\nz = f(1)\nend\n").find("test.q:5:1: " + error) != std::string::npos);
  CHECK(said("z = 1\nend\n").find("test.q:2:1: " + error) != std::string::npos);
  CHECK(said("if z\n  z = 1\nend\nend\n").find("test.q:4:1: " + error) != std::string::npos);
  CHECK(!parse_text("function y = f(x)\n  y = x\nend\nendfor\n").result.ok());
  CHECK(!parse_text("function y = f(x)\n  y = x\nend\nelse\n").result.ok());
  CHECK(said("function y = f(x)\n  y = x\nend\nend\nz = 1 2\n").find("test.q:5:7: error[Q0101]") != std::string::npos);
}

TEST_CASE("an error at the end names the block that is open, and slips from other languages get a way out") {
  const std::string open = parse_text("function y = f(x)\n  for i=0..3\n    y = i\n  end\n").rendered();
  CHECK(open.find("test.q:1:1: note: this 'function' has no 'end'") != std::string::npos);
  CHECK(parse_text("while a\n  if b\n  end\n  if c\n").rendered().find("test.q:4:3: note: this 'if' has no 'end'") !=
        std::string::npos);
  CHECK(parse_text("x = [1 2 3]\n").rendered().find("help: items are separated by commas") != std::string::npos);
  CHECK(parse_text("for i=0:3\nend\n").rendered().find("help: a range is written first..last") != std::string::npos);
  CHECK(
      parse_text("for (i = 0; i < 3; i += 1)\nend\n").rendered().find("help: a loop is written for i = first..last") !=
      std::string::npos);
  CHECK(parse_text("// note\nx = 1\n").rendered().find("help: a comment starts with '%'") != std::string::npos);
  CHECK(parse_text("y = x .> 1\n")
            .rendered()
            .find("help: arrays are compared element by element: write '>' without the dot") != std::string::npos);
  CHECK(parse_text("x = y > 1 and z < 2\n").rendered().find("help: of truth values '&&', of bits and(a, b)") !=
        std::string::npos);
  CHECK(parse_text("import system.q\n").rendered().find("help: a file is written \"name.q\"") != std::string::npos);
  for (const char* text : {"y = x'\n", "y = zeros(3,3)'\n", "y = [1,2]'\n"})
    CHECK(parse_text(text).rendered().find("help: the transpose of x is written transpose(x)") != std::string::npos);
  CHECK(parse_text("function f(x) {\n")
            .rendered()
            .find("help: a block has no braces: it goes from the end of the line to 'end'") != std::string::npos);
}
