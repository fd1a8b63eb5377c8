// Indices that are out of range of every array. An access whose index cannot be one, gets one of them, so that the
// message can tell why. Far from what conversions end at, from what arithmetic wraps to and from what programs write.
#pragma once
#include <cstdint>
#include <optional>

#include "ir/build.h"

namespace qc::ir {
inline constexpr std::int64_t kFractionalIndex = -0x1d3f5a7986b24c03;  // not whole
// No index: a number given to a function of bits, which the site names; the number is recorded beside it.
inline constexpr std::int64_t kFractionalBits = -0x1d3f5a7986b24c05;
// Behind the name of an array: an index counts the parts of its complex numbers.
inline constexpr const char* kPairs = "(parts)";

// Not 0, for a dimension that the array does not have, below kMostDimensions. Beyond 32 bits the index is cut.
struct SurplusMark {
  static constexpr std::int64_t kMost = INT32_MAX, kMostDimensions = 16, kMiddle = -0x1d3f5a7986b24c01 * 2;
  std::int64_t index, dimension;

  static ExprP of(const ExprP& index, int dimension) {
    const ExprP cut = binary(BinaryOp::Min, binary(BinaryOp::Max, index, int_const(-kMost)), int_const(kMost));
    return add(mul(cut, int_const(kMostDimensions)), int_const(kMiddle + dimension));
  }
  // Of a value that is one.
  static std::optional<SurplusMark> read(std::int64_t value) {
    const std::int64_t from = value - (kMiddle - kMost * kMostDimensions);
    if (value > kMiddle + kMost * kMostDimensions + kMostDimensions || from < 0) return {};
    return SurplusMark{from / kMostDimensions - kMost, from % kMostDimensions};
  }
};
// The index that a float is, with the mark in place of a float that is not whole; `whole` compares that float, which
// stands behind, with its whole part.
inline ExprP whole_index(const ExprP& whole, const ExprP& index) {
  return select(whole, index, int_const(kFractionalIndex));
}
// The float whose whole part is the index, as whole_index made it; null: it is another index, or computed from that.
inline const ExprP* checked_float(const Expr& index) {
  auto* s = std::get_if<Select>(&index.node);
  auto* whole = s && as_int(*s->no) == kFractionalIndex ? std::get_if<Binary>(&s->condition->node) : nullptr;
  auto* cut = whole && whole->op == BinaryOp::Eq ? std::get_if<Cast>(&s->yes->node) : nullptr;
  return cut && equal(cut->a, whole->b) ? &whole->b : nullptr;
}
inline bool is_mark(std::int64_t index) { return index == kFractionalIndex || SurplusMark::read(index); }
}  // namespace qc::ir
