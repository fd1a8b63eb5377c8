// The table of recorded measurements in docs/performance.md is made of bench/results.
// QC_BLESS=1 build/bin/test_documents writes it anew, after ./dev bench --record.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
const fs::path kRoot = QC_SOURCE_DIR;
constexpr std::string_view kHeading = "## Recorded measurements\n";

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// A line of CSV: fields with commas stand in quotes.
std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> out(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      out.emplace_back();
    else
      out.back() += c;
  }
  return out;
}

// The last run of each case of a machine, in the order of the file.
struct Recorded {
  std::string date, commit;
  std::vector<std::vector<std::string>> rows;
};
std::map<std::string, Recorded> recorded(const fs::path& file) {
  std::map<std::string, Recorded> machines;
  std::istringstream in(read(file));
  std::string line;
  std::getline(in, line);
  REQUIRE(line == "case,n,machine,date,commit,time_us,peer,peer_us,ratio");
  while (std::getline(in, line)) {
    const auto row = fields(line);
    REQUIRE_MESSAGE(row.size() == 9, line);
    Recorded& r = machines[row[2]];
    r.date = row[3], r.commit = row[4];
    const auto same = [&](const auto& other) { return other[0] == row[0] && other[1] == row[1] && other[6] == row[6]; };
    std::erase_if(r.rows, same);
    r.rows.push_back(row);
  }
  return machines;
}

// All that stands below the heading.
std::string section() {
  std::string out =
      "\nMade of `bench/results` by `QC_BLESS=1 build/bin/test_documents`; `./dev bench --record` adds to it. Time of "
      "a "
      "call in microseconds; the peer is the\nsame loop by gcc (`-O3 -march=native -ffast-math -fopenmp`), or a copy "
      "of "
      "as many bytes.\n";
  for (const char* device : {"cuda", "cpu"})
    for (const auto& [machine, r] : recorded(kRoot / "bench/results" / (std::string(device) + ".csv"))) {
      out += fmt::format(
          "\n{}, {}, at {}:\n\n| case | elements | time | peer | its time | ratio |\n|---|---|---|---|---|"
          "---|\n",
          machine, r.date, r.commit);
      for (const auto& row : r.rows)
        out += fmt::format("| {} | {} | {} | {} | {} | {} |\n", row[0], row[1], row[5], row[6], row[7], row[8]);
    }
  return out;
}

}  // namespace

TEST_CASE("recorded measurements stand in the document of performance") {
  const fs::path file = kRoot / "docs/performance.md";
  const std::string text = read(file), made = section();
  const auto at = text.find(kHeading);
  REQUIRE(at != std::string::npos);
  const auto begin = at + kHeading.size(), end = std::min(text.find("\n## ", begin), text.size());
  if (std::getenv("QC_BLESS")) {
    std::ofstream(file, std::ios::binary) << text.substr(0, begin) + made + text.substr(end);
    return;
  }
  CHECK(text.substr(begin, end - begin) == made);
}
