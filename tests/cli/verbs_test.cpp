// qc check, test, bench, fmt, doctor, cache, explain; forms of messages.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "code_pages.h"
#include "driver.h"
#include "format.h"
#include "parser/parse.h"
#include "support/codes.h"
#include "tests/cli/run_tool.h"

using namespace qc;
using namespace qc::test;

namespace {

namespace fs = std::filesystem;

std::string folder_with(const std::string& name, const std::vector<std::pair<std::string, std::string>>& files) {
  const fs::path folder = fs::path(write_file("here", "")).parent_path() / name;
  fs::create_directories(folder);
  for (const auto& [file, text] : files) write_file(name + "/" + file, text);
  return folder.string();
}

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("check: names, types and loops without running") {
  const std::string good =
      write_file("check_good.q", "x = rand(100)\ns = 0.0\nfor i=0..99\n s += x[i]\nend\nprint s\n");
  const auto ok = run_tool("check " + good);
  CHECK(ok.exit_code == 0);
  CHECK(ok.out == good + ": ok; 1 loop: 1 reduction\n");
  CHECK(ok.err == "");
  const auto bad =
      run_tool("check " + good + " " + write_file("check_bad.q", "print \"ran\"\ny = undefined_thing + 1\n"));
  CHECK(bad.exit_code == 3);
  CHECK(contains(bad.out, "check_bad.q: 1 error\n"));
  CHECK(contains(bad.err, "error[Q0201]"));
  CHECK_FALSE(contains(bad.out, "ran"));
  CHECK(run_tool("check no_such.q").exit_code == 2);
  const auto both = run_tool("check " + write_file("check_both.q",
                                                   "function y = f(x)\n  y = x + first_missing\nend\n"
                                                   "print second_missing\nprint f(1)\n"));
  CHECK(in_order(both.err, {"first_missing", "second_missing"}));
  CHECK(contains(run_tool("check " + folder_with("checked", {{"a.q", "x = 1\n"}, {"b.q", "y = 2\n"}})).out, "b.q: ok"));
}

TEST_CASE("test: programs that carry their answers, reported as ctest does") {
  const std::string folder = folder_with(
      "tested", {{"a.q", "s = 0\nfor i=1..4\n s += i\nend\nprint s\n% expect: 10\n% loop 2: reduction + s\n"},
                 {"b.q", "x = [1,2]\nprint x[5]\n% error: Q0401 at 2:9\n"},
                 {"helper.q", "function y = f(x)\n y = x\nend\n"}});
  const auto good = run_tool("test " + folder);
  CHECK(good.exit_code == 0);
  CHECK(in_order(good.out,
                 {"a.q (cpu) ..", "Passed", "a.q (simt) ..", "b.q (cpu)", "100% tests passed, 0 tests failed out of ",
                  "1 program without expectations", "Total Test time"}));
  write_file("tested/c.q", "print 1\nprint 2\n% expect: 1\n% expect: 3\n% loop 1: map\n");
  write_file("tested/d.q", "while true\nend\n% expect: 1\n");
  const auto bad = run_tool("test --device=cpu --timeout=1 " + folder);
  CHECK(bad.exit_code == 1);
  CHECK(in_order(
      bad.out, {"c.q (cpu) ", "***Failed", "line 2: expected '3', got '2'", "loop in line 1: expected map, got no loop",
                "d.q (cpu) ", "***Timeout", "50% tests passed, 2 tests failed out of 4",
                "The following tests FAILED:", "c.q (cpu) (Failed)", "d.q (cpu) (Timeout)"}));
  CHECK(run_tool("test " + folder_with("untested", {{"a.q", "x = 1\n"}})).exit_code == 2);
}

TEST_CASE("bench: a mean with its interval, beside another program") {
  const std::string a = write_file("bench_a.q", "s = 0\nfor i=1..1000\n s += i\nend\nprint s\n"),
                    b = write_file("bench_b.q", "s = 0\nfor i=1..500\n s += i\nend\nprint s\n");
  const auto one = run_tool("bench --repeats=5 " + a);
  CHECK(one.exit_code == 0);
  CHECK(in_order(one.out, {"bench_a.q: ", "+- ", "median", "5 runs"}));
  const auto two = run_tool("bench --repeats=5 --compare=" + b + " " + a);
  CHECK(contains(two.out, "bench_a.q / "));
  CHECK(contains(two.err, "print different things"));
  CHECK(contains(run_tool("bench --repeats=1 " + a + " " + b).err, "help: --compare=" + b + " runs both"));
  const auto alone = run_tool("bench --repeats=1 " + a);  // one run has no interval
  CHECK(contains(alone.out, ", 1 run; "));
  CHECK_FALSE(contains(alone.out, "+-"));
  const std::string counts = write_file("bench_main.q", "function [] = main(n : int)\n print n\nend\n");
  CHECK(contains(run_tool("bench --repeats=1 " + counts + " " + b).err, "help: --compare=" + b + " runs both"));
  CHECK_FALSE(contains(run_tool("bench --repeats=1 " + counts + " none.q").err, "--compare"));
  CHECK_FALSE(contains(run_tool("bench --repeats=1 --compare=" + counts + " " + counts + " 1").err, "warning"));
  CHECK(run_tool("bench " + write_file("bench_bad.q", "error(\"no\")\n")).exit_code == 1);
}

TEST_CASE("doctor and cache") {
  const auto well = run_tool("doctor");
  CHECK(in_order(well.out,
                 {"ok   version", "ok   cpu", "ok   simt", "the same bits as cpu", "cuda", "cache", "figures"}));
  CHECK(run_tool("doctor", "", "QC_OUTPUT=/dev/null/figures").exit_code == 1);
  const std::string folder = (fs::path(write_file("here", "")).parent_path() / "code").string(),
                    environment = "QC_CACHE=" + folder;
  fs::remove_all(folder);
  CHECK(contains(run_tool("cache stat", "", environment).out, ": 0 files"));
  CHECK(run_tool("cache clear", "", environment).exit_code == 0);
  CHECK_FALSE(fs::exists(folder));  // only code makes it
  run_tool("--device=cpu -e 's = 0.0; x = rand(100000); for i=0..99999; s += x[i]; end; print s > 0'", "", environment);
  CHECK_FALSE(contains(run_tool("cache stat", "", environment).out, ": 0 files"));
  CHECK(contains(run_tool("cache verify", "", environment).out, "every file is whole"));
  for (const auto& file : fs::directory_iterator(folder)) std::ofstream(file.path(), std::ios::app) << "x";
  const auto damaged = run_tool("cache verify", "", environment);
  CHECK(damaged.exit_code == 1);
  CHECK(contains(damaged.out, "damaged, removed: "));
  CHECK(run_tool("cache clear", "", environment).exit_code == 0);
  CHECK(contains(run_tool("cache stat", "", environment).out, ": 0 files"));
  CHECK(contains(run_tool("cache stat", "", "QC_CACHE=none").out, "no code is kept"));
}

TEST_CASE("--time and --profile tell on standard error where the time goes") {
  const std::string file = write_file(
      "profiled.q",
      "x = rand(1000000)\ns = 0.0\nfor k=1..3\n {!parallel for}\n for i=0..999999\n  s += x[i]*k\n end\nend\nprint s > "
      "0\n"
      "y = zeros(5000)\nparallel_do(5000, y, __kernel__ (y : vec, pos : int) -> y[pos] = pos)\nprint y[9]\n");
  const auto time = run_tool("--device=cpu --time " + file, "", "QC_CACHE=none");
  CHECK(time.out == "1\n9\n");
  CHECK(in_order(time.err, {"time: parse ", "analyse ", "compile ", "copy 0.0 ms", "run ", "in all "}));
  const auto table = run_tool("--device=cpu --profile " + file);
  CHECK(in_order(table.err, {"launches", "total ms", "GB/s", "schedule"}));
  CHECK(contains(table.err, "profiled.q:5: loop over i"));
  CHECK(contains(table.err, "profiled.q:11: kernel "));
  CHECK(contains(run_tool("--device=cpu --profile -e 'x = zeros(9); parallel_do(9, x, (x, pos) -> x[pos] = pos)'").err,
                 ":1: kernel (a lambda) "));
  CHECK(run_tool("--profile -e 'print 1'").err == "profile: no loop and no kernel was launched\n");
  CHECK(contains(run_tool("--profile=json " + file).err, "\"launches\":"));
  CHECK(run_tool("--time").exit_code == 2);
  const std::string trace = write_file("trace.json", "");
  CHECK(run_tool("--time-trace=" + trace + " " + file).exit_code == 0);
  CHECK(in_order(text_of(trace), {"{\"traceEvents\":[", "\"name\":\"parse\",\"ph\":\"X\"", "loop over i", "]}"}));
  const auto nowhere = run_tool("--time-trace=/nowhere/t.json -e 'print 1'");
  CHECK(nowhere.exit_code == 2);
  CHECK(nowhere.out == "");  // before the program runs
}

TEST_CASE("a program is told once that its figures are too many") {
  const std::string folder = fs::path(write_file("here", "")).parent_path().string() + "/many_figures";
  const auto many = run_tool("-e 'figure(1001); plot([1,2]); figure(1002); plot([1,2])'", "", "QC_OUTPUT=" + folder);
  CHECK(many.exit_code == 0);
  CHECK(in_order(many.err, {"warning[Q0604]: figures after the first 1000 are not written", "help: clf()"}));
  CHECK(many.err.find("Q0604") == many.err.rfind("Q0604"));
}

TEST_CASE("every code has a page") {
  for (const auto& info : kCodes) {
    INFO(info.code);
    CHECK(tool::code_page(info.code).size() > 100);
    CHECK(contains(*tool::document_code(info.code), "Ends a run with exit code ") == (info.exit != Exit::Ok));
  }
  const auto page = run_tool("explain Q0401").out;
  CHECK(in_order(page, {"Q0401: index out of range", "'mirror", "Ends a run with exit code 1."}));
  CHECK(contains(run_tool("explain Q041").err, "did you mean Q0"));
  CHECK(run_tool("explain q0401").out == page);
  const auto longest = [](const std::string& text) {
    std::size_t most = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) most = std::max(most, line.size());
    return most;
  };
  CHECK(longest(run_tool("explain r003").out) <= 100);
  CHECK(longest(*tool::document_code("R003", 60)) <= 60);
}

