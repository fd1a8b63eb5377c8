#include "tests/laws/processes.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

namespace qc::laws {

Process start_process(const std::function<void(int)>& work) {
  int ends[2];
  if (pipe(ends) != 0) return {-1, -1};
  std::fflush(stdout);
  const pid_t pid = fork();
  if (pid == 0) {
    close(ends[0]);
    if (!std::freopen("/dev/null", "w", stderr)) _exit(4);
    work(ends[1]);
    _exit(0);
  }
  close(ends[1]);
  if (pid < 0) close(ends[0]);
  return {pid, pid < 0 ? -1 : ends[0]};
}

void tell(int fd, std::string_view text) {
  while (!text.empty()) {
    const auto n = write(fd, text.data(), text.size());
    if (n <= 0) _exit(3);
    text.remove_prefix(std::size_t(n));
  }
}

void tell_line(int fd, std::string text) {
  for (char& c : text)
    if (c == '\n') c = ' ';
  tell(fd, text + "\n");
}

bool hear(const Process& process, std::string& text) {
  char buffer[4096];
  const auto n = read(process.pipe, buffer, sizeof buffer);
  if (n > 0) text.append(buffer, std::size_t(n));
  return n > 0;
}

int finish(Process& process, bool force) {
  if (force) kill(process.pid, SIGKILL);
  close(process.pipe);
  int status = 0;
  waitpid(process.pid, &status, 0);
  process = {};
  return status;
}

bool ended_well(int status) { return WIFEXITED(status) && WEXITSTATUS(status) == 0; }

Result run_process(const std::function<void(int)>& work, std::chrono::milliseconds patience) {
  Result result;
  Process process = start_process(work);
  if (process.pid < 0) return result.status = -1, result;
  pollfd wait{process.pipe, POLLIN, 0};
  do {
    result.hung = poll(&wait, 1, int(patience.count())) == 0;
  } while (!result.hung && hear(process, result.text));
  result.status = finish(process, result.hung);
  return result;
}

}  // namespace qc::laws
