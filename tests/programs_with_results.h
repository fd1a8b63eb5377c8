// Text files of programs, each with what is said of it: `----`, the program, `=>`, the result.
#pragma once
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace qc_test {

// Checks that `shown(program)` is the result that stands below each program of the file. With QC_RENEW=1 writes the
// results anew. What is before the first program is a comment; at least so many programs are there.
template <class Shown>
void check_programs(const std::string& path, int least, const Shown& shown) {
  const std::string before = "----\n", between = "=>\n";
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
  CHECK(programs > least);
  if (std::getenv("QC_RENEW")) std::ofstream(path) << renewed;
}

}  // namespace qc_test
