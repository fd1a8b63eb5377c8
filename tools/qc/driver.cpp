#include "driver.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <new>
#include <set>

#include "analysis/loops/reasons.h"
#include "code_pages.h"
#include "host/builtins/texts_and_files/display.h"
#include "host/context/builtin_state.h"
#include "host/library/program_file.h"
#include "host/session/inspect.h"
#include "io/bytes.h"
#include "line_reader.h"
#include "runtime/device.h"
#include "show_value.h"
#include "support/profile.h"
#include "support/program_line.h"
#include "support/visible_text.h"
#include "verbs.h"

namespace qc::tool {
namespace {

std::atomic<host::Session*> interrupt_target{nullptr};
std::atomic<bool> keeps_process{false};
std::atomic<int> wakes_reader{-1};                 // what a Ctrl-C writes to while a line is typed
std::atomic<const host::Session*> asked{nullptr};  // to stop, and it has not done so yet

// Of a clock that signal handlers may ask.
std::int64_t milliseconds_now() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

std::atomic<std::int64_t> stopped_at{0};
// Who stops a group of processes, as timeout(1) does, may send a process two signals for one Ctrl-C.
constexpr std::int64_t kOneCtrlC = 200;  // ms

// The first Ctrl-C asks the program to stop, which it does at its next statement; a second one ends the process, except
// at the prompt.
extern "C" void on_interrupt(int) {
  if (const int wake = wakes_reader; wake >= 0) {
    const int kept = errno;
    const std::uint64_t one = 1;
    if (::write(wake, &one, sizeof one) < 0) errno = kept;
    return;
  }
  if (keeps_process) {
    host::Session* session = interrupt_target;
    if (!session) return;
    if (asked.exchange(session) == session) {
      constexpr char kHint[] = "\nit stops as soon as the loop that runs has ended; Ctrl-\\ ends qc\n";
      if (::write(STDERR_FILENO, kHint, sizeof kHint - 1) < 0) return;
    }
    session->interrupt();
    return;
  }
  if (host::Session* session = interrupt_target.exchange(nullptr)) {
    stopped_at = milliseconds_now();
    session->interrupt();
  } else if (milliseconds_now() - stopped_at > kOneCtrlC) {
    std::signal(SIGINT, SIG_DFL);
    std::raise(SIGINT);
  }
}

Code code_of(runtime::Failure::Kind kind) {
  switch (kind) {
    case runtime::Failure::Kind::NoDevice:
      return "Q0701";
    case runtime::Failure::Kind::OutOfMemory:
      return "Q0702";
    case runtime::Failure::Kind::Device:
      return "Q0703";
  }
  return "Q0703";
}

Failed failed(Code code, std::string message, std::string help = {}) {
  return {int(code.exit()), {Diagnostic{code, Severity::Error, {}, std::move(message), std::move(help), {}}}};
}

int tell(const Failed& failure, const SourceMap& sources, const Streams& streams) {
  streams.err(messages(failure.diagnostics, sources, streams.style));
  return failure.exit_code;
}

struct ClosedOutput {};  // thrown through the program when nobody reads any more

int report(const Command& command, const Streams& streams) {
  SourceMap sources;
  const auto file = read_program(command, streams, sources);
  if (const auto* bad = std::get_if<Failed>(&file)) return tell(*bad, sources, streams);
  // A device that only a run would open is not looked for: kernels are shown for a GPU unless the host is asked for.
  const bool gpu = command.options.device != host::DeviceChoice::Cpu;
  const host::Report result = host::report_on(sources, std::get<FileId>(file), command.options, command.report, gpu);
  int exit_code = 0;
  if (!streams.out(result.text)) exit_code = 1;
  Warnings warnings;
  std::vector<Diagnostic> found;
  for (const auto& diagnostic : result.diagnostics) {
    if (warnings.first(diagnostic)) found.push_back(diagnostic);
    if (diagnostic.severity == Severity::Error && exit_code == 0) exit_code = int(diagnostic.code.exit());
  }
  streams.err(messages(found, sources, streams.style));
  return exit_code;
}

// --remarks. Errors in the program are those of the run itself, which follows; only what stands against the file is
// told.
int write_remarks(const Command& command, const Streams& streams) {
  SourceMap sources;
  const auto file = read_program(command, streams, sources);
  if (std::holds_alternative<Failed>(file)) return 0;
  const host::Report result =
      host::report_on(sources, std::get<FileId>(file), command.options, host::ReportKind::Remarks,
                      command.options.device != host::DeviceChoice::Cpu);
  try {
    io::write_whole_file(command.remarks, {result.text.begin(), result.text.end()});
  } catch (const ProgramError& e) {
    return tell({int(e.diagnostics.front().code.exit()), e.diagnostics}, sources, streams);
  }
  return 0;
}

// --time: phases, and what is left of the whole, on standard error.
void tell_times(double whole_ms, const Streams& streams) {
  using profile::Phase;
  const double parse = profile::milliseconds(Phase::Parse), analyse = profile::milliseconds(Phase::Analyse),
               compile = profile::milliseconds(Phase::Compile), copy = profile::milliseconds(Phase::Copy),
               run = std::max(0.0, whole_ms - parse - analyse - compile - copy);
  streams.err(fmt::format(
      "time: parse {:.1f} ms, analyse {:.1f} ms, compile {:.1f} ms, copy {:.1f} ms, run {:.1f} ms, in all {:.1f} ms\n",
      parse, analyse, compile, copy, run, whole_ms));
}

// --profile: one line for each loop and kernel, on standard error.
void tell_launches(bool json, const Streams& streams) {
  auto all = profile::launches();
  std::string text;
  if (json) {
    for (const auto& l : all)
      text += fmt::format(
          "{{\"name\":{},\"schedule\":{},\"launches\":{},\"total_ms\":{:.6f},\"min_ms\":{:.6f},\"mean_ms\":{:.6f},"
          "\"max_ms\":{:.6f},\"bytes\":{},\"gb_per_s\":{:.3f}}}\n",
          json_text(l.name), json_text(l.schedule), l.count, l.total_ms, l.least_ms, l.total_ms / double(l.count),
          l.most_ms, l.bytes, l.total_ms > 0 ? double(l.bytes) / l.total_ms / 1e6 : 0.0);
    return streams.err(text);
  }
  if (all.empty()) return streams.err("profile: no loop and no kernel was launched\n");
  for (auto& l : all) l.name = visible(l.name);
  std::size_t widest = 4;
  for (const auto& l : all) widest = std::max(widest, l.name.size());
  text = fmt::format("{:>8} {:>10} {:>10} {:>10} {:>10} {:>9} {:>8}  {:<{}}  schedule\n", "launches", "total ms",
                     "min ms", "mean ms", "max ms", "MB", "GB/s", "what", widest);
  for (const auto& l : all)
    text += fmt::format("{:>8} {:>10.3f} {:>10.4f} {:>10.4f} {:>10.4f} {:>9.2f} {:>8.2f}  {:<{}}  {}\n", l.count,
                        l.total_ms, l.least_ms, l.total_ms / double(l.count), l.most_ms, double(l.bytes) / 1e6,
                        l.total_ms > 0 ? double(l.bytes) / l.total_ms / 1e6 : 0.0, l.name, widest, l.schedule);
  streams.err(text);
}

int run_program(const Command& command, const Streams& streams);

// With --time and --profile.
int run_measured(const Command& command, const Streams& streams) {
  const bool profiles = command.profile != Command::Profile::None;
  const bool traces = !command.time_trace.empty();
  if (!command.time && !profiles && !traces) return run_program(command, streams);
  if (const std::string why = traces ? why_unwritable(command.time_trace) : ""; !why.empty())
    return tell(failed("Q0001", "cannot write the trace '" + command.time_trace + "': " + why), {}, streams);
  profile::begin(profiles || traces, traces);
  const auto start = std::chrono::steady_clock::now();
  const int code = run_program(command, streams);
  if (command.time)
    tell_times(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count(), streams);
  if (profiles) tell_launches(command.profile == Command::Profile::Json, streams);
  if (!traces) return code;
  try {
    const std::string trace = profile::trace();
    io::write_whole_file(command.time_trace, {trace.begin(), trace.end()});
  } catch (const ProgramError& e) {
    const int bad = tell({int(e.diagnostics.front().code.exit()), e.diagnostics}, {}, streams);
    return code ? code : bad;
  }
  return code;
}

int run_program(const Command& command, const Streams& streams) {
  Warnings warnings;
  host::Session* running = nullptr;
  host::Sinks sinks;
  sinks.out = [&](std::string_view text) {
    if (!streams.out(text)) throw ClosedOutput{};
  };
  int exit_code = 0;  // of errors that did not end the run: the emulator's findings
  sinks.diagnostic = [&](const Diagnostic& d) {
    if (warnings.first(d)) streams.tell(d, running->sources());
    if (d.severity == Severity::Error && exit_code == 0) exit_code = int(d.code.exit());
  };
  std::set<std::string, std::less<>> reported;  // of loops that are reached with many types or shapes, each report once
  sinks.log = [&](std::string_view text) {
    if (reported.emplace(text).second) streams.err(text);
  };
  host::Session session(command.options, sinks);
  running = &session;
  session.builtin_state().arguments = command.arguments;
  const auto file = read_program(command, streams, session.sources());
  if (const auto* bad = std::get_if<Failed>(&file)) return tell(*bad, session.sources(), streams);
  warn_of_arguments(command, session.sources().text(std::get<FileId>(file)), streams);
  try {
    if (const auto failure = run_in(session, std::get<FileId>(file))) return tell(*failure, session.sources(), streams);
    return exit_code;
  } catch (const ClosedOutput&) {
    return 1;
  }
}

int document(const Command& command, const Streams& streams) {
  const int width = isatty(STDOUT_FILENO) ? std::clamp(screen_of_terminal().width - 1, 30, kPageWidth) : kPageWidth;
  if (const auto text = document_code(command.code, width)) return streams.out(*text) ? 0 : 1;
  std::vector<std::string> known;
  for (const auto& info : kCodes) known.emplace_back(info.code);
  for (const auto& info : reason_registry()) known.emplace_back(info.code);
  std::string near = nearest_name(command.code, known);
  return tell(failed("Q0001", "unknown code '" + command.code + "'",
                     near.empty() ? "qc explain lists the codes" : "did you mean " + near + "?"),
              {}, streams);
}

}  // namespace

std::variant<FileId, Failed> read_file(const std::string& path, SourceMap& sources) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return failed("Q0002", "'" + path + "' is a folder, not a program");
  auto text = host::program_text(path);
  if (!text) return failed("Q0002", "cannot read '" + path + "': " + std::strerror(errno));
  return sources.add(path, std::move(*text));
}

