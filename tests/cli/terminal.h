// A program on a terminal of its own: what a person types goes in, the screen's bytes come out.
#pragma once
#include <doctest/doctest.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <vector>

namespace qc::test {

class Terminal {
 public:
  explicit Terminal(const std::string& home, const char* program = nullptr)
      : Terminal(home, std::vector<const char*>{QC_BINARY, "qc", "--device=cpu", program, nullptr}) {}
  // Another program than qc: its path, and what it is called with, ended by null.
  Terminal(const std::string& home, const std::vector<const char*>& words) {
    winsize size{40, 100, 0, 0};
    pid_ = forkpty(&end_, nullptr, nullptr, &size);
    if (pid_ != 0) return;
    setenv("HOME", home.c_str(), 1);
    unsetenv("XDG_STATE_HOME");
    setenv("QC_CACHE", "none", 1);
    setenv("TERM", "xterm-256color", 1);
    setenv("LANG", "C.UTF-8", 1);
    unsetenv("LC_ALL");
    unsetenv("NO_COLOR");
    setenv("COLORTERM", "truecolor", 1);
    if (chdir(QC_SOURCE_DIR) == 0) execvp(words[0], const_cast<char* const*>(words.data() + 1));
    _exit(127);
  }
  ~Terminal() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    close(end_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  void type(const std::string& bytes) {
    if (::write(end_, bytes.data(), bytes.size()) < 0) FAIL_CHECK("the terminal is closed");
  }
  // Waits until the text comes, behind what was waited for before.
  bool shows(const std::string& text, int seconds = 60) {
    const auto until = Clock::now() + std::chrono::seconds(seconds);
    for (;;) {
      if (const auto at = seen_.find(text, from_); at != std::string::npos) {
        from_ = at + text.size();
        return true;
      }
      pollfd ready{end_, POLLIN, 0};
      if (Clock::now() > until || poll(&ready, 1, 200) < 0) break;
      char room[4096];
      if (!(ready.revents & (POLLIN | POLLHUP))) continue;
      const ssize_t n = ::read(end_, room, sizeof room);
      if (n <= 0) break;
      seen_.append(room, std::size_t(n));
    }
    MESSAGE("not shown: " << text << " in " << seen_.substr(from_));
    return false;
  }
  // Types at the next prompt. What is typed before it is there, the terminal echoes, and a Ctrl-C throws away.
  void enter(const std::string& bytes) {
    CHECK(shows("qc> "));
    type(bytes);
  }
  int exit_code() {
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  using Clock = std::chrono::steady_clock;
  pid_t pid_ = -1;
  int end_ = -1;
  std::string seen_;
  std::size_t from_ = 0;
};

}  // namespace qc::test
