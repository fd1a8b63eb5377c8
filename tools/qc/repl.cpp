#include "repl.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <memory>
#include <set>
#include <sstream>

#include "function_help.h"
#include "host/builtins/texts_and_files/display.h"
#include "host/context/builtin_state.h"
#include "host/library/library.h"
#include "host/session/inspect.h"
#include "io/bytes.h"
#include "parser/parse.h"
#include "runtime/device.h"
#include "sema/builtins.h"
#include "timing.h"

namespace qc::tool {
namespace {

struct CommandInfo {
  const char *name, *words, *text;
};
constexpr CommandInfo kCommands[] = {
    {":help", "[NAME]", "this text; of a function what it does, as ?NAME and help NAME"},
    {":vars", "", "the variables with their types, extents and bytes; also :whos and whos"},
    {":type", "EXPRESSION", "its type and extents"},
    {":time", "STATEMENT", "runs it and tells how long that took"},
    {":bench", "STATEMENT", "runs it many times and tells how long that takes"},
    {":load", "FILE", "imports a program; one that was edited is taken again"},
    {":which", "NAME", "where a function is defined"},
    {":reload", "", "imports again whatever was edited of what was loaded and imported"},
    {":save", "FILE", "the statements of this session that worked, as a program"},
    {":clear", "[NAME ..]", "forgets variables, all of them or those named"},
    {":device", "[NAME]", "where loops run; auto, cpu, cuda, cuda:N or simt moves the session there"},
    {":explain", "on|off", "reports on each loop when it runs; alone: on those of the last entry"},
    {":emit", "STAGE", "ast, plan, kernel, llvm, ptx or asm of the last entry"},
    {":history", "[N]", "the last 30 entries, or N, those of other sessions too"},
    {":pwd", "", "the folder that paths begin in"},
    {":cd", "[FOLDER]", "goes to a folder; alone to the home folder"},
    {":ls", "[FOLDER]", "the files of a folder"},
    {":reset", "", "begins anew"},
    {":quit", "", "leaves, as do quit, exit and Ctrl-D"},
};

// What other systems call them, as long as no variable or function goes by the name.
struct OtherName {
  std::string_view name, command;
};
constexpr OtherName kOtherNames[] = {
    {"help", ":help"},
    {"doc", ":help"},
    {"lookfor", ":help"},
    {"whos", ":vars"},
    {"who", ":vars"},
    {"clear", ":clear"},
    {"which", ":which"},
    {"run", ":load"},
    {"source", ":load"},
    {"include", ":load"},
    {"history", ":history"},
    {"pwd", ":pwd"},
    {"cd", ":cd"},
    {"chdir", ":cd"},
    {"ls", ":ls"},
    {"dir", ":ls"},
    {"varinfo", ":vars"},
    {"@which", ":which"},
    {"@time", ":time"},
    {"@btime", ":bench"},
    {"quit", ":quit"},
    {"exit", ":quit"},
    {"%time", ":time"},
    {"%timeit", ":bench"},
    {"@benchmark", ":bench"},
    {"%run", ":load"},
    {"%whos", ":vars"},
    {"%who", ":vars"},
    {"%reset", ":reset"},
    {"%history", ":history"},
    {"%hist", ":history"},
    {"%cd", ":cd"},
    {"%pwd", ":pwd"},
    {"%ls", ":ls"},
    {":q", ":quit"},
    {":h", ":help"},
    {":?", ":help"},
};
std::string_view command_of(std::string_view name) {
  for (const auto& other : kOtherNames)
    if (other.name == name) return other.command;
  return {};
}
// With a colon in front of them these names are commands whatever goes by the name.
std::string command_with_colon(const std::string& name) {
  for (const std::string& written : {name, name.substr(1)})
    if (const auto command = command_of(written); !command.empty()) return std::string(command);
  return name;
}

// What a command does, by its name, without its colon too, or by that of another system; empty when it is none.
std::string help_on_command(const std::string& name) {
  const std::string meant = command_with_colon(name.starts_with(':') ? name : ":" + name);
  for (const auto& c : kCommands)
    if (meant == c.name) return meant + (*c.words ? " " : "") + c.words + "\n  " + c.text + "\n";
  return {};
}

std::string help_text() {
  std::string text =
      "statements are run as they are entered; a block goes on until its end\n"
      "a value is shown unless its statement ends with ;  ans is the last one that was not assigned\n";
  for (const auto& c : kCommands)
    text += fmt::format("  {:<22}{}\n", std::string(c.name) + (*c.words ? " " : "") + c.words, c.text);
  return text +
         "Tab completes; Up and Ctrl-R look through what was entered, in other sessions too; Ctrl-C stops what runs\n";
}

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string w; in >> w;) words.push_back(w);
  return words;
}

