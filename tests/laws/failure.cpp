#include "tests/laws/failure.h"

#include <fmt/format.h>

#include <fstream>

#include "tests/laws/generate.h"
#include "tests/laws/shrink.h"

namespace qc::laws {
namespace {

constexpr auto kPatienceOfTry = std::chrono::seconds(20);
constexpr int kMostTries = 400;

// Only what the law needs is checked while shrinking.
Choice only(const std::string& law, Choice c) {
  if (law == "crash" || law == "hang") return c;
  Choice o;
  o.seed = c.seed;
  o.quick = c.quick;
  o.serial = law == "serial";
  o.threads = law == "threads";
  o.parts = law == "parts";
  o.simt = law == "simt";
  o.emitted = law == "emitted";
  o.cuda = law == "cuda";
  return o;
}

std::string runs_text(const Program& p) {
  std::string s;
  for (const Data& d : p.runs)
    s += fmt::format("% N={} M={} K={} q={} inc={} seed={} special={} alias={}{}\n", d.n, d.m, d.k, d.q, d.inc, d.seed,
                     d.special, d.alias, p.double_precision ? " double" : "");
  return s;
}

// The body, after the start values of what it names.
std::string short_text(const Program& p) {
  const std::string text = function_text(p, Mode::Auto);
  if (!p.functions.empty()) return text;
  std::string body = text.substr(text.find('\n', text.find("= f(")) + 1), starts;
  for (std::size_t k = 0; k < p.starts.size(); ++k) body.erase(0, body.find('\n') + 1);
  for (const auto& [name, value] : p.starts)
    if (body.find(name) != std::string::npos) starts += " " + start_text(name, value) + ";";
  return starts + "\n" + body;
}

}  // namespace

std::string law_broken(const Program& p, const Choice& choice, std::string& what) {
  const Result r = run_process(
      [&](int out) {
        for (const Violation& v : check(p, choice)) tell_line(out, v.law + " " + v.what);
      },
      kPatienceOfTry);
  if (r.hung) return what = "no end", "hang";
  if (!ended_well(r.status)) return what = fmt::format("status {}", r.status), "crash";
  const auto blank = r.text.find(' ');
  if (blank == std::string::npos) return "";
  what = r.text.substr(blank + 1, r.text.find('\n') - blank - 1);
  return r.text.substr(0, blank);
}

std::string describe_failure(const Campaign& c, std::uint64_t index, const std::string& law, const std::string& what,
                             Clock::time_point until) {
  Program p = generate(c.seed, index);
  const Choice choice = only(law, choose(c, index));
  std::string said = what;
  if (c.shrink) {
    p = shrink(
        p,
        [&](const Program& q) {
          std::string now;
          if (Clock::now() >= until || law_broken(q, choice, now) != law) return false;
          return said = now, true;
        },
        kMostTries);
  }
  if (!c.folder.empty())
    std::ofstream(fmt::format("{}/{}_{}_{}.q", c.folder, law, c.seed, index))
        << (p.double_precision ? "% --precision=double\n" : "") << standalone_text(p, p.runs.front());
  return fmt::format("law {} broken: seed {} index {}: {}\n{}{}\n", law, c.seed, index, said, short_text(p),
                     runs_text(p));
}

}  // namespace qc::laws
