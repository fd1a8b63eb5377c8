#include "host/device/device_product.h"

#include "host/device/launch.h"

namespace qc::host {

ArrayP product_on(runtime::Device& device, const Array& a, const Array& b) {
  return product_with(device, a, b,
                      product_tile(a.dims[0], a.dims[1], b.dims[1], a.elem, a.complex, device.info().multiprocessors));
}

ArrayP product_with(runtime::Device& device, const Array& a, const Array& b, const ProductTile& tile) {
  const std::int64_t m = a.dims[0], k = a.dims[1], n = b.dims[1];
  ArrayP c = make_array(a.elem, {m, n}, false, a.complex);
  runtime::Kernel& kernel = device.kept(product_name(a.elem, a.complex, tile), [&] {
    return std::move(load_kernel(product_kernel(a.elem, a.complex, tile), device, {}, {}).kernel);
  });
  const std::int64_t across = (n + tile.columns - 1) / tile.columns, down = (m + tile.rows - 1) / tile.rows;
  const auto numbers = [](const Array& x) { return x.count() * (x.complex ? 2 : 1); };
  ParamPack params;
  params.array(a.buffer->on(device, false), {numbers(a)});
  params.array(b.buffer->on(device, false), {numbers(b)});
  params.array(c->buffer->on(device, true), {numbers(*c)});
  for (const std::int64_t v : {m, k, n, across}) params.integer(v);
  runtime::Dims dims;
  dims.grid[0] = across * down;
  dims.block[0] = kProductThreads;
  auto& pointers = params.pointers();
  device.launch(kernel, dims, pointers.data(), pointers.size());
  return c;
}

}  // namespace qc::host
