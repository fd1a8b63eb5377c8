// Reading and writing many single elements of one type: by masks and by lists of places, in plain loops over typed
// elements.
#pragma once
#include <cstdint>
#include <vector>

#include "value/value.h"

namespace qc::host {

// The places where a mask of n bytes is not 0, in order.
std::vector<std::int64_t> mask_places(const std::uint8_t* mask, std::int64_t n);
// to[k] = from[at[k]] for n elements of `bytes` bytes; a negative place gives 0.
void gather_elements(void* to, const void* from, const std::int64_t* at, std::int64_t n, std::size_t bytes);
// The elements at `places` of each of n rows of `length` elements; a negative place gives 0.
void gather_records(void* to, const void* from, std::int64_t n, std::int64_t length,
                    const std::vector<std::int64_t>& places, std::size_t bytes);
// The element at `value` wherever the mask of a.count() bytes is not 0.
void fill_masked(Array& a, const std::uint8_t* mask, const void* value);
// The same where the places are the elements of a list of real numbers. False, and nothing that matters is written:
// some are not places in 0..extent-1.
bool gather_listed(void* to, const void* from, std::int64_t extent, const Array& list, std::size_t bytes);
// The element at `value`, or the elements from there on (`each`), at the places that a list of ints names.
void scatter_elements(void* to, const std::int64_t* at, std::int64_t n, const void* value, bool each,
                      std::size_t bytes);
// Whether n indices are all in 0..extent-1.
bool all_in_range(const std::int64_t* index, std::int64_t n, std::int64_t extent);

}  // namespace qc::host
