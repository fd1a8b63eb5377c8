// Counters that start again at 0 when they reach a bound, and near misses.
#include <doctest/doctest.h>

#include "suite.h"

namespace {

const qc_test::Suite wrapping = {
    "counters that go around",
    qc_test::signal_inputs,
    qc_test::signal_uses,
    {
        {"for i=0..n-1\n z[i] = x[r]\n r = mod(r+1, 7)\nend\n", "map i"},
        {"for i=0..n-1\n z[i] = x[r]\n r += 1\n if r == 7\n  r = 0\n end\nend\n", "map i"},
        {"for i=0..n-1\n r = r+1 < q ? r+1 : 0\n s += x[r]*y[i]\nend\n", "reduction i: + s"},
        {"for i=0..n-1\n if r >= 6\n  r = 0\n else\n  r += 1\n end\n z[i] = x[r]\nend\n", "map i"},
        {"for i=0..n-1\n z[i] = x[r]\n r = periodize(r-1, 7)\nend\n", "map i"},
        {"for i=0..n-1\n c0[r] += 1\n r = mod(r+3, 64)\nend\n", "bins i: + c0[r]"},
        {"for i=0..n-1\n z[i] = x[r]\n r = mod(r-1, 7)\nend\n", "serial R005"},
        {"for i=0..n-1\n z[i] = x[r]\n r += 1\n if r == 7\n  r = 1\n end\nend\n", "serial R006"},
        {"for i=0..n-1\n z[i] = x[r]\n if x[i] > 0\n  r = mod(r+1, 7)\n end\nend\n", "serial R005"},
        {"for i=0..n-1\n z[i] = x[r]\n r = mod(r+k[i], 7)\nend\n", "serial R005"},
        {"for i=0..n-1\n z[i] = x[r]\n r = mod(r+1, q)\n q = 5\nend\n", "serial R005"},
        {"for i=0..n-1\n z[i] = x[r]\n r += 1\n if r != 7\n  r = 0\n end\nend\n", "serial R006"},
        {"for i=0..n-1\n z[i] = x[r]\n r = mod(r+1, 7)\n if z[i] > 1\n  break\n end\nend\n", "serial R013"},
    }};

}  // namespace

QC_SUITE(wrapping)
