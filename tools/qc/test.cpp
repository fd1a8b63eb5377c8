// qc test: runs programs that carry their answers in comments (directives.h), each in a process of its own on each
// device.
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <sstream>

#include "directives.h"
#include "host/context/builtin_state.h"
#include "host/session/inspect.h"
#include "runtime/device.h"
#include "verbs.h"

namespace qc::tool {
namespace {

using Clock = std::chrono::steady_clock;

struct Target {
  std::string name;
  host::Options options;
};

std::string value_of(const std::optional<host::Value>& value) {
  if (!value) return "no such variable";
  std::optional<host::Number> n;
  if (const auto* p = std::get_if<host::Pending>(&value->v)) n = host::resolve(*p);
  if (const auto* p = std::get_if<host::Number>(&value->v)) n = *p;
  if (!n) return host::format_value(*value);
  char text[64];
  std::snprintf(text, sizeof text, "%a", n->as_double());
  return text;
}

bool has(const std::vector<Diagnostic>& found, Severity severity, const ExpectedDiagnostic& expected, FileId file,
         const SourceMap& sources) {
  for (const auto& d : found) {
    if (d.severity != severity || d.code.text() != expected.code) continue;
    if (expected.line == 0) return true;
    if (!d.span.valid() || d.span.file != file) continue;
    const LineColumn at = sources.place(d.span);
    if (at.line == expected.line && at.column == expected.column) return true;
  }
  return false;
}

std::string lines_that_differ(const std::string& expected, const std::string& got) {
  std::istringstream a(expected), b(got);
  std::string text;
  for (int line = 1;; ++line) {
    std::string want, have;
    const bool more_wanted = bool(std::getline(a, want)), more = bool(std::getline(b, have));
    if (!more_wanted && !more) break;
    if (more_wanted && more && want == have) continue;
    text += fmt::format("line {}: expected {}, got {}\n", line, more_wanted ? "'" + want + "'" : "no more",
                        more ? "'" + have + "'" : "no more");
    if (text.size() > 1000) {
      text += "..\n";
      break;
    }
  }
  return text;
}

// What the program does that it did not say, a line each; empty when nothing.
std::string failures(const std::string& path, const Directives& d, host::Options options, bool loops,
                     const MessageStyle& style) {
  std::string text, output;
  for (const auto& line : d.malformed) text += "not a directive: " + line + "\n";
  if (d.double_precision) options.scalar = Elem::F64;
  std::vector<Diagnostic> found;
  host::Sinks sinks;
  sinks.out = [&](std::string_view s) { output += s; };
  sinks.diagnostic = [&](const Diagnostic& x) { found.push_back(x); };
  sinks.log = [](std::string_view) {};
  host::Session session(options, sinks);
  session.builtin_state().arguments.emplace();
  const auto file = read_file(path, session.sources());
  if (const auto* bad = std::get_if<Failed>(&file)) return messages(bad->diagnostics, session.sources(), style);
  const FileId id = std::get<FileId>(file);
  std::string ended;
  try {
    session.run(id, true);
    for (const auto& b : d.bits)
      if (const std::string value = value_of(session.variable(b.variable)); value != b.value)
        text += fmt::format("{}: expected {}, got {}\n", b.variable, b.value, value);
  } catch (...) {
    const Failed failure = current_failure(session.sources());
    found.insert(found.end(), failure.diagnostics.begin(), failure.diagnostics.end());
    ended = messages(failure.diagnostics, session.sources(), style);
  }
  const auto told = [](const ExpectedDiagnostic& e) {
    return e.code + (e.line ? fmt::format(" at {}:{}", e.line, e.column) : "");
  };
  if (d.error && !has(found, Severity::Error, *d.error, id, session.sources()))
    text += "expected the error " + told(*d.error) + (ended.empty() ? ", there was none\n" : ", got\n" + ended);
  if (!d.error) text += ended;
  for (const auto& w : d.warnings)
    if (!has(found, Severity::Warning, w, id, session.sources())) text += "expected the warning " + told(w) + "\n";
  if (!d.output.empty()) text += lines_that_differ(d.expected_output(), output);
  if (!loops || d.loops.empty()) return text;
  SourceMap sources;
  const auto report = host::report_on(sources, sources.add(path, session.sources().text(id)), options,
                                      host::ReportKind::ExplainJson, false);
  for (const auto& loop : d.loops) {
    const std::string want = loop.verdict + (loop.accumulators.empty() ? "" : " " + loop.accumulators),
                      got = verdict_in(report.text, loop.line);
    if (want != got)
      text += fmt::format("loop in line {}: expected {}, got {}\n", loop.line, want, got.empty() ? "no loop" : got);
  }
  return text;
}

struct Outcome {
  enum class Kind { Passed, Failed, Crashed, Timeout } kind = Kind::Passed;
  std::string text;
};

// In a process of its own, so that one that crashes or does not end is a failure like others.
Outcome apart(double seconds, const std::function<std::string()>& body) {
  int ends[2];
  if (pipe(ends) != 0) return {Outcome::Kind::Failed, "no pipe\n"};
  const pid_t child = fork();
  if (child < 0) return {Outcome::Kind::Failed, "no process\n"};
  if (child == 0) {
    close(ends[0]);
    std::string text;
    try {
      text = body();
    } catch (const std::exception& e) {
      text = std::string(e.what()) + "\n";
    }
    for (std::size_t sent = 0; sent < text.size();) {
      const ssize_t n = write(ends[1], text.data() + sent, text.size() - sent);
      if (n <= 0) break;
      sent += std::size_t(n);
    }
    _exit(text.empty() ? 0 : 1);
  }
  close(ends[1]);
  Outcome outcome;
  const auto until = Clock::now() + std::chrono::duration<double>(seconds);
  char room[4096];
  for (;;) {
    const double left = std::chrono::duration<double>(until - Clock::now()).count();
    pollfd ready{ends[0], POLLIN, 0};
    const int n = left > 0 ? poll(&ready, 1, int(left * 1000) + 1) : 0;
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      outcome.kind = Outcome::Kind::Timeout;
      kill(child, SIGKILL);
      break;
    }
    const ssize_t got = read(ends[0], room, sizeof room);
    if (got <= 0) break;
    outcome.text.append(room, std::size_t(got));
  }
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (outcome.kind == Outcome::Kind::Timeout) return outcome;
  if (WIFSIGNALED(status))
    return {Outcome::Kind::Crashed, outcome.text + fmt::format("ended by signal {}\n", WTERMSIG(status))};
  outcome.kind = WEXITSTATUS(status) == 0 ? Outcome::Kind::Passed : Outcome::Kind::Failed;
  return outcome;
}

std::vector<Target> targets(const Command& command) {
  const auto on = [&](const char* name, host::DeviceChoice device) {
    Target t{name, command.options};
    t.options.device = device;
    if (!t.options.few_on_host) t.options.few_on_host = false;  // a small program tries the device too
    return t;
  };
  if (command.device_named && command.options.device != host::DeviceChoice::Auto) {
    const char* name = command.options.device == host::DeviceChoice::Cpu    ? "cpu"
                       : command.options.device == host::DeviceChoice::Simt ? "simt"
                                                                            : "cuda";
    return {{name, command.options}};
  }
  std::vector<Target> all{on("cpu", host::DeviceChoice::Cpu), on("simt", host::DeviceChoice::Simt)};
  // Asked in a process of its own: what has spoken to the driver cannot hand it on to its children.
  if (apart(60, [] { return std::string(runtime::cuda_available() ? "" : "no GPU"); }).kind == Outcome::Kind::Passed)
    all.push_back(on("cuda", host::DeviceChoice::Cuda));
  return all;
}

bool expects_something(const Directives& d) {
  return !d.output.empty() || !d.bits.empty() || d.error || !d.warnings.empty() || !d.loops.empty() ||
         !d.malformed.empty();
}

}  // namespace

