// The tool as a user meets it: exit codes, what goes to which stream, pipes.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

#include "tests/cli/run_tool.h"

using namespace qc::test;

namespace {

long lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

constexpr const char* kSum = "s = 0\nfor i=1..10\n s += i\nend\nprint s\n";

}  // namespace

TEST_CASE("a program runs from a file, from -e and from standard input") {
  const std::string file = write_file("sum.q", kSum);
  CHECK(run_tool(file).out == "55\n");
  CHECK(run_tool(file).exit_code == 0);
  CHECK(run_tool("-e 'print 1, 2'").out == "12\n");
  CHECK(run_tool("-", kSum).out == "55\n");
  CHECK(run_tool("--threads=2 --device=cpu " + file).out == "55\n");
  CHECK(run_tool(file, "", "QC_THREADS=3 QC_DEVICE=cpu").out == "55\n");
  CHECK(run_tool("--precision=double -e 'print 1/3'").out == "0.3333333333333333\n");
}

TEST_CASE("what the command line cannot say is a usage error in one line") {
  const char* wrong[] = {"--devce=cpu",
                         "--device=gpu -e 1",
                         "--device=cuda:x -e 1",
                         "--device=cuda:-1 -e 1",
                         "--threads=0 -e 1",
                         "--threads=two -e 1",
                         "--threads=4000 -e 1",
                         "--precision=half -e 1",
                         "--emit=foo -e 1",
                         "--emit=ast",
                         "--explain=xml -e 1",
                         "--explain=json",
                         "--explain --emit=ast -e 1",
                         "-x",
                         "-e",
                         "-e 1 a.q",
                         "-i -",
                         "--color=red -e 1",
                         "--diagnostics=xml -e 1",
                         "--error-limit=-1 -e 1",
                         "-I",
                         "--threads",
                         "--time=3 -e 1",
                         "--time-trace=no_such_folder/t.json -e 1",
                         "check",
                         "test",
                         "bench",
                         "cache",
                         "cache empty",
                         "doctor now",
                         "fmt --chek a.q",
                         "bench --repeats=0 a.q",
                         "explain X123",
                         "explain R001 R002"};
  for (const char* arguments : wrong) {
    INFO(arguments);
    const auto r = run_tool(arguments);
    CHECK(r.exit_code == 2);
    CHECK(r.out == "");
    CHECK(r.err.rfind("error[Q0001]: ", 0) == 0);
    CHECK(lines(r.err) <= 2);  // with a help line
  }
  CHECK(contains(run_tool("--devce=cpu").err, "--device"));
  CHECK(contains(run_tool("-I").err, "-I expects a folder\n"));
  CHECK(contains(run_tool("--diagnostics=json --devce=cpu").err,
                 "{\"severity\":\"error\",\"code\":\"Q0001\",\"file\":null,"));
  CHECK(contains(run_tool("doctor x").err, "qc doctor takes nothing, got 'x'"));
  CHECK(contains(run_tool("--help=x").err, "--help takes no value"));
  CHECK(run_tool("version").out == run_tool("--version").out);
  CHECK(contains(run_tool("bench --diagnostics=json").err, "\"code\":\"Q0001\""));
  CHECK(contains(run_tool("--devce=cpu some.q --diagnostics=json").err, "error[Q0001]"));  // the program's argument
  CHECK(contains(run_tool("-e 1", "", "QC_DEVICE=tpu").err, "QC_DEVICE expects"));
  CHECK(contains(run_tool("-e 1", "", "QC_THREADS=-3").err, "QC_THREADS expects"));
}