bool is_name(const std::string& text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '$'; });
}

// What stands behind the name of a command, f.q of `f.q`, `"f.q"` and `("f.q")`. Nothing: it is a statement that begins
// with that name.
std::optional<std::string> argument_in(std::string rest) {
  const bool touches = !rest.empty() && rest[0] != ' ' && rest[0] != '\t';
  rest = trimmed(rest);
  if (rest == ";") return "";
  if (rest.empty() || rest[0] == '"') return rest;
  const std::string plain = rest.ends_with(';') ? trimmed(rest.substr(0, rest.size() - 1)) : rest;
  if (plain[0] == '(' && plain.back() == ')') {
    const std::string inner = trimmed(plain.substr(1, plain.size() - 2));
    const bool text = inner.size() > 1 && inner[0] == '"' && inner.find('"', 1) == inner.size() - 1;
    if (inner.empty() || text || is_name(inner)) return inner;
  }
  if (!touches && rest[0] == ':' && !help_on_command(rest).empty()) return rest;  // help :device
  // An assignment, an access, a declaration, a lambda.
  if (touches || std::string_view("=[:(").find(rest[0]) != std::string_view::npos || rest.starts_with("->")) return {};
  return rest;
}

bool is_comment(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line = trimmed(line); !line.empty() && line[0] != '%') return false;
  return true;
}

// One cell, as if it had been pasted.
class CellReader : public LineReader {
 public:
  explicit CellReader(std::string cell) : cell_(std::move(cell)) {}
  Entry read(const std::string&) override {
    if (!cell_) return {Kind::End, ""};
    Entry entry{Kind::Line, std::move(*cell_)};
    cell_.reset();
    return entry;
  }

 private:
  std::optional<std::string> cell_;
};

class Repl : public Cells {
 public:
  Repl(host::Options options, const Streams& streams, LineReader* reader, bool interactive, const Screen& screen,
       std::function<void(const std::string&)> wrote = {})
      : streams_(streams),
        reader_(reader),
        interactive_(interactive),
        explain_(options.explain),
        screen_(screen),
        wrote_(std::move(wrote)),
        options_(with_echo(std::move(options))) {
    begin();
  }
  ~Repl() override { set_interrupt_target(nullptr); }

  Outcome run(const std::string& cell) override {
    CellReader reader(cell);
    reader_ = &reader;
    done_ = quit_ = false;
    outcome_ = Outcome();
    loop();
    if (const auto& display = session_->builtin_state().display) attempt([&] { display->flush(); });
    reader_ = nullptr;
    outcome_->ended = quit_;
    return std::exchange(outcome_, std::nullopt).value();
  }
  std::string about(const std::string& name) override {
    std::string text;
    if (const auto value = session_->variable(name)) text = name + " : " + described(*value, options_.scalar) + "\n";
    return text + help_on(name, session_->sources()) + help_on_command(name);
  }

  void set_reader(LineReader* reader) { reader_ = reader; }

  // The program that is run before the first entry. What it leaves is there for the entries.
  void run_first(const FirstProgram& program) {
    const FileId file = session_->sources().add(program.name, program.text);
    session_->builtin_state().arguments = program.arguments;
    session_->builtin_state().show = [](const std::string&, const host::Value&) {};
    attempt([&] { session_->run(file, true); });
    connect();
    session_->builtin_state().forget("ans");
    source_ = program.text + "\n";
  }

  int loop() {
    while (!done_) {
      const auto entry = next_entry();
      if (!entry) break;
      if (is_comment(*entry)) {
        remark_ += *entry + "\n";
        if (const auto meant = command_of(words_of(*entry)[0]); interactive_ && !meant.empty())
          streams_.err(fmt::format("'%' begins a comment; the command is {}\n", meant));
      } else if (!command(trimmed(*entry))) {
        last_entry_ = *entry;
        if (trimmed(*entry).rfind("function", 0) == 0) last_entry_ = remark_ + last_entry_;  // which says what it does
        remark_.clear();
        before_ = source_;
        if (run_entry(last_entry_)) source_ += as_program(last_entry_) + "\n";
      }
      if (pending_.empty()) reader_->remember(entered_);
    }
    attempt([&] { session_->finish_launches(); });  // a kernel may still be under way, and fail
    return interactive_ ? 0 : exit_code_;
  }

