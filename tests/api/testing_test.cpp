// The checks of qc/testing.h: each verdict, each kind of value, and what a failure says.
#include "qc/testing.h"

#include <doctest/doctest.h>

#include <complex>
#include <limits>
#include <string>
#include <vector>

using qc::testing::at;
using qc::testing::error_problem;
using qc::testing::value_problem;
using qc::testing::verdict_problem;

namespace {

const std::string kInputs = "x = ones(100)\ny = zeros(100)\nim = ones(20,30)\nh = zeros(16)\nk = mod(0..99, 16)\n";

std::string with_inputs(const char* loops) { return kInputs + loops; }

}  // namespace

TEST_CASE("each verdict is found, by its accumulator where it has one") {
  CHECK_MAP(with_inputs("for i=0..99\n y[i] = 2*x[i]\nend\n"));
  const auto sums = with_inputs("s = 0.0\np = 1.0\nfor i=0..99\n s += x[i]\n p *= x[i]\nend\nprint s, p\n");
  CHECK_REDUCTION(sums, "s", "+");
  CHECK_REDUCTION(sums, "p", "*");
  CHECK_PARTIAL(with_inputs("for i=0..19\n s = 0.0\n for j=0..29\n  s += im[i,j]\n end\n y[i] = s\nend\n"), "s", "+");
  CHECK_ARGREDUCE(with_inputs("m = -1.0\nat = 0\nfor i=0..99\n if x[i] > m\n  m = x[i]\n  at = i\n end\nend\n"
                              "print m, at\n"),
                  "m", "argmax");
  CHECK_BINS(with_inputs("for i=0..99\n h[k[i]] += x[i]\nend\n"), "h", "+");
  CHECK_SCAN(with_inputs("s = 0.0\nfor i=0..99\n s += x[i]\n y[i] = s\nend\n"), "s", "+");
  CHECK_SERIAL(with_inputs("for i=1..99\n x[i] = x[i-1]*x[i-1] + 1\nend\n"), "R007");
  CHECK_SERIAL(with_inputs("for i=1..99\n x[i] = x[i-1]*x[i-1] + 1\nend\n"), "");
  CHECK_INTERPRETED("c = {1, 2}\nfor i=0..1\n print c[i]\nend\n", "R901");
  REQUIRE_MAP(with_inputs("for i=0..99\n y[i] = 2*x[i]\nend\n"));
}

TEST_CASE("a failure shows the loop, the verdict on it and its reason") {
  const std::string serial = "x = ones(9)\nfor i=1..8\n x[i] = x[i-1]*x[i-1] + 1\nend\n";
  const std::string said = verdict_problem(serial, {"map", "", "", ""});
  CHECK_MESSAGE(said.find("expected: map\nfound:    serial, R007\n") == 0, said);
  CHECK_MESSAGE(said.find("  2 | for i=1..8\n") != std::string::npos, said);
  CHECK_MESSAGE(said.find("an iteration reads an element of 'x' that an earlier one wrote (R007)") != std::string::npos,
                said);
  CHECK(verdict_problem(serial, {"serial", "", "", "R001"}).find("expected: serial, R001\nfound:    serial, R007\n") ==
        0);
  const std::string sum = "x = ones(9)\ns = 0.0\nfor i=0..8\n s += x[i]\nend\nprint s\n";
  CHECK(
      verdict_problem(sum, {"reduction", "s", "*", ""}).find("expected: reduction, * s\nfound:    reduction, + s\n") ==
      0);
  CHECK(verdict_problem(sum, {"reduction", "t", "+", ""}) != "");
  CHECK(verdict_problem(sum, {"scan", "s", "+", ""}) != "");
}

TEST_CASE("which loop is meant is said, or there is but one") {
  const std::string two =
      "x = ones(9)\nfor i=0..8\n x[i] = i\nend\ns = 0\nfor j=0..8\n for k=0..8\n  s += k\n end\nend\n";
  CHECK(verdict_problem(two, {"map", "", "", ""}) ==
        "the text has several loops, in the lines 2, 6: say which is meant with qc::testing::at(text, words)");
  CHECK_MAP(at(two, "for i"));
  CHECK_REDUCTION(at(two, "for j"), "s", "+");
  CHECK(verdict_problem(at(two, "for q"), {"map", "", "", ""}) == "no line of the text has the words 'for q'");
  CHECK(verdict_problem(at(two, "s = 0"), {"map", "", "", ""}) ==
        "no loop is reported on in line 5; those that are: 2, 6");
  CHECK(verdict_problem("s = 0", {"map", "", "", ""}) == "the text has no loop that is reported on");
  CHECK(verdict_problem("s = (", {"map", "", "", ""}).find("the program does not compile:\n<text>:1:") == 0);
  // Loops inside one that is not parallel are there as well; the outermost one is meant without words.
  const std::string nest = "x = ones(9,9)\nfor i=1..8\n for j=0..8\n  x[i,j] = x[i-1,j]*x[i-1,j]\n end\nend\n";
  CHECK_SERIAL(nest, "R007");
  CHECK_MAP(at(nest, "for j"));
}

TEST_CASE("a loop that is judged for several sets of types is meant with all of them") {
  const std::string text =
      "function y = f(x)\n y = 0\n for i=0..numel(x)-1\n  y += x[i]\n end\nend\n"
      "a = f(ones(9))\nb = f(vec[int](9))\n";
  const auto reports = qc::explain(text);
  REQUIRE(reports);
  for (const auto& loop : reports.value()) CHECK(loop.line == 3);
  CHECK_REDUCTION(at(text, "for i"), "y", "+");
}

