// Engines and threads: a call can be interrupted, two engines work at once, one engine does one thing at a time.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "qc/qc.h"
#include "qc/qc_c.h"
#include "tests/api/on_cpu.h"

using qc::test::code_of;
using qc::test::on_cpu;

namespace {

using namespace std::chrono_literals;

// Calls `run` on the engine in another thread, and `meanwhile` as soon as the program has printed something.
template <class Run, class Meanwhile>
auto beside(qc::Engine& engine, Run run, Meanwhile meanwhile) {
  std::atomic<bool> begun{false};
  engine.on_output([&](std::string_view) { begun = true; });
  decltype(run()) result = qc::Error{};
  std::thread thread([&] { result = run(); });
  while (!begun) std::this_thread::sleep_for(1ms);
  std::this_thread::sleep_for(50ms);  // it is in its loop by then
  try {
    meanwhile();
  } catch (...) {  // a REQUIRE that failed
    engine.interrupt();
    thread.join();
    throw;
  }
  thread.join();
  engine.on_output({});
  return result;
}

constexpr const char* kPrograms = R"(
function [] = steps()
  k = 0
  repeat
    k = k + 1
    print k
  until false
end
function y = kernel(n)
  print "begun"
  y = 0.0
  for k = 0..n
    y += sqrt(k)
  end
end
function y = in_order(n)
  print "begun"
  y = 0.0
  for k = 0..n
    y = mod(y*y + k, 7.5)
  end
end
function y = twice(x)
  y = 2*x
end
)";

}  // namespace

TEST_CASE("a call is interrupted from another thread, wherever it is, and the engine goes on") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(kPrograms));
  const std::int64_t endless = std::int64_t{1} << 34;  // for as long as an interrupt takes
  for (const auto& [name, arguments] :
       {std::pair{"steps", std::vector<qc::Value>{}}, std::pair{"kernel", std::vector<qc::Value>{endless}},
        std::pair{"in_order", std::vector<qc::Value>{endless}}}) {
    CAPTURE(name);
    const auto stopped = beside(
        engine, [&engine, name = name, &arguments = arguments] { return engine.call(name, arguments); },
        [&] { CHECK(engine.interrupt()); });
    REQUIRE_FALSE(stopped);
    CHECK(code_of(stopped.error()) == "Q0406");
    CHECK(stopped.error().exit_code == 1);
    const auto after = engine.call("twice", {21});
    REQUIRE_MESSAGE(after, after.error().to_string());
    CHECK(after.value().integer() == 42);
  }
}

TEST_CASE("a routine of the library is interrupted within a second") {
  qc::Engine engine(on_cpu());
  // Each runs for ever, or for hours.
  for (const char* text : {
           "f = n -> n < 2 ? 1 : f(n-1) + f(n-2)\nprint \"begun\"\ny = f(90)",
           "function y = g(n)\n y = n < 2 ? 1 : g(n-1) + g(n-2)\nend\nprint \"begun\"\ny = g(90)",
           "s = sprintf(\"%d\", cast(ones(1,60), int))\nprint \"begun\"\nr = regexp(s, \"(1+)+x\")",
           "f = fopen(\"/dev/zero\")\nprint \"begun\"\ns = fgetl(f)",
           "f = fopen(\"/dev/zero\")\nprint \"begun\"\ns = fread(f)",
           "print \"begun\"\ns = fileread(\"/dev/zero\")",
       }) {
    CAPTURE(text);
    std::chrono::steady_clock::time_point begun;
    const auto stopped = beside(
        engine, [&] { return engine.load(text); },
        [&] {
          begun = std::chrono::steady_clock::now();
          CHECK(engine.interrupt());
        });
    const auto took = std::chrono::steady_clock::now() - begun;
    REQUIRE_FALSE(stopped);
    CHECK(code_of(stopped.error()) == "Q0406");
    CHECK(stopped.error().messages[0].line > 0);
    CHECK(took < 5s);  // a second, on a machine that is busy with other things
  }
}