  bool incomplete(const std::string& text) override {
    const std::string t = trimmed(text);
    if (t.empty()) return false;
    if (command_in(t)) return false;
    SourceMap scratch;
    return parse(scratch, scratch.add("<input>", text + "\n")).incomplete;
  }

  Vocabulary vocabulary() override {
    Vocabulary v;
    v.names = [this] { return names(); };
    v.fields = [this](const std::string& record) { return fields(record); };
    v.forms = [this](const std::string& name) { return forms_of(name, session_->sources()); };
    v.types = [this] {
      std::vector<std::string> types;
      for (FileId file = 0; file < FileId(session_->sources().size()); ++file)
        for (auto& name : types_in(session_->sources().text(file))) types.push_back(std::move(name));
      return types;
    };
    for (const auto& c : kCommands) v.commands.push_back(std::string(c.name) + (*c.words ? " " : ""));
    v.words = [this](const std::string& command) -> std::vector<std::string> {
      if (command == ":load" || command == ":save" || command == ":cd" || command == ":ls") return {"PATH"};
      if (command == ":help") return names_and_commands();
      if (command == ":which") return names();
      if (command == ":device") return {"auto", "cpu", "cuda", "simt"};
      if (command == ":emit") return {"ast", "plan", "kernel", "llvm", "ptx", "asm"};
      if (command == ":explain") return {"on", "off"};
      if (command == ":clear") return session_->variable_names();
      return {};
    };
    return v;
  }

 private:
  static host::Options with_echo(host::Options options) {
    options.echo = true;
    options.explain = true;  // reports always come; :explain decides whether they are shown
    return options;
  }
  host::Sinks sinks() {
    host::Sinks s;
    s.out = [this](std::string_view text) {
      if (!muted_ && !streams_.out(text)) done_ = true;
    };
    s.diagnostic = [this](const Diagnostic& d) {
      if (warnings_.first(d)) streams_.tell(d, session_->sources());
    };
    s.log = [this](std::string_view text) {
      if (wrote_ && text.starts_with("figure ")) return;  // which is shown itself
      if (!muted_ && (explain_ || !is_report(text))) streams_.err(text);
    };
    return s;
  }
  // Whether it begins with the place of a loop; warnings, files of figures and what is written to file 2 do not.
  bool is_report(std::string_view text) const {
    const auto& sources = session_->sources();
    for (FileId f = 0; f < sources.size(); ++f) {
      const std::string place = sources.name(f) + ":";
      if (text.size() > place.size() && text.starts_with(place) &&
          std::isdigit(static_cast<unsigned char>(text[place.size()])))
        return true;
    }
    return false;
  }
  void begin() {
    warnings_ = {};
    session_ = std::make_unique<host::Session>(options_, sinks());
    session_->builtin_state().arguments.emplace();
    session_->builtin_state().wrote = wrote_;
    connect();
  }
  void connect() {
    session_->builtin_state().show = [this](const std::string& name, const host::Value& value) {
      showed_ = true;
      if (!streams_.out(shown(name, value, options_.scalar, screen_))) done_ = true;
    };
  }

  // ---- entries
  // The next line: of what was pasted, or read.
  LineReader::Entry next_line(bool first) {
    if (pending_.empty()) {
      set_reading(reader_);
      auto line = reader_->read(first ? "qc> " : "  > ");
      set_reading(nullptr);
      if (line.kind != LineReader::Kind::Line) return line;
      const std::string text = interactive_ ? clean_pasted(line.text) : line.text;
      entered_ += (first || entered_.empty() ? "" : "\n") + text;
      if (first) entered_ = text;
      std::istringstream lines(text);
      for (std::string one; std::getline(lines, one);) pending_.push_back(one);
      if (pending_.empty()) return {LineReader::Kind::Line, ""};
    }
    LineReader::Entry entry{LineReader::Kind::Line, pending_.front()};
    pending_.pop_front();
    return entry;
  }

  // Lines until they make whole statements; nullopt at the end of the input. Ctrl-C drops what was typed.
  std::optional<std::string> next_entry() {
    std::string text;
    for (;;) {
      auto line = next_line(text.empty());
      if (line.kind == LineReader::Kind::End) {
        if (interactive_) streams_.out("\n");
        if (text.empty()) return std::nullopt;
        done_ = true;
        return text;  // what is missing is said by the parser
      }
      if (line.kind == LineReader::Kind::Interrupted) {
        streams_.out("\n");
        text.clear();
        continue;
      }
      text += (text.empty() ? "" : "\n") + line.text;
      if (trimmed(text).empty())
        text.clear();
      else if (!incomplete(text))
        return text;
    }
  }