TEST_CASE("a program that cannot be read") {
  const auto missing = run_tool("no_such_file.q");
  CHECK(missing.exit_code == 2);
  CHECK(contains(missing.err, "error[Q0002]: cannot read 'no_such_file.q'"));
  CHECK(contains(run_tool("tests").err, "error[Q0002]: 'tests' is a folder"));
  CHECK(contains(run_tool("chek a.q").err, "did you mean qc check?"));
  for (const char* closed : {"- <&-", "check - <&-", "fmt - <&-", "<&-"}) {
    INFO(closed);
    const auto r = run_tool(closed);
    CHECK(r.exit_code == 2);
    CHECK(contains(r.err, "error[Q0002]: cannot read standard input"));
  }
  CHECK(run_tool("help").out == run_tool("--help").out);
}

TEST_CASE("exit codes tell who failed") {
  CHECK(run_tool("-e 'error(\"no\")'").exit_code == 1);
  CHECK(run_tool("-e 'x = '").exit_code == 3);
  CHECK(contains(run_tool("-e 'x = '").err, "<command line>:1:5: error[Q0101]: "));
  CHECK(run_tool("-e 'print missing'").exit_code == 3);
  CHECK(run_tool("-e 'print 1'").exit_code == 0);
}

TEST_CASE("a CUDA device that is not there is one clear line") {
  const auto r = run_tool("--device=cuda:1023 -e 's = 0; for i=1..9; s += i; end; print s'");
  CHECK(r.exit_code == 4);
  CHECK(r.err.rfind("error[Q070", 0) == 0);
  CHECK(lines(r.err) <= 2);
}

TEST_CASE("output that cannot be written") {
  const auto full = run_tool("-e 'print 1' >/dev/full");
  CHECK(full.exit_code == 1);
  const auto pipe = run_tool("-e 'while true; print 1; end' | head -n 1");
  CHECK(pipe.exit_code == 0);
  CHECK(run_tool("-e 'print 1' >&-").exit_code == 1);
}

TEST_CASE("Ctrl-C ends a program with 130, a closed pipe ends it without a word") {
  const std::string file = write_file("endless.q", "print \"begun\"\nk = 0\nwhile true\n  k = \"step\"\nend\n");
  const std::string binary = QC_BINARY;
  const auto ended = run_tool("--version >/dev/null; env --default-signal=INT timeout --preserve-status -s INT 4 " +
                              binary + " " + file);
  CHECK(ended.exit_code == 130);
  CHECK(ended.out == "begun\n");
  CHECK(contains(ended.err, "error[Q0406]: interrupted"));
  CHECK(run_tool("-e 'while true; print 1; end' 2>&1 | head -n 1").out == "1\n");
}

TEST_CASE("each warning is given once") {
  const auto r = run_tool("-e '{!unheard_of}\nfor k=1..3\n for i=1..2\n x = i\n end\nend'");
  CHECK(r.exit_code == 0);
  const auto first = r.err.find("Q0107");
  REQUIRE(first != std::string::npos);
  CHECK(r.err.find("Q0107", first + 1) == std::string::npos);
}

TEST_CASE("--explain=run runs, and reports on each loop as it is reached, with what is known then") {
  const auto r = run_tool(
      "--explain=run " +
      write_file(
          "explained_run.q",
          "function y = smooth(x, K)\n  y = zeros(size(x))\n  for m=1..size(x,0)-2\n    for n=1..size(x,1)-2\n"
          "      y[m,n] = sum(sum(x[m-1..m+1,n-1..n+1].*K))\n    end\n  end\nend\n"
          "y = smooth(ones(8,8), ones(3,3)*2)\nprint sum(y)\nlast = cell(2)\nfor i=0..1\n  last[i] = \"text\"\nend\n"
          "b = [1.0,2,3,4]\nk = -1\nfor i=1..3\n  b[i] = b[i+k]*b[i+k] + 1\nend\nprint b\n"));
  CHECK(r.exit_code == 0);
  CHECK(r.out == "648\n[1,2,5,26]\n");
  CHECK(contains(r.err, "explained_run.q:3: map over m, n\n"));  // the text alone does not say how long K is
  CHECK(contains(r.err, "explained_run.q:12: interpreted: "));
  CHECK(contains(r.err, "explained_run.q:17: in order here: a check that it hangs on does not hold\n"));
  CHECK(run_tool("--explain=run").exit_code == 2);
}