TEST_CASE("the making of code is interrupted within a second, and begins again at the next call") {
  // Far more of one thing than there is time for: accesses that are compared with each other, and steps of the machine.
  std::string compared = "function y = compared(n)\n a = zeros(10)\n print \"begun\"\n for i = 0..n-1\n",
              stepped = "function y = stepped(n)\n t = 0.5\n print \"begun\"\n for i = 0..n-1\n";
  for (int k = 0; k < 4000; ++k) compared += " a[i] = a[i]*" + std::to_string(k) + ".5 + i\n";
  for (int k = 0; k < 2000; ++k) stepped += " t = sqrt(t*t + " + std::to_string(k) + ".25)*sin(t)\n";
  compared += " end\n y = a[1]\nend\nfunction y = twice(x)\n y = 2*x\nend\n";
  stepped += " end\n y = t\nend\n";
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(compared + stepped));
  for (const char* name : {"compared", "stepped"}) {
    CAPTURE(name);
    std::chrono::steady_clock::time_point begun;
    const auto stopped = beside(
        engine, [&] { return engine.call(name, {10}); },
        [&] {
          std::this_thread::sleep_for(500ms);
          begun = std::chrono::steady_clock::now();
          CHECK(engine.interrupt());
        });
    CHECK(std::chrono::steady_clock::now() - begun < 5s);  // a second, on a machine that is busy with other things
    REQUIRE_FALSE(stopped);
    CHECK(code_of(stopped.error()) == "Q0406");
    CHECK(engine.call("twice", {21}).value().integer() == 42);
  }
  engine.limit_time(1);  // or steps would have ended by then: a loop that was stopped is not one that does not compile
  const auto again = engine.call("compared", {10});
  REQUIRE_FALSE(again);
  CHECK(code_of(again.error()) == "Q0406");
}

TEST_CASE("the reading of a text is stopped within a second") {
  std::string text;
  for (int k = 0; k < 300000; ++k) text += "x = sin(1)*[1,2,3][0]\n";
  for (const std::string& wrong : {std::string(), std::string("y = (\n")}) {  // which is read twice
    qc::Engine engine(on_cpu());
    engine.limit_time(0.5);
    const auto begun = std::chrono::steady_clock::now();
    const auto stopped = engine.load(text + wrong);
    CHECK(std::chrono::steady_clock::now() - begun < 5s);
    REQUIRE_FALSE(stopped);
    CHECK(code_of(stopped.error()) == "Q0406");
    engine.limit_time(0);
    CHECK(engine.load("x = sum([1,2,3])"));
  }
}

TEST_CASE("an interrupt without a call is for no call") {
  qc::Engine engine(on_cpu());
  CHECK_FALSE(engine.interrupt());
  REQUIRE(engine.load(kPrograms));
  CHECK_FALSE(engine.interrupt());
  CHECK(engine.call("twice", {1}).value().integer() == 2);
}

TEST_CASE("an interrupt that comes before the first statement of a call counts") {
  // Ten thousand times as soon as there is a call; one that was lost would run for ever.
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load("function [] = forever()\n repeat\n until false\nend"));
  std::atomic<bool> done{false};
  std::thread other([&] {
    while (!done) engine.interrupt();
  });
  for (int k = 0; k < 10000; ++k) {
    const auto r = engine.call("forever", {});
    if (r || code_of(r.error()) != "Q0406") FAIL_CHECK("not interrupted");
  }
  done = true;
  other.join();
}

namespace {
std::atomic<qc::Engine*> to_interrupt{nullptr};
}

TEST_CASE("a signal handler may interrupt") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(kPrograms));
  to_interrupt = &engine;
  const auto before = std::signal(SIGUSR1, [](int) { to_interrupt.load()->interrupt(); });
  const auto stopped = beside(
      engine, [&] { return engine.call("steps", {}); }, [] { std::raise(SIGUSR1); });
  std::signal(SIGUSR1, before);
  REQUIRE_FALSE(stopped);
  CHECK(code_of(stopped.error()) == "Q0406");
}

