// What a qc::Engine holds, and how every call of the library goes through it.
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/value_access.h"
#include "api/watch.h"
#include "host/session/session.h"
#include "qc/qc.h"
#include "runtime/device.h"
#include "runtime/host/float_environment.h"
#include "runtime/host/memory.h"
#include "runtime/host/parallel_copy.h"
#include "support/library_use.h"

namespace qc {

// What a diagnostic, a failure of the machine, or a text of our own is to the caller.
Error to_error(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources);
Error to_error(const runtime::Failure& failure);
Error one_error(Code code, std::string message, std::string help = {});

// What a session is made with; a wrong device is an error.
Result<host::Options> session_options(const Options& options);
// The report on each loop of a text, which is not run, as `qc --explain=json` has it: an object a line.
Result<std::string> report_in_json(std::string_view source, std::string name, const Options& options);

// A function of the caller's that may be replaced while it runs.
template <class... Arguments>
class Sink {
 public:
  using Function = std::function<void(Arguments...)>;
  void set(Function f) {
    auto made = f ? std::make_shared<const Function>(std::move(f)) : nullptr;
    const std::lock_guard lock(mutex_);
    f_.swap(made);
  }
  void operator()(Arguments... arguments) {
    std::shared_ptr<const Function> f;
    {
      const std::lock_guard lock(mutex_);
      f = f_;
    }
    if (f) (*f)(arguments...);
  }

 private:
  std::mutex mutex_;
  std::shared_ptr<const Function> f_;
};

// Hidden, since libqc.so shows the names that begin with qc::Engine.
struct __attribute__((visibility("hidden"))) Engine::Impl {
  explicit Impl(const Options& options);
  explicit Impl(Error why);  // of an engine that cannot be used
  // That of an engine whose contents were moved into another.
  static const std::shared_ptr<Impl>& moved_away();

  // Runs f, and after it, whatever it has come to, `at_end`, which throws nothing. Turns every failure into an Error;
  // nothing is thrown beyond here.
  template <class T, class F>
  Result<T> guarded(F f) {
    return guarded<T>(std::move(f), [] {});
  }
  template <class T, class F, class AtEnd>
  Result<T> guarded(F f, AtEnd at_end) {
    struct End {
      AtEnd& at_end;
      ~End() { at_end(); }
    };
    if (!session) return unusable;
    if (LibraryUse::is_over())
      return one_error("Q0901", "the process is ending: engines cannot be used any more",
                       "end their work before main() returns");
    Use use(*this);
    if (!use.granted())
      return one_error("Q0901", "the engine is in use: another call of it has not returned",
                       "one engine does one thing at a time; give each thread an engine of its own");
    const runtime::StandardFloats floats;
    const runtime::MemoryAccountScope memory_scope(memory);
    const runtime::ParallelCopyScope copies(host_device);
    try {
      take_views_in();
      const End end{at_end};
      Homecoming home(*this);
      T result = f();
      home.now();
      return result;
    } catch (const ProgramError& e) {
      return to_error(stopped_by(use.finish(), e.diagnostics), session->sources());
    } catch (const runtime::FailureError& e) {
      return to_error(e.failure);
    } catch (const std::bad_alloc&) {
      return one_error("Q0702", "out of memory on the host");
    } catch (const std::exception& e) {
      return one_error("Q0403", e.what());  // thrown by one of the caller's sinks
    } catch (...) {
      return one_error("Q0403", "a function of the host program threw what is no std::exception");
    }
  }

