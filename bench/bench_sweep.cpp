// Times one reduction in many shapes and all its spellings, and names the cliffs: bench_sweep [cpu|cuda] [log2 of the
// elements] [rows|columns ..]
// [--threads N] [--tries N] [--widths W,W,..] [--json FILE]. Neighbouring widths, 2^k - 1, 2^k and 2^k + 1 and 1 to 17,
// may differ by kNeighbours in the time of an element, spellings by kSpellings in the time of an element and of the
// whole: an update reads its element as well. The exit status says whether they do.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "codegen/effort.h"
#include "host/session/session.h"
#include "record.h"
#include "support/diagnostic.h"

namespace {

using namespace qc;

constexpr double kNeighbours = 1.5, kSpellings = 1.1;
constexpr int kTurns = 12;

struct Spelling {
  std::string name;
  std::string text;  // of a function of a : mat and b : vec
};
struct Kind {
  std::string name;
  bool rows;
  std::vector<Spelling> spellings;
};

// Loops over `i` and `j` of a : mat into b : vec.
const char* const kOverI = "for i=0..size(a,0)-1\n";
const char* const kOverJ = "for j=0..size(a,1)-1\n";
std::string updated(const std::string& place) {
  return std::string(kOverI) + kOverJ + place + " += a[i,j]\nend\nend\n";
}
std::string of_variable(const std::string& kept, const std::string& reduced, const std::string& place) {
  return kept + "s = 0.0\n" + reduced + "s += a[i,j]\nend\n" + place + " = s\nend\n";
}

const std::vector<Kind> kinds{
    {"rows",
     true,
     {{"update", updated("b[i]")}, {"variable", of_variable(kOverI, kOverJ, "b[i]")}, {"whole", "b = sum(a, 1)\n"}}},
    {"columns",
     false,
     {{"update", updated("b[j]")}, {"variable", of_variable(kOverJ, kOverI, "b[j]")}, {"whole", "b = sum(a, 0)\n"}}}};

// Groups of widths that are neighbours.
std::vector<std::vector<int>> widths(const std::string& listed) {
  std::vector<std::vector<int>> groups(1);
  std::istringstream list(listed);
  for (std::string w; std::getline(list, w, ',');) groups[0].push_back(std::atoi(w.c_str()));
  if (!listed.empty()) return groups;
  for (int c = 1; c <= 17; ++c) groups[0].push_back(c);
  for (int k = 5; k <= 13; ++k) groups.push_back({(1 << k) - 1, 1 << k, (1 << k) + 1});
  return groups;
}

// What a spelling reads and writes, in elements.
double moved(const Kind& kind, std::size_t spelling, int lg, int width) {
  const std::int64_t rows = (std::int64_t(1) << lg) / width, results = kind.rows ? rows : width;
  return double(rows) * width + double(results) * (kind.spellings[spelling].name == "update" ? 2 : 1);
}

// One width's spellings, in a session of their own: a loop has few kernels for lengths that it knows, and array
// functions share their loops.
class Cell {
 public:
  Cell(const Kind& kind, const host::Options& options, int lg, int width)
      : session_(std::make_unique<host::Session>(options, sinks())) {
    const std::int64_t rows = (std::int64_t(1) << lg) / width, results = kind.rows ? rows : width;
    std::string text = fmt::format("a = rand({}, {})\nb = zeros({})\n", rows, width, results);
    for (const Spelling& s : kind.spellings)
      text += fmt::format("function [] = f_{}(a : mat, b : vec)\n{}end\n", s.name, s.text);
    session_->run(session_->sources().add("sweep.q", text), false);
    const std::vector<host::Value> arguments{*session_->variable("a"), *session_->variable("b")};
    std::vector<std::function<void()>> calls;
    for (std::size_t s = 0; s < kind.spellings.size(); ++s) {
      per_element_.push_back(1e6 / moved(kind, s, lg, width));
      calls.push_back([session = session_.get(), name = "f_" + kind.spellings[s].name, arguments] {
        session->call(name, arguments);
      });
    }
    turns_.emplace(session_->device(), std::move(calls));
  }

  void take_turn() { turns_->take(); }
  // Picoseconds an element, of each spelling.
  std::vector<double> times() const {
    std::vector<double> out = per_element_;
    for (std::size_t s = 0; s < out.size(); ++s) out[s] *= turns_->least(s);
    return out;
  }

 private:
  static host::Sinks sinks() {
    host::Sinks sinks;
    sinks.out = [](std::string_view) {};
    sinks.diagnostic = [](const Diagnostic& d) { fmt::print(stderr, "{}\n", d.message); };
    return sinks;
  }

