// Many numbers of the counter-based generator at a time (philox.h).
#pragma once
#include <cstdint>

namespace qc::host {

// out[i] = number first + i under the key: 64 bits of block (first + i) / 2.
void random_words(std::uint64_t key, std::uint64_t first, std::uint64_t* out, std::int64_t n);

}  // namespace qc::host
