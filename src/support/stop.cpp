#include "support/stop.h"

#include <pthread.h>

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>

#include "support/diagnostic.h"

namespace qc {
namespace {

thread_local const std::atomic<bool>* current = nullptr;
std::atomic<std::uint64_t> thrown{0};

}  // namespace

StopScope::StopScope(const std::atomic<bool>& flag) : outer_(current) { current = &flag; }
StopScope::~StopScope() { current = outer_; }

const std::atomic<bool>* stop_flag() { return current; }

std::uint64_t stops() { return thrown; }

namespace {

struct Apart {
  std::mutex mutex;
  std::condition_variable ended;
  bool has_ended = false;
  std::exception_ptr failure;
  std::function<void()> f;
};

void run_apart(Apart& state) {
  std::exception_ptr failure;
  try {
    state.f();
  } catch (...) {
    failure = std::current_exception();
  }
  state.f = {};  // what it holds is free before anybody goes on
  const std::lock_guard lock(state.mutex);
  state.failure = failure;
  state.has_ended = true;
  state.ended.notify_all();
}

extern "C" void* qc_run_apart(void* of) {
  const std::unique_ptr<std::shared_ptr<Apart>> state(static_cast<std::shared_ptr<Apart>*>(of));
  run_apart(**state);
  return nullptr;
}

// On a thread that nobody joins, with a stack as deep as that of programs; false: there is none to be had.
bool begin_apart(const std::shared_ptr<Apart>& state) {
  constexpr std::size_t kStack = std::size_t(256) << 20;  // of address space, used as it is needed
  auto shared = std::make_unique<std::shared_ptr<Apart>>(state);
  pthread_attr_t wanted;
  pthread_attr_init(&wanted);
  pthread_attr_setstacksize(&wanted, kStack);
  pthread_attr_setdetachstate(&wanted, PTHREAD_CREATE_DETACHED);
  sigset_t all, kept;  // signals are for the thread that runs the program
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &kept);
  pthread_t thread;
  const bool begun = pthread_create(&thread, &wanted, qc_run_apart, shared.get()) == 0;
  if (begun) (void)shared.release();
  pthread_sigmask(SIG_SETMASK, &kept, nullptr);
  pthread_attr_destroy(&wanted);
  return begun;
}

}  // namespace

void apart(std::function<void()> f) {
  if (!current) return f();
  check_stopped();
  constexpr auto kBetweenLooks = std::chrono::milliseconds(20);
  const auto state = std::make_shared<Apart>();
  state->f = std::move(f);
  if (!begin_apart(state)) return state->f();
  std::unique_lock lock(state->mutex);
  while (!state->ended.wait_for(lock, kBetweenLooks, [&] { return state->has_ended; })) check_stopped();
  if (state->failure) std::rethrow_exception(state->failure);
}

bool is_stop(const ProgramError& e) { return e.diagnostics.front().code == Code("Q0406"); }

void throw_stopped() {
  ++thrown;
  throw ProgramError(Diagnostic{"Q0406", Severity::Error, {}, "interrupted", {}, {}});
}

}  // namespace qc
