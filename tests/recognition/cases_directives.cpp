// What conformance tests of parallel directives ask: each operator and type, private and last values, collapsed nests,
// races.
#include <doctest/doctest.h>

#include "suite.h"

namespace {

const char* const inputs =
    "n = 100\na = zeros(n)\nb = zeros(n)\nc = zeros(n)\nia = ivec(n)\nib = ivec(n)\nxd = vec[double](n)\nca = "
    "czeros(n)\n"
    "aa = zeros(20,20)\nbb = zeros(20,20)\ngl = vec[bool](n)\nidx = ivec(n)\n{!interpreted for}\nfor i=0..n-1\n a[i] = "
    "mod(i*37,101)/32-1.5\n"
    " b[i] = mod(i*53,97)/64+0.25\n c[i] = mod(i*29,89)/128-0.25\n ia[i] = mod(i*53,97)\n ib[i] = mod(i*29,89)\n xd[i] "
    "= mod(i*37,101)/32-1.5\n"
    " ca[i] = complex(mod(i*37,101)/132-0.5, mod(i*53,97)/164)\n gl[i] = mod(i,7) != 3\n idx[i] = "
    "mod(i*7,n)\nend\n{!interpreted for}\n"
    "for i=0..19\n{!interpreted for}\nfor j=0..19\n aa[i,j] = mod(i*37+j*11,101)/64-0.75\n bb[i,j] = "
    "mod(i*7+j*53,97)/128-0.25\n"
    "end\nend\ns = 0.0\nt = 1.0\nq = 0\ng = true\nh = false\nw = 65535\nm = -1e30\nlo = 1e30\nj0 = 0\ncs = "
    "complex(0.0,0.0)\n"
    "cp = complex(1.0,0.0)\nv3 = [0.0,0.0,0.0]\n";
const char* const uses = "print s, t, q, g, h, w, m, lo, j0, cs, cp, v3\n";

const qc_test::Suite directives = {
    "directives",
    inputs,
    uses,
    {
        {"for i=1..99\n q = q + i\nend\n", "reduction i: + q"},
        {"for i=1..99\n q = q - i\nend\n", "reduction i: + q"},
        {"for i=1..9\n t *= i\nend\n", "reduction i: * t"},
        {"for i=0..n-1\n g = g && gl[i]\nend\n", "reduction i: && g"},
        {"for i=0..n-1\n h = h || gl[i]\nend\n", "reduction i: || h"},
        {"for i=0..n-1\n w = and(w, ia[i])\nend\n", "reduction i: & w"},
        {"for i=0..n-1\n w = xor(w, ia[i])\nend\n", "reduction i: ^ w"},
        {"for i=0..n-1\n w &= ia[i]\nend\n", "reduction i: & w"},
        {"for i=0..n-1\n w |= ia[i]\nend\n", "reduction i: | w"},
        {"for i=0..n-1\n w ~= ia[i]\nend\n", "reduction i: ^ w"},
        {"for i=0..n-1\n cs += ca[i]\nend\n", "reduction i: + cs"},
        {"for i=0..n-1\n cs = cs + ca[i]*ca[i]\nend\n", "reduction i: + cs"},
        {"for i=0..n-1\n cp *= ca[i]\nend\n", "reduction i: * cp"},
        {"for i=0..n-1\n cp = ca[i]*cp\nend\n", "reduction i: * cp"},
        {"for i=0..n-1\n cs += a[i]\nend\n", "reduction i: + cs"},
        {"for i=0..n-1\n cs -= ca[i]*b[i]\nend\n", "reduction i: + cs"},
        {"for i=0..n-3\n v3 += [a[i],b[i],c[i]]\nend\n", "reduction i: + v3[0]; + v3[1]; + v3[2]"},
        {"for i=0..n-1\n if a[i] > 0\n  cs += ca[i]\n end\nend\n", "reduction i: + cs"},
        {"for i=0..n-1\n cs += ca[i]\n cs *= ca[i]\nend\n", "serial R002"},
        {"for i=0..n-1\n s += a[i]\n t += b[i]\nend\n", "reduction i: + s; + t"},
        {"for i=0..n-1\n g = g && a[i] < 10\n h = h || a[i] > 10\nend\n", "reduction i: && g; || h"},
        {"for i=0..n-1\n if a[i] > 10\n  g = false\n end\nend\n", "reduction i: && g"},
        {"for i=0..n-1\n j0 = max(j0, ia[i] + ib[i])\nend\n", "reduction i: max j0"},
        {"for i=0..19\n for j=0..19\n  s += aa[i,j]\n end\nend\n", "reduction i,j: + s"},
        {"for i=0..19\n for j=0..19\n  s += aa[i,j]\n  t *= 1 + bb[i,j]/100\n end\nend\n", "reduction i,j: + s; * t"},
        {"for i=0..19\n r = 0.0\n for j=0..19\n  r += aa[i,j]\n end\n a[i] = r\nend\n", "partial j: + r"},
        {"for i=0..19\n r = 0.0\n for j=0..19\n  r += aa[i,j]\n end\n s += r\nend\n", "reduction i: + s"},
        {"for i=0..19\n for j=0..19\n  s += aa[i,j]\n end\n s += a[i]\nend\n", "reduction i: + s"},
        {"for i=0..19\n r = 0.0\n for j=0..19\n  r += abs(aa[i,j])\n end\n m = max(m, r)\nend\n", "reduction i: max m"},
        {"for i=0..n-1\n p = a[i]*2\n p2 = p+1\n b[i] = p2*p\nend\n", "map i"},
        {"for i=0..n-1\n t = a[i]\n b[i] = t+1\nend\n", "map i"},
        {"k9 = 7\nfor i=0..n-1\n b[i] = a[i]+k9\nend\n", "map i"},
        {"for i=0..n-2\n a[i+1] = a[i]+1\nend\n", "scan i: + a"},
        {"for i=0..n-2\n a[i] = a[i+1]+1\nend\n", "map i"},
        {"for i=0..n-1\n a[idx[i]] += 1.0\n b[idx[i]] += 3.0\nend\n", "bins i: + a[idx[i]]; + b[idx[i]]"},
        {"for i=0..n-1\n a[idx[i]] = a[idx[i]]*0.5+1\nend\n", "serial R011"},
        {"for i=0..n-1\n c[0] = a[i]\nend\n", "serial R009"},
        {"q = 100\nfor i=0..n-1\n if q > 50\n  q -= 1\n end\nend\n", "serial R006"},
        {"for i=0..n-1\n p = i\nend\n", "map i"},
        {"k8 = 1\nfor i=0..n-1\n a[i] = a[i] + k8\nend\n", "map i"},
        {"for i=0..0\n for j=0..19\n  aa[i,j] = aa[i,j]+1\n end\nend\n", "map i,j"},
        {"for i=0..n-1\n if a[i] > 0.25\n  q += 1\n end\nend\n", "reduction i: + q"},
        {"q = 0\nfor i=0..n-1\n if a[i] > 0.25\n  a[q] = b[i]\n  q += 1\n end\nend\n", "serial R001"},
        {"q = 0\nfor i=0..n-1\n b[q] = a[i]\n q += 1\nend\n", "map i"},
        {"for i=0..48\n a[2*i] = a[2*i+1]\nend\n", "map i"},
        {"for i=0..49\n a[i] = a[i+50]*2\n b[i+50] = b[i]\nend\n", "map i"},
        {"for i=0..98\n a[i+1] = a[i]*2\nend\n", "scan i: * a"},
        {"for i=1..19\n for j=0..19\n  aa[i,j] = aa[i-1,j]*1.5\n end\nend\n", "serial R007 {map j}"},
        {"for i=1..19\n for j=0..18\n  aa[i,j] = aa[i-1,j+1]\n end\nend\n", "serial R007 {map j}"},
        {"for i=0..49\n a[2*i+1] = a[i]+1\nend\n", "serial R007"},
        {"for i=0..n-1\n b[i] = a[50]\n a[i] = b[i]+1\nend\n", "serial R007"},
        {"for i=0..n-1\n b[i] = t*2\n t = a[i]+b[i]\nend\n", "serial R020"},
        {"for i=0..19\n for j=0..18\n  aa[i,j] = aa[i,j+1]\n end\nend\n", "map i,j"},
        {"for i=0..18\n for j=0..19\n  aa[i+1,j] = aa[i,j]\n end\nend\n", "serial R007 {map j}"},
        {"for i=0..n-1\n r = a[i]-b[i]\n s = s + r*r\nend\n", "reduction i: + s"},
        {"for i=0..n-1\n for j=0..n-1\n  if j == i\n   a[i] = b[j]\n  end\n end\nend\n", "map i"},
        {"for i=0..19\n for j=0..19\n  if aa[i,j] > 0 && bb[i,j] > 0\n   q += 1\n  end\n end\nend\n",
         "reduction i,j: + q"},
        {"for i=0..n-1\n if a[i] > 1\n  j0 = i\n  break\n end\nend\n", "argreduce i: first j0"},
        {"for i=0..n-1\n if a[i] > 1\n  h = true\n  break\n end\nend\n", "argreduce i: first h"},
        {"for i=0..n-1\n s += a[i]\n m = max(m,a[i])\n lo = min(lo,a[i])\n if a[i] > 0\n  q += 1\n end\nend\n",
         "reduction i: + s; max m; min lo; + q"},
        {"for i=0..n-1\n s += a[i]\n b[i] = s\nend\n", "scan i: + s"},
        {"for i=0..n-1\n m = max(m, a[i])\n b[i] = m\nend\n", "scan i: max m"},
        {"for i=0..n-1\n aa[0,0] += a[i]\nend\n", "reduction i: + aa[0,0]"},
        {"for i=0..19\n for j=0..19\n  a[i] += aa[i,j]\n end\nend\n", "partial j: + a[i]"},
        {"for i=0..19\n for j=0..19\n  a[j] += aa[i,j]\n end\nend\n", "partial i: + a[j]"},
        {"for i=0..19\n for j=0..19\n  a[3] += aa[i,j]\n end\nend\n", "reduction i,j: + a[3]"},
        {"for i=0..n-1\n q = ia[i] + q - 3\nend\n", "reduction i: + q"},
        {"for i=0..n-1\n if mod(ia[i],2) == 0\n  q += ia[i]\n else\n  q -= ib[i]\n end\nend\n", "reduction i: + q"},
        {"for i=0..n-1\n q = mod(ia[i],2) == 0 ? q + ia[i] : q\nend\n", "reduction i: + q"},
        {"for i=0..n-1\n q = mod(ia[i],2) == 0 ? q + ia[i] : q - ib[i]\nend\n", "reduction i: + q"},
        {"for i=0..n-1\n q += mod(ia[i],2) == 0 ? ia[i] : 0\nend\n", "reduction i: + q"},
        {"for i=0..n-1\n q += ia[i] > 30\nend\n", "reduction i: + q"},
        {"for i=0..n-1\n if a[i] < lo\n  lo = a[i]\n elseif a[i] > m\n  m = a[i]\n end\nend\n", "serial R006"},
        {"for i=0..n-1\n if a[i] < lo\n  lo = a[i]\n end\n if a[i] > m\n  m = a[i]\n end\nend\n",
         "reduction i: min lo; max m"},
        {"for i=0..n-1\n if b[i] > 0 && a[i] > m\n  m = a[i]\n end\nend\n", "reduction i: max m"},
        {"for i=0..n-1\n if a[i] > m && b[i] > 0\n  m = a[i]\n end\nend\n", "reduction i: max m"},
        {"for i=0..n-1\n if a[i] > m && b[i] > 0\n  m = a[i]\n  j0 = i\n end\nend\n", "argreduce i: argmax m j0"},
        {"for i=0..n-1\n v = a[i]*b[i]\n if v > m\n  m = v\n end\nend\n", "reduction i: max m"},
        {"for i=0..n-1\n v = a[i]*b[i]\n if v > m\n  m = v\n  j0 = i\n end\nend\n", "argreduce i: argmax m j0"},
        {"for i=0..19\n for j=0..19\n  dd = abs(aa[i,j]-0.3)\n  if dd < lo\n   lo = dd\n   j0 = i*20+j\n  end\n "
         "end\nend\n",
         "argreduce i,j: argmin lo j0"},
    }};

}  // namespace

QC_SUITE(directives)