TEST_CASE("Arrays that a loop gives new values as a whole are compiled, where no other name may keep the old one") {
  const std::string start = "x = rand(60,20)\nA = zeros(20)\ns = 0.0\n";
  const auto report = [&](const char* loop) {
    return run_tool("--explain=run " + write_file("renewed.q", start + loop + "print A[0], s\n")).err;
  };
  CHECK(contains(report("for i=0..59\n A = A + x[i,:]\nend\n"), "renewed.q:4: partial over i: + A[$at]\n"));
  CHECK(contains(report("for i=0..59\n v = x[i,:]\n v[0] = 1\n s += v[0] + v[3]\nend\n"),
                 "renewed.q:4: reduction over i: + s\n"));
  CHECK(contains(report("v = x[0,:]\nfor i=0..59\n v = x[i,:]\n v[0] = 1\n s += v[0] + v[3]\nend\n"),
                 "renewed.q:5: reduction over i: + s\n"));
  CHECK(contains(report("for i=0..59\n u = x[i,:]\n v = u\n v[0] = 1\n s += u[0]\nend\n"), "renewed.q:4: interpreted"));
  CHECK(contains(report("for i=0..59\n A = A + x[i,0..9]\nend\n"),
                 "renewed.q:4: interpreted"));  // its row is too short: the error of steps
  const std::string kept = report("B = A\nfor i=0..59\n if x[i,0] > 2\n  A = A + x[i,:]\n end\nend\n");
  CHECK(contains(kept, "renewed.q:5: stepped here: another name has an array that it may give a new value\n"));
}

TEST_CASE("--explain=run says in which form a map runs, and --maps asks for one") {
  const std::string program =
      "function y = centred(x)\n  y = zeros(size(x))\n  for i=0..size(x,0)-1\n    s = 0.0\n"
      "    for j=0..size(x,1)-1\n      s += x[i,j]\n    end\n    for j=0..size(x,1)-1\n      y[i,j] = x[i,j] - s\n"
      "    end\n  end\nend\nfunction y = down(x)\n  y = zeros(size(x))\n  for j=0..size(x,1)-1\n"
      "    for i=0..size(x,0)-1\n      y[i,j] = x[i,j]*2\n    end\n  end\nend\n"
      "x = ones(20,5000)\ny = down(x)\nprint sum(centred(x)), y[2,1]\n";
  const auto report = [&](const std::string& flags) {
    return run_tool("--explain=run " + flags + write_file("forms.q", program));
  };
  const auto chosen = report(""), whole = report("--maps=whole "), parts = report("--maps=parts ");
  CHECK(chosen.out == "-4999000002\n");
  CHECK(parts.out == chosen.out);
  CHECK(contains(chosen.err, "forms.q:3: in 2 parts here: each of its inner loops runs for all iterations at once\n"));
  CHECK(contains(parts.err, "forms.q:3: in 2 parts here: "));
  CHECK(contains(parts.err, "forms.q:15: interchanged here: the loop that goes along memory is innermost\n") ==
        contains(chosen.err, "forms.q:15: interchanged here: "));
  CHECK_FALSE(contains(whole.err, "parts here"));
  CHECK_FALSE(contains(whole.err, "interchanged here"));
  CHECK(run_tool("--maps=some " + write_file("forms.q", program)).exit_code == 2);
}

