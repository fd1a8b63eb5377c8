// Reading and writing array elements and slices, with the boundary mode of the variable.
#include "host/access/indexing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "host/arrays/arith.h"
#include "host/arrays/gather_scatter.h"
#include "host/arrays/stream_copy.h"
#include "host/arrays/typed_elements.h"
#include "host/device/device_arrays.h"
#include "host/device/device_sort.h"
#include "host/device/launch.h"
#include "ir/moved_index.h"
#include "value/range_help.h"

namespace qc::host {

std::int64_t to_index_of(const std::string& name, const Value& v, Span span) {
  const Number n = to_number(v, span, "an int");
  if (!is_float(n.type)) return n.i;
  if (std::floor(n.re) != n.re) fail("Q0301", span, fractional_index(name), kWholeIndexHelp);  // NaN too
  return convert_number(n, Elem::I64).i;
}

namespace {

constexpr std::int64_t kNowhere = -1;  // a position where a read gives 0 and a write is dropped

std::int64_t positive_mod(std::int64_t i, std::int64_t n) { return ((i % n) + n) % n; }

// What the messages and the boundary mode need to know of one access.
struct Access {
  const Array& array;
  bool writing;
  const std::string& name;
  Span span;
  const std::vector<Span>& spans;
  Span at(std::size_t k) const { return k < spans.size() ? spans[k] : span; }
};

[[noreturn]] void out_of_range(std::int64_t i, std::int64_t n, int dim, const Access& access) {
  fail("Q0401", access.at(std::size_t(dim)),
       fmt::format("index {} is out of range: '{}' has {} element{} along dimension {}", i, access.name, n,
                   n == 1 ? "" : "s", dim),
       access.array.dims.size() == 1 && access.spans.size() == 2 && dim == 0
           ? row_help(access.name)
           : range_help(n, access.writing && i == n && access.spans.size() == access.array.dims.size(), dim,
                        access.spans.size(), access.name));
}

// The position that index i means along a dimension of n.
std::int64_t place(std::int64_t i, std::int64_t n, int dim, const Access& access) {
  if (i >= 0 && i < n) return i;
  const Boundary mode = access.array.boundary;
  if (mode == Boundary::Safe) return kNowhere;
  if (ir::moves(mode) && !access.writing) {
    if (n <= 0) return kNowhere;  // as compiled code does: there is nothing to repeat
    switch (mode) {
      case Boundary::Circular:
        return positive_mod(i, n);
      case Boundary::Clamped:
        return i < 0 ? 0 : n - 1;
      default: {
        const std::int64_t q = std::int64_t((i < 0 ? 0 - std::uint64_t(i) : std::uint64_t(i)) % std::uint64_t(2 * n));
        return q >= n ? 2 * n - 1 - q : q;
      }
    }
  }
  out_of_range(i, n, dim, access);
}

bool is_mask(const Value& v) {
  auto* a = std::get_if<ArrayP>(&v.v);
  return a && (*a)->elem == Elem::Bool;
}

// The positions that one index names along its dimension.
struct IndexedAxis {
  std::vector<std::int64_t> at;
  bool single = false;
  std::int64_t extent = 1;
};

IndexedAxis make_axis(const Value& v, std::int64_t extent, int dim, const Access& access) {
  IndexedAxis x;
  x.extent = extent;
  const Span span = access.at(std::size_t(dim));
  if (std::holds_alternative<Nothing>(v.v)) {
    x.at.resize(std::size_t(extent));
    for (std::int64_t i = 0; i < extent; ++i) x.at[std::size_t(i)] = i;
    return x;
  }
  auto* p = std::get_if<ArrayP>(&v.v);
  if (!p) {
    x.at = {place(to_index_of(access.name, v, span), extent, dim, access)};
    x.single = true;
    return x;
  }
  const Array& a = **p;
  const void* data = a.buffer->host_read();
  if (a.elem == Elem::Bool) {
    if (a.count() != extent)
      fail("Q0302", span, fmt::format("a mask of {} elements selects from {}", a.count(), extent));
    x.at = mask_places(static_cast<const std::uint8_t*>(data), extent);
    return x;
  }
  if (const auto* index = static_cast<const std::int64_t*>(data);
      a.elem == Elem::I64 && all_in_range(index, a.count(), extent)) {
    x.at.assign(index, index + a.count());
    return x;
  }
  x.at.reserve(std::size_t(a.count()));
  for (std::int64_t i = 0; i < a.count(); ++i) {
    const std::int64_t k = a.elem == Elem::I64 ? static_cast<const std::int64_t*>(data)[i]
                                               : to_index_of(access.name, Value(get_element(a, data, i)), span);
    x.at.push_back(place(k, extent, dim, access));
  }
  return x;
}

struct Selection {
  std::vector<IndexedAxis> axes;
  std::vector<std::int64_t> extents;  // one for each axis, 1 for a single position
  std::vector<std::int64_t> shape;    // of the result; empty: one element
  bool position = false;              // one list names it, of a number for each dimension
  std::int64_t count() const {
    std::int64_t n = 1;
    for (auto e : extents) n *= e;
    return n;
  }
};

// Single positions keep an extent of 1, but not at the end: x[:,j] is N x 1, x[i,:,:] 1 x N x C, x[:,:,c] M x N. What
// runs along one dimension with nothing before it is a vec: x[i,:], x[i,j,:].
std::vector<std::int64_t> result_shape(const std::vector<IndexedAxis>& axes, const std::vector<std::int64_t>& extents) {
  std::size_t last = axes.size();
  while (last > 0 && axes[last - 1].single) --last;
  if (last == 0) return {};
  bool alone = true;
  for (std::size_t k = 0; k + 1 < last; ++k) alone = alone && axes[k].single;
  if (alone && (last > 1 || axes.size() == 1)) return {extents[last - 1]};
  std::vector<std::int64_t> shape(extents.begin(), extents.begin() + std::ptrdiff_t(last));
  if (shape.size() == 1) shape = {shape.front(), 1};  // push_back here is a false alarm of gcc 12 under -O2
  return shape;
}

// x[[1,2]] of a matrix of one row, where elements of the row are meant more often than row 1.
void check_position_in_row(std::int64_t row, const Access& access) {
  const Boundary mode = access.array.boundary;
  if (row == 0 || mode == Boundary::Safe || (ir::moves(mode) && !access.writing)) return;
  fail("Q0401", access.at(0),
       fmt::format("index {} is out of range: '{}' has 1 element along dimension 0", row, access.name),
       fmt::format("a list of two numbers is a position in a matrix; elements of its row are squeeze({})[..]",
                   access.name.empty() ? "x" : access.name));
}

// One index for each dimension: a position spread out, a linear index over all, trailing dimensions of 1 left out or
// written.
std::vector<Value> spread(const Array& a, const std::vector<Value>& indices, std::vector<std::int64_t>& dims,
                          const Access& access) {
  dims = a.dims;
  std::vector<Value> full = indices;
  if (indices.size() == 1 && dims.size() > 1) {
    auto* p = std::get_if<ArrayP>(&indices[0].v);
    const bool list =
        p && !is_mask(indices[0]) && ((*p)->dims.size() == 1 || ((*p)->dims.size() == 2 && (*p)->dims[0] == 1));
    if (list && (*p)->count() == std::int64_t(dims.size())) {  // a position
      const void* data = (*p)->buffer->host_read();
      full.clear();
      for (std::int64_t d = 0; d < (*p)->count(); ++d) full.push_back(Value(get_element(**p, data, d)));
      if (dims.size() == 2 && dims[0] == 1)
        check_position_in_row(to_index_of(access.name, full[0], access.at(0)), access);
    } else {
      bool rest_is_one = true;  // x[i] on N x 1: the trailing extent may be left out
      for (std::size_t d = 1; d < dims.size(); ++d) rest_is_one = rest_is_one && dims[d] == 1;
      if (!rest_is_one || p || std::holds_alternative<Nothing>(indices[0].v)) dims = {a.count()};
    }
  }
  if (dims.size() == 1 && full.size() > 1) dims.insert(dims.begin(), 1);  // a vec is a 1 x N row: x[0, i]
  while (full.size() < dims.size()) {
    if (dims[full.size()] != 1)
      fail("Q0204", access.span,
           fmt::format("'{}' has {} dimensions, {} ind{} given", access.name, a.dims.size(), indices.size(),
                       indices.size() == 1 ? "ex was" : "ices were"));
    full.push_back(Value(Number::integer(0)));
  }
  while (dims.size() < full.size()) dims.push_back(1);
  return full;
}

Selection select(const Access& access, const std::vector<Value>& indices) {
  Selection s;
  std::vector<std::int64_t> dims;
  const std::vector<Value> full = spread(access.array, indices, dims, access);
  for (std::size_t k = 0; k < full.size(); ++k) {
    s.axes.push_back(make_axis(full[k], dims[k], int(k), access));
    s.extents.push_back(std::int64_t(s.axes.back().at.size()));
  }
  s.shape = result_shape(s.axes, s.extents);
  s.position = full.size() > indices.size() && std::holds_alternative<ArrayP>(indices[0].v);
  if (full.size() == 1 &&
      !is_mask(full[0]))  // x[I] with a matrix of indices has its extents; a column of them reads a vec
    if (auto* p = std::get_if<ArrayP>(&full[0].v); p && (*p)->dims.size() > 1 && (*p)->count() != (*p)->dims[0])
      s.shape = (*p)->dims;
  return s;
}

// Positions that follow each other, or kNowhere.
struct Run {
  std::int64_t at, count;
};
std::vector<Run> runs_of(const std::vector<std::int64_t>& at) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < at.size();) {
    std::size_t n = 1;
    if (at[i] != kNowhere)
      while (i + n < at.size() && at[i + n] == at[i] + std::int64_t(n)) ++n;
    runs.push_back({at[i], std::int64_t(n)});
    i += n;
  }
  return runs;
}

