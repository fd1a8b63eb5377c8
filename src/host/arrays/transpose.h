// Transposing whole matrices on the host: the elements of 1, 2, 4, 8 or 16 bytes are moved, whatever they are.
#pragma once
#include "runtime/device.h"
#include "value/value.h"

namespace qc::host {

// to[j * rows + i] = from[i * columns + j] for elements of `bytes` bytes, on all threads of `host`. The two do not
// overlap.
void transpose_matrix(void* to, const void* from, std::int64_t rows, std::int64_t columns, std::size_t bytes,
                      runtime::Device& host);

// The same of a part of a matrix: the distances between rows are those of the whole, in elements.
struct Transposition {
  void* to;
  const void* from;
  std::int64_t rows, columns;  // of `from`
  std::size_t bytes;
  std::int64_t to_stride, from_stride;
};
void transpose_matrix(const Transposition& t, runtime::Device& host);
// The transpose of an array of two dimensions.
ArrayP transposed(const Array& x, runtime::Device& host);

}  // namespace qc::host
