// A suite of loops: what is recognised in each, and whether the recognised loop computes what the loop in order does.
#pragma once
#include <string>
#include <vector>

namespace qc_test {

// One line: a loop, and what is said of it (recognise.h shows how verdicts look).
struct Case {
  const char* program;
  const char* verdict;
};

struct Suite {
  const char* name;
  const char* inputs;  // statements before the loops: the variables that the cases share
  const char* uses;    // statements after them: what counts as used after the loop
  std::vector<Case> cases;
};

// test_recognition: checks every verdict. test_recognition_values: runs every case with recognition and without it and
// compares all variables, integers exactly and floats within a bound.
void check(const Suite& suite);

}  // namespace qc_test

// A suite as a test case.
#define QC_SUITE(suite) \
  TEST_CASE((suite).name) { qc_test::check(suite); }