void warn_of_arguments(const Command& command, const std::string& text, const Streams& streams) {
  if (command.arguments.empty()) return;
  const std::string& first = command.arguments[0];
  const bool looks = text.find("args") != std::string::npos || text.find("main") != std::string::npos;
  std::error_code ignored;
  const bool second_program = command.action == Command::Action::Bench && command.compare.empty() &&
                              first.ends_with(".q") && (!looks || std::filesystem::is_regular_file(first, ignored));
  if (looks && !second_program) return;
  std::string help;
  if (first.size() > 1 && first[0] == '-') help = "options of qc stand before the file";
  if (second_program) help = "--compare=" + first + " runs both in turn";
  streams.tell({"Q0001",
                Severity::Warning,
                {},
                looks ? "the program gets '" + first + "', which stands behind its file, as an argument"
                      : "the program does not look at what stands behind its file, '" + first + "'",
                help,
                {}},
               SourceMap{});
}

std::string why_unwritable(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return "it is a folder";
  const fs::path parent = fs::path(path).parent_path(), folder = parent.empty() ? "." : parent;
  if (!fs::is_directory(folder, ignored)) return "there is no folder '" + folder.string() + "'";
  const bool there = fs::exists(path, ignored);
  return access(there ? path.c_str() : folder.c_str(), W_OK) == 0 ? "" : std::strerror(errno);
}

