// Truth values that are computed while they decide something, by statements; near misses.
#include <doctest/doctest.h>

#include "suite.h"

namespace {

const char* const inputs =
    "function y = level(a)\n y = 0.0\n for k=0..3\n  y += a*k\n end\nend\n"
    "function y = halved(a)\n y = abs(a)\n while y > 0.25\n  y = y/2\n end\nend\n"
    "n = 100\nx = zeros(n)\nz = zeros(n)\nb = vec[bool](n)\nh = vec[bool](4)\n{!interpreted for}\nfor i=0..n-1\n x[i] "
    "= "
    "mod(i*37,101)/64-0.75\n b[i] = mod(i,7) == 3\nend\nf = false\ng = true\nt = 0.0\n";
const char* const uses = "print f, g, h, b, z\n";

const qc_test::Suite guarded_truths = {
    "truth values that are computed while they decide",
    inputs,
    uses,
    {
        {"for i=0..n-1\n f = f || level(x[i]) > 4\nend\n", "reduction i: || f"},
        {"for i=0..n-1\n g = g && level(x[i]) < 4\nend\n", "reduction i: && g"},
        {"for i=0..n-1\n f = f || level(x[i]) > 4 || level(x[i]) < -3\nend\n", "reduction i: || f"},
        {"for i=0..n-1\n f = f || level(x[i]) > 4\n g = g && level(x[i]) < 4\nend\n", "reduction i: || f; && g"},
        {"for i=0..n-1\n if b[i]\n  f = f || level(x[i]) > 4\n end\nend\n", "reduction i: || f"},
        {"for i=0..n-1\n h[2] = h[2] || level(x[i]) > 4\nend\n", "reduction i: || h[2]"},
        {"for i=0..n-1\n if !f\n  f = x[i] > 0.5\n end\nend\n", "reduction i: || f"},
        {"for i=0..n-1\n if g\n  g = x[i] < 0.5\n end\nend\n", "reduction i: && g"},
        {"for i=0..n-1\n if !f\n  a = x[i]\n  f = a*a > 0.5\n end\nend\n", "reduction i: || f"},
        // What is found is stored as well; it runs in order where the loop may not end.
        {"for i=0..n-1\n f = f || level(x[i]) > 4\n b[i] = f\nend\n", "scan i: || f"},
        {"for i=0..n-1\n f = f || halved(x[i]) > 0.2\nend\n", "reduction i: || f"},
        // Of an array of the iteration.
        {"for i=0..n-1\n f = f || cumsum(x[max(i-2,0)..i])[0] > 0.6\nend\n", "reduction i: || f"},
        // An element of each iteration's own is computed as written.
        {"for i=0..n-1\n b[i] = b[i] || level(x[i]) > 4\nend\n", "map i"},
        {"for i=0..n-1\n a = b[i]\n a = a || level(x[i]) > 4\n z[i] = a\nend\n", "map i"},
        // Both operators; the value before in what is computed; what is used besides, or left from another iteration.
        {"for i=0..n-1\n f = (f || level(x[i]) > 4) && level(x[i]) < 6\nend\n",
         "serial R020 {reduction k: + y, reduction k: + y}"},
        {"for i=0..n-1\n f = f || level(x[i] + f) > 4\nend\n", "serial R020 {reduction k: + y}"},
        {"for i=0..n-1\n if !f\n  t = x[i]\n  f = t > 0.5\n end\nend\nprint t\n", "serial R006"},
        {"for i=0..n-1\n if !f\n  z[i] = 1\n  f = x[i] > 0.5\n end\nend\n", "serial R006"},
        {"for i=0..n-1\n if f\n  f = !(x[i] > 0.5)\n else\n  f = x[i] > 0.7\n end\nend\n", "serial R006"},
    }};

}  // namespace

QC_SUITE(guarded_truths)
