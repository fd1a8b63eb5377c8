#include "directives.h"

#include <regex>
#include <sstream>

namespace qc::tool {
namespace {

unsigned number(const std::ssub_match& m) { return m.matched ? unsigned(std::stoul(m.str())) : 0; }

ExpectedDiagnostic diagnostic(const std::smatch& m) { return {m[1], number(m[2]), number(m[3])}; }

void read_line(const std::string& line, Directives& into) {
  static const std::regex expect("% expect:(?: (.*))?"), bits("% expect-bits (\\S+) (\\S+)"),
      error("% error:? (Q\\d{4})(?: at (\\d+):(\\d+))?"), warning("% warning:? (Q\\d{4})(?: at (\\d+):(\\d+))?"),
      loop("% loop (\\d+): (\\w+)(?: (.*))?"), precision("% precision: double");
  std::smatch m;
  if (std::regex_match(line, m, expect))
    into.output.push_back(m[1]);
  else if (std::regex_match(line, m, bits))
    into.bits.push_back({m[1], m[2]});
  else if (std::regex_match(line, m, error))
    into.error = diagnostic(m);
  else if (std::regex_match(line, m, warning))
    into.warnings.push_back(diagnostic(m));
  else if (std::regex_match(line, m, loop))
    into.loops.push_back({number(m[1]), m[2], m[3]});
  else if (std::regex_match(line, precision))
    into.double_precision = true;
  else if (std::regex_search(line, std::regex("^% (expect|error|warning|loop|precision)\\b.*[:0-9]")))
    into.malformed.push_back(line);
}

std::string field(const std::string& json, const std::string& name) {
  std::smatch m;
  return std::regex_search(json, m, std::regex("\"" + name + "\":(?:\"([^\"]*)\"|(\\d+))")) ? m[1].str() + m[2].str()
                                                                                            : "";
}

}  // namespace

std::string Directives::expected_output() const {
  std::string text;
  for (const auto& line : output) text += line + "\n";
  return text;
}

Directives read_directives(const std::string& text) {
  Directives result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto begin = line.find_first_not_of(" \t");
    if (begin != std::string::npos && line[begin] == '%') read_line(line.substr(begin), result);
  }
  return result;
}

std::string verdict_in(const std::string& json_lines, unsigned line) {
  std::istringstream lines(json_lines);
  for (std::string json; std::getline(lines, json);) {
    if (field(json, "line") != std::to_string(line)) continue;
    std::string result = field(json, "verdict");
    const auto begin = json.find("\"accumulators\":["), end = json.find("\"private\"");
    if (begin == std::string::npos || end == std::string::npos) return result;
    const std::string list = json.substr(begin, end - begin);
    static const std::regex one("\\{\"name\":\"([^\"]*)\",\"op\":\"([^\"]*)\"");
    bool first = true;
    for (std::sregex_iterator it(list.begin(), list.end(), one), none; it != none; ++it, first = false)
      result += (first ? " " : ", ") + (*it)[2].str() + " " + (*it)[1].str();
    static const std::regex reason("\"reason\":\\{\"code\":\"(R\\d+)\"");
    if (std::smatch m; std::regex_search(json, m, reason)) result += " " + m[1].str();
    return result;
  }
  return {};
}

}  // namespace qc::tool