TEST_CASE("--explain=run says where subscripts that a program moves inside an array run as boundary modes") {
  const auto report = [&](const std::string& last) {
    return run_tool("--explain=run " +
                    write_file("moved.q", "x = ones(50,60)\ny = zeros(50,60)\nn = " + last +
                                              "\nfor i=0..49\n for j=0..59\n  y[i,j] = x[min(i+1,n-1),j]\n end\nend\n"))
        .err;
  };
  CHECK(contains(report("50"), "moved.q:4: by boundary modes here: its subscripts end where their arrays do\n"));
  CHECK_FALSE(contains(report("49"), "by boundary modes"));  // in front of the array's end
  const auto turns = [&](const std::string& length) {
    return run_tool("--explain=run " +
                    write_file("moved.q", "x = ones(50)\ny = zeros(" + length +
                                              ")\nn = numel(x)\nfor i=0..numel(y)-1\n y[i] = x[mod(i+1,n)]\nend\n"))
        .err;
  };
  CHECK(contains(turns("50"), "moved.q:4: by boundary modes here"));
  CHECK_FALSE(contains(turns("500"), "by boundary modes"));  // most subscripts are beyond the array
}

TEST_CASE("--explain=run says whether the end of a loop is known where it is reached") {
  const auto report = [&](const std::string& end, const std::string& before = "") {
    return run_tool("--explain=run " +
                    write_file("ends.q", "k = ivec(10)\nk[3] = 50\nm = imat(3,3)\nm[1,2] = 40\nn = 3\ny = ivec(100)\n" +
                                             before + "for i=0.." + end + "\n y[i] = i+1\nend\nprint sum(y)\n"));
  };
  const char* const in_order = "in order here: where its loops end is not known before it runs";
  for (const auto& [end, sum] :
       {std::pair("k[3]", "1326\n"), std::pair("min(99,k[n])-1", "1275\n"), std::pair("m[n-2,2]", "861\n")}) {
    const auto r = report(end);
    CHECK(r.out == sum);
    CHECK(contains(r.err, "map over i"));
    CHECK_FALSE(contains(r.err, in_order));
  }
  // another name of what the loop writes, and an element that it chooses
  const auto same = report("k[3]", "y = k\ny[4] = 7\nk[0] = 1\n");
  CHECK(same.out.empty());
  CHECK(contains(same.err, "index 10 is out of range"));
  CHECK(contains(report("y[n]", "y[n] = 60\n").err, in_order));
}

TEST_CASE("--explain=run says that a nest with a reason for order runs in parts") {
  const std::string program =
      "function [y, t] = both(x)\n  y = zeros(size(x,1))\n  t = zeros(size(x,0))\n  for i=0..size(x,0)-1\n"
      "    for j=0..size(x,1)-1\n      t[i] += x[i,j]\n    end\n    for j=0..size(x,1)-1\n      y[j] += t[i]*x[i,j]\n"
      "    end\n  end\nend\n[y, t] = both(ones(300,400))\nprint sum(y), sum(t)\n";
  const auto report = [&](const std::string& flags) {
    return run_tool("--explain=run " + flags + write_file("nest.q", program));
  };
  const auto chosen = report(""), whole = report("--maps=whole ");
  CHECK(chosen.out == "48000000120000\n");
  CHECK(whole.out == chosen.out);
  CHECK(contains(chosen.err, "nest.q:4: serial: the element of 'y' that is updated moves with a loop"));
  CHECK(contains(chosen.err, "nest.q:4: in 2 parts here: its statements run as loops one after another"));
  CHECK_FALSE(contains(whole.err, "parts here"));
}

TEST_CASE("a minimum with the element that it overwrites is stored without a mask") {
  const auto code = run_tool("--device=cpu --emit=asm " +
                             write_file("least.q",
                                        "function [] = f(d : vec'unchecked, e : vec'unchecked)\n  for i=0..numel(d)-1\n"
                                        "    d[i] = min(d[i], e[i])\n  end\nend\nf(ones(100), ones(100))\n"));
  CHECK(contains(code.out, "loop_2"));
  CHECK_FALSE(contains(code.out, "vmaskmov"));
}

