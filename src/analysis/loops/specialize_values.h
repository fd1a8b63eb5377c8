// Nests in which outer variables are replaced by the values that they are known to have.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "analysis/loops/loop_nest.h"

namespace qc {

using KnownInt = std::function<std::optional<std::int64_t>(const std::string& name)>;

// The whole numbers that the nest reads and does not assign, replaced where `value` knows them; nullopt: it knows none.
std::optional<LoopNest> with_known_values(const LoopNest& nest, const KnownInt& value);

}  // namespace qc
