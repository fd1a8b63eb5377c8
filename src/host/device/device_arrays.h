// Elements copied, filled, picked and drawn where they lie, on a GPU (transform/array_kernels/moving_kernels.h).
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/device.h"
#include "value/value.h"

namespace qc::host {

class SessionContext;

// Fewer elements are moved on the host.
inline constexpr std::int64_t kMovedThere = 1 << 16;

// Where a part lies in an array, counted in elements.
struct Layout {
  std::int64_t offset = 0;
  std::vector<std::int64_t> strides;  // one for each dimension of the part; 0 where it is repeated
};

// The GPU that has the newest elements of an array, when so many of them are to be moved that it shall do it; or null.
runtime::Device* moved_on(const Array& from, std::int64_t elements);

// to[out.offset + sum of i_d * out.strides_d] = from[in.offset + sum of i_d * in.strides_d] for all indices i below
// dims. Elements are moved as bytes; both arrays have the same, and are two. What else `to` holds stays. False: nothing
// was done, for more than four dimensions do not run as one.
bool copy_on(runtime::Device& device, const Array& from, const Layout& in, Array& to, const Layout& out,
             const std::vector<std::int64_t>& dims);

// Sets all elements. False: nothing was done, for they have more than 8 bytes.
bool fill_on(runtime::Device& device, Array& to, const Number& value);
// On the session's GPU. False also: it has none, or the elements are few.
bool fill_there(SessionContext& session, Array& to, const Number& value);

// Sets element i to lo + i * step, of ints or of floats; or to the i-th of so many numbers that lie evenly between lo
// and hi. On the session's GPU; false: it has none, or the elements are few.
bool range_there(SessionContext& session, Array& to, const Number& lo, const Number& step);
bool spaced_there(SessionContext& session, Array& to, double lo, double hi);
void range_on(runtime::Device& device, Array& to, const Number& lo, const Number& step);
void spaced_on(runtime::Device& device, Array& to, double lo, double hi);

// out[i] = from[list[i]], where one of these lies on a GPU. Nothing: nothing was done; false: the list names what is no
// place of `from`, and `out` is worth nothing.
std::optional<bool> gather_there(const Array& from, const Array& list, Array& out);
std::optional<bool> gather_on(runtime::Device& device, const Array& from, const Array& list, Array& out);

// to[list[i]] = from[i], the last one where places occur more than once; or all of them one value. scatter_there
// converts elements of another type, scatter_listed_on wants them in that of `to`. Nothing: nothing was done; false:
// the list names what is no place, and `to` is what it was.
std::optional<bool> scatter_there(Array& to, const Array& list, const ArrayP& from);
std::optional<bool> scatter_listed_on(runtime::Device& device, Array& to, const Array& list, const Array& from);
std::optional<bool> fill_listed_there(Array& to, const Array& list, const Number& value);
std::optional<bool> fill_listed_on(runtime::Device& device, Array& to, const Array& list, const Number& value);

// out = from[lists[0], lists[1], ...], of places inside, one list for each dimension; out has an element for each
// combination, row-major. False: nothing was done, for there are more than four dimensions.
bool gather_axes_on(runtime::Device& device, const Array& from, const std::vector<std::int64_t>& extents,
                    const std::vector<std::vector<std::int64_t>>& lists, Array& out);

// a[mask] = value, where one of the two lies on a GPU. False: nothing was done.
bool fill_masked_there(Array& a, const Array& mask, const Number& value);
bool fill_masked_on(runtime::Device& device, Array& a, const Array& mask, const Number& value);

// Large arrays of random numbers, from place `first` of the key on (ir/random_numbers.h). False: nothing was done.
bool random_there(SessionContext& session, Array& to, bool normal, std::uint64_t first, std::uint64_t key);
// Of ints from `lowest` on, `count` different ones.
bool random_ints_there(SessionContext& session, Array& to, std::int64_t lowest, std::uint64_t count,
                       std::uint64_t first, std::uint64_t key);
void random_ints_on(runtime::Device& device, Array& to, std::int64_t lowest, std::int64_t count, std::uint64_t first,
                    std::uint64_t key);
void random_on(runtime::Device& device, Array& to, bool normal, std::uint64_t first, std::uint64_t key);

// The row-major strides of extents.
std::vector<std::int64_t> strides_of(const std::vector<std::int64_t>& dims);

}  // namespace qc::host
