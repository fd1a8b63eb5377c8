#include "tests/programs/explained.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <sstream>

namespace qc::test {

namespace {

constexpr std::array kVerdicts = {"map", "reduction", "partial", "argreduce", "bins", "scan", "serial", "interpreted"};

struct OfLine {
  std::set<std::string> verdicts;  // with accumulators and reason
  bool again = false;              // judged again when it is reached
  bool checks = false;
  bool fails_check = false;  // the run: a check did not hold
  bool in_order = false;     // the run: it was stepped or ran in order, whatever its verdict
};

std::map<int, OfLine> read(const std::string& path, const std::string& said) {
  std::map<int, OfLine> lines;
  OfLine* now = nullptr;
  std::istringstream in(said);
  for (std::string s; std::getline(in, s);) {
    if (now && s.find("it is judged again when it is reached") != std::string::npos) now->again = true;
    if (now && s.starts_with("  check: ")) now->checks = true;
    if (!s.starts_with(path + ":")) continue;
    std::size_t digits = 0;
    int line = 0;
    for (std::size_t k = path.size() + 1; k < s.size() && s[k] >= '0' && s[k] <= '9'; ++k, ++digits)
      line = 10 * line + (s[k] - '0');
    const std::string rest = s.substr(std::min(s.size(), path.size() + 1 + digits));
    if (digits == 0 || !rest.starts_with(": ")) continue;
    const std::string headline = rest.substr(2), word = headline.substr(0, headline.find_first_of(" :"));
    now = nullptr;
    if (headline == "in order here: a check that it hangs on does not hold") lines[line].fails_check = true;
    if (headline.starts_with("in order here: ") || headline.starts_with("stepped here: ")) lines[line].in_order = true;
    if (std::find(kVerdicts.begin(), kVerdicts.end(), word) == kVerdicts.end()) continue;
    now = &lines[line];
    now->verdicts.insert(headline);
  }
  return lines;
}

// The lines of the program that lie in functions.
std::set<int> lines_of_functions(const std::string& text) {
  std::set<int> out;
  bool inside = false;
  int n = 0;
  std::istringstream in(text);
  for (std::string s; std::getline(in, s);) {
    ++n;
    if (s.starts_with("function")) inside = true;
    if (inside) out.insert(n);
    if (s.starts_with("end")) inside = false;
  }
  return out;
}

bool holds_all(const std::set<std::string>& all, const std::set<std::string>& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

bool is_serial(const OfLine& line) {
  return std::all_of(line.verdicts.begin(), line.verdicts.end(),
                     [](const std::string& v) { return v.starts_with("serial") || v.starts_with("interpreted"); });
}

std::string listed(const std::set<std::string>& all) {
  std::string out;
  for (const std::string& s : all) out += (out.empty() ? "" : " | ") + s;
  return out.empty() ? "nothing" : out;
}

}  // namespace

std::vector<std::string> differences(const std::string& path, const std::string& text, const std::string& report,
                                     const std::string& run) {
  const auto said = read(path, report), seen = read(path, run);
  const std::set<int> in_functions = lines_of_functions(text);
  const bool some_again = std::any_of(said.begin(), said.end(), [](const auto& l) { return l.second.again; });
  std::vector<std::string> out;
  for (const auto& [line, of_run] : seen) {
    const auto it = said.find(line);
    const OfLine of_report = it == said.end() ? OfLine{} : it->second;
    if (of_report.again || (some_again && in_functions.contains(line))) continue;
    // A run may see more: the nest as it was judged before it was known that two of its arrays are one.
    const bool known = holds_all(of_report.verdicts, of_run.verdicts) ||
                       (!of_report.verdicts.empty() && holds_all(of_run.verdicts, of_report.verdicts));
    if (!known && !of_report.checks && !(of_run.in_order && is_serial(of_report)))
      out.push_back(
          fmt::format("{}:{}: run: {}; report: {}", path, line, listed(of_run.verdicts), listed(of_report.verdicts)));
    if (of_run.fails_check && !of_report.checks)
      out.push_back(fmt::format("{}:{}: a check fails that the report does not have", path, line));
  }
  return out;
}

}  // namespace qc::test
