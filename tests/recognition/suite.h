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

// Variables for loops over signals and images, and what counts as used after them; for suites that need nothing
// special.
inline constexpr const char* signal_inputs =
    "n = 100\nx = zeros(n)\ny = zeros(n)\nz = zeros(n)\nw = zeros(n)\nim = zeros(50,60)\nim2 = zeros(50,60)\nim3 = "
    "zeros(50,60)\ncu = zeros(10,12,3)\n"
    "A = zeros(6,6)\nk = ivec(n)\nc0 = ivec(64)\n"
    "{!interpreted for}\nfor i=0..99\n x[i] = mod(i*37,101)/64-0.75\n y[i] = mod(i*53,97)/64-0.5\n z[i] = "
    "mod(i*29,89)/128+0.25\n w[i] = mod(i*71,103)/128\n k[i] = mod(i*31,9)+1\nend\n"
    "{!interpreted for}\nfor i=0..49\n{!interpreted for}\nfor j=0..59\n im[i,j] = mod(i*37+j*11,101)/64-0.75\n "
    "im2[i,j] = mod(i*7+j*53,97)/128\nend\nend\n"
    "{!interpreted for}\nfor i=0..9\n{!interpreted for}\nfor j=0..11\n{!interpreted for}\nfor q=0..2\n cu[i,j,q] = "
    "mod(i*7+j*5+q*3,31)/32\nend\nend\nend\n"
    "s = 0.5\ns1 = 0.0\nt = 1.0\nt1 = 1.0\nu = 1.0\nu1 = 0.0\nm = 5.0\nr = 0\nj0 = -1\nj1 = -1\nf = false\np = 1\nq = "
    "2\n";
inline constexpr const char* signal_uses = "print s, s1, t, t1, u, m, j0, j1, f\n";

// test_recognition: checks every verdict. test_recognition_values: runs every case with recognition and without it and
// compares all variables, integers exactly and floats within a bound.
void check(const Suite& suite);

}  // namespace qc_test

// A suite as a test case.
#define QC_SUITE(suite) \
  TEST_CASE((suite).name) { qc_test::check(suite); }
