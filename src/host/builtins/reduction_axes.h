// The dimension of a reduction as a list, sum(x, [0,1]), or as a word, sum(x, "all").
#pragma once
#include "host/builtins/support.h"

namespace qc::host {

// Whether an argument is a list of two or more dimensions.
bool lists_dimensions(const Value& v);
// The call along one dimension, which holds the elements of those that the last argument lists, in the array's order.
Results along_several(CallContext& c, Args& a, Builtin fold);
// Whether the last argument, which may stand for a dimension, is "all"; Q0301 of other words.
bool says_all(const CallContext& c, const Args& a);

// A reduction that knows one dimension; kDimension is its place among the arguments.
template <Builtin kFold, std::size_t kDimension = 1>
Results of_dimensions(CallContext& c, Args& a) {
  if (a.size() > kDimension && lists_dimensions(a.back())) return along_several(c, a, kFold);
  if (says_all(c, a)) a.back() = Value{};  // left out
  return kFold(c, a);
}

}  // namespace qc::host
