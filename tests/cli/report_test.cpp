// Reports on loops of every verdict, as text, as JSON and as LLVM's optimisation records.
#include <doctest/doctest.h>

#include <fstream>
#include <sstream>
#include <vector>

#include "run_tool.h"

using qc::test::run_tool;
using qc::test::write_file;

namespace {

struct Expected {
  int line;
  const char* verdict;
  const char* in_json;  // what else its object says
  bool missed;          // it runs in order
};

const char* const program =
    "x = zeros(100)\ny = zeros(100)\nim = zeros(50,60)\nk = ivec(100)\ns = 0.0\nm = -1e30\nj0 = 0\n"
    "for i=0..99\n t = x[i]\n y[i] = t*t\nend\n"                                            // 8
    "for i=0..99\n s += x[i]\nend\n"                                                        // 12
    "for i=0..49\n r = 0.0\n for j=0..59\n  r += im[i,j]\n end\n y[i] = r\nend\n"           // 15
    "for i=0..99\n if x[i] > m\n  m = x[i]\n  j0 = i\n end\nend\n"                          // 22
    "for i=0..99\n y[k[i]] += x[i]\nend\n"                                                  // 28
    "for i=0..99\n s += x[i]\n y[i] = s\nend\n"                                             // 31
    "for i=2..99\n x[i] = x[i-1]*x[i-2]\nend\n"                                             // 35
    "for i=0..3\n print x[i]\nend\n"                                                        // 38
    "function [] = f(a, b, inc)\n for i=0..9\n  a[i*inc] += b[i]\n end\nend\nf(x, y, 3)\n"  // 42
    "print s, m, j0\n";

const std::vector<Expected> expected = {
    {8, "map", "\"private\":[\"t\"]", false},
    {12, "reduction", "\"accumulators\":[{\"name\":\"s\",\"op\":\"+\",\"type\":\"scalar\",\"companions\":[]}]", false},
    {15, "partial", "\"loops\":[\"i\",\"j\"],\"reduced\":[\"j\"]", false},
    {22, "argreduce", "\"op\":\"argmax\",\"type\":\"scalar\",\"companions\":[\"j0\"]", false},
    {28, "bins", "\"name\":\"y[k[i]]\"", false},
    {31, "scan", "\"name\":\"s\"", false},
    {35, "serial", "\"reason\":{\"code\":\"R007\"", true},
    {38, "interpreted", "\"reason\":{\"code\":\"R901\"", true},
    {42, "map", "\"checks\":[\"inc!=0\"]", false},
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string l; std::getline(in, l);) out.push_back(l);
  return out;
}

}  // namespace

TEST_CASE("every loop has its object, in source order") {
  const auto r = run_tool("--explain=json " + write_file("verdicts.q", program));
  CHECK(r.exit_code == 0);
  const auto objects = lines_of(r.out);
  REQUIRE(objects.size() == expected.size());
  for (std::size_t i = 0; i < objects.size(); ++i) {
    CAPTURE(objects[i]);
    CHECK(contains(objects[i], "\"line\":" + std::to_string(expected[i].line) + ","));
    CHECK(contains(objects[i], std::string("\"verdict\":\"") + expected[i].verdict + "\""));
    CHECK(contains(objects[i], expected[i].in_json));
    CHECK(contains(objects[i], "\"reason\":null") != expected[i].missed);
    for (const char* key : {"\"file\":", "\"column\":", "\"loops\":[", "\"reduced\":[", "\"forced\":false",
                            "\"accumulators\":[", "\"private\":[", "\"checks\":["})
      CHECK(contains(objects[i], key));
  }
}

TEST_CASE("every loop has its line with a caret, and reasons say where to read on") {
  const auto r = run_tool("--explain " + write_file("verdicts.q", program));
  CHECK(r.exit_code == 0);
  for (const Expected& e : expected) {
    CAPTURE(e.line);
    CHECK(contains(r.out, "verdicts.q:" + std::to_string(e.line) + ": " + e.verdict));
  }
  CHECK(contains(r.out, "^~~"));
  CHECK(contains(r.out, "more: qc explain R007"));
  CHECK(contains(r.out, "check: inc!=0"));
  CHECK(contains(r.out, "private: t"));
}

TEST_CASE("a loop that depends on what it meets is said to be judged again") {
  const std::string file =
      write_file("reached.q",
                 "function y = f(x)\n  y = zeros(size(x))\n  for i=0..numel(x)-1\n    y[i] = g(x)[i]\n  end\n"
                 "end\nfunction y = g(x)\n  y = csvread(x)\nend\ns = 0\nfor i=0..3\n  s += i\nend\n");
  const auto r = run_tool("--explain " + file);
  CHECK(r.exit_code == 0);
  const auto note = r.out.find("it is judged again when it is reached");
  CHECK(note != std::string::npos);
  CHECK(note < r.out.find("reached.q:11: "));
  CHECK(!contains(r.out.substr(r.out.find("reached.q:11: ")), "judged again"));
}

TEST_CASE("every loop has its optimisation record") {
  const std::string records = write_file("verdicts.yaml", "");
  const auto r = run_tool("--remarks=" + records + " " + write_file("verdicts.q", program));
  CHECK(r.exit_code == 0);
  std::ifstream in(records);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  std::size_t at = 0;
  for (const Expected& e : expected) {
    CAPTURE(e.line);
    at = text.find("--- !", at);
    REQUIRE(at != std::string::npos);
    const std::string record = text.substr(at, text.find("...\n", at) - at);
    CHECK(contains(record, e.missed ? "--- !Missed" : "--- !Passed"));
    CHECK(contains(record, std::string("Name:            ") + e.verdict));
    CHECK(contains(record, "Line: " + std::to_string(e.line) + ","));
    CHECK(contains(record, "- Reason:") == e.missed);
    ++at;
  }
  CHECK(text.find("--- !", at) == std::string::npos);
}

TEST_CASE("loops are reported in the order of the text, with types where a loop has several") {
  const std::string file = write_file("ordered.q",
                                      "k = ivec(9)\nprint total(k)\nfor i=0..8\n k[i] = i\nend\nprint total(ones(9))\n"
                                      "function s = total(x)\n s = 0\n for i=0..8\n  s += x[i]\n end\nend\n");
  const std::string out = run_tool("--explain=json " + file).out;
  const auto first = out.find("\"line\":3,"), second = out.find("\"types\":\"x vec[int], s int\""),
             third = out.find("\"types\":\"x vec, s ");
  CHECK(first != std::string::npos);
  CHECK(second != std::string::npos);
  CHECK(third != std::string::npos);
  CHECK(first < second);
  CHECK(out.find("\"types\"") > first);
}