  // An entry failed: it is told, or kept for whoever runs cells.
  void tell_failure(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources) {
    const std::string text = diagnostics.size() == 1 ? message(diagnostics[0], sources, streams_.style)
                                                     : messages(diagnostics, sources, streams_.style);
    if (!outcome_) return streams_.err(text);
    outcome_->worked = false;
    outcome_->text += text;
    for (const Diagnostic& d : diagnostics)
      if (outcome_->code.empty() && d.severity == Severity::Error)
        outcome_->code = d.code.text(), outcome_->message = d.message;
  }
  void fail(const Diagnostic& diagnostic) {
    tell_failure({diagnostic}, session_->sources());
    exit_code_ = int(diagnostic.code.exit());
    pending_.clear();
  }
  void misuse(const std::string& message, const std::string& help = {}) {
    fail({"Q0001", Severity::Error, {}, message, help, {}});
  }

  // Whether it ended without an error, which is told.
  template <class Body>
  bool attempt(const Body& body) {
    set_interrupt_target(session_.get());
    bool worked = true;
    try {
      body();
    } catch (...) {
      const Failed failure = current_failure(session_->sources());
      tell_failure(failure.diagnostics, session_->sources());
      exit_code_ = failure.exit_code;
      pending_.clear();  // of what was pasted together nothing more is run
      worked = false;
    }
    set_interrupt_target(nullptr);
    return worked;
  }
  bool run_entry(const std::string& text) {
    showed_ = false;
    const FileId file = session_->sources().add("<input " + std::to_string(++entries_) + ">", text + "\n");
    return attempt([&] { session_->run(file, false); });
  }

  // A program has no `ans`: a value that was not assigned is given to it there. Calls that were not to be shown may
  // have none.
  std::string as_program(const std::string& entry) const {
    SourceMap scratch;
    const ParseResult parsed = parse(scratch, scratch.add("<input>", entry + "\n"));
    if (!parsed.ok() || parsed.program.statements.size() != 1) return entry;
    const auto& s = parsed.program.statements[0];
    const auto* e = std::get_if<ast::ExprStmt>(&s.node);
    if (!e || std::holds_alternative<ast::Name>(e->value->node) ||
        (!showed_ && std::holds_alternative<ast::Call>(e->value->node)))
      return entry;
    return "ans = " + entry;
  }

  // ---- commands
  bool is_variable(const std::string& name) const { return session_->variable(name).has_value(); }

  // The command that an entry is, as it is written with a colon; nothing: it is statements.
  std::optional<std::string> command_in(const std::string& text) const {
    if (text.empty() || text[0] == ':') return text.empty() ? std::nullopt : std::optional(text);
    if (text[0] == '?') return ":help " + text.substr(1);
    const std::size_t end = std::min(text.find_first_of(" \t\n(;?\""), text.size());
    const std::string name = text.substr(0, end), rest = text.substr(end);
    if (!rest.empty() && rest.find_first_not_of('?') == std::string::npos && is_name(name)) return ":help " + name;
    const auto other = command_of(name);
    if (other.empty() || rest.find('\n') != std::string::npos || is_variable(name) || is_user_function(name)) return {};
    const auto argument = argument_in(rest);
    return argument ? std::optional(std::string(other) + " " + *argument) : std::nullopt;
  }

  bool command(const std::string& text) {
    const auto found = command_in(text);
    if (found) colon_command(*found);
    return found.has_value();
  }

