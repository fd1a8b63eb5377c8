// Carries out rows of the table on each road: one call, a loop that is stepped, one that is compiled, statements of the
// top level, the same on whole arrays, with literals for operands, and on the emulator; what they leave is compared.
#pragma once
#include <string>
#include <vector>

#include "tests/operators/rows.h"

namespace qc::test {

struct Tally {
  int rows = 0, values = 0, failures = 0;  // compared
  std::vector<std::string> differences;    // a line each
  std::vector<std::string> stepped;        // rows that compiled code does not have: "types: row"
};

// What the rows of a batch give on all roads.
void compare(const Batch& batch, Elem scalar, Tally& tally);

}  // namespace qc::test
