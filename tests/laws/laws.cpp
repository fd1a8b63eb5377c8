#include "tests/laws/laws.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "codegen/effort.h"
#include "tests/laws/execute.h"

namespace qc::laws {
namespace {

constexpr int kManyThreads = 7;
// The evaluator is the reference while that is quick; longer runs have native serial loops as theirs.
constexpr std::int64_t kStepped = 3000;

host::Options options_for(const Program& p, host::DeviceChoice device, int threads) {
  host::Options o;
  o.few_on_host = false;  // small loops are what kernels are tried with
  o.scalar = p.double_precision ? Elem::F64 : Elem::F32;
  o.device = device;
  o.threads = threads;
  return o;
}

std::int64_t iterations(const Data& d) {
  return std::max<std::int64_t>(1, d.n) * std::max<std::int64_t>(1, d.m) * std::max<std::int64_t>(1, d.k);
}

// The bound of reordered floats: n steps of rounding, each of at most n terms. The factor covers several updates an
// iteration.
double slack(const Program& p, const Data& d) {
  const double n = double(iterations(d)), epsilon = p.double_precision ? 2.3e-16 : 1.2e-7;
  return 8 * n * n * epsilon;
}

// `x[k] += e`, `x[k] = x[k] + e`, `x[k] = max(x[k], e)`, where e reads nothing else of x.
bool is_update(std::string s) {
  s.erase(0, s.find_first_not_of(' '));
  const auto open = s.find('['), sign = s.find("= ", s.find(']'));
  if (s.starts_with("if ") || open == std::string::npos || sign == std::string::npos || sign < open) return false;
  const std::string place = s.substr(0, s.rfind(' ', sign)), array = s.substr(0, open + 1);
  std::string operand = s.substr(sign + 2);
  bool updates = s[sign - 1] != ' ';
  for (std::size_t at; (at = operand.find(place)) != std::string::npos; updates = true) operand.erase(at, place.size());
  return updates && operand.find(array) == std::string::npos;
}

// Whether a race's two accesses are in one line that is an update.
bool between_updates(const std::string& race, const std::string& text) {
  const auto at = race.find("at line "), and_at = race.rfind("(line ");
  if (at == std::string::npos || and_at == std::string::npos) return false;
  const int line = std::atoi(race.c_str() + at + 8);
  if (line != std::atoi(race.c_str() + and_at + 6)) return false;
  std::istringstream lines(text);
  std::string s;
  for (int k = 0; k < line; ++k) std::getline(lines, s);
  return is_update(s);
}

class Checker {
 public:
  Checker(const Program& p, const Choice& c) : p_(p), choice_(c), text_(function_text(p, Mode::Auto)) {}

  std::vector<Violation> run(std::map<std::string, int>* verdicts) {
    Runner parallel(p_, text_, options_for(p_, host::DeviceChoice::Cpu, kManyThreads));
    if (!parallel.broken.empty()) return {{"valid", parallel.broken, 0}};
    // Loops may be stepped at once when they come back, or be compiled for what they met before.
    std::vector<Outcome> again;
    for (const Data& d : p_.runs) {
      base_.push_back(parallel.call(d));
      again.push_back(parallel.call(d));
    }
    for (const Data& d : p_.runs) again.push_back(parallel.call(d));
    warned_ = std::any_of(parallel.warnings.begin(), parallel.warnings.end(),
                          [](const std::string& w) { return w.starts_with("Q0502"); });
    refused_ = std::any_of(base_.begin(), base_.end(), [](const Outcome& o) { return o.error.starts_with("Q0501"); });
    forced(parallel.log);
    if (verdicts) count(parallel.log, *verdicts);
    if (refused_ && p_.vouched)
      add("refused", std::find_if(base_.begin(), base_.end(), [](const Outcome& o) { return !o.error.empty(); })->error,
          0);
    const bool meets = warned_ && !p_.vouched;  // obeyed: what the iterations do to each other is the programmer's word
    if (meets) {
      if (choice_.simt) obeyed();
      return std::move(found_);
    }
    for (std::size_t k = 0; k < again.size(); ++k)
      if (const std::string text = difference(base_[k % base_.size()], again[k], {}, 0); !text.empty())
        add("again", text, k % base_.size());
    if (!refused_) {
      against(Mode::Interpreted, "recognition", true);
      if (choice_.serial) against(Mode::Serial, "serial", false);
    }
    if (choice_.parts && !refused_) in_parts();
    if (choice_.threads) target("threads", host::DeviceChoice::Cpu, text_);
    if (choice_.simt) target("simt", host::DeviceChoice::Simt, text_);
    if (choice_.cuda) target("cuda", host::DeviceChoice::Cuda, text_);
    if (choice_.emitted && !refused_) emitted();
    return std::move(found_);
  }

 private:
  void add(const std::string& law, const std::string& what, std::size_t run) {
    if (std::none_of(found_.begin(), found_.end(), [&](const Violation& v) { return v.law == law; }))
      found_.push_back({law, what, run});
  }

  // A report has a line `t.q:LINE: VERDICT ...` for each loop.
  static void count(const std::string& log, std::map<std::string, int>& verdicts) {
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);) {
      const auto colon = line.find(": ");
      if (!line.starts_with("t.q:") || colon == std::string::npos) continue;
      ++verdicts[line.substr(colon + 2, line.find_first_of(" :\n", colon + 2) - colon - 2)];
    }
  }

