#include "host/device/device_sort.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "host/device/device_arrays.h"
#include "host/device/launch_array_kernel.h"
#include "transform/array_kernels/moving_kernels.h"
#include "transform/array_kernels/scan_rows_kernels.h"

namespace qc::host {

namespace {

constexpr std::int64_t kMostOrdered = std::int64_t(1) << 32;  // counts have 32 bits

void give(ParamPack& params, runtime::Device& device, const Array& a, bool write) {
  params.array(a.buffer->on(device, write), {a.count()});
}

std::int64_t tiles_of(std::int64_t n) { return (n + kOrderTile - 1) / kOrderTile; }

// Counts of rows x tiles become what stands before each in its row; the sums of the rows.
ArrayP sum_up(runtime::Device& device, Array& counts, std::int64_t rows) {
  const ArrayP totals = make_array(Elem::I64, {rows}, false);
  ParamPack params;
  give(params, device, counts, true);
  give(params, device, *totals, true);
  params.integer(counts.count() / rows);
  launch_blocks(device, "sum counts", rows, kOrderThreads, params, [] { return sum_counts_kernel(); });
  return totals;
}

std::optional<KeyKind> key_kind(const Array& x) {
  if (x.complex) return {};
  switch (x.elem) {
    case Elem::F32:
    case Elem::F64:
      return KeyKind::Float;
    case Elem::I8:
    case Elem::I16:
    case Elem::I32:
    case Elem::I64:
      return KeyKind::Signed;
    case Elem::Bool:
    case Elem::U8:
    case Elem::U16:
    case Elem::U32:
    case Elem::U64:
      return KeyKind::Unsigned;
    default:
      return {};
  }
}

// A sort under way: what is in order by the digits so far, and room for the next step.
struct Sorting {
  runtime::Device& device;
  KeyKind kind;
  bool descending, with_places;
  const Array* from;  // as long as nothing has moved, the array itself
  Sorted now, next;
  bool first = true;

