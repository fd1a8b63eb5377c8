// What stands behind the program's file on the command line.
#include <doctest/doctest.h>

#include "tests/cli/run_tool.h"

using namespace qc::test;

TEST_CASE("args() gives the words behind the program") {
  const std::string file = write_file("args.q", "a = args()\nprint numel(a)\nfor i=0..numel(a)-1\n print a[i]\nend\n");
  CHECK(run_tool(file).out == "0\n");
  CHECK(run_tool(file + " one '2 3' --four -5").out == "4\none\n2 3\n--four\n-5\n");
  CHECK(run_tool("--device=cpu " + file + " --device=gpu").out == "1\n--device=gpu\n");
  CHECK(run_tool(file + " -- --version").out == "1\n--version\n");
  CHECK(run_tool("-e 'print args()' -- a b").out == "`\"a\", \"b\"'\n");
  CHECK(run_tool("-e 'args = 3; print args'").out == "3\n");
  CHECK(run_tool("-e 'function y = args()\n y = 5\nend\nprint args()'").out == "5\n");
}

TEST_CASE("main gets its arguments converted") {
  const std::string file =
      write_file("main_typed.q",
                 "function [] = main(n : int, x : scalar, name : string, flag : bool, v : vec, any)\n"
                 "  print n/2, \" \", x*2, \" \", name, \" \", flag, \" \", sum(v), \" \", any\nend\n");
  CHECK(run_tool(file + " 7 1.5 12 true 1,2,3.5 word").out == "3.5 3 12 1 6.5 word\n");
  CHECK(run_tool(file + " -7 -1 x 0 [4] 2.5").out == "-3.5 -2 x 0 4 2.5\n");
  const std::string defaults = write_file("main_defaults.q", "function [] = main(a, b = 10)\n  print a + b\nend\n");
  CHECK(run_tool(defaults + " 1").out == "11\n");
  CHECK(run_tool(defaults + " 1 2").out == "3\n");
  const std::string rest =
      write_file("main_rest.q", "function [] = main(first, ...rest)\n  print first, \" \", numel(rest)\nend\n");
  CHECK(run_tool(rest + " a b c").out == "a 2\n");
  const std::string overloads = write_file(
      "main_two.q", "function [] = main(a)\n  print \"one\"\nend\nfunction [] = main(a, b)\n  print \"two\"\nend\n");
  CHECK(run_tool(overloads + " 1 2").out == "two\n");
  CHECK(run_tool(overloads + " 1").out == "one\n");
  CHECK(run_tool(write_file("main_none.q", "function [] = main()\n  print \"main\", numel(args())\nend\n") + " a b")
            .out == "main2\n");
}

TEST_CASE("main gets complex numbers, matrices, whole numbers with an exponent") {
  const std::string file = write_file("main_more.q",
                                      "function [] = main(z : cscalar, m : mat, n : int, any)\n"
                                      "  print z*z, \" \", sum(m), \" \", size(m), \" \", n, \" \", any\nend\n");
  CHECK(run_tool(file + " 1+2j '1,2;3,4' 1e3 i").out == "-3+4i 10 [2,2] 1000 i\n");
  CHECK(run_tool(file + " -j '[[1,2,3]]' 2 1j").out == "-1-0i 6 [1,3] 2 1j\n");
  CHECK(contains(run_tool(file + " 1+2 1 1 1").err, "argument 1 of 'main', 'z' : cscalar, cannot be '1+2'"));
  CHECK(contains(run_tool(file + " 1 '1,2;3' 1 1").err, "argument 2 of 'main', 'm' : mat, cannot be '1,2;3'"));
  CHECK(contains(run_tool(file + " 1 1,2j 1 1").err, "argument 2 of 'main'"));
  CHECK(contains(run_tool(file + " 1 1 1.5 1").err, "argument 3 of 'main', 'n' : int, cannot be '1.5'"));
}

TEST_CASE("bench gives the program its arguments") {
  const std::string file = write_file("bench_main.q", "function [] = main(n : int)\n print n\nend\n");
  CHECK(run_tool("bench --repeats=2 " + file + " 3").exit_code == 0);
  CHECK(contains(run_tool("bench --repeats=2 " + file).err, "lacks its argument 1"));
}

TEST_CASE("a main that lacks arguments, or gets wrong ones, says which") {
  const std::string file =
      write_file("main_wrong.q", "function [] = main(file : string, n : int)\n  print file, n\nend\n");
  const auto none = run_tool(file);
  CHECK(none.exit_code == 2);
  CHECK(contains(none.err, "error[Q0001]: 'main' lacks its argument 1, 'file' : string"));
  CHECK(contains(none.err, "file n"));
  CHECK(contains(run_tool(file + " a").err, "'main' lacks its argument 2, 'n' : int"));
  CHECK(contains(run_tool(file + " a 1.5").err, "argument 2 of 'main', 'n' : int, cannot be '1.5'"));
  CHECK(contains(run_tool(file + " a 1 2").err, "'main' takes 2 arguments, 3 were given"));
  CHECK(run_tool(file + " a 1 2").exit_code == 2);
}

TEST_CASE("arguments that nothing looks at are a warning") {
  const auto r = run_tool(write_file("no_args.q", "print 1\n") + " --device=cpu");
  CHECK(r.out == "1\n");
  CHECK(contains(r.err, "warning[Q0001]"));
  CHECK(contains(r.err, "options of qc stand before the file"));
}

TEST_CASE("-i keeps the program's variables for the prompt") {
  const std::string file = write_file(
      "kept.q", "x = 5\n7\nfunction y = f(a)\n y = a*x0()\nend\nfunction y = x0()\n y = 3\nend\nprint \"ran\"\n");
  const auto r = run_tool("-i " + file, "x\nf(2)\nans\n");
  CHECK(r.out == "ran\nx = 5\n6\nans = 6\n");
  CHECK(r.exit_code == 0);
  CHECK(run_tool("-i " + write_file("fails.q", "y = 2\nerror(\"stop\")\n"), "y\n").out == "y = 2\n");
}
