// Fixed-size values of a scope that are short arrays in the program: `b = a` of one is another name of it, of a vec3 a
// copy.
#pragma once
#include <string_view>

namespace qc {

// What a scope may know besides.
class ShortNames {
 public:
  virtual ~ShortNames() = default;
  virtual bool is_short_array(std::string_view name) const = 0;
};

}  // namespace qc
