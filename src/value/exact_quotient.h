// int(x/y) and floor(x/y) of ints, exactly.
#pragma once
#include <cstdint>

#include "value/fail.h"

namespace qc::host {

// down: the largest int that is not above the quotient; otherwise its whole part. Throws Q0402 when y is 0.
inline std::int64_t whole_quotient(bool down, std::int64_t x, std::int64_t y, Span span) {
  if (y == 0) fail("Q0402", span, "integer division by zero");
  if (y == -1) return std::int64_t(0 - std::uint64_t(x));
  const std::int64_t q = x / y;
  return down && x % y != 0 && (x < 0) != (y < 0) ? q - 1 : q;
}

}  // namespace qc::host