TEST_CASE("--explain says where a loop is split, and --explain=run that it runs so") {
  const std::string file =
      write_file("split.q",
                 "function d = through(d, k, n)\n  for i=0..n-1\n    for j=0..n-1\n      d[i,j] = min(d[i,j], d[i,k] + "
                 "d[k,j])\n    end\n  end\nend\nprint sum(through(ones(40,40), 3, 40))\n");
  const auto text = run_tool("--explain " + file);
  CHECK(contains(text.out, "split.q:2: serial: "));
  CHECK(contains(text.out, "  split: before and behind i = k in any order, that iteration between them\n"));
  CHECK(contains(text.out, "  split: before and behind j = k in any order, that iteration between them\n"));
  const auto parts = run_tool("--explain=run --maps=parts " + file), whole = run_tool("--explain=run " + file);
  CHECK(parts.out == "1600\n");
  CHECK(whole.out == parts.out);
  CHECK(contains(parts.err,
                 "split.q:2: in 9 parts here: the iterations before one of them and those behind it run in "
                 "parallel\n"));
  CHECK_FALSE(contains(whole.err, "parts here"));
}

TEST_CASE("a nest in order is stepped where its parallel loops do much, with what loops inside them do") {
  const auto report = [](int n) {
    return run_tool("--explain=run " +
                    write_file("sweeps.q", "n = " + std::to_string(n) +
                                               "\np = ones(n,n)\nq = ones(n,n)\nfor t=0..2\n  for i=0..n-1\n"
                                               "    for j=1..n-1\n      p[i,j] = p[i,j-1]/2 + q[j,i]\n    end\n"
                                               "    q[0,i] = p[i,n-1]\n  end\nend\nprint sum(q) > n*n\n"));
  };
  const char* const stepped = "sweeps.q:4: stepped here: its inner loops are long and run in parallel\n";
  const auto many = report(300), few = report(60);
  CHECK(many.out == "1\n");
  CHECK(few.out == many.out);
  CHECK(contains(many.err, stepped));
  CHECK_FALSE(contains(few.err, stepped));
}

TEST_CASE("--explain=run says which array expressions became one loop") {
  const auto r =
      run_tool("--explain=run " +
               write_file("fused.q",
                          "x = rand(1500,1500)\nw = rand(1500,1500)\nm = mean((x-w).^2)\ny = x.*w + 0.5*x - w./(1+x)\n"
                          "z = x[0..99,0..99]./(1+w[0..99,0..99])\nprint m > 0\n"));
  CHECK(r.exit_code == 0);
  CHECK(contains(r.err,
                 "fused.q:3: array expression: one loop over 1500 x 1500: 2 operators on 2 arrays, reduced by +\n"));
  CHECK(contains(r.err, "fused.q:4: array expression: one loop over 1500 x 1500: 5 operators on 2 arrays\n"));
  CHECK(contains(r.err,
                 "fused.q:5: array expression: operator by operator: 2 operators on 2 arrays over 100 x 100, less work "
                 "than compiling a loop\n"));
}

TEST_CASE("--explain reports without running") {
  const std::string file = write_file("explained.q", std::string("print \"ran\"\n") + kSum);
  const auto text = run_tool("--explain " + file);
  CHECK(text.exit_code == 0);
  CHECK(contains(text.out, "explained.q:3: reduction over i: + s"));
  CHECK_FALSE(contains(text.out, "ran"));
  const auto json = run_tool("--explain=json " + file);
  CHECK(json.exit_code == 0);
  CHECK(lines(json.out) == 1);
  CHECK(contains(
      json.out,
      "\"line\":3,\"column\":1,\"loops\":[\"i\"],\"reduced\":[\"i\"],\"verdict\":\"reduction\",\"forced\":false"));
  CHECK(contains(json.out, "\"reason\":null"));
  const auto forced =
      run_tool("--explain -e 'a = zeros(9)\n#pragma force_parallel\nfor i=1..8\n a[i] = a[i-1]*a[i-1] + 1\nend'");
  CHECK(forced.exit_code == 3);
  CHECK(contains(forced.err, "Q0501"));
}

