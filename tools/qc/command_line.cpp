#include "command_line.h"

#include <fmt/format.h>

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
  std::string device, precision = "single", threads, explain, emit, width, seed, reduce, few, maps, remarks,
                      colour = "auto", diagnostics = "text", error_limit, repeats, compare, timeout, profile,
                      time_trace, page, prefix, python;
  std::vector<std::string> include, paths;
  std::optional<std::string> text;
  bool version = false, check = false, help = false, help_dev = false, interactive = false, time = false,
       no_run = false;
};

// What other tools call it, and what is written here.
struct OtherWord {
  std::string_view word, help;
};
constexpr OtherWord kOtherVerbs[] = {
    {"run", "qc FILE runs a program"},
    {"build", "qc FILE compiles and runs a program, qc check FILE looks at it without running it"},
    {"compile", "qc FILE compiles and runs a program, qc check FILE looks at it without running it"},
    {"lint", "did you mean qc check?"},
    {"format", "did you mean qc fmt?"},
    {"repl", "qc alone is the prompt"},
    {"shell", "qc alone is the prompt"},
    {"console", "qc alone is the prompt"},
    {"clean", "qc cache clear forgets the code that is kept"},
    {"devices", "qc doctor tells what is there"},
    {"info", "qc doctor tells what works on this machine"},
    {"profile", "qc --profile FILE runs a program and tells what takes how long"},
    {"doc", "at the prompt ?NAME tells what a function does; qc explain CODE what a code means"},
    {"man", "at the prompt ?NAME tells what a function does; qc explain CODE what a code means"},
};
constexpr OtherWord kOtherOptions[] = {
    {"-V", "did you mean --version?"},
    {"-v", "did you mean --version?"},
    {"-O", "code is always optimised"},
    {"-o", "a program is compiled as it runs; --emit=STAGE writes what is made of it to standard output"},
    {"-S", "--emit=asm writes machine code as text"},
    {"-c", "qc check FILE looks at a program without running it"},
    {"-g", "errors always tell their lines; --emit=STAGE shows what is made of a program"},
    {"-j", "--threads=N"},
    {"-d", "did you mean --device?"},
    {"-D", "arguments of the program stand behind its file"},
    {"--target", "--device=NAME says where loops run, --emit=STAGE shows what is made of them"},
    {"--gpu", "--device=cuda"},
    {"--cuda", "--device=cuda"},
    {"--cpu", "--device=cpu"},
    {"--list-devices", "qc doctor tells what is there"},
    {"--output", "qc report FILE -o PAGE; --emit writes to standard output"},
};

// Of an option of one letter, what stands behind the letter is its value: -O3.
std::string help_for_option(const std::string& name) {
  const bool letter = name.size() > 1 && name[1] != '-';
  for (const OtherWord& other : kOtherOptions)
    if (other.word == (letter ? name.substr(0, 2) : name)) return std::string(other.help);
  return {};
}

// What every verb understands.
void declare_shared(CLI::App& app, Typed& typed) {
  app.add_option("--device", typed.device);
  app.add_option("--precision", typed.precision);
  app.add_option("--threads", typed.threads);
  app.add_option("-I", typed.include)->allow_extra_args(false);
  app.add_option("--reduce", typed.reduce);
  app.add_option("--few", typed.few);
  app.add_option("--maps", typed.maps);
  app.add_option("--width", typed.width);
  app.add_option("--seed", typed.seed);
  app.add_option("--color", typed.colour);
  app.add_option("--diagnostics", typed.diagnostics);
  app.add_option("--error-limit", typed.error_limit);
  app.set_help_flag();  // the pages are written below
  app.add_flag("-h,--help", typed.help);
  app.add_flag("--help-dev", typed.help_dev);
}

void declare_run(CLI::App& app, Typed& typed, CLI::Option*& explain) {
  declare_shared(app, typed);
  app.add_option("-e", typed.text);
  app.add_flag("-i", typed.interactive);
  app.add_flag("--time", typed.time);
  app.add_option("--time-trace", typed.time_trace);
  app.add_option("--profile", typed.profile)->expected(0, 1);
  explain = app.add_option("--explain", typed.explain)->expected(0, 1);
  app.add_option("--emit", typed.emit);
  app.add_option("--remarks", typed.remarks);
  app.add_flag("--check", typed.check);
  app.add_flag("--version", typed.version);
}

