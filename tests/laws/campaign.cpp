#include "tests/laws/campaign.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "tests/laws/generate.h"
#include "tests/laws/shrink.h"

namespace qc::laws {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kPatience = 60000;  // milliseconds for one program, on a busy machine too
constexpr std::uint64_t kBatch = 10;
constexpr auto kShrinking = std::chrono::seconds(40);

// A process that checks programs; it writes "index\n" when one is begun and "!index law what\n" for a violation.
struct Worker {
  pid_t pid = 0;
  int pipe = -1;
  std::uint64_t next = 0, end = 0, current = 0;
  std::string pending;
  Clock::time_point since;
};

void tell(int fd, std::string text) {
  for (char& c : text) if (c == '\n') c = ' ';
  text += '\n';
  for (std::size_t at = 0; at < text.size();) {
    const auto n = write(fd, text.data() + at, text.size() - at);
    if (n <= 0) _exit(3);
    at += std::size_t(n);
  }
}

template <class Work>
pid_t in_process(int& pipe_out, const Work& work) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  std::fflush(stdout);
  const pid_t pid = fork();
  if (pid == 0) {
    close(ends[0]);
    if (!std::freopen("/dev/null", "w", stderr)) _exit(4);
    work(ends[1]);
    _exit(0);
  }
  close(ends[1]);
  pipe_out = ends[0];
  return pid;
}

// The first law that a program breaks, checked in a process of its own; empty when none.
std::string law_broken(const Program& p, const Choice& choice, std::string& what) {
  int fd = -1;
  const pid_t pid = in_process(fd, [&](int out) {
    for (const Violation& v : check(p, choice)) tell(out, v.law + " " + v.what);
  });
  std::string text;
  char buffer[4096];
  pollfd wait{fd, POLLIN, 0};
  bool hung = false;
  for (;;) {
    if (poll(&wait, 1, kPatience / 3) == 0) { hung = true; break; }
    const auto n = read(fd, buffer, sizeof buffer);
    if (n <= 0) break;
    text.append(buffer, std::size_t(n));
  }
  if (hung) kill(pid, SIGKILL);
  close(fd);
  int status = 0;
  waitpid(pid, &status, 0);
  if (hung) return what = "no end", "hang";
  if (WIFSIGNALED(status) || WEXITSTATUS(status) != 0) return what = fmt::format("status {}", status), "crash";
  const auto blank = text.find(' ');
  if (blank == std::string::npos) return "";
  what = text.substr(blank + 1, text.find('\n') - blank - 1);
  return text.substr(0, blank);
}

// Only what the law needs is checked while shrinking.
Choice only(const std::string& law, Choice c) {
  if (law == "crash" || law == "hang") return c;
  Choice o;
  o.seed = c.seed;
  o.serial = law == "serial";
  o.threads = law == "threads";
  o.simt = law == "simt";
  o.emitted = law == "emitted";
  o.cuda = law == "cuda";
  return o;
}

class Run {
 public:
  explicit Run(const Campaign& c) : c_(c), next_(c.first), end_(c.first + c.count), start_(Clock::now()) {}

