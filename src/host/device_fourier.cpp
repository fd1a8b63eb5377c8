#include "host/device_fourier.h"

#include <cmath>
#include <numbers>
#include <string>

#include "host/launch.h"
#include "transform/fourier_kernels.h"

namespace qc::host {

namespace {

template <class T> void fill_roots(T* to, std::int64_t n) {
  for (std::int64_t k = 0; k < n; ++k) {
    const long double angle = 2 * std::numbers::pi_v<long double> * static_cast<long double>(k) / static_cast<long double>(n);
    to[2 * k] = T(std::cos(angle));
    to[2 * k + 1] = T(-std::sin(angle));
  }
}

// One pass: the lines along one dimension.
struct Pass {
  FourierKernel plan;
  std::int64_t lines, inner;
};

void launch(runtime::Device& device, const Pass& pass, const Array& roots, const Array& from, Array& to, double scale) {
  runtime::Kernel& loaded = device.kept(fourier_name(pass.plan), [&] { return std::move(load_kernel(fourier_kernel(pass.plan), device, {}, {}).kernel); });
  const std::int64_t bytes = byte_size(pass.plan.elem);
  const auto numbers = [&](const Array& a) { return std::int64_t(a.buffer->bytes()) / bytes; };
  ParamPack params;
  params.array(from.buffer->on(device, false), {numbers(from)});
  params.array(to.buffer->on(device, true), {numbers(to)});
  params.array(roots.buffer->on(device, false), {numbers(roots)});
  params.integer(pass.lines);
  params.integer(pass.inner);
  params.scalar(pass.plan.elem, Number::real(scale, pass.plan.elem));
  runtime::Dims dims;
  dims.grid[0] = (pass.lines + pass.plan.lines - 1) / pass.plan.lines;
  dims.block[0] = std::int32_t(pass.plan.lines * pass.plan.threads);
  auto& pointers = params.pointers();
  device.launch(loaded, dims, pointers.data(), pointers.size());
}

}  // namespace

const ArrayP& FourierRoots::of(std::int64_t n, Elem elem) {
  ArrayP& roots = made_[{n, elem}];
  if (roots) return roots;
  roots = make_array(elem, {2 * n}, false);
  void* data = roots->buffer->host_overwrite();
  if (elem == Elem::F64) fill_roots(static_cast<double*>(data), n);
  else fill_roots(static_cast<float*>(data), n);
  return roots;
}

bool fourier_on(runtime::Device& device, FourierRoots& roots, const Array& in, Array& out, const std::vector<std::int64_t>& extents, const std::vector<std::size_t>& along,
                bool inverse) {
  std::vector<Pass> passes;
  double elements = 1;
  for (auto d = along.rbegin(); d != along.rend(); ++d) {  // rows first: they read what is side by side
    const std::int64_t n = extents[*d];
    if (n == 1) continue;
    std::int64_t inner = 1;
    for (std::size_t k = *d + 1; k < extents.size(); ++k) inner *= extents[k];
    const auto plan = plan_fourier(n, out.elem, inverse, passes.empty() && !in.complex, inner > 1);
    if (!plan) return false;
    passes.push_back({*plan, out.count() / n, inner});
    elements *= double(n);
  }
  if (passes.empty()) return false;
  for (std::size_t k = 0; k < passes.size(); ++k)
    launch(device, passes[k], *roots.of(passes[k].plan.n, out.elem), k == 0 ? in : out, out, inverse && k + 1 == passes.size() ? 1 / elements : 1);
  return true;
}

}  // namespace qc::host
