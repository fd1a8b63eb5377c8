// The tables of docs/performance.md are made of bench/results: bench/results/README.md lists the files.
// QC_BLESS=1 build/bin/test_documents writes them anew, after ./dev bench --record.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/sources.h"

using qc::test::kRoot;
using qc::test::text_of;

namespace {

namespace fs = std::filesystem;
constexpr std::string_view kHeading = "## Recorded measurements\n";

// A line of CSV: fields with commas or quotes stand in quotes, a quote among them is written twice.
std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> out(1);
  bool quoted = false;
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (quoted && line.compare(k, 2, "\"\"") == 0)
      out.back() += line[k++];
    else if (line[k] == '"')
      quoted = !quoted;
    else if (line[k] == ',' && !quoted)
      out.emplace_back();
    else
      out.back() += line[k];
  }
  return out;
}

struct Row {
  std::string name, n, machine, date, commit, time, peer, peer_time, ratio;
};

// What is wrong with a row: nothing is left out, the ratio is that of the times within what they are rounded to.
std::string complaint(const Row& r) {
  for (const std::string* field : {&r.name, &r.n, &r.machine, &r.date, &r.commit, &r.peer})
    if (field->empty()) return "a field is empty";
  const double time = std::atof(r.time.c_str()), peer = std::atof(r.peer_time.c_str()),
               ratio = std::atof(r.ratio.c_str());
  if (!(time > 0 && peer > 0)) return "a time is missing";
  const double rounded = 0.0006 + time / peer * (0.0051 / time + 0.0051 / peer);
  return std::abs(ratio - time / peer) <= rounded ? "" : fmt::format("the ratio is {:.3f}", time / peer);
}

// The last run of each case, in the order of the file.
std::vector<Row> recorded(const fs::path& file) {
  std::vector<Row> rows;
  std::istringstream in(text_of(file));
  std::string line;
  std::getline(in, line);
  REQUIRE_MESSAGE(line == "case,n,machine,date,commit,time_us,peer,peer_us,ratio", file.string());
  while (std::getline(in, line)) {
    const auto f = fields(line);
    REQUIRE_MESSAGE(f.size() == 9, line);
    const Row row{f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8]};
    CHECK_MESSAGE(complaint(row) == "", file.filename().string() << ": " << line);
    std::erase_if(rows, [&](const Row& r) {
      return r.name == row.name && r.n == row.n && r.machine == row.machine && r.peer == row.peer;
    });
    rows.push_back(row);
  }
  return rows;
}

constexpr double kSlower = 1.1;         // what counts as slower than the peer
constexpr std::size_t kLongTable = 40;  // rows; a longer table shows those that are slower

bool is_slower(const Row& r) { return std::atof(r.ratio.c_str()) > kSlower; }

std::string in_cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

// Cases at several n each: a row for each case, or where there are fewer of them a column.
std::string table_of_ratios(const std::vector<Row>& rows) {
  std::vector<std::string> cases, sizes;
  const auto add = [](auto& to, const std::string& x) {
    if (std::find(to.begin(), to.end(), x) == to.end()) to.push_back(x);
  };
  const auto label = [](const Row& r) { return in_cell(r.name) + " / " + in_cell(r.peer); };
  for (const Row& r : rows) add(cases, label(r)), add(sizes, r.n);
  std::sort(sizes.begin(), sizes.end(), [](const auto& a, const auto& b) { return std::stoll(a) < std::stoll(b); });
  const bool across = cases.size() < sizes.size();
  const auto &down = across ? sizes : cases, &columns = across ? cases : sizes;
  std::string out = across ? "| n |" : "| ratio, n = |", rule = "|---|";
  for (const auto& c : columns) out += " " + c + " |", rule += "---|";
  out += "\n" + rule + "\n";
  for (const auto& d : down) {
    out += "| " + d + " |";
    for (const auto& c : columns) {
      const auto is_here = [&](const Row& r) { return label(r) == (across ? c : d) && r.n == (across ? d : c); };
      const auto found = std::find_if(rows.begin(), rows.end(), is_here);
      out += " " + (found == rows.end() ? "" : found->ratio) + " |";
    }
    out += "\n";
  }
  return out;
}