TEST_CASE("paragraphs are filled, examples stay as they are") {
  CHECK(tool::wrapped("one two\nthree four five\n\n    x  =  1   % a long example that stays\nsix\n", 11) ==
        "one two\nthree four\nfive\n\n    x  =  1   % a long example that stays\nsix\n");
}

TEST_CASE("messages: JSON, colours, a limit of errors") {
  const std::string file = write_file("two_errors.q", "x = )\ny = ]\nz = }\n");
  const auto json = run_tool("--diagnostics=json " + file);
  CHECK(json.exit_code == 3);
  CHECK(json.err.rfind("{\"severity\":\"error\",\"code\":\"Q0101\",\"file\":\"", 0) == 0);
  CHECK(contains(json.err, "\"line\":1,\"column\":5,"));
  CHECK(contains(run_tool("--color=always " + file).err, "\x1b[1;31merror[Q0101]\x1b[0m"));
  CHECK_FALSE(contains(run_tool(file).err, "\x1b["));
  CHECK_FALSE(contains(run_tool("--color=auto " + file, "", "NO_COLOR=1").err, "\x1b["));
  const auto all = run_tool(file).err, one = run_tool("--error-limit=1 " + file).err;
  if (all.find("error[", 100) != std::string::npos) CHECK(contains(one, "more error"));
}

