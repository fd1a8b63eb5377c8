// Transposing whole matrices on the host: the elements of 1, 2, 4, 8 or 16 bytes are moved, whatever they are.
#pragma once
#include "host/value.h"
#include "runtime/device.h"

namespace qc::host {

// to[j * rows + i] = from[i * columns + j] for elements of `bytes` bytes, on all threads of `host`. The two do not overlap.
void transpose_matrix(void* to, const void* from, std::int64_t rows, std::int64_t columns, std::size_t bytes, runtime::Device& host);

}  // namespace qc::host