  std::unique_ptr<host::Session> session_;
  std::vector<double> per_element_;  // of a microsecond, for each spelling
  std::optional<bench::Turns> turns_;
};

double apart(double a, double b) { return a > b ? a / b : b / a; }

double ratio_of_ends(const std::vector<double>& times) {
  return *std::max_element(times.begin(), times.end()) / *std::min_element(times.begin(), times.end());
}

// How far spellings are apart: of those that move different amounts, in what they have less apart.
double spread(const std::vector<double>& times, const Kind& kind, int lg, int width) {
  std::vector<double> whole;
  for (std::size_t s = 0; s < times.size(); ++s) whole.push_back(times[s] * moved(kind, s, lg, width));
  return std::min(ratio_of_ends(times), ratio_of_ends(whole));
}

int sweep(int argc, char** argv) {
  host::Options options;
  int lg = 0, most_tries = 3;  // of a width that looks like a cliff: other work on the machine looks like one
  std::vector<std::string> wanted;
  std::string listed;
  const char* json = nullptr;
  for (int k = 1; k < argc; ++k) {
    const std::string a = argv[k];
    if (a == "cpu" || a == "cuda")
      options.device = a == "cpu" ? host::DeviceChoice::Cpu : host::DeviceChoice::Cuda;
    else if (a == "--threads" && k + 1 < argc)
      options.threads = std::atoi(argv[++k]);
    else if (a == "--tries" && k + 1 < argc)
      most_tries = std::atoi(argv[++k]);
    else if (a == "--widths" && k + 1 < argc)
      listed = argv[++k];
    else if (a == "--json" && k + 1 < argc)
      json = argv[++k];
    else if (const int n = std::atoi(a.c_str()); n >= 10 && n <= 32 && a.size() == 2)
      lg = n;
    else
      wanted.push_back(a);
  }
  if (lg == 0) lg = options.device == host::DeviceChoice::Cuda ? 26 : 23;
  codegen::use_effort(codegen::Effort::Full);
  bench::Record record(json, options, lg);
  std::vector<std::string> cliffs;
  for (const Kind& kind : kinds) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), kind.name) == wanted.end()) continue;
    fmt::print("# {}, 2^{} f32, picoseconds an element\n{:>7}", kind.name, lg, "width");
    for (const Spelling& s : kind.spellings) fmt::print(" {:>9}", s.name);
    fmt::print("\n");
    for (const auto& group : widths(listed)) {
      std::map<int, Cell> cells;
      for (const int w : group) cells.try_emplace(w, kind, options, lg, w);
      std::map<int, std::vector<double>> found;
      const auto measure = [&](const std::vector<int>& some) {
        for (int turn = 0; turn < kTurns; ++turn)
          for (const int w : some) cells.at(w).take_turn();
        for (const int w : some) found[w] = cells.at(w).times();
      };
      measure(group);
      const auto steep = [&](std::size_t k, std::size_t s) {
        return k > 0 && !(apart(found[group[k]][s], found[group[k - 1]][s]) <= kNeighbours);
      };
      for (int tries = 1; tries < most_tries; ++tries) {
        std::vector<int> again;
        for (std::size_t k = 0; k < group.size(); ++k) {
          bool wanted = !(spread(found[group[k]], kind, lg, group[k]) <= kSpellings);
          for (std::size_t s = 0; s < kind.spellings.size(); ++s)
            wanted |= steep(k, s) || (k + 1 < group.size() && steep(k + 1, s));
          if (wanted) again.push_back(group[k]);
        }
        if (again.empty()) break;
        measure(again);
      }
      for (std::size_t k = 0; k < group.size(); ++k) {
        const std::vector<double>& times = found[group[k]];
        fmt::print("{:>7}", group[k]);
        for (const double t : times) fmt::print(" {:>9.2f}", t);
        fmt::print("\n");
        std::fflush(stdout);
        for (std::size_t s = 0; s < times.size(); ++s) {
          const double elements = moved(kind, s, lg, group[k]);
          record.add(fmt::format("{}, {}, 2^{}", kind.name, kind.spellings[s].name, lg), group[k],
                     times[s] * elements * 1e-6, elements * 4);
          if (steep(k, s))
            cliffs.push_back(fmt::format("{} as {}: {} columns {:.2f}, {} columns {:.2f}", kind.name,
                                         kind.spellings[s].name, group[k - 1], found[group[k - 1]][s], group[k],
                                         times[s]));
        }
        if (!(spread(times, kind, lg, group[k]) <= kSpellings))
          cliffs.push_back(fmt::format("{} of {} columns: spellings differ by {:.2f}", kind.name, group[k],
                                       spread(times, kind, lg, group[k])));
      }
    }
  }
  for (const std::string& c : cliffs) fmt::print("cliff: {}\n", c);
  return cliffs.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return sweep(argc, argv);
  } catch (const ProgramError& e) {
    fmt::print(stderr, "{}\n", e.diagnostics.front().message);
    return 2;
  }
}
