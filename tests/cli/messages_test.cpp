// Where an error says it happened, and what it suggests, in every kind of code.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/cli/run_tool.h"

using namespace qc::test;

namespace {

std::string errors_of(const std::string& program, const std::string& options = "") {
  return run_tool(options + " " + write_file("m.q", program)).err;
}

}  // namespace

TEST_CASE("a failure in a compiled loop shows the calls that led there, as in a stepped one") {
  for (const char* hint : {"", "{!serial for}\n", "{!interpreted for}\n"}) {
    const std::string program =
        std::string(
            "function y = inner(x, i)\n y = x[i+1]\nend\nfunction y = outer(x, i)\n y = 2*inner(x, i)\nend\n"
            "g = i -> outer(x, i)\nx = ones(5)\ny = zeros(5)\n") +
        hint + "for i=0..4\n y[i] = g(i)\nend\n";
    for (const char* device : {"--device=cpu", "--device=simt"})
      CHECK(in_order(errors_of(program, device),
                     {"m.q:2:8: error[Q0401]: index 5 is out of range", "m.q:5:8: note: in 'inner', called here",
                      "m.q:7:10: note: in 'outer', called here", "y[i] = g(i)"}));
  }
  const std::string messages = "function y = check(v)\n y = v\n if v > 2\n  error(\"too large: %d\", v)\n end\nend\n";
  CHECK(in_order(errors_of(messages + "s = 0\nfor i=0..4\n s += check(i)\nend\n"),
                 {"m.q:4:3: error[Q0403]: too large: 3", "m.q:9:7: note: in 'check', called here"}));
  CHECK(in_order(
      errors_of(messages + "function s = total(n)\n s = 0\n for i=0..n\n  s += check(i)\n end\nend\nprint total(4)\n"),
      {"m.q:4:3: error[Q0403]", "m.q:10:8: note: in 'check', called here", "m.q:13:7: note: in 'total', called here"}));
}

TEST_CASE("a failure in a kernel shows its calls and the launch") {
  const std::string kernel =
      "function v = __device__ get(x : vec'checked, i : int)\n v = x[2*i]\nend\n"
      "function [] = __kernel__ k(x : vec'checked, y : vec, pos : int)\n y[pos] = get(x, pos)\nend\n";
  for (const char* launch : {"parallel_do", "serial_do"})
    for (const char* device : {"--device=cpu", "--device=simt"})
      CHECK(in_order(
          errors_of(kernel + "function [] = run(x)\n " + launch + "(6, x, zeros(6), k)\nend\nrun(ones(6))\n", device),
          {"m.q:2:8: error[Q0401]: index 6 is out of range", "m.q:5:11: note: in 'get', called here",
           "m.q:8:2: note: in 'k', launched here", "m.q:10:1: note: in 'run', called here"}));
  CHECK(in_order(
      errors_of("y = zeros(3)\nk = __kernel__ (pos : int) -> assert(pos < 2, \"beyond\")\nparallel_do(3, k)\n"),
      {"m.q:2:31: error[Q0403]: beyond", "m.q:3:1: note: in a kernel, launched here"}));
  const std::string here =
      errors_of("y = zeros(3)\nparallel_do(3, __kernel__ (pos : int) -> assert(pos < 2, \"beyond\"))\n");
  CHECK(in_order(here, {"m.q:2:42: error[Q0403]: beyond"}));
  CHECK(here.find("note") == std::string::npos);  // it is written where it is launched
  const std::string started =
      "function [] = __kernel__ inner(y : vec'checked, pos : int)\n y[pos+1] = 1\nend\n"
      "function [] = __kernel__ outer(y : vec'checked, pos : int)\n serial_do(3, y, inner)\nend\n";
  CHECK(in_order(errors_of(started + "parallel_do(1, zeros(3), outer)\n"),
                 {"m.q:2:4: error[Q0401]", "m.q:5:2: note: in 'inner', launched here",
                  "m.q:7:1: note: in 'outer', launched here"}));
}

