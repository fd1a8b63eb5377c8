#include "tests/laws/campaign.h"

#include <fmt/format.h>
#include <poll.h>

#include <cstdio>
#include <deque>

#include "parser/parse.h"
#include "support/source.h"
#include "tests/laws/failure.h"
#include "tests/laws/generate.h"

namespace qc::laws {
namespace {

constexpr auto kPatience = std::chrono::seconds(120);  // for one program, on a busy machine too
constexpr auto kShrinking = std::chrono::seconds(40);
constexpr auto kAfterwards = std::chrono::seconds(15);  // shrinking goes on for so long after the last program
constexpr std::size_t kShrunk = 40;
constexpr std::size_t kMostOutput = 90000;

// A process that checks programs. It writes "index" when one is begun, "!law what" for a violation and "=verdict count"
// for the verdicts on its loops, a line each.
struct Worker {
  Process process;
  std::uint64_t current = 0, end = 0;
  std::string pending;
  Clock::time_point since;
};

struct Job {
  std::uint64_t index = 0;
  std::string law, what;
};

// A process that makes a failing program smaller and writes what is printed of it.
struct Shrinker {
  Process process;
  Job job;
  std::string text;
  Clock::time_point until;
};

class Run {
 public:
  explicit Run(const Campaign& c) : c_(c), next_(c.first), end_(c.first + c.count), start_(Clock::now()) {}

  Tally run() {
    warm_up();
    workers_.resize(std::size_t(std::max(1, c_.jobs)));
    for (Worker& w : workers_) begin(w);
    while (wait_for_news()) {
      for (std::size_t k = 0; k < jobs_.size() && shrinkers_.size() < std::size_t(std::max(1, c_.jobs / 4)); ++k)
        shrink_next();
    }
    tally_.next = next_;
    return std::move(tally_);
  }

 private:
  // The parser learns as it reads; processes start with what this one knows.
  void warm_up() const {
    for (std::uint64_t index = c_.first; index < c_.first + 8; ++index) {
      SourceMap sources;
      parse(sources, sources.add("t.q", function_text(generate(c_.seed, index), Mode::Auto)));
    }
  }

  bool out_of_time(std::chrono::seconds more = {}) const {
    return c_.seconds > 0 && std::chrono::duration<double>(Clock::now() - start_ - more).count() > c_.seconds;
  }
  bool over() const { return next_ >= end_ || tally_.violations >= c_.most_failures || out_of_time(); }

  // A GPU takes long to open.
  std::uint64_t batch() const { return c_.cuda ? 60 : 20; }

  void begin(Worker& w) {
    w = {};
    if (over()) return;
    const std::uint64_t from = next_;
    next_ = std::min(end_, next_ + batch());
    start(w, from, next_);
  }

  void start(Worker& w, std::uint64_t from, std::uint64_t to) {
    w = {};
    w.current = from;
    w.end = to;
    w.since = Clock::now();
    w.process = start_process([&](int out) {
      for (std::uint64_t index = from; index < to; ++index) {
        tell_line(out, std::to_string(index));
        std::map<std::string, int> verdicts;
        for (const Violation& v : check(generate(c_.seed, index), choose(c_, index), &verdicts))
          tell_line(out, fmt::format("!{} {}", v.law, v.what));
        for (const auto& [verdict, count] : verdicts) tell_line(out, fmt::format("={} {}", verdict, count));
      }
    });
  }

  // Waits for words of the processes; false when there are none left.
  bool wait_for_news() {
    std::vector<pollfd> waits;
    for (const Worker& w : workers_) waits.push_back({w.process.pid > 0 ? w.process.pipe : -1, POLLIN, 0});
    for (const Shrinker& s : shrinkers_) waits.push_back({s.process.pipe, POLLIN, 0});
    bool any = !jobs_.empty();
    for (const pollfd& p : waits) any = any || p.fd >= 0;
    if (!any) return false;
    poll(waits.data(), waits.size(), 1000);
    const Clock::time_point now = Clock::now();
    for (std::size_t k = 0; k < workers_.size(); ++k) {
      if (waits[k].fd < 0) continue;
      if (waits[k].revents)
        receive(workers_[k]);
      else if (now - workers_[k].since > kPatience)
        end(workers_[k], true);
      else if (out_of_time(kAfterwards))
        stop(workers_[k], workers_[k].current);
    }
    auto wait = waits.begin() + std::ptrdiff_t(workers_.size());
    for (auto s = shrinkers_.begin(); s != shrinkers_.end(); ++wait) {
      const bool late = now > s->until + kAfterwards;
      if (!late && (!wait->revents || hear(s->process, s->text))) {
        ++s;
        continue;
      }
      const int status = finish(s->process, late);
      print(s->job, ended_well(status) ? s->text : "");
      s = shrinkers_.erase(s);
    }
    return true;
  }

