// Says how many of something there are: "1 row", "3 rows".
#pragma once
#include <cstdint>
#include <string>

namespace qc {

// `what` is the word for one, whose plural ends with s.
inline std::string how_many(std::int64_t n, const char* what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

}  // namespace qc