TEST_CASE("reports say what --explain says") {
  const auto reports = qc::explain("x = ones(9)\ns = 0.0\nfor i=0..8\n s += x[i]\nend\nprint s\n", "sum.q");
  REQUIRE(reports);
  REQUIRE(reports.value().size() == 1);
  const qc::LoopReport& loop = reports.value()[0];
  CHECK(loop.file == "sum.q");
  CHECK(loop.line == 3);
  CHECK(loop.column == 1);
  CHECK(loop.outermost_line == 3);
  CHECK(loop.verdict == "reduction");
  CHECK(loop.loops == std::vector<std::string>{"i"});
  REQUIRE(loop.accumulators.size() == 1);
  CHECK(loop.accumulators[0].name == "s");
  CHECK(loop.accumulators[0].type == "scalar");
  CHECK(loop.reason == "");
  CHECK(loop.rendered.find("sum.q:3: reduction over i: + s\n") == 0);
  CHECK(loop.schedule.find("tree of 2048 lanes") == 0);
  CHECK(loop.types == "x vec, s scalar");
  CHECK(qc::explain("x = (1 +").error().messages[0].code == "Q0101");
  qc::Options wrong;
  wrong.device = "toaster";
  CHECK(qc::explain("x = 1", "<text>", wrong).error().messages[0].code == "Q0001");
}

TEST_CASE("values of every kind") {
  const char* const program =
      "i = 7\nbig = 9223372036854775807\ns = 0.1\nw = vec[double](1)\nw[0] = 0.1\nt = true\nn = nan\ntext = \"two "
      "words\"\n"
      "z = complex(3, 4)\nv = [1.0,2.5,3.0]\nm = [[1,2,3],[4,5,6]]\nzv = complex([1.0,2.0],[3.0,5.0])\n"
      "u = vec[uint8](2)\nu[1] = 200\nb = vec[bool](2)\nb[0] = true\ne = zeros(0)\nc = ones(2,2,2)\n";
  CHECK_VALUE(program, "i", 7);
  CHECK_VALUE(program, "i", 7u);
  CHECK_VALUE(program, "i", 7.0);
  CHECK_VALUE(program, "big", INT64_MAX);
  CHECK_VALUE(program, "s", 0.1);
  CHECK_VALUE(program, "s", 0.1f);
  CHECK_VALUE(program, "w", std::vector{double(0.1f)});
  CHECK_VALUE(program, "s", doctest::Approx(0.1));
  CHECK_VALUE(program, "t", true);
  CHECK_VALUE(program, "n", std::numeric_limits<double>::quiet_NaN());
  CHECK_VALUE(program, "text", "two words");
  CHECK_VALUE(program, "z", std::complex<double>(3, 4));
  CHECK_VALUE(program, "v", std::vector<double>{1, 2.5, 3});
  CHECK_VALUE(program, "m", std::vector<std::vector<int>>{{1, 2, 3}, {4, 5, 6}});
  CHECK_VALUE(program, "zv", std::vector<std::complex<float>>{{1, 3}, {2, 5}});
  CHECK_VALUE(program, "u", std::vector<int>{0, 200});
  CHECK_VALUE(program, "b", std::vector<bool>{true, false});
  CHECK_VALUE(program, "e", std::vector<float>{});
  CHECK_VALUE(program, "c", std::vector(2, std::vector(2, std::vector(2, 1))));
}

TEST_CASE("a value that is another is shown") {
  const char* const program =
      "i = 7\nt = true\nx = [1.0,2.0,3.0]\nm = [[1,2],[3,4]]\nz = complex(3, 4)\ntext = \"a\"\n";
  CHECK(value_problem(program, "i", 8) == "i is 7\nexpected: 8");
  CHECK(value_problem(program, "i", 7.5) == "i is 7\nexpected: 7.5");
  CHECK(value_problem(program, "i", true) == "i is 7\nexpected: true");
  CHECK(value_problem(program, "i", "7") == "i is 7\nexpected: the text '7'");
  CHECK(value_problem(program, "t", 1) == "t is true\nexpected: 1");
  CHECK(value_problem(program, "text", "b") == "text is the text 'a'\nexpected: the text 'b'");
  CHECK(value_problem(program, "z", 3) != "");
  CHECK(value_problem(program, "z", std::complex<float>(3, 5)) != "");
  CHECK(value_problem(program, "x", std::vector<float>{1, 2, 4}) ==
        "x is [1,2,3]\nexpected: [1,2,4]\nthe first that differs is [2], expected 4");
  CHECK(
      value_problem(program, "m", std::vector<std::vector<int>>{{1, 2}, {5, 4}}).find("differs is [1,0], expected 5") !=
      std::string::npos);
  CHECK(value_problem(program, "x", std::vector<float>{1, 2}).find("of the extents [3], not [2]") != std::string::npos);
  CHECK(value_problem(program, "x", 1) != "");
  CHECK(value_problem(program, "i", std::vector<int>{7}) != "");
  CHECK(value_problem(program, "q", 1).find("no variable 'q'") != std::string::npos);
  CHECK(value_problem("x = zeros(3)\nprint x[3]\n", "x", 1).find("the program fails:\n<text>:2:") == 0);
  using Rows = std::vector<std::vector<int>>;
  CHECK_THROWS(qc::testing::Expected(Rows{{1, 2}, {3}}));
}

TEST_CASE("an error is expected by its code") {
  CHECK_ERROR("x = zeros(3)\nprint x[3]\n", "Q0401");
  CHECK_ERROR("x = (1 +", "Q0101");
  CHECK(error_problem("x = 1", "Q0401") == "expected: the error Q0401\nfound:    none");
  CHECK(error_problem("x = (1 +", "Q0401").find("expected: the error Q0401\nfound:\n<text>:1:") == 0);
}
