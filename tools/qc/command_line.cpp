#include "command_line.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <limits>

namespace qc::tool {
namespace {

constexpr int kMaxThreads = 1024;

Diagnostic usage(std::string message, std::string help = {}) {
  return {"Q0001", Severity::Error, {}, std::move(message), std::move(help), {}};
}

std::optional<int> whole_number(const std::string& text, int low, int high) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < low || value > high) return std::nullopt;
  return value;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(at, begin), text.size());
    if (end > begin) parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// The values as typed, before they are judged.
struct Typed {
  std::string device, precision = "single", threads, explain, emit, width, seed, reduce, remarks;
  std::vector<std::string> include, positional;
  std::optional<std::string> text;
  bool version = false, check = false;
};

void declare(CLI::App& app, Typed& typed, CLI::Option*& explain) {
  app.add_option("script", typed.positional, "the program to run; - reads standard input")->type_name("script.q");
  app.add_option("-e", typed.text, "run this text instead of a file")->type_name("TEXT");
  app.add_option("--device", typed.device, "where loops run: auto, cpu, cuda, cuda:N or simt, the checked emulator (also QC_DEVICE)")->type_name("NAME");
  app.add_option("--precision", typed.precision, "what scalar means: single or double")->type_name("NAME");
  app.add_option("--threads", typed.threads, "threads on the host (also QC_THREADS)")->type_name("N");
  app.add_option("-I", typed.include, "a folder in which import looks (also QC_PATH, separated by colons)")
      ->type_name("FOLDER")->allow_extra_args(false);
  explain = app.add_option("--explain", typed.explain, "report on each loop instead of running; =json: one object a line; =run: run, and report on each loop as it is reached, on standard error")
      ->expected(0, 1)->type_name("[=json|run]");
  app.add_option("--emit", typed.emit, "print ast, plan, kernel, llvm, ptx or asm instead of running")->type_name("STAGE");
  app.add_option("--remarks", typed.remarks, "write the verdict on each loop to a file, in the YAML of LLVM's optimisation records")->type_name("FILE");
  app.add_flag("--check", typed.check, "run on the checked emulator, report races and other faults of kernels with their lines, go on");
  app.add_option("--reduce", typed.reduce, "cuda, simt: how reductions are carried out (docs/reductions.md)")->type_name("WAY[,FINISH][,THREADS]");
  app.add_option("--width", typed.width, "simt: threads that move in lockstep, a power of two up to 32 (32)")->type_name("N");
  app.add_option("--seed", typed.seed, "simt: seed of the order in which threads move (0)")->type_name("N");
  app.add_flag("--version", typed.version, "print the version");
}

std::optional<Diagnostic> apply_device(const std::string& text, const std::string& origin, host::Options& options) {
  if (parse_device(text, options)) return std::nullopt;
  return usage(origin + " expects auto, cpu, cuda, cuda:N or simt, got '" + text + "'");
}

std::optional<Diagnostic> apply_threads(const std::string& text, const std::string& origin, host::Options& options) {
  const auto n = whole_number(text, 1, kMaxThreads);
  if (!n) return usage(origin + " expects a number from 1 to " + std::to_string(kMaxThreads) + ", got '" + text + "'");
  options.threads = *n;
  return std::nullopt;
}

// --check, --width and --seed.
std::optional<Diagnostic> apply_simt(const Typed& typed, host::Options& options) {
  if (typed.check) {
    if (!typed.device.empty() && options.device != host::DeviceChoice::Simt) return usage("--check runs on the emulator, got --device=" + typed.device);
    options.device = host::DeviceChoice::Simt;
    options.check = true;
  }
  if (options.device != host::DeviceChoice::Simt && !(typed.width.empty() && typed.seed.empty()))
    return usage("--width and --seed speak of the emulator", "add --device=simt or --check");
  if (!typed.width.empty()) {
    const auto n = whole_number(typed.width, 1, 32);
    if (!n || (*n & (*n - 1)) != 0) return usage("--width expects a power of two from 1 to 32, got '" + typed.width + "'");
    options.simt.width = *n;
  }
  if (!typed.seed.empty()) {
    const auto n = whole_number(typed.seed, 0, std::numeric_limits<int>::max());
    if (!n) return usage("--seed expects a number from 0 to 2147483647, got '" + typed.seed + "'");
    options.simt.seed = std::uint64_t(*n);
  }
  return std::nullopt;
}

