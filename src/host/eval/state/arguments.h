// What the functions of the evaluator hand to each other: arguments of calls, values on the way to being one.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "value/value.h"

namespace qc::host {

// What a value is for, as messages say it: "the output 'y'". Put together only where one is written.
struct Purpose {
  const char* words;
  std::string_view name = {};
  std::string text() const;
};

using Named = std::vector<std::pair<std::string, Value>>;  // named arguments of a call
// The arguments of one call, evaluated.
struct Arguments {
  std::vector<Value> positional;
  Named named;
  std::vector<HostType> generics = {};  // f[int](x)
};

// A value, or a float product a*b that has not been rounded yet because a sum around it may fuse it.
struct Partial {
  Value value;
  bool is_product = false;
  Value a, b;
  bool transposed = false;  // `value` is a transpose that is read where it is, which matrix products can
};

}  // namespace qc::host
