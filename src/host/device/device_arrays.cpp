#include "host/device/device_arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "host/arrays/arith.h"
#include "host/arrays/typed_elements.h"
#include "host/context/session_context.h"
#include "host/device/launch_array_kernel.h"
#include "transform/array_kernels/moving_kernels.h"

namespace qc::host {

namespace {

// One dimension of a copy: its extent, and how far apart its elements are there and here.
struct MovedAxis {
  std::int64_t n, in, out;
};

// A copy in units of bytes that are moved together.
struct Move {
  std::int64_t unit = 1, in = 0, out = 0;  // bytes; units
  std::vector<MovedAxis> axes;             // outermost first
};

void drop_ones(std::vector<MovedAxis>& axes) {
  std::erase_if(axes, [](const MovedAxis& a) { return a.n == 1; });
  if (axes.empty()) axes.push_back({1, 0, 0});
}

// Dimensions that follow each other in both arrays are one.
void join_axes(std::vector<MovedAxis>& axes) {
  for (std::size_t d = axes.size() - 1; d > 0; --d) {
    const MovedAxis &outer = axes[d - 1], &inner = axes[d];
    if (outer.in != inner.in * inner.n || outer.out != inner.out * inner.n) continue;
    axes[d - 1] = {outer.n * inner.n, inner.in, inner.out};
    axes.erase(axes.begin() + std::ptrdiff_t(d));
  }
}

// Rows without gaps are moved up to 16 bytes at a time, where both begin at such places.
void widen(Move& m) {
  constexpr std::int64_t kWidest = 16;
  const MovedAxis& row = m.axes.back();
  if (row.in != 1 || row.out != 1) return;
  const auto halves = [&](std::int64_t v) { return v % 2 == 0; };
  while (m.unit < kWidest && halves(m.in) && halves(m.out) && halves(m.axes.back().n) &&
         std::all_of(m.axes.begin(), m.axes.end() - 1,
                     [&](const MovedAxis& a) { return halves(a.in) && halves(a.out); })) {
    m.unit *= 2, m.in /= 2, m.out /= 2, m.axes.back().n /= 2;
    for (std::size_t d = 0; d + 1 < m.axes.size(); ++d) m.axes[d].in /= 2, m.axes[d].out /= 2;
  }
}

std::int64_t element_bytes(const Array& a) { return byte_size(a.elem) * (a.complex ? 2 : 1); }

Move move_of(const Array& a, const Layout& in, const Layout& out, const std::vector<std::int64_t>& dims) {
  Move m{element_bytes(a), in.offset, out.offset, {}};
  for (std::size_t d = 0; d < dims.size(); ++d) m.axes.push_back({dims[d], in.strides[d], out.strides[d]});
  if (m.unit == 16) {  // two words of 8 bytes, of which rows may become units of 16 again
    m.unit = 8, m.in *= 2, m.out *= 2;
    for (MovedAxis& x : m.axes) x.in *= 2, x.out *= 2;
    m.axes.push_back({2, 1, 1});
  }
  drop_ones(m.axes);
  join_axes(m.axes);
  widen(m);
  drop_ones(m.axes);
  return m;
}

// Whether neighbours in one array are far apart in the other, so that squares of them had better be turned. Then the
// axes are three: the one along `from` in the middle, the one along `to` last.
bool turns(Move& m) {
  if (m.unit > 8 || m.axes.size() < 2 || m.axes.size() > 3) return false;
  const auto along = [&](std::int64_t MovedAxis::*stride) {
    return std::find_if(m.axes.begin(), m.axes.end(),
                        [&](const MovedAxis& x) { return x.*stride == 1 && x.n >= kTurnedSide / 2; });
  };
  const auto from = along(&MovedAxis::in), to = along(&MovedAxis::out);
  if (from == m.axes.end() || to == m.axes.end() || from == to) return false;
  std::vector<MovedAxis> axes;
  for (auto x = m.axes.begin(); x != m.axes.end(); ++x)
    if (x != from && x != to) axes.push_back(*x);
  if (axes.empty()) axes.push_back({1, 0, 0});
  axes.push_back(*from);
  axes.push_back(*to);
  m.axes = std::move(axes);
  return true;
}

// The extent of the array as a parameter of the kernels of transform/array_kernels/moving_kernels.h.
std::int64_t words_in(const Array& a, std::int64_t unit) {
  return std::int64_t(a.buffer->bytes()) / (unit == 16 ? 4 : unit);
}

// An element of the array, as often as 8 bytes hold it.
std::int64_t element_bits(Array& a, const Number& value) {
  std::int64_t bits = 0;
  std::byte one[sizeof bits] = {};
  set_element(a, one, 0, value);
  for (std::int64_t bytes = element_bytes(a); bytes < std::int64_t(sizeof bits); bytes *= 2)
    std::memcpy(one + bytes, one, std::size_t(bytes));
  std::memcpy(&bits, one, sizeof bits);
  return bits;
}

std::int64_t product(const std::vector<std::int64_t>& dims) {
  std::int64_t n = 1;
  for (const std::int64_t d : dims) n *= d;
  return n;
}

}  // namespace

std::vector<std::int64_t> strides_of(const std::vector<std::int64_t>& dims) {
  std::vector<std::int64_t> strides(dims.size(), 1);
  for (std::size_t d = dims.size(); d-- > 1;) strides[d - 1] = strides[d] * dims[d];
  return strides;
}

bool copy_on(runtime::Device& device, const Array& from, const Layout& in, Array& to, const Layout& out,
             const std::vector<std::int64_t>& dims) {
  if (product(dims) == 0) return true;
  Move m = move_of(from, in, out, dims);
  if (m.axes.size() > std::size_t(kMostMovedDims)) return false;
  const bool turned = turns(m);
  const std::uintptr_t read = from.buffer->on(device, false), write = to.buffer->on(device, true);
  ParamPack params;
  params.array(read, {words_in(from, m.unit)});
  params.array(write, {words_in(to, m.unit)});
  params.integer(m.in);
  params.integer(m.out);
  std::int64_t units = 1;
  for (const MovedAxis& a : m.axes) {
    for (const std::int64_t v : {a.n, a.in, a.out}) params.integer(v);
    units *= a.n;
  }
  const int unit = int(m.unit), rank = int(m.axes.size());
  if (turned) {
    const auto squares = [&](std::size_t d) { return (m.axes[d].n + kTurnedSide - 1) / kTurnedSide; };
    const std::int64_t blocks = m.axes[0].n * squares(1) * squares(2);
    launch_blocks(device, fmt::format("turned copy {}", unit), blocks, kMovingThreads, params,
                  [&] { return turned_copy_kernel(unit); });
    return true;
  }
  launch_units(device, fmt::format("strided copy {} {}", unit, rank), unit, units, params,
               [&] { return strided_copy_kernel(unit, rank); });
  return true;
}

runtime::Device* moved_on(const Array& from, std::int64_t elements) {
  runtime::Device* const device = elements < kMovedThere ? nullptr : from.buffer->newest_on();
  return device && device->info().gpu_like ? device : nullptr;
}

bool fill_on(runtime::Device& device, Array& to, const Number& value) {
  if (element_bytes(to) > 8) return false;
  if (to.count() == 0) return true;
  const std::int64_t bits = element_bits(to, value);
  const std::int64_t all = std::int64_t(to.buffer->bytes()), unit = all % 16 == 0 ? 16 : element_bytes(to);
  ParamPack params;
  params.array(to.buffer->on(device, true), {words_in(to, unit)});
  params.integer(all / unit);
  params.integer(bits);
  launch_units(device, fmt::format("fill {}", unit), unit, all / unit, params, [&] { return fill_kernel(int(unit)); });
  return true;
}

namespace {

bool made_there(SessionContext& session, const Array& to) {
  return to.count() >= kMovedThere && session.device().info().is_cuda;
}

}  // namespace

bool fill_there(SessionContext& session, Array& to, const Number& value) {
  return made_there(session, to) && fill_on(session.device(), to, value);
}

void range_on(runtime::Device& device, Array& to, const Number& lo, const Number& step) {
  const std::int64_t n = to.count();
  ParamPack params;
  params.array(to.buffer->on(device, true), {n});
  params.integer(n);
  for (const Number& v : {lo, step}) {
    if (to.elem == Elem::I64)
      params.integer(v.i);
    else
      params.scalar(Elem::F64, Number::real(v.as_double(), Elem::F64));
  }
  const int unit = int(byte_size(to.elem));
  launch_units(device, fmt::format("range {}", int(to.elem)), unit, n, params, [&] { return range_kernel(to.elem); });
}

void spaced_on(runtime::Device& device, Array& to, double lo, double hi) {
  const std::int64_t n = to.count();
  ParamPack params;
  params.array(to.buffer->on(device, true), {n});
  params.integer(n);
  for (const double v : {lo, hi - lo, hi}) params.scalar(Elem::F64, Number::real(v, Elem::F64));
  const int unit = int(byte_size(to.elem));
  launch_units(device, fmt::format("spaced {}", int(to.elem)), unit, n, params, [&] { return spaced_kernel(to.elem); });
}

bool range_there(SessionContext& session, Array& to, const Number& lo, const Number& step) {
  if (!made_there(session, to)) return false;
  range_on(session.device(), to, lo, step);
  return true;
}

bool spaced_there(SessionContext& session, Array& to, double lo, double hi) {
  if (!made_there(session, to)) return false;
  spaced_on(session.device(), to, lo, hi);
  return true;
}

namespace {

bool lists_places(const Array& list) {
  return !list.complex && list.elem != Elem::Bool && list.elem != Elem::U64 && list.elem != Elem::F16;
}
bool marked(const Array& outside) { return *static_cast<const std::int64_t*>(outside.buffer->host_read()) != 0; }

// Where an array's elements are worth being chosen by the list: either lies on a GPU.
runtime::Device* listed_on(const Array& list, const Array& a) {
  runtime::Device* const device = moved_on(list, list.count());
  return device ? device : moved_on(a, list.count());
}

}  // namespace

std::optional<bool> gather_on(runtime::Device& device, const Array& from, const Array& list, Array& out) {
  const std::int64_t unit = element_bytes(from), n = list.count();
  if (unit > 8 || !lists_places(list)) return {};
  const ArrayP outside = make_array(Elem::I64, {1});
  ParamPack params;
  params.array(from.buffer->on(device, false), {from.count()});
  params.array(out.buffer->on(device, true), {n});
  params.array(list.buffer->on(device, false), {n});
  params.array(outside->buffer->on(device, true), {1});
  params.integer(n);
  params.integer(from.count());
  launch_units(device, fmt::format("gather {} {}", unit, int(list.elem)), unit, n, params,
               [&] { return gather_kernel(int(unit), list.elem); });
  return !marked(*outside);
}

std::optional<bool> scatter_listed_on(runtime::Device& device, Array& to, const Array& list, const Array& from) {
  constexpr std::int64_t kMostListed = std::int64_t(1) << 32,
                         kSparse = 16;  // their numbers have 32 bits; elements of `to` for one of the list
  const std::int64_t unit = element_bytes(to), n = list.count();
  if (unit > 8 || !lists_places(list) || n >= kMostListed || to.count() / kSparse > n) return {};
  const ArrayP last = make_array(Elem::U32, {to.count()}), outside = make_array(Elem::I64, {1});
  ParamPack find;
  find.array(list.buffer->on(device, false), {n});
  find.array(last->buffer->on(device, true), {to.count()});
  find.array(outside->buffer->on(device, true), {1});
  find.integer(n);
  find.integer(to.count());
  launch_units(device, fmt::format("last of places {}", int(list.elem)), byte_size(list.elem), n, find,
               [&] { return last_of_places_kernel(list.elem); });
  if (marked(*outside)) return false;
  ParamPack store;
  store.array(from.buffer->on(device, false), {n});
  store.array(to.buffer->on(device, true), {to.count()});
  store.array(list.buffer->on(device, false), {n});
  store.array(last->buffer->on(device, false), {to.count()});
  store.integer(n);
  launch_units(device, fmt::format("scatter last {} {}", unit, int(list.elem)), unit, n, store,
               [&] { return scatter_last_kernel(int(unit), list.elem); });
  return true;
}

std::optional<bool> scatter_there(Array& to, const Array& list, const ArrayP& from) {
  runtime::Device* const device = listed_on(list, to);
  return device ? scatter_listed_on(*device, to, list, *as_elem(from, to.elem, to.complex)) : std::nullopt;
}

std::optional<bool> fill_listed_on(runtime::Device& device, Array& to, const Array& list, const Number& value) {
  const std::int64_t unit = element_bytes(to), n = list.count();
  if (unit > 8 || !lists_places(list)) return {};
  const ArrayP outside = make_array(Elem::I64, {1});
  ParamPack check;
  check.array(list.buffer->on(device, false), {n});
  check.array(outside->buffer->on(device, true), {1});
  check.integer(n);
  check.integer(to.count());
  launch_units(device, fmt::format("check places {}", int(list.elem)), byte_size(list.elem), n, check,
               [&] { return check_places_kernel(list.elem); });
  if (marked(*outside)) return false;
  ParamPack store;
  store.array(to.buffer->on(device, true), {to.count()});
  store.array(list.buffer->on(device, false), {n});
  store.integer(n);
  store.integer(element_bits(to, value));
  launch_units(device, fmt::format("fill places {} {}", unit, int(list.elem)), unit, n, store,
               [&] { return fill_places_kernel(int(unit), list.elem); });
  return true;
}

std::optional<bool> fill_listed_there(Array& to, const Array& list, const Number& value) {
  runtime::Device* const device = listed_on(list, to);
  return device ? fill_listed_on(*device, to, list, value) : std::nullopt;
}

bool gather_axes_on(runtime::Device& device, const Array& from, const std::vector<std::int64_t>& extents,
                    const std::vector<std::vector<std::int64_t>>& lists, Array& out) {
  const std::int64_t unit = element_bytes(from);
  if (lists.size() > std::size_t(kMostMovedDims)) return false;
  std::int64_t all = 0, units = 1;
  for (const auto& list : lists) all += std::int64_t(list.size()), units *= std::int64_t(list.size());
  if (units == 0) return true;
  const ArrayP places = make_array(Elem::I64, {all}, false);
  auto* to = static_cast<std::int64_t*>(places->buffer->host_overwrite());
  const std::vector<std::int64_t> strides = strides_of(extents);
  ParamPack params;
  for (const auto& list : lists) to = std::copy(list.begin(), list.end(), to);
  params.array(from.buffer->on(device, false), {words_in(from, unit)});
  params.array(out.buffer->on(device, true), {words_in(out, unit)});
  params.array(places->buffer->on(device, false), {all});
  std::int64_t offset = 0;
  for (std::size_t d = 0; d < lists.size(); ++d) {
    for (const std::int64_t v : {std::int64_t(lists[d].size()), strides[d], offset}) params.integer(v);
    offset += std::int64_t(lists[d].size());
  }
  const int rank = int(lists.size());
  launch_units(device, fmt::format("gather axes {} {}", unit, rank), unit, units, params,
               [&] { return gather_axes_kernel(int(unit), rank); });
  return true;
}

std::optional<bool> gather_there(const Array& from, const Array& list, Array& out) {
  runtime::Device* const device = listed_on(list, from);
  return device ? gather_on(*device, from, list, out) : std::nullopt;
}

bool fill_masked_on(runtime::Device& device, Array& a, const Array& mask, const Number& value) {
  const std::int64_t unit = element_bytes(a), n = a.count();
  if (unit > 8) return false;
  const std::int64_t bits = element_bits(a, value);
  ParamPack params;
  params.array(a.buffer->on(device, true), {n});
  params.array(mask.buffer->on(device, false), {n});
  params.integer(n);
  params.integer(bits);
  launch_units(device, fmt::format("masked fill {}", unit), unit, n, params,
               [&] { return masked_fill_kernel(int(unit)); });
  return true;
}

bool fill_masked_there(Array& a, const Array& mask, const Number& value) {
  runtime::Device* device = moved_on(a, a.count());
  if (!device) device = moved_on(mask, a.count());
  return device && fill_masked_on(*device, a, mask, value);
}

void random_on(runtime::Device& device, Array& to, bool normal, std::uint64_t first, std::uint64_t key) {
  const std::int64_t n = to.count();
  ParamPack params;
  params.array(to.buffer->on(device, true), {n});
  params.integer(n);
  params.integer(std::int64_t(first));
  params.integer(std::int64_t(key));
  const bool wide = to.elem == Elem::F64;
  launch_units(device, fmt::format("{} {}", normal ? "normal" : "uniform", wide ? 8 : 4), wide ? 8 : 4, n, params,
               [&] { return random_kernel(to.elem, normal); });
}

bool random_there(SessionContext& session, Array& to, bool normal, std::uint64_t first, std::uint64_t key) {
  if (!made_there(session, to)) return false;
  random_on(session.device(), to, normal, first, key);
  return true;
}

void random_ints_on(runtime::Device& device, Array& to, std::int64_t lowest, std::int64_t count, std::uint64_t first,
                    std::uint64_t key) {
  const std::int64_t n = to.count();
  ParamPack params;
  params.array(to.buffer->on(device, true), {n});
  for (const std::int64_t v : {n, std::int64_t(first), std::int64_t(key), lowest, count}) params.integer(v);
  launch_units(device, "random ints", 8, n, params, [] { return random_ints_kernel(); });
}

bool random_ints_there(SessionContext& session, Array& to, std::int64_t lowest, std::uint64_t count,
                       std::uint64_t first, std::uint64_t key) {
  constexpr std::uint64_t kMost = std::uint64_t(1) << 31;
  if (count == 0 || count >= kMost || !made_there(session, to)) return false;
  random_ints_on(session.device(), to, lowest, std::int64_t(count), first, key);
  return true;
}

}  // namespace qc::host
