#include "api/callers_memory.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

namespace qc {
namespace {

bool is_empty(const std::vector<std::int64_t>& extents) {
  return std::any_of(extents.begin(), extents.end(), [](std::int64_t n) { return n == 0; });
}

// Calls f with the places, in the caller's memory and in dense rows, at which the elements of these dimensions begin.
template <class F>
void each_place(const CallersMemory::Layout& layout, const std::vector<std::size_t>& dims, char* dense, F f) {
  if (is_empty(layout.extents)) return;
  const auto dense_steps = dense_strides(layout.extents, layout.element);
  std::vector<std::int64_t> at(dims.size());
  char* place = static_cast<char*>(layout.data);
  for (;;) {
    f(place, dense);
    std::size_t k = dims.size();
    for (; k-- > 0; at[k] = 0) {
      const std::size_t d = dims[k];
      place += layout.strides[d];
      dense += dense_steps[d];
      if (++at[k] < layout.extents[d]) break;
      place -= layout.strides[d] * layout.extents[d];
      dense -= dense_steps[d] * layout.extents[d];
    }
    if (k == std::size_t(-1)) return;
  }
}

// A matrix whose columns are closer together than the elements of a row: `step` and `dense_step` from one row to the
// next. It is copied a tile at a time, by which each line of memory is read and written once.
template <std::size_t kBytes>
class TiledCopy {
 public:
  TiledCopy(std::int64_t rows, std::int64_t columns, std::int64_t step, std::int64_t column_step,
            std::int64_t dense_step)
      : rows_(rows), columns_(columns), step_(step), column_step_(column_step), dense_step_(dense_step) {}

  void copy(char* place, char* dense, bool gather) const {
    for (std::int64_t i = 0; i < rows_; i += kSide)
      for (std::int64_t j = 0; j < columns_; j += kSide) {
        const std::int64_t rows = std::min(kSide, rows_ - i), columns = std::min(kSide, columns_ - j);
        char *const tile = place + i * step_ + j * column_step_, *const dense_tile =
                                                                     dense + i * dense_step_ + j * std::int64_t(kBytes);
        if (gather)
          gather_tile(tile, dense_tile, rows, columns);
        else
          scatter_tile(tile, dense_tile, rows, columns);
      }
  }

 private:
  static constexpr std::int64_t kSide = std::max<std::int64_t>(64 / kBytes, 8);  // a line of memory

  void gather_tile(const char* tile, char* dense, std::int64_t rows, std::int64_t columns) const {
    char turned[kSide * kSide * kBytes];
    for (std::int64_t j = 0; j < columns; ++j)
      for (std::int64_t i = 0; i < rows; ++i)
        std::memcpy(turned + (i * kSide + j) * std::int64_t(kBytes), tile + j * column_step_ + i * step_, kBytes);
    for (std::int64_t i = 0; i < rows; ++i)
      std::memcpy(dense + i * dense_step_, turned + i * kSide * std::int64_t(kBytes), std::size_t(columns) * kBytes);
  }
  void scatter_tile(char* tile, const char* dense, std::int64_t rows, std::int64_t columns) const {
    char turned[kSide * kSide * kBytes];
    for (std::int64_t i = 0; i < rows; ++i)
      std::memcpy(turned + i * kSide * std::int64_t(kBytes), dense + i * dense_step_, std::size_t(columns) * kBytes);
    for (std::int64_t j = 0; j < columns; ++j)
      for (std::int64_t i = 0; i < rows; ++i)
        std::memcpy(tile + j * column_step_ + i * step_, turned + (i * kSide + j) * std::int64_t(kBytes), kBytes);
  }

