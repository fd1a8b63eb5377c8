#include "host/eval/large_stack.h"

#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <cstdint>
#include <exception>

#if defined(__x86_64__)
// Calls f(argument) with the stack at `top`. A frame like any other, but for where the stack goes on: exceptions pass
// through it, and debuggers walk it. swapcontext asks the system for the mask of signals each time, which takes longer
// than a call of a small function.
extern "C" __attribute__((visibility("hidden"))) void qc_call_on_stack(const void* argument, void (*f)(const void*),
                                                                       void* top);
asm(R"(
  .text
  .hidden qc_call_on_stack
  .globl qc_call_on_stack
  .type qc_call_on_stack, @function
qc_call_on_stack:
  .cfi_startproc
  endbr64
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  movq %rdx, %rsp
  callq *%rsi
  movq %rbp, %rsp
  popq %rbp
  .cfi_def_cfa %rsp, 8
  retq
  .cfi_endproc
  .size qc_call_on_stack, .-qc_call_on_stack
)");
#endif

namespace qc::host {

namespace {

constexpr std::size_t kBytes = std::size_t(256) << 20;
constexpr std::size_t kGuard = 1 << 16;  // below it, never accessible
constexpr std::size_t kKept = 1 << 20;   // of its pages, for the next call

thread_local char* large_base = nullptr;  // of the stack of its own that this thread is on
thread_local bool thread_ends = false;    // and has given its stack back

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
  // What a deep recursion has taken goes back. It has gone through the page below those that are kept, and left
  // something there: asking the system each time would take longer than a call of a small function.
  void trim() {
    constexpr std::size_t kPage = 4096, kLine = 64;
    const char* const below = static_cast<const char*>(memory) + kBytes - kKept - kPage;
    std::uint64_t left = 0;
#pragma GCC unroll 16
    for (std::size_t k = 0; k < kPage; k += kLine) left |= *reinterpret_cast<const volatile std::uint64_t*>(below + k);
    if (left) madvise(static_cast<char*>(memory) + kGuard, kBytes - kGuard - kKept, MADV_DONTNEED);
  }
};

// Calls f on the stack. What it throws comes out.
#if defined(__x86_64__)
void call_on(const Stack& stack, const std::function<void()>& f) {
  const auto call = [](const void* what) { (*static_cast<const std::function<void()>*>(what))(); };
  qc_call_on_stack(&f, call, static_cast<char*>(stack.memory) + kBytes);
}
#else
struct Visit {
  const std::function<void()>* f;
  std::exception_ptr failure;
  ucontext_t caller, callee;
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

void call_on(const Stack& stack, const std::function<void()>& f) {
  Visit visit{&f, nullptr, {}, {}};
  if (getcontext(&visit.callee) != 0) return f();
  visit.callee.uc_stack.ss_sp = stack.memory;
  visit.callee.uc_stack.ss_size = kBytes;
  visit.callee.uc_link = &visit.caller;
  const auto address = reinterpret_cast<std::uintptr_t>(&visit);
  makecontext(&visit.callee, reinterpret_cast<void (*)()>(reinterpret_cast<void*>(enter)), 2, unsigned(address >> 32),
              unsigned(address));
  swapcontext(&visit.caller, &visit.callee);
  if (visit.failure) std::rethrow_exception(visit.failure);
}
#endif

struct StackOfThread : Stack {
  ~StackOfThread() { thread_ends = true; }
};

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
void call_on_large(Stack& stack, const std::function<void()>& f) {
  if (stack.memory == MAP_FAILED) return f();
  struct Visit {
    explicit Visit(Stack& own) : stack(own) { large_base = static_cast<char*>(own.memory); }
    ~Visit() {
      large_base = nullptr;
      stack.trim();
    }
    Stack& stack;
  } visit(stack);
  call_on(stack, f);
}
#endif

}  // namespace

void on_large_stack(const std::function<void()>& f) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return f();  // the sanitizers follow one stack for each thread
#else
  if (large_base) return f();
  if (thread_ends) {  // an engine in a global variable is freed when main's thread has given its stack back
    Stack stack;
    return call_on_large(stack, f);
  }
  static thread_local StackOfThread stack;
  call_on_large(stack, f);
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