TEST_CASE("so do errors that a kernel or a loop is refused for") {
  CHECK(in_order(errors_of("function v = __device__ f(a : int)\n v = sqrrt(a)\nend\nfunction [] = __kernel__ k(y : "
                           "vec, pos : int)\n y[pos] = f(pos)\nend\nparallel_do(3, zeros(3), k)\n"),
                 {"m.q:2:6: error[Q0201]: 'sqrrt' is not defined", "m.q:5:11: note: in 'f', called here",
                  "m.q:7:1: note: in 'k', launched here", "help: did you mean 'sqrt'?"}));
  CHECK(in_order(errors_of("function v = __device__ f(a : int)\n v = numel(imread(\"a.png\"))\nend\nfunction [] = "
                           "__kernel__ k(y : vec, pos : int)\n y[pos] = f(pos)\nend\nparallel_do(3, zeros(3), k)\n"),
                 {"error[Q0503]", "m.q:5:11: note: in 'f', called here", "m.q:7:1: note: in 'k', launched here"}));
  CHECK(in_order(errors_of("f = a -> sqrrt(a)\ns = 0\nfor i=0..3\n s += f(i)\nend\n"),
                 {"m.q:1:10: error[Q0201]", "m.q:4:7: note: in a lambda, called here"}));
}

TEST_CASE("a misspelt file, type, attribute suggests the nearest") {
  const std::string beside = write_file("helpers.q", "function y = twice(x)\n y = 2*x\nend\n");
  CHECK(
      in_order(errors_of("import \"helprs.q\"\n"), {"'helprs.q' was not found", "help: did you mean \"helpers.q\"?"}));
  CHECK(in_order(errors_of("import \"imfliter.q\"\n"),
                 {"'imfliter.q' was not found", "help: did you mean \"imfilter.q\"?"}));
  CHECK(in_order(errors_of("import \"helpers\"\n"), {"'helpers' was not found", "help: write import \"helpers.q\""}));
  CHECK(in_order(errors_of("import \"of_someone_else.q\"\n"), {"help: it is searched next to the program"}));
  CHECK(in_order(errors_of("type particle : class\n x : scalar\nend\np : partcle = particle(1)\n"),
                 {"m.q:4:5: error[Q0201]: unknown type 'partcle'", "help: did you mean 'particle'?"}));
  CHECK(in_order(errors_of("x = zeros(3, uint9)\n"), {"'uint9' is not defined", "help: did you mean 'uint8'?"}));
  CHECK(in_order(errors_of("{!paralel for}\nfor i=0..3\n x = i\nend\n"),
                 {"warning[Q0107]: unknown attribute 'paralel'", "did you mean {!parallel for}?"}));
  CHECK(in_order(errors_of("#pragma force_seriel\nfor i=0..3\n x = i\nend\n"),
                 {"warning[Q0107]: unknown pragma 'force_seriel'", "did you mean #pragma force_serial?"}));
  CHECK(in_order(errors_of("{!of_another_system}\n"), {"warning[Q0107]", "help: it has no effect\n"}));
}

