// What a user reads when something is wrong in a call.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/cli/run_tool.h"

using namespace qc::test;

TEST_CASE("an error inside functions shows the calls that led there, innermost first") {
  const std::string file = write_file("frames.q",
                                      "function y = inner(x)\n y = x[10]\nend\n"
                                      "function y = middle(a)\n y = inner(a) + 1\nend\n"
                                      "g = v -> middle(v)\n"
                                      "print g(zeros(3))\n");
  const auto r = run_tool(file);
  CHECK(r.exit_code == 1);
  CHECK(in_order(r.err,
                 {"frames.q:2:8: error[Q0401]: index 10", "frames.q:5:6: note: in 'inner', called here",
                  "frames.q:7:10: note: in 'middle', called here", "frames.q:8:7: note: in a lambda, called here"}));
}

TEST_CASE("deep recursion shows some of its calls") {
  const auto r = run_tool(write_file("deep.q", "function y = f(n)\n y = f(n + 1)\nend\nf(0)\n"));
  CHECK(r.exit_code == 1);
  CHECK(in_order(r.err, {"error[Q0405]", "note: in 'f', called here"}));
  CHECK(r.err.size() < 4000);
}

TEST_CASE("a call that fits nothing names what it could be") {
  const auto overloads =
      run_tool("-e 'function y = f(a : int)\n y = a\nend\nfunction y = f(a : string)\n y = a\nend\nf(ones(2,2))'");
  CHECK(overloads.exit_code == 3);
  CHECK(in_order(overloads.err, {"no function 'f' takes (mat)", "candidate: f(a : int)", "candidate: f(a : string)"}));
  const auto one = run_tool("-e 'function y = f(a : mat)\n y = a\nend\nf(\"x\")'");
  CHECK(in_order(one.err, {"'a' must be a mat, not a string", "candidate: f(a : mat)"}));
  const auto named = run_tool("-e 'function y = f(value)\n y = value\nend\nf(valeu := 1)'");
  CHECK(in_order(named.err, {"'f' has no parameter 'valeu'"}));
}

TEST_CASE("so do calls in loops and kernels, and say where the function that makes them is called") {
  const std::string two = "function y = f(a : int, b : int)\n y = a\nend\nfunction y = f(a : string)\n y = 1\nend\n";
  const auto loop = run_tool("-e '" + two + "s = 0\nfor i=0..3\n s += f(i, i, i)\nend'");
  CHECK(in_order(loop.err, {"no function 'f' takes (int, int, int)", "candidate: f(a : int, b : int)",
                            "candidate: f(a : string)"}));
  const auto kernel =
      run_tool("-e '" + two + "y = zeros(3)\nparallel_do(3, __kernel__ (pos : int) -> y[pos] = f(pos, 1, 2))'");
  CHECK(in_order(kernel.err, {"no function 'f' takes (int, int, int)", "candidate: f(a : int, b : int)",
                              "candidate: f(a : string)"}));
  const auto one = run_tool(
      "-e 'function y = f(a, b)\n y = a\nend\nfunction y = g(a)\n y = f(a, 1, 2)\nend\ns = 0\nfor i=0..3\n s += "
      "g(i)\nend'");
  CHECK(in_order(one.err, {"takes 2 arguments, not 3", "candidate: f(a, b)", "in 'g', called here"}));
}

TEST_CASE("names that are nearly right") {
  CHECK(in_order(run_tool("-e 'x = squrt(2)'").err, {"'squrt' is not defined", "did you mean 'sqrt'?"}));
  CHECK(in_order(run_tool("-e 'o = object()\no.sigma = 1\nprint o.sgma'").err,
                 {"there is no field 'sgma'", "did you mean 'sigma'?"}));
  CHECK(in_order(run_tool("-e 'count = 3\nfunction y = f()\n y = count\nend\nprint f()'").err,
                 {"'count' is not defined", "not visible inside functions"}));
}

