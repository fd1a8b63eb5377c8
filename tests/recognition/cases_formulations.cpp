// Scalar accumulators and running values in the different ways in which they are written.
#include <doctest/doctest.h>

#include "formulations.h"
#include "suite.h"

namespace {

using namespace qc_test;

const Suite one_loop = {
    "formulations of one loop",
    formulation_inputs,
    formulation_uses,
    {
        // scalar accumulators through temporaries and inverted conditions
        {"for i=0..n-1\nq = s + x[i]\ns = q\nend\n", "reduction i: + s"},
        {"for i=0..n-1\na1 = x[i]\na2 = a1*a1\na3 = a2+1\ns += a3\nend\n", "reduction i: + s"},
        {"for i=0..n-1\nif !(x[i] <= 0)\ns += x[i]\nend\nend\n", "reduction i: + s"},
        {"for i=0..n-1\nif x[i] <= 0\ns = s\nelse\ns = s + x[i]\nend\nend\n", "reduction i: + s"},
        {"for i=0..n-1\nif x[i] > 0\ns = s + x[i]\nelse\ns = s - x[i]\nend\nend\n", "reduction i: + s"},
        {"for i=0..n-1\ns = x[i] > 0 ? s + x[i] : s\nend\n", "reduction i: + s"},
        {"for i=0..n-1\ns += x[i] > 0\nend\n", "reduction i: + s"},
        {"for i=0..n-1\ns = -x[i] + s\nend\n", "reduction i: + s"},
        {"for i=0..n-1\ns = (s + x[i]) + y[i]\nend\n", "reduction i: + s"},
        {"for i=0..n-1\ns = s - x[i] - y[i]\nend\n", "reduction i: + s"},
        {"for i=0..n-1\ns = -(x[i] - s)\nend\n", "reduction i: + s"},
        // c is an int before: what it is afterwards costs sums and extremes nothing, and last values a mark
        {"for i=0..n-1\nif x[i] > 0\nc += x[i]\nend\nend\n", "reduction i: + c"},
        {"for i=0..n-1\nc = x[i] > 0 ? c + x[i] : c\nend\n", "reduction i: + c"},
        {"for i=0..n-1\nif x[i] > c\nc = x[i]\nend\nend\n", "reduction i: max c"},
        {"for i=0..n-1\nif x[i] > 0\nc = x[i]\nend\nend\n", "argreduce i: last c"},
        {"for i=0..n-1\ny[i] = c\nif x[i] > 0\nc = x[i]\nend\nif x[i] > 0.5\nc = 2\nend\nend\n", "scan i: last c"},
        {"for i=0..n-1\ny[i] = c\nc = x[i] > 0\nend\n", "map i"},
        {"for i=0..n-1\nif x[i] > 0\nc = x[i]\nend\nif y[i] > 0\nc = 2\nend\nend\n", "serial R010"},
        {"for i=0..n-1\ns = 1.0*s + x[i]\nend\n", "serial R005"},
        {"for i=0..n-1\ns = 2*s + x[i]\nend\n", "serial R005"},
        {"for i=0..n-1\ns = s + s*x[i]\nend\n", "serial R005"},
        {"for i=0..n-1\ns = x[i] - s\nend\n", "serial R003"},
        {"for i=0..n-1\ns += x[i]\ns -= y[i]\nend\n", "reduction i: + s"},
        {"for i=0..n-1\ns += x[i]\ns *= 1\nend\n", "serial R002"},
        {"for i=0..n-1\nt = z[i]*t*2\nend\n", "reduction i: * t"},
        {"for i=0..n-1\nt = (z[i]+1)/t\nend\n", "serial R003"},
        {"for i=0..n-1\nt = t*z[i]/(w[i]+1)\nend\n", "reduction i: * t"},
        {"for i=0..n-1\nc -= k[i]\nend\n", "reduction i: + c"},
        {"for i=0..n-1\nc = int(c/2) + k[i]\nend\n", "serial R005"},
        {"for i=0..n-1\ns = min(s, x[i])\nm = max(m, x[i])\nend\n", "reduction i: min s; max m"},
        {"for i=0..n-1\nm = min(m, min(x[i], y[i]))\nend\n", "reduction i: min m"},
        {"for i=0..n-1\nm = min(min(x[i], m), y[i])\nend\n", "reduction i: min m"},
        {"for i=0..n-1\nm = max(m, x[i])\nm = min(m, y[i])\nend\n", "serial R002"},
        {"for i=0..n-1\nif m > x[i]\nm = x[i]\nend\nend\n", "reduction i: min m"},
        {"for i=0..n-1\nif !(m <= x[i])\nm = x[i]\nend\nend\n", "reduction i: min m"},
        {"for i=0..n-1\nq = x[i]\nif q < m\nm = q\nend\nend\n", "reduction i: min m"},
        {"for i=0..n-1\nq = abs(x[i]-y[i])\nif q > m\nm = q\nend\nend\n", "reduction i: max m"},
        {"for i=0..n-1\nm = m > x[i] ? x[i] : m\nend\n", "reduction i: min m"},
        {"for i=0..n-1\nm = clamp(m, -1, x[i])\nend\n", "serial R005"},
        {"for i=0..n-1\nif k[i] >= r\nr = k[i]\nend\nend\n", "reduction i: max r"},
        {"for i=0..n-1\nm ^^= x[i]\nend\n", "reduction i: max m"},
        {"for i=0..n-1\nf = f || x[i] > 0.9\nend\n", "reduction i: || f"},
        {"for i=0..n-1\nf = x[i] > 0.9 || f\nend\n", "reduction i: || f"},
        {"for i=0..n-1\nif x[i] > 0.9\nf = true\nend\nend\n", "reduction i: || f"},
        {"for i=0..n-1\nf |= x[i] > 0.9\nend\n", "reduction i: | f"},
        {"for i=0..n-1\nf ~= x[i] > 0.5\nend\n", "reduction i: ^ f"},
        {"for i=0..n-1\nf = f != (x[i] > 0.5)\nend\n", "reduction i: ^ f"},
        {"for i=0..n-1\nc = xor(c, k[i])\nend\n", "reduction i: ^ c"},
        {"for i=0..n-1\nc |= shl(1, k[i])\nend\n", "reduction i: | c"},
        {"for i=0..n-1\nif x[i] > 0.9\nc = 1\nend\nend\n", "argreduce i: last c"},
        {"for i=0..n-1\nif x[i] > 0.5\nc = c + 1\nelse\nr = r + 1\nend\nend\n", "reduction i: + c; + r"},
        {"for i=0..n-1\nc += u8[i]\nend\n", "reduction i: + c"},
        {"for i=0..n-1\nc += i32[i]*i32[i]\nend\n", "reduction i: + c"},
        {"for i=0..n-1\ns += int(x[i]*10)\nend\n", "reduction i: + s"},
        {"for i=0..n-1\ns += x[i]\nq = 2*y[i]\ns += q\nz[i] = q\nend\n", "reduction i: + s"},
        {"for i=0..n-1\ns += x[i]\nt += s\nend\n", "scan i: + s; + t"},
        {"for i=0..n-1\ns += x[i]\nt = s\nend\n", "scan i: + s"},
        {"for i=0..n-1\ns += x[i]\nt = max(t, s)\nend\n", "scan i: + s; max t"},
        {"for i=0..n-1\ns = s + x[i]\nif s > 10\nc += 1\nend\nend\n", "serial R006"},
        {"for i=0..n-1\ns = max(0, s + x[i])\nend\n", "serial R005"},
        {"for i=0..n-1\ns = mod(s + x[i], 7)\nend\n", "serial R005"},
        {"for i=0..n-1\ns = abs(s + x[i])\nend\n", "serial R005"},
        {"for i=0..n-1\ns = (s + x[i])*0.5\nend\n", "serial R005"},
        {"for i=0..n-1\ns = s + x[i]*s\nend\n", "serial R005"},
        {"for i=0..n-1\ns += x[int(s)]\nend\n", "serial R005"},
        {"for i=0..n-1\ns = s^2\nend\n", "serial R005"},
        {"for i=0..n-1\ns += x[i]\nx[i] = s\nend\n", "scan i: + s"},
        {"for i=1..n-1\ns += x[i-1]\nx[i] = y[i]\nend\n", "serial R007"},
        {"for i=0..n-2\ns += x[i+1]\nx[i] = y[i]\nend\n", "reduction i: + s"},
        {"for i=0..n-1\nif s < 100\ns += x[i]\nend\nend\n", "serial R006"},
        {"for i=0..n-1\ns += x[i]\nif x[i] > 5\ns = 0\nend\nend\n", "scan i: + s"},
        {"for i=0..n-1\nif x[i] > 0.7\ns = y[i]\nelse\ns += y[i]\nend\nz[i] = s\nend\n", "scan i: + s"},
        {"for i=0..n-1\nif x[i] > 0\nc += 1\nelse\nc = 0\nend\nk[i] = c\nend\n", "scan i: + c"},
        {"for i=0..n-1\nif x[i] > 0\nc += 1\nelse\nc = 0\nend\nr = max(r, c)\nend\n", "scan i: + c; max r"},
        {"for i=0..n-1\nif x[i] > 0.5\nm = x[i]\nelse\nm = max(m, x[i])\nend\nz[i] = m\nend\n", "scan i: max m"},
    }};

}  // namespace

QC_SUITE(one_loop)
