// Limits of an engine, and what it tells of calls that take long.
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "qc/qc.h"
#include "tests/api/on_cpu.h"

using qc::test::on_cpu;

namespace {

constexpr const char* kLimited = R"(
function [] = forever()
  repeat
  until false
end
function y = kernel(n)
  y = 0.0
  for k = 0..n
    y += sqrt(k)
  end
end
function y = twice(x)
  y = 2*x
end
)";

}  // namespace

TEST_CASE("a call that takes longer than the limit ends, says so, and the engine goes on") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(kLimited));
  engine.limit_time(0.2);
  for (const auto& [name, arguments] : {std::pair{"forever", std::vector<qc::Value>{}},
                                        std::pair{"kernel", std::vector<qc::Value>{std::int64_t{1} << 34}}}) {
    const auto start = std::chrono::steady_clock::now();
    const auto stopped = engine.call(name, arguments);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error().messages[0].code == "Q0406");
    CHECK(stopped.error().messages[0].text == "interrupted: the limit of 0.2 s is over");
    CHECK(seconds >= 0.2);
  }
  for (int k = 0; k < 1000; ++k) REQUIRE(engine.call("twice", {k}).value().integer() == 2 * k);
  engine.limit_time(0);
  CHECK(engine.call("kernel", {1000}));
}

TEST_CASE("each call has the whole of the limit") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(kLimited));
  engine.limit_time(0.5);
  const auto start = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(1200)) REQUIRE(engine.call("twice", {1}));
  std::this_thread::sleep_for(std::chrono::milliseconds(700));  // of no call
  CHECK(engine.call("twice", {1}));
  CHECK_FALSE(engine.call("forever", {}));
}

TEST_CASE("an interrupt within the limit is one") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(kLimited));
  engine.limit_time(3600);
  std::thread other([&] {
    while (!engine.interrupt()) std::this_thread::yield();
  });
  const auto stopped = engine.call("forever", {});
  other.join();
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().messages[0].text == "interrupted");
}

TEST_CASE("arrays take no more memory than the limit; what was freed can be taken again") {
  qc::Engine engine(on_cpu());
  engine.limit_memory(std::size_t{8} << 20);
  const auto large = engine.load("x = ones(3000000)");
  REQUIRE_FALSE(large);
  CHECK(large.error().messages[0].code == "Q0702");
  CHECK(large.error().exit_code == 4);
  CHECK(large.error().messages[0].text.find("the limit of 8388608 bytes has no room for 12000000 more") == 0);
  const auto many = engine.load("c = {}\nfor k=0..99\n c = [c, {ones(100000)}]\nend");
  REQUIRE_FALSE(many);
  CHECK(many.error().messages[0].code == "Q0702");
  REQUIRE(engine.load("c = 0"));
  const auto again = engine.load("t = 0.0\nfor k=0..19\n x = ones(1000000)\n t += x[k]\n print t > 200\nend");
  REQUIRE_MESSAGE(again, again.error().to_string());
  engine.limit_memory(0);
  CHECK(engine.load("x = ones(3000000)"));
}

TEST_CASE("the arrays of one engine are not those of another, and views are the caller's") {
  qc::Engine engine(on_cpu()), other(on_cpu());
  engine.limit_memory(1 << 20);
  REQUIRE(other.load("x = ones(1000000)"));
  REQUIRE(engine.load(kLimited));
  std::vector<float> x(1000000, 1.0f);
  REQUIRE(engine.set("x", qc::view(x.data(), {1000000})));
  const auto sum = engine.load("s = sum(x)");
  REQUIRE_MESSAGE(sum, sum.error().to_string());
  CHECK_FALSE(engine.load("y = x + 1\nz = y[3]"));
}

TEST_CASE("calls are no deeper within each other than the limit, and those of lambdas count") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(
      "function y = down(n)\n  y = n == 0 ? 0 : down(n-1) + 1\nend\n"
      "function y : int = typed(n : int)\n  y = 0\n  if n > 0\n    y = typed(n-1) + 1\n  end\nend\n"
      "function [a, b] = two(n)\n  a = n\n  b = 0\n  if n > 0\n    [a, b] = two(n-1)\n    b += 1\n  end\nend\n"
      "step = n -> n == 0 ? 0 : step(n-1) + 1\n"));
  engine.limit_recursion(50);
  for (const char* name : {"down", "typed", "two"}) {
    CHECK_MESSAGE(engine.call(name, {40}), name);
    for (int again = 0; again < 2; ++again) {
      const auto wrong = engine.call(name, {60});
      REQUIRE_MESSAGE(!wrong, name);
      CHECK(wrong.error().messages[0].code == "Q0405");
      CHECK(wrong.error().messages[0].text == "calls are nested deeper than the limit of 50");
    }
    CHECK_MESSAGE(engine.call(name, {40}), name);  // the failed one is counted no more
  }
  CHECK(engine.load("y = step(40)"));
  const auto by_lambda = engine.load("y = step(60)");
  REQUIRE_FALSE(by_lambda);
  CHECK(by_lambda.error().messages[0].code == "Q0405");
  CHECK(engine.call("down", {49}));
  CHECK_FALSE(engine.call("down", {50}));
  engine.limit_recursion(0);
  CHECK(engine.call("down", {60}));
}

TEST_CASE("a call that takes long tells how far it is") {
  qc::Engine engine(on_cpu());
  REQUIRE(engine.load(kLimited));
  std::atomic<int> told{0};
  std::atomic<double> seconds{0}, share{-1};
  REQUIRE(engine.call("twice", {1}));
  engine.on_progress(
      [&](const qc::Progress& p) {
        seconds = p.seconds;
        share = p.of_loop;
        if (++told >= 3) engine.interrupt();
      },
      0.05);
  const auto stopped = engine.call("kernel", {std::int64_t{1} << 34});
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().messages[0].code == "Q0406");
  CHECK(told >= 3);
  CHECK(seconds >= 0.05);
  CHECK(share <= 1);
  engine.on_progress([](const qc::Progress&) { throw 1; }, 0.01);
  engine.limit_time(0.1);
  CHECK_FALSE(engine.call("forever", {}));
  engine.on_progress({});
  engine.limit_time(0);
  CHECK(engine.call("twice", {1}));
}
