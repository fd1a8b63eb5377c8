// The prompt on a terminal, with what a person types: bytes go in through a pseudo-terminal, the screen's bytes come
// out.
#include "tests/cli/terminal.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/cli/run_tool.h"

namespace {

namespace fs = std::filesystem;
using qc::test::Terminal;
using Clock = std::chrono::steady_clock;

std::string home() {
  const fs::path folder = fs::path(qc::test::write_file("here", "")).parent_path() / "home";
  fs::create_directories(folder);
  return folder.string();
}

}  // namespace

TEST_CASE("a terminal: UTF-8, keys, Tab, pasted lines, Ctrl-C, history") {
  const std::string folder = home();
  {
    Terminal t(folder);
    t.enter(
        "text = \"Gr\xc3\xbc\xc3\x9f"
        "e \xe2\x86\x92\"\r");
    CHECK(
        t.shows("text = Gr\xc3\xbc\xc3\x9f"
                "e \xe2\x86\x92\r\n"));
    t.enter("alpha = 1 + 20\x1b[1;5D\x1b[1;5D3\r");  // Ctrl-Left twice
    CHECK(t.shows("alpha = 51\r\n"));
    t.enter("alp\t\r");
    CHECK(t.shows("alpha = 51\r\n"));
    t.enter("\x1b[200~qc> s = 0;\r\nqc> for i=1..3\r\n  >   s += i;\r\n  > end\r\nqc> s + 100\r\n106\r\n\x1b[201~");
    t.type("\r");
    CHECK(t.shows("106\r\n"));
    t.enter("print 7*6; while true; text = \"x\"; end\r");
    CHECK(t.shows("42\r\n"));
    t.type("\x03");
    CHECK(t.shows("interrupted"));
    t.enter("if alpha");
    CHECK(t.shows("if alpha"));
    t.type("\x03");  // drops what is typed
    t.enter("alpha\r");
    CHECK(t.shows("alpha = 51\r\n"));
    CHECK(t.shows("qc> "));
    t.type("exit\r");
    CHECK(t.exit_code() == 0);
  }
  Terminal again(folder);
  again.enter("\x1b[A\x1b[A\x1b[A");  // Up: exit, alpha, the endless loop
  CHECK(again.shows("print 7*6; while true"));
  again.type("\x04\x15\x04");  // Ctrl-U empties the line, Ctrl-D leaves
  CHECK(again.exit_code() == 0);
}

TEST_CASE("a terminal: Up behind what was typed, Tab in front of it, behind a command and a parenthesis") {
  Terminal t(home());
  t.enter("first = 1;\r");
  t.enter("second = 2;\r");
  t.enter("first + 40\r");
  CHECK(t.shows("41\r\n"));
  t.enter("fir\x1b[A\x1b[A\x1b[B\r");  // first + 40, first = 1, first + 40 again
  CHECK(t.shows("41\r\n"));
  t.enter("second\x1b[A\x1b[B\r");  // back to what was typed
  CHECK(t.shows("second = 2\r\n"));
  t.enter("if true\r");
  CHECK(t.shows("  > "));
  t.type("\tthird = 3\r");
  t.type("end\r");
  CHECK(t.shows("third = 3\r\n"));
  t.enter(":dev\tcpu\r");
  CHECK(t.shows("cpu ("));
  t.enter("inv(\t");
  CHECK(t.shows("function y = inv(a : mat)\r\n"));
  t.type("4)\r");
  CHECK(t.shows("0.25\r\n"));
  t.enter("7*6 zz\x1f\r");  // Ctrl-_ takes zz back
  CHECK(t.shows("42\r\n"));
  t.enter("history 2\r");
  CHECK(t.shows("inv(4)\r\n"));
}

TEST_CASE("Ctrl-C among keys that were not read yet drops the line, and nothing of the next one") {
  Terminal t(home());
  for (int k = 0; k < 100; ++k) {
    t.enter("what is dropped");
    usleep(50 * (k % 20));
    t.type("\x03");
    t.enter("3 + 4\r");
    REQUIRE(t.shows("7\r\n"));
  }
}

TEST_CASE("a parallel loop that takes long stops at Ctrl-C, and the prompt stays") {
  Terminal t(home());
  t.enter("n = 200000000; x = zeros(1000);\r");
  t.enter(
      "s = 0.0; print 7*6; for i=0..n-1; t = 1.0*i; for k=0..2000; t = sin(t) + x[mod(i+k,1000)]; end; s += t; end\r");
  CHECK(t.shows("42\r\n"));
  sleep(2);
  t.type("\x03");
  CHECK(t.shows("interrupted"));
  t.enter("n + 1\r");
  CHECK(t.shows("200000001\r\n"));
  t.enter("b = 0.0; y = ones(1000000); for i=0..999999; b += y[i]; end\r");
  t.enter("b\r");
  CHECK(t.shows("b = 1000000\r\n"));
}

