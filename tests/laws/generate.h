// Makes random programs (docs/laws.md says what is in them).
#pragma once
#include <cstdint>

#include "tests/laws/program.h"

namespace qc::laws {

Program generate(std::uint64_t seed, std::uint64_t index);

}  // namespace qc::laws