TEST_CASE("one engine in two threads at once is an error, and the first call is not disturbed") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(kPrograms));
  REQUIRE(engine.load("a = 1"));
  const auto in_use = [&](const auto& result) {
    REQUIRE_FALSE(result);
    CHECK(code_of(result.error()) == "Q0901");
    CHECK(result.error().exit_code == 2);
    CHECK(result.error().messages[0].text == "the engine is in use: another call of it has not returned");
    CHECK(result.error().messages[0].help != "");
  };
  const auto stopped = beside(
      engine, [&] { return engine.call("steps", {}); },
      [&] {
        in_use(engine.call("twice", {1}));
        in_use(engine.load("a = 2"));
        in_use(engine.get("a"));
        in_use(engine.set("a", 3));
        CHECK(engine.device_name().find("in use") != std::string::npos);
        CHECK(engine.interrupt());
      });
  CHECK(code_of(stopped.error()) == "Q0406");
  CHECK(engine.get("a").value().integer() == 1);
}

TEST_CASE("many threads that fight for one engine get results or the error") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(kPrograms));
  std::atomic<int> results{0}, errors{0}, others{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      std::vector<float> x(1000, float(t));
      for (int k = 0; k < 300; ++k) {
        const auto r = engine.call("twice", {qc::view(x.data(), {1000})});
        if (!r)
          ++(code_of(r.error()) == "Q0901" ? errors : others);
        else
          ++(r.value().is_array() ? results : others);
      }
    });
  for (auto& t : threads) t.join();
  CHECK(results > 0);
  CHECK(others == 0);
  CHECK(results + errors == 1200);
}

TEST_CASE("a sink may not call its engine, but replace itself, interrupt, and use another engine") {
  qc::Engine engine(on_cpu()), other(on_cpu());
  REQUIRE(other.load(kPrograms));
  std::string code, second;
  double doubled = 0;
  engine.on_output([&](std::string_view) {
    const auto r = engine.load("x = 1");
    code = r ? "" : code_of(r.error());
    doubled = other.call("twice", {4}).value().number();
    engine.on_output([&](std::string_view text) {
      second += text;
      engine.interrupt();
    });
  });
  const auto stopped = engine.load("print 1\nprint 2\nprint 3\n");
  CHECK(code == "Q0901");
  CHECK(doubled == 8);
  CHECK(second == "2\n");
  REQUIRE_FALSE(stopped);
  CHECK(code_of(stopped.error()) == "Q0406");
  CHECK(stopped.error().messages[0].line == 3);
}

TEST_CASE("what a sink throws is an error of the call, whatever it is") {
  qc::Engine engine(on_cpu());
  engine.on_output([](std::string_view) { throw 7; });
  const auto r = engine.load("print 3");
  REQUIRE_FALSE(r);
  CHECK(code_of(r.error()) == "Q0403");
  engine.on_output({});
  CHECK(engine.load("print 3"));
}

TEST_CASE("an engine that was moved into another is an error") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load("x = 1"));
  qc::Engine other = std::move(engine);
  CHECK(other.get("x").value().integer() == 1);
  CHECK(code_of(engine.load("x = 2").error()) == "Q0901");  // NOLINT: what is asked
  CHECK(code_of(engine.get("x").error()) == "Q0901");
  CHECK_FALSE(engine.interrupt());
  engine.on_output([](std::string_view) {});
  CHECK(engine.device_name() == "the engine was moved into another");
  engine = std::move(other);
  CHECK(engine.get("x").value().integer() == 1);
}

TEST_CASE("what is destroyed behind main() gets an error for its calls") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    struct Late {
      qc::Engine engine{on_cpu()};
      int to = -1;
      ~Late() {
        std::string told;
        const auto add = [&](const auto& result) {
          told += result ? "done " : result.error().messages.at(0).code + " ";
        };
        add(engine.load("y = 2"));
        add(engine.call("kept", {1}));
        add(engine.call("other", {1000}));
        add(engine.call("nosuch", {}));
        add(engine.get("x"));
        if (::write(to, told.data(), told.size()) < 0) ::_exit(1);
      }
    };
    static Late late;
    late.to = ends[1];
    const bool loaded = bool(late.engine.load(R"(
x = 0.0
for k = 0..999
  x += sqrt(k)
end
function y = kept(n)
  y = n + 1
end
function y = other(n)
  y = 0.0
  for k = 0..n
    y += sqrt(k + n)
  end
end
)"));
    std::exit(loaded ? 0 : 1);
  }
  ::close(ends[1]);
  std::string told;
  char bytes[256];
  for (ssize_t n; (n = ::read(ends[0], bytes, sizeof bytes)) > 0;) told.append(bytes, std::size_t(n));
  ::close(ends[0]);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(told == "Q0901 Q0901 Q0901 Q0901 Q0901 ");
}

