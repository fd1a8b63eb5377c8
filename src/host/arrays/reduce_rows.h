// Lines of arrays folded on the host where the order does not matter: truth and counts of masks, extremes of narrow
// ints, places of extremes. Lines lie as those of `Axis`: element k of line (o, i) at (o * n + k) * inner + i.
#pragma once
#include <cstdint>

namespace qc::host {

struct LineShape {
  std::int64_t outer = 1, n = 1, inner = 1;
};

// Whether any element of each line is true, or all are; mask: bytes that are 0 where false; out: outer x inner bytes, 0
// or 1.
void truth_of_lines(bool all, const std::uint8_t* mask, const LineShape& s, std::uint8_t* out);
// How many elements of each line are true.
void counts_of_lines(const std::uint8_t* mask, const LineShape& s, std::int64_t* out);

// The greatest (least) element of each line of ints narrower than 64 bits; n > 0.
template <class T>
void extremes_of_lines(bool max, const T* x, const LineShape& s, std::int64_t* out);

// The first place of the greatest (least) number of n elements; NaN does not count, -1 when there is nothing else.
template <bool kMax>
std::int64_t first_place(const float* x, std::int64_t n);
template <bool kMax>
std::int64_t first_place(const double* x, std::int64_t n);
template <bool kMax>
std::int64_t first_place(const std::int64_t* x, std::int64_t n);

// The same for each line: places along it, -1 in lines without numbers.
template <bool kMax, class T>
void first_places(const T* x, const LineShape& s, std::int64_t* out);

}  // namespace qc::host
