// The interactive session. From a terminal it edits, remembers and completes; from a pipe it runs the same entries silently.
#pragma once
#include "driver.h"
#include "host/session.h"
#include "line_reader.h"

namespace qc::tool {

// Returns the exit code: 0 after quit, exit or the end of the input. From a pipe a failed entry makes it that failure's.
int run_repl(const host::Options& options, const Streams& streams);

// The same over any source of lines.
int run_repl(const host::Options& options, const Streams& streams, LineReader& reader, bool interactive);

}  // namespace qc::tool