constexpr const char* kHelp =
    R"(usage: qc [options] program.q [arguments]   run a program; - reads it from standard input
       qc [options] -e TEXT [-- arguments]  run a text
       qc [options]                         the prompt
       qc VERB [options] ...

  check FILE..           names, types and loops, without running
  test FOLDER            runs programs that carry their answers, on every device present
  bench FILE [ARGUMENTS] how long a program takes; --compare=OTHER
  fmt FILE..             puts programs into their usual form
  report FILE [-o PAGE]  a page to look at: source, verdicts, kernels, times, output, figures; --no-run
  explain [CODE]         what a diagnostic (Q0401) or a reason (R012) means
  doctor                 what works on this machine
  cache stat|clear|verify  the code that is kept between runs
  lsp                    a language server for editors, on standard input and output
  jupyter install        a kernel for Jupyter notebooks; --prefix=FOLDER, --python=PATH

  --device=NAME          where loops run: auto, cpu, cuda, cuda:N, or simt, the checked emulator (also QC_DEVICE)
  --threads=N            threads on the host (also QC_THREADS)
  --precision=NAME       what scalar means: single or double
  -I FOLDER              a folder in which import looks (also QC_PATH, separated by colons)
  -i                     the prompt after the program, with its variables
  --explain[=json|run]   the verdict on each loop instead of running; run: as the loops are reached
  --check                on the emulator: races and other faults of kernels, with their lines
  --time                 how long parsing, analysing, compiling, copying and running took
  --profile[=json]       a table of loops and kernels: launches, times, bytes, schedules
  --color=WHEN           auto, always or never (also NO_COLOR)
  --version, --help, --help-dev
)";
constexpr const char* kHelpDev = R"(for those who look inside, or work on qc:

  --emit=STAGE           ast, plan, kernel, llvm, ptx or asm of a program, which is not run
  --remarks=FILE         the verdict on each loop in the YAML of LLVM's optimisation records
  --reduce=STRATEGY[,FINISH][,THREADS]  cuda, simt: how reductions are carried out (docs/reductions.md)
  --few=PLACE            cuda, simt: where loops run that do little, host (cuda) or device (simt, with --reduce)
  --maps=FORM            how loops with inner loops run: whole, or in parts wherever they can (the faster way)
  --width=N              simt: threads that move in lockstep, a power of two up to 32 (32)
  --seed=N               simt: seed of the order in which threads move (0)
  --time-trace=FILE      phases and launches one by one, for chrome://tracing and Perfetto
  --diagnostics=FORM     text, or json: one object a line on standard error
  --error-limit=N        errors that are shown of one failure (20; 0: all)
  QC_CACHE=FOLDER        where code is kept between runs (~/.cache/qc); none: nowhere
  QC_PREPARE=FOLDER      where code of kernels is put for x86-64-v3 and -v4: what packages bring; with --device=simt PTX
                         for GPUs as well, which the emulator stands in for
  QC_PTXAS=PROGRAM       the assembler that makes machine code of that PTX (nowhere: PTX alone)
  QC_OUTPUT=FOLDER       where figures go (./qc-output); none: nowhere
  QC_IMAGES=HOW          images at the prompt: kitty, sixel, blocks or none (by the terminal)
  test: --timeout=S      seconds that a program may take on a device (300)
  bench: --repeats=N     runs that count (as many as are needed)
  fmt: --check           tells which files would change, and changes none

A flag counts before a variable of the environment, and that before the default. docs/command_line.md says more.
)";