TEST_CASE("words of other kernel languages, and launches that do not fit") {
  const std::string kernel = "function [] = __kernel__ k(x : vec, n : int, pos : int)\n x[pos] = n\nend\n";
  CHECK(in_order(run_tool("-e '" + kernel + "parallel_do(ones(4), 3, k)'").err,
                 {"takes 2 arguments, not 1", "help: it is launched by parallel_do(dims, x, n, k)"}));
  CHECK(in_order(run_tool("-e 'y = ones(1,4)\nparallel_do(4, __kernel__ (pos) -> y[pos] = threadIdx)'").err,
                 {"'threadIdx' is not defined", "help: a parameter 'blkpos'"}));
  CHECK(in_order(run_tool("-e 'r = struct(1)'").err, {"<command line>:1:5: error", "struct: names and values in turn",
                                                      "note: it fails here, in the library"}));
  CHECK(in_order(run_tool("-e 'b = inputname(1)'").err,
                 {"'inputname' is not defined", "help: the names of arguments are not known"}));
  CHECK(in_order(run_tool("-e 'function [] = __global__ k(x : vec, pos : int)\n x[pos] = 1\nend'").err,
                 {"found 'k'", "function [] = __kernel__ name(...)"}));
  CHECK(in_order(
      run_tool("-e 'y = ones(1,4)\nx = ones(4,50)\nparallel_do(4, __kernel__ (pos) -> y[pos] = sum(diff(x[pos,:])))'")
          .err,
      {"'diff' of a slice whose length is computed"}));
}

TEST_CASE("values at the prompt are shown as they are written") {
  const auto r = run_tool("",
                          "type p : class\n x : int\nend\na = p(x := 1)\nc = `1, \"s\"'\nt = vec[int]\nf = x -> x\n[u, "
                          "v] = [1, 2]\nsize([1,2])\n");
  CHECK(in_order(r.out,
                 {"a = p{x = 1}", "c = `1, \"s\"'", "t = vec[int]", "f = function lambda", "u = 1", "v = 2", "[1,2]"}));
}

