// type point : class  x : int = 3 end. What the field holds where nothing is given is what this function gives.
#pragma once
#include <string>

namespace qc::ast {

// The name of that function, "$default_point_x": no program can write it.
inline std::string default_of_field(const std::string& type, const std::string& field) {
  return "$default_" + type + "_" + field;
}

}  // namespace qc::ast
