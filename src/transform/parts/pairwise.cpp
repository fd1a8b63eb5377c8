#include "transform/parts/pairwise.h"

#include <fmt/format.h>

namespace qc {

using namespace ir;

std::int64_t reversed_bits(std::int64_t v, int bits) {
  std::int64_t r = 0;
  for (int k = 0; k < bits; ++k) r |= ((v >> k) & 1) << (bits - 1 - k);
  return r;
}

ExprP reversed_bits(const ExprP& v, int bits) {
  ExprP r = int_const(0);
  for (int k = 0; k < bits; ++k) {
    const ExprP bit = binary(BinaryOp::BitAnd, binary(BinaryOp::Shr, v, int_const(k)), int_const(1));
    r = add(r, mul(bit, int_const(std::int64_t(1) << (bits - 1 - k))));
  }
  return r;
}

PairwiseStack::PairwiseStack(Reduction& r, Block& block, int depth) : r_(r) {
  for (int k = 0; k < depth; ++k) levels_.push_back(r.neutrals(block, fmt::format("$stack{}", k)));
}

void PairwiseStack::push(Block& block, VarId at, const std::vector<VarId>& value) { push_at(block, 0, at, value); }

// Level k is full exactly when bit k of the position is set.
void PairwiseStack::push_at(Block& block, std::size_t k, VarId at, const std::vector<VarId>& value) {
  if (k + 1 == levels_.size()) return r_.put(block, levels_[k], value);
  Block full, empty;
  r_.meet(full, value, levels_[k], value);
  push_at(full, k + 1, at, value);
  r_.put(empty, levels_[k], value);
  const ExprP bit = binary(BinaryOp::BitAnd, r_.b.ref(at), int_const(std::int64_t(1) << k));
  block.push_back({If{binary(BinaryOp::Ne, bit, int_const(0)), std::move(full), std::move(empty)}, {}});
}

}  // namespace qc
