#include "emulator/race.h"

#include <algorithm>

namespace qc::emulator {

void Knowledge::raise(std::uint32_t block, std::uint32_t thread, bool grid, std::uint32_t clock) {
  std::uint32_t& c = clocks_[key(block, thread, grid)];
  c = std::max(c, clock);
}

std::uint32_t Knowledge::clock(std::uint32_t block, std::uint32_t thread, bool grid) const {
  const auto at = clocks_.find(key(block, thread, grid));
  return at == clocks_.end() ? 0 : at->second;
}

void Knowledge::join(const Knowledge& other) {
  for (const auto& [k, clock] : other.clocks_) {
    std::uint32_t& c = clocks_[k];
    c = std::max(c, clock);
  }
}

void Knowledge::join_block(const Knowledge& other, std::uint32_t block) {
  for (const auto& [k, clock] : other.clocks_) {
    if (k >> 12 != block) continue;
    std::uint32_t& c = clocks_[k];
    c = std::max(c, clock);
  }
}

void learn(KnowledgeP& into, const KnowledgeP& what) {
  if (!what || what == into || what->empty()) return;
  if (!into) {
    into = what;
    return;
  }
  if (into.use_count() > 1) into = std::make_shared<Knowledge>(*into);
  into->join(*what);
}

}  // namespace qc::emulator