  std::int64_t rows_, columns_, step_, column_step_, dense_step_;
};

// The dimension along which elements are closest together.
std::size_t closest(const CallersMemory::Layout& layout) {
  std::size_t best = layout.extents.size() - 1;
  for (std::size_t d = best; d-- > 0;)
    if (layout.extents[d] > 1 &&
        (layout.extents[best] <= 1 || std::abs(layout.strides[d]) < std::abs(layout.strides[best])))
      best = d;
  return best;
}

// Elements of one size, which the compiler knows: loops of plain loads and stores.
template <std::size_t kBytes>
void copy_elements(const CallersMemory::Layout& layout, char* to, bool gather) {
  const std::size_t last = layout.extents.size() - 1, near = closest(layout);
  const std::int64_t n = layout.extents[last], step = layout.strides[last];
  std::vector<std::size_t> outer;
  for (std::size_t d = 0; d < last; ++d)
    if (d != near) outer.push_back(d);
  if (near != last) {
    const std::int64_t dense_step = dense_strides(layout.extents, layout.element)[near];
    const TiledCopy<kBytes> tiled(layout.extents[near], n, layout.strides[near], step, dense_step);
    return each_place(layout, outer, to, [&](char* place, char* dense) { tiled.copy(place, dense, gather); });
  }
  each_place(layout, outer, to, [&](char* row, char* dense) {
    for (std::int64_t k = 0; k < n; ++k, row += step, dense += kBytes)
      if (gather)
        std::memcpy(dense, row, kBytes);
      else
        std::memcpy(row, dense, kBytes);
  });
}

void copy(const CallersMemory::Layout& layout, void* dense, bool gather) {
  char* const to = static_cast<char*>(dense);
  switch (layout.element) {
    case 1:
      return copy_elements<1>(layout, to, gather);
    case 2:
      return copy_elements<2>(layout, to, gather);
    case 4:
      return copy_elements<4>(layout, to, gather);
    case 8:
      return copy_elements<8>(layout, to, gather);
    default:
      return copy_elements<16>(layout, to, gather);
  }
}

// Whether two elements may share bytes: along some dimension a step is shorter than all that lies within it.
bool overlaps(const CallersMemory::Layout& layout) {
  std::vector<std::pair<std::int64_t, std::int64_t>> steps;
  for (std::size_t d = 0; d < layout.extents.size(); ++d)
    if (layout.extents[d] > 1) steps.emplace_back(std::abs(layout.strides[d]), layout.extents[d]);
  std::sort(steps.begin(), steps.end());
  std::int64_t length = std::int64_t(layout.element);
  for (const auto& [step, extent] : steps) {
    if (step < length) return true;
    length = step * (extent - 1) + length;
  }
  return false;
}

}  // namespace

std::vector<std::int64_t> dense_strides(const std::vector<std::int64_t>& extents, std::size_t element) {
  std::vector<std::int64_t> strides(extents.size());
  std::int64_t dense = std::int64_t(element);
  for (std::size_t d = extents.size(); d-- > 0; dense *= std::max<std::int64_t>(extents[d], 1)) strides[d] = dense;
  return strides;
}

bool is_dense(const CallersMemory::Layout& layout) {
  if (is_empty(layout.extents)) return true;
  const auto dense = dense_strides(layout.extents, layout.element);
  for (std::size_t d = 0; d < dense.size(); ++d)
    if (layout.extents[d] > 1 && layout.strides[d] != dense[d]) return false;
  return true;
}

std::string problem_of(const CallersMemory::Layout& layout, std::size_t alignment) {
  constexpr std::size_t kMostDimensions = 16;
  const auto& extents = layout.extents;
  if (extents.empty() || extents.size() > kMostDimensions)
    return "a view has 1 to 16 dimensions, not " + std::to_string(extents.size());
  std::int64_t bytes = std::int64_t(layout.element);
  bool fits = true;
  for (const std::int64_t extent : extents) {
    if (extent < 0) return "a view of the extent " + std::to_string(extent);
    fits = fits &&
           (extent == 0 || !__builtin_mul_overflow(bytes, extent, &bytes));  // one of 0 does not excuse absurd ones
  }
  if (!fits) return "a view of more elements than memory can hold";
  const bool empty = is_empty(extents);
  if (!layout.data && !empty) return "a view of no memory (a null pointer)";
  if (reinterpret_cast<std::uintptr_t>(layout.data) % alignment != 0)
    return "a view of an address that is no multiple of its elements' " + std::to_string(alignment) + " bytes";
  if (layout.strides.empty()) return "";
  if (layout.strides.size() != extents.size())
    return "a view of " + std::to_string(extents.size()) + " dimensions with " + std::to_string(layout.strides.size()) +
           " strides";
  if (empty) return "";
  std::int64_t reach = 0, part = 0;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    if (extents[d] > 1 && layout.strides[d] % std::int64_t(alignment) != 0)
      return "the stride of dimension " + std::to_string(d) + ", " + std::to_string(layout.strides[d]) +
             " bytes, is no multiple of its elements' " + std::to_string(alignment) + " bytes";
    if (layout.strides[d] == INT64_MIN || __builtin_mul_overflow(std::abs(layout.strides[d]), extents[d] - 1, &part) ||
        __builtin_add_overflow(reach, part, &reach))
      return "a view of more memory than there can be";
  }
  if (!layout.read_only && overlaps(layout)) return "a view whose elements overlap may be read only";
  return "";
}

bool CallersMemory::take_in() const {
  const auto buffer = buffer_.lock();
  const auto device_is_there = keeps_device_.lock();
  if (!buffer || (device_ && !device_is_there)) return false;
  if (device_) {
    const std::uintptr_t own = buffer->on(*device_, true);
    if (gathered_ && buffer->bytes())
      device_->copy_within(own, reinterpret_cast<std::uintptr_t>(layout_.data), buffer->bytes());
    if (gathered_) buffer->watch_writes();
  } else if (gathered_) {
    copy(layout_, buffer->host_overwrite(), true);
    buffer->watch_writes();
  } else if (!buffer->only_here()) {
    buffer->host_overwrite();  // what devices have is older
  }
  return true;
}

bool CallersMemory::bring_home() const {
  const auto buffer = buffer_.lock();
  const auto device_is_there = keeps_device_.lock();
  if (!buffer || (device_ && !device_is_there)) return false;
  if (device_) {
    const std::uintptr_t own = buffer->on(*device_, false);
    if (puts_back(*buffer) && buffer->bytes())
      device_->copy_within(reinterpret_cast<std::uintptr_t>(layout_.data), own, buffer->bytes());
    device_->synchronize();
  } else if (puts_back(*buffer)) {
    copy(layout_, const_cast<void*>(buffer->host_read()), false);
  } else if (!gathered_ && !layout_.read_only) {
    buffer->host_read();
  }
  return true;
}

bool CallersMemory::puts_back(const runtime::Buffer& buffer) const {
  return gathered_ && !layout_.read_only && buffer.was_written();
}

}  // namespace qc
