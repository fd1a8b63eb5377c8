// --reduce: every way and finish on the emulator against the host. Those with a tree give its bits; the atomic ones are
// exact for whole numbers and extrema, close for float sums, and say so.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <string>

#include "host/session/session.h"

namespace {

using namespace qc;

struct Outcome {
  double sum = 0, high = 0, count = 0, any = 0;
  int warnings = 0;
};

Outcome run(int n, host::DeviceChoice device, const ReduceChoice& reduce) {
  const std::string text = fmt::format(
      "n = {}\nx = zeros(n)\nfor i=0..n-1\n x[i] = (mod(i*7919, 1013) - 500)*0.37 + 1.0/(i+1)\nend\n"
      "s = 0.5\nh = -inf\nc = 7\na = false\nfor i=0..n-1\n s += x[i]\n h = max(h, x[i])\n c += mod(i*31, 1001) - 300\n "
      "a = a || mod(i, 17) == 16\nend\n",
      n);
  Outcome r;
  host::Options options;
  options.device = device;
  options.reduce = reduce;
  host::Sinks sinks;
  sinks.out = [](std::string_view) {};
  sinks.diagnostic = [&](const Diagnostic& d) { r.warnings += d.code == "Q0504"; };
  host::Session session(options, sinks);
  const FileId file = session.sources().add("t.q", text);
  session.run(file, false);
  auto number = [&](const char* name) {
    const host::Value v = *session.variable(name);
    if (auto* p = std::get_if<host::Pending>(&v.v)) return host::resolve(*p).as_double();
    return std::get<host::Number>(v.v).as_double();
  };
  r.sum = number("s");
  r.high = number("h");
  r.count = number("c");
  r.any = number("a");
  return r;
}

}  // namespace

TEST_CASE("ways to reduce: names") {
  CHECK(parse_reduce_choice("shuffle")->is_default());
  CHECK(parse_reduce_choice("classic,two-kernel,64")->threads == 64);
  CHECK(parse_reduce_choice("two-kernel")->finish == ReduceFinish::TwoKernel);
  for (const char* bad : {"", "tree", "shuffle,", "shuffle,33", "shuffle,2048", "shuffle two-kernel", "64x"})
    CHECK_FALSE(parse_reduce_choice(bad).has_value());
}

TEST_CASE("ways to reduce: each gives what the loop says") {
  for (int n : {1, 33, 2049, 20011}) {
    const Outcome host = run(n, host::DeviceChoice::Cpu, {});
    for (const char* way : {"shuffle", "sim-shuffle", "sequential", "classic", "atomic"})
      for (const char* finish : {"last-block", "two-kernel", "block-atomic"})
        for (const char* threads : {"", ",32", ",256", ",1024"}) {
          const std::string name = fmt::format("{},{}{}", way, finish, threads);
          CAPTURE(name);
          CAPTURE(n);
          const ReduceChoice choice = *parse_reduce_choice(name);
          const Outcome r = run(n, host::DeviceChoice::Simt, choice);
          CHECK(r.high == host.high);
          CHECK(r.count == host.count);
          CHECK(r.any == host.any);
          if (choice.any_order())
            CHECK(std::fabs(r.sum - host.sum) <= 1e-3 * (std::fabs(host.sum) + n));
          else
            CHECK(r.sum == host.sum);
          CHECK(r.warnings == (choice.any_order() ? 1 : 0));
        }
  }
}
