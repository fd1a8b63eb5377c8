// What the machine cannot give: Q0702 for memory, Q0406 for Ctrl-C, Q0701 for a device that is not there.
#include <doctest/doctest.h>

#include "tests/cli/run_tool.h"

using namespace qc::test;

TEST_CASE("memory that is not there is Q0702 and exit code 4") {
  const auto r = run_tool("-e 'x = zeros(4000000000000000)'");
  CHECK(r.exit_code == 4);
  CHECK(r.err.find("error[Q0702]") != std::string::npos);
}

TEST_CASE("Ctrl-C stops a program with Q0406") {
  // A shell without job control starts background processes with SIGINT ignored; the tool's handler overrides that.
  for (const char* program :
       {"while true\nx = 1\nend", "for k=1..1000000000\nx = zeros(10)\nfor i=0..9\nx[i] = i\nend\nprintf(\"\")\nend"}) {
    const auto r = run_tool(std::string("-e '") + program + "' & pid=$!; sleep 0.4; kill -INT $pid; wait $pid");
    CHECK(r.exit_code == 130);
    CHECK(r.err.find("error[Q0406]: interrupted") != std::string::npos);
  }
}

TEST_CASE("without a driver --device=cuda is Q0701, the host otherwise") {
  const char* program = "-e 's = 0; for i=1..9; s += i; end; print s'";
  const auto forced = run_tool(std::string("--device=cuda ") + program);
  CHECK((forced.exit_code == 0 || (forced.exit_code == 4 && forced.err.find("error[Q0701]") == 0)));
  CHECK(run_tool(program).out == "45\n");
}
