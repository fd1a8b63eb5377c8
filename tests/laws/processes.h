// Work in processes of their own: a crash or a hang ends one of them and is seen.
#pragma once
#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>

namespace qc::laws {

using Clock = std::chrono::steady_clock;

struct Process {
  pid_t pid = 0;
  int pipe = -1;  // what `work` writes
};

// Runs `work(fd)` in a new process, which ends with it; its stderr goes nowhere. pid is -1 when there is none to be
// had.
Process start_process(const std::function<void(int)>& work);
// Writes all of it, or ends the process: nobody listens any more.
void tell(int fd, std::string_view text);
// One line: its own newlines become blanks.
void tell_line(int fd, std::string text);
// Appends what has come; false at the end.
bool hear(const Process& process, std::string& text);
// Waits for the end, by force when `kill` is set. The status of waitpid.
int finish(Process& process, bool kill);
bool ended_well(int status);

struct Result {
  std::string text;  // what it wrote
  int status = 0;
  bool hung = false;
};

// Runs `work` to its end, or for so long without a word of it.
Result run_process(const std::function<void(int)>& work, std::chrono::milliseconds patience);

}  // namespace qc::laws
