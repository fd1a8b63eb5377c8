#include "driver.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <new>
#include <set>

#include "analysis/reasons.h"
#include "host/inspect.h"
#include "host/program_file.h"
#include "runtime/device.h"
#include "support/program_line.h"

namespace qc::tool {
namespace {

std::atomic<host::Session*> interrupt_target{nullptr};
std::atomic<bool> reading_a_line{false};

// The first Ctrl-C asks the program to stop, which it does at its next statement; a second one ends the process.
extern "C" void on_interrupt(int) {
  if (reading_a_line) return;
  if (host::Session* session = interrupt_target.exchange(nullptr)) session->interrupt();
  else {
    std::signal(SIGINT, SIG_DFL);
    std::raise(SIGINT);
  }
}

Code code_of(runtime::Failure::Kind kind) {
  switch (kind) {
    case runtime::Failure::Kind::NoDevice: return "Q0701";
    case runtime::Failure::Kind::OutOfMemory: return "Q0702";
    case runtime::Failure::Kind::Device: return "Q0703";
  }
  return "Q0703";
}

Failed failed(Code code, std::string message, std::string help, const SourceMap& sources) {
  return {int(code.exit()), render(Diagnostic{code, Severity::Error, {}, std::move(message), std::move(help), {}}, sources)};
}

// The text of the program that a command names, or the failure to read it.
std::variant<FileId, Failed> read_program(const Command& command, const Streams& streams, SourceMap& sources) {
  if (command.text) return sources.add("<command line>", *command.text);
  if (command.script == "-") return sources.add("<stdin>", streams.read_input());
  std::error_code error;
  if (std::filesystem::is_directory(command.script, error)) return failed("Q0002", "'" + command.script + "' is a folder, not a program", "", sources);
  auto text = host::program_text(command.script);
  if (!text) return failed("Q0002", "cannot read '" + command.script + "': " + std::strerror(errno), "", sources);
  return sources.add(command.script, std::move(*text));
}

struct ClosedOutput {};  // thrown through the program when nobody reads any more

int report(const Command& command, const Streams& streams) {
  SourceMap sources;
  const auto file = read_program(command, streams, sources);
  if (const auto* bad = std::get_if<Failed>(&file)) {
    streams.err(bad->rendered);
    return bad->exit_code;
  }
  // A device that only a run would open is not looked for: kernels are shown for a GPU unless the host is asked for.
  const bool gpu = command.options.device != host::DeviceChoice::Cpu;
  const host::Report result = host::report_on(sources, std::get<FileId>(file), command.options, command.report, gpu);
  int exit_code = 0;
  if (!streams.out(result.text)) exit_code = 1;
  Warnings warnings;
  for (const auto& diagnostic : result.diagnostics) {
    if (const std::string text = warnings.once(diagnostic, sources); !text.empty()) streams.err(text);
    if (diagnostic.severity == Severity::Error && exit_code == 0) exit_code = int(diagnostic.code.exit());
  }
  return exit_code;
}

// --remarks. Errors in the program are those of the run itself, which follows; only what stands against the file is told.
int write_remarks(const Command& command, const Streams& streams) {
  SourceMap sources;
  const auto file = read_program(command, streams, sources);
  if (std::holds_alternative<Failed>(file)) return 0;
  const host::Report result = host::report_on(sources, std::get<FileId>(file), command.options, host::ReportKind::Remarks, command.options.device != host::DeviceChoice::Cpu);
  std::ofstream out(command.remarks, std::ios::binary);
  out << result.text;
  if (out.flush()) return 0;
  const Failed bad = failed("Q0601", "cannot write '" + command.remarks + "': " + std::strerror(errno), "", sources);
  streams.err(bad.rendered);
  return bad.exit_code;
}

int run_program(const Command& command, const Streams& streams) {
  Warnings warnings;
  host::Session* running = nullptr;
  host::Sinks sinks;
  sinks.out = [&](std::string_view text) { if (!streams.out(text)) throw ClosedOutput{}; };
  int exit_code = 0;  // of errors that did not end the run: the emulator's findings
  sinks.diagnostic = [&](const Diagnostic& d) {
    streams.err(warnings.once(d, running->sources()));
    if (d.severity == Severity::Error && exit_code == 0) exit_code = int(d.code.exit());
  };
  std::set<std::string, std::less<>> reported;  // of loops that are reached with many types or shapes, each report once
  sinks.log = [&](std::string_view text) { if (reported.emplace(text).second) streams.err(text); };
  host::Session session(command.options, sinks);
  running = &session;
  const auto file = read_program(command, streams, session.sources());
  if (const auto* bad = std::get_if<Failed>(&file)) {
    streams.err(bad->rendered);
    return bad->exit_code;
  }
  struct Guard {
    explicit Guard(host::Session* s) { set_interrupt_target(s); }
    ~Guard() { set_interrupt_target(nullptr); }
  } guard(&session);
  try {
    session.run(std::get<FileId>(file), true);
    session.warn_of_uncalled(std::get<FileId>(file));
    return exit_code;
  } catch (const ClosedOutput&) {
    return 1;
  } catch (...) {
    const Failed failure = current_failure(session.sources());
    streams.err(failure.rendered);
    return failure.exit_code;
  }
}

int document(const Command& command, const Streams& streams) {
  if (const auto text = document_code(command.code)) return streams.out(*text) ? 0 : 1;
  std::vector<std::string> known;
  for (const auto& info : kCodes) known.emplace_back(info.code);
  for (const auto& info : reason_registry()) known.emplace_back(info.code);
  std::string near = nearest_name(command.code, known);
  const Failed failure = failed("Q0001", "unknown code '" + command.code + "'",
                                near.empty() ? "qc explain lists the codes" : "did you mean " + near + "?", {});
  streams.err(failure.rendered);
  return failure.exit_code;
}

}  // namespace

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
    std::string text;
    for (const auto& d : e.diagnostics) text += render(at_line_of_program(d, sources), sources);
    return {exit_code, text};
  } catch (const runtime::FailureError& e) {
    return failed(code_of(e.failure.kind), e.failure.message, "", sources);
  } catch (const std::bad_alloc&) {
    return failed("Q0702", "out of memory on the host", "", sources);
  } catch (const std::exception& e) {
    internal_error("driver", std::string("an exception that no phase may throw: ") + e.what());
  }
}

