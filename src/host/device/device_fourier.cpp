#include "host/device/device_fourier.h"

#include <cmath>
#include <numbers>
#include <string>

#include "host/device/device_arrays.h"
#include "host/device/launch.h"
#include "transform/array_kernels/fourier_kernels.h"

namespace qc::host {

namespace {

// exp(-2 pi i k step / n) for k < count.
template <class T>
void fill_roots(T* to, std::int64_t count, std::int64_t step, std::int64_t n) {
  for (std::int64_t k = 0; k < count; ++k) {
    const long double angle =
        2 * std::numbers::pi_v<long double> * static_cast<long double>(k * step) / static_cast<long double>(n);
    to[2 * k] = T(std::cos(angle));
    to[2 * k + 1] = T(-std::sin(angle));
  }
}
void fill_roots(Array& a, std::int64_t first, std::int64_t count, std::int64_t step, std::int64_t n) {
  void* data = a.buffer->host_write();
  if (a.elem == Elem::F64)
    fill_roots(static_cast<double*>(data) + 2 * first, count, step, n);
  else
    fill_roots(static_cast<float*>(data) + 2 * first, count, step, n);
}

// One pass: the lines along one dimension.
struct Pass {
  FourierKernel plan;
  std::int64_t lines, inner;
};

void launch(runtime::Device& device, FourierRoots& tables, const Pass& pass, const Array& from, Array& to,
            double scale) {
  const Array& roots = *tables.of(pass.plan.n, pass.plan.elem);
  runtime::Kernel& loaded = device.kept(fourier_name(pass.plan), [&] {
    return std::move(load_kernel(fourier_kernel(pass.plan), device, {}, {}).kernel);
  });
  const std::int64_t bytes = byte_size(pass.plan.elem);
  const auto numbers = [&](const Array& a) { return std::int64_t(a.buffer->bytes()) / bytes; };
  ParamPack params;
  params.array(from.buffer->on(device, false), {numbers(from)});
  params.array(to.buffer->on(device, true), {numbers(to)});
  params.array(roots.buffer->on(device, false), {numbers(roots)});
  params.integer(pass.lines);
  params.integer(pass.inner);
  params.scalar(pass.plan.elem, Number::real(scale, pass.plan.elem));
  if (pass.plan.twisted) {
    const Array& twist = *tables.twist_of(pass.plan.n * pass.inner, pass.plan.elem);
    params.array(twist.buffer->on(device, false), {numbers(twist)});
  }
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
  roots = make_array(elem, {2 * n});
  fill_roots(*roots, 0, n, 1, n);
  return roots;
}

const ArrayP& FourierRoots::twist_of(std::int64_t n, Elem elem) {
  ArrayP& roots = twists_[{n, elem}];
  if (roots) return roots;
  const std::int64_t coarse = (n + kFineRoots - 1) / kFineRoots;
  roots = make_array(elem, {2 * (kFineRoots + coarse)});
  fill_roots(*roots, 0, kFineRoots, 1, n);
  fill_roots(*roots, kFineRoots, coarse, kFineRoots, n);
  return roots;
}

namespace {

// Long lines, one after another: each is a matrix of n1 x n2 numbers, of which the columns are transformed and twisted,
// then the rows; what comes out is its transpose (Bailey, FFTs in external or hierarchical memory, 1990).
bool long_lines(runtime::Device& device, FourierRoots& roots, const Array& in, Array& out, std::int64_t n,
                bool inverse) {
  std::optional<FourierKernel> columns, rows;
  for (auto n1 = std::int64_t(std::sqrt(double(n))); n1 > 1 && !(columns && rows); --n1) {
    if (n % n1 != 0) continue;
    columns = plan_fourier(n1, out.elem, inverse, !in.complex, true);
    rows = plan_fourier(n / n1, out.elem, inverse, false, false);
  }
  if (!columns || !rows) return false;
  columns->twisted = true;
  const std::int64_t n1 = columns->n, n2 = rows->n, lines = out.count() / n;
  const ArrayP transposed = make_array(out.elem, {out.count()}, false, true);
  launch(device, roots, {*columns, lines * n2, n2}, in, *transposed, 1);
  launch(device, roots, {*rows, lines * n1, 1}, *transposed, *transposed, inverse ? 1 / double(n) : 1);
  return copy_on(device, *transposed, {0, {n, 1, n2}}, out, {0, {n, n1, 1}}, {lines, n2, n1});
}

}  // namespace

bool fourier_on(runtime::Device& device, FourierRoots& roots, const Array& in, Array& out,
                const std::vector<std::int64_t>& extents, const std::vector<std::size_t>& along, bool inverse) {
  std::vector<Pass> passes;
  double elements = 1;
  if (along == std::vector<std::size_t>{extents.size() - 1} && extents.back() > kLongestFourier)
    return long_lines(device, roots, in, out, extents.back(), inverse);
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
    launch(device, roots, passes[k], k == 0 ? in : out, out, inverse && k + 1 == passes.size() ? 1 / elements : 1);
  return true;
}

}  // namespace qc::host