TEST_CASE("fmt: indents by blocks, keeps comments, changes no meaning") {
  const std::string crooked =
      "% head\nfunction y = f(x)\ny = x   \n  for i=1..3   % why\n y += g(i,\n        2)\n  if y > 2 y = 1 end\n\n\n  "
      "match y with\n | 1 ->\n y = 2\n | _ -> y = 3\n end\n end\nend\n%{\n  as it is\n%}\nx = 1; if x; x = 2; else; x "
      "= 3; end\n\n\n";
  const std::string straight =
      "% head\nfunction y = f(x)\n    y = x\n    for i=1..3   % why\n        y += g(i,\n               2)\n        if "
      "y > 2 y = 1 end\n\n        match y with\n        | 1 ->\n            y = 2\n        | _ -> y = 3\n        end\n "
      "   end\nend\n%{\n  as it is\n%}\nx = 1; if x; x = 2; else; x = 3; end\n";
  CHECK(tool::formatted(crooked).value_or("") == straight);
  CHECK(tool::formatted(straight).value_or("") == straight);
  const std::string file = write_file("crooked.q", crooked);
  CHECK(run_tool("fmt --check " + file).exit_code == 1);
  CHECK(text_of(file) == crooked);
  CHECK(run_tool("fmt " + file).exit_code == 0);
  CHECK(text_of(file) == straight);
  CHECK(run_tool("fmt --check " + file).exit_code == 0);
  CHECK(run_tool("fmt -", crooked).out == straight);
  const std::string western = write_file("western.q", "if true\nprint \"\xe4\" % \xff\nend\n");
  CHECK(run_tool("fmt " + western).exit_code == 0);
  CHECK(text_of(western) == "if true\n    print \"\xe4\" % \xff\nend\n");
  CHECK(run_tool("fmt " + write_file("broken.q", "if x\n")).exit_code == 3);
  const fs::path empty = fs::path(file).parent_path() / "empty";
  fs::create_directory(empty);
  for (const char* verb : {"fmt ", "check ", "test "}) {
    const auto none = run_tool(verb + empty.string());
    CHECK(none.exit_code == 2);
    CHECK(contains(none.err, "there is no program in '"));
  }
  const std::string kept = write_file("read_only.q", crooked);
  fs::permissions(kept, fs::perms::owner_read);  // root may write it, and does not mean to
  CHECK(run_tool("fmt " + kept).exit_code == 1);
  CHECK(text_of(kept) == crooked);
  fs::permissions(kept, fs::perms::owner_all);
}

TEST_CASE("fmt: over all programs of the project it is idempotent, and parse(fmt(x)) is parse(x)") {
  int formatted_files = 0, files = 0;
  for (const char* folder : {"tests/programs", "examples", "stdlib"})
    for (const auto& entry : fs::directory_iterator(fs::path(QC_SOURCE_DIR) / folder)) {
      if (entry.path().extension() != ".q") continue;
      const std::string text = text_of(entry.path());
      INFO(entry.path().string());
      SourceMap sources;
      const auto before = parse(sources, sources.add("before", text));
      if (!before.ok()) continue;
      ++files;
      const auto once = tool::formatted(text);
      REQUIRE(once);
      const auto after = parse(sources, sources.add("after", *once));
      CHECK(after.ok());
      CHECK(after.program == before.program);
      CHECK(tool::formatted(*once).value_or("") == *once);
      formatted_files += 1;
    }
  CHECK(files > 400);
  CHECK(formatted_files == files);
}
