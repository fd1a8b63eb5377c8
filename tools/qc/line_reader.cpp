#include "line_reader.h"

#include <fcntl.h>
#include <histedit.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <clocale>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <cwctype>
#include <filesystem>
#include <iostream>
#include <regex>
#include <sstream>

namespace qc::tool {
namespace {

constexpr int kHistoryEntries = 2000;
constexpr std::size_t kMostShown = 200;  // candidates in a list

class PlainReader : public LineReader {
 public:
  Entry read(const std::string&) override {
    std::string line;
    if (!std::getline(std::cin, line)) return {Kind::End, {}};
    return {Kind::Line, line};
  }
};

// Keys beside those that libedit knows.
struct Key {
  const char *sequence, *command;
};
constexpr Key kKeys[] = {
    {"\\e[1;5C", "em-next-word"},      {"\\e[1;5D", "ed-prev-word"},        {"\\e[1;3C", "em-next-word"},
    {"\\e[1;3D", "ed-prev-word"},      {"\\e[5C", "em-next-word"},          {"\\e[5D", "ed-prev-word"},
    {"\\eOc", "em-next-word"},         {"\\eOd", "ed-prev-word"},           {"\\e[H", "ed-move-to-beg"},
    {"\\e[F", "ed-move-to-end"},       {"\\e[1~", "ed-move-to-beg"},        {"\\e[4~", "ed-move-to-end"},
    {"\\e[3~", "ed-delete-next-char"}, {"\\e[3;5~", "em-delete-next-word"}, {"^W", "ed-delete-prev-word"},
};

class TerminalReader : public LineReader {
 public:
  TerminalReader(std::string file, std::function<Completion(const std::string&)> complete_before)
      : file_(std::move(file)), complete_before_(std::move(complete_before)) {
    // What is typed is UTF-8 whatever the locale says: programs are.
    std::setlocale(LC_CTYPE, "");
    if (MB_CUR_MAX < 2) std::setlocale(LC_CTYPE, "C.UTF-8");
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
    el_set(edit_, EL_GETCFN, &TerminalReader::next_character);
    el_set(edit_, EL_ADDFN, "qc-complete", "complete a name", &TerminalReader::on_tab);
    el_set(edit_, EL_ADDFN, "qc-older", "the entry before that begins so", &TerminalReader::on_up);
    el_set(edit_, EL_ADDFN, "qc-newer", "the entry behind that begins so", &TerminalReader::on_down);
    el_set(edit_, EL_ADDFN, "qc-paste", "take what the terminal pastes", &TerminalReader::on_paste);
    el_set(edit_, EL_ADDFN, "qc-undo", "take the last change back", &TerminalReader::on_undo);
    el_set(edit_, EL_BIND, "^I", "qc-complete", nullptr);
    for (const char* undo : {"^_", "^X^U"}) el_set(edit_, EL_BIND, undo, "qc-undo", nullptr);
    el_set(edit_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
    el_set(edit_, EL_BIND, "\\e[200~", "qc-paste", nullptr);
    for (const char* up : {"\\e[A", "\\eOA"}) el_set(edit_, EL_BIND, up, "qc-older", nullptr);
    for (const char* down : {"\\e[B", "\\eOB"}) el_set(edit_, EL_BIND, down, "qc-newer", nullptr);
    for (const Key& key : kKeys) el_set(edit_, EL_BIND, key.sequence, key.command, nullptr);
    el_source(edit_, nullptr);  // the user's ~/.editrc has the last word
  }
  ~TerminalReader() override {
    save();
    el_end(edit_);
    history_end(history_);
    close(wake_);
    if (keys_ != STDIN_FILENO) close(keys_);
  }
  int wake() const override { return wake_; }
  Entry read(const std::string& prompt) override {
    prompt_ = prompt;
    typed_ = wanted_ = shown_ = {};
    found_ = 0;
    lines_.assign(1, {});
    int count = 0;
    errno = 0;
    const BracketedPaste pasting;
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
  std::vector<std::string> entries() const override {
    std::vector<std::string> all;
    HistEvent event;
    for (int more = history(history_, &event, H_LAST); more >= 0; more = history(history_, &event, H_PREV))
      all.emplace_back(event.str);
    return all;
  }
  void remember(const std::string& text) override {
    if (text.find_first_not_of(" \t\n") == std::string::npos) return;
    HistEvent event;
    history(history_, &event, H_ENTER, text.c_str());
    save();  // at once: a crash or a closed terminal loses nothing
  }

 private:
  // While a line is typed the terminal marks what is pasted.
  struct BracketedPaste {
    BracketedPaste() { say("\x1b[?2004h"); }
    ~BracketedPaste() { say("\x1b[?2004l"); }
    static void say(const char* sequence) {
      std::fputs(sequence, stdout);
      std::fflush(stdout);
    }
  };
  static TerminalReader* self(EditLine* edit) {
    void* data = nullptr;
    el_get(edit, EL_CLIENTDATA, &data);
    return static_cast<TerminalReader*>(data);
  }
  // The terminal opened again: reads of it do not wait, those of the shell's own description do.
  static int open_keys() {
    const char* name = ttyname(STDIN_FILENO);
    const int opened = name ? open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;
    return opened < 0 ? STDIN_FILENO : opened;
  }
  // A character, 1; 0 at the end of the input; -1 with errno EINTR when woken. A signal that only ends a read() is lost
  // when it comes between two reads, so reading waits for the keys and for wake_; and Ctrl-C throws away keys that
  // poll() has seen, so the read itself must not wait.
  static int next_character(EditLine* edit, wchar_t* c) {
    std::mbstate_t state = {};
    self(edit)->keep_line();
    for (;;) {
      pollfd ready[] = {{self(edit)->keys_, POLLIN, 0}, {self(edit)->wake_, POLLIN, 0}};
      if (poll(ready, 2, -1) < 0 && errno != EINTR) return -1;
      std::uint64_t wakes;
      if (ready[1].revents && ::read(self(edit)->wake_, &wakes, sizeof wakes) == sizeof wakes) {
        errno = EINTR;
        return -1;
      }
      if (!ready[0].revents) continue;
      char byte;
      const ssize_t n = ::read(self(edit)->keys_, &byte, 1);
      if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (n <= 0) return int(n);
      const std::size_t length = std::mbrtowc(c, &byte, 1, &state);
      if (length <= 1) return 1;
      if (length == std::size_t(-1)) state = {};  // no UTF-8: dropped
    }
  }
  static char* prompt(EditLine* edit) { return self(edit)->prompt_.data(); }
  static unsigned char on_tab(EditLine* edit, int) {
    const LineInfo* line = el_line(edit);
    const Completion found = self(edit)->complete_before_(std::string(line->buffer, line->cursor));
    if (!found.extension.empty()) {
      el_insertstr(edit, found.extension.c_str());
      return CC_REFRESH;
    }
    if (found.candidates.size() == 1) return CC_NORM;
    if (found.candidates.empty() && found.told.empty()) return CC_REFRESH_BEEP;
    std::string shown = "\n";
    for (const auto& told : found.told) shown += told + "\n";
    const std::size_t all = found.candidates.size(), some = std::min(all, kMostShown);
    shown +=
        in_columns({found.candidates.begin(), found.candidates.begin() + std::ptrdiff_t(some)}, self(edit)->width());
    if (some < all) shown += "and " + std::to_string(all - some) + " more\n";
    std::fputs(shown.c_str(), stdout);
    return CC_REDISPLAY;
  }
  std::size_t width() const {
    winsize size{};
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
  }

  // Up and Down go through the entries that begin with what stands before the cursor, then back to what was typed.
  static unsigned char on_up(EditLine* edit, int) { return self(edit)->look(1); }
  static unsigned char on_down(EditLine* edit, int) { return self(edit)->look(-1); }
  unsigned char look(int direction) {
    const LineInfo* line = el_line(edit_);
    const std::string whole(line->buffer, line->lastchar);
    if (whole != shown_ || line->cursor != line->lastchar) {  // something was typed since
      typed_ = whole;
      wanted_ = std::string(line->buffer, line->cursor);
      found_ = 0;
    }
    const auto all = entries();
    for (std::size_t at = found_; direction > 0 ? at < all.size() : at > 0;) {
      at = direction > 0 ? at + 1 : at - 1;  // 1: the newest entry, 0: what was typed
      const std::string& entry = at == 0 ? typed_ : all[all.size() - at];
      if (at > 0 && (!entry.starts_with(wanted_) || entry == whole)) continue;
      found_ = at;
      shown_ = entry;
      replace_line(entry);
      return CC_REFRESH;
    }
    return CC_REFRESH_BEEP;
  }
  // What the line was before each key that changed it; letters that are typed one after the other are one change.
  struct Line {
    std::wstring text;
    std::size_t cursor = 0;
    bool typed = false;  // a letter more than the one before it
  };
  void keep_line() {
    const LineInfoW* line = el_wline(edit_);
    Line now{{line->buffer, line->lastchar}, std::size_t(line->cursor - line->buffer), false};
    const Line& last = lines_.back();
    if (now.text == last.text) return;
    now.typed = now.cursor > 0 && now.text.size() == last.text.size() + 1 &&
                std::iswalnum(wint_t(now.text[now.cursor - 1])) &&
                std::wstring(now.text).erase(now.cursor - 1, 1) == last.text;
    if (now.typed && last.typed && now.cursor == last.cursor + 1)
      lines_.back() = std::move(now);
    else
      lines_.push_back(std::move(now));
  }
  static unsigned char on_undo(EditLine* edit, int) {
    TerminalReader& reader = *self(edit);
    if (reader.lines_.size() < 2) return CC_REFRESH_BEEP;
    reader.lines_.pop_back();
    const Line& line = reader.lines_.back();
    reader.replace_line({});
    if (!line.text.empty()) el_winsertstr(edit, line.text.c_str());
    el_cursor(edit, int(line.cursor) - int(line.text.size()));
    return CC_REFRESH;
  }
  void replace_line(const std::string& by) {
    const LineInfoW* line = el_wline(edit_);
    const auto behind = line->lastchar - line->cursor, length = line->lastchar - line->buffer;
    el_cursor(edit_, int(behind));
    el_deletestr(edit_, int(length));
    if (!by.empty()) el_insertstr(edit_, by.c_str());
  }
  // What stands between the marks goes into the line as it is, line ends included, to be looked at before Enter runs
  // it.
  static unsigned char on_paste(EditLine* edit, int) {
    const std::wstring end = L"\x1b[201~";
    std::wstring text;
    wchar_t c = 0;
    while (el_wgetc(edit, &c) == 1) {
      text += c;
      if (text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0) {
        text.resize(text.size() - end.size());
        break;
      }
    }
    std::string bytes;
    std::array<char, 16> one{};
    for (const wchar_t w : text) {
      const int n = std::wctomb(one.data(), w);
      if (n > 0) bytes.append(one.data(), std::size_t(n));
    }
    bytes = clean_pasted(bytes);
    if (bytes.empty()) return CC_REFRESH;
    return el_insertstr(edit, bytes.c_str()) < 0 ? CC_REFRESH_BEEP : CC_REFRESH;
  }
  void save() {
    HistEvent event;
    if (!file_.empty()) history(history_, &event, H_SAVE, file_.c_str());
  }

  std::string file_;
  std::function<Completion(const std::string&)> complete_before_;
  std::string prompt_;
  std::string typed_, wanted_, shown_;  // before Up, what entries begin with, the one that was found last
  std::size_t found_ = 0;               // how many entries ago; 0: none
  std::vector<Line> lines_;             // while one is typed; the last: as it is
  const int wake_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  const int keys_ = open_keys();
  EditLine* edit_ = nullptr;
  History* history_ = nullptr;
};

}  // namespace

std::string history_path() {
  namespace fs = std::filesystem;
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  fs::path folder;
  if (state && *state)
    folder = state;
  else if (home && *home)
    folder = fs::path(home) / ".local/state";
  else
    return {};
  folder /= "qc";
  std::error_code error;
  fs::create_directories(folder, error);
  return error ? std::string() : (folder / "history").string();
}

std::string clean_pasted(const std::string& text) {
  static const std::regex first("^(qc> |octave:\\d+> |julia> |>>> |>> |In \\[\\d+\\]: )");
  static const std::regex more("^(  > |> |\\.\\.\\. | {3,}\\.\\.\\.: | {7})");
  std::string unix_ends;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '\r') {
      unix_ends += '\n';
      if (k + 1 < text.size() && text[k + 1] == '\n') ++k;
    } else {
      unix_ends += text[k];
    }
  }
  std::vector<std::string> lines;
  std::istringstream in(unix_ends);
  bool prompts = false;
  for (std::string line; std::getline(in, line);) {
    prompts = prompts || std::regex_search(line, first);
    lines.push_back(line);
  }
  std::string out;
  bool entered = false;  // the line before was typed at a prompt
  for (const auto& line : lines) {
    std::smatch m;
    const bool begins = std::regex_search(line, m, first),
               goes_on = !begins && entered && std::regex_search(line, m, more);
    if (prompts && line.empty()) continue;  // also between \r and \n, where a terminal makes two line ends of them
    entered = begins || goes_on;
    if (prompts && !entered) continue;
    out += (prompts ? m.suffix().str() : line) + "\n";
  }
  while (!out.empty() && (out.back() == '\n' || out.back() == ' ')) out.pop_back();
  return out;
}

std::unique_ptr<LineReader> make_terminal_reader(const std::string& history_file,
                                                 std::function<Completion(const std::string&)> complete_before) {
  return std::make_unique<TerminalReader>(history_file, std::move(complete_before));
}
std::unique_ptr<LineReader> make_plain_reader() { return std::make_unique<PlainReader>(); }

}  // namespace qc::tool