std::optional<Diagnostic> apply_device(const std::string& text, const std::string& origin, host::Options& options) {
  if (parse_device(text, options)) return std::nullopt;
  const bool gpu = text == "gpu" || text == "nvidia";
  return usage(origin + " expects auto, cpu, cuda, cuda:N or simt, got '" + text + "'",
               gpu ? "a GPU of NVIDIA's is cuda" : "");
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
    if (!typed.device.empty() && options.device != host::DeviceChoice::Simt)
      return usage("--check runs on the emulator, got --device=" + typed.device);
    options.device = host::DeviceChoice::Simt;
    options.check = true;
  }
  if (options.device != host::DeviceChoice::Simt && !(typed.width.empty() && typed.seed.empty()))
    return usage("--width and --seed speak of the emulator", "add --device=simt or --check");
  if (!typed.width.empty()) {
    const auto n = whole_number(typed.width, 1, 32);
    if (!n || (*n & (*n - 1)) != 0)
      return usage("--width expects a power of two from 1 to 32, got '" + typed.width + "'");
    options.simt.width = *n;
  }
  if (!typed.seed.empty()) {
    const auto n = whole_number(typed.seed, 0, std::numeric_limits<int>::max());
    if (!n) return usage("--seed expects a number from 0 to 2147483647, got '" + typed.seed + "'");
    options.simt.seed = std::uint64_t(*n);
  }
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
    if (options.device == host::DeviceChoice::Cpu)
      return usage("--reduce speaks of GPUs, the CPU has one way", "add --device=cuda or --device=simt");
    options.reduce = *choice;
    options.few_on_host = false;
  }
  if (!typed.few.empty()) {
    if (typed.few != "host" && typed.few != "device")
      return usage("--few expects host or device, got '" + typed.few + "'");
    options.few_on_host = typed.few == "host";
  }
  if (!typed.maps.empty()) {
    if (typed.maps != "whole" && typed.maps != "parts")
      return usage("--maps expects whole or parts, got '" + typed.maps + "'");
    options.maps = typed.maps == "whole" ? host::MapForm::Whole : host::MapForm::Parts;
  }
  if (typed.precision != "single" && typed.precision != "double")
    return usage("--precision expects single or double, got '" + typed.precision + "'");
  options.scalar = typed.precision == "double" ? Elem::F64 : Elem::F32;
  options.library_path = typed.include;
  if (path)
    for (auto& folder : split(path, ':')) options.library_path.push_back(std::move(folder));
  return std::nullopt;
}