// What a host keeps for a thread and destroys behind what the library has for it.
struct LateOfThread {
  qc::Engine* engine = nullptr;
  qc_engine* c = nullptr;
  std::string* told = nullptr;
  ~LateOfThread() {
    if (!told) return;
    const auto add = [&](const auto& result) { *told += result ? "done " : code_of(result.error()) + " "; };
    add(engine->load("y = 2"));
    add(engine->call("kept", {1000}));
    add(engine->call("kept", {1.5}));
    add(engine->call("nosuch", {}));
    add(engine->get("x"));
    qc_value* result = nullptr;
    qc_call(c, "nosuch", nullptr, 0, &result, 1);
    *told += std::string(qc_error_message(0)->code) + " " + qc_device_name(c);
  }
};

// A function `stepped` whose code takes a second or two to make.
static std::string of_long_code() {
  std::string text = "function y = stepped(n)\n t = 0.5\n u = 0.5\n for i = 0..n-1\n";
  for (int k = 0; k < 400; ++k) text += " t = sqrt(t*t + u)*sin(t)\n u = cos(t)*exp(u)\n";
  return text + " end\n y = t\nend\n";
}

// It is stopped, and the process that this is ends.
static void stop_and_end(double seconds) {
  qc::Engine engine(on_cpu());
  if (!engine.load(of_long_code())) std::_Exit(1);
  engine.limit_time(seconds);
  (void)engine.call("stepped", {10});
  std::exit(0);
}

TEST_CASE("a process ends in order while a thread that was left behind makes code") {
  for (const double seconds : {0.1, 0.2, 0.3, 0.5, 0.8}) {
    CAPTURE(seconds);
    std::fflush(nullptr);
    const pid_t child = ::fork();
    if (child == 0) stop_and_end(seconds);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
  }
}

TEST_CASE("a process that is forked while a thread that was left behind makes code makes code as well") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(of_long_code()));
  engine.limit_time(0.2);
  CHECK_FALSE(engine.call("stepped", {10}));
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(60);  // it would wait for ever
    qc::Engine own(on_cpu());
    const bool made = bool(own.load("y = zeros(3)\n#pragma force_parallel\nfor k = 0..2\n y[k] = k + 41.5\nend\n"));
    ::_exit(made ? 0 : 1);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("what a thread destroys at its end calls what is compiled, and gets an error for the rest") {
  for (const std::string device : {"cpu", "simt"}) {
    INFO(device);
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    std::fflush(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
      qc::Options options = on_cpu();
      options.device = device;
      qc::Engine engine(options);
      qc_options how{};
      how.size = sizeof how;
      how.device = device.c_str();
      qc_engine* const c = qc_engine_new(&how);
      std::string told;
      std::thread([&] {
        static thread_local LateOfThread late;
        late.engine = &engine;
        late.c = c;
        const bool loaded = bool(engine.load(R"(
x = 1
function y = kept(n)
  y = zeros(4)
  #pragma force_parallel
  for k = 0..3
    y[k] = sqrt(k + n)
  end
end
z = kept(1000)
)"));
        qc_value* result = nullptr;
        if (loaded && qc_call(c, "nosuch", nullptr, 0, &result, 1) && *qc_device_name(c)) late.told = &told;
      }).join();
      ::_exit(::write(ends[1], told.data(), told.size()) < 0);
    }
    ::close(ends[1]);
    std::string told;
    char bytes[256];
    for (ssize_t n; (n = ::read(ends[0], bytes, sizeof bytes)) > 0;) told.append(bytes, std::size_t(n));
    ::close(ends[0]);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status));
    const std::string other_type = device == "simt" ? "done" : "Q0901";  // the emulator compiles nothing
    CHECK(told.substr(0, told.find(" (")) == "Q0901 done " + other_type + " Q0201 done Q0201 " + device);
  }
}
