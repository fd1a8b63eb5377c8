// Copies between arrays and parts of them, at the speed of memory where elements follow each other; large ones on the
// GPU that has them.
#pragma once
#include "value/array_expr.h"

namespace qc::host {

// The elements of a view, row-major, in an array of the type of the one that is read.
ArrayP copy_view(const Array& from, const std::vector<ViewAxis>& view, const std::vector<std::int64_t>& dims);
// Writes another array (as many elements as the view, the target's type) into a view of the target.
void write_view(Array& target, const std::vector<ViewAxis>& view, const std::vector<std::int64_t>& dims,
                const Array& from);
// Writes one element everywhere into a view.
void fill_view(Array& target, const std::vector<ViewAxis>& view, const std::vector<std::int64_t>& dims,
               const void* element);

}  // namespace qc::host
