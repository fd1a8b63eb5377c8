// Runs the command line once for each line of its input, as many beside each other as its argument says: each JOBS
// A line is a file for what the process prints, and its words, separated by tabs. Behind what it prints stands
// "exit STATUS". Each is a fork of this process, which has loaded and relocated the libraries already: that is most of
// the time of a short program.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "process.h"

namespace {

constexpr unsigned kSeconds = 120;  // after which a process is ended

std::vector<std::string> split_at_tabs(const std::string& line) {
  std::istringstream text(line);
  std::vector<std::string> words;
  for (std::string word; std::getline(text, word, '\t');) words.push_back(word);
  return words;
}

[[noreturn]] void run(const std::vector<std::string>& words) {
  const int nothing = open("/dev/null", O_RDONLY), out = open(words[0].c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (nothing < 0 || out < 0) {
    std::perror(words[0].c_str());
    _exit(1);
  }
  dup2(nothing, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(out, STDERR_FILENO);
  alarm(kSeconds);
  std::string name = "qc";
  std::vector<std::string> own(words.begin() + 1, words.end());
  std::vector<char*> argv{name.data()};
  for (std::string& word : own) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::exit(qc::tool::run_process(int(argv.size()) - 1, argv.data()));
}

// Of a shell: a process that a signal ended has 128 and its number.
int status_of(int wait_status) {
  return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

bool end_of_one(std::map<pid_t, std::string>& running) {
  int status = 0;
  const pid_t ended = wait(&status);
  const auto it = running.find(ended);
  if (it == running.end()) return false;
  std::FILE* out = std::fopen(it->second.c_str(), "a");
  running.erase(it);
  if (!out) return false;
  std::fprintf(out, "exit %d\n", status_of(status));
  return std::fclose(out) == 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t jobs = argc == 2 ? std::strtoul(argv[1], nullptr, 10) : 0;
  if (jobs == 0) {
    std::fputs("each: usage: each JOBS <LINES\n", stderr);
    return 2;
  }
  std::map<pid_t, std::string> running;  // and where they print
  bool good = true;
  for (std::string line; good && std::getline(std::cin, line);) {
    const std::vector<std::string> words = split_at_tabs(line);
    if (words.empty()) continue;
    if (running.size() == jobs) good = end_of_one(running);
    const pid_t child = fork();
    if (child == 0) run(words);
    good = good && child > 0;
    if (child > 0) running[child] = words[0];
  }
  while (!running.empty()) good = end_of_one(running) && good;
  if (!good) std::perror("each: a process could not be started or ended");
  return good ? 0 : 1;
}
