// Where an error says it happened, and what it suggests, in every kind of code.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/cli/run_tool.h"

using namespace qc::test;

namespace {

bool in_order(const std::string& text, const std::vector<std::string>& parts) {
  std::size_t at = 0;
  for (const auto& p : parts) {
    at = text.find(p, at);
    if (at == std::string::npos) {
      MESSAGE("not found, or not there: " << p << " in\n" << text);
      return false;
    }
    at += p.size();
  }
  return true;
}

std::string errors_of(const std::string& program, const std::string& options = "") { return run_tool(options + " " + write_file("m.q", program)).err; }

}  // namespace

TEST_CASE("a failure in a compiled loop shows the calls that led there, as in a stepped one") {
  for (const char* hint : {"", "{!serial for}\n", "{!interpreted for}\n"}) {
    const std::string program = std::string("function y = inner(x, i)\n y = x[i+1]\nend\nfunction y = outer(x, i)\n y = 2*inner(x, i)\nend\n"
                                            "g = i -> outer(x, i)\nx = ones(5)\ny = zeros(5)\n") +
                                hint + "for i=0..4\n y[i] = g(i)\nend\n";
    for (const char* device : {"--device=cpu", "--device=simt"})
      CHECK(in_order(errors_of(program, device), {"m.q:2:8: error[Q0401]: index 5 is out of range", "m.q:5:8: note: in 'inner', called here", "m.q:7:10: note: in 'outer', called here",
                                                  "y[i] = g(i)"}));
  }
  const std::string messages = "function y = check(v)\n y = v\n if v > 2\n  error(\"too large: %d\", v)\n end\nend\n";
  CHECK(in_order(errors_of(messages + "s = 0\nfor i=0..4\n s += check(i)\nend\n"), {"m.q:4:3: error[Q0403]: too large: 3", "m.q:9:7: note: in 'check', called here"}));
  CHECK(in_order(errors_of(messages + "function s = total(n)\n s = 0\n for i=0..n\n  s += check(i)\n end\nend\nprint total(4)\n"),
                 {"m.q:4:3: error[Q0403]", "m.q:10:8: note: in 'check', called here", "m.q:13:7: note: in 'total', called here"}));
}

TEST_CASE("a failure in a kernel shows its calls and the launch") {
  const std::string kernel = "function v = __device__ get(x : vec'checked, i : int)\n v = x[2*i]\nend\n"
                             "function [] = __kernel__ k(x : vec'checked, y : vec, pos : int)\n y[pos] = get(x, pos)\nend\n";
  for (const char* launch : {"parallel_do", "serial_do"})
    for (const char* device : {"--device=cpu", "--device=simt"})
      CHECK(in_order(errors_of(kernel + "function [] = run(x)\n " + launch + "(6, x, zeros(6), k)\nend\nrun(ones(6))\n", device),
                     {"m.q:2:8: error[Q0401]: index 6 is out of range", "m.q:5:11: note: in 'get', called here", "m.q:8:2: note: in 'k', launched here", "m.q:10:1: note: in 'run', called here"}));
  CHECK(in_order(errors_of("y = zeros(3)\nk = __kernel__ (pos : int) -> assert(pos < 2, \"beyond\")\nparallel_do(3, k)\n"), {"m.q:2:31: error[Q0403]: beyond", "m.q:3:1: note: in a kernel, launched here"}));
  const std::string here = errors_of("y = zeros(3)\nparallel_do(3, __kernel__ (pos : int) -> assert(pos < 2, \"beyond\"))\n");
  CHECK(in_order(here, {"m.q:2:42: error[Q0403]: beyond"}));
  CHECK(here.find("note") == std::string::npos);  // it is written where it is launched
  const std::string started = "function [] = __kernel__ inner(y : vec'checked, pos : int)\n y[pos+1] = 1\nend\n"
                              "function [] = __kernel__ outer(y : vec'checked, pos : int)\n serial_do(3, y, inner)\nend\n";
  CHECK(in_order(errors_of(started + "parallel_do(1, zeros(3), outer)\n"), {"m.q:2:4: error[Q0401]", "m.q:5:2: note: in 'inner', launched here", "m.q:7:1: note: in 'outer', launched here"}));
}

TEST_CASE("so do errors that a kernel or a loop is refused for") {
  CHECK(in_order(errors_of("function v = __device__ f(a : int)\n v = sqrrt(a)\nend\nfunction [] = __kernel__ k(y : vec, pos : int)\n y[pos] = f(pos)\nend\nparallel_do(3, zeros(3), k)\n"),
                 {"m.q:2:6: error[Q0201]: 'sqrrt' is not defined", "m.q:5:11: note: in 'f', called here", "m.q:7:1: note: in 'k', launched here", "help: did you mean 'sqrt'?"}));
  CHECK(in_order(errors_of("function v = __device__ f(a : int)\n v = numel(imread(\"a.png\"))\nend\nfunction [] = __kernel__ k(y : vec, pos : int)\n y[pos] = f(pos)\nend\nparallel_do(3, zeros(3), k)\n"),
                 {"error[Q0503]", "m.q:5:11: note: in 'f', called here", "m.q:7:1: note: in 'k', launched here"}));
  CHECK(in_order(errors_of("f = a -> sqrrt(a)\ns = 0\nfor i=0..3\n s += f(i)\nend\n"), {"m.q:1:10: error[Q0201]", "m.q:4:7: note: in a lambda, called here"}));
}

