#include "support/stop.h"

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
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
};

void run_apart(std::shared_ptr<Apart> state, std::function<void()> f) {
  std::exception_ptr failure;
  try {
    f();
  } catch (...) {
    failure = std::current_exception();
  }
  f = {};  // what it holds is free before anybody goes on
  const std::lock_guard lock(state->mutex);
  state->failure = failure;
  state->has_ended = true;
  state->ended.notify_all();
}

}  // namespace

void apart(std::function<void()> f) {
  if (!current) return f();
  check_stopped();
  constexpr auto kBetweenLooks = std::chrono::milliseconds(20);
  const auto state = std::make_shared<Apart>();
  sigset_t all, kept;  // signals are for the thread that runs the program
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &kept);
  std::thread(run_apart, state, std::move(f)).detach();
  pthread_sigmask(SIG_SETMASK, &kept, nullptr);
  std::unique_lock lock(state->mutex);
  while (!state->ended.wait_for(lock, kBetweenLooks, [&] { return state->has_ended; })) check_stopped();
  if (state->failure) std::rethrow_exception(state->failure);
}

void throw_stopped() {
  ++thrown;
  throw ProgramError(Diagnostic{"Q0406", Severity::Error, {}, "interrupted", {}, {}});
}

}  // namespace qc