std::variant<FileId, Failed> read_file_or_input(const std::string& path, const Streams& streams, SourceMap& sources) {
  if (path != "-") return read_file(path, sources);
  auto text = streams.read_input();
  if (!text) return failed("Q0002", std::string("cannot read standard input: ") + std::strerror(errno));
  return sources.add("<stdin>", std::move(*text));
}

std::variant<FileId, Failed> read_program(const Command& command, const Streams& streams, SourceMap& sources) {
  if (command.text) return sources.add("<command line>", *command.text);
  auto file = read_file_or_input(command.script, streams, sources);
  auto* bad = std::get_if<Failed>(&file);
  if (!bad) return file;
  std::error_code ignored;
  if (std::filesystem::is_regular_file(command.script + ".q", ignored))
    bad->diagnostics[0].help = "did you mean " + command.script + ".q?";
  else if (document_code(command.script, kPageWidth))
    bad->diagnostics[0].help = "qc explain " + command.script + " tells what the code means";
  else
    bad->diagnostics[0].help = help_for_word(command.script);
  return file;
}

Failed current_failure(const SourceMap& sources) {
  try {
    throw;
  } catch (const ProgramError& e) {
    int exit_code = int(e.diagnostics.front().code.exit());
    for (const auto& d : e.diagnostics)
      if (d.severity == Severity::Error) {
        exit_code = int(d.code.exit());
        break;
      }
    if (e.diagnostics.front().code == Code("Q0406")) exit_code = kInterrupted;
    std::vector<Diagnostic> told;
    for (const auto& d : e.diagnostics) told.push_back(at_line_of_program(d, sources));
    return {exit_code, std::move(told)};
  } catch (const runtime::FailureError& e) {
    return failed(code_of(e.failure.kind), e.failure.message);
  } catch (const std::bad_alloc&) {
    return failed("Q0702", "out of memory on the host");
  } catch (const std::exception& e) {
    internal_error("driver", std::string("an exception that no phase may throw: ") + e.what());
  }
}

