// test_laws: the laws on 500 random programs as a doctest case. test_laws --programs=N [--seed=S] [--first=I] [--all]
// [--device=cpu|simt|cuda] [--jobs=N] [--seconds=S] [--most=N] [--no-emitted] [--no-shrink] [--save=FOLDER] checks as
// many as one likes; test_laws --print [--seed=S] --first=I prints one.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <string_view>

#include "tests/laws/campaign.h"
#include "tests/laws/generate.h"

namespace {

using namespace qc::laws;

int command(const Campaign& c) {
  const auto start = std::chrono::steady_clock::now();
  const Tally tally = run(c);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::string laws, verdicts;
  for (const auto& [law, count] : tally.laws) laws += fmt::format(" {} {}", law, count);
  for (const auto& [verdict, count] : tally.verdicts) verdicts += fmt::format(" {} {}", verdict, count);
  fmt::print(
      "seed {}: {} programs, all from {} to {}, {} violations{}{}, {:.0f} s (slowest: {:.1f} s, {})\nverdicts on "
      "loops:{}\n",
      c.seed, tally.programs, c.first, std::int64_t(tally.next) - 1, tally.violations, laws.empty() ? "" : ":", laws,
      seconds, tally.slowest_seconds, tally.slowest, verdicts);
  return tally.violations == 0 ? 0 : 1;
}

bool value(std::string_view argument, std::string_view name, std::string& to) {
  if (!argument.starts_with(name)) return false;
  to = argument.substr(name.size());
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  Campaign c;
  bool by_command = false, print = false;
  std::string text;
  for (int k = 1; k < argc; ++k) {
    const std::string_view a = argv[k];
    if (value(a, "--programs=", text))
      c.count = std::strtoull(text.c_str(), nullptr, 10), by_command = true;
    else if (value(a, "--seed=", text))
      c.seed = std::strtoull(text.c_str(), nullptr, 10);
    else if (value(a, "--first=", text))
      c.first = std::strtoull(text.c_str(), nullptr, 10);
    else if (value(a, "--jobs=", text))
      c.jobs = std::atoi(text.c_str());
    else if (value(a, "--seconds=", text))
      c.seconds = std::atof(text.c_str());
    else if (value(a, "--save=", text))
      c.folder = text;
    else if (value(a, "--device=", text))
      c.simt = text == "simt", c.cuda = text == "cuda";
    else if (value(a, "--most=", text))
      c.most_failures = std::strtoull(text.c_str(), nullptr, 10);
    else if (a == "--all")
      c.all = true;
    else if (a == "--no-emitted")
      c.emitted = false;
    else if (a == "--no-shrink")
      c.shrink = false;
    else if (a == "--print")
      print = true;
  }
  if (print) {
    const Program p = generate(c.seed, c.first);
    fmt::print("{}", standalone_text(p, p.runs.at(1)));
    return 0;
  }
  if (by_command) return command(c);
  return doctest::Context(argc, argv).run();
}
