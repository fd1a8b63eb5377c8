#include "repl.h"

#include <unistd.h>

#include "analysis/host_types.h"
#include "parser/parse.h"

namespace qc::tool {
namespace {

constexpr const char* kHelp =
    "statements are run as they are entered; a block goes on until its end\n"
    "a value is shown unless the statement ends with ;\n"
    "  :vars            the variables\n"
    "  :explain on|off  report on each loop when it runs\n"
    "  :help            this text\n"
    "  quit, exit, Ctrl-D leave\n";

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

class Repl {
 public:
  Repl(host::Options options, const Streams& streams, LineReader* reader, bool interactive)
      : streams_(streams), reader_(reader), interactive_(interactive), explain_(options.explain),
        session_(with_echo(std::move(options)), sinks()) {}

  void set_reader(LineReader* reader) { reader_ = reader; }
  std::vector<std::string> names() const {
    auto all = session_.variable_names();
    for (auto& name : builtin_names()) all.push_back(std::move(name));
    return all;
  }

  int loop() {
    while (!done_) {
      const auto entry = next_entry();
      if (!entry) break;
      if (!command(trimmed(*entry))) run(*entry);
      reader_->remember(*entry);
    }
    return interactive_ ? 0 : exit_code_;
  }

 private:
  static host::Options with_echo(host::Options options) {
    options.echo = true;
    options.explain = true;  // reports always come; :explain decides whether they are shown
    return options;
  }
  host::Sinks sinks() {
    host::Sinks s;
    s.out = [this](std::string_view text) { if (!streams_.out(text)) done_ = true; };
    s.diagnostic = [this](const Diagnostic& d) { streams_.err(warnings_.once(d, session_.sources())); };
    s.log = [this](std::string_view text) { if (explain_) streams_.err(text); };
    return s;
  }

  // Lines until they make whole statements; nullopt at the end of the input. Ctrl-C drops what was typed.
  std::optional<std::string> next_entry() {
    std::string text;
    for (;;) {
      set_reading(interactive_);
      auto line = reader_->read(text.empty() ? "qc> " : "  > ");
      set_reading(false);
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
      if (trimmed(text).empty()) text.clear();
      else if (!incomplete(text)) return text;
    }
  }

  bool incomplete(const std::string& text) {
    if (trimmed(text)[0] == ':') return false;
    SourceMap scratch;
    return parse(scratch, scratch.add("<input>", text + "\n")).incomplete;
  }

  bool command(const std::string& text) {
    if (text == "quit" || text == "exit") return done_ = true;
    if (text.empty() || text[0] != ':') return false;
    if (text == ":quit" || text == ":exit" || text == ":q") done_ = true;
    else if (text == ":help") streams_.out(kHelp);
    else if (text == ":explain on") explain_ = true;
    else if (text == ":explain off") explain_ = false;
    else if (text == ":vars") show_variables();
    else fail({"Q0001", Severity::Error, {}, "unknown command '" + text + "'", ":help lists the commands", {}});
    return true;
  }

  void fail(const Diagnostic& diagnostic) {
    streams_.err(render(diagnostic, session_.sources()));
    exit_code_ = int(diagnostic.code.exit());
  }

  void show_variables() {
    for (const auto& name : session_.variable_names())
      if (const auto value = session_.variable(name))
        streams_.out(name + " : " + type_name(host::type_of(*value), session_.options().scalar) + "\n");
  }

  void run(const std::string& text) {
    const FileId file = session_.sources().add("<input " + std::to_string(++entries_) + ">", text + "\n");
    set_interrupt_target(&session_);
    try {
      session_.run(file, false);
    } catch (...) {
      const Failed failure = current_failure(session_.sources());
      streams_.err(failure.rendered);
      exit_code_ = failure.exit_code;
    }
    set_interrupt_target(nullptr);
  }

  const Streams& streams_;
  LineReader* reader_;
  bool interactive_;
  bool explain_;
  bool done_ = false;
  int exit_code_ = 0;
  int entries_ = 0;
  Warnings warnings_;
  host::Session session_;
};

}  // namespace

int run_repl(const host::Options& options, const Streams& streams, LineReader& reader, bool interactive) {
  return Repl(options, streams, &reader, interactive).loop();
}

int run_repl(const host::Options& options, const Streams& streams) {
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
    const auto reader = make_plain_reader();
    return run_repl(options, streams, *reader, false);
  }
  Repl repl(options, streams, nullptr, true);
  const auto reader = make_terminal_reader(history_path(), [&] { return repl.names(); });
  repl.set_reader(reader.get());
  streams.out("qc, :help for help, Ctrl-D to leave\n");
  return repl.loop();
}

}  // namespace qc::tool
