// Loops as they stand in benchmarks and validation suites, written in the styles of several authors, and what looks
// like them.
#include <doctest/doctest.h>

#include "suite.h"

namespace {

const qc_test::Suite shared_names = {
    "two names for one array",
    qc_test::signal_inputs,
    qc_test::signal_uses,
    {
        {"w = x\nfor i=1..99\n w[i] = x[i-1] + 1\nend\n", "scan i: + w"},
        {"w = x\nfor i=0..99\n w[i] = x[i]*2\nend\n", "map i"},
        {"w = x\nfor i=0..98\n w[i] = x[i+1]*2\nend\n", "map i"},
        {"w = copy(x)\nfor i=1..99\n w[i] = x[i-1] + 1\nend\n", "map i"},
        {"w = x\nfor i=0..99\n w[0] += y[i]\n x[1] += z[i]\nend\n", "reduction i: + w[0]; + w[1]"},
        {"w = x\nfor i=0..99\n w[0] += x[i]\nend\n", "serial R001"},
        {"w = x\nfor i=1..99\n w[i] = x[i-1]*y[i] + 1\nend\n", "serial R007"},
        {"w = x\nfor i=0..99\n w[3] += y[i]\n x[3] *= 2\nend\n", "serial R002"},
        {"w = x\nfor i=0..98\n w[i] = y[i]\n x[i+1] = z[i]\nend\n", "serial R009"},
        {"w = x\nfor i=0..99\n w[k[i]] += y[i]\n z[i] = x[i]\nend\n", "serial R012"},
    }};
QC_SUITE(shared_names)

const qc_test::Suite nan_lets = {
    "extremes that would let a NaN in",
    qc_test::signal_inputs,
    qc_test::signal_uses,
    {
        {"for i=0..99\n x[2] = x[2] > y[i] ? x[2] : y[i]\nend\n", "reduction i: max x[2]"},
        {"for i=0..49\n for j=0..59\n  w[j] = w[j] < im[i,j] ? w[j] : im[i,j]\n end\nend\n", "partial i: min w[j]"},
        {"for i=0..49\n t = -inf\n for j=0..59\n  t = t > im[i,j] ? t : im[i,j]\n end\n y[i] = t\nend\n",
         "partial j: max t"},
        {"for i=0..99\n m = m > x[i] ? m : x[i]\n z[i] = m\nend\n", "scan i: max m"},
        {"for i=0..99\n y[i] = 2*x[i]\n m = m > y[i] ? m : y[i]\nend\n", "reduction i: max m"},
        {"for i=0..99\n if !(x[i] >= m)\n  m = x[i]\n  j0 = i\n end\nend\n", "argreduce i: argmin m j0"},
        {"for i=0..99\n m = m > x[i] ? x[i] : y[i]\nend\n", "serial R006"},
        {"for i=0..99\n m = m > x[i] ? m : x[i]\n m = m > y[i] ? y[i] : m\nend\n", "serial R022"},
        {"for i=0..99\n m = m > x[i] ? m : x[i]\n s = m > 3 ? s : x[i]\nend\n", "scan i: max m; last s"},
        {"for i=0..99\n m = m > m*x[i] ? m : m*x[i]\nend\n", "serial R006"},
    }};
QC_SUITE(nan_lets)

const qc_test::Suite alike = {
    "what looks like a reduction",
    qc_test::signal_inputs,
    qc_test::signal_uses,
    {
        {"for i=0..99\n s -= s*x[i]\nend\n", "serial R005"},
        {"for i=0..99\n s -= x[i] - s\nend\n", "serial R005"},
        {"for i=0..99\n s = s + (x[i]-s)/(i+1)\nend\n", "serial R005"},
        {"for i=0..99\n t1 = x[i]-s\n s += t1/(i+1)\n t += t1*(x[i]-s)\nend\n", "serial R001"},
        {"for i=0..99\n s = 0.9*s + 0.1*x[i]\nend\n", "serial R005"},
        {"for i=0..99\n u1 = x[i] - t\n u = s + u1\n t = (u - s) - u1\n s = u\nend\n", "serial R020"},
        {"for i=0..99\n r = mod(r + k[i], 7)\nend\n", "serial R005"},
        {"for i=0..99\n m = max(m, x[i]) - 0.001\nend\n", "serial R005"},
        {"for i=0..99\n m = max(m + 0.001, x[i])\nend\n", "serial R005"},
        {"for i=0..99\n m = max(m, m*x[i])\nend\n", "serial R005"},
        {"for i=0..99\n if x[i] > m\n  m = x[i]\n  j0 = j0 + i\n end\nend\n", "serial R006"},
        {"for i=0..99\n if x[i] > m\n  m = x[i]\n  j0 = i\n else\n  j1 = i\n end\nend\n", "serial R006"},
        {"for i=0..98\n if x[i] > m\n  m = x[i+1]\n  j0 = i\n end\nend\n", "serial R006"},
        {"for i=0..99\n if abs(x[i]) > m\n  m = x[i]\n  j0 = i\n end\nend\n", "serial R006"},
        {"for i=0..99\n s += x[i]\n if s > 3\n  break\n end\nend\n", "serial R013"},
        {"q = 5\nfor i=0..9\n for j=0..q\n  s += im[i,j]\n  q = 3\n end\nend\n", "serial R006 {reduction j: + s}"},
        {"for i=0..99\n y[mod(i,50)] = x[i]\nend\n", "serial R011"},
        {"for i=0..99\n y[int(i/2)] = x[i]\nend\n", "serial R011"},
        {"for i=98..-1..0\n x[i] = x[i+1]*0.5 + y[i]\nend\n", "serial R007"},
        {"for i=0..99\n x[i] = x[99-i]\nend\n", "serial R007"},
        {"for i=0..98\n x[k[i]] += y[i]\n x[k[i+1]] *= z[i]\nend\n", "serial R011"},
        {"for i=-5..4\n x[i*i] = y[i+5]\nend\n", "serial R011"},
        {"for i=0..98\n if x[i] > x[i+1]\n  s1 = x[i]\n  x[i] = x[i+1]\n  x[i+1] = s1\n end\nend\n", "serial R010"},
        {"for i=1..49\n s *= 0.5\n for j=0..59\n  s += im[i,j]\n end\nend\n", "serial R002 {reduction j: + s}"},
        {"for i=0..99\n s = x[i] - (y[i] + s)\nend\n", "serial R005"},
        {"for i=0..99\n r = k[i] - r\nend\n", "serial R003"},
        {"for i=0..99\n r = or(shl(r, 1), and(k[i],1))\nend\n", "serial R005"},
        {"#pragma force_parallel\nfor i=0..99\n if s < 3\n  s += x[i]\n end\nend\n", "error Q0501"},
        {"#pragma force_parallel\nfor i=0..49\n x[i+25] = x[i] + 1\nend\n", "error Q0501"},
        {"#pragma force_parallel\nfor i=0..99\n if x[i] > m\n  m = x[i]\n  j0 = i\n  y[i] = m\n end\nend\n",
         "error Q0501"},
        {"for i=0..49\n s += x[i]\n t1 = x[i]\n x[i] = x[99-i]\n x[99-i] = t1\nend\n", "reduction i: + s"},
        {"for i=0..99\n s = x[i] - (y[i] - s)\nend\n", "reduction i: + s"},
        {"for i=0..99\n s = -(-s - x[i])\nend\n", "reduction i: + s"},
    }};
QC_SUITE(alike)

const qc_test::Suite apart = {
    "the least and the greatest in one chain; sums over rows, columns and all in one nest",
    qc_test::signal_inputs,
    qc_test::signal_uses,
    {
        {"t = x[0]\nu = x[0]\nfor i=1..99\n if x[i] < t\n  t = x[i]\n elseif x[i] > u\n  u = x[i]\n end\nend\n",
         "reduction i: min t; max u"},
        {"t = x[0]\nu = x[0]\nfor i=1..99\n if x[i] < t\n  t = x[i]\n  j0 = i\n elseif x[i] >= u\n  u = x[i]\n  j1 = "
         "i\n end\nend\n",
         "argreduce i: argmin t j0; argmax u j1"},
        {"t = 1e30\nu = -1e30\nfor i=0..99\n if x[i] < t\n  t = x[i]\n elseif x[i] > u\n  u = x[i]\n end\nend\n",
         "serial R006"},
        {"p = 5\nq = 5\nfor i=0..99\n if k[i] > q\n  q = k[i]\n elseif k[i] < p\n  p = k[i]\n end\nend\nj0 = p\nj1 = "
         "q\n",
         "reduction i: max q; min p"},
        {"for i=0..99\n if x[i] <= t\n  t = x[i]\n elseif x[i] >= u\n  u = x[i]\n end\nend\n", "serial R006"},
        {"for i=0..99\n if x[i] < t\n  t = x[i]\n elseif y[i] > u\n  u = y[i]\n end\nend\n", "serial R006"},
        {"for i=0..99\n if x[i] < t\n  u = t\n  t = x[i]\n elseif x[i] < u\n  u = x[i]\n end\nend\n", "serial R006"},
        {"for i=0..99\n if x[i] < t\n  t = x[i]\n  j0 = i\n elseif x[i] > u\n  u = x[i]\n  j0 = -i\n end\nend\n",
         "serial R006"},
        {"for i=0..49\n for j=0..59\n  s += im[i,j]\n  z[j] += im[i,j]\n end\nend\n", "bins i,j: + s; + z[j]"},
        {"for i=0..49\n for j=0..59\n  y[i] += im[i,j]\n  z[j] = max(z[j], im[i,j])\n  t1 += 1\n end\nend\n",
         "bins i,j: + t1; + y[i]; max z[j]"},
        {"for i=0..49\n for j=0..59\n  y[i] += im[i,j]\n  y[j] += im[i,j]\n end\nend\n", "serial R004 {serial R012}"},
        {"for i=0..49\n for j=0..59\n  s += im[i,j]\n  z[j] += im[i,j]\n  w[j] = z[j]\n end\nend\n",
         "serial R001 {reduction j: + s}"},
        {"for i=0..49\n for j=0..59\n  s += im[i,j]\n  z[j] += im[i,j]\n  z[j] *= 0.5\n end\nend\n",
         "serial R002 {reduction j: + s}"},
        {"for i=0..49\n for j=0..49\n  s += im[i,j]\n  z[j] += im[i,j]\n  z[i+j] += 1\n end\nend\n",
         "serial R004 {reduction j: + s}"},
    }};
QC_SUITE(apart)

const qc_test::Suite prefixes = {
    "prefix sums in place",
    qc_test::signal_inputs,
    qc_test::signal_uses,
    {
        {"for i=0..98\n x[i+1] = x[i] + x[i+1]\nend\n", "scan i: + x"},
        {"for i=98..-1..0\n x[i] += x[i+1]\nend\n", "scan i: + x"},
        {"for i=1..99\n x[i] = x[i-1] + x[i]*w[i]\n y[i] = z[i]\nend\n", "scan i: + x"},
        {"for i=1..99\n x[i] = max(x[i-1], x[i])\nend\n", "scan i: max x"},
        {"for i=1..99\n k[i] = k[i-1] - k[i]\nend\n", "scan i: + k"},
        {"for i=1..99\n k[i] -= k[i-1]\nend\n", "serial R007"},
        {"for i=1..98\n x[i] = x[i-1] + x[i+1]\nend\n", "serial R007"},
        {"for i=2..98\n x[i] = x[i-1] + x[i-2]\nend\n", "serial R007"},
        {"for i=1..99\n x[i] = x[i-1] + x[0]\nend\n", "serial R007"},
        {"for i=1..99\n x[i] = x[i-1]*w[i] + x[i]\nend\n", "serial R007"},
        {"for i=1..98\n if w[i] > 0.3\n  x[i] += x[i-1]\n end\nend\n", "serial R012"},
        {"for i=1..99\n x[i] = x[i-1] + x[i]*x[i-1]\nend\n", "serial R007"},
        {"for i=1..49\n for j=0..59\n  im[i,j] += im[i-1,j]\n end\nend\n", "serial R007 {map j}"},
        {"for i=1..49\n for j=1..59\n  im[i,j] = im[i,j] + im[i-1,j] + im[i,j-1] - im[i-1,j-1]\n end\nend\n",
         "serial R007 {serial R007}"},
        {"for i=0..18\n for j=i+1..19\n  x[i] += im[i,j]\n  x[j] -= im[i,j]\n end\nend\n",
         "serial R004 {reduction j: + x[i]}"},
        {"for i=0..9\n for j=0..9\n  y[i+j] += x[i]*w[j]\n end\nend\n", "serial R004 {map j}"},
        {"for i=0..n-1\n s = x[i]*2\n for j=0..2\n  y[j] += s*w[j]\n end\nend\n",
         "reduction i: + y[0]; + y[1]; + y[2]"},
        {"for i=0..n-1\n s = x[i]*2\n for j=0..2\n  if s > w[j]\n   y[j] += s\n  end\n end\nend\n",
         "reduction i: + y[0]; + y[1]; + y[2]"},
        {"for i=0..n-1\n s = x[i]*2\n for j=0..40\n  y[j] += s*w[j]\n end\nend\n", "serial R004 {map j}"},
        {"for i=0..n-1\n s = x[i]*2\n for j=0..2\n  y[j] += s*y[j]\n end\nend\n", "serial R007 {map j}"},
        {"for i=0..n-1\n s = x[i]*2\n for j=0..2\n  y[j+1] += s*y[j]\n end\nend\n", "serial R001 {serial R007}"},
        {"for i=0..n-1\n s = x[i]*2\n for j=0..2\n  y[j] += s\n  if y[j] > 9\n   break\n  end\n end\nend\n",
         "serial R001 {serial R013}"},
        {"for i=0..99\n r = int(r/2) + k[i]\nend\n", "serial R005"},
        {"for i=0..99\n s = abs(s - x[i])\nend\n", "serial R005"},
        {"for i=0..99\n s = s*x[i] + s\nend\n", "serial R005"},
        {"for i=0..99\n s = x[i] - s*0.5\nend\n", "serial R005"},
        {"for i=1..99\n x[i] = sqrt(x[i-1]*x[i-1] + y[i])\nend\n", "serial R007"},
        {"for i=0..99\n r = (r+1)*k[i] - 1\nend\n", "serial R005"},
    }};
QC_SUITE(prefixes)

}  // namespace