// Calls visit(linear position or kNowhere, how many that follow each other) for the selected elements, row-major.
template <class F>
void for_each_run(const Selection& s, const F& visit) {
  const std::size_t rank = s.axes.size();
  for (auto e : s.extents)
    if (e == 0) return;
  const IndexedAxis& inner = s.axes[rank - 1];
  const std::vector<Run> runs = runs_of(inner.at);
  std::vector<std::int64_t> position(rank, 0);
  for (;;) {
    std::int64_t base = 0;
    for (std::size_t d = 0; d + 1 < rank; ++d) {
      const std::int64_t at = s.axes[d].at[std::size_t(position[d])];
      base = base == kNowhere || at == kNowhere ? kNowhere : base * s.axes[d].extent + at;
    }
    if (base != kNowhere) base *= inner.extent;
    if (base == kNowhere)
      visit(kNowhere, std::int64_t(inner.at.size()));
    else
      for (const Run& r : runs) visit(r.at == kNowhere ? kNowhere : base + r.at, r.count);
    std::size_t d = rank - 1;
    while (d-- > 0) {
      if (++position[d] < s.extents[d]) break;
      position[d] = 0;
    }
    if (d == std::size_t(-1)) return;
  }
}

Number zero_of(const Array& a) {
  Number n = is_float(a.elem)       ? Number::real(0, value_elem(a.elem))
             : a.elem == Elem::Bool ? Number::boolean(false)
                                    : Number::integer(0);
  n.complex = a.complex;
  return n;
}