TEST_CASE("--emit shows every stage") {
  const std::string file = write_file("emitted.q", kSum);
  CHECK(contains(run_tool("--emit=ast " + file).out, "for i = 1..10"));
  CHECK(contains(run_tool("--emit=plan " + file).out, "reduction over i: + s"));
  CHECK(contains(run_tool("--emit=kernel " + file).out, "__kernel__"));
  CHECK(contains(run_tool("--emit=llvm " + file).out, "define "));
  CHECK(contains(run_tool("--emit=ptx " + file).out, ".visible .entry"));
  CHECK(contains(run_tool("--emit=asm " + file).out, "loop_2"));
  for (const char* stage : {"ast", "plan", "kernel", "llvm", "ptx", "asm"})
    CHECK(run_tool(std::string("--emit=") + stage + " " + file).exit_code == 0);
}

TEST_CASE("an inner loop of a loop in order has independent accesses where it is a map without copies") {
  const auto emitted = [](const std::string& statement, const std::string& before = "") {
    const std::string program = "function [] = f(a : vec, m : mat)\n  for j = 0..size(m,0)-1\n    " + before +
                                "\n    for i = j+1..numel(a)-2\n      " + statement + "\n    end\n  end\nend\n";
    return run_tool("--device=cpu --emit=llvm " + qc::test::write_file("inner.q", program)).out;
  };
  const auto marked = [&](const std::string& text) { return contains(text, "llvm.loop.parallel_accesses"); };
  CHECK(marked(emitted("a[i] -= m[j,i]*a[j]")));
  CHECK(marked(emitted("a[i] = m[j,i]", "a[0] = a[j]")));
  CHECK(marked(emitted("if m[j,i] > 0\n a[i] = m[j,i] + a[j]\n end")));
  CHECK_FALSE(marked(emitted("a[i] = a[i+1] + m[j,i]")));  // from a copy, when it is launched
  CHECK_FALSE(marked(emitted("a[i] = a[i-1] + m[j,i]")));  // what the iteration before wrote
  CHECK_FALSE(marked(emitted("w[mod(i,3)] = m[j,i]\n a[i] -= w[mod(i,3)]", "w = zeros(3)")));
}

TEST_CASE("a launch stands wherever the loop stood") {
  for (const char* around : {"if k > 0\n@end", "match k with\n| 1 ->\n@| _ -> print 2\nend", "try\n@catch e\nend",
                             "repeat\n@until k > 0", "while k > 0\n@k -= 1\nend"}) {
    std::string text = around;
    text.replace(text.find('@'), 1, "for i=0..999\n  x[i] = i\nend\n");
    const std::string file = write_file("around.q", "k = 1\nx = zeros(1000)\n" + text + "\nprint sum(x)\n");
    const std::string out = run_tool("--emit=kernel " + file).out;
    CHECK_MESSAGE(contains(out, "parallel_do("), around);
    CHECK_MESSAGE(!contains(out, "for i"), around);
    CHECK_MESSAGE(run_tool(write_file("launched.q", out)).out == run_tool(file).out, around);
  }
}

TEST_CASE("a loop stays whose kernel makes longer arrays than a program's may") {
  const auto printed = [](const char* value) {
    return run_tool(std::string("--emit=kernel -e 'x = zeros(9)\nt = true\nfor i=0..5\n t = ") + value +
                    " < 1 && t\nend\nprint t'")
        .out;
  };
  CHECK(contains(printed("x[i]"), "parallel_do("));
  CHECK(!contains(printed("std(x[i..i+mod(i,3)])"), "parallel_do("));
}

constexpr const char* kCount =
    "function [] = __kernel__ count(x : vec[uint8], bins : vec[int], pos : int, blkpos : int)\n  h = "
    "shared_zeros[int](256)\n  h[x[pos]] += 1\n"
    "  syncthreads\n  bins[blkpos] += h[blkpos]\nend\nfunction s = __kernel__ total(x : vec[uint8], pos : int)\n  s += "
    "x[pos]\nend\n"
    "x = uint8([1,2,2,3])\nbins = int(zeros(256))\nparallel_do([[4],[4]], x, bins, count)\nprint parallel_do(4, x, "
    "total)\n";

