// How the extents of fixed-size values meet: an extent of 1 is repeated, and a row of n is 1 x n beside more
// dimensions.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace qc::lowering {

using Dims = std::vector<std::int64_t>;

// The extents of two values that are taken together element by element; nothing where they do not fit.
std::optional<Dims> joint_dims(Dims a, Dims b);

// Which element of a value of extents `own` meets element k of values of extents `dims`.
std::size_t met_by(std::int64_t k, const Dims& dims, Dims own);

// Whether `a * b` of arrays of these extents is the product of matrices, one of them perhaps a row. One of a single
// element that does not fit as such is a factor.
bool multiply_as_matrices(const Dims& a, const Dims& b);

// What a message says where two arrays do not fit: what was seen, and what may have been meant.
struct Misfit {
  std::string message, help;
};
Misfit elements_do_not_fit(const Dims& a, const Dims& b);
Misfit matrices_do_not_fit(const Dims& a, const Dims& b);

}  // namespace qc::lowering