TEST_CASE("a misspelt file, type, attribute suggests the nearest") {
  const std::string beside = write_file("helpers.q", "function y = twice(x)\n y = 2*x\nend\n");
  CHECK(in_order(errors_of("import \"helprs.q\"\n"), {"'helprs.q' was not found", "help: did you mean \"helpers.q\"?"}));
  CHECK(in_order(errors_of("import \"imfliter.q\"\n"), {"'imfliter.q' was not found", "help: did you mean \"imfilter.q\"?"}));
  CHECK(in_order(errors_of("import \"helpers\"\n"), {"'helpers' was not found", "help: write import \"helpers.q\""}));
  CHECK(in_order(errors_of("import \"of_someone_else.q\"\n"), {"help: it is searched next to the program"}));
  CHECK(in_order(errors_of("type particle : class\n x : scalar\nend\np : partcle = particle(1)\n"), {"m.q:4:5: error[Q0201]: unknown type 'partcle'", "help: did you mean 'particle'?"}));
  CHECK(in_order(errors_of("x = zeros(3, uint9)\n"), {"'uint9' is not defined", "help: did you mean 'uint8'?"}));
  CHECK(in_order(errors_of("{!paralel for}\nfor i=0..3\n x = i\nend\n"), {"warning[Q0107]: unknown attribute 'paralel'", "did you mean {!parallel for}?"}));
  CHECK(in_order(errors_of("#pragma force_seriel\nfor i=0..3\n x = i\nend\n"), {"warning[Q0107]: unknown pragma 'force_seriel'", "did you mean #pragma force_serial?"}));
  CHECK(in_order(errors_of("{!of_another_system}\n"), {"warning[Q0107]", "help: it has no effect\n"}));
}

TEST_CASE("what is wrong in a function that is never called is a warning") {
  const std::string wrong = "function y = unused(n)\n y = sqrrt(n)\n z : mta = 0\n y = used(1, 2)\nend\nfunction y = used(n)\n y = n\nend\nprint used(5)\n";
  const auto r = run_tool(write_file("m.q", wrong));
  CHECK(r.exit_code == 0);
  CHECK(r.out == "5\n");
  CHECK(in_order(r.err, {"m.q:2:6: warning[Q0201]: 'sqrrt' is not defined", "help: did you mean 'sqrt'?", "m.q:3:6: warning[Q0201]: unknown type 'mta'", "m.q:4:6: warning[Q0204]: 'used' takes 1 argument, not 2"}));
  CHECK(run_tool(write_file("m.q", "c = 3\nfunction y = of_the_file(n)\n y = c*n\nend\n")).err.empty());  // right in a program that imports it
  const std::string jumps = "function y = f(n)\n for i=0..n\n  i = 2\n end\n break\n y = i\nend\n";
  const auto uncalled = run_tool(write_file("m.q", jumps + "print 1\n"));
  CHECK(uncalled.out == "1\n");
  CHECK(in_order(uncalled.err, {"m.q:3:3: warning[Q0203]", "m.q:5:2: warning[Q0106]: 'break' outside a loop"}));
  const auto called = run_tool(write_file("m.q", jumps + "print f(3)\n"));
  CHECK(called.exit_code == 3);
  CHECK(called.out.empty());
  CHECK(in_order(called.err, {"m.q:3:3: error[Q0203]", "m.q:5:2: error[Q0106]"}));
  // Through others, as a value, as a method, by a file that is imported, beside a mistake at the program's own level.
  CHECK(run_tool(write_file("m.q", jumps + "function y = g(n)\n y = f(n)\nend\nprint g(3)\n")).exit_code == 3);
  CHECK(run_tool(write_file("m.q", jumps + "h = f\n")).exit_code == 3);
  CHECK(run_tool(write_file("m.q", jumps + "print (3).f()\n")).exit_code == 3);
  CHECK(run_tool(write_file("m.q", jumps + "break\n")).exit_code == 3);
  write_file("jumps.q", jumps + "function y = twice(x)\n y = 2*x\nend\n");
  const auto imported = run_tool(write_file("m.q", "import \"jumps.q\"\nprint twice(4)\n"));
  CHECK(imported.out == "8\n");
  const auto imported_call = run_tool(write_file("m.q", "import \"jumps.q\"\nprint f(4)\n"));
  CHECK(imported_call.exit_code == 3);
  CHECK(in_order(imported_call.err, {"jumps.q:3:3: error[Q0203]"}));
}
