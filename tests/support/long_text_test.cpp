#include "support/long_text.h"

#include <doctest/doctest.h>

#include <atomic>

#include "support/diagnostic.h"

using namespace qc;

TEST_CASE("a long text is the parts one after the other, and may be used again") {
  LongText text;
  CHECK(text.take().empty());
  std::string expected;
  const std::string part(999983, 'x');
  for (int k = 0; k < 20; ++k) {
    text += part;
    text += char('a' + k);
    expected += part + char('a' + k);
  }
  CHECK(text.take() == expected);
  CHECK(text.take().empty());
  text += "more";
  CHECK(text.take() == "more");
}

TEST_CASE("a long text is stopped while it grows and while it becomes whole") {
  std::atomic<bool> stopped{false};
  const StopScope scope(stopped);
  const std::string part(std::size_t(1) << 22, 'x');
  LongText text;
  text += part;
  text += part;
  stopped = true;
  CHECK_THROWS_AS(text += part, ProgramError);
  CHECK_THROWS_AS(text.take(), ProgramError);
}