  // A loop marked parallel is in parallel, refused, or warned of.
  void forced(const std::string& log) {
    if (warned_ || refused_) return;
    std::istringstream lines(text_), reports(log);
    std::vector<std::string> marked;
    bool after = false;
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      if (after) marked.push_back(fmt::format("t.q:{}: ", number));
      after = line.find("{!parallel for}") != std::string::npos;
    }
    for (std::string line; std::getline(reports, line);)
      for (const std::string& m : marked)
        if (line.starts_with(m + "serial") || line.starts_with(m + "interpreted"))
          add("forced", "silently in order: " + line, 0);
  }

  // What the word does not cover: updates that iterations share are never lost, and where the emulator sees no
  // iterations meet, the bits are those of the host.
  void obeyed() {
    host::Options o = options_for(p_, host::DeviceChoice::Simt, 1);
    o.simt = {32, choice_.seed};
    Runner other(p_, text_, o);
    for (std::size_t k = 0; k < p_.runs.size(); ++k) {
      const Outcome outcome = other.call(p_.runs[k]);
      if (is_race(outcome.error)) {
        if (between_updates(outcome.error, text_)) return add("obeyed", "an update is lost: " + outcome.error, k);
        continue;
      }
      if (const std::string text = difference(base_[k], outcome, {}, 0); !text.empty()) return add("obeyed", text, k);
    }
  }

  void against(Mode mode, const char* law, bool only_short) {
    Runner other(p_, function_text(p_, mode), options_for(p_, host::DeviceChoice::Cpu, 1));
    for (std::size_t k = 0; k < p_.runs.size(); ++k) {
      if (only_short && iterations(p_.runs[k]) > kStepped) continue;
      const Outcome o = other.call(p_.runs[k]);
      // An int that a loop adds floats to is a float in all of the compiled loop, and bit functions refuse it.
      if (base_[k].error.starts_with("Q0301") &&
          base_[k].error.find("works on integers, not on ") != std::string::npos && o.error.empty())
        continue;
      const std::string text = difference(o, base_[k], p_.rough, slack(p_, p_.runs[k]), p_.either_zero);
      if (!text.empty()) return add(law, text, k);
    }
  }

  // Maps cut into the loops that they hold, and along memory, wherever that is right.
  void in_parts() {
    std::vector<Outcome> on_host;
    for (const auto& [device, threads] :
         {std::pair{host::DeviceChoice::Cpu, kManyThreads}, std::pair{host::DeviceChoice::Simt, 1}}) {
      if (device == host::DeviceChoice::Simt && !choice_.simt) continue;
      host::Options o = options_for(p_, device, threads);
      o.maps = host::MapForm::Parts;
      o.simt = {32, choice_.seed};
      Runner other(p_, text_, o);
      for (std::size_t k = 0; k < p_.runs.size(); ++k) {
        const Outcome outcome = other.call(p_.runs[k]);
        const std::string text = device == host::DeviceChoice::Cpu
                                     ? difference(base_[k], outcome, p_.rough, slack(p_, p_.runs[k]), p_.either_zero)
                                     : difference(on_host[k], outcome, {}, 0);
        if (!text.empty()) return add("parts", text, k);
        if (device == host::DeviceChoice::Cpu) on_host.push_back(outcome);
      }
    }
  }

  void target(const char* law, host::DeviceChoice device, const std::string& text) {
    host::Options o = options_for(p_, device, 1);
    constexpr int widths[] = {32, 32, 16, 8, 1};
    o.simt = {widths[choice_.seed % 5], choice_.seed};
    Runner other(p_, text, o);
    // Narrow groups are about how threads meet, long runs about borders of blocks and chunks; both at once take
    // seconds.
    const bool only_short = device == host::DeviceChoice::Simt && o.simt.width < 16;
    for (std::size_t k = 0; k < p_.runs.size(); ++k) {
      if (only_short && iterations(p_.runs[k]) > kStepped) continue;
      const std::string difference_text = difference(base_[k], other.call(p_.runs[k]), {}, 0);
      if (!difference_text.empty()) return add(law, difference_text, k);
    }
  }

  void emitted() {
    std::string why;
    const std::string text = emitted_text(text_, options_for(p_, host::DeviceChoice::Cpu, 1), why);
    if (text.empty()) return add("emitted", "nothing is printed: " + why, 0);
    Runner other(p_, text, options_for(p_, host::DeviceChoice::Cpu, 1));
    for (std::size_t k = 0; k < p_.runs.size(); ++k) {
      if (base_[k].error.starts_with("Q")) continue;  // the places of errors are others
      const Outcome o = other.call(p_.runs[k]);
      if (o.error.starts_with("Q0401")) continue;  // a kernel's truth values read behind the iteration that decides
      const std::string difference_text = difference(base_[k], o, p_.rough, 0);
      if (!difference_text.empty()) return add("emitted", difference_text, k);
    }
  }

  const Program& p_;
  const Choice& choice_;
  const std::string text_;
  std::vector<Outcome> base_;
  std::vector<Violation> found_;
  bool warned_ = false, refused_ = false;
};

}  // namespace

std::vector<Violation> check(const Program& program, const Choice& choice, std::map<std::string, int>* verdicts) {
  codegen::use_effort(choice.quick ? codegen::Effort::Little : codegen::Effort::Full);
  return Checker(program, choice).run(verdicts);
}

}  // namespace qc::laws