std::optional<Failed> run_in(host::Session& session, FileId file) {
  struct Guard {
    explicit Guard(host::Session* s) { set_interrupt_target(s); }
    ~Guard() { set_interrupt_target(nullptr); }
  } guard(&session);
  try {
    session.run(file, true);
    session.warn_of_uncalled(file);
    session.finish_launches();  // a kernel may still be under way, and fail
    if (const auto& display = session.builtin_state().display) display->flush();
    return std::nullopt;
  } catch (...) {
    return current_failure(session.sources());  // what no phase throws goes on
  }
}

bool Warnings::first(const Diagnostic& d) {
  return seen_.emplace(std::string(d.code.text()), d.span.file, d.span.begin, d.message).second;
}

void set_interrupt_target(host::Session* session) {
  interrupt_target = session;
  asked = nullptr;
}

void set_reading(const LineReader* reader) { wakes_reader = reader ? reader->wake() : -1; }

void keep_process_on_interrupt() { keeps_process = true; }

void install_interrupt_handler() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;  // without SA_RESTART: a read of the terminal ends too
  sigaction(SIGINT, &action, nullptr);
}

std::optional<std::string> document_code(std::string_view written, int width) {
  std::string code;
  for (const char c : written) code += char(std::toupper(static_cast<unsigned char>(c)));
  const auto page = [&](std::string_view title, std::string_view text) {
    return wrapped(fmt::format("{}: {}\n\n{}\n", code, title, text), width);
  };
  if (const ReasonInfo* reason = find_reason(code)) return page(reason->title, reason->text);
  for (const auto& info : kCodes)
    if (info.code == code)
      return page(info.title, code_page(code)) +
             (info.exit == Exit::Ok
                  ? std::string("It is given as a warning, which ends no run.\n")
                  : fmt::format("Ends a run with exit code {}.\n", code == "Q0406" ? kInterrupted : int(info.exit)));
  return std::nullopt;
}

std::string list_codes() {
  std::string text;
  for (const auto& info : kCodes) text += std::string(info.code) + "  " + std::string(info.title) + "\n";
  for (const auto& info : reason_registry()) text += std::string(info.code) + "   " + std::string(info.title) + "\n";
  return text;
}

int run_command(const Command& command, const Streams& streams) {
  switch (command.action) {
    case Command::Action::Run:
      if (!command.remarks.empty())
        if (const int bad = write_remarks(command, streams)) return bad;
      return run_measured(command, streams);
    case Command::Action::Report:
      return report(command, streams);
    case Command::Action::ExplainCode:
      return document(command, streams);
    case Command::Action::ListCodes:
      return streams.out(list_codes()) ? 0 : 1;
    case Command::Action::Help:
      return streams.out(command.help) ? 0 : 1;
    case Command::Action::Check:
      return check_files(command, streams);
    case Command::Action::Test:
      return test_programs(command, streams);
    case Command::Action::Bench:
      return bench_program(command, streams);
    case Command::Action::Format:
      return format_files(command, streams);
    case Command::Action::Page:
      return report_page(command, streams);
    case Command::Action::Doctor:
      return doctor(command, streams);
    case Command::Action::Cache:
      return cache(command, streams);
    case Command::Action::LanguageServer:
      return language_server(command, streams);
    case Command::Action::Jupyter:
      return jupyter(command, streams);
    case Command::Action::Version:
      return streams.out("qc " QC_VERSION "\n") ? 0 : 1;
    case Command::Action::Repl:
      break;
  }
  internal_error("driver", "the REPL is started by main");
}

}  // namespace qc::tool
