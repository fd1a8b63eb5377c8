// What is said of an index that is out of range or not whole, in compiled code and outside of it.
#pragma once
#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "support/source.h"
#include "value/value.h"

namespace qc::host {

inline constexpr const char* kWholeIndexHelp = "int(x) cuts the fraction off, round(x) takes the nearest index";
// The message of an index that is not whole, on every road.
inline std::string fractional_index(const std::string& name) {
  return fmt::format("an index of '{}' is not whole", name);
}

inline constexpr const char* kFractionalRange = "the ends of a range of indices are not whole";

// The int that an index of what has that name is, a float with an integer value too (indexing.cpp). Numbers beyond an
// int are its ends, as in compiled code.
std::int64_t to_index_of(const std::string& name, const Value& v, Span span);

// Of `extent` elements along dimension `dim` of `rank`. appends: what lies behind the last one is assigned, x[end+1] =
// v, with an index for each dimension.
inline std::string range_help(std::int64_t extent, bool appends, int dim, std::size_t rank, const std::string& name) {
  const std::string range = extent > 0 ? fmt::format("indices run from 0 to {}", extent - 1) : "";
  if (!appends || name.empty() || rank < 1 || rank > 2) return range;
  const std::string longer = rank == 1 ? fmt::format("{0} = [{0}, v]", name)
                                       : fmt::format("{0} = {1}({0}, v)", name, dim == 0 ? "vertcat" : "horzcat");
  return fmt::format("{}{}an assignment does not make an array longer, {} does", range, range.empty() ? "" : "; ",
                     longer);
}

// A second index of what is one row.
inline std::string row_help(const std::string& name) {
  return fmt::format("'{0}' is a vec, one row: {0}[k] is an element; zeros(m,n) makes a matrix", name);
}

}  // namespace qc::host
