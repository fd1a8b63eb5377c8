#include "support/library_use.h"

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "support/diagnostic.h"

namespace qc {
namespace {

std::atomic<bool> process_ends{false};
std::atomic<int> uses_under_way{0};
thread_local int uses_here = 0;  // of this thread
thread_local bool thread_ends = false;
struct EndOfThread {
  ~EndOfThread() { thread_ends = true; }
};

// What was made for the whole process goes next, and is not to go under somebody who uses it.
void end_of_process() {
  process_ends = true;
  while (uses_under_way > uses_here) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace

bool LibraryUse::is_over() { return process_ends; }
bool LibraryUse::is_under_way() { return uses_under_way > 0; }

LibraryUse::LibraryUse() {
  ++uses_under_way;  // before it looks: the end of the process has seen it, or is seen
  ++uses_here;
  if (!process_ends && !thread_ends) return;
  --uses_under_way;
  --uses_here;
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
  if (uses.load(std::memory_order_relaxed) < kMost && uses.fetch_add(1) < kMost) std::atexit(end_of_process);
  static thread_local EndOfThread end;
  (void)end;
  // A process that was forked has this thread alone.
  static const int forks = pthread_atfork(nullptr, nullptr, [] { uses_under_way = uses_here; });
  (void)forks;
  --uses_here;
  --uses_under_way;
}

}  // namespace qc