  Tally run() {
    std::vector<Worker> workers(std::size_t(std::max(1, c_.jobs)));
    for (Worker& w : workers) begin(w);
    for (;;) {
      std::vector<pollfd> waits;
      std::vector<Worker*> who;
      for (Worker& w : workers)
        if (w.pid > 0) waits.push_back({w.pipe, POLLIN, 0}), who.push_back(&w);
      if (waits.empty()) break;
      poll(waits.data(), waits.size(), 1000);
      for (std::size_t k = 0; k < who.size(); ++k) {
        if (waits[k].revents) receive(*who[k]);
        else if (std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - who[k]->since).count() > kPatience) end(*who[k], "hang");
      }
    }
    return std::move(tally_);
  }

 private:
  bool over() const {
    return next_ >= end_ || tally_.failures.size() >= c_.most_failures || (c_.seconds > 0 && std::chrono::duration<double>(Clock::now() - start_).count() > c_.seconds);
  }

  void begin(Worker& w) {
    w = {};
    if (over()) return;
    start(w, next_, std::min(end_, next_ + kBatch));
    next_ = w.end;
  }

  void start(Worker& w, std::uint64_t from, std::uint64_t to) {
    w = {};
    w.current = from;
    w.end = to;
    w.since = Clock::now();
    w.pid = in_process(w.pipe, [&](int out) {
      for (std::uint64_t index = from; index < to; ++index) {
        tell(out, std::to_string(index));
        for (const Violation& v : check(generate(c_.seed, index), choose(c_, index))) tell(out, fmt::format("!{} {}", v.law, v.what));
      }
    });
  }

  void receive(Worker& w) {
    char buffer[4096];
    const auto n = read(w.pipe, buffer, sizeof buffer);
    if (n <= 0) return end(w, "");
    w.pending.append(buffer, std::size_t(n));
    for (std::size_t to; (to = w.pending.find('\n')) != std::string::npos; w.pending.erase(0, to + 1)) {
      const std::string line = w.pending.substr(0, to);
      if (line[0] == '!') {
        const auto blank = line.find(' ');
        report(w.current, line.substr(1, blank - 1), line.substr(blank + 1));
      } else {
        w.current = std::stoull(line);
        w.since = Clock::now();
        ++tally_.programs;
      }
    }
  }

  // The process has ended, or is taken to hang.
  void end(Worker& w, const std::string& why) {
    if (!why.empty()) kill(w.pid, SIGKILL);
    close(w.pipe);
    int status = 0;
    waitpid(w.pid, &status, 0);
    const std::uint64_t from = w.current + 1, to = w.end;
    if (why.empty() && WIFEXITED(status) && WEXITSTATUS(status) == 0) return begin(w);
    report(w.current, why.empty() ? "crash" : why, fmt::format("status {}", status));
    if (from < to && !over()) start(w, from, to);
    else begin(w);
  }

  void report(std::uint64_t index, const std::string& law, const std::string& what) {
    Failure f{index, law, what, ""};
    Program p = generate(c_.seed, index);
    const Choice choice = only(law, choose(c_, index));
    const auto until = Clock::now() + kShrinking;
    if (c_.shrink)
      p = shrink(p, [&](const Program& q) { return Clock::now() < until && law_broken(q, choice, f.what) == law; }, 400);
    if (c_.shrink) law_broken(p, choice, f.what);
    if (f.what.empty()) f.what = what;
    f.program = (p.double_precision ? "% --precision=double\n" : "") + standalone_text(p, p.runs.front());
    fmt::print("law {} broken: seed {} index {}: {}\n{}", law, c_.seed, index, f.what, function_text(p, Mode::Auto));
    for (const Data& d : p.runs)
      fmt::print("% N={} M={} K={} q={} inc={} seed={} special={} alias={}{}\n", d.n, d.m, d.k, d.q, d.inc, d.seed, d.special, d.alias, p.double_precision ? " double" : "");
    fmt::print("\n");
    std::fflush(stdout);
    tally_.failures.push_back(std::move(f));
  }

  const Campaign& c_;
  std::uint64_t next_, end_;
  Clock::time_point start_;
  Tally tally_;
};

}  // namespace

Choice choose(const Campaign& c, std::uint64_t index) {
  Choice choice;
  choice.seed = index;
  choice.serial = c.all || index % 4 == 0;
  choice.threads = c.all || index % 8 == 1;
  choice.simt = c.simt && (c.all || index % 2 == 0);
  choice.emitted = c.emitted && (c.all || index % 16 == 3);
  choice.cuda = c.cuda;
  return choice;
}

Tally run(const Campaign& campaign) { return Run(campaign).run(); }

}  // namespace qc::laws
