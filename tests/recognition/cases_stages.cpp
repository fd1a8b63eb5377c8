// Running values that other accumulators, conditions and maps of their loop need, values that are stored and read back,
// and floating counters.
#include <doctest/doctest.h>

#include "suite.h"

namespace {

const qc_test::Suite stages = {
    "running values that feed others",
    qc_test::signal_inputs,
    qc_test::signal_uses,
    {
        {"for i=0..n-1\n s += x[i]\n t += s\nend\n", "scan i: + s; + t"},
        {"for i=0..n-1\n t += s\n s += x[i]\nend\n", "scan i: + s; + t"},
        {"for i=0..n-1\n s += x[i]\n m = max(m, s)\nend\n", "scan i: + s; max m"},
        {"for i=0..n-1\n s += x[i]\n if s > m\n  m = s\n end\nend\n", "scan i: + s; max m"},
        {"for i=0..n-1\n s += x[i]\n t += s*y[i]\n z[i] = t\nend\n", "scan i: + s; + t"},
        {"for i=0..n-1\n s += x[i]\n t += s\n u += t\nend\n", "scan i: + s; + t; + u"},
        {"for i=0..n-1\n r = x[i] > 0 ? r + 1 : 0\n j0 = max(j0, r)\nend\n", "scan i: + r; max j0"},
        {"for i=0..n-1\n if x[i] > 0\n  r += 1\n else\n  r = 0\n end\n if r > j0\n  j0 = r\n  j1 = i\n end\nend\n",
         "scan i: + r; argmax j0 j1"},
        {"for i=0..n-1\n r += k[i]\n if r > 100\n  z[i] = 1\n end\nend\n", "scan i: + r"},
        {"for i=0..n-1\n r += k[i]\n if mod(r, 2) == 0\n  s += x[i]\n end\nend\n", "scan i: + r; + s"},
        {"for i=0..n-1\n m = max(m, x[i])\n s += m - x[i]\nend\n", "scan i: max m; + s"},
        {"for i=0..n-1\n m = min(m, x[i])\n s1 = max(s1, x[i] - m)\nend\n", "scan i: min m; max s1"},
        {"for i=0..n-1\n if x[i] > 0\n  s += x[i]\n  t += s\n end\nend\n", "scan i: + s; + t"},
        {"for i=0..n-1\n for j=0..9\n  s += A[mod(i,6),mod(j,6)]\n end\n t += s\nend\n", "scan i: + s; + t"},
        {"for i=0..n-1\n s += x[i]\n t = max(t, s)\n u1 += t\nend\n", "scan i: + s; max t; + u1"},
        {"for i=0..n-1\n m = min(m, x[i])\n if x[i] == m\n  r += 1\n  j0 = i\n end\nend\n",
         "scan i: min m; + r; last j0"},
        {"for i=0..n-1\n if x[i] < x[j0]\n  j0 = i\n end\n if k[i] > 3\n  r = 0\n end\n r += 1\n z[i] = r\nend\n",
         "scan i: + r; argmin x[j0] j0"},
        {"for i=0..n-1\n for j=0..2\n  for q=j..5\n   r += 2\n   j1 += r\n  end\n end\nend\n",
         "serial R010 {serial R010, reduction q: + j1}"},
        // what decides by a float that is summed up in another order, what depends on itself, what leaves
        {"for i=0..n-1\n s += x[i]\n if s > 3\n  z[i] = 1\n end\nend\n", "serial R006"},
        {"for i=0..n-1\n s += x[i]\n if s > m\n  m = s\n  j0 = i\n end\nend\n", "serial R001"},
        {"for i=0..n-1\n s += t*x[i]\n t += s\nend\n", "serial R001"},
        {"for i=0..n-1\n r += k[i]\n if r > 100\n  break\n end\n s += x[i]\nend\n", "serial R013"},
        {"for i=0..n-1\n s += x[i]\n t = t*0.5 + s\nend\n", "serial R005"},
        {"for i=0..n-1\n s += x[i]\n x[i] = t\n t += s\nend\n", "serial R025"},
        {"for i=0..n-1\n for j=0..9\n  s += y[j]\n  t += s\n end\nend\n", "serial R025 {scan j: + s; + t}"},
        {"for i=0..n-1\n s += x[i]\n t = t*s + 1\nend\n", "serial R005"},
        {"for i=0..n-1\n s += x[i]*t\n t += s\nend\n", "serial R001"},
        {"for i=0..n-1\n s += x[i]\n m = max(m, s)\n s = min(s, m)\nend\n", "serial R002"},
        {"for i=0..n-1\n r += k[i]\n if r > 10\n  r = 0\n end\nend\n", "serial R006"},
        {"for i=0..n-1\n r += k[i]\n if r > 10\n  r -= 10\n  s += 1\n end\nend\n", "serial R006"},
        {"for i=0..n-1\n r += k[i]\n while r > 10\n  r -= 10\n end\n s += r\nend\n", "serial R006"},
        {"for i=0..n-1\n m = max(m, x[i])\n if m > 3\n  m = 0\n end\n s += m\nend\n", "serial R006"},
        {"for i=0..n-1\n s += x[i]\n y[int(mod(s, 50))] += 1\nend\n", "serial R001"},
        {"for i=0..n-1\n s += x[i]\n c0[int(abs(s))] += 1\nend\n", "serial R001"},
        {"for i=1..n-1\n s += x[i]\n y[i] = y[i-1]*s\nend\n", "scan i: + s; * y"},
        {"for i=0..n-1\n s += x[i]\n y[k[i]] = s\nend\n", "serial R011"},
    }};
QC_SUITE(stages)

const qc_test::Suite stored = {
    "values that are stored and read back",
    qc_test::signal_inputs,
    qc_test::signal_uses,
    {
        {"for i=0..n-1\n y[i] = x[i]*2\n s += y[i]\n z[i] = s\nend\n", "scan i: + s"},
        {"for i=0..n-1\n z[i] = z[i]*2\n if z[i] < m\n  m = z[i]\n  j0 = i\n end\nend\n", "argreduce i: argmin m j0"},
        {"for i=0..n-1\n y[i] = x[i] + 1\n z[k[i]] += y[i]\nend\n", "bins i: + z[k[i]]"},
        {"for i=0..n-1\n y[i] = x[i]\n y[0] = 3\n s += y[i]\n z[i] = s\nend\n", "serial R001"},
        {"for i=0..n-1\n y[i] = s\n s = y[i]*0.5 + x[i]\nend\n", "serial R020"},
        {"for i=0..n-1\n y[i] = x[i]\n y[k[i]] = 0\n s += y[i]\n z[i] = s\nend\n", "serial R001"},
        {"for i=1..n-1\n y[i] = x[i]\n s += y[i-1]\n z[i] = s\n y[i-1] = s\nend\n", "scan i: + s"},
    }};
QC_SUITE(stored)

const qc_test::Suite own_arrays = {
    "arrays of the iteration beside what is computed ahead of it",
    qc_test::signal_inputs,
    qc_test::signal_uses,
    {
        {"for i=0..n-1\n s += var(x[0..k[i]])\n z[i] = s\nend\n", "scan i: + s"},
        {"for i=0..n-1\n s1 = var(x[0..k[i]])\n if s1 < m\n  m = s1\n  t1 = y[i]\n  j0 = i\n end\nend\n",
         "argreduce i: argmin m t1 j0"},
        {"for i=0..n-1\n s += var(x[0..k[i]])\n z[k[i]] += 1\nend\n", "bins i: + s; + z[k[i]]"},
        {"for i=0..n-1\n a = zeros(2)\n a[0] = x[i]\n a[1] = y[i]\n s += a[p]\n z[i] = s\nend\n", "scan i: + s"},
        {"for i=0..n-1\n a = zeros(2)\n a[0] = x[i]\n a[1] = y[i]\n if a[p] < m\n  m = a[p]\n  t1 = a[1-p]\n "
         "end\nend\n",
         "argreduce i: argmin m t1"},
        {"for i=0..n-1\n a = zeros(2)\n a[0] = x[i]\n s += a[0]\n a[1] = s\n z[i] = a[1]\nend\n", "scan i: + s"},
        {"for i=0..n-1\n a = zeros(2)\n a[0] = s\n s += x[i]\n a[1] = x[i]\n z[i] = a[p]\nend\n", "scan i: + s"},
        // Near misses: what is summed up has been computed of the running value, or stored elsewhere.
        {"for i=0..n-1\n a = zeros(2)\n a[0] = s\n a[1] = x[i]\n s += a[p]\n z[i] = s\nend\n", "serial R001"},
        {"for i=0..n-1\n w[3] = x[i]\n s += w[3]\n z[i] = s\n w[4] = s\n s1 = w[p+2]\nend\n", "serial R001"},
    }};
QC_SUITE(own_arrays)

const qc_test::Suite set_last = {
    "what some iterations set and others read",
    qc_test::signal_inputs,
    qc_test::signal_uses,
    {
        {"for i=0..n-1\n if x[i] > 0\n  t = 2*x[i]\n end\n z[i] = t\nend\n", "scan i: last t"},
        {"for i=0..n-1\n if x[i] > 0\n  z[i] = j0 + 1\n  j0 = i\n end\nend\n", "scan i: last j0"},
        {"for i=0..n-1\n if x[i] > 0\n  t = x[i]\n elseif x[i] < -0.5\n  t = y[i]\n end\n z[i] = t\nend\n",
         "scan i: last t"},
        {"for i=0..n-1\n z[i] = f\n if x[i] > 0\n  f = y[i] > 0.2\n end\nend\n", "scan i: last f"},
        {"p8 : int8 = 3\nfor i=0..n-1\n if x[i] > 0\n  p8 = 40*k[i]\n end\n z[i] = p8\nend\n", "scan i: last p8"},
        {"for i=0..n-1\n if k[i] > 4\n  p = k[i]\n end\n z[i] = x[p]\nend\n", "scan i: last p"},
        {"for i=0..n-1\n if k[i] > 4\n  p = k[i]\n end\n s += x[p]\n t = max(t, y[p])\nend\n",
         "scan i: last p; + s; max t"},
        {"for i=0..n-1\n if k[i] > 4\n  p = k[i]\n end\n z[mod(p, 9)] += 1\nend\n",
         "scan i: last p; + z[mod($p_0[i],9)]"},
        {"for i=0..n-1\n if x[i] > 0\n  t = x[i]\n end\n if x[i] < 0\n  u = t\n end\n z[i] = u\nend\n",
         "scan i: last t; last u"},
        // Near misses.
        {"for i=0..n-1\n if x[i] > t + 1\n  t = x[i]\n end\n z[i] = t\nend\n", "serial R006"},
        {"for i=0..n-1\n if x[i] > 0\n  t = x[i]\n end\n if t > 0.5\n  t = y[i]\n end\n z[i] = t\nend\n",
         "serial R020"},
        {"for i=0..n-1\n for j=0..k[i]-5\n  t = x[j]\n end\n z[i] = t\nend\n", "serial R020 {map j}"},
        {"for i=0..n-1\n if x[i] > 0\n  t = s\n end\n s += t\nend\n", "serial R001"},
        {"for i=0..n-1\n if x[i] > 0\n  t = x[i]\n else\n  t = 0.5 - t\n end\n z[i] = t\nend\n", "serial R020"},
        {"for i=0..n-1\n if k[i] > 4\n  p = k[i]\n end\n z[p] = x[i]\nend\n", "serial R020"},
        {"for i=0..49\n for j=0..59\n  if im[i,j] > 0\n   t = im[i,j]\n  end\n  im2[i,j] = t\n end\nend\n",
         "serial R020 {scan j: last t}"},
        {"for i=0..n-1\n x[i] = s + y[i]\n s = x[i]\nend\n", "serial R020"},
    }};
QC_SUITE(set_last)

const qc_test::Suite counters = {
    "floating counters",
    qc_test::signal_inputs,
    qc_test::signal_uses,
    {
        {"for i=0..n-1\n s += 0.5\n z[i] = s\nend\n", "map i"},
        {"for i=0..n-1\n z[i] = s*x[i]\n s += 2.0\nend\n", "map i"},
        {"for i=0..n-1\n t += s*x[i]\n s -= 0.25\nend\n", "reduction i: + t"},
        {"for i=0..49\nfor j=0..59\n s += 1\n im3[i,j] = s\nend\nend\n", "map i,j"},
        {"for i=0..n-1\n s += 0.1\n z[i] = s\nend\n", "scan i: + s"},
        {"for i=0..n-1\n s += 0.5\nend\n", "reduction i: + s"},
        {"for i=0..n-1\n if x[i] > 0\n  s += 0.5\n end\n z[i] = s\nend\n", "scan i: + s"},
        {"for i=0..n-1\n s += t/(2*i+1)\n t = -t\nend\n", "reduction i: + s"},
        {"p = 1\nfor i=0..n-1\n p = 1 - p\n s += p*x[i]\nend\n", "reduction i: + s"},
        {"f = true\nfor i=0..n-1\n if f\n  s += x[i]\n end\n f = !f\nend\n", "reduction i: + s"},
        {"for i=0..n-1\n if x[i] > 0\n  t = -t\n end\n s += t*y[i]\nend\n", "scan i: * t; + s"},
        {"for i=0..n-1\n t = 0.3 - t\n z[i] = t\nend\n", "serial R003"},
        {"for i=0..n-1\n s += 0.5\n s *= 2\n z[i] = s\nend\n", "serial R002"},
        {"for i=0..n-1\n s += 0.5\n if s > 10\n  s = 0\n end\n z[i] = s\nend\n", "serial R006"},
        {"for i=0..n-1\n t = -t\n t += x[i]\n s += t\nend\n", "serial R002"},
        {"for i=0..n-1\n p = k[i] - p\n s += p\nend\n", "serial R003"},
    }};
QC_SUITE(counters)

const qc_test::Suite chosen = {
    "extremes in functions, small vectors as a whole",
    "function m = big(a,b)\n if a > b\n  m = a\n else\n  m = b\n end\nend\nfunction m = mid(a,b)\n if a < 0\n  m = b\n "
    "elseif a > b\n  m = a\n else\n  m = b\n end\nend\n"
    "n = 100\nx = zeros(n)\ny = zeros(n)\nk = ivec(n)\nv = zeros(3)\n{!interpreted for}\nfor i=0..99\n x[i] = "
    "mod(i*37,101)/64-0.75\n k[i] = mod(i*31,9)+1\nend\nm = 0.25\nr = 0\n",
    "print m, r, v\n",
    {
        {"for i=0..n-1\n m = big(x[i], m)\nend\n", "reduction i: max m"},
        {"for i=0..n-1\n m = big(m, x[i])\nend\n", "reduction i: max m"},
        {"for i=0..n-1\n r = big(r, k[i])\nend\n", "reduction i: max r"},
        {"for i=0..n-1\n r = big(k[i], r)\nend\n", "reduction i: max r"},
        {"for i=0..n-1\n m = mid(x[i], m)\nend\n", "reduction i: max m"},
        {"for i=0..n-1\n v += [x[i], 1, 2*x[i]]\nend\n", "reduction i: + v[0]; + v[1]; + v[2]"},
        {"for i=0..n-1\n m = mid(m, x[i])\nend\n", "serial R006"},
        {"for i=0..n-1\n v += [x[i], v[0], 2*x[i]]\nend\n", "serial R001"},
    }};
QC_SUITE(chosen)

const qc_test::Suite guarded_calls = {
    "calls behind other conditions",
    "function y = poly(a)\n y = 0.5\n for q=0..3\n  y = y*a + q\n end\nend\nn = 100\nx = zeros(n)\ny = zeros(n)\nz = "
    "zeros(n)\nk = ivec(n)\n{!interpreted for}\nfor i=0..99\n x[i] = mod(i*37,101)/64-0.75\n y[i] = "
    "mod(i*53,97)/64-0.5\n k[i] = mod(i*31,9)+1\nend\nm = 50.0\nj0 = -1\ns = 0.0\n",
    "print m, j0, s\n",
    {
        {"for i=0..n-1\n if k[i] > 3 && poly(x[i]) < m\n  m = poly(x[i])\n end\nend\n", "reduction i: min m"},
        {"for i=0..n-1\n if k[i] > 3 && poly(x[i]) < m\n  m = poly(x[i])\n  j0 = i\n end\nend\n",
         "argreduce i: argmin m j0"},
        {"for i=0..n-1\n if x[i] > 0 && y[i] > 0 && poly(x[i]) < m\n  m = poly(x[i])\n end\nend\n",
         "reduction i: min m"},
        {"for i=0..n-1\n if k[i] > 3 && poly(x[i]) < 2\n  s += x[i]\n end\nend\n", "reduction i: + s"},
        {"for i=0..n-1\n if k[i] > 3 && poly(x[i]) < s\n  s = poly(y[i])\n end\nend\n",
         "serial R006 {serial R005, serial R005}"},
        {"for i=0..n-1\n if k[i] > 3 && poly(x[i]) < m\n  m = poly(x[i])\n else\n  s += 1\n end\nend\n",
         "serial R020 {serial R005, serial R005}"},
        {"for i=0..n-1\n if k[i] > 3 || poly(x[i]) < m\n  m = poly(x[i])\n end\nend\n",
         "serial R020 {serial R005, serial R005}"},
    }};
QC_SUITE(guarded_calls)

}  // namespace
