#include "line_reader.h"

#include <histedit.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>

namespace qc::tool {
namespace {

constexpr int kHistoryEntries = 2000;

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

class PlainReader : public LineReader {
 public:
  Entry read(const std::string&) override {
    std::string line;
    if (!std::getline(std::cin, line)) return {Kind::End, {}};
    return {Kind::Line, line};
  }
};

class TerminalReader : public LineReader {
 public:
  TerminalReader(std::string file, std::function<std::vector<std::string>()> names)
      : file_(std::move(file)), names_(std::move(names)) {
    history_ = history_init();
    edit_ = el_init("qc", stdin, stdout, stderr);
    HistEvent event;
    history(history_, &event, H_SETSIZE, kHistoryEntries);
    history(history_, &event, H_SETUNIQUE, 1);
    if (!file_.empty()) history(history_, &event, H_LOAD, file_.c_str());
    el_set(edit_, EL_CLIENTDATA, this);
    el_set(edit_, EL_PROMPT, &TerminalReader::prompt);
    el_set(edit_, EL_EDITOR, "emacs");
    el_set(edit_, EL_HIST, history, history_);
    el_set(edit_, EL_SIGNAL, 0);
    el_set(edit_, EL_ADDFN, "qc-complete", "complete a name", &TerminalReader::on_tab);
    el_set(edit_, EL_BIND, "^I", "qc-complete", nullptr);
    el_set(edit_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
    el_source(edit_, nullptr);  // the user's ~/.editrc has the last word
  }
  ~TerminalReader() override {
    save();
    el_end(edit_);
    history_end(history_);
  }
  Entry read(const std::string& prompt) override {
    prompt_ = prompt;
    int count = 0;
    errno = 0;
    const char* line = el_gets(edit_, &count);
    if (!line || count <= 0) {
      if (errno != EINTR && count >= 0) return {Kind::End, {}};
      el_reset(edit_);
      return {errno == EINTR || count < 0 ? Kind::Interrupted : Kind::End, {}};
    }
    std::string text(line, std::size_t(count));
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    return {Kind::Line, text};
  }
  void remember(const std::string& text) override {
    if (text.find_first_not_of(" \t\n") == std::string::npos) return;
    HistEvent event;
    history(history_, &event, H_ENTER, text.c_str());
    save();  // at once: a crash or a closed terminal loses nothing
  }

 private:
  static TerminalReader* self(EditLine* edit) {
    void* data = nullptr;
    el_get(edit, EL_CLIENTDATA, &data);
    return static_cast<TerminalReader*>(data);
  }
  static char* prompt(EditLine* edit) { return self(edit)->prompt_.data(); }
  static unsigned char on_tab(EditLine* edit, int) {
    const LineInfo* line = el_line(edit);
    const char* begin = line->cursor;
    while (begin > line->buffer && in_name(begin[-1])) --begin;
    const std::string prefix(begin, line->cursor);
    const Completion found = complete(prefix, self(edit)->names_());
    if (found.candidates.empty()) return CC_REFRESH_BEEP;
    if (!found.extension.empty()) {
      el_insertstr(edit, found.extension.c_str());
      return CC_REFRESH;
    }
    if (found.candidates.size() == 1) return CC_NORM;
    std::fputc('\n', stdout);
    for (const auto& name : found.candidates) std::fprintf(stdout, "%s  ", name.c_str());
    std::fputc('\n', stdout);
    return CC_REDISPLAY;
  }
  void save() {
    HistEvent event;
    if (!file_.empty()) history(history_, &event, H_SAVE, file_.c_str());
  }

  std::string file_;
  std::function<std::vector<std::string>()> names_;
  std::string prompt_;
  EditLine* edit_ = nullptr;
  History* history_ = nullptr;
};

}  // namespace

Completion complete(const std::string& prefix, const std::vector<std::string>& names) {
  Completion result;
  for (const auto& name : names)
    if (name.rfind(prefix, 0) == 0) result.candidates.push_back(name);
  std::sort(result.candidates.begin(), result.candidates.end());
  result.candidates.erase(std::unique(result.candidates.begin(), result.candidates.end()), result.candidates.end());
  if (result.candidates.empty() || prefix.empty()) return result;
  const std::string& first = result.candidates.front();
  const std::string& last = result.candidates.back();  // sorted: what these two share, all share
  std::size_t shared = prefix.size();
  while (shared < first.size() && shared < last.size() && first[shared] == last[shared]) ++shared;
  result.extension = first.substr(prefix.size(), shared - prefix.size());
  return result;
}

std::string history_path() {
  namespace fs = std::filesystem;
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  fs::path folder;
  if (state && *state) folder = state;
  else if (home && *home) folder = fs::path(home) / ".local/state";
  else return {};
  folder /= "qc";
  std::error_code error;
  fs::create_directories(folder, error);
  return error ? std::string() : (folder / "history").string();
}

std::unique_ptr<LineReader> make_terminal_reader(const std::string& history_file, std::function<std::vector<std::string>()> names) {
  return std::make_unique<TerminalReader>(history_file, std::move(names));
}
std::unique_ptr<LineReader> make_plain_reader() { return std::make_unique<PlainReader>(); }

}  // namespace qc::tool
