// qc bench: how long a program takes, warmed up, with an interval of confidence; beside another one with --compare.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "host/context/builtin_state.h"
#include "runtime/device.h"
#include "verbs.h"

namespace qc::tool {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLeast = 10, kMost = 1000;  // runs that count, where --repeats does not say
constexpr double kSeconds = 2;            // for these

struct Run {
  double ms = 0;
  std::string output;
};

// One run in a session of its own. Compiled code stays in the process, so that only the first run compiles.
Run run_once(const Command& command, const std::string& path) {
  Run run;
  host::Sinks sinks;
  sinks.out = [&](std::string_view text) { run.output += text; };
  sinks.diagnostic = [](const Diagnostic&) {};
  sinks.log = [](std::string_view) {};
  host::Session session(command.options, sinks);
  session.builtin_state().arguments = command.arguments;
  const auto file = read_file(path, session.sources());
  if (const auto* bad = std::get_if<Failed>(&file)) throw ProgramError(bad->diagnostics);
  set_interrupt_target(&session);
  struct Release {
    ~Release() { set_interrupt_target(nullptr); }
  } release;
  session.device();
  const auto start = Clock::now();
  try {
    session.run(std::get<FileId>(file), true);
    session.finish_launches();
  } catch (...) {  // its places are those of this session
    const Failed failure = current_failure(session.sources());
    throw std::make_pair(failure.exit_code, messages(failure.diagnostics, session.sources(), command.style));
  }
  run.ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  return run;
}

// The half width of the 95 % interval of a mean: Student's t by its expansion about the normal quantile.
double half_width(const std::vector<double>& x) {
  const double n = double(x.size()), z = 1.959964, df = n - 1;
  if (n < 2) return 0;
  double mean = 0, square = 0;
  for (const double v : x) mean += v / n;
  for (const double v : x) square += (v - mean) * (v - mean);
  const double t = z + (z * z * z + z) / (4 * df) + (5 * std::pow(z, 5) + 16 * z * z * z + 3 * z) / (96 * df * df) +
                   (3 * std::pow(z, 7) + 19 * std::pow(z, 5) + 17 * z * z * z - 15 * z) / (384 * df * df * df);
  return (n == 2 ? 12.706 : n == 3 ? 4.303 : t) * std::sqrt(square / df / n);
}
double mean_of(const std::vector<double>& x) {
  double sum = 0;
  for (const double v : x) sum += v;
  return sum / double(x.size());
}
double median_of(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  const std::size_t n = x.size();
  return n % 2 ? x[n / 2] : (x[n / 2 - 1] + x[n / 2]) / 2;
}

std::string duration(double ms) {
  if (ms >= 1000) return fmt::format("{:.3f} s", ms / 1000);
  return ms >= 1 ? fmt::format("{:.3f} ms", ms) : fmt::format("{:.1f} us", 1000 * ms);
}

std::string line(const std::string& path, const std::vector<double>& ms, double first) {
  const auto [low, high] = std::minmax_element(ms.begin(), ms.end());
  return fmt::format("{}: {} +- {} (95 % of the mean), median {}, {} .. {}, {} runs; the first, with compiling, {}\n",
                     path, duration(mean_of(ms)), duration(half_width(ms)), duration(median_of(ms)), duration(*low),
                     duration(*high), ms.size(), duration(first));
}

// The ratio of two means with its interval, by the variances of the two (delta method).
std::string ratio(const std::vector<double>& a, const std::vector<double>& b, const std::string& path,
                  const std::string& other) {
  const double ma = mean_of(a), mb = mean_of(b), r = ma / mb,
               half = r * std::hypot(half_width(a) / ma, half_width(b) / mb);
  std::string verdict = "no difference that these runs show";
  if (r - half > 1) verdict = path + " is slower";
  if (r + half < 1) verdict = path + " is faster";
  return fmt::format("{} / {}: {:.3f} +- {:.3f}, {}\n", path, other, r, half, verdict);
}

}  // namespace

int bench_program(const Command& command, const Streams& streams) {
  const bool two = !command.compare.empty();
  try {
    SourceMap sources;
    if (const auto file = read_file(command.script, sources); const auto* read = std::get_if<FileId>(&file))
      warn_of_arguments(command, sources.text(*read), streams);
    const Run first = run_once(command, command.script);
    const Run other = two ? run_once(command, command.compare) : Run{};
    if (two && first.output != other.output)
      streams.tell({"Q0001",
                    Severity::Warning,
                    {},
                    "'" + command.script + "' and '" + command.compare + "' print different things",
                    {},
                    {}},
                   {});
    // Warm: caches, clocks, kernels that are compiled again after some runs.
    run_once(command, command.script);
    if (two) run_once(command, command.compare);
    std::vector<double> a, b;
    const auto start = Clock::now();
    const auto enough = [&] {
      if (command.repeats > 0) return int(a.size()) >= command.repeats;
      return int(a.size()) >= kMost ||
             (int(a.size()) >= kLeast && std::chrono::duration<double>(Clock::now() - start).count() > kSeconds);
    };
    while (!enough()) {  // in turn, so that what slows the machine down meets both
      a.push_back(run_once(command, command.script).ms);
      if (two) b.push_back(run_once(command, command.compare).ms);
    }
    std::string text = line(command.script, a, first.ms);
    if (two) text += line(command.compare, b, other.ms) + ratio(a, b, command.script, command.compare);
    return streams.out(text) ? 0 : 1;
  } catch (const std::pair<int, std::string>& failure) {
    streams.err(failure.second);
    return failure.first;
  } catch (...) {
    const Failed failure = current_failure({});
    streams.err(messages(failure.diagnostics, {}, streams.style));
    return failure.exit_code;
  }
}

}  // namespace qc::tool
