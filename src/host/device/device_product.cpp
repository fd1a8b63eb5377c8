#include "host/device/device_product.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "host/device/launch.h"
#include "ir/product_shape.h"

namespace qc::host {

// m x k times k x n.
struct ProductExtents {
  ProductExtents(const Array& a, const Array& b, bool a_transposed, bool b_transposed)
      : m(a.dims[a_transposed ? 1 : 0]), k(a.dims[a_transposed ? 0 : 1]), n(b.dims[b_transposed ? 0 : 1]) {}
  std::int64_t m, k, n;
};

ArrayP product_on(runtime::Device& device, const Array& a, const Array& b, bool a_transposed, bool b_transposed) {
  const ProductExtents e(a, b, a_transposed, b_transposed);
  ProductTile tile = product_tile(e.m, e.k, e.n, a.elem, a.complex, device.info().multiprocessors,
                                  device.info().max_dynamic_shared_bytes);
  tile.a_transposed = a_transposed;
  tile.b_transposed = b_transposed;
  return product_with(device, a, b, tile);
}

static std::int64_t numbers(const Array& x) { return x.count() * (x.complex ? 2 : 1); }

static void launch_blocks(runtime::Device& device, runtime::Kernel& kernel, ParamPack& params, std::int64_t blocks,
                          int threads) {
  runtime::Dims dims;
  dims.grid[0] = blocks;
  dims.block[0] = threads;
  auto& pointers = params.pointers();
  device.launch(kernel, dims, pointers.data(), pointers.size());
}

// c becomes the sum of so many parts, or more of them are added to it.
static void add_parts(runtime::Device& device, const Array& parts, std::int64_t count, Array& c, bool fresh) {
  runtime::Kernel& kernel = device.kept(fmt::format("part_sums_{}", elem_name(c.elem)), [&] {
    return std::move(load_kernel(part_sums_kernel(c.elem), device, {}, {}).kernel);
  });
  ParamPack params;
  params.array(parts.buffer->on(device, false), {numbers(parts)});
  params.array(c.buffer->on(device, true), {numbers(c)});
  for (const std::int64_t v : {numbers(c), count, std::int64_t(fresh)}) params.integer(v);
  launch_blocks(device, kernel, params, (numbers(c) + kPartSumThreads - 1) / kPartSumThreads, kPartSumThreads);
}

ArrayP product_with(runtime::Device& device, const Array& a, const Array& b, const ProductTile& tile,
                    std::int64_t most_at_once) {
  const auto [m, k, n] = ProductExtents(a, b, tile.a_transposed, tile.b_transposed);
  ArrayP c = make_array(a.elem, {m, n}, false, a.complex);
  runtime::Kernel& kernel = device.kept(product_name(a.elem, a.complex, tile), [&] {
    return std::move(load_kernel(product_kernel(a.elem, a.complex, tile), device, {}, {}).kernel);
  });
  const std::int64_t across = (n + tile.columns - 1) / tile.columns, down = (m + tile.rows - 1) / tile.rows;
  const auto launch = [&](Array& to, std::int64_t parts, std::optional<std::int64_t> first_part) {
    ParamPack params;
    params.array(a.buffer->on(device, false), {numbers(a)});
    params.array(b.buffer->on(device, false), {numbers(b)});
    params.array(to.buffer->on(device, true), {numbers(to)});
    for (const std::int64_t v : {m, k, n, across}) params.integer(v);
    if (first_part) params.integer(*first_part);
    launch_blocks(device, kernel, params, across * down * parts, kProductThreads);
  };
  if (tile.parts != ProductTile::Parts::Apart) {
    launch(*c, 1, {});
    return c;
  }
  const std::int64_t length = product_part(a.complex), all = (k + length - 1) / length,
                     at_once = std::clamp<std::int64_t>(most_at_once / numbers(*c), 1, all);
  const ArrayP parts = make_array(a.elem, {at_once, m, n}, false, a.complex);
  for (std::int64_t p = 0; p < all; p += at_once) {
    const std::int64_t here = std::min(at_once, all - p);
    launch(*parts, here, p);
    add_parts(device, *parts, here, *c, p == 0);
  }
  return c;
}

}  // namespace qc::host
