// test_laws: the laws on 1000 random programs as a doctest case. test_laws --programs=N [--seed=S] [--first=I] [--all]
// [--device=cpu|simt|cuda] [--jobs=N] [--seconds=S] [--no-shrink] [--save=FOLDER] checks as many as one likes;
// test_laws --print [--seed=S] --first=I prints one; --verdicts counts what is said of the loops of N programs.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string_view>

#include "tests/laws/campaign.h"
#include "tests/laws/execute.h"
#include "tests/laws/generate.h"

namespace {

using namespace qc::laws;

int command(const Campaign& c, const std::string& folder) {
  const auto start = std::chrono::steady_clock::now();
  const Tally tally = run(c);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  fmt::print("seed {}: {} programs from {}, {} violations, {:.0f} s\n", c.seed, tally.programs, c.first, tally.failures.size(), seconds);
  if (!folder.empty())
    for (const Failure& f : tally.failures) std::ofstream(fmt::format("{}/{}_{}_{}.q", folder, f.law, c.seed, f.index)) << f.program;
  return tally.failures.empty() ? 0 : 1;
}

// How many loops of the programs get which verdict: what the generator reaches.
int verdicts(const Campaign& c) {
  std::map<std::string, int> counts;
  for (std::uint64_t index = c.first; index < c.first + c.count; ++index) {
    const Program p = generate(c.seed, index);
    qc::host::Options options;
    options.device = qc::host::DeviceChoice::Cpu;
    options.threads = 1;
    Runner runner(p, function_text(p, Mode::Auto), options);
    const Outcome o = runner.call(p.runs[1]);
    ++counts[o.error.empty() ? "(no error)" : "(" + o.error.substr(0, 5) + ")"];
    std::istringstream lines(runner.log);
    for (std::string line; std::getline(lines, line);) {
      const auto colon = line.find(": ");
      if (!line.starts_with("t.q:") || colon == std::string::npos) continue;
      ++counts[line.substr(colon + 2, line.find_first_of(" :\n", colon + 2) - colon - 2)];
    }
  }
  for (const auto& [verdict, count] : counts) fmt::print("{:<14} {}\n", verdict, count);
  return 0;
}

bool value(std::string_view argument, std::string_view name, std::string& to) {
  if (!argument.starts_with(name)) return false;
  to = argument.substr(name.size());
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  Campaign c;
  bool by_command = false, print = false, counted = false;
  std::string text, folder;
  for (int k = 1; k < argc; ++k) {
    const std::string_view a = argv[k];
    if (value(a, "--programs=", text)) c.count = std::strtoull(text.c_str(), nullptr, 10), by_command = true;
    else if (value(a, "--seed=", text)) c.seed = std::strtoull(text.c_str(), nullptr, 10);
    else if (value(a, "--first=", text)) c.first = std::strtoull(text.c_str(), nullptr, 10);
    else if (value(a, "--jobs=", text)) c.jobs = std::atoi(text.c_str());
    else if (value(a, "--seconds=", text)) c.seconds = std::atof(text.c_str());
    else if (value(a, "--save=", text)) folder = text;
    else if (value(a, "--device=", text)) c.simt = text == "simt", c.cuda = text == "cuda";
    else if (value(a, "--most=", text)) c.most_failures = std::strtoull(text.c_str(), nullptr, 10);
    else if (a == "--all") c.all = true;
    else if (a == "--no-emitted") c.emitted = false;
    else if (a == "--no-shrink") c.shrink = false;
    else if (a == "--print") print = true;
    else if (a == "--verdicts") counted = true;
  }
  if (print) {
    const Program p = generate(c.seed, c.first);
    fmt::print("{}", standalone_text(p, p.runs.at(1)));
    return 0;
  }
  if (counted) return verdicts(c);
  if (by_command) return command(c, folder);
  return doctest::Context(argc, argv).run();
}
