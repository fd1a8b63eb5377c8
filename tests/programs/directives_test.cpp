#include "tools/qc/directives.h"

#include <doctest/doctest.h>

using namespace qc::tool;

TEST_CASE("directives are read from comments") {
  const auto d = read_directives(
      "x = 1 % expect: not at the start\n  % expect: 1 2\n% expect:\n% expect-bits s 0x1p+0\n% error Q0401 at 4:9\n"
      "% warning Q0502\n% loop 4: reduction + total, max m\n% precision: double\n% just a comment\n");
  CHECK(d.expected_output() == "1 2\n\n");
  REQUIRE(d.bits.size() == 1);
  CHECK(d.bits[0].value == "0x1p+0");
  REQUIRE(d.error);
  CHECK(d.error->code == "Q0401");
  CHECK(d.error->line == 4);
  CHECK(d.error->column == 9);
  CHECK(d.warnings.at(0).line == 0);
  CHECK(d.loops.at(0).accumulators == "+ total, max m");
  CHECK(d.double_precision);
  CHECK(d.malformed.empty());
}

TEST_CASE("a misspelt directive does not pass for a comment") {
  CHECK(read_directives("% error Q041 at 4:9\n% loop: reduction\n% expect 5:\n").malformed.size() == 3);
}

TEST_CASE("verdicts are found in JSON lines") {
  const std::string json =
      "{\"file\":\"f.q\",\"line\":14,\"column\":1,\"loops\":[\"m\"],\"reduced\":[\"m\"],\"verdict\":\"reduction\","
      "\"forced\":true,"
      "\"accumulators\":[{\"name\":\"A[0,1]\",\"op\":\"+\",\"type\":\"scalar\",\"companions\":[]},{\"name\":\"m\","
      "\"op\":\"max\","
      "\"type\":\"int\",\"companions\":[]}],\"private\":[\"t\"],\"checks\":[],\"reason\":null}\n";
  CHECK(verdict_in(json, 14) == "reduction + A[0,1], max m");
  CHECK(verdict_in(json, 15) == "");
  CHECK(verdict_in("{\"line\":3,\"verdict\":\"serial\",\"accumulators\":[],\"private\":[],\"reason\":{\"code\":"
                   "\"R005\",\"line\":4}}",
                   3) == "serial R005");
}
