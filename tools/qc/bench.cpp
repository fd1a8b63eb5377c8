// qc bench: how long a program takes, warmed up, with an interval of confidence; beside another one with --compare.
#include <fmt/format.h>

#include <cmath>

#include "host/context/builtin_state.h"
#include "runtime/device.h"
#include "timing.h"
#include "verbs.h"

namespace qc::tool {
namespace {

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
  run.ms = milliseconds_since(start);
  return run;
}

std::string line(const std::string& path, const std::vector<double>& ms, double first) {
  return fmt::format("{}: {}; the first, with compiling, {}\n", path, spread(ms), duration(first));
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
      return enough_runs(a.size(), milliseconds_since(start) / 1000);
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