std::size_t element_bytes(const Array& a) { return std::size_t(byte_size(a.elem)) * (a.complex ? 2 : 1); }

// The same places of each row which do not follow each other: few, `im[:,:,[2,1,0]]`, or many, `x[:,list]`.
bool picks_places(const Selection& s) {
  constexpr std::size_t kFewPlaces = 16, kShortRun = 4;  // elements on average, which are read faster one by one
  if (s.axes.size() < 2) return false;
  const auto& last = s.axes.back().at;
  const std::size_t runs = runs_of(last).size();
  return runs > 1 && (last.size() <= kFewPlaces || last.size() < kShortRun * runs);
}
void read_places(char* to, const char* data, const Selection& s, std::size_t bytes) {
  const IndexedAxis& last = s.axes.back();
  Selection rows;
  rows.axes.assign(s.axes.begin(), s.axes.end() - 1);
  rows.extents.assign(s.extents.begin(), s.extents.end() - 1);
  for_each_run(rows, [&](std::int64_t at, std::int64_t n) {
    const std::size_t length = last.at.size() * std::size_t(n) * bytes;
    if (at == kNowhere)
      std::memset(to, 0, length);
    else
      gather_records(to, data + at * last.extent * std::int64_t(bytes), n, last.extent, last.at, bytes);
    to += length;
  });
}

