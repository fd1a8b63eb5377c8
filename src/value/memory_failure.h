// Says where the host had no memory for a container of its own: cells, texts, records.
#pragma once
#include <new>
#include <stdexcept>

#include "value/fail.h"

namespace qc::host {

// Throws Q0702 at what the program asked for.
[[noreturn]] inline void out_of_memory(Span span) { fail("Q0702", span, "out of memory on the host"); }

}  // namespace qc::host
