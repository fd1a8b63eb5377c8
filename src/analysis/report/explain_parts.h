// What reports on loops and on kernels are written with.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "support/source.h"

namespace qc {

std::string quoted(std::string_view text);  // of JSON
// "  12 | for m=0..511" and a caret line under the span; empty without one.
std::string excerpt(const Span& span, const SourceMap& sources);

// "[..,..]" of JSON; text(x) is an item as JSON has it.
template <class T, class F>
std::string json_list(const std::vector<T>& all, const F& text) {
  std::string out = "[";
  for (const T& x : all) out += (out.size() > 1 ? "," : "") + text(x);
  return out + "]";
}

}  // namespace qc