  int bytes() const { return int(byte_size(from->elem)); }
  void numbers(ParamPack& params, std::int64_t n, int shift) const {
    for (const std::int64_t v :
         {n, tiles_of(n), std::int64_t(shift),
          descending ? (bytes() == 8 ? std::int64_t(-1) : (std::int64_t(1) << 8 * bytes()) - 1) : std::int64_t(0)})
      params.integer(v);
  }
  void pass(int shift) {
    const std::int64_t n = from->count();
    const ArrayP counts = make_array(Elem::U32, {kSortDigits * tiles_of(n)}, false);
    ParamPack count;
    give(count, device, *from, false);
    give(count, device, *counts, true);
    numbers(count, n, shift);
    launch_blocks(device, fmt::format("count keys {} {}", int(kind), bytes()), tiles_of(n), kOrderThreads, count,
                  [&] { return count_keys_kernel(kind, bytes()); });
    const ArrayP totals = sum_up(device, *counts, kSortDigits);
    const bool last = shift + kSortBits >= 8 * bytes();
    if (bytes() == 8 && !(last && first) && one_digit(*totals, n)) return;
    move(shift, *counts, *totals);
  }
  // Wide keys often differ in few digits; finding that out takes less than moving the elements.
  static bool one_digit(const Array& totals, std::int64_t n) {
    const auto* of = static_cast<const std::int64_t*>(totals.buffer->host_read());
    return std::find(of, of + kSortDigits, n) != of + kSortDigits;
  }
  void move(int shift, const Array& counts, const Array& totals) {
    const std::int64_t n = from->count();
    if (!next.values) next.values = make_array(from->elem, from->dims, false);
    if (with_places && !next.places) next.places = make_array(Elem::I64, from->dims, false);
    ParamPack params;
    give(params, device, *from, false);
    give(params, device, *next.values, true);
    give(params, device, counts, false);
    give(params, device, totals, false);
    if (with_places) {
      give(params, device, first ? totals : *now.places, false);  // the first pass reads none
      give(params, device, *next.places, true);
    }
    numbers(params, n, shift);
    if (with_places) params.integer(first);
    launch_blocks(device, fmt::format("move keys {} {} {}", int(kind), bytes(), with_places), tiles_of(n),
                  kOrderThreads, params, [&] { return move_keys_kernel(kind, bytes(), with_places); });
    std::swap(now, next);
    from = now.values.get();
    first = false;
  }
};

}  // namespace

std::optional<Sorted> sort_on(runtime::Device& device, const Array& x, bool descending, bool with_places) {
  const auto kind = key_kind(x);
  if (!kind || x.count() == 0 || x.count() >= kMostOrdered) return {};
  Sorting s{device, *kind, descending, with_places, &x, {}, {}};
  for (int shift = 0; shift < 8 * s.bytes(); shift += kSortBits) s.pass(shift);
  return s.now;
}

namespace {

// All elements in order, then stably by their lines: as many passes whatever the lines' length. Each line lies
// together.
std::optional<Sorted> sort_by_line(runtime::Device& device, const Array& x, const LineShape& s, bool descending,
                                   bool with_places) {
  const auto all = sort_on(device, x, descending, true);
  if (!all) return {};
  const std::int64_t n = x.count();
  const Elem elem = s.outer * s.inner <= 1 << 16 ? Elem::U16 : Elem::U32;
  const ArrayP line = make_array(elem, {n}, false), along = make_array(Elem::I64, {n}, false);
  ParamPack params;
  give(params, device, *all->places, false);
  give(params, device, *line, true);
  give(params, device, *along, true);
  for (const std::int64_t v : {n, s.n, s.inner}) params.integer(v);
  launch_units(device, fmt::format("split lines {}", int(elem)), 8, n, params,
               [&] { return split_lines_kernel(elem); });
  const auto by_line = sort_on(device, *line, false, true);
  const auto in_lines = [&](const Array& from) {
    ArrayP y = make_array(from.elem, x.dims, false);
    gather_on(device, from, *by_line->places, *y);
    return y;
  };
  return Sorted{in_lines(*all->values), with_places ? in_lines(*along) : nullptr};
}

}  // namespace

std::optional<Sorted> sort_lines_on(runtime::Device& device, const Array& x, const LineShape& s, bool descending,
                                    bool with_places) {
  auto sorted = sort_by_line(device, x, s, descending, with_places);
  if (!sorted || s.inner == 1) return sorted;
  for (ArrayP* y : {&sorted->values, &sorted->places}) {
    if (!*y) continue;
    const ArrayP back = make_array((*y)->elem, x.dims, false);
    copy_on(device, **y, {0, {s.inner * s.n, 1, s.n}}, *back, {0, {s.n * s.inner, s.inner, 1}},
            {s.outer, s.n, s.inner});
    *y = back;
  }
  return sorted;
}

ArrayP medians_on(runtime::Device& device, const Array& x, const LineShape& s) {
  const auto sorted = sort_by_line(device, x, s, false, false);
  const std::int64_t lines = s.outer * s.inner;
  const ArrayP y = make_array(x.elem, {lines}, false);
  ParamPack params;
  give(params, device, *sorted->values, false);
  give(params, device, *y, true);
  params.integer(lines);
  params.integer(s.n);
  launch_units(device, fmt::format("middles {}", int(x.elem)), int(byte_size(x.elem)), lines, params,
               [&] { return middles_kernel(x.elem); });
  return y;
}

std::optional<ArrayP> places_on(runtime::Device& device, Wanted wanted, const Array& x) {
  const std::int64_t n = x.count();
  if (x.complex || x.elem == Elem::F16 || x.elem == Elem::U64 || n == 0 || n >= kMostOrdered) return {};
  const ArrayP counts = make_array(Elem::U32, {tiles_of(n)}, false);
  ParamPack count;
  give(count, device, x, false);
  give(count, device, *counts, true);
  count.integer(n);
  launch_blocks(device, fmt::format("count wanted {} {}", int(wanted), int(x.elem)), tiles_of(n), kOrderThreads, count,
                [&] { return count_wanted_kernel(wanted, x.elem); });
  const ArrayP totals = sum_up(device, *counts, 1);
  const std::int64_t all = *static_cast<const std::int64_t*>(totals->buffer->host_read());
  const ArrayP places = make_array(Elem::I64, {all}, false);
  if (all == 0) return places;
  ParamPack list;
  give(list, device, x, false);
  give(list, device, *counts, false);
  give(list, device, *places, true);
  list.integer(n);
  launch_blocks(device, fmt::format("list wanted {} {}", int(wanted), int(x.elem)), tiles_of(n), kOrderThreads, list,
                [&] { return list_wanted_kernel(wanted, x.elem); });
  return places;
}

bool scatter_on(runtime::Device& device, const Array& from, const Array& places, Array& to) {
  const int unit = int(byte_size(to.elem)) * (to.complex ? 2 : 1);
  if (unit > 8) return false;
  const std::int64_t n = places.count();
  if (n == 0) return true;
  ParamPack params;
  give(params, device, from, false);
  give(params, device, to, true);
  give(params, device, places, false);
  params.integer(n);
  launch_units(device, fmt::format("scatter {}", unit), unit, n, params, [&] { return scatter_kernel(unit); });
  return true;
}

ArrayP first_equal_on(runtime::Device& device, const Array& x, const Array& best, const LineShape& lines) {
  const ArrayP where = make_array(Elem::I64, best.dims, false);
  fill_on(device, *where, Number::integer(lines.n));
  ParamPack params;
  give(params, device, x, false);
  give(params, device, best, false);
  give(params, device, *where, true);
  for (const std::int64_t v : {x.count(), lines.n, lines.inner}) params.integer(v);
  launch_units(device, fmt::format("first equal {}", int(x.elem)), int(byte_size(x.elem)), x.count(), params,
               [&] { return first_equal_kernel(x.elem); });
  return where;
}

std::optional<ArrayP> running_on(runtime::Device& device, const Array& x, const LineShape& lines, ir::BinaryOp op) {
  if (x.elem == Elem::F16 || x.elem == Elem::U64 || (x.complex && op != ir::BinaryOp::Add)) return {};
  const bool orders = op == ir::BinaryOp::Min || op == ir::BinaryOp::Max;
  const Elem from = x.elem == Elem::Bool ? Elem::U8 : x.elem, to = orders ? x.elem : value_elem(from);
  if (lines.inner == 1 &&
      lines.outer > 1) {  // neighbouring threads take neighbouring lines: rows are transposed, and transposed back
    const std::vector<std::int64_t> transposed{lines.n, lines.outer}, straight{lines.outer, lines.n};
    const ArrayP columns = make_array(x.elem, transposed, false, x.complex),
                 y = make_array(to, x.dims, false, x.complex);
    const Layout by_column{0, {lines.outer, 1}}, across{0, {1, lines.n}};
    copy_on(device, x, across, *columns, by_column, transposed);
    const auto done = running_on(device, *columns, {1, lines.n, lines.outer}, op);
    copy_on(device, **done, {0, {1, lines.outer}}, *y, {0, {lines.n, 1}}, straight);
    return y;
  }
  const ArrayP y = make_array(to, x.dims, false, x.complex);
  const std::int64_t parts = x.complex ? 2 : 1, inner = lines.inner * parts, count = lines.outer * inner;
  ParamPack params;
  params.array(x.buffer->on(device, false), {x.count() * parts});
  params.array(y->buffer->on(device, true), {x.count() * parts});
  for (const std::int64_t v : {count, lines.n, inner}) params.integer(v);
  const auto make = [&] { return running_kernel(from, to == Elem::Bool ? Elem::U8 : to, op); };
  launch_blocks(device, fmt::format("running {} {} {}", int(from), int(to), int(op)),
                (count + kRunningThreads - 1) / kRunningThreads, kRunningThreads, params, make);
  return y;
}

ArrayP split_places_on(runtime::Device& device, const Array& places, const std::vector<std::int64_t>& dims) {
  const std::int64_t n = places.count(), rank = std::int64_t(dims.size());
  const ArrayP out = make_array(Elem::I64, {n, rank}, false);
  if (n == 0) return out;
  ParamPack params;
  give(params, device, places, false);
  give(params, device, *out, true);
  params.integer(n);
  for (const std::int64_t d : dims) params.integer(d);
  launch_units(device, fmt::format("split places {}", rank), 8, n, params,
               [&] { return split_places_kernel(int(rank)); });
  return out;
}

}  // namespace qc::host
