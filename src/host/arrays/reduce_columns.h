// Folds along a dimension that is not the last, or short, on the host: neighbouring lines lie side by side, and a tile
// of them is folded together, row by row. The order of each line is that of the language's tree (tree_fold.h).
#pragma once
#include <optional>

#include "value/value.h"

namespace qc::host {

enum class Fold { Sum, Product, Min, Max, Any, All };

// x has the extents outer x n x inner, its elements are of type F32, F64 or I64; the result outer x inner of them, in
// `out`. n > 0, and not Any or All. host: the device whose threads help. inner == 1 suits sums of lines of at most
// kShortLine elements: some are transposed, so that they lie side by side; and extremes of floats.
inline constexpr std::int64_t kShortLine = 32;
void fold_columns(Fold what, const Array& x, std::int64_t outer, std::int64_t n, std::int64_t inner, Array& out,
                  runtime::Device& host);

// The variance of each line (its root when `root`), over n when `all`, over n - 1 otherwise; x and out are F32 or F64.
// Lines of inner == 1 are transposed. False, and nothing done, where the lines are too long for a tile of them.
bool spread_columns(bool all, bool root, const Array& x, std::int64_t outer, std::int64_t n, std::int64_t inner,
                    Array& out, runtime::Device& host);

}  // namespace qc::host