std::string Warnings::once(const Diagnostic& d, const SourceMap& sources) {
  if (!seen_.emplace(std::string(d.code.text()), d.span.file, d.span.begin, d.message).second) return {};
  return render(d, sources);
}

void set_interrupt_target(host::Session* session) { interrupt_target = session; }

void set_reading(bool reading) { reading_a_line = reading; }

void install_interrupt_handler() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;  // without SA_RESTART: a read of the terminal ends too
  sigaction(SIGINT, &action, nullptr);
}

std::optional<std::string> document_code(std::string_view code) {
  if (const ReasonInfo* reason = find_reason(code))
    return std::string(reason->code) + ": " + std::string(reason->title) + "\n\n" + std::string(reason->text) + "\n";
  for (const auto& info : kCodes)
    if (info.code == code)
      return std::string(info.code) + ": " + std::string(info.title) + "\n\nEnds a run with exit code " + std::to_string(int(info.exit)) + ".\n";
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
      return run_program(command, streams);
    case Command::Action::Report: return report(command, streams);
    case Command::Action::ExplainCode: return document(command, streams);
    case Command::Action::ListCodes: return streams.out(list_codes()) ? 0 : 1;
    case Command::Action::Help: return streams.out(command.help) ? 0 : 1;
    case Command::Action::Version: return streams.out("qc " QC_VERSION "\n") ? 0 : 1;
    case Command::Action::Repl: break;
  }
  internal_error("driver", "the REPL is started by main");
}

}  // namespace qc::tool
