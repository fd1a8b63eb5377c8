// About how much a launch does, before it: what compiling its kernel with full effort has to be worth.
#pragma once
#include <cstdint>
#include <optional>

#include "host/facts/loop_facts.h"
#include "ir/ir.h"

namespace qc::host {

// At most how many nodes of its expressions a nest, or one thread of a kernel, evaluates, elementary functions and
// divisions counted as several; beyond kManyOperations some number. Nothing where it holds a loop of unknown length.
constexpr std::int64_t kManyOperations = std::int64_t(1) << 40;
std::optional<std::int64_t> operations(const ir::Function& f, const NestRanges& ranges);

// How many nodes all its statements have: what compiling it takes grows with them.
std::int64_t node_count(const ir::Function& f);

}  // namespace qc::host