TEST_CASE("what a stopped loop leaves changes no later sum") {
  Terminal t(home());
  t.enter(":device simt\r");
  CHECK(t.shows("simt (groups"));
  t.enter("x = ones(100000); a = 0.0; b = 0.0; print 7*6;\r");
  CHECK(t.shows("42\r\n"));
  t.enter("print 7*6; for i=0..99999999; a += sin(x[mod(i,100000)]); end\r");
  CHECK(t.shows("42\r\n"));
  usleep(1500000);
  t.type("\x03");
  CHECK(t.shows("interrupted"));
  t.enter("for i=0..99999; b += x[i]; end\r");
  t.enter("b\r");
  CHECK(t.shows("b = 100000\r\n"));
}

TEST_CASE("images are drawn on a terminal with colours, and one line without") {
  Terminal t(home());
  t.enter("im = zeros(32,32,3)\r");
  CHECK(t.shows("im = cube 32 x 32 x 3, 0 .. 0, mean 0\r\n"));
  CHECK(t.shows("\x1b[38;2;0;0;0m\x1b[48;2;0;0;0m\xe2\x96\x80"));
}

TEST_CASE("a stepped loop says on a terminal how much of it is done, a file that is read how much has come") {
  Terminal loop(home(), qc::test::write_file("stepped.q",
                                             "for k=0..999\n  j = 0\n  while j < 1000000\n    j += 1\n"
                                             "    x = sprintf(\"%d\", j)\n  end\nend\n")
                            .c_str());
  CHECK(loop.shows("\r\x1b[Kloop 0 %, 2 s"));
  loop.type("\x03");
  CHECK(loop.shows("interrupted"));
  const std::string pipe = home() + "/slow_pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  const int writes = open(pipe.c_str(), O_RDWR);
  Terminal reading(home(), qc::test::write_file("reads.q", "print numel(fileread(\"" + pipe + "\"))\n").c_str());
  CHECK(reading.shows("\r\x1b[Kreading, 0 MB, "));
  reading.type("\x03");
  CHECK(reading.shows("interrupted"));
  close(writes);
}

TEST_CASE("Ctrl-C ends what waits for a pipe") {
  const std::string pipe = home() + "/silent.png";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  Terminal t(home());
  CHECK(t.shows("qc> "));
  for (const std::string& statement :
       {"f = fopen(\"" + pipe + "\"); fgetl(f)", "fileread(\"" + pipe + "\")", "imwrite(\"" + pipe + "\", zeros(2,2))",
        "fid = fopen(\"" + pipe + "\", \"r+\"); fgetl(fid)", std::string("fread(fid)"), std::string("feof(fid)")}) {
    INFO(statement);
    t.type(statement + "\r");
    CHECK(t.shows(statement));
    usleep(300000);
    t.type("\x03");
    CHECK(t.shows("error[Q0406]", 10));
    CHECK(t.shows("qc> "));
  }
}

TEST_CASE("one Ctrl-C ends a program that writes to a pipe which nobody empties") {
  const std::string pipe = home() + "/full_pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  const int reads = open(pipe.c_str(), O_RDWR);
  const std::string written = "f = fopen(\"" + pipe + "\", \"w\")\nprint \"begun\"\n";
  for (const char* program : {"while true\n  fprintf(f, \"%d\\n\", 12345)\nend\n",
                              "x = \"0123456789\"\nfor i=1..17\n  x = x + x\nend\nfprintf(f, \"%s\", x)\n"}) {
    INFO(program);
    Terminal t(home(), qc::test::write_file("fills.q", written + program).c_str());
    CHECK(t.shows("begun\r\n"));
    usleep(1000000);
    t.type("\x03");
    CHECK(t.shows("interrupted", 10));
    CHECK(t.exit_code() == 130);
  }
  close(reads);
}

TEST_CASE("a program that takes long says on a terminal what it is at") {
  Terminal t(home(), qc::test::write_file("long.q", "print \"begun\"\nwhile true\n  x = \"step\"\nend\n").c_str());
  CHECK(t.shows("begun\r\n"));
  CHECK(t.shows("\r\x1b[Krunning, "));
  t.type("\x03");
  CHECK(t.shows("\r\x1b[K"));  // gone before anything else is written
  CHECK(t.shows("interrupted"));
  CHECK(t.exit_code() == 130);
}