TEST_CASE("written kernels are reported on, before they run and as they run") {
  const std::string file = write_file("counted.q", kCount);
  for (const char* how : {"--explain ", "--explain=run "}) {
    const auto r = run_tool(how + file);
    CHECK(r.exit_code == 0);
    const std::string& said = std::string(how) == "--explain " ? r.out : r.err;
    CHECK(contains(said, "counted.q:1: kernel count over 1 dimension: updates + bins\n"));
    CHECK(contains(said, "  launched: "));
    CHECK(contains(said, "counted.q:12\n  reads: x\n  shared memory: h int 256 (2048 bytes)\n  barriers: "));
    CHECK(contains(said, "blocks: of the launch's shape"));
    CHECK(contains(said, "counted.q:7: kernel total over 1 dimension: reduces + s\n"));
    CHECK(contains(said, "blocks: of any shape\n"));
    CHECK_FALSE(contains(said, "$"));
  }
  const auto json = run_tool("--explain=json " + file);
  CHECK(contains(json.out,
                 "\"kernel\":\"count\",\"dimensions\":1,\"reads\":[\"x\"],\"writes\":[],\"updates\":[{\"name\":"
                 "\"bins\",\"op\":\"+\"}]"));
  CHECK(contains(json.out, "\"shared\":[{\"name\":\"h\",\"type\":\"int\",\"extents\":[256]}]"));
  CHECK(contains(run_tool("--emit=plan " + file).out, "h = shared[int](256)"));
  CHECK(contains(run_tool("--emit=ptx " + file).out, ".visible .entry count("));
  CHECK(contains(run_tool("--emit=asm " + file).out, "count"));
  CHECK(contains(run_tool("--emit=llvm " + file).out, "define "));
}

TEST_CASE("kernels that stand in functions are reported on like others") {
  const std::string nested = write_file("nested.q",
                                        "function y = blur(x : mat)\n  y = zeros(size(x))\n  function [] = __kernel__ "
                                        "k(x : mat, y : mat, pos : ivec2)\n    y[pos] = x[pos]\n  end\n"
                                        "  parallel_do(size(y), x, y, k)\nend\nprint blur(ones(2,2))\n");
  CHECK(contains(run_tool("--explain " + nested).out, "nested.q:3: kernel k over 2 dimensions: writes y\n"));
  CHECK(contains(run_tool("--emit=ptx " + nested).out, ".entry k("));
}

TEST_CASE("a kernel that the text does not decide is made at its launch") {
  const std::string later = write_file("later.q",
                                       "c = cell(1)\nc[0] = zeros(4)\nfunction [] = __kernel__ k(y, pos)\n  y[pos] = "
                                       "1\nend\nparallel_do(4, c[0], k)\nprint c[0]\n");
  const auto text = run_tool("--explain " + later);
  CHECK(text.exit_code == 0);
  CHECK(contains(text.out,
                 "later.q:3: kernel k: made when it is launched: the type of argument 1 is not known from the text\n"));
  CHECK(contains(run_tool("--explain=run " + later).err, "later.q:3: kernel k over 1 dimension: writes y\n"));
  CHECK(contains(run_tool("--emit=ptx " + later).out, "// "));
  const auto wide = run_tool(
      "--emit=asm -e 'x = zeros(512)\nk = __kernel__ (x : vec, pos : int) -> (syncthreads(grid); x[pos] = "
      "pos)\nparallel_do(512, x, k)'");
  CHECK(wide.exit_code == 0);
  CHECK(contains(wide.out, "# not compiled, the emulator runs it: "));
}