  void receive(Worker& w) {
    if (!hear(w.process, w.pending)) return end(w, false);
    for (std::size_t to; (to = w.pending.find('\n')) != std::string::npos; w.pending.erase(0, to + 1)) {
      const std::string line = w.pending.substr(0, to);
      const auto blank = line.find(' ');
      if (line[0] == '!')
        found({w.current, line.substr(1, blank - 1), line.substr(blank + 1)});
      else if (line[0] == '=')
        tally_.verdicts[line.substr(1, blank - 1)] += std::stoi(line.substr(blank + 1));
      else {
        took(w);
        if (out_of_time()) return stop(w, std::stoull(line));
        w.current = std::stoull(line);
        ++tally_.programs;
      }
    }
  }

  void took(Worker& w) {
    const Clock::time_point now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - w.since).count();
    if (seconds > tally_.slowest_seconds) tally_.slowest_seconds = seconds, tally_.slowest = w.current;
    w.since = now;
  }

  // No time for the rest of its programs.
  void stop(Worker& w, std::uint64_t begun) {
    finish(w.process, true);
    next_ = std::min(next_, begun);
    w = {};
  }

  // The process has ended, or is taken to hang.
  void end(Worker& w, bool hung) {
    took(w);
    const int status = finish(w.process, hung);
    if (!hung && ended_well(status)) return begin(w);
    found({w.current, hung ? "hang" : "crash", fmt::format("status {}", status)});
    const std::uint64_t from = w.current + 1, to = w.end;
    if (from < to && !over()) return start(w, from, to);
    if (from < to) next_ = std::min(next_, from);
    w = {};
    begin(w);
  }

  void found(Job job) {
    ++tally_.violations;
    ++tally_.laws[job.law];
    if (shrunk_++ < kShrunk && c_.shrink && !out_of_time()) return jobs_.push_back(std::move(job));
    print(job, "");
  }

  void shrink_next() {
    Shrinker s;
    s.job = std::move(jobs_.front());
    jobs_.pop_front();
    s.until = Clock::now() + kShrinking;
    if (c_.seconds > 0)
      s.until = std::min(
          s.until, start_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(c_.seconds)) +
                       kAfterwards);
    s.process =
        start_process([&](int out) { tell(out, describe_failure(c_, s.job.index, s.job.law, s.job.what, s.until)); });
    if (s.process.pid > 0)
      shrinkers_.push_back(std::move(s));
    else
      print(s.job, "");
  }

  // text: of a shrunk program, or empty.
  void print(const Job& job, std::string text) {
    if (text.empty() || printed_ + text.size() > kMostOutput)
      text = fmt::format("law {} broken: seed {} index {}: {:.160}\n", job.law, c_.seed, job.index, job.what);
    printed_ += text.size();
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
  }

  const Campaign& c_;
  std::uint64_t next_, end_;
  Clock::time_point start_;
  Tally tally_;
  std::vector<Worker> workers_;
  std::vector<Shrinker> shrinkers_;
  std::deque<Job> jobs_;
  std::size_t shrunk_ = 0, printed_ = 0;
};

}  // namespace

Choice choose(const Campaign& c, std::uint64_t index) {
  Choice choice;
  choice.seed = index;
  choice.quick = !c.all && index % 8 != 2;
  choice.serial = c.all || index % 4 == 0;
  choice.parts = c.all || index % 4 == 2;
  choice.threads = c.all || index % 8 == 1;
  choice.simt = c.simt && (c.all || index % 2 == 0);
  choice.emitted = c.emitted && (c.all || index % 16 == 3);
  choice.cuda = c.cuda;
  return choice;
}

Tally run(const Campaign& campaign) { return Run(campaign).run(); }

}  // namespace qc::laws
