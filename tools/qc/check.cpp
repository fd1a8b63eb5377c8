// qc check: names, types and loops of programs, which are not run.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "host/session/inspect.h"
#include "verbs.h"

namespace qc::tool {
namespace {

// How often each verdict stands in the lines of --explain=json.
std::map<std::string, int> verdicts(const std::string& json_lines) {
  static const std::string key = "\"verdict\":\"";
  std::map<std::string, int> count;
  for (std::size_t at = 0; (at = json_lines.find(key, at)) != std::string::npos;) {
    at += key.size();
    ++count[json_lines.substr(at, json_lines.find('"', at) - at)];
  }
  return count;
}

// Of a program with errors no loops may be left that could be judged.
std::string summary(const std::string& json_lines, bool errors) {
  std::string text;
  int loops = 0;
  for (const auto& [verdict, n] : verdicts(json_lines)) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", n, verdict);
    loops += n;
  }
  if (loops == 0) return errors ? "" : "; no loops";
  return fmt::format("; {} loop{}: {}", loops, loops == 1 ? "" : "s", text);
}

}  // namespace

std::vector<std::string> program_files(const std::vector<std::string>& paths, const Streams& streams, int& exit_code) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  for (const auto& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> inside;
    for (fs::recursive_directory_iterator it(path, fs::directory_options::skip_permission_denied, error), end;
         !error && it != end; it.increment(error))
      if (it->path().extension() == ".q" && it->is_regular_file(error)) inside.push_back(it->path().string());
    if (inside.empty()) {
      streams.tell({"Q0002", Severity::Error, {}, "there is no program in '" + path + "'", {}, {}}, {});
      exit_code = 2;
    }
    std::sort(inside.begin(), inside.end());
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

int check_files(const Command& command, const Streams& streams) {
  int exit_code = 0;
  for (const auto& path : program_files(command.paths, streams, exit_code)) {
    SourceMap sources;
    const auto file = read_file_or_input(path, streams, sources);
    if (const auto* bad = std::get_if<Failed>(&file)) {
      streams.err(messages(bad->diagnostics, sources, streams.style));
      exit_code = exit_code ? exit_code : bad->exit_code;
      continue;
    }
    const auto result = host::report_on(sources, std::get<FileId>(file), command.options, host::ReportKind::ExplainJson,
                                        command.options.device != host::DeviceChoice::Cpu);
    Warnings warnings;
    std::vector<Diagnostic> found;
    int errors = 0, warned = 0;
    for (const auto& d : result.diagnostics) {
      if (!warnings.first(d)) continue;
      found.push_back(d);
      ++(d.severity == Severity::Error ? errors : warned);
      if (d.severity == Severity::Error && exit_code == 0) exit_code = int(d.code.exit());
    }
    streams.err(messages(found, sources, streams.style));
    std::string state = errors ? fmt::format("{} error{}", errors, errors == 1 ? "" : "s") : "ok";
    if (warned) state += fmt::format(", {} warning{}", warned, warned == 1 ? "" : "s");
    if (!streams.out(fmt::format("{}: {}{}\n", path, state, summary(result.text, errors > 0)))) return 1;
  }
  return exit_code;
}

}  // namespace qc::tool
