#include "value/extents.h"

#include <fmt/format.h>

#include "value/fail.h"

namespace qc::host {

static constexpr std::int64_t kMaxElements = std::int64_t(1) << 40;

void require_extents(const std::vector<std::int64_t>& dims, Span span) {
  std::int64_t n = 1;
  for (auto d : dims) {
    if (d < 0) fail("Q0404", span, fmt::format("a negative extent: {}", d));
    if (d > 0 && n > kMaxElements / d)
      fail("Q0702", span, fmt::format("an array of {} elements does not fit into memory", fmt::join(dims, " x ")));
    n *= d;
  }
}

}  // namespace qc::host
