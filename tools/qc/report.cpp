// qc report: runs a program and writes a page that shows its source with what was found out about it.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>

#include "host/builtins/texts_and_files/display.h"
#include "host/context/builtin_state.h"
#include "io/bytes.h"
#include "report_page.h"
#include "runtime/device.h"
#include "verbs.h"

namespace qc::tool {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostOutput = 1 << 20;    // bytes of what the program prints
constexpr std::size_t kMostPicture = 16 << 20;  // bytes of a picture that goes into the page

Diagnostic unusable(const std::string& path, const std::string& why, const std::string& help = {}) {
  return {"Q0002", Severity::Error, {}, "cannot write the page '" + path + "': " + why, help, {}};
}

// Where the page goes when -o does not say: NAME.html for NAME.q, here.
std::string page_of_program(const std::string& script) {
  return script == "-" ? "stdin.html" : fs::path(script).filename().replace_extension(".html").string();
}

// What stands against writing the page, which is asked before the program runs.
std::optional<Diagnostic> against(const std::string& page, const std::string& script) {
  std::error_code ignored;
  if (page == "-") return std::nullopt;
  if (fs::is_directory(page, ignored)) return unusable(page, "it is a folder", "name a file in it");
  if (fs::equivalent(page, script, ignored)) return unusable(page, "it is the program", "name another file behind -o");
  if (const std::string why = why_unwritable(page); !why.empty()) return unusable(page, why);
  return std::nullopt;
}

// The media type of a file that browsers show; empty for another one.
std::string media_type(const std::vector<unsigned char>& bytes) {
  if (io::is_png(bytes)) return "image/png";
  if (io::is_jpeg(bytes)) return "image/jpeg";
  if (io::is_bmp(bytes)) return "image/bmp";
  const std::string_view head(reinterpret_cast<const char*>(bytes.data()), std::min<std::size_t>(bytes.size(), 256));
  return head.find("<svg") != std::string_view::npos ? "image/svg+xml" : "";
}

// A path as a link of the page.
std::string link_to(const std::string& path, const std::string& page) {
  std::error_code error;
  const fs::path from = page == "-" ? fs::path() : fs::absolute(page, error).parent_path();
  const std::string target = fs::proximate(fs::absolute(path, error), from, error).generic_string();
  std::string out;
  for (const char c : target)
    if (std::isalnum(static_cast<unsigned char>(c)) || std::string_view("/._-~").find(c) != std::string_view::npos)
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return out;
}

std::vector<PagePicture> pictures_of(const std::vector<std::string>& written, const std::string& page) {
  std::vector<PagePicture> all;
  for (const std::string& path : written) {
    if (std::any_of(all.begin(), all.end(), [&](const PagePicture& p) { return p.path == path; })) continue;
    try {
      const auto bytes = io::read_whole_file(path);
      const std::string type = bytes.size() > kMostPicture ? "" : media_type(bytes);
      all.push_back({path, link_to(path, page), type.empty() ? "" : "data:" + type + ";base64," + io::base64(bytes)});
    } catch (const ProgramError&) {  // it is not there any more
    }
  }
  return all;
}

// Loops and kernels with their reports, kernels and launches.
class PageLoops {
 public:
  PageLoops(SourceMap& sources, FileId file, const host::Options& options)
      : sources_(sources), file_(file), options_(options) {}

  // The report, with the kernel and the PTX of each loop. Returns what is wrong in the program.
  std::vector<Diagnostic> take_reports() {
    using host::ReportKind;
    const bool gpu = options_.device != host::DeviceChoice::Cpu;
    host::Report report = host::report_on(sources_, file_, options_, ReportKind::Explain, gpu);
    for (auto& part : report.parts) {
      if (!part.span.valid()) continue;
      PageLoop* loop = at(part.span);
      if (!loop) loop = &all_.emplace_back(PageLoop{part.span, {}, {}, {}, {}});
      loop->parts.push_back(std::move(part));
    }
    if (!all_.empty()) {
      take(ReportKind::Kernel, &PageLoop::kernel);
      take(ReportKind::Ptx, &PageLoop::ptx);
    }
    return std::move(report.diagnostics);
  }

  // By the names that support/profile.h describes.
  void take_launches(const std::vector<profile::Launches>& launches) {
    for (const auto& one : launches)
      for (PageLoop& loop : all_)
        if (is_of(one.name, loop)) {
          loop.launches.push_back(one);
          break;
        }
  }

  std::vector<PageLoop> all() && { return std::move(all_); }

 private:
  PageLoop* at(const Span& span) {
    for (PageLoop& loop : all_)
      if (loop.span.begin == span.begin && sources_.name(loop.span.file) == sources_.name(span.file)) return &loop;
    return nullptr;
  }

  void take(host::ReportKind kind, std::string PageLoop::*text) {
    for (const auto& part : host::report_on(sources_, file_, options_, kind, true).parts) {
      PageLoop* loop = part.span.valid() ? at(part.span) : nullptr;
      // What holds a remark alone, or stands there already for other types.
      if (!loop || part.text.find('\n') + 1 >= part.text.size() || (loop->*text).find(part.text) != std::string::npos)
        continue;
      loop->*text += part.text;
    }
  }

