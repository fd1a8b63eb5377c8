#include "process.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>

#include "command_line.h"
#include "driver.h"
#include "progress_line.h"
#include "repl.h"

namespace {

using namespace qc;

// Standard output with the errors of writing to it. A pipe that nobody reads any more ends the program quietly;
// anything else that cannot be written is said once.
class StandardOutput {
 public:
  StandardOutput() : terminal_(isatty(STDOUT_FILENO)) {}
  bool write(std::string_view text) {
    if (failed_) return false;
    if (!text.empty() && std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) return fail();
    return terminal_ ? flush() : true;
  }
  bool flush() {
    if (failed_) return false;
    return std::fflush(stdout) == 0 || fail();
  }
  bool failed() const { return failed_; }

 private:
  bool fail() {
    failed_ = true;
    if (errno != EPIPE)
      std::fputs(render(Diagnostic{"Q0601",
                                   Severity::Error,
                                   {},
                                   std::string("cannot write to standard output: ") + std::strerror(errno),
                                   {},
                                   {}},
                        SourceMap{})
                     .c_str(),
                 stderr);
    return false;
  }
  bool terminal_;
  bool failed_ = false;
};

bool is_dumb(const char* term) { return !term || std::string_view(term) == "dumb"; }

// With the program of -i before the first entry.
int run_prompt(const tool::Command& command, const tool::Streams& streams) {
  if (!command.interactive || (command.script.empty() && !command.text))
    return tool::run_repl(command.options, streams);
  SourceMap sources;
  const auto file = tool::read_program(command, streams, sources);
  if (const auto* bad = std::get_if<tool::Failed>(&file)) {
    streams.err(messages(bad->diagnostics, sources, streams.style));
    return bad->exit_code;
  }
  const FileId id = std::get<FileId>(file);
  return tool::run_repl(command.options, streams,
                        tool::FirstProgram{sources.name(id), sources.text(id), command.arguments});
}

// A file that is opened does not take the place of a standard one that is closed: what uses that fails as it would.
void hold_closed_files() {
  for (int file = STDIN_FILENO; file <= STDERR_FILENO; ++file)
    if (fcntl(file, F_GETFD) < 0) (void)!open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

// Whether it may make code for loops, which is kept.
bool makes_code(tool::Command::Action action) {
  using Action = tool::Command::Action;
  switch (action) {
    case Action::Run:
    case Action::Repl:
    case Action::Test:
    case Action::Bench:
    case Action::Page:
    case Action::Doctor:
    case Action::Jupyter:
      return true;
    default:
      return false;
  }
}

std::optional<std::string> read_input() {
  std::string text;
  char room[1 << 16];
  for (;;) {
    const ssize_t n = read(STDIN_FILENO, room, sizeof room);
    if (n > 0) text.append(room, std::size_t(n));
    if (n == 0) return text;
    if (n < 0 && errno != EINTR) return std::nullopt;
  }
}

}  // namespace

int qc::tool::run_process(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  const bool no_input = fcntl(STDIN_FILENO, F_GETFD) < 0;
  hold_closed_files();
  StandardOutput output;
  tool::Streams streams;
  tool::ProgressLine progress;
  const bool out_shown = isatty(STDOUT_FILENO);
  streams.out = [&](std::string_view text) {
    const tool::ProgressLine::Writing writing(progress, out_shown ? text : std::string_view());
    return output.write(text);
  };
  streams.err = [&](std::string_view text) {
    const tool::ProgressLine::Writing writing(progress, text);
    output.flush();  // what was printed before comes before
    std::fwrite(text.data(), 1, text.size(), stderr);
  };
  streams.read_input = read_input;

  const std::vector<std::string> arguments{argv + 1, argv + argc};
  streams.style.json = tool::wants_json(arguments);  // also of what cannot be understood
  auto parsed = tool::parse_command_line(arguments, [](const char* name) -> const char* { return std::getenv(name); });
  if (const auto* bad = std::get_if<Diagnostic>(&parsed)) {
    streams.tell(*bad, SourceMap{});
    return int(bad->code.exit());
  }
  auto& command = std::get<tool::Command>(parsed);
  streams.style = command.style;
  streams.style.colours =
      command.colour == tool::Command::Colour::Always ||
      (command.colour == tool::Command::Colour::Auto && isatty(STDERR_FILENO) && !is_dumb(std::getenv("TERM")));
  const auto why = makes_code(command.action) ? host::use_code_folder(command.code_folder) : std::nullopt;
  if (const auto bad = command.prepared_folder.empty()
                           ? std::nullopt
                           : host::prepare_code_in(command.prepared_folder, command.assembler)) {
    streams.tell({"Q0001",
                  Severity::Error,
                  {},
                  "QC_PREPARE: no code is put into '" + command.prepared_folder + "': " + *bad,
                  {},
                  {}},
                 SourceMap{});
    return 2;
  }
  if (why && command.code_folder_named) {
    streams.tell({"Q0001",
                  Severity::Error,
                  {},
                  "QC_CACHE names a folder that cannot be used for code, '" + command.code_folder + "': " + *why,
                  "name a folder of your own, or QC_CACHE=none",
                  {}},
                 SourceMap{});
    return 2;
  }
  if (command.action == tool::Command::Action::Repl && no_input) {
    const Diagnostic closed{
        "Q0002", Severity::Error, {}, "cannot read standard input: it is closed", "qc FILE runs a program", {}};
    streams.tell(closed, SourceMap{});
    return int(closed.code.exit());
  }
  tool::install_interrupt_handler();
  if (command.action == tool::Command::Action::Run && isatty(STDERR_FILENO) && !is_dumb(std::getenv("TERM")))
    progress.start();
  const int code = command.action == tool::Command::Action::Repl ? run_prompt(command, streams)
                                                                 : tool::run_command(command, streams);
  progress.stop();
  output.flush();
  return output.failed() && code == 0 ? 1 : code;
}
