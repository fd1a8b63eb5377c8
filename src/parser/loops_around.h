// The loops around a statement, within its function.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

namespace qc {

struct LoopsAround {
  int depth = 0;                       // of loops of every kind
  std::vector<std::string> variables;  // of `for` loops, outermost first
  bool is_variable(const std::string& name) const {
    return std::find(variables.begin(), variables.end(), name) != variables.end();
  }
};

}  // namespace qc