int test_programs(const Command& command, const Streams& streams) {
  const auto start = Clock::now();
  int exit_code = 0;
  const auto files = program_files(command.paths, streams, exit_code);
  if (exit_code) return exit_code;
  const auto devices = targets(command);
  struct Case {
    std::string path, name;
    Directives directives;
    const Target* target;
    bool loops;
  };
  std::vector<Case> cases;
  int without = 0;
  for (const auto& path : files) {
    SourceMap sources;
    const auto file = read_file(path, sources);
    if (const auto* bad = std::get_if<Failed>(&file)) {
      streams.err(messages(bad->diagnostics, sources, streams.style));
      return bad->exit_code;
    }
    const Directives d = read_directives(sources.text(std::get<FileId>(file)));
    if (!expects_something(d))
      ++without;
    else
      for (const auto& target : devices)
        cases.push_back({path, path + " (" + target.name + ")", d, &target, &target == &devices.front()});
  }
  if (cases.empty()) {
    streams.tell({"Q0002",
                  Severity::Error,
                  {},
                  "no program in '" + command.paths[0] + "' says what it should give",
                  "a comment does: % expect: 42",
                  {}},
                 {});
    return 2;
  }
  std::size_t widest = 30;
  for (const auto& c : cases) widest = std::max(widest, c.name.size() + 3);
  std::vector<std::string> failed;
  const int digits = int(std::to_string(cases.size()).size());
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const Case& c = cases[k];
    const auto began = Clock::now();
    const Outcome outcome = apart(
        command.timeout, [&] { return failures(c.path, c.directives, c.target->options, c.loops, streams.style); });
    const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
    const char* words[] = {"   Passed", "***Failed", "***Exception", "***Timeout"};
    std::string line = fmt::format("{:>{}}/{} Test #{}: {} ", k + 1, digits, cases.size(), k + 1, c.name);
    line += std::string(widest - c.name.size(), '.') +
            fmt::format("{:<12} {:7.2f} sec\n", words[int(outcome.kind)], seconds);
    if (outcome.kind != Outcome::Kind::Passed)
      failed.push_back(fmt::format("{:>5} - {} ({})\n", k + 1, c.name, words[int(outcome.kind)] + 3));
    std::istringstream said(outcome.text);
    for (std::string one; std::getline(said, one);) line += "    " + one + "\n";
    if (!streams.out(line)) return 1;
  }
  std::string end = fmt::format("\n{}% tests passed, {} test{} failed out of {}\n",
                                100 * (cases.size() - failed.size()) / cases.size(), failed.size(),
                                failed.size() == 1 ? "" : "s", cases.size());
  if (without) end += fmt::format("{} program{} without expectations\n", without, without == 1 ? "" : "s");
  end += fmt::format("\nTotal Test time (real) = {:6.2f} sec\n",
                     std::chrono::duration<double>(Clock::now() - start).count());
  if (!failed.empty()) {
    end += "\nThe following tests FAILED:\n";
    for (const auto& one : failed) end += "\t" + one;
  }
  streams.out(end);
  return failed.empty() ? 0 : 1;
}

}  // namespace qc::tool
