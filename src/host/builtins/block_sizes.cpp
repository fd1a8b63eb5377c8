// Sizes of blocks for kernels that are launched by the program itself.
#include <fmt/format.h>

#include <algorithm>

#include "host/builtins/families.h"

namespace qc::host {

namespace {

constexpr std::int64_t kMaxThreads = 1024;  // of a block

std::vector<std::int64_t> wanted_extents(const CallContext& c, const Value& v, const char* name) {
  std::vector<std::int64_t> out = ints_of(c, v);
  for (std::int64_t n : out)
    if (n < 0) fail("Q0404", c.span, fmt::format("'{}' was given a negative extent, {}", name, n));
  return out;
}

std::int64_t product(const std::vector<std::int64_t>& v) {
  std::int64_t all = 1;
  for (std::int64_t n : v) all *= n;
  return all;
}

// The extents in the last argument; the kernel before it may be left out.
std::vector<std::int64_t> extents_for(const CallContext& c, const Args& a, const char* name) {
  want_arguments(c, a, name, 1, 2);
  if (a.size() == 2 && !std::holds_alternative<std::shared_ptr<Closure>>(a[0].v))
    fail("Q0301", c.span, fmt::format("'{}' takes a kernel and extents", name));
  return wanted_extents(c, a.back(), name);
}

// The largest block below `upper`: its longest extents are halved, the outermost of equal ones first.
Results max_block_size(CallContext& c, Args& a) {
  std::vector<std::int64_t> block = extents_for(c, a, "max_block_size");
  for (auto& n : block) n = std::clamp<std::int64_t>(n, 1, kMaxThreads);
  while (product(block) > kMaxThreads) {
    auto longest = std::max_element(block.begin(), block.end());
    *longest = (*longest + 1) / 2;
  }
  return {int_vector(block)};
}

// A block that suits a launch over `dims`: neighbours along the last dimension, 256 threads where there are as many.
Results opt_block_size(CallContext& c, Args& a) {
  const std::vector<std::int64_t> dims = extents_for(c, a, "opt_block_size");
  std::vector<std::int64_t> block(dims.size(), 1);
  std::int64_t left = 256;
  for (std::size_t d = dims.size(); d-- > 0;) {
    const std::int64_t most = d + 1 == dims.size() && dims.size() > 1 ? 32 : left;
    block[d] = std::clamp<std::int64_t>(dims[d], 1, std::min(most, left));
    left = std::max<std::int64_t>(1, left / block[d]);
  }
  return {int_vector(block)};
}

}  // namespace

const BuiltinTable& block_builtins() {
  static const BuiltinTable table = {{"max_block_size", max_block_size}, {"opt_block_size", opt_block_size}};
  return table;
}

}  // namespace qc::host