// QC_PREPARE: a folder; QC_PTXAS: a program. QC_CACHE: a folder, or none; without it the user's own folder for such
// things.
void apply_code_folder(const Environment& environment, Command& command) {
  const auto value = [&](const char* name) -> std::string {
    const char* text = environment(name);
    return text ? text : "";
  };
  command.prepared_folder = value("QC_PREPARE");
  command.assembler = value("QC_PTXAS");
  command.options.simt.stands_in = !command.prepared_folder.empty();
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

// --color, --diagnostics and --error-limit.
std::optional<Diagnostic> apply_style(const Typed& typed, const Environment& environment, Command& command) {
  const char* plain = environment("NO_COLOR");
  if (typed.colour == "always")
    command.colour = Command::Colour::Always;
  else if (typed.colour == "never")
    command.colour = Command::Colour::Never;
  else if (typed.colour != "auto")
    return usage("--color expects auto, always or never, got '" + typed.colour + "'");
  else if (plain && *plain)
    command.colour = Command::Colour::Never;
  if (typed.diagnostics != "text" && typed.diagnostics != "json")
    return usage("--diagnostics expects text or json, got '" + typed.diagnostics + "'");
  command.style.json = typed.diagnostics == "json";
  if (!typed.error_limit.empty()) {
    const auto n = whole_number(typed.error_limit, 0, 1000000);
    if (!n) return usage("--error-limit expects a number from 0 on, got '" + typed.error_limit + "'");
    command.style.most_errors = *n;
  }
  return std::nullopt;
}

// What an option that takes a value expects, for where that is missing.
std::string value_of(const CLI::Option& option) {
  static const std::pair<const char*, const char*> values[] = {
      {"-I", "a folder"},       {"-e", "the text of a program"},
      {"-o", "a file"},         {"--compare", "a program file"},
      {"--prefix", "a folder"}, {"--python", "a path"},
      {"--remarks", "a file"},  {"--time-trace", "a file"}};
  for (const auto& [name, value] : values)
    if (option.check_name(name)) return value;
  return "a value";
}

// CLI11 names the argument it did not expect; what is near it is ours to say.
Diagnostic unexpected(const CLI::App& app, const std::vector<std::string>& arguments, const std::string& why) {
  std::vector<std::string> known;
  for (const auto* option : app.get_options())
    for (const auto& name : option->get_lnames()) known.push_back("--" + name);
  for (const auto& argument : arguments) {
    const std::string name = argument.substr(0, argument.find('='));
    if (name.size() < 2 || name[0] != '-' || std::find(known.begin(), known.end(), name) != known.end()) continue;
    if (name[1] != '-' && app.get_option_no_throw(name.substr(0, 2))) continue;
    const std::string near = nearest_name(name, known);
    std::string help = help_for_option(name);
    if (help.empty()) help = near.empty() ? "qc --help lists the options" : "did you mean " + near + "?";
    return usage("unknown option '" + name + "'", std::move(help));
  }
  // "-I: 1 required TEXT missing"
  if (const auto* option = app.get_option_no_throw(why.substr(0, why.find(':'))); option && option->get_expected_min())
    return usage(why.substr(0, why.find(':')) + " expects " + value_of(*option), "qc --help lists the options");
  std::string line = why.substr(0, why.find('\n'));
  if (!line.empty() && line.back() == '.') line.pop_back();
  return usage(line, "qc --help lists the options");
}

std::optional<Diagnostic> parse_with(CLI::App& app, const std::vector<std::string>& words) {
  for (const auto& word : words) {  // CLI11 counts --time=3 as three
    const std::size_t end = word.find('=');
    const auto* option = end == std::string::npos ? nullptr : app.get_option_no_throw(word.substr(0, end));
    if (option && option->get_expected_max() == 0) return usage(word.substr(0, end) + " takes no value");
  }
  try {
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    app.parse(reversed);
    return std::nullopt;
  } catch (const CLI::ParseError& e) {
    return unexpected(app, words, e.what());
  }
}

// --explain and --profile take their values only after `=`: `--explain f.q` is a flag and a program.
std::vector<std::string> words_for_options(const std::vector<std::string>& arguments) {
  std::vector<std::string> words;
  for (const auto& a : arguments) words.push_back(a == "--explain" || a == "--profile" ? a + "=text" : a);
  return words;
}

// Where the options end: at the program's file, or at `--`.
std::size_t end_of_options(const CLI::App& app, const std::vector<std::string>& words) {
  std::size_t k = 0;
  for (; k < words.size(); ++k) {
    const std::string& w = words[k];
    if (w == "--" || w == "-" || w.empty() || w[0] != '-') break;
    if (w.find('=') != std::string::npos || (w[1] != '-' && w.size() > 2)) continue;
    const CLI::Option* option = app.get_option_no_throw(w);
    if (option && option->get_expected_min() > 0) ++k;
  }
  return std::min(k, words.size());
}

// Pages of help, and all that the options shared by programs and verbs say.
std::variant<bool, Diagnostic> apply_shared(const Typed& typed, const Environment& environment, Command& command) {
  if (typed.help || typed.help_dev) {
    command.action = Command::Action::Help;
    command.help = typed.help_dev ? kHelpDev : kHelp;
    return true;
  }
  if (auto bad = apply_values(typed, environment, command.options)) return *bad;
  if (auto bad = apply_style(typed, environment, command)) return *bad;
  apply_code_folder(environment, command);
  const char* device = environment("QC_DEVICE");
  command.device_named = !typed.device.empty() || (device && *device);
  return false;
}

using Action = Command::Action;
struct Verb {
  const char* name;
  Action action;
  int least, most;    // words behind it; -1: any number
  const char* takes;  // them, in words
};
constexpr Verb kVerbs[] = {
    {"check", Action::Check, 1, -1, "program files"},        {"test", Action::Test, 1, -1, "folders or program files"},
    {"bench", Action::Bench, 1, -1, "one program file"},     {"fmt", Action::Format, 1, -1, "program files or folders"},
    {"report", Action::Page, 1, -1, "one program file"},     {"doctor", Action::Doctor, 0, 0, "nothing"},
    {"cache", Action::Cache, 1, 1, "stat, clear or verify"}, {"explain", Action::ExplainCode, 0, 1, "one code"},
    {"lsp", Action::LanguageServer, 0, 0, "nothing"},        {"jupyter", Action::Jupyter, 1, 1, "install"}};

// The lines of the pages that speak of a verb, as a page of its own. Meanings stand in a column, or two blanks behind
// words that reach into it.
std::string help_of_verb(const std::string& name) {
  constexpr std::size_t kColumn = 25;
  std::string usage_line, text;
  for (const std::string& line : split(std::string(kHelp) + kHelpDev, '\n')) {
    const bool own = line.starts_with("  " + name + " "), option = line.starts_with("  " + name + ": ");
    if (!own && !option) continue;
    const std::size_t begin = option ? name.size() + 4 : 2;
    const std::size_t meaning = line[kColumn - 1] == ' ' ? kColumn : line.find("  ", begin) + 2;
    const std::string words = line.substr(begin, line.find_last_not_of(' ', meaning - 1) + 1 - begin);
    if (own)
      usage_line = "usage: qc " + words + "\n\n  " + line.substr(meaning) + "\n";
    else
      text += fmt::format("  {:<{}}{}\n", words, kColumn - 2, line.substr(meaning));
  }
  return usage_line + text + "\nThe options of qc --help are understood as well. docs/command_line.md says more.\n";
}

std::variant<Command, Diagnostic> verb_command(const Verb& verb, const std::vector<std::string>& words,
                                               const Environment& environment) {
  CLI::App app("", "qc");
  Typed typed;
  declare_shared(app, typed);
  app.add_option("paths", typed.paths);
  if (verb.action == Action::Test) app.add_option("--timeout", typed.timeout);
  if (verb.action == Action::Bench) {
    app.add_option("--repeats", typed.repeats);
    app.add_option("--compare", typed.compare);
  }
  if (verb.action == Action::Format) app.add_flag("--check", typed.check);
  bool stdio = false;
  if (verb.action == Action::LanguageServer) app.add_flag("--stdio", stdio);  // some editors say it to every server
  if (verb.action == Action::Jupyter) {
    app.add_option("--prefix", typed.prefix);
    app.add_option("--python", typed.python);
  }
  if (verb.action == Action::Page) {
    app.add_option("-o", typed.page);
    app.add_flag("--no-run", typed.no_run);
  }
  if (auto bad = parse_with(app, words)) return *bad;
  Command command;
  command.action = verb.action;
  const auto done = apply_shared(typed, environment, command);
  if (const auto* bad = std::get_if<Diagnostic>(&done)) return *bad;
  if (std::get<bool>(done)) {
    if (typed.help) command.help = help_of_verb(verb.name);
    return command;
  }
  const int count = int(typed.paths.size());
  if (count < verb.least || (verb.most >= 0 && count > verb.most))
    return usage("qc " + std::string(verb.name) + " takes " + verb.takes + ", got " +
                 (count == 0   ? "none"
                  : count == 1 ? "'" + typed.paths[0] + "'"
                               : std::to_string(count) + " words"));
  command.paths = typed.paths;
  command.compare = typed.compare;
  command.writes = !typed.check;
  if (verb.action == Action::Bench || verb.action == Action::Page) {
    command.script = typed.paths[0];
    command.arguments.assign(typed.paths.begin() + 1, typed.paths.end());
  }
  if (verb.action == Action::Page) {
    command.page = typed.page;
    command.runs = !typed.no_run;
  }
  if (verb.action == Action::ExplainCode) {
    if (count == 0)
      command.action = Action::ListCodes;
    else
      command.code = typed.paths[0];
  }
  if (verb.action == Action::Cache) {
    command.word = typed.paths[0];
    if (command.word != "stat" && command.word != "clear" && command.word != "verify")
      return usage("qc cache takes stat, clear or verify, got '" + command.word + "'");
  }
  if (verb.action == Action::Jupyter) {
    command.word = typed.paths[0];
    if (command.word != "install" && command.word != "serve")
      return usage("qc jupyter takes install, got '" + command.word + "'");
    command.prefix = typed.prefix;
    command.python = typed.python;
  }
  if (!typed.repeats.empty()) {
    const auto n = whole_number(typed.repeats, 1, 1000000);
    if (!n) return usage("--repeats expects a number from 1 on, got '" + typed.repeats + "'");
    command.repeats = *n;
  }
  if (!typed.timeout.empty()) {
    const auto n = whole_number(typed.timeout, 1, 1000000);
    if (!n) return usage("--timeout expects a number of seconds, got '" + typed.timeout + "'");
    command.timeout = *n;
  }
  return command;
}

}  // namespace

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