  void colon_command(const std::string& text) {
    const std::size_t end = text.find_first_of(" \t");
    std::string name = text.substr(0, end);
    std::string rest = end == std::string::npos ? "" : trimmed(text.substr(end));
    name = command_with_colon(name);
    if (name != ":time" && name != ":bench" && name != ":type") {  // which take a statement
      if (rest.ends_with(';')) rest = trimmed(rest.substr(0, rest.size() - 1));
      if (rest.find('"', 1) == rest.size() - 1) rest = unquoted(rest);
    }
    if (name == ":help") return help(rest);
    if (name == ":type") return type_of_expression(rest);
    if (name == ":time") return time(rest);
    if (name == ":bench") return bench(rest);
    if (name == ":load") return load(rest);
    if (name == ":save") return save(rest);
    if (name == ":clear") return clear(words_of(rest));
    if (name == ":which") return which(rest);
    if (name == ":history") return history(rest);
    if (name == ":cd") return go_to(rest);
    if (name == ":ls") return list(rest);
    if (name == ":device") return device(rest);
    if (name == ":explain") return explain(rest);
    if (name == ":emit") return emit(rest);
    if (name == ":vars" || name == ":reload" || name == ":reset" || name == ":quit" || name == ":pwd") {
      if (!rest.empty()) return misuse(name + " takes nothing behind it");
      if (name == ":vars") return show_variables();
      if (name == ":reload") return reload();
      if (name == ":quit") return void(done_ = quit_ = true);
      if (name == ":pwd") return tell_folder();
      source_.clear();
      last_entry_.clear();
      return begin();
    }
    std::vector<std::string> known;
    for (const auto& c : kCommands) known.emplace_back(c.name);
    const std::string near = nearest_name(name, known);
    misuse("unknown command '" + name + "'", near.empty() ? ":help lists the commands" : "did you mean " + near + "?");
  }

  void help(std::string name) {
    if (!name.empty() && name.back() == ';') name = trimmed(name.substr(0, name.size() - 1));
    if (name.ends_with("()")) name.resize(name.size() - 2);
    if (name.empty()) return void(streams_.out(help_text()));
    if (const std::string text = about(name); !text.empty()) return void(streams_.out(text));
    const std::string about = help_about(name);
    if (!about.empty())
      return void(streams_.out("nothing goes by the name '" + name + "'; these speak of it:\n" + about));
    const std::string near = nearest_name(name, names());
    misuse("nothing is known of '" + name + "'", near.empty() ? "" : "did you mean " + near + "?");
  }

  void show_variables() {
    const auto names = session_->variable_names();
    std::size_t widest = 0;
    for (const auto& name : names)
      if (name[0] != '$') widest = std::max(widest, name.size());
    for (const auto& name : names)
      if (const auto value = session_->variable(name); value && name[0] != '$') {
        const std::size_t bytes = bytes_of(*value);
        streams_.out(fmt::format("{:<{}} : {}{}\n", name, widest, described(*value, options_.scalar),
                                 bytes > 16 ? fmt::format(", {} bytes", bytes) : ""));
      }
  }

  void which(const std::string& name) {
    if (name.empty()) return misuse(":which takes a name");
    if (const auto value = session_->variable(name))
      return void(streams_.out(name + ": a variable, " + described(*value, options_.scalar) + "\n"));
    const std::string place = place_of(name, session_->sources());
    if (!place.empty()) return void(streams_.out(name + ": " + place + "\n"));
    const std::string near = nearest_name(name, names());
    misuse("nothing is known of '" + name + "'", near.empty() ? "" : "did you mean " + near + "?");
  }

  void history(const std::string& given) {
    std::size_t most = 30;
    if (const auto r = std::from_chars(given.data(), given.data() + given.size(), most);
        !given.empty() && (r.ec != std::errc() || r.ptr != given.data() + given.size()))
      return misuse(":history expects how many entries, got '" + given + "'");
    auto entries = reader_->entries();
    entries.erase(entries.begin(), entries.end() - std::ptrdiff_t(std::min(most, entries.size())));
    for (const auto& entry : entries) streams_.out(entry + "\n");
  }

