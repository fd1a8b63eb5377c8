// What a call of a function costs a host program, beside what the function does: by name, by a typed handle, through C,
// and for comparison from within the language. An argument takes the rows alone whose name has it.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

#include "qc/qc.h"
#include "qc/qc_c.h"

namespace {

constexpr const char* kProgram = R"(
function y = same(x : scalar)
  y = x
end
function y = first(x : vec)
  y = x[0]
end
function s = total(x : vec)
  s = 0.0
  for k = 0..numel(x)-1
    s += x[k]
  end
end
)";

// The best of many short rounds, which other work on the machine does not reach, in nanoseconds a call.
template <class F>
double nanoseconds(F f) {
  using Clock = std::chrono::steady_clock;
  constexpr int kCalls = 200, kRounds = 500;
  double best = 1e30;
  for (int r = 0; r < kRounds; ++r) {
    const auto start = Clock::now();
    for (int k = 0; k < kCalls; ++k) f();
    best = std::min(best, std::chrono::duration<double, std::nano>(Clock::now() - start).count() / kCalls);
  }
  return best;
}

int fail(const qc::Error& error) {
  std::fputs(error.to_string().c_str(), stderr);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  qc::Options options;
  options.device = "cpu";
  qc::Engine engine(options);
  if (auto r = engine.load(kProgram, "calls"); !r) return fail(r.error());
  const auto same = engine.function<float(float)>("same");
  const auto first = engine.function<float(qc::View<const float, 1>)>("first");
  const auto total = engine.function<float(qc::View<const float, 1>)>("total");
  if (!same) return fail(same.error());
  if (!first) return fail(first.error());
  if (!total) return fail(total.error());
  std::vector<float> x(1000, 1.0f);
  const qc::View<const float, 1> view{x.data(), {1000}};
  qc_engine* c = qc_engine_new(nullptr);
  if (qc_load(c, kProgram, "calls")) return 1;
  const auto through_c = [&] {
    qc_value *argument = qc_from_float(1), *result = nullptr;
    const qc_value* arguments[] = {argument};
    qc_call(c, "same", arguments, 1, &result, 1);
    qc_value_free(argument);
    qc_value_free(result);
  };
  std::printf("%-44s %8s\n", "a call of", "ns");
  const auto row = [&](const char* what, auto call) {
    if (argc < 2 || std::strstr(what, argv[1])) std::printf("%-44s %8.0f\n", what, nanoseconds(call));
  };
  row("same(x) by a typed handle", [&] { same.value()(1.0f); });
  row("same(x) by name", [&] { engine.call("same", {1.0f}); });
  row("same(x) through C", through_c);
  row("first(view) by a typed handle", [&] { first.value()(view); });
  row("first(view) by name", [&] { engine.call("first", {qc::view(x.data(), {1000})}); });
  row("total(view), a loop over 1000 elements", [&] { total.value()(view); });
  row("total(view) by name", [&] { engine.call("total", {qc::view(x.data(), {1000})}); });
  engine.limit_time(3600);
  row("same(x) by a typed handle, with a time limit", [&] { same.value()(1.0f); });
  qc_engine_free(c);
}
