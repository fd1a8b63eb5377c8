// What statements, loops, ranges and slices become, program by program: lowered.txt.
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>

#include "lowering.h"

using namespace qc_test;

namespace {

const std::string path = QC_SOURCE_DIR "/tests/analysis/lowered.txt";
const std::string before = "----\n", between = "=>\n";

std::string shown(const std::string& program) {
  const Result r = lower_all(program);
  std::string out;
  for (const auto& l : r.loops) {
    if (auto* why = std::get_if<qc::NotLowered>(&l))
      out += why->code + ": " + why->message + "\n";
    else
      out += qc::ir::print(std::get<qc::LoopNest>(l).function);
  }
  for (const auto& d : r.diagnostics) out += std::string(d.code.text()) + "\n";
  // A sum over a slice of computed length is long: what is before it says how long the slice is.
  out = out.substr(0, out.find("    $count"));
  // Failures are marked by numbers that mean nothing.
  return std::regex_replace(out, std::regex("-[0-9]{12,}"), "mark");
}

}  // namespace

TEST_CASE("statements, loops and ranges are lowered as lowered.txt says") {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  const std::string all = text.str();
  std::string renewed = all.substr(0, all.find(before));
  int programs = 0;
  for (std::size_t at = all.find(before); at != std::string::npos; ++programs) {
    const std::size_t next = all.find(before, at + before.size());
    const std::size_t begin = at + before.size();
    const std::string entry = all.substr(begin, next == std::string::npos ? next : next - begin);
    const std::size_t split = entry.find(between);
    REQUIRE(split != std::string::npos);
    const std::string program = entry.substr(0, split), expected = entry.substr(split + between.size());
    const std::string got = shown(program);
    renewed += before + program + between + got;
    INFO(program);
    CHECK(got == expected);
    at = next;
  }
  CHECK(programs > 100);
  if (std::getenv("QC_RENEW")) std::ofstream(path) << renewed;
}