TEST_CASE("what is wrong in a function that is never called is a warning") {
  const std::string wrong =
      "function y = unused(n)\n y = sqrrt(n)\n z : mta = 0\n y = used(1, 2)\nend\nfunction y = used(n)\n y = "
      "n\nend\nprint used(5)\n";
  const auto r = run_tool(write_file("m.q", wrong));
  CHECK(r.exit_code == 0);
  CHECK(r.out == "5\n");
  CHECK(in_order(r.err, {"m.q:2:6: warning[Q0201]: 'sqrrt' is not defined", "help: did you mean 'sqrt'?",
                         "m.q:3:6: warning[Q0201]: unknown type 'mta'",
                         "m.q:4:6: warning[Q0204]: 'used' takes 1 argument, not 2"}));
  CHECK(run_tool(write_file("m.q", "c = 3\nfunction y = of_the_file(n)\n y = c*n\nend\n"))
            .err.empty());  // right in a program that imports it
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

TEST_CASE("extents that do not fit say what would, alike in every kind of code") {
  const std::string product = "a = ones(3,4)\nb = ones(3,4)\n";
  for (const std::string code : {"c = a*b\n", "f = (x, y) -> x*y\nc = f(a, b)\n", "for i=0..3\n c = a*b\nend\n",
                                 "{!interpreted for}\nfor i=0..3\n c = a*b\nend\n"})
    CHECK(in_order(errors_of(product + code), {"error[Q0302]: a 3 x 4 matrix cannot be multiplied by a 3 x 4 one",
                                               "help: element by element is '.*'"}));
  CHECK(in_order(
      errors_of("y = zeros(2)\nparallel_do(2, __kernel__ (pos : int) -> y[pos] = sum([[1.0,2],[3,4]]*[1.0,2,3]))\n"),
      {"error[Q0302]: a 2 x 2 matrix cannot be multiplied by a 1 x 3 one",
       "help: the left one needs as many columns"}));
  CHECK(in_order(errors_of("print ones(3,4)*ones(2,4)\n"), {"a*transpose(b) fits"}));
  CHECK(in_order(errors_of("print ones(3,4)*ones(3,2)\n"), {"transpose(a)*b fits"}));
  for (const std::string code : {"c = a + b\n", "for i=0..3\n c = a + b\nend\n"})
    CHECK(in_order(errors_of("a = ones(3,4)\nb = ones(4,3)\n" + code),
                   {"error[Q0302]: extents do not fit: 3 x 4 and 4 x 3", "help: transpose(x) turns one of them"}));
  CHECK(in_order(errors_of("print vertcat(ones(2,3), ones(2,4))\n"),
                 {"'vertcat' of 2 x 3 and 2 x 4: they differ along dimension 1"}));
  CHECK(in_order(errors_of("print det(ones(2,3))\n"), {"det", "square"}));
}

TEST_CASE("calls that fit nothing show what would, of lambdas, kernels, outputs") {
  const std::string lambda = "f = (a, b) -> a + b\n";
  CHECK(in_order(errors_of(lambda + "print f(1)\n"), {"m.q:2:7: error[Q0204]: the lambda takes 2 arguments, not 1",
                                                      "m.q:1:6: note: candidate: (a, b) -> ..."}));
  CHECK(in_order(errors_of(lambda + "s = 0\nfor i=0..3\n s += f(i)\nend\n"),
                 {"m.q:4:7: error[Q0204]", "m.q:1:6: note: candidate: (a, b) -> ..."}));
  CHECK(in_order(errors_of("function y = f(x)\n if x > 3\n  y = 1\n end\nend\nprint f(1)\n"),
                 {"m.q:1:10: error[Q0404]: 'f' did not assign its output 'y'", "m.q:6:7: note: in 'f', called here"}));
  CHECK(in_order(errors_of("function y : vec3 = f()\n y = [1.0,2]\nend\nprint f()\n"),
                 {"m.q:1:10: error[Q0301]: the output 'y' must be a vec3", "m.q:4:7: note: in 'f', called here"}));
  CHECK(in_order(
      errors_of(
          "function [] = __kernel__ k(x : mat, pos : ivec2)\n x[pos] = 1\nend\nparallel_do([3,3], \"text\", k)\n"),
      {"m.q:4:1: error[Q0301]", "m.q:1:28: note: 'x' is declared here"}));
  CHECK(in_order(
      errors_of(
          "function [] = __kernel__ k(x : vec, position : int)\n x[position] = 1\nend\nparallel_do(4, zeros(4), k)\n"),
      {"error[Q0204]", "help: the position of a thread is the parameter named pos"}));
}

TEST_CASE("an index that is not whole is the same mistake stepped and compiled") {
  const std::vector<std::pair<std::string, std::string>> bodies = {
      {"x = zeros(4)\n", "x[i+0.5] = 1"},
      {"x = zeros(4)\ns = 0.0\n", "s += x[i*0.5]"},
      {"x = zeros(4,4)\n", "x[0,i*1.5] = 1"},
      {"x = zeros(4,4)\ns = 0.0\n", "s += x[i*1.5,0]"},
      {"x : vec'circular = zeros(4)\ns = 0.0\n", "s += x[i*0.5]"},
      {"x : vec'safe = zeros(4)\n", "x[i*0.5] = 1"},
      {"x : vec3 = [1,2,3]\ns = 0.0\n", "s += x[i*0.5]"},
      {"x = zeros(4)\ns = 0.0\n", "s += x[0/(i-i)]"}};
  for (const auto& [before, body] : bodies) {
    CAPTURE(body);
    const auto errors = [&](const char* hint) { return errors_of(before + hint + "for i=0..3\n " + body + "\nend\n"); };
    CHECK(in_order(errors(""), {"error[Q0301]: an index of 'x' is not whole", body,
                                "help: int(x) cuts the fraction off, round(x) takes the nearest index"}));
    CHECK(errors("{!serial for}\n") == errors("{!interpreted for}\n"));
  }
  CHECK(in_order(errors_of("c = {1,2}\nprint c[0.5]\n"), {"m.q:2:7: error[Q0301]: an index of 'c' is not whole"}));
  CHECK(in_order(errors_of("s = \"text\"\nprint s[[0,0.5]]\n"), {"error[Q0301]: an index of 's' is not whole"}));
  CHECK(in_order(errors_of("x = ones(3)\nprint x[1e19]\n"),
                 {"error[Q0401]: index 9223372036854775807 is out of range: 'x' has 3 elements"}));
  CHECK(
      in_order(errors_of("x = ones(3)\nprint x[inf]\n"), {"error[Q0401]: index 9223372036854775807 is out of range"}));
}

TEST_CASE("a loop ends soon after its first failure, which is the one that is told") {
  const std::vector<std::pair<std::string, std::string>> loops = {
      {"a = zeros(10)\nfor i=0..10^13\n a[i+1] = a[i]\nend\n", "index 10 is out of range: 'a' has 10 elements"},
      {"a = zeros(10)\nfor i=0..10^13\n a[i] = i\nend\n", "index 10 is out of range: 'a' has 10 elements"},
      {"a = zeros(10)\ns = 0.0\nfor i=0..10^13\n s += a[i]\nend\n", "index 10 is out of range: 'a' has 10 elements"},
      {"a = zeros(10)\ns = 0.0\nfor i=0..10^13\n s += mod(i, 3)\n assert(i < 40, \"at %d\", i)\nend\n", "at 40"},
      {"a = zeros(3)\nfor i=0..2\n for j=0..10^13\n  a[i] += a[j]*0.5\n end\nend\n",
       "index 3 is out of range: 'a' has 3 elements"},
      {"a = zeros(3)\ny = zeros(3)\nfor i=0..2\n t = 0.0\n for j=0..10^13\n  t = a[j] - t\n end\n y[i] = t\nend\n",
       "index 3 is out of range: 'a' has 3 elements"},
      {"a = zeros(3)\ny = zeros(3)\n{!serial for}\nfor i=0..2\n for j=0..10^13\n  y[i] += a[j]\n end\nend\n",
       "index 3 is out of range: 'a' has 3 elements"},
      {"h = zeros(4)\nfor i=0..10^13\n h[mod(i,5)] += 1\nend\n", "index 4 is out of range: 'h' has 4 elements"},
      {"s = 0.0\nfor i=0..4999\n s += mod(i, 3)\n assert(i < 40, \"at %d\", i)\nend\n", "at 40"},
      {"s = 0\nfor i=0..4999\n s += int(7/(i-40))\nend\n", "division by zero"},
      {"x = zeros(9)\ny = zeros(9)\nfor i=10^13..-1..0\n y[i] = x[i]\nend\n", "index 10000000000000 is out of range"}};
  for (const auto& [program, message] : loops)
    for (const char* threads : {"--device=cpu --threads=1", "--device=cpu --threads=4"}) {
      CAPTURE(program);
      CHECK(in_order(run_tool("-e '" + program + "' " + threads, "", "timeout 60").err, {"error[Q040", message}));
    }
}

TEST_CASE("control characters in messages do not reach the terminal") {
  CHECK(in_order(errors_of("error(\"\\x1b]0;title\\x07 caf\xC3\xA9\")\n"),
                 {"error[Q0403]: \\x1b]0;title\\x07 caf\xC3\xA9\n"}));
  CHECK(errors_of("x = zeros(2)\nerror(\"\x1b[31m\")\n").find('\x1b') == std::string::npos);
  CHECK(run_tool("-e 'warning(\"w \\x1b]0;t\\x07 caf\xC3\xA9\")'").err == "warning: w \\x1b]0;t\\x07 caf\xC3\xA9\n");
  CHECK(run_tool("-e 'warning(\"raw %d\\x1b[5m\", 3)'").err == "warning: raw 3\\x1b[5m\n");
  CHECK(run_tool("-e 'try\nerror(\"\xC2\x9B"
                 "5m\")\ncatch e\nwarning(e)\nend'")
            .err == "warning: \\u009b5m\n");
  CHECK(run_tool("-e 'fprintf(2, \"\\x1b[5m\")'").err == "\x1b[5m");  // what a program writes itself is its own
  const std::string file =
      "'" + write_file("a\x1b[5m.q", "y = ones(4)\nfor i = 0..3\n y[i] = i\nend\nz = y + 2*y\n") + "'";
  for (const char* how : {"--explain ", "--explain=run ", "--profile ", "--time "}) {
    const Finished r = run_tool(how + file);
    CHECK(r.exit_code == 0);
    CHECK_FALSE(contains(r.out + r.err, "\x1b"));
  }
}

TEST_CASE("no memory for what the host holds is a failure with a place, which may be caught") {
  for (const char* what : {"cell(10^12)", "cell(2^40, 2^40)", "mat(2^33, 2^33)", "vec[int](2^62)"}) {
    CAPTURE(what);
    CHECK(in_order(errors_of("x = 1\ny = " + std::string(what) + "\n"), {"m.q:2:", "error[Q0702]: "}));
    const auto caught = run_tool("-e 'try; y = " + std::string(what) + "; catch e; print \"caught\"; end'");
    CHECK(caught.out == "caught\n");
    CHECK(caught.exit_code == 0);
  }
  CHECK(run_tool("-e 'for i=1..1; try; y = cell(10^12); catch e; print \"caught\"; end; end'").out == "caught\n");
}

TEST_CASE("names in messages are those of the program") {
  const std::string particle = "type particle : class\n sigma : scalar\n data : vec\nend\n";
  CHECK(in_order(errors_of(particle + "function [] = __kernel__ k(y : vec, p : particle, pos : int)\n y[pos] = "
                                      "p.sgma\nend\nparallel_do(3, zeros(3), particle(sigma:=2, data:=zeros(3)), k)\n"),
                 {"m.q:6:11: error[Q0201]: there is no field 'sgma' in 'p'", "note: in 'k', launched here",
                  "help: did you mean 'sigma'?"}));
  CHECK(in_order(errors_of(particle + "p = particle(data := zeros(3))\np.data[5] = 1\n"), {"'p.data' has 3 elements"}));
  CHECK(
      in_order(errors_of(particle + "p = particle(data := zeros(3))\nprint p.data[5]\n"), {"'p.data' has 3 elements"}));
  CHECK(in_order(errors_of("w = [1.0,2]\nfunction [] = __kernel__ k(y : vec, pos : int)\n y[pos] = "
                           "w[pos]\nend\nparallel_do(2, zeros(2), k)\n"),
                 {"'w' is not defined", "help: variables of the program are not visible inside functions"}));
  CHECK(in_order(errors_of("if not true\n print 1\nend\n"),
                 {"expected a condition, not the function 'not'", "help: 'not' is written '!'"}));
  CHECK(in_order(errors_of("if \"yes\"\n print 1\nend\n"),
                 {"expected a condition, not a string", "help: a comparison is one"}));
  CHECK(in_order(errors_of("x = ones(3)\nprint x[1.5]\n"),
                 {"m.q:2:9: error[Q0301]: an index of 'x' is not whole", "help: int(x) cuts the fraction off"}));
  CHECK(in_order(errors_of("s = \"abc\"\nprint s*2\n"),
                 {"a string cannot be computed with: beside it stands an int", "help: strings are joined with +"}));
  CHECK(in_order(errors_of("syncthreads\n"), {"error[Q0503]: 'syncthreads' belongs into a kernel"}));
}

TEST_CASE("what another language would take says what is written here") {
  CHECK(in_order(errors_of("x = [1,2]\nx[end+1] = 3\n"),
                 {"m.q:2:3: error[Q0401]: index 2 is out of range",
                  "help: indices run from 0 to 1; an assignment does not make an array longer, x = [x, v] does"}));
  for (const char* hint : {"", "{!interpreted for}\n"})
    CHECK(in_order(errors_of(std::string("x = zeros(3)\n") + hint + "for i=0..3\n x[i] = i\nend\n"),
                   {"error[Q0401]: index 3 is out of range",
                    "help: indices run from 0 to 2; an assignment does not make an array longer, x = [x, v] does"}));
  CHECK(in_order(errors_of("A = zeros(2,2)\nA[2,:] = [1,2]\n"), {"error[Q0401]", "A = vertcat(A, v) does"}));
  CHECK(in_order(errors_of("c = {1,2}\nc[2] = 3\n"),
                 {"error[Q0401]: index 2 is out of range: 'c' has 2 items", "c = [c, v] does"}));
  CHECK(errors_of("x = [1,2]\ny = x[2]\n").find("longer") == std::string::npos);
  CHECK(errors_of("x = [1,2]\ny = [0]\nfor i=0..2\n y[0] += x[i] == 1\nend\n").find("longer") == std::string::npos);
  CHECK(in_order(errors_of("x[0] = 5\n"),
                 {"m.q:1:1: error[Q0201]: 'x' is not defined", "help: x = zeros(n) makes an array of n elements"}));
  CHECK(in_order(
      errors_of("n = 0\nif (n += 1) > 0\n print n\nend\n"),
      {"m.q:2:7: error[Q0101]", "help: an assignment is a statement of its own: first n += .., then what uses n"}));
  CHECK(in_order(errors_of("print sortrows([[1,2],[0,3]], -1)\n"),
                 {"there is no column -1", "sortrows(x, columns, \"descend\")"}));
  CHECK(in_order(errors_of("print ord(\"a\")\n"),
                 {"m.q:1:7: error[Q0201]: 'ord' is not defined", "help: cast(s, vec[uint8])"}));
  CHECK(in_order(errors_of("print int(\"4\")\n"),
                 {"m.q:1:7: error[Q0301]: the value must be an int, not a string", "help: str2num(s)"}));
  CHECK(in_order(errors_of("print typename(3)\n"), {"error[Q0201]", "help: type(x) is the type of a value"}));
  CHECK(
      in_order(errors_of("x : vec'sat = [1,2]\n"), {"m.q:1:5: error[Q0301]: unknown type modifier 'sat",
                                                    "help: a float that is given to a sized int saturates by itself"}));
  CHECK(
      in_order(errors_of("x : vec'odd = [1,2]\n"), {"unknown type modifier 'odd", "help: the modifiers are 'checked"}));
  CHECK(in_order(errors_of("y = 5 mod 3\n"),
                 {"m.q:1:7: error[Q0101]", "help: the remainder of a division is mod(a, b)"}));
  const std::string directives = errors_of("#define N 10\n#if N\nx = 1\n#else\nx = 2\n#endif\n# a comment\n");
  CHECK(in_order(directives, {"m.q:1:1: error[Q0101]: unexpected character '#'", "help: a constant is a variable",
                              "m.q:2:1: error[Q0101]", "help: a choice is an if", "m.q:7:1: error[Q0101]",
                              "help: a comment starts with '%'"}));
  CHECK(directives.find("m.q:4:") == std::string::npos);
  const std::string unknown =
      errors_of("{!kernel_shuffle dims=[1,0]}\n{!memory_free x}\n{!strange a}\n{!strange b}\nprint 1\n");
  CHECK(in_order(unknown, {"m.q:3:1: warning[Q0107]: unknown attribute 'strange'"}));
  CHECK(unknown.find("m.q:4:1") == std::string::npos);
  CHECK(unknown.find("kernel_shuffle") == std::string::npos);
  CHECK(in_order(
      errors_of("function [r : vec3] = __kernel__ k(x : vec, pos : int)\n r += [x[pos],1,2]\nend\nprint parallel_do(3, "
                "[1.0,2,3], k)\n"),
      {"m.q:1:11: error[Q0301]: the kernel output 'r' must be a number", "help: outputs are totals of all threads"}));
  CHECK(in_order(
      errors_of("z = czeros(3)\ny = zeros(3)\nparallel_do(3, __kernel__ (pos : int) -> y[pos] = "
                "real(median([z[0],z[1]])))\n"),
      {"error[Q0301]: 'median' orders real numbers, not complex ones", "help: abs(x) or real(x) can be ordered"}));
}

TEST_CASE("uint64 is said once for a file, wherever the first is declared or made") {
  for (const char* program :
       {"a : uint64 = 5\nb = cast(3, uint64)\n", "b = cast(3, uint64)\na : uint64 = 5\n",
        "a = uint64(5)\nb = vec[uint64](2)\n", "function y : uint64 = f(x)\n y = x\nend\nprint f(2)\n",
        "function y = f(x : vec[uint64])\n y = x[0]\nend\nprint 1\n", "type p : class\n x : uint64\nend\nprint 1\n"}) {
    const std::string said = errors_of(program);
    CHECK(in_order(said, {"warning[Q0301]: uint64: numbers from 2^63 on are negative"}));
    CHECK(said.find("uint64: numbers", said.find("uint64: numbers") + 1) == std::string::npos);
  }
  CHECK(errors_of("type whole : [int|uint64]\nfunction y = f(x : whole)\n y = x\nend\nprint f(1), type(1, uint64)\n")
            .empty());
}

TEST_CASE("syntax errors show where a bracket was opened, and which word was meant") {
  CHECK(in_order(errors_of("x = sqrt((3+4)\nprint x\n"), {"expected ')'", "m.q:1:9: note: it was opened here"}));
  CHECK(in_order(errors_of("x = [1,2,3\ny = 4\n"), {"expected ']'", "m.q:1:5: note: it was opened here"}));
  CHECK(in_order(errors_of("type pt : clas\n x : scalar\nend\n"),
                 {"'end' without a block", "help: did you mean type pt : class?"}));
  CHECK(in_order(errors_of("function [] = __kernal__ k(x : vec, pos : int)\n x[pos] = 1\nend\n"),
                 {"help: did you mean '__kernel__'?"}));
  CHECK(in_order(errors_of("f = __devcie__ (x) -> x\n"), {"help: did you mean '__device__'?"}));
  CHECK(in_order(errors_of("if true and false\n print 1\nend\n"), {"help: of truth values '&&', of bits and(a, b)"}));
  CHECK(in_order(errors_of("x = eye(3)\nprint x[1;2]\n"), {"found ';'", "help: indices are separated by commas"}));
}