// A long list of places, longer than a position, all in range, with the extents of the list: read where they are.
std::optional<Value> read_list(const Array& a, const std::vector<Value>& indices) {
  constexpr std::int64_t kLong = 64;
  auto* p = indices.size() == 1 ? std::get_if<ArrayP>(&indices[0].v) : nullptr;
  if (!p || (*p)->elem == Elem::Bool || (*p)->complex || (*p)->count() < kLong) return {};
  const bool column = (*p)->dims.size() > 1 && (*p)->count() == (*p)->dims[0];
  ArrayP out = make_array(a.elem, column ? std::vector<std::int64_t>{(*p)->count()} : (*p)->dims, false, a.complex);
  out->fixed = a.fixed;
  const auto there = a.count() > 0 ? gather_there(a, **p, *out) : std::nullopt;
  if (there) return *there ? std::optional(Value(out)) : std::nullopt;
  if (!gather_listed(out->buffer->host_overwrite(), a.buffer->host_read(), a.count(), **p, element_bytes(a))) return {};
  return Value(out);
}

// The places of a large mask over all elements, where it or the array lies on a GPU, which lists them.
struct PlacesThere {
  runtime::Device* device;
  ArrayP places;
};
std::optional<PlacesThere> masked_there(const Array& a, const std::vector<Value>& indices) {
  if (indices.size() != 1 || !is_mask(indices[0]) || element_bytes(a) > 8) return {};
  const Array& mask = *std::get<ArrayP>(indices[0].v);
  if (mask.count() != a.count()) return {};
  runtime::Device* device = moved_on(mask, a.count());
  if (!device) device = moved_on(a, a.count());
  const auto places = device ? places_on(*device, Wanted::NotZero, mask) : std::nullopt;
  return places ? std::optional(PlacesThere{device, *places}) : std::nullopt;
}

std::optional<Value> read_masked_there(const Array& a, const std::vector<Value>& indices) {
  const auto there = masked_there(a, indices);
  if (!there) return {};
  ArrayP out = make_array(a.elem, there->places->dims, false, a.complex);
  if (out->count() > 0 && !gather_on(*there->device, a, *there->places, *out)) return {};
  return Value(out);
}

// Rows, columns, channels that lists name, of an array on a GPU: all inside.
bool read_axes_there(const Array& a, const Selection& s, Array& out) {
  runtime::Device* const device = moved_on(a, out.count());
  if (!device) return false;
  std::vector<std::vector<std::int64_t>> lists;
  std::vector<std::int64_t> extents;
  for (const IndexedAxis& x : s.axes) {
    if (std::find(x.at.begin(), x.at.end(), kNowhere) != x.at.end()) return false;
    lists.push_back(x.at);
    extents.push_back(x.extent);
  }
  return gather_axes_on(*device, a, extents, lists, out);
}

// a[mask] = array, with an element for each place.
bool store_masked_there(Array& a, const std::vector<Value>& indices, const Value& value) {
  auto* source = std::get_if<ArrayP>(&value.v);
  if (!source || ((*source)->complex && !a.complex) || (*source)->buffer == a.buffer) return false;
  const auto there = masked_there(a, indices);
  return there && (*source)->count() == there->places->count() &&
         scatter_on(*there->device, *as_elem(*source, a.elem, a.complex), *there->places, a);
}

}  // namespace

