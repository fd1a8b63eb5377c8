// The REPL over lines that are not typed by hand.
#include "repl.h"

#include <doctest/doctest.h>

#include <deque>

#include "tests/cli/run_tool.h"

using namespace qc;
using namespace qc::tool;

namespace {

class Lines : public LineReader {
 public:
  explicit Lines(std::deque<Entry> entries) : entries_(std::move(entries)) {}
  Entry read(const std::string& prompt) override {
    prompts += prompt;
    if (entries_.empty()) return {Kind::End, {}};
    Entry e = entries_.front();
    entries_.pop_front();
    return e;
  }
  void remember(const std::string& text) override { remembered.push_back(text); }
  std::string prompts;
  std::vector<std::string> remembered;

 private:
  std::deque<Entry> entries_;
};

struct Ran {
  int exit_code;
  std::string out, err;
};

Ran repl(Lines& lines, bool interactive = false) {
  Ran ran{};
  Streams streams;
  streams.out = [&](std::string_view t) { ran.out += t; return true; };
  streams.err = [&](std::string_view t) { ran.err += t; };
  ran.exit_code = run_repl({}, streams, lines, interactive);
  return ran;
}

LineReader::Entry line(const char* text) { return {LineReader::Kind::Line, text}; }

}  // namespace

TEST_CASE("values are echoed, whatever ends the statement") {
  Lines lines({line("x = 3"), line("y = 4;"), line("x + y"), line("x;")});
  const auto ran = repl(lines);
  CHECK(ran.out == "x = 3\ny = 4\n7\nx = 3\n");
  CHECK(ran.err == "");
  CHECK(ran.exit_code == 0);
}

TEST_CASE("an entry goes on until its block ends") {
  Lines lines({line("s = 0;"), line("for i=1..4"), line("  s += i"), line("end"), line("print s")});
  const auto ran = repl(lines);
  CHECK(ran.out.find("10\n") != std::string::npos);
  CHECK(lines.prompts == "qc> qc>   >   > qc> qc> ");
  REQUIRE(lines.remembered.size() == 3);
  CHECK(lines.remembered[1] == "for i=1..4\n  s += i\nend");
}

TEST_CASE("errors and Ctrl-C keep the variables") {
  Lines lines({line("x = 5;"), line("missing + 1"), line("if x"), {LineReader::Kind::Interrupted, ""}, line("x[9]"), line("x")});
  const auto ran = repl(lines, true);
  CHECK(ran.err.find("<input 2>:1:1: error[Q0201]") != std::string::npos);
  CHECK(ran.out.find("x = 5\n") != std::string::npos);
  CHECK(ran.exit_code == 0);  // at a terminal errors were seen
}

TEST_CASE("commands of the REPL") {
  Lines lines({line(":vars"), line("n = 2;"), line(":vars"), line(":help"), line(":nonsense"), line("quit"), line("n")});
  const auto ran = repl(lines);
  CHECK(ran.out.find("n : int\n") != std::string::npos);
  CHECK(ran.out.find(":explain on|off") != std::string::npos);
  CHECK(ran.err.find("unknown command ':nonsense'") != std::string::npos);
  CHECK(ran.exit_code == 2);  // from a pipe the last failure counts
}

TEST_CASE(":explain reports on the loops that follow") {
  Lines lines({line("s = 0;"), line("for i=1..4; s += i; end"), line(":explain on"), line("for j=1..4; s += j; end")});
  const auto ran = repl(lines);
  CHECK(ran.err.find("over i") == std::string::npos);
  CHECK(ran.err.find("reduction over j: + s") != std::string::npos);
}

TEST_CASE("an entry that never ends says what is missing") {
  Lines lines({line("for i=1..4"), line("x = i")});
  const auto ran = repl(lines);
  CHECK(ran.err.find("Q0101") != std::string::npos);
  CHECK(ran.exit_code == 3);
}

TEST_CASE("names are completed") {
  const std::vector<std::string> names = {"sum", "sumsq", "sin", "numel", "sum"};
  CHECK(complete("su", names).extension == "m");
  CHECK(complete("su", names).candidates == std::vector<std::string>{"sum", "sumsq"});
  CHECK(complete("sum", names).extension == "");
  CHECK(complete("nu", names).extension == "mel");
  CHECK(complete("zz", names).candidates.empty());
}

TEST_CASE("the tool without arguments reads statements from a pipe, without prompts") {
  const auto r = qc::test::run_tool("", "x = 6\nfunction y = f(a)\n y = a*7\nend\nf(x)\n");
  CHECK(r.out == "x = 6\n42\n");
  CHECK(r.err == "");
  CHECK(r.exit_code == 0);
  CHECK(qc::test::run_tool("", "bad\nprint 1\n").out == "1\n");
}