std::string table_of_times(const std::vector<Row>& rows) {
  std::string out = "| case | n | time | peer | its time | ratio |\n|---|---|---|---|---|---|\n";
  for (const Row& r : rows)
    if (rows.size() <= kLongTable || is_slower(r))
      out += fmt::format("| {} | {} | {} | {} | {} | {} |\n", in_cell(r.name), r.n, r.time, in_cell(r.peer),
                         r.peer_time, r.ratio);
  return out;
}

bool has_several_sizes(const std::vector<Row>& rows) {
  std::set<std::string> cases, sizes;
  for (const Row& r : rows) cases.insert(r.name + "/" + r.peer), sizes.insert(r.n);
  return sizes.size() > 1 && rows.size() * 10 >= cases.size() * sizes.size() * 7;
}

// The rows of a machine and commit, in tables of their own.
std::string tables_of_file(const fs::path& file) {
  std::vector<std::pair<std::string, std::vector<Row>>> groups;
  for (const Row& r : recorded(file)) {
    const std::string heading = fmt::format("{}, {}, at {}", r.machine, r.date, r.commit);
    auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == heading; });
    if (group == groups.end()) group = groups.insert(group, {heading, {}});
    group->second.push_back(r);
  }
  std::string out;
  for (const auto& [heading, rows] : groups) {
    const auto slower = std::size_t(std::count_if(rows.begin(), rows.end(), is_slower));
    out += fmt::format("\n{}: {} of {} within {} of the peer", heading, rows.size() - slower, rows.size(), kSlower);
    const bool several = has_several_sizes(rows);
    if (!several && rows.size() > kLongTable) out += slower ? ", the others" : "";
    out += several || rows.size() <= kLongTable || slower ? ":\n\n" : ".\n";
    if (several || rows.size() <= kLongTable || slower) out += several ? table_of_ratios(rows) : table_of_times(rows);
  }
  return out;
}

// The files in the order of the list in bench/results/README.md.
struct Topic {
  std::string file, title, measured;
};
std::vector<Topic> topics() {
  std::vector<Topic> out;
  std::istringstream in(text_of(kRoot / "bench/results/README.md"));
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("| `", 0) != 0) continue;
    const auto first = line.find("` | "), second = line.find(" | ", first + 4);
    REQUIRE_MESSAGE(second != std::string::npos, line);
    out.push_back({line.substr(3, first - 3), line.substr(first + 4, second - first - 4),
                   line.substr(second + 3, line.size() - second - 5)});
  }
  return out;
}

// All that stands below the heading.
std::string section() {
  std::string out = "\nMade of `bench/results` by `QC_BLESS=1 build/bin/test_documents`. Times in microseconds.\n";
  for (const Topic& t : topics())
    out += fmt::format("\n### {}\n\n`bench/results/{}`: {}.\n", t.title, t.file, t.measured) +
           tables_of_file(kRoot / "bench/results" / t.file);
  return out;
}

}  // namespace

TEST_CASE("recorded measurements stand in the document of performance") {
  const fs::path file = kRoot / "docs/performance.md";
  const std::string text = text_of(file), made = section();
  const auto at = text.find(kHeading);
  REQUIRE(at != std::string::npos);
  const auto begin = at + kHeading.size(), end = std::min(text.find("\n## ", begin), text.size());
  if (std::getenv("QC_BLESS")) {
    std::ofstream(file, std::ios::binary) << text.substr(0, begin) + made + text.substr(end);
    return;
  }
  CHECK(text.substr(begin, end - begin) == made);
}

TEST_CASE("every file of recorded measurements is listed") {
  std::set<std::string> listed, there;
  for (const Topic& t : topics()) listed.insert(t.file);
  for (const auto& entry : fs::directory_iterator(kRoot / "bench/results"))
    if (entry.path().extension() == ".csv") there.insert(entry.path().filename().string());
  CHECK(listed == there);
}

TEST_CASE("recorded ratios are those of their times") {
  const Row good{"sum", "1", "cpu", "2026-11-28", "0", "64.07", "copy", "63.97", "1.002"};
  CHECK(complaint(good) == "");
  Row other = good;
  other.ratio = "1.010";
  CHECK(complaint(other) == "the ratio is 1.002");
  other = good;
  other.peer = "";
  CHECK(complaint(other) != "");
  other = good;
  other.peer_time = "0";
  CHECK(complaint(other) != "");
}