std::optional<host::ReportKind> emit_kind(const std::string& stage, host::DeviceChoice device) {
  using host::ReportKind;
  if (stage == "ast") return ReportKind::Ast;
  if (stage == "plan") return ReportKind::Plan;
  if (stage == "kernel") return ReportKind::Kernel;
  if (stage == "llvm") return device == host::DeviceChoice::Cuda ? ReportKind::LlvmPtx : ReportKind::LlvmHost;
  if (stage == "ptx") return ReportKind::Ptx;
  if (stage == "asm") return ReportKind::Asm;
  return std::nullopt;
}

std::optional<Diagnostic> apply_values(const Typed& typed, const Environment& environment, host::Options& options) {
  const char* device = environment("QC_DEVICE");
  const char* threads = environment("QC_THREADS");
  const char* path = environment("QC_PATH");
  if (!typed.device.empty()) {
    if (auto bad = apply_device(typed.device, "--device", options)) return bad;
  } else if (device && *device) {
    if (auto bad = apply_device(device, "QC_DEVICE", options)) return bad;
  }
  if (auto bad = apply_simt(typed, options)) return bad;
  if (!typed.threads.empty()) {
    if (auto bad = apply_threads(typed.threads, "--threads", options)) return bad;
  } else if (threads && *threads) {
    if (auto bad = apply_threads(threads, "QC_THREADS", options)) return bad;
  }
  if (!typed.reduce.empty()) {
    const auto choice = parse_reduce_choice(typed.reduce);
    if (!choice) return usage("--reduce expects " + std::string(kReduceWords) + ", got '" + typed.reduce + "'");
    if (options.device == host::DeviceChoice::Cpu) return usage("--reduce speaks of GPUs, the CPU has one way", "add --device=cuda or --device=simt");
    options.reduce = *choice;
  }
  if (typed.precision != "single" && typed.precision != "double")
    return usage("--precision expects single or double, got '" + typed.precision + "'");
  options.scalar = typed.precision == "double" ? Elem::F64 : Elem::F32;
  options.library_path = typed.include;
  if (path)
    for (auto& folder : split(path, ':')) options.library_path.push_back(std::move(folder));
  return std::nullopt;
}

// QC_CACHE: a folder, or none; without it the user's own folder for such things.
void apply_code_folder(const Environment& environment, Command& command) {
  const auto value = [&](const char* name) -> std::string {
    const char* text = environment(name);
    return text ? text : "";
  };
  const std::string named = value("QC_CACHE"), base = value("XDG_CACHE_HOME"), home = value("HOME");
  if (!named.empty()) {
    command.code_folder_named = named != "none";
    if (named != "none") command.code_folder = named;
  } else if (!base.empty()) {
    command.code_folder = base + "/qc";
  } else if (!home.empty()) {
    command.code_folder = home + "/.cache/qc";
  }
}

std::variant<Command, Diagnostic> explain_command(const std::vector<std::string>& arguments) {
  if (arguments.size() > 2) return usage("qc explain takes one code, got " + std::to_string(arguments.size() - 1));
  Command command;
  command.action = arguments.size() == 1 ? Command::Action::ListCodes : Command::Action::ExplainCode;
  if (arguments.size() == 2) command.code = arguments[1];
  return command;
}

