// The verbs of the command line that have files of their own. Each returns the process's exit code.
#pragma once
#include "command_line.h"
#include "driver.h"

namespace qc::tool {

int check_files(const Command& command, const Streams& streams);      // check.cpp
int test_programs(const Command& command, const Streams& streams);    // test.cpp
int bench_program(const Command& command, const Streams& streams);    // bench.cpp
int format_files(const Command& command, const Streams& streams);     // format.cpp
int report_page(const Command& command, const Streams& streams);      // report.cpp
int doctor(const Command& command, const Streams& streams);           // doctor.cpp
int cache(const Command& command, const Streams& streams);            // doctor.cpp
int language_server(const Command& command, const Streams& streams);  // servers/lsp.cpp
int jupyter(const Command& command, const Streams& streams);          // servers/jupyter.cpp

// The programs that words name: files as they stand, of folders all *.q in them, in the order of their names. A folder
// without one is told, and gives the exit code.
std::vector<std::string> program_files(const std::vector<std::string>& paths, const Streams& streams, int& exit_code);

}  // namespace qc::tool
