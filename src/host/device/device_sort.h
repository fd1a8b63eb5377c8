// Elements of arrays on a GPU put in order, and lists of their places (transform/array_kernels/sort_kernels.h).
#pragma once
#include <optional>

#include "host/arrays/reduce_rows.h"
#include "runtime/device.h"
#include "transform/array_kernels/sort_kernels.h"
#include "value/value.h"

namespace qc::host {

// The elements in ascending or descending order, equals in their old order, NaN at the end; and the places that they
// come from (I64), if these are wanted. Nothing: elements have no such order, or there are too many.
struct Sorted {
  ArrayP values, places;
};
std::optional<Sorted> sort_on(runtime::Device& device, const Array& x, bool descending, bool with_places);

// Each line sorted; the places are those along it.
std::optional<Sorted> sort_lines_on(runtime::Device& device, const Array& x, const LineShape& lines, bool descending,
                                    bool with_places);

// The median of each line of floats, as an array of outer x inner.
ArrayP medians_on(runtime::Device& device, const Array& x, const LineShape& lines);

// The places of the wanted elements, ascending. Nothing: too many elements, or complex ones.
std::optional<ArrayP> places_on(runtime::Device& device, Wanted wanted, const Array& x);

// to[places[i]] = from[i]; the arrays hold elements of one type, of 8 bytes at most (false: nothing was done), and the
// places are different ones.
bool scatter_on(runtime::Device& device, const Array& from, const Array& places, Array& to);

// The first place along each line where x equals the line's element of `best`; the length of the lines where there is
// none.
ArrayP first_equal_on(runtime::Device& device, const Array& x, const Array& best, const LineShape& lines);

// Running values along many lines, with the bits of host/arrays/row_scan.h; sums and products of ints have 64 bits.
// Nothing: elements have no such values on GPUs (F16, U64), or are complex, but for sums.
std::optional<ArrayP> running_on(runtime::Device& device, const Array& x, const LineShape& lines, ir::BinaryOp op);

// A row of positions for each place in an array of these extents.
ArrayP split_places_on(runtime::Device& device, const Array& places, const std::vector<std::int64_t>& dims);

}  // namespace qc::host
