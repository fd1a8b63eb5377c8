#include "host/array_columns.h"

#include <algorithm>

#include "host/tree_fold.h"

namespace qc::host {

namespace {

constexpr std::int64_t kTile = 64;  // lines that are folded together

struct Job {
  Fold what;
  const void* x;
  void* out;
  std::int64_t n, inner, tiles;  // tiles in a row of `inner` lines
};

template <class T, class Op>
void join(T* to, const T* other, std::int64_t width, const Op& op) {
  for (std::int64_t t = 0; t < width; ++t) to[t] = op(to[t], other[t]);
}

// fold_halves of tree_fold.h, for kTile lines at a time.
template <class T, class Op>
void fold_rows(T* rows, std::int64_t size, std::int64_t present, std::int64_t width, const Op& op) {
  for (std::int64_t h = size / 2; h >= 1; h /= 2) {
    for (std::int64_t l = 0; l + h < present; ++l) join(rows + l * kTile, rows + (l + h) * kTile, width, op);
    present = std::min(present, h);
  }
}

template <class T, class Op>
void fold_tile(const Job& j, std::int64_t outer, std::int64_t first, T* lanes, const Op& op) {
  const TreeShape shape = tree_shape(j.n, std::int64_t(sizeof(T)));
  const std::int64_t width = std::min(kTile, j.inner - first);
  const T* x = static_cast<const T*>(j.x) + outer * j.n * j.inner + first;
  T* chunks = lanes + std::min(shape.lanes, j.n) * kTile;
  std::int64_t count = 0;
  for (std::int64_t begin = 0; begin < j.n; begin += shape.chunk, ++count) {
    const std::int64_t end = std::min(j.n, begin + shape.chunk), present = std::min(shape.lanes, end - begin);
    for (std::int64_t l = 0; l < present; ++l) std::copy_n(x + (begin + l) * j.inner, width, lanes + l * kTile);
    for (std::int64_t row = begin + shape.lanes; row < end; ++row) join(lanes + (row - begin) % shape.lanes * kTile, x + row * j.inner, width, op);
    fold_rows(lanes, shape.lanes, present, width, op);
    std::copy_n(lanes, width, chunks + count * kTile);
  }
  fold_rows(chunks, kMaxChunks, count, width, op);
  T* out = static_cast<T*>(j.out) + outer * j.inner + first;
  for (std::int64_t t = 0; t < width; ++t) out[t] = j.what == Fold::Sum ? T(0) + chunks[t] : chunks[t];
}

template <class T>
void run(void* const* params, const runtime::Dims*, const std::int64_t at[3], void* scratch) {
  const Job& j = *static_cast<const Job*>(params[0]);
  const std::int64_t outer = at[0] / j.tiles, first = at[0] % j.tiles * kTile;
  T* lanes = static_cast<T*>(scratch);
  switch (j.what) {
    case Fold::Sum: return fold_tile(j, outer, first, lanes, Plus{});
    case Fold::Product: return fold_tile(j, outer, first, lanes, Times{});
    case Fold::Min: return fold_tile(j, outer, first, lanes, Extreme<false>{});
    default: return fold_tile(j, outer, first, lanes, Extreme<true>{});
  }
}

}  // namespace

void fold_columns(Fold what, const Array& x, std::int64_t outer, std::int64_t n, std::int64_t inner, Array& out, runtime::Device& host) {
  if (outer == 0 || inner == 0) return;
  Job job{what, x.buffer->host_read(), out.buffer->host_overwrite(), n, inner, (inner + kTile - 1) / kTile};
  const std::int64_t bytes = byte_size(x.elem);
  runtime::HostImage image;
  image.entry = x.elem == Elem::F32 ? run<float> : x.elem == Elem::F64 ? run<double> : run<std::int64_t>;
  image.shared_bytes = std::size_t((std::min(tree_shape(n, bytes).lanes, n) + kMaxChunks) * kTile * bytes);
  runtime::Dims dims;
  dims.grid[0] = outer * job.tiles;
  void* params[1] = {&job};
  const auto kernel = host.load(image);
  host.launch(*kernel, dims, params, 1);
}

}  // namespace qc::host
