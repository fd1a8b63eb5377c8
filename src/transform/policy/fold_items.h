// Says of which values an accumulator consists while lanes are folded.
#pragma once
#include <vector>

#include "analysis/loops/loop_plan.h"

namespace qc {

// One value travelling through a fold: what combines it and its type. Some accumulators are two items, the second right
// after the first (Part says what it is), and are combined together:
//   Position   of an arg-reduction: the linear iteration that the value comes from (-1: none); op First or Last, as
//              equals are decided
//   Imaginary  of a product of complex numbers
//   Begins     of a running value that is set anew: whether that happened in what is folded. Then what is before does
//              not count
struct FoldItem {
  enum class Part { Whole, Position, Imaginary, Begins };
  ReduceOp op;
  Elem type;
  Part part = Part::Whole;
};
inline bool is_arg(ReduceOp op) { return op == ReduceOp::ArgMin || op == ReduceOp::ArgMax; }
// Whether item i is combined together with the one before or after it.
inline bool is_second(const std::vector<FoldItem>& items, std::size_t i) {
  return items[i].part != FoldItem::Part::Whole;
}
inline bool is_pair(const std::vector<FoldItem>& items, std::size_t i) {
  return i + 1 < items.size() && is_second(items, i + 1);
}
// The items of an accumulator, and the bytes of the second one.
std::vector<FoldItem> fold_items(const Accumulator& a);

}  // namespace qc
