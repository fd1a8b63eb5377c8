// Tells who calls a library that keeps things for the whole process and for each thread, as ANTLR and LLVM do, when
// these are gone: destructors of a host program's static objects run behind main().
#pragma once

namespace qc {

// While it lives, the library is used. Throws ProgramError Q0901 where the process or the thread is ending, and what
// the library has kept for it may be gone.
class LibraryUse {
 public:
  LibraryUse();
  ~LibraryUse();
  // Whether what was made for the whole process may be gone, tables of this compiler's own among it.
  static bool is_over();
  // Whether somebody uses it: a thread that a stopped program has left behind (support/stop.h), for one. The end of the
  // process waits for that.
  static bool is_under_way();
  LibraryUse(const LibraryUse&) = delete;
  LibraryUse& operator=(const LibraryUse&) = delete;
};

}  // namespace qc