TEST_CASE("words and options of other tools are told what to write instead") {
  const auto says = [](const char* arguments, const char* help) {
    INFO(arguments);
    const auto r = run_tool(arguments);
    CHECK(r.exit_code == 2);
    CHECK(contains(r.err, std::string("help: ") + help));
  };
  says("run some.q", "qc FILE runs a program");
  says("format some.q", "did you mean qc fmt?");
  says("chek some.q", "did you mean qc check?");
  says("-O3 some.q", "code is always optimised");
  says("-V", "did you mean --version?");
  says("-j4 some.q", "--threads=N");
  says("--device=gpu some.q", "a GPU of NVIDIA's is cuda");
  says("--explain R005", "qc explain R005 tells");
  const std::string program = write_file("named.q", "print 1\n");
  says(program.substr(0, program.size() - 2).c_str(), "did you mean ");
  CHECK_FALSE(contains(run_tool("no_such_word_at_all").err, "help"));
}

TEST_CASE("codes are documented") {
  CHECK(contains(run_tool("explain R012").out, "R012: "));
  CHECK(contains(run_tool("explain Q0401").out, "index out of range"));
  const auto all = run_tool("explain");
  CHECK(contains(all.out, "Q0001"));
  CHECK(contains(all.out, "R001"));
}

TEST_CASE("help and version") {
  const std::string help = run_tool("--help").out, more = run_tool("--help-dev").out;
  CHECK(contains(help, "--device"));
  CHECK(lines(help) < 30);
  for (const char* option :
       {"--threads", "--precision", "-I", "-i", "-e", "--explain", "--check", "--time", "--color", "--version",
        "check FILE", "test FOLDER", "bench FILE", "fmt FILE", "report FILE", "doctor", "cache stat"})
    CHECK_MESSAGE(contains(help, option), option);
  for (const char* option : {"--emit", "--remarks", "--reduce", "--width", "--seed", "--diagnostics", "--error-limit",
                             "--timeout", "--repeats"})
    CHECK_MESSAGE(contains(more, option), option);
  const std::string of_fmt = run_tool("fmt --help").out;
  CHECK(of_fmt.starts_with("usage: qc fmt FILE..\n"));
  CHECK(contains(of_fmt, "\n  --check                tells which files"));
  for (const char* verb : {"check FILE..", "test FOLDER", "bench FILE [ARGUMENTS]", "report FILE [-o PAGE]",
                           "explain [CODE]", "doctor", "cache stat|clear|verify", "lsp", "jupyter install"}) {
    CAPTURE(verb);
    const std::string word = std::string(verb).substr(0, std::string(verb).find(' '));
    CHECK(run_tool("help " + word).out.starts_with("usage: qc " + std::string(verb) + "\n\n  "));
  }
  CHECK_FALSE(contains(of_fmt, "--timeout"));
  CHECK(run_tool("help fmt").out == of_fmt);
  CHECK(run_tool("help nothing").out == help);
  CHECK(run_tool("--version").out.rfind("qc ", 0) == 0);
}

TEST_CASE("imports are looked up beside the program and in the path") {
  const std::string used = write_file("used.q", "function y = twice(x)\n y = 2*x\nend\n");
  const std::string user = write_file("user.q", "import \"used.q\"\nprint twice(4)\n");
  CHECK(run_tool(user).out == "8\n");
  const std::string folder = used.substr(0, used.rfind('/'));
  CHECK(run_tool("-I " + folder + " -e 'import \"used.q\"; print twice(5)'").out == "10\n");
  CHECK(run_tool("-e 'import \"used.q\"; print twice(6)'", "", "QC_PATH=/nonexistent:" + folder).out == "12\n");
  const auto missing = run_tool("-e 'import \"nowhere.q\"'");
  CHECK(missing.exit_code == 3);
  CHECK(contains(missing.err, "Q0206"));
  CHECK(contains(run_tool("-e 'import \"" + folder + "\"'").err, "it is a folder: import takes the file of a program"));
}
