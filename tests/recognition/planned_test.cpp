// What passes before the planner make of nests, and what a launch runs, program by program: planned.txt.
#include "recognise.h"
#include "tests/programs_with_results.h"

// A program with `%loops` in it has inputs of its own.
TEST_CASE("nests are planned as planned.txt says") {
  qc_test::check_programs(QC_SOURCE_DIR "/tests/recognition/planned.txt", 60, [](const std::string& program) {
    const bool whole = program.find("%loops") != std::string::npos;
    return qc_test::planned(whole ? program : qc_test::with_symbols(program));
  });
}
