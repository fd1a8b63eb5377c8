// The way out of an index that is out of range, in compiled code and outside of it.
#pragma once
#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace qc::host {

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
