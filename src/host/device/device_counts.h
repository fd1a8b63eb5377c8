// Elements of arrays on a GPU found and counted there (transform/array_kernels/counting_kernels.h).
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/device.h"
#include "value/value.h"

namespace qc::host {

// The k-th float in ascending order, which is the k + 1-th smallest one. Nothing: one is no number.
std::optional<double> select_on(runtime::Device& device, const Array& x, std::int64_t k);

// How many numbers lie between edges that are about `width` apart, as histogram_counts.h counts them. Nothing: too many
// bins.
std::optional<std::vector<std::int64_t>> count_bins_on(runtime::Device& device, const Array& x,
                                                       const std::vector<double>& edges, double width);

}  // namespace qc::host
