#include <doctest/doctest.h>

#include "support/diagnostic.h"

using namespace qc;

TEST_CASE("places are lines and code points") {
  SourceMap sources;
  const FileId f = sources.add("a.q", "ab\n\xC3\xA9x\r\nlast");
  const auto place = [&](std::uint32_t offset) {
    const LineColumn at = sources.place(f, offset);
    return std::pair(at.line, at.column);
  };
  CHECK(place(0) == std::pair(1u, 1u));
  CHECK(place(2) == std::pair(1u, 3u));
  CHECK(place(3) == std::pair(2u, 1u));
  CHECK(place(5) == std::pair(2u, 2u));
  CHECK(place(8) == std::pair(3u, 1u));
  CHECK(place(12) == std::pair(3u, 5u));
  CHECK(place(999) == std::pair(3u, 5u));
  CHECK(sources.line(f, 1) == "ab");
  CHECK(sources.line(f, 2) == "\xC3\xA9x");
  CHECK(sources.line(f, 3) == "last");
  CHECK(sources.line(f, 0) == "");
  CHECK(sources.line(f, 4) == "");
  CHECK(sources.slice({f, 3, 6}) == "\xC3\xA9x");
  CHECK(sources.slice({f, 9, 999}) == "ast");
  CHECK(sources.slice({}) == "");
}

TEST_CASE("files keep their texts while others are added") {
  SourceMap sources;
  const FileId a = sources.add("a.q", "one");
  const std::string_view line = sources.line(a, 1);
  for (int i = 0; i < 100; ++i) sources.add("b.q", "two");
  CHECK(line == "one");
  CHECK(sources.size() == 101);
  CHECK(sources.place(sources.add("empty.q", ""), 0).line == 1);
}
