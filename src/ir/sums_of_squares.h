// How sums of squares stay away from the ends of the floats: norms, variances, standard deviations. One decision for
// the functions of the host, for loops and for kernels, so that all give the same bits.
//
// A norm sums squares in the type of its elements. Where the sum is beyond these bounds the elements are multiplied by
// a power of two, once more summed, and the root divided by it: without overflow, underflow or other bits where there
// was none.
//
// A variance sums squared distances from the mean in doubles. Of floats nothing can overflow there, and the mean is as
// good as exact. Of doubles the distances are taken from a mean of which what it was rounded by is subtracted, and
// scaled as those of norms are.
#pragma once
#include "ir/type.h"

namespace qc {

struct SquareBounds {
  double least, most;   // of a sum of squares in which nothing was lost
  double shrink, grow;  // what elements are multiplied by beyond them
};

// Of up to 2^40 elements. Squares of elements that do not lead to `most` may still be below the normal numbers; they do
// not count then.
constexpr SquareBounds square_bounds(Elem type) {
  if (type == Elem::F64) return {0x1p-900, 0x1.fffffffffffffp1023, 0x1p-600, 0x1p600};
  return {0x1p-80, 0x1.fffffep127, 0x1p-90, 0x1p90};
}

// The power of two for a sum of squares; 1: it is good. A NaN is what it is, or two infinite sums that met: only
// elements without overflow tell.
constexpr double square_scale(double sum, Elem type) {
  const SquareBounds b = square_bounds(type);
  return sum >= b.least && sum <= b.most ? 1 : sum < b.least ? b.grow : b.shrink;
}

}  // namespace qc
