#include "host/eval/large_stack.h"

#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <cstdint>
#include <exception>

namespace qc::host {

namespace {

constexpr std::size_t kBytes = std::size_t(256) << 20;
constexpr std::size_t kGuard = 1 << 16;  // below it, never accessible
constexpr std::size_t kKept = 1 << 20;   // of its pages, for the next call

struct Visit {
  const std::function<void()>* f;
  std::exception_ptr failure;
  ucontext_t caller, callee;
};

thread_local char* large_base = nullptr;  // of the stack of its own that this thread is on

// A thread keeps its stack: to map one takes 20 to 30 us, several times as long as a call of a small function.
struct Stack {
  void* memory =
      mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  Stack() {
    if (memory != MAP_FAILED) mprotect(memory, kGuard, PROT_NONE);
  }
  ~Stack() {
    if (memory != MAP_FAILED) munmap(memory, kBytes);
  }
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;
  // What a deep recursion has taken goes back.
  void trim() { madvise(static_cast<char*>(memory) + kGuard, kBytes - kGuard - kKept, MADV_DONTNEED); }
};

// makecontext hands over ints: a pointer is two of them.
void enter(unsigned high, unsigned low) {
  auto* visit = reinterpret_cast<Visit*>((std::uintptr_t(high) << 32) | low);
  try {
    (*visit->f)();
  } catch (...) {
    visit->failure = std::current_exception();
  }
}

}  // namespace

void on_large_stack(const std::function<void()>& f) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return f();  // the sanitizers follow one stack for each thread
#else
  if (large_base) return f();
  static thread_local Stack stack;
  if (stack.memory == MAP_FAILED) return f();
  Visit visit{&f, nullptr, {}, {}};
  if (getcontext(&visit.callee) != 0) return f();
  visit.callee.uc_stack.ss_sp = stack.memory;
  visit.callee.uc_stack.ss_size = kBytes;
  visit.callee.uc_link = &visit.caller;
  const auto address = reinterpret_cast<std::uintptr_t>(&visit);
  makecontext(&visit.callee, reinterpret_cast<void (*)()>(reinterpret_cast<void*>(enter)), 2, unsigned(address >> 32),
              unsigned(address));
  large_base = static_cast<char*>(stack.memory);
  swapcontext(&visit.caller, &visit.callee);
  large_base = nullptr;
  stack.trim();
  if (visit.failure) std::rethrow_exception(visit.failure);
#endif
}

std::pair<char*, std::size_t> current_stack() {
  if (large_base) return {large_base + kGuard, kBytes - kGuard};
  static thread_local const std::pair<char*, std::size_t> own = [] {
    pthread_attr_t attributes;
    void* base = nullptr;
    std::size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
      pthread_attr_getstack(&attributes, &base, &size);
      pthread_attr_destroy(&attributes);
    }
    return std::pair{static_cast<char*>(base), size};
  }();
  return own;
}

}  // namespace qc::host