  bool is_of(const std::string& name, const PageLoop& loop) const {
    const host::ReportPart& part = loop.parts[0];
    const std::string place = fmt::format("{}:{}: ", sources_.name(loop.span.file), sources_.place(loop.span).line);
    if (!part.finding) {
      if (name == place + "kernel (a lambda)") return true;  // which is launched where it stands
      const std::size_t launched = name.rfind(": kernel ");
      if (launched == std::string::npos) return false;
      const std::string named = place + name.substr(launched + 2);
      return part.text.starts_with(named) && part.text.find_first_of(" :\n", named.size()) == named.size();
    }
    if (!name.starts_with(place + "loop over ")) return false;
    std::string over;
    for (const auto& l : part.finding->loops) over += (over.empty() ? "" : ", ") + l;
    return over.empty() || name == place + "loop over " + over || alone_in_its_line(loop);
  }

  bool alone_in_its_line(const PageLoop& loop) const {
    const auto line = [&](const PageLoop& l) {
      return std::pair(sources_.name(l.span.file), sources_.place(l.span).line);
    };
    return std::count_if(all_.begin(), all_.end(), [&](const PageLoop& l) { return line(l) == line(loop); }) == 1;
  }

  SourceMap& sources_;
  FileId file_;
  const host::Options& options_;
  std::vector<PageLoop> all_;
};

// Runs the program; its output goes to the page.
void run_for(Page& page, host::Session& session, std::vector<Diagnostic>& found) {
  profile::begin(true);
  const auto start = std::chrono::steady_clock::now();
  const auto failure = run_in(session, page.file);
  page.run_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  page.ran = true;
  using profile::Phase;
  for (const auto& [word, phase] : {std::pair<const char*, Phase>{"parse", Phase::Parse},
                                    {"analyse", Phase::Analyse},
                                    {"compile", Phase::Compile},
                                    {"copy", Phase::Copy}})
    page.phases.emplace_back(word, profile::milliseconds(phase));
  page.launches = profile::launches();
  if (!page.launches.empty()) page.device = session.device().info().name;
  if (failure) {
    page.exit_code = failure->exit_code;
    found.insert(found.end(), failure->diagnostics.begin(), failure->diagnostics.end());
  }
  try {
    if (const auto& display = session.builtin_state().display) display->flush();
  } catch (const ProgramError& e) {
    found.insert(found.end(), e.diagnostics.begin(), e.diagnostics.end());
  }
}

}  // namespace

int report_page(const Command& command, const Streams& streams) {
  const std::string path = command.page.empty() ? page_of_program(command.script) : command.page;
  if (const auto bad = against(path, command.script)) {
    streams.tell(*bad, {});
    return int(bad->code.exit());
  }
  Page page;
  std::vector<std::string> written;
  std::vector<Diagnostic> found;
  std::size_t printed = 0;
  const auto print = [&](bool log, std::string_view text) {
    const std::size_t room = kMostOutput - printed;
    page.output_cut |= text.size() > room;
    text = text.substr(0, room);
    printed += text.size();
    if (text.empty()) return;
    if (page.output.empty() || page.output.back().first != log) page.output.emplace_back(log, "");
    page.output.back().second += text;
  };
  host::Sinks sinks;
  sinks.out = [&](std::string_view text) { print(false, text); };
  sinks.log = [&](std::string_view text) { print(true, text); };
  sinks.diagnostic = [&](const Diagnostic& d) {
    found.push_back(d);
    if (d.severity == Severity::Error && page.exit_code == 0) page.exit_code = int(d.code.exit());
  };
  host::Session session(command.options, sinks);
  session.builtin_state().arguments = command.arguments;
  session.builtin_state().wrote = [&](const std::string& file) { written.push_back(file); };
  SourceMap& sources = session.sources();
  const auto file = read_program(command, streams, sources);
  if (const auto* bad = std::get_if<Failed>(&file)) {
    streams.err(messages(bad->diagnostics, sources, streams.style));
    return bad->exit_code;
  }
  page.file = std::get<FileId>(file);
  page.title = sources.name(page.file);
  if (command.runs) run_for(page, session, found);
  PageLoops loops(sources, page.file, command.options);
  const auto from_text = loops.take_reports();
  found.insert(found.end(), from_text.begin(), from_text.end());
  loops.take_launches(page.launches);
  page.loops = std::move(loops).all();
  Warnings warnings;
  std::set<std::string> said;  // the run and the report read imported files under numbers of their own
  for (const auto& d : found) {
    if (!warnings.first(d) || !said.insert(message(d, sources, {})).second) continue;
    page.messages.push_back(d);
    if (!page.ran && d.severity == Severity::Error && page.exit_code == 0) page.exit_code = int(d.code.exit());
  }
  streams.err(messages(page.messages, sources, streams.style));
  page.pictures = pictures_of(written, path);
  const std::string text = html_of(page, sources);
  if (path == "-") return streams.out(text) ? page.exit_code : 1;
  try {
    io::write_whole_file(path, {text.begin(), text.end()});
  } catch (const ProgramError& e) {
    streams.err(messages(e.diagnostics, sources, streams.style));
    return page.exit_code ? page.exit_code : int(e.diagnostics.front().code.exit());
  }
  streams.out(path + "\n");
  return page.exit_code;
}

}  // namespace qc::tool
