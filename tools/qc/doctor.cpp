// qc doctor: what works on this machine. qc cache: the code that is kept between runs.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "host/session/kept_code.h"
#include "runtime/device.h"
#include "show_value.h"
#include "verbs.h"

namespace qc::tool {
namespace {

// A reduction, a map and a scan, whose bits are the same everywhere.
constexpr const char* kTrial =
    "n = 100000\nx = zeros(n)\nfor i=0..n-1\n x[i] = sin(0.001*i)\nend\ns = 0.0\nfor i=0..n-1\n s += x[i]*x[i]\nend\n"
    "t = 0.0\ny = zeros(n)\nfor i=0..n-1\n t += x[i]\n y[i] = t\nend\nprint s, \" \", y[n-1], \" \", y[n/2]\n";

struct Trial {
  std::string device, output, failure;
};

Trial try_on(const Command& command, host::DeviceChoice choice) {
  Trial trial;
  host::Options options = command.options;
  options.device = choice;
  host::Sinks sinks;
  sinks.out = [&](std::string_view text) { trial.output += text; };
  sinks.diagnostic = [](const Diagnostic&) {};
  sinks.log = [](std::string_view) {};
  host::Session session(options, sinks);
  try {
    trial.device = session.device().info().name;
    session.run(session.sources().add("<trial>", kTrial), true);
  } catch (...) {
    const Failed failure = current_failure(session.sources());
    trial.failure = failure.diagnostics.empty() ? "it failed" : failure.diagnostics[0].message;
  }
  return trial;
}

std::string megabytes(std::uint64_t bytes) { return fmt::format("{:.1f} MB", double(bytes) / 1e6); }

std::string state_of_cache(const std::string& folder, const host::KeptCode& code) {
  if (folder.empty()) return "none (QC_CACHE=none, or there is no home)";
  if (!code.error.empty()) return folder + ": not usable, " + code.error;
  return fmt::format("{}: {} file{}, {} of {}", folder, code.files, code.files == 1 ? "" : "s", megabytes(code.bytes),
                     megabytes(code.most_bytes));
}

bool can_write_to(std::string folder) {
  while (!folder.empty() && access(folder.c_str(), F_OK) != 0)
    folder = std::filesystem::path(folder).parent_path().string();
  if (folder.empty()) folder = ".";
  std::error_code error;
  return std::filesystem::is_directory(folder, error) && access(folder.c_str(), W_OK) == 0;
}

const char* images_as(Screen::Images images) {
  switch (images) {
    case Screen::Images::None:
      return "as a line";
    case Screen::Images::HalfBlocks:
      return "in half blocks";
    case Screen::Images::Sixel:
      return "in sixels";
    case Screen::Images::Kitty:
      return "as kitty draws them";
  }
  return "";
}

}  // namespace

int doctor(const Command& command, const Streams& streams) {
  bool well = true;
  const auto say = [&](bool good, const std::string& what, const std::string& how) {
    well = well && good;
    streams.out(fmt::format("{} {:<10}{}\n", good ? "ok  " : "FAIL", what, how));
  };
  say(true, "version", "qc " QC_VERSION);
  const Trial cpu = try_on(command, host::DeviceChoice::Cpu);
  say(cpu.failure.empty() && !cpu.output.empty(), "cpu",
      cpu.failure.empty() ? cpu.device + ": compiles and runs" : cpu.failure);
  const auto compare = [&](const char* name, const Trial& trial) {
    const bool same = trial.failure.empty() && trial.output == cpu.output;
    say(same, name,
        !trial.failure.empty() ? trial.failure
        : same                 ? trial.device + ": the same bits as cpu"
                               : trial.device + ": other results than cpu");
  };
  compare("simt", try_on(command, host::DeviceChoice::Simt));
  std::string why;
  if (runtime::cuda_available(&why))
    compare("cuda", try_on(command, host::DeviceChoice::Cuda));
  else
    say(true, "cuda", "not there: " + why);
  const auto code = command.code_folder.empty() ? host::KeptCode{} : host::kept_code(command.code_folder);
  say(code.error.empty(), "cache", state_of_cache(command.code_folder, code));
  const std::vector<std::string> prepared = host::prepared_code();
  say(true, "library",
      prepared.empty() ? "is compiled when it is called: no package brought its code"
                       : fmt::format("{}", fmt::join(prepared, ", ")));
  const char* output = std::getenv("QC_OUTPUT");
  const std::string figures = output && *output ? output : "./qc-output";
  const bool writable = figures == "none" || can_write_to(figures);
  say(writable, "figures",
      figures + (figures == "none" ? ": nothing is written"
                 : writable        ? ""
                                   : ": cannot be written"));
  for (const char* name : {"QC_DEVICE", "QC_THREADS", "QC_PATH"})
    if (const char* value = std::getenv(name); value && *value) say(true, name, value);
  for (const auto& folder : command.options.library_path) {
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error))
      say(false, "import", "'" + folder + "' of the path is no folder");
  }
  if (isatty(STDOUT_FILENO)) {
    const Screen screen = screen_of_terminal();
    const char* depth = screen.colours == Screen::Colours::True    ? "16 million colours"
                        : screen.colours == Screen::Colours::Of256 ? "256 colours"
                                                                   : "no colours";
    say(true, "terminal",
        fmt::format("{} columns, {}, {}, images {}", screen.width, screen.unicode ? "UTF-8" : "no UTF-8", depth,
                    images_as(screen.images)));
  }
  return well ? 0 : 1;
}

int cache(const Command& command, const Streams& streams) {
  if (command.code_folder.empty()) return streams.out("no code is kept (QC_CACHE=none)\n") ? 0 : 1;
  const auto code = command.word == "clear"    ? host::clear_kept_code(command.code_folder)
                    : command.word == "verify" ? host::verify_kept_code(command.code_folder)
                                               : host::kept_code(command.code_folder);
  if (!code.error.empty()) {
    streams.tell({"Q0601", Severity::Error, {}, "'" + command.code_folder + "' cannot be used: " + code.error, {}, {}},
                 {});
    return 1;
  }
  if (command.word == "clear")
    return streams.out(fmt::format("{}: {} file{} removed, {}\n", command.code_folder, code.files,
                                   code.files == 1 ? "" : "s", megabytes(code.bytes)))
               ? 0
               : 1;
  std::string text = state_of_cache(command.code_folder, code) + "\n";
  for (const auto& name : code.damaged) text += "damaged, removed: " + name + "\n";
  if (command.word == "verify" && code.damaged.empty()) text += "every file is whole\n";
  return streams.out(text) && code.damaged.empty() ? 0 : 1;
}

}  // namespace qc::tool
