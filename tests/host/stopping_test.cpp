// Long routines end once the program is to stop; each is asked to before it begins.
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "host/arrays/elementwise.h"
#include "host/arrays/nth_element.h"
#include "host/arrays/radix_line.h"
#include "host/arrays/tree_fold.h"
#include "host/arrays/unique.h"
#include "host/text/printf.h"
#include "host/text/scanf.h"
#include "support/diagnostic.h"
#include "support/stop.h"

using namespace qc;
using namespace qc::host;

namespace {

template <class F>
std::string code_of_stopped(const F& f) {
  const std::atomic<bool> stop{true};
  const StopScope scope(stop);
  try {
    f();
  } catch (const ProgramError& e) {
    return std::string(e.diagnostics.front().code.text());
  }
  return "ran to its end";
}

// So many that what is asked at one in 65,536 rounds is asked.
constexpr std::int64_t kElementsToStop = 200000;

ArrayP array_of_many() {
  ArrayP x = make_array(Elem::F32, {kElementsToStop});
  auto* to = static_cast<float*>(x->buffer->host_overwrite());
  for (std::int64_t i = 0; i < kElementsToStop; ++i) to[i] = float(i * 7919 % kElementsToStop);
  return x;
}

}  // namespace

TEST_CASE("sorting, selecting and folding end when the program is to stop") {
  const std::vector<float> x(kElementsToStop, 1.5f);
  std::vector<float> y(kElementsToStop);
  std::vector<std::int64_t> places(kElementsToStop);
  CHECK(code_of_stopped([&] { LineSorter<float>(kElementsToStop).sort(x.data(), y.data(), false); }) == "Q0406");
  CHECK(code_of_stopped([&] {
          LineSorter<float>(kElementsToStop).sort_with_places(x.data(), y.data(), places.data(), true);
        }) == "Q0406");
  CHECK(code_of_stopped([&] { OrderSelect<float>().find(x.data(), kElementsToStop, kElementsToStop / 2); }) == "Q0406");
  CHECK(code_of_stopped([&] { tree_sum(x.data(), kElementsToStop); }) == "Q0406");
  CHECK(code_of_stopped([&] { distinct_lines(array_of_many(), kElementsToStop, 1, false); }) == "Q0406");
}

TEST_CASE("operations on whole arrays end when the program is to stop") {
  const Value x(array_of_many());
  CHECK(code_of_stopped([&] { fast_binary(ast::BinaryOp::Add, x, x, Elem::F32, {}); }) == "Q0406");
  CHECK(code_of_stopped([&] { fast_binary(ast::BinaryOp::Lt, x, x, Elem::F32, {}); }) == "Q0406");
  CHECK(fast_binary(ast::BinaryOp::Add, x, x, Elem::F32, {}));
}

TEST_CASE("making and reading text ends when the program is to stop") {
  const std::vector<Value> values{Value(array_of_many())};
  CHECK(code_of_stopped([&] { format_printf("%g,", values, {}); }) == "Q0406");
  std::string text;
  for (std::int64_t i = 0; i < kElementsToStop; ++i) text += "1,";
  CHECK(code_of_stopped([&] { scan_text(text, "%d,", kElementsToStop, {}); }) == "Q0406");
}

TEST_CASE("nobody stops work on whose behalf no program runs") {
  CHECK_NOTHROW(check_stopped());
  std::int64_t rounds = 0;
  in_stoppable_parts(3 << 20, [&](std::int64_t begin, std::int64_t end) { rounds += end - begin; });
  CHECK(rounds == 3 << 20);
}

TEST_CASE("work that cannot ask is left behind when the program is to stop, with what it holds") {
  std::atomic<bool> stop{false}, goes_on{true};
  const auto held = std::make_shared<std::atomic<bool>>(false);
  {
    const StopScope scope(stop);
    apart([held] { *held = true; });
    CHECK(*held);
    CHECK(held.use_count() == 1);
    CHECK_THROWS_AS(apart([] { throw 1; }), int);
    *held = false;
    std::thread later([&stop] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      stop = true;
    });
    CHECK_THROWS_AS(apart([held, &goes_on] {
                      while (goes_on) std::this_thread::yield();
                      *held = true;
                    }),
                    ProgramError);
    later.join();
    CHECK_FALSE(*held);
    CHECK(code_of_stopped([] { apart([] {}); }) == "Q0406");
  }
  goes_on = false;
  while (held.use_count() > 1) std::this_thread::yield();
  CHECK(*held);
}
