// qc jupyter: a kernel for Jupyter. `install` writes what Jupyter starts, a program in Python over ipykernel
// (share/qc_kernel.py); that starts `serve`, which runs the cells: messages of JSON on standard input and output, in
// the form of lsp_transport.h.
//
//   {"do":"run","text":".."}          any number of {"out":".."}, {"err":".."}, {"file":".."}, then {"worked":true,..}
//   {"do":"complete","text":".."}     {"names":[..]} for what stands before the cursor
//   {"do":"inspect","text":".."}      {"text":".."}, empty where nothing is known of the name
//   {"do":"is_complete","text":".."}  {"incomplete":false}
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "io/bytes.h"
#include "repl.h"
#include "servers/jupyter_kernel.h"
#include "servers/lsp_transport.h"
#include "verbs.h"

namespace qc::tool {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string dumped(const Json& message) { return message.dump(-1, ' ', false, Json::error_handler_t::replace); }

int serve(const Command& command) {
  // A program that reads or prints by other ways than the language's may not come between the messages.
  const int input = ::dup(STDIN_FILENO), output = ::dup(STDOUT_FILENO);
  if (const int nothing = ::open("/dev/null", O_RDONLY); nothing >= 0) ::dup2(nothing, STDIN_FILENO);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  LspTransport transport(input, output);
  Streams streams;
  streams.out = [&](std::string_view text) { return transport.send(dumped({{"out", text}})); };
  streams.err = [&](std::string_view text) { transport.send(dumped({{"err", text}})); };
  streams.read_input = [] { return std::string(); };
  streams.style = command.style;
  keep_process_on_interrupt();
  const auto cells = make_cells(command.options, streams, [&](const std::string& path) {
    transport.send(dumped({{"file", path}}));
  });
  const auto answer = [&](const Json& asked) -> Json {
    const std::string what = asked.value("do", ""), text = asked.value("text", "");
    if (what == "run") {
      const Cells::Outcome o = cells->run(text);
      return {{"worked", o.worked}, {"code", o.code}, {"message", o.message}, {"text", o.text}, {"ended", o.ended}};
    }
    if (what == "complete") return {{"names", complete_line(text, cells->vocabulary()).candidates}};
    if (what == "inspect") return {{"text", cells->about(text)}};
    if (what == "is_complete") return {{"incomplete", cells->incomplete(text)}};
    return {{"error", "no request is called '" + what + "'"}};
  };
  for (;;) {
    const auto next = transport.next();
    if (std::holds_alternative<LspTransport::End>(next)) return 0;
    const auto* text = std::get_if<std::string>(&next);
    const Json asked = text ? Json::parse(*text, nullptr, false) : Json();
    const Json said = asked.is_object() ? answer(asked) : Json{{"error", "no message of JSON"}};
    if (!transport.send(dumped(said))) return 0;
  }
}

// Where Jupyter looks for kernels of this user, or of all below a prefix.
fs::path kernels_folder(const std::string& prefix) {
  if (!prefix.empty()) return fs::path(prefix) / "share/jupyter/kernels/qc";
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return value ? std::string(value) : std::string();
  };
  if (const auto data = variable("JUPYTER_DATA_DIR"); !data.empty()) return fs::path(data) / "kernels/qc";
  if (const auto data = variable("XDG_DATA_HOME"); !data.empty()) return fs::path(data) / "jupyter/kernels/qc";
  return fs::path(variable("HOME")) / ".local/share/jupyter/kernels/qc";
}

// Whether this Python has what the kernel imports.
bool has_ipykernel(const std::string& python) {
  const pid_t child = ::fork();
  if (child == 0) {
    const int nothing = ::open("/dev/null", O_RDWR);
    for (const int fd : {STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, fd);
    ::execlp(python.c_str(), python.c_str(), "-c", "import ipykernel", static_cast<char*>(nullptr));
    ::_exit(127);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void write_text(const fs::path& path, const std::string& text) {
  io::write_whole_file(path.string(), {text.begin(), text.end()});
}

int install(const Command& command, const Streams& streams) {
  const auto fail = [&](Code code, std::string message, std::string help) {
    streams.tell({code, Severity::Error, {}, std::move(message), std::move(help), {}}, SourceMap());
    return int(code.exit());
  };
  // Debian's Jupyter belongs to the system's Python, which another one may hide.
  const bool chosen = !command.python.empty();
  std::string python = chosen ? command.python : "python3";
  bool found = has_ipykernel(python);
  if (constexpr const char* of_system = "/usr/bin/python3"; !found && !chosen && has_ipykernel(of_system))
    python = of_system, found = true;
  if (!found)
    return fail("Q0002", "'" + python + "' has no module ipykernel, which runs the kernel",
                "apt install python3-ipykernel, or name another Python with --python=PATH");
  const fs::path folder = kernels_folder(command.prefix), program = folder / "qc_kernel.py";
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  fs::create_directories(folder, error);
  if (error) return fail("Q0601", "cannot make the folder '" + folder.string() + "': " + error.message(), {});
  try {
    write_text(program, std::string(jupyter_kernel()));
    const Json kernel{{"argv", {python, fs::absolute(program).string(), "-f", "{connection_file}"}},
                      {"display_name", "qc"},
                      {"language", "qc"},
                      {"interrupt_mode", "signal"},
                      {"env", {{"QC_TOOL", self.string()}}}};
    write_text(folder / "kernel.json", kernel.dump(1) + "\n");
  } catch (const ProgramError& e) {
    for (const Diagnostic& d : e.diagnostics) streams.tell(d, SourceMap());
    return int(Code("Q0601").exit());
  }
  streams.out("the kernel qc is in " + folder.string() + "\n");
  return 0;
}

}  // namespace

int jupyter(const Command& command, const Streams& streams) {
  return command.word == "serve" ? serve(command) : install(command, streams);
}

}  // namespace qc::tool