Value read_indexed(const Array& a, const std::vector<Value>& indices, const std::string& name, Span span,
                   const std::vector<Span>& spans) {
  if (auto listed = read_list(a, indices)) return *listed;
  if (auto masked = read_masked_there(a, indices)) return *masked;
  const Selection s = select(Access{a, false, name, span, spans}, indices);
  if (s.shape.empty()) {
    Number r = zero_of(a);
    for_each_run(s, [&](std::int64_t at, std::int64_t) {
      if (at != kNowhere) r = get_element(a, at);
    });
    return Value(r);
  }
  ArrayP out = make_array(a.elem, s.shape, false, a.complex);
  out->fixed = a.fixed;
  if (read_axes_there(a, s, *out)) return Value(out);
  const void* data = a.buffer->host_read();
  const std::size_t bytes = element_bytes(a);
  char* to = static_cast<char*>(out->buffer->host_overwrite());
  if (s.axes.size() == 1 && !std::holds_alternative<Nothing>(indices[0].v)) {
    gather_elements(to, data, s.axes[0].at.data(), std::int64_t(s.axes[0].at.size()), bytes);
    return Value(out);
  }
  if (picks_places(s)) {
    read_places(to, static_cast<const char*>(data), s, bytes);
    return Value(out);
  }
  RowCopy rows(std::size_t(out->count()) * bytes);
  for_each_run(s, [&](std::int64_t at, std::int64_t n) {
    const std::size_t length = bytes * std::size_t(n);
    if (at == kNowhere)
      std::memset(to, 0, length);
    else
      rows.copy(to, static_cast<const char*>(data) + bytes * std::size_t(at), length);
    to += length;
  });
  return Value(out);
}

namespace {

// The value to store with one element for each selected one, or with a single element.
ArrayP fitted(const Array& a, const ArrayP& value, const Selection& s, Span span) {
  ArrayP source = value;
  if (source->buffer == a.buffer) {  // p[0..3] = p[1..4]: the right side is what it was before
    source = make_array(value->elem, value->dims, false, value->complex);
    std::memcpy(source->buffer->host_overwrite(), value->buffer->host_read(), source->buffer->bytes());
  }
  if (source->count() == s.count() || source->count() == 1) return source;
  auto misfit = [&]() {
    const char* help =
        value->count() == 0 ? "rows are left out by naming the others: x = x[[0,2],:]"
        : s.position
            ? "a list with a number for each dimension names one element, x[[i,j]]; several are x[i,a..b] or x[i,[j,k]]"
            : "";
    fail("Q0302", span, fmt::format("{} elements cannot be stored into {}", value->count(), s.count()), help);
  };
  std::vector<std::int64_t> shape = s.shape.empty() ? std::vector<std::int64_t>{1} : s.shape;
  if (source->count() == 0 || s.count() == 0) misfit();
  if (shape.size() == 1 && source->dims.size() > 1) shape.insert(shape.begin(), 1);
  if (shape.size() < source->dims.size()) shape.resize(source->dims.size(), 1);
  std::vector<std::int64_t> common;
  try {
    common = detail::broadcast_dims(shape, source->dims, span);
  } catch (const ProgramError&) {
    misfit();
  }
  if (common != shape) misfit();
  ArrayP out = make_array(source->elem, shape, false, source->complex);
  const detail::Walker walker(source->dims, shape);
  const void* from = source->buffer->host_read();
  void* to = out->buffer->host_overwrite();
  std::vector<std::int64_t> position(shape.size(), 0);
  for (std::int64_t i = 0; i < out->count(); ++i, detail::advance(position, shape))
    set_element(*out, to, i, get_element(*source, from, walker.at(position)));
  return out;
}

// A number as an element of a's type.
ArrayP element_of(const Array& a, const Number& number) {
  ArrayP one = make_array(a.elem, {1}, false, a.complex);
  set_element(*one, one->buffer->host_overwrite(), 0, number);
  return one;
}

// a[list] = number, or an array of as many elements, for a long list of places that are all inside: nothing is copied
// before.
bool store_listed(Array& a, const std::vector<Value>& indices, const Value& value) {
  constexpr std::int64_t kLong = 64;
  auto* p = indices.size() == 1 ? std::get_if<ArrayP>(&indices[0].v) : nullptr;
  if (!p || (*p)->elem != Elem::I64 || (*p)->complex || (*p)->count() < kLong || (*p)->buffer == a.buffer) return false;
  const std::int64_t n = (*p)->count();
  auto* number = std::get_if<Number>(&value.v);
  auto* array = std::get_if<ArrayP>(&value.v);
  if (!number && (!array || (*array)->count() != n || (*array)->buffer == a.buffer)) return false;
  if ((number ? number->complex : (*array)->complex) && !a.complex) return false;
  const auto* at = static_cast<const std::int64_t*>((*p)->buffer->host_read());
  if (!all_in_range(at, n, a.count())) return false;
  const ArrayP source = number ? element_of(a, *number) : as_elem(*array, a.elem, a.complex);
  const void* from = source->buffer->host_read();
  scatter_elements(a.buffer->host_write(), at, n, from, !number, element_bytes(a));
  return true;
}

// The same where the list or the array lies on a GPU.
bool store_listed_there(Array& a, const std::vector<Value>& indices, const Value& value) {
  auto* p = indices.size() == 1 ? std::get_if<ArrayP>(&indices[0].v) : nullptr;
  if (!p || (*p)->buffer == a.buffer) return false;
  if (auto* number = std::get_if<Number>(&value.v))
    return (!number->complex || a.complex) && fill_listed_there(a, **p, *number).value_or(false);
  auto* source = std::get_if<ArrayP>(&value.v);
  const bool fits = source && (*source)->count() == (*p)->count() && (a.complex || !(*source)->complex) &&
                    (*source)->buffer != a.buffer;
  return fits && scatter_there(a, **p, *source).value_or(false);
}

// a[mask] = number: all elements are visited in order, and nothing is listed.
bool fill_where(Array& a, const std::vector<Value>& indices, const Value& value) {
  auto* n = std::get_if<Number>(&value.v);
  if (!n || indices.size() != 1 || !is_mask(indices[0]) || (n->complex && !a.complex)) return false;
  const ArrayP& mask = std::get<ArrayP>(indices[0].v);
  if (mask->count() != a.count() || mask->buffer == a.buffer) return false;
  if (fill_masked_there(a, *mask, *n)) return true;
  fill_masked(a, static_cast<const std::uint8_t*>(mask->buffer->host_read()), element_of(a, *n)->buffer->host_read());
  return true;
}

}  // namespace

