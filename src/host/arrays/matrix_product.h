// `a * b` of two matrices (a vec is a row).
#pragma once
#include "support/source.h"
#include "value/value.h"

namespace qc::host {

// Whether `*` of these is the matrix product: two arrays of at most two dimensions, one of them a matrix.
// One of a single element that does not fit as such is a factor.
bool is_matrix_product(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b);
// The product of a vec and a matrix is a vec. Elements in the wider type of the two, ints as int. Each element is a
// chain of fused steps along the inner dimension (gemm.h); of complex matrices each part is one, in which a product of
// real parts or of a real and an imaginary one comes before the other product of the same two numbers. Throws Q0302
// when the inner extents differ. host: the device whose threads help, null: none. a_transposed, b_transposed: the
// transpose of the matrix is meant (of an array of two dimensions, with a host).
Value matrix_product(const ArrayP& a, const ArrayP& b, Span span, runtime::Device* host, bool a_transposed = false,
                     bool b_transposed = false);
// The product, of one row, as an array of as many dimensions as a vec on the left has.
Value as_left_factor(Value product, const ArrayP& a);

}  // namespace qc::host