  // ---- folders
  void tell_folder() {
    std::error_code error;
    const auto folder = std::filesystem::current_path(error);
    if (error) return misuse("the folder cannot be told: " + error.message());
    streams_.out(folder.string() + "\n");
  }
  // With the home folder in place of ~.
  static std::string with_home(const std::string& path) {
    const char* home = std::getenv("HOME");
    return home && (path == "~" || path.starts_with("~/")) ? home + path.substr(1) : path;
  }
  void go_to(const std::string& given) {
    std::error_code error;
    std::filesystem::current_path(with_home(given.empty() ? "~" : unquoted(given)), error);
    if (error) return misuse("cannot go to '" + given + "': " + error.message());
    tell_folder();
  }
  void list(const std::string& given) {
    const std::string folder = given.empty() ? "." : with_home(unquoted(given));
    std::vector<std::string> files;
    std::error_code error;
    for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
      const std::string name = it->path().filename().string();
      std::error_code ignored;
      if (name[0] != '.') files.push_back(name + (it->is_directory(ignored) ? "/" : ""));
    }
    if (error) return misuse("cannot list '" + folder + "': " + error.message());
    std::sort(files.begin(), files.end());
    streams_.out(in_columns(files, std::size_t(screen_.width)));
  }

  void type_of_expression(const std::string& text) {
    if (text.empty()) return misuse(":type takes an expression");
    std::string type;
    session_->builtin_state().show = [&](const std::string&, const host::Value& value) {
      type = described(value, options_.scalar);
    };
    const auto ans = session_->variable("ans");
    const bool worked = run_entry(text);
    connect();
    if (ans)
      session_->set_variable("ans", *ans);
    else
      session_->builtin_state().forget("ans");
    if (!worked) return;
    if (type.empty()) return misuse("'" + text + "' has no value");
    streams_.out(type + "\n");
  }

  void time(const std::string& text) {
    if (text.empty()) return misuse(":time takes a statement");
    const auto start = Clock::now();
    const bool worked = run_entry(text) && attempt([&] { session_->finish_launches(); });
    const double ms = milliseconds_since(start);
    if (!worked) return;
    source_ += text + "\n";
    streams_.out(duration(ms) + "\n");
  }

  // What the statement writes is dropped. A time that counts is that of so many runs that the clock sees it.
  void bench(const std::string& text) {
    if (text.empty()) return misuse(":bench takes a statement");
    if (defines(text)) return misuse(":bench takes a statement that does something, not a definition");
    constexpr double kSeenMs = 0.1;
    int turns = 0, at_once = 1;  // runs so far of those that are timed together
    double first = 0;
    std::size_t runs = 0;
    std::vector<double> ms;
    Clock::time_point start = Clock::now(), all = start;
    const auto again = [&] {
      if (++turns < at_once) return true;
      session_->finish_launches();
      const double one = milliseconds_since(start) / at_once;
      if (runs++ == 0) {
        first = one;
      } else if (runs == 2) {  // warm: kernels that are compiled again, caches, clocks
        at_once = int(std::clamp(kSeenMs / std::max(one, 1e-6), 1.0, 10000.0));
        all = Clock::now();
      } else {
        ms.push_back(one);
      }
      turns = 0;
      start = Clock::now();
      return !enough_runs(ms.size(), milliseconds_since(all) / 1000);
    };
    const FileId file = session_->sources().add("<input " + std::to_string(++entries_) + ">", text + "\n");
    muted_ = true;
    session_->builtin_state().show = [](const std::string&, const host::Value&) {};
    const bool worked = attempt([&] { session_->run(file, false, again); });
    connect();
    muted_ = false;
    if (!worked) return;
    source_ += text + "\n";
    streams_.out(fmt::format("{}; the first, with compiling, {}\n", spread(ms, std::size_t(at_once)), duration(first)));
  }
  static bool defines(const std::string& text) {
    SourceMap scratch;
    const ParseResult parsed = parse(scratch, scratch.add("<input>", text + "\n"));
    return std::any_of(parsed.program.statements.begin(), parsed.program.statements.end(), is_definition);
  }
  static bool is_definition(const ast::Stmt& s) {
    return std::holds_alternative<Box<ast::FunctionDef>>(s.node) || std::holds_alternative<ast::TypeDef>(s.node) ||
           std::holds_alternative<ast::Import>(s.node);
  }

  static std::string quoted(const std::string& path) {
    std::string text = "\"";
    for (const char c : path) text += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return text + "\"";
  }
  static std::string unquoted(const std::string& path) {
    return path.size() > 1 && path.front() == '"' && path.back() == '"' ? path.substr(1, path.size() - 2) : path;
  }

  void load(const std::string& path) {
    if (path.empty()) return misuse(":load takes a file");
    const std::string statement = "import " + quoted(unquoted(path));
    if (run_entry(statement)) source_ += statement + "\n";
  }

  void reload() {
    std::set<std::string> files;
    auto& sources = session_->sources();
    for (FileId f = 0; f < sources.size(); ++f) {
      std::error_code error;
      if (std::filesystem::is_regular_file(sources.name(f), error) && sources.name(f).rfind("stdlib/", 0) != 0)
        files.insert(sources.name(f));
    }
    const FileId before = FileId(sources.size());
    for (const auto& file : files)
      if (!run_entry("import " + quoted(file))) return;
    std::set<std::string> again;
    for (FileId f = before; f < sources.size(); ++f)
      if (files.count(sources.name(f))) again.insert(sources.name(f));
    for (const auto& file : again) streams_.out(file + "\n");
    if (again.empty()) streams_.out(files.empty() ? "nothing was loaded\n" : "nothing was edited\n");
  }

  void save(const std::string& given) {
    const std::string path = unquoted(given);
    if (path.empty()) return misuse(":save takes a file");
    attempt([&] { io::write_whole_file(path, {source_.begin(), source_.end()}); });
  }

  void clear(std::vector<std::string> names) {
    if (names.empty() || names == std::vector<std::string>{"all"}) names = session_->variable_names();
    for (const auto& name : names) {
      if (is_variable(name))
        session_->builtin_state().forget(name);
      else
        misuse("there is no variable '" + name + "'");
    }
  }

  // Functions and types are made again of the entries that define them, variables that hold none are kept.
  void device(const std::string& name) {
    host::Options options = options_;
    if (!name.empty() && !parse_device(name, options))
      return misuse(":device expects auto, cpu, cuda, cuda:N or simt, got '" + name + "'");
    if (!name.empty()) {
      std::vector<std::pair<std::string, host::Value>> kept;
      std::string lost;
      for (const auto& variable : session_->variable_names()) {
        const auto value = session_->variable(variable);
        if (!value) continue;
        if (is_data(*value))
          kept.emplace_back(variable, *value);
        else
          lost += (lost.empty() ? "" : ", ") + variable;
      }
      const host::Options before = std::exchange(options_, options);
      auto old = std::move(session_);
      begin();
      if (!attempt([&] { session_->device(); })) {
        options_ = before;
        session_ = std::move(old);
        connect();
        return;
      }
      define_again();
      for (auto& [variable, value] : kept) session_->set_variable(variable, std::move(value));
      if (!lost.empty()) streams_.out("not taken along: " + lost + "\n");
    }
    attempt([&] { streams_.out(session_->device().info().name + "\n"); });
  }
  static bool is_data(const host::Value& v, int depth = 0) {
    if (depth > 8) return false;
    if (auto* c = std::get_if<std::shared_ptr<host::Cell>>(&v.v))
      return !(*c)->holds && std::all_of((*c)->items.begin(), (*c)->items.end(),
                                         [&](const host::Value& item) { return is_data(item, depth + 1); });
    if (auto* r = std::get_if<std::shared_ptr<host::Record>>(&v.v))
      return (*r)->type_name.empty() && std::all_of((*r)->fields.begin(), (*r)->fields.end(), [&](const auto& field) {
               return is_data(field.second, depth + 1);
             });
    return std::holds_alternative<host::Number>(v.v) || std::holds_alternative<host::Nothing>(v.v) ||
           std::holds_alternative<std::string>(v.v) || std::holds_alternative<host::ArrayP>(v.v) ||
           std::holds_alternative<host::Pending>(v.v);
  }
  void define_again() {
    SourceMap scratch;
    const FileId file = scratch.add("<session>", source_);
    const ParseResult parsed = parse(scratch, file);
    if (!parsed.ok()) return;
    std::string text;
    const auto& statements = parsed.program.statements;
    for (std::size_t k = 0; k < statements.size(); ++k) {
      const auto& s = statements[k];
      if (!is_definition(s)) continue;
      const std::size_t end = k + 1 < statements.size() ? statements[k + 1].span.begin : source_.size();
      text += source_.substr(s.span.begin, end - s.span.begin) + "\n";
    }
    if (text.empty()) return;
    session_->builtin_state().show = [](const std::string&, const host::Value&) {};
    run_entry(text);
    connect();
  }

  void explain(const std::string& word) {
    if (word == "on" || word == "off") return void(explain_ = word == "on");
    if (!word.empty()) return misuse(":explain expects nothing, on or off, got '" + word + "'");
    report(host::ReportKind::Explain);
  }
  void emit(const std::string& stage) {
    const auto kind = emit_kind(stage, options_.device);
    if (!kind) return misuse(":emit expects ast, plan, kernel, llvm, ptx or asm, got '" + stage + "'");
    report(*kind);
  }
  // What the compiler makes of the last entry, behind those before it, which say what its names are.
  void report(host::ReportKind kind) {
    if (last_entry_.empty()) return misuse("nothing was entered yet");
    const bool gpu = options_.device != host::DeviceChoice::Cpu;
    const auto report_of = [&](const std::string& text, bool tells) {
      SourceMap sources;
      const auto result = host::report_on(sources, sources.add("<input>", text), options_, kind, gpu);
      if (tells)
        for (const auto& d : result.diagnostics)
          if (d.severity == Severity::Error && d.span.begin >= before_.size()) fail_with(d, sources);
      return result.text;
    };
    const std::string all = report_of(before_ + last_entry_ + "\n", true),
                      first = before_.empty() ? "" : report_of(before_, false);
    std::size_t same = 0;  // whole lines
    for (std::size_t k = 0; k < all.size() && k < first.size() && all[k] == first[k]; ++k)
      if (all[k] == '\n') same = k + 1;
    const std::string text = all.substr(same);
    streams_.out(text.empty() ? "no loop and no kernel in the last entry\n" : text);
  }
  void fail_with(const Diagnostic& d, const SourceMap& sources) {
    tell_failure({d}, sources);
    exit_code_ = int(d.code.exit());
  }

  // ---- names
  bool is_user_function(const std::string& name) const {
    const auto& sources = session_->sources();
    for (FileId f = 0; f < sources.size(); ++f)
      if (sources.name(f).rfind("stdlib/", 0) != 0 && !definitions_in(sources.text(f), name).empty()) return true;
    return false;
  }
  std::vector<std::string> names_and_commands() const {
    auto all = names();
    for (const auto& c : kCommands) all.emplace_back(c.name + 1);
    return all;
  }
  std::vector<std::string> names() const {
    auto all = session_->variable_names();
    const auto add = [&](std::vector<std::string> more) { all.insert(all.end(), more.begin(), more.end()); };
    add(builtin_names());
    add(host::Library::names());
    add(keywords());
    const auto& sources = session_->sources();
    for (FileId f = 0; f < sources.size(); ++f)
      if (sources.name(f).rfind("stdlib/", 0) != 0) add(functions_in(sources.text(f)));
    std::erase_if(all,
                  [](const std::string& name) { return name.rfind("lib_", 0) == 0 || name.empty() || name[0] == '$'; });
    return all;
  }
  std::vector<std::string> fields(const std::string& path) const {
    std::istringstream parts(path);
    std::string part;
    std::getline(parts, part, '.');
    auto value = session_->variable(part);
    while (value) {
      auto* record = std::get_if<std::shared_ptr<host::Record>>(&value->v);
      if (!record) return {};
      if (!std::getline(parts, part, '.')) {
        std::vector<std::string> all;
        for (const auto& [name, field] : (*record)->fields) all.push_back(name);
        return all;
      }
      const host::Value* field = (*record)->find(part);
      if (!field) return {};
      value = host::Value(*field);
    }
    return {};
  }

  const Streams& streams_;
  LineReader* reader_;
  bool interactive_;
  bool explain_;
  bool done_ = false, quit_ = false;
  std::optional<Outcome> outcome_;  // while a cell runs
  int exit_code_ = 0;
  int entries_ = 0;
  Screen screen_;
  std::function<void(const std::string&)> wrote_;
  Warnings warnings_;
  host::Options options_;
  std::unique_ptr<host::Session> session_;
  std::deque<std::string> pending_;  // lines that were pasted with the one that runs
  std::string entered_;              // as it goes into the history
  std::string remark_;               // comments that were entered before it
  std::string last_entry_, before_;  // and what had worked before it
  bool muted_ = false;               // while a statement is measured
  bool showed_ = false;              // the last entry a value
  std::string source_;               // the entries that worked
};

}  // namespace

std::unique_ptr<Cells> make_cells(const host::Options& options, const Streams& streams,
                                  std::function<void(const std::string& path)> wrote) {
  return std::make_unique<Repl>(options, streams, nullptr, false, Screen(), std::move(wrote));
}

int run_repl(const host::Options& options, const Streams& streams, LineReader& reader, bool interactive,
             const Screen& screen, const std::optional<FirstProgram>& first) {
  Repl repl(options, streams, &reader, interactive, screen);
  if (first) repl.run_first(*first);
  return repl.loop();
}

int run_repl(const host::Options& options, const Streams& streams, const std::optional<FirstProgram>& first) {
  const Screen screen = screen_of_terminal();
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
    const auto reader = make_plain_reader();
    return run_repl(options, streams, *reader, false, screen, first);
  }
  keep_process_on_interrupt();
  Repl repl(options, streams, nullptr, true, screen);
  const auto reader = make_terminal_reader(
      history_path(), [words = repl.vocabulary()](const std::string& before) { return complete_line(before, words); });
  repl.set_reader(reader.get());
  if (first)
    repl.run_first(*first);
  else
    streams.out("qc, :help for help, Ctrl-D to leave\n");
  return repl.loop();
}

}  // namespace qc::tool
