// Programs for each reason code: near misses that have it, and accepted neighbours that do not.
#pragma once
#include <vector>

namespace qc_test {

struct ReasonCase {
  const char* code;
  bool accepted;        // a neighbour of the rejected ones
  const char* program;  // a loop
  const char* verdict;
};

// At least three of either kind for each code of analysis/loops/reasons.cpp; a test counts them.
const std::vector<ReasonCase>& reason_cases();

}  // namespace qc_test