void write_indexed(Array& a, const std::vector<Value>& indices, const Value& value, const std::string& name, Span span,
                   const std::vector<Span>& spans) {
  if (a.is_const)
    fail("Q0203", span,
         fmt::format("'{}' cannot be written: it is 'const, or a copy made for a parameter of another element type",
                     name),
         "write to a copy: copy(x)");
  if (fill_where(a, indices, value) || store_masked_there(a, indices, value) || store_listed_there(a, indices, value) ||
      store_listed(a, indices, value))
    return;
  const Selection s = select(Access{a, true, name, span, spans}, indices);
  auto* array = std::get_if<ArrayP>(&value.v);
  const ArrayP source = array ? fitted(a, *array, s, span) : nullptr;
  if (source && source->complex && !a.complex)
    fail("Q0301", span, fmt::format("'{}' holds real numbers, a complex one cannot be stored", name),
         "make it complex: czeros(...), or store real(x)");
  const Number number = !source               ? to_number(value, span)
                        : source->count() > 0 ? get_element(*source, source->buffer->host_read(), 0)
                                              : zero_of(*source);
  if (number.complex && !a.complex)
    fail("Q0301", span, fmt::format("'{}' holds real numbers, a complex one cannot be stored", name),
         "make it complex: czeros(...), or store real(x)");
  const bool each = source && source->count() == s.count();
  const ArrayP typed = each ? as_elem(source, a.elem, a.complex) : nullptr;
  const char* from = each ? static_cast<const char*>(typed->buffer->host_read()) : nullptr;
  const std::size_t bytes = element_bytes(a);
  char* data = static_cast<char*>(a.buffer->host_write());
  if (s.axes.size() == 1 && all_in_range(s.axes[0].at.data(), s.count(), a.count())) {
    const ArrayP values = each ? typed : element_of(a, number);
    return scatter_elements(data, s.axes[0].at.data(), s.count(), values->buffer->host_read(), each, bytes);
  }
  std::int64_t k = 0;
  for_each_run(s, [&](std::int64_t at, std::int64_t n) {
    if (at != kNowhere) {
      if (each)
        std::memcpy(data + bytes * std::size_t(at), from + bytes * std::size_t(k), bytes * std::size_t(n));
      else
        for (std::int64_t i = 0; i < n; ++i) set_element(a, data, at + i, number);
    }
    k += n;
  });
}

}  // namespace qc::host