// CLI11 names the argument it did not expect; what is near it is ours to say.
Diagnostic unexpected(const CLI::App& app, const std::vector<std::string>& arguments, const std::string& why) {
  std::vector<std::string> known;
  for (const auto* option : app.get_options())
    for (const auto& name : option->get_lnames()) known.push_back("--" + name);
  for (const auto& argument : arguments) {
    const std::string name = argument.substr(0, argument.find('='));
    if (name.size() < 2 || name[0] != '-' || std::find(known.begin(), known.end(), name) != known.end()) continue;
    if (name[1] != '-') {
      if (name[1] == 'e' || name[1] == 'I' || name[1] == 'h') continue;
    }
    const std::string near = nearest_name(name, known);
    return usage("unknown option '" + name + "'", near.empty() ? "qc --help lists the options" : "did you mean " + near + "?");
  }
  if (!arguments.empty() && arguments.back() == "-e") return usage("-e expects the text of a program");
  std::string line = why.substr(0, why.find('\n'));
  if (!line.empty() && line.back() == '.') line.pop_back();
  return usage(line, "qc --help lists the options");
}

}  // namespace

bool parse_device(const std::string& text, host::Options& options) {
  if (text == "auto") options.device = host::DeviceChoice::Auto;
  else if (text == "cpu") options.device = host::DeviceChoice::Cpu;
  else if (text == "simt") options.device = host::DeviceChoice::Simt;
  else if (text == "cuda") options.device = host::DeviceChoice::Cuda;
  else if (text.rfind("cuda:", 0) == 0) {
    const auto index = whole_number(text.substr(5), 0, 1023);
    if (!index) return false;
    options.device = host::DeviceChoice::Cuda;
    options.cuda_index = *index;
  } else {
    return false;
  }
  return true;
}

std::variant<Command, Diagnostic> parse_command_line(const std::vector<std::string>& arguments, const Environment& environment) {
  if (!arguments.empty() && arguments[0] == "explain") return explain_command(arguments);
  CLI::App app("qc compiles and runs programs of a Quasar-like array and loop language.\n"
               "Without a program it reads statements; `qc explain CODE` documents a diagnostic or reason.", "qc");
  Typed typed;
  CLI::Option* explain = nullptr;
  declare(app, typed, explain);
  // --explain takes its value only after `=`: `--explain f.q` is a flag and a program.
  std::vector<std::string> rewritten;
  for (const auto& a : arguments) rewritten.push_back(a == "--explain" ? "--explain=text" : a);
  Command command;
  try {
    std::vector<std::string> reversed(rewritten.rbegin(), rewritten.rend());
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    command.action = Command::Action::Help;
    command.help = app.help();
    return command;
  } catch (const CLI::ParseError& e) {
    return unexpected(app, rewritten, e.what());
  }
  if (auto bad = apply_values(typed, environment, command.options)) return *bad;
  apply_code_folder(environment, command);
  if (typed.version) {
    command.action = Command::Action::Version;
    return command;
  }
  if (typed.positional.size() > 1) return usage("one program at a time, got '" + typed.positional[0] + "' and '" + typed.positional[1] + "'");
  if (typed.text && !typed.positional.empty()) return usage("-e and a program file exclude each other");
  if (!typed.positional.empty()) command.script = typed.positional[0];
  command.text = typed.text;
  const bool program = typed.text || !command.script.empty();
  command.remarks = typed.remarks;
  if (!typed.remarks.empty() && (!program || command.script == "-")) return usage("--remarks needs a program in a file");
  if (typed.check && !program) return usage("--check needs a program");
  command.action = program ? Command::Action::Run : Command::Action::Repl;
  if (explain->count() > 0) {
    if (typed.explain != "text" && typed.explain != "json" && typed.explain != "run") return usage("--explain expects nothing, json or run, got '" + typed.explain + "'");
    command.options.explain = true;
    if (!program && typed.explain != "text") return usage("--explain=" + typed.explain + " needs a program");
    if (program && typed.explain != "run") command.action = Command::Action::Report;
    command.report = typed.explain == "json" ? host::ReportKind::ExplainJson : host::ReportKind::Explain;
  }
  if (!typed.emit.empty()) {
    const auto kind = emit_kind(typed.emit, command.options.device);
    if (!kind) return usage("--emit expects ast, plan, kernel, llvm, ptx or asm, got '" + typed.emit + "'");
    if (!program) return usage("--emit needs a program");
    if (explain->count() > 0) return usage("--emit and --explain exclude each other");
    command.action = Command::Action::Report;
    command.report = *kind;
  }
  return command;
}

}  // namespace qc::tool
