#include "host/device/device_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "host/device/launch_array_kernel.h"
#include "transform/array_kernels/counting_kernels.h"
#include "transform/array_kernels/moving_kernels.h"

namespace qc::host {

namespace {

// Launches a kernel that counts x, and waits for the counts. add(params) puts what stands between the number of
// elements and that of threads, and behind it.
template <class Between, class Behind, class Make>
ArrayP counted(runtime::Device& device, const Array& x, std::int64_t places, const std::string& name,
               const Array* edges, const Between& between, const Behind& behind, const Make& make) {
  constexpr std::int64_t kEach = 16, kOfMultiprocessor = 8;  // elements a thread, blocks
  const ArrayP counts = make_array(Elem::I64, {places});
  const std::int64_t n = x.count(),
                     blocks = std::clamp<std::int64_t>(n / (kMovingThreads * kEach), 1,
                                                       device.info().multiprocessors * kOfMultiprocessor);
  ParamPack params;
  params.array(x.buffer->on(device, false), {n});
  params.array(counts->buffer->on(device, true), {places});
  if (edges) params.array(edges->buffer->on(device, false), {edges->count()});
  params.integer(n);
  between(params);
  params.integer(blocks * kMovingThreads);
  behind(params);
  launch_blocks(device, name, blocks, kMovingThreads, params, make);
  return counts;
}

// Of the keys of floats that are `prefix` under `mask`, how many have each digit.
ArrayP count_digits(runtime::Device& device, const Array& x, std::uint64_t mask, std::uint64_t prefix, int shift) {
  const auto between = [&](ParamPack& params) {
    for (const std::int64_t v : {std::int64_t(mask), std::int64_t(prefix), std::int64_t(shift)}) params.integer(v);
  };
  const int bytes = byte_size(x.elem);
  return counted(
      device, x, kDigits + 1, fmt::format("count digits {}", bytes), nullptr, between, [](ParamPack&) {},
      [&] { return count_digits_kernel(bytes); });
}

}  // namespace

std::optional<std::vector<std::int64_t>> count_bins_on(runtime::Device& device, const Array& x,
                                                       const std::vector<double>& edges, double width) {
  const auto bins = std::int64_t(edges.size()) - 1;
  if (bins > kMostBins) return {};
  const ArrayP table = make_array(Elem::F64, {bins + 1}, false);
  std::copy(edges.begin(), edges.end(), static_cast<double*>(table->buffer->host_overwrite()));
  const auto behind = [&](ParamPack& params) {
    for (const double v : {edges.front(), edges.back(), 1 / width})
      params.scalar(Elem::F64, Number::real(v, Elem::F64));
  };
  const ArrayP counts = counted(
      device, x, kMostBins, fmt::format("count bins {}", int(x.elem)), table.get(),
      [&](ParamPack& params) { params.integer(bins - 1); }, behind, [&] { return count_bins_kernel(x.elem); });
  const auto* from = static_cast<const std::int64_t*>(counts->buffer->host_read());
  return std::vector<std::int64_t>(from, from + bins);
}

std::optional<double> select_on(runtime::Device& device, const Array& x, std::int64_t k) {
  const int bits = 8 * byte_size(x.elem);
  const std::uint64_t all = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  std::uint64_t mask = 0, key = 0;
  for (int shift = bits; shift > 0;) {
    shift = std::max(0, shift - kDigitBits);
    const ArrayP counts = count_digits(device, x, mask, key, shift);
    const auto* of = static_cast<const std::int64_t*>(counts->buffer->host_read());
    if (mask == 0 && of[kDigits] != 0) return {};
    std::int64_t digit = 0;
    for (; k >= of[digit]; ++digit) k -= of[digit];
    key |=
        std::uint64_t(digit) << shift;  // the lowest digits share a bit with the ones before, which is the same in both
    mask = all << shift & all;
  }
  const std::uint64_t sign = std::uint64_t{1} << (bits - 1), number = key & sign ? key ^ sign : ~key & all;
  return bits == 64 ? std::bit_cast<double>(number) : double(std::bit_cast<float>(std::uint32_t(number)));
}

}  // namespace qc::host
