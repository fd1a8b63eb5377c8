// Adds up what a run spends its time on: phases, and launches of loops and kernels. Off until begin() is called, which
// costs each place one test of a flag.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace qc::profile {

enum class Phase { Parse, Analyse, Compile, Copy };
inline constexpr int kPhases = 4;

// From now on. launches: each launch is timed alone as well, for which the device is waited for before and after.
// traces: what is timed is kept one by one, for trace().
void begin(bool launches, bool traces = false);
bool on();
bool times_launches();

// Adds the time of its scope to a phase; what is timed inside of it belongs to that phase alone.
class Timed {
 public:
  explicit Timed(Phase phase);
  ~Timed();
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  Phase phase_;
  bool on_;
  Timed* outer_ = nullptr;
  double inner_ms_ = 0;
  std::chrono::steady_clock::time_point start_;
};
double milliseconds(Phase phase);

// A kind of launch and what its launches took together.
struct Launches {
  std::string name;  // "f.q:12: loop over i, j", "f.q:30: kernel blur"
  std::string verdict, schedule;
  std::uint64_t count = 0, bytes = 0;  // of the arrays that it was given, all launches together
  double total_ms = 0, least_ms = 0, most_ms = 0;
};
void add(const Launches& one);     // count 1
std::vector<Launches> launches();  // the longest in total first

// What was timed, as events of Chrome's trace format (chrome://tracing, Perfetto).
std::string trace();

// Runs launch() between waits when launches are timed; describe() gives the Launches without times.
template <class Launch, class Wait, class Describe>
void launch_timed(const Launch& launch, const Wait& wait, const Describe& describe) {
  if (!times_launches()) return launch();
  wait();
  const auto start = std::chrono::steady_clock::now();
  launch();
  wait();
  Launches one = describe();
  one.count = 1;
  one.total_ms = one.least_ms = one.most_ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  add(one);
}

}  // namespace qc::profile
