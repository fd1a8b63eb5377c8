// Folding in halves without holding all lanes. Lane l meets lane l + n/2 first, then the result meets that of lane n/4
// on, and so on: visited in bit-reversed order, lanes that meet follow each other, and log2(n) partial results are
// enough (the binary counter of pairwise summation).
#pragma once
#include <vector>

#include "transform/parts/reduction.h"

namespace qc {

// The lowest `bits` bits of v in reversed order.
std::int64_t reversed_bits(std::int64_t v, int bits);
ir::ExprP reversed_bits(const ir::ExprP& v, int bits);

class PairwiseStack {
 public:
  PairwiseStack(Reduction& r, ir::Block& block, int depth);
  // Adds the value of position `at` = 0, 1, 2, ... After 2^k positions the fold of them all is in level(k).
  void push(ir::Block& block, ir::VarId at, const std::vector<ir::VarId>& value);
  const std::vector<ir::VarId>& level(int k) const { return levels_[std::size_t(k)]; }

 private:
  void push_at(ir::Block& block, std::size_t k, ir::VarId at, const std::vector<ir::VarId>& value);
  Reduction& r_;
  std::vector<std::vector<ir::VarId>> levels_;
};

}  // namespace qc