std::string help_for_word(const std::string& word) {
  for (const OtherWord& other : kOtherVerbs)
    if (other.word == word) return std::string(other.help);
  std::vector<std::string> names{"help"};
  for (const Verb& verb : kVerbs) names.emplace_back(verb.name);
  const std::string near = nearest_name(word, names);
  return near.empty() ? "" : "did you mean qc " + near + "?";
}

bool wants_json(const std::vector<std::string>& arguments) {
  const auto asks = [&](std::size_t k) {
    return arguments[k] == "--diagnostics=json" ||
           (arguments[k] == "--diagnostics" && k + 1 < arguments.size() && arguments[k + 1] == "json");
  };
  std::size_t first = 0;
  while (first < arguments.size() && arguments[first] != "--" && !asks(first)) ++first;
  if (first == arguments.size() || arguments[first] == "--") return false;
  for (const Verb& verb : kVerbs)
    if (arguments[0] == verb.name) return true;
  CLI::App app("", "qc");
  Typed typed;
  CLI::Option* explain = nullptr;
  declare_run(app, typed, explain);
  return first < end_of_options(app, words_for_options(arguments));
}

bool parse_device(const std::string& text, host::Options& options) {
  if (text == "auto")
    options.device = host::DeviceChoice::Auto;
  else if (text == "cpu")
    options.device = host::DeviceChoice::Cpu;
  else if (text == "simt")
    options.device = host::DeviceChoice::Simt;
  else if (text == "cuda")
    options.device = host::DeviceChoice::Cuda;
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

std::variant<Command, Diagnostic> parse_command_line(const std::vector<std::string>& arguments,
                                                     const Environment& environment) {
  if (!arguments.empty() && (arguments[0] == "help" || arguments[0] == "version")) {  // words that other tools have
    Command command;
    command.action = arguments[0] == "help" ? Command::Action::Help : Command::Action::Version;
    command.help = kHelp;
    for (const Verb& verb : kVerbs)
      if (arguments.size() > 1 && arguments[1] == verb.name) command.help = help_of_verb(verb.name);
    return command;
  }
  for (const Verb& verb : kVerbs)
    if (!arguments.empty() && arguments[0] == verb.name)
      return verb_command(verb, {arguments.begin() + 1, arguments.end()}, environment);
  CLI::App app("", "qc");
  Typed typed;
  CLI::Option* explain = nullptr;
  declare_run(app, typed, explain);
  std::vector<std::string> words = words_for_options(arguments);
  const std::size_t end = end_of_options(app, words);
  Command command;
  std::vector<std::string> rest(arguments.begin() + std::ptrdiff_t(end), arguments.end());
  words.resize(end);
  if (auto bad = parse_with(app, words)) return *bad;
  const auto done = apply_shared(typed, environment, command);
  if (const auto* bad = std::get_if<Diagnostic>(&done)) return *bad;
  if (std::get<bool>(done)) return command;
  if (typed.version) {
    command.action = Command::Action::Version;
    return command;
  }
  const bool behind_marks = !rest.empty() && rest[0] == "--";
  if (behind_marks) rest.erase(rest.begin());
  if (typed.text && !rest.empty() && !behind_marks)
    return usage("-e and a program file exclude each other", "what the text's args() is to give stands behind --");
  if (!typed.text && !rest.empty()) {
    command.script = rest[0];
    rest.erase(rest.begin());
    if (!rest.empty() && rest[0] == "--") rest.erase(rest.begin());
  }
  command.text = typed.text;
  command.arguments = rest;
  command.interactive = typed.interactive;
  command.time = typed.time;
  command.time_trace = typed.time_trace;
  if (!typed.profile.empty() && typed.profile != "text" && typed.profile != "json")
    return usage("--profile expects nothing or json, got '" + typed.profile + "'");
  if (!typed.profile.empty())
    command.profile = typed.profile == "json" ? Command::Profile::Json : Command::Profile::Table;
  const bool program = typed.text || !command.script.empty();
  command.remarks = typed.remarks;
  if (!typed.remarks.empty() && (!program || command.script == "-"))
    return usage("--remarks needs a program in a file");
  if (typed.check && !program) return usage("--check needs a program");
  if ((typed.time || !typed.profile.empty() || !typed.time_trace.empty()) && (!program || typed.interactive))
    return usage("--time, --profile and --time-trace need a program that ends", ":time is the prompt's");
  if (typed.interactive && command.script == "-")
    return usage("-i needs a program in a file, the prompt reads standard input");
  command.action = program && !typed.interactive ? Command::Action::Run : Command::Action::Repl;
  if (explain->count() > 0) {
    if (typed.explain != "text" && typed.explain != "json" && typed.explain != "run")
      return usage("--explain expects nothing, json or run, got '" + typed.explain + "'");
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
