#include "support/library_use.h"

#include <atomic>
#include <cstdlib>

#include "support/diagnostic.h"

namespace qc {
namespace {

std::atomic<bool> process_ends{false};
thread_local bool thread_ends = false;
struct EndOfThread {
  ~EndOfThread() { thread_ends = true; }
};

}  // namespace

bool LibraryUse::is_over() { return process_ends; }

LibraryUse::LibraryUse() {
  if (!process_ends && !thread_ends) return;
  throw ProgramError(
      Diagnostic{"Q0901",
                 Severity::Error,
                 {},
                 "the process, or this thread of it, is ending: texts are not read and loops are not compiled any more",
                 "end the work of engines before main() returns, and before what a thread keeps is destroyed",
                 {}});
}

// What the library has made in the meantime goes in the reverse order: what stands here goes before it, and says so.
LibraryUse::~LibraryUse() {
  constexpr int kMost = 4096;
  static std::atomic<int> uses{0};
  if (uses.load(std::memory_order_relaxed) < kMost && uses.fetch_add(1) < kMost)
    std::atexit([] { process_ends = true; });
  static thread_local EndOfThread end;
  (void)end;
}

}  // namespace qc