TEST_CASE("a word, sign or path of another language is told what to write instead") {
  const auto braces = run_tool("-e 'c = zeros(3)\nprint c{1}'");
  CHECK(in_order(braces.err, {"2:8: error[Q0106]", "'c' is followed by braces", "help: ", "is written c[1]"}));
  CHECK(in_order(run_tool("-e 'k = ~1'").err, {"Q0101", "'not' is written '!'"}));
  const auto macro = run_tool(
      "-e 'macro [] = schedule(x)\n   y = x\nend\nmacro = [1,2]\nk = 0\nmacro[k] = 5\nsymbolic a, b\nsymbolic = 3'");
  CHECK(in_order(macro.err, {"<command line>:1:1: error[Q0101]: macros are not part", "help: write a function"}));
  CHECK(macro.err.find("error", macro.err.find("error") + 1) == std::string::npos);
  CHECK(in_order(run_tool("-e 'vec3(1,2)'").err,
                 {"Q0301", "'vec3' does not make", "help: it takes 3 numbers, or a row of them"}));
  CHECK(in_order(run_tool("-e 'y = zeros(3)\nfor i=0..2\n y[i] = sum(vec3(i,2))\nend'").err,
                 {"Q0301", "'vec3' does not make", "help: it takes 3 numbers"}));
  const auto path = run_tool(write_file("tab.q", "x = imread(\"C:\\temp\\x.png\")\n"));
  CHECK(in_order(path.err, {"Q0601", "help: \\t, \\n and the like are one character"}));
  const auto help_of = [](const std::string& program) { return run_tool(write_file("habit.q", program)).err; };
  CHECK(in_order(help_of("disp('hello')\n"), {"Q0101", "help: a string is written \"text\""}));
  CHECK(in_order(help_of("x = [1,2]\ny = x[0..1]'\n"), {"Q0101", "help: the transpose of x"}));
  CHECK(in_order(help_of("x = 1\nx++\nprint x\n"),
                 {":2:3: error[Q0101]: expected an expression after '+'", "help: one more is written x += 1"}));
  CHECK(in_order(help_of("y = [1]\ny[0]++\n"), {"help: one more is written y[0] += 1"}));
  CHECK(in_order(help_of("y = 1\nx = y++\n"), {"help: one more is written y += 1"}));
  CHECK(in_order(help_of("x = 1\nx++\ny = 2\n"), {":2:1: error[Q0203]", "help: one more is written x += 1"}));
  CHECK(in_order(help_of("x = zeros(2,3)\nprint x.shape\n"), {"a mat has no fields", "of an array x it is size(x)"}));
  CHECK(in_order(help_of("d = {\"a\": 1}\n"), {"Q0101", "help: a record is written r = object()"}));
  CHECK(in_order(help_of("x = 7 // 2\n"), {"Q0101", "a division that rounds down is floor(a/b)"}));
  CHECK(in_order(help_of("y = map(sin, [1,2])\n"), {"'map' is not defined", "arrayfun(f, x)"}));
  CHECK(in_order(help_of("x = 1\n++x\n"),
                 {":2:1: warning[Q0106]: '++x' changes nothing", "help: one more is written x += 1"}));
  CHECK(in_order(help_of("match 3 with\n1 -> print 1\n_ -> print 2\nend\n"),
                 {":2:1: error[Q0101]", "help: an arm of a match begins with '|'"}));
  CHECK(in_order(help_of("c = cell(3)\nc{i} = 5\n"),
                 {":2:3: error[Q0101]", "help: an item of a cell, or an element of an array, is written c[i]"}));
  CHECK(in_order(help_of("c = cell(3)\nc{1} = 5\n"),
                 {":2:2: error[Q0106]", "help: an item of a cell, or an element of an array, is written c[1]"}));
  CHECK(in_order(help_of("x := 5\n"), {"Q0101", "help: a variable is written name = value"}));
  CHECK(in_order(help_of("x = 0x1F\n"), {"Q0101", "help: hexadecimal numbers are written 01Fh"}));
  CHECK(in_order(help_of("match 3\n| 1 -> print 1\nend\n"), {"Q0101", "help: a match is written match x with"}));
  CHECK(in_order(help_of("elif x\n"), {"Q0101", "help: it is written elseif x"}));
  CHECK(in_order(help_of("y = not x\n"), {"Q0101", "help: of truth values !x, of bits not(x)"}));
  CHECK(in_order(help_of("x = 5\nprint X\n"),
                 {"'X' is not defined", "help: did you mean 'x'? Capital and small letters differ"}));
  CHECK(in_order(help_of("x = zeros[3]\n"), {"'zeros' is a function", "help: it is called: zeros(...)"}));
  CHECK(in_order(
      help_of("k = 3\nfunction [] = __kernel__ k(x : vec, pos : int)\n x[pos] = 1\nend\nparallel_do(3, zeros(3), k)\n"),
      {"must be a kernel, not an int", "help: a variable of the name of a kernel hides it"}));
  const auto windows = run_tool(write_file("windows.q", "print \"caf\xE9 \x80\" % \xE9\n"));
  CHECK(windows.out == "caf\xC3\xA9 \xE2\x82\xAC\n");
  CHECK(in_order(windows.err,
                 {"windows.q:1:11: warning[Q0102]: byte 0xE9 is not valid UTF-8; in strings", "'\xC3\xA9'"}));
  CHECK(run_tool("-", "print \"caf\xE9\"\n").out == "caf\xC3\xA9\n");
  CHECK(in_order(run_tool(write_file("no_text.q", "x = \xE9\n")).err,
                 {"no_text.q:1:5: error[Q0102]", "help: save the file as UTF-8"}));
  const auto whole = run_tool(
      "-e 'a = zeros(4,40)\nb = zeros(4,40)\nparallel_do(4, __kernel__ (pos : int) -> a[pos,0] = sum(sort(a)))'");
  CHECK(in_order(whole.err,
                 {"Q0503", "'sort' of a slice whose length is computed", "help: compute it before the launch"}));
}