  // Gives `count` arguments, of which argument(k) is the k-th, to `call`, and its results to the caller.
  template <class F, class Argument>
  static std::vector<Value> called(std::size_t count, const Argument& argument, const F& call) {
    std::vector<host::Value> inner;
    inner.reserve(count);
    for (std::size_t k = 0; k < count; ++k) inner.push_back(argument(k));
    std::vector<host::Value> outputs = call(std::move(inner));
    std::vector<Value> results;
    results.reserve(outputs.size());
    for (host::Value& output : outputs) results.push_back(give(std::move(output)));
    return results;
  }
  template <class F>
  Result<std::vector<Value>> called(std::span<const Value> arguments, F call) {
    return guarded<std::vector<Value>>([&] {
      auto results = called(
          arguments.size(), [&](std::size_t k) { return take(arguments[k]); }, call);
      for (const Value& argument : arguments) part(argument);
      return results;
    });
  }

  Result<Done> run(std::string name, std::string text);
  host::Value take(const Value& value);  // an argument; remembers a view of the caller's memory
  static Value give(host::Value value);  // a result
  // What the caller gave shares its memory with no variable behind the call, as far as there is memory for that.
  static void part(const Value& argument) noexcept;
  // A view that variables may hold; true: it was not known to be one.
  bool remember(std::shared_ptr<const CallersMemory> memory);
  // What no variable holds any more.
  void forget(const std::shared_ptr<const CallersMemory>& memory);
  bool interrupt() noexcept;

  Error unusable;  // why there is no session
  Sink<std::string_view> output;
  Sink<const Message&> warning;
  std::shared_ptr<runtime::MemoryAccount> memory = std::make_shared<runtime::MemoryAccount>();
  std::unique_ptr<host::Session> session;  // behind the sinks: its end may still write to them
  const std::function<runtime::Device&()> host_device = [this]() -> auto& { return session->host_device(); };
  Watch watch{[this] { interrupt(); }};  // behind the session, which it interrupts

 private:
  // What an interrupted call says when it took longer than the limit of so many seconds; 0: it is not that.
  static std::vector<Diagnostic> stopped_by(double limit, std::vector<Diagnostic> diagnostics);
  // Views that variables may hold: what the caller wrote meanwhile counts.
  void take_views_in();
  bool take_in(const CallersMemory& memory);
  // What the program wrote into the caller's memory is there before the caller looks.
  void bring_views_home();
  // The latter, also when the call fails.
  class Homecoming {
   public:
    explicit Homecoming(Impl& impl) : impl_(impl) {}
    ~Homecoming() {
      if (done_) return;
      try {
        impl_.bring_views_home();
      } catch (...) {  // the device failed, which the call tells
      }
    }
    Homecoming(const Homecoming&) = delete;
    Homecoming& operator=(const Homecoming&) = delete;
    void now() {
      done_ = true;
      impl_.bring_views_home();
    }

   private:
    Impl& impl_;
    bool done_ = false;
  };

  // The engine's one use at a time. An interrupt that comes before it is Running is for no call.
  enum class State { Idle, Starting, Running };
  class Use {
   public:
    explicit Use(Impl& impl) : impl_(impl) {
      State idle = State::Idle;
      granted_ = impl.state_.compare_exchange_strong(idle, State::Starting);
      if (!granted_) return;
      impl.session->withdraw_interrupt();
      impl.state_ = State::Running;
      impl.watch.begin();
    }
    ~Use() {
      finish();
      if (granted_) impl_.state_ = State::Idle;
    }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    bool granted() const { return granted_; }
    // The work is done; what the watch says of it.
    double finish() { return granted_ && !std::exchange(finished_, true) ? impl_.watch.end() : 0; }

   private:
    Impl& impl_;
    bool granted_, finished_ = false;
  };
  std::atomic<State> state_{State::Idle};
  std::vector<std::shared_ptr<const CallersMemory>> views_;  // which arguments or variables were, each once
  std::vector<std::shared_ptr<runtime::Buffer>> copies_;     // which a program may drop before they are home
};

// What the surface for C and DLPack do with an engine.
struct __attribute__((visibility("hidden"))) Engine::Access {
  using Impl = Engine::Impl;
  static const std::shared_ptr<Impl>& impl(const Engine& engine) { return engine.impl_; }
};

}  // namespace qc
