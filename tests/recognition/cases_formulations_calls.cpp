// Functions, records, complex numbers, directives, searches, kept places, counters and privates in different ways.
#include <doctest/doctest.h>

#include "formulations.h"
#include "suite.h"

namespace {

using namespace qc_test;

const Suite calls = {
    "formulations with functions and searches",
    formulation_inputs,
    formulation_uses,
    {
        // functions, records, vectors, complex, pragmas, races
        {"s = 0.0\nvv = [0.0,0.0,0.0]\nfor i=0..n-1\nvv += [x[i],y[i],z[i]]\nend\n",
         "reduction i: + vv[0]; + vv[1]; + vv[2]"},
        {"cc = complex(0.0,0.0)\nfor i=0..n-1\ncc += zc[i]\nend\ns = real(cc)\n", "reduction i: + cc"},
        {"cc = complex(0.0,0.0)\nfor i=0..n-1\ncc = cc + zc[i]*wc[i]\nend\ns = real(cc)\n", "reduction i: + cc"},
        {"cc = complex(0.0,0.0)\nfor i=0..n-1\ncc -= x[i]\nend\ns = real(cc)\n", "reduction i: + cc"},
        {"cc = complex(1.0,0.0)\nfor i=0..n-1\ncc = zc[i]*cc\nend\ns = real(cc)\n", "reduction i: * cc"},
        {"cc = complex(1.0,0.0)\nfor i=0..n-1\ncc = cc*zc[i]*zc[i]\nend\ns = imag(cc)\n", "reduction i: * cc"},
        {"cc = complex(1.0,0.0)\nfor i=0..n-1\nq = cc*zc[i]\ncc = q\nend\ns = real(cc)\n", "reduction i: * cc"},
        {"cc = complex(1.0,0.0)\nfor i=0..n-1\ncc = cc*zc[i]+wc[i]\nend\ns = real(cc)*0\n", "serial R020"},
        {"cc = complex(1.0,0.0)\nfor i=0..n-1\ncc = cc*cc*0.01\nend\ns = real(cc)\n", "serial R020"},
        {"o = object()\no.s = 0.0\no.c = 0\nfor i=0..n-1\no.s += x[i]\no.c += 1\nend\ns = o.s+o.c\n",
         "reduction i: + o.s; + o.c"},
        {"o = object()\no.m = 5.0\no.at = 0\nfor i=0..n-1\nif x[i] < o.m\no.m = x[i]\no.at = i\nend\nend\ns = "
         "o.m+o.at\n",
         "argreduce i: argmin o.m o.at"},
        {"o = object()\no.s = 0.0\nfor i=0..n-1\no.s += x[i]\no.s *= 2\nend\ns = o.s\n", "serial R002"},
        {"o = object()\no.s = 0.0\nfor i=1..n-1\no.s = x[i] - o.s\nend\ns = o.s\n", "serial R003"},
        {"o = object()\no.s = 0.0\nfor i=0..n-1\nif o.s < 10\no.s += x[i]\nend\nend\ns = o.s\n", "serial R006"},
        {"o = object()\no.s = 0.0\no.c = 1\nfor i=0..n-1\no.s = o.s*x[i] + o.c\no.c = int(o.s)\nend\ns = o.s\n",
         "serial R005"},
        {"function r = sq(a)\n r = a*a\nend\nfor i=0..n-1\ns += sq(x[i])\nend\n", "reduction i: + s"},
        {"function r = addto(a, b)\n r = a + b\nend\nfor i=0..n-1\ns = addto(s, x[i])\nend\n", "reduction i: + s"},
        {"function r = bigger(a, b)\n if a > b\n  r = a\n else\n  r = b\n end\nend\nfor i=0..n-1\nm = bigger(x[i], "
         "m)\nend\n",
         "reduction i: max m"},
        {"function r = bigger(a, b)\n r = a\n if b > a\n  r = b\n end\nend\nfor i=0..n-1\nm = bigger(m, x[i])\nend\n",
         "reduction i: max m"},
        {"function [] = put(a, i, v)\n a[i] += v\nend\nfor i=0..n-1\nput(h, k[i], y[i])\nend\n", "bins i: + h[i_1]"},
        {"function [] = put(a, i, v)\n a[0] += v\nend\nfor i=0..n-1\nput(h, i, y[i])\nend\n", "reduction i: + h[0]"},
        {"g2 = (a) -> a*2+1\nfor i=0..n-1\ns += g2(x[i])\nend\n", "reduction i: + s"},
        {"function r = horner(a)\n r = 0.0\n for q=0..3\n  r = r*a + q\n end\nend\nfor i=0..n-1\ny[i] = "
         "horner(x[i])\nend\n",
         "serial R005 | map i"},
        {"function r = norm2(a, i)\n r = 0.0\n for q=0..4\n  r += a[i,q]*a[i,q]\n end\nend\nfor i=0..19\nz[i] = "
         "norm2(A, i)\nend\n",
         "reduction q: + r | partial q: + r"},
        {"function r = fac(a)\n if a <= 1\n  r = 1\n else\n  r = a*fac(a-1)\n end\nend\nfor i=0..9\nz[i] = "
         "fac(i)\nend\n",
         "interpreted R903"},
        {"#pragma force_parallel\nfor i=0..n-1\nz[ip[i]] = x[i]\nend\n", "map i"},
        {"#pragma force_serial\nfor i=0..n-1\ns += x[i]\nend\n", "serial R017"},
        {"{!parallel for}\nfor i=0..19\nfor j=0..29\ns += A[i,j]\nend\nend\n", "reduction i,j: + s"},
        // what a condition computes and its branch computes again
        {"function r = f2(a)\n w = a*a\n r = w + sqrt(w)\nend\nfor i=0..n-1\nif f2(x[i]) < m\nm = f2(x[i])\nend\nend\n",
         "reduction i: min m"},
        {"function r = f2(a)\n w = a*a\n r = w + sqrt(w)\nend\nfor i=0..n-1\nif f2(x[i]) < m\nm = f2(y[i])\nend\nend\n",
         "serial R006"},
        {"function r = f2(a)\n if a > 0.1\n  r = a\n else\n  r = 0.2-a\n end\nend\nfor i=0..n-1\nif f2(x[i]) > s\ns = "
         "f2(x[i])\nj0 = i\nend\nend\n",
         "argreduce i: argmax s j0"},
        {"for i=0..n-1\nif s < max(x[i..min(i+k[i],n-1)])\ns = max(x[i..min(i+k[i],n-1)])\nend\nend\n",
         "reduction i: max s"},
        {"for i=0..n-1\nif s < max(x[i..min(i+k[i],n-1)])\ns = max(x[i..min(i+k[i],n-2)])\nend\nend\n", "serial R006"},
        {"for i=0..n-1\nif s < max(x[i..min(i+k[i],n-1)])\nc += 1\ns = max(x[i..min(i+c,n-1)])\nend\nend\n",
         "serial R006"},
        {"for i=0..n-1\nif s < max(x[i..min(i+k[i],n-1)])\ns = sum(x[i..min(i+k[i],n-1)])\nend\nend\n", "serial R006"},
        {"for i=0..n-1\nif s < max(x[i..min(i+k[i],n-1)])\nx[i] = 0\ns = max(x[i..min(i+k[i],n-1)])\nend\nend\n",
         "serial R006"},
        {"for i=0..19\nt = 0.0\nfor j=0..k[i]\nt += A[i,j]\nend\nif t > s\nt = 0.0\nfor j=0..k[i]\nt += A[i,j]\nend\ns "
         "= "
         "t\nend\nend\n",
         "serial R006 {reduction j: + t, reduction j: + t}"},
        {"for i=0..19\nt = 0.0\nfor j=0..k[i]\nt += A[i,j]\nend\nv = 0.0\nfor j=0..k[i]\nv += A[i,j]\nend\nif t > s\ns "
         "= "
         "v\nend\nend\n",
         "reduction i: max s"},
        // also what is summed up in lanes of the iteration
        {"for i=0..n-1\nif s < sum(x[i..min(i+k[i],n-1)])\ns = sum(x[i..min(i+k[i],n-1)])\nend\nend\n",
         "reduction i: max s"},
        {"for i=0..n-1\nif std(x[i..min(i+k[i],n-1)]) <= m\nm = std(x[i..min(i+k[i],n-1)])\nj0 = i\nend\nend\n",
         "argreduce i: argmin m j0"},
        {"for i=0..n-1\nif norm(x[i..min(i+k[i],n-1)]) > s\ns = norm(x[i..min(i+k[i],n-1)])\nend\nend\n",
         "reduction i: max s"},
        {"for i=0..n-1\nif s < sum(x[i..min(i+k[i],n-1)])\ns = sum(y[i..min(i+k[i],n-1)])\nend\nend\n", "serial R006"},
        {"for i=0..n-1\nif s < sum(x[i..min(i+k[i],n-1)])\ns = norm(x[i..min(i+k[i],n-1)])\nend\nend\n", "serial R006"},
        {"for i=0..n-1\nif s < sum(x[i..min(i+k[i],n-1)])\nx[i] = 0\ns = sum(x[i..min(i+k[i],n-1)])\nend\nend\n",
         "serial R006"},
        {"function r = f2(x, k, i)\n w = zeros(k[i])\n for j=0..k[i]-1\n  w[j] = x[j]*i\n end\n r = w[0] + w[k[i]-1]\n"
         "end\nfor i=0..n-1\nif f2(x, k, i) < m\nm = f2(x, k, i)\nend\nend\n",
         "map j | reduction i: min m"},
        {"function r = f2(x, k, i)\n w = zeros(k[i])\n for j=0..k[i]-1\n  w[j] = x[j]*i\n end\n r = w[0] + w[k[i]-1]\n"
         "end\nfor i=0..n-1\nif f2(x, k, i) < m\nm = f2(y, k, i)\nend\nend\n",
         "map j | serial R006 {map j, map j}"},
        // a call as an arm of a choice
        {"function r = f2(a)\n r = a*a\n if r > 0.1\n  r = r-a\n end\nend\nfor i=0..n-1\nif s < (k[i] > 3 ? f2(x[i]) : "
         "2)\ns = k[i] > 3 ? f2(x[i]) : 2\nend\nend\n",
         "reduction i: max s"},
        {"function r = f2(a)\n r = a*a\n if r > 0.1\n  r = r-a\n end\nend\nfor i=0..n-1\nif s < (k[i] > 3 ? f2(x[i]) : "
         "f2(y[i]))\ns = k[i] > 3 ? f2(x[i]) : f2(y[i])\nend\nend\n",
         "reduction i: max s"},
        {"function r = f2(a)\n r = a*a\n if r > 0.1\n  r = r-a\n end\nend\nfor i=0..n-1\nif s < (1 + (c > 3 ? (k[i] > "
         "3 ? f2(x[i]) : 1) : y[i]))\ns = 1 + (c > 3 ? (k[i] > 3 ? f2(x[i]) : 1) : y[i])\nend\nend\n",
         "reduction i: max s"},
        {"function r = f2(a)\n r = a*a\n if r > 0.1\n  r = r-a\n end\nend\nfor i=0..n-1\nif s < (f2(y[i]) > 0 && k[i] "
         "> 3 ? f2(x[i]) : 3)\ns = f2(y[i]) > 0 && k[i] > 3 ? f2(x[i]) : 3\nend\nend\n",
         "reduction i: max s"},
        {"function r = f2(a)\n r = a*a\n if r > 0.1\n  r = r-a\n end\nend\nfor i=0..n-1\nif s < (k[i] > 3 ? f2(x[i]) : "
         "2)\ns = k[i] > 3 ? f2(x[i]) : 1\nend\nend\n",
         "serial R006"},
        {"function r = f2(a)\n r = a*a\n if r > 0.1\n  r = r-a\n end\nend\nfor i=0..n-1\nif s < (k[i] > 3 ? f2(x[i]) : "
         "2)\ns = k[i] > 2 ? f2(x[i]) : 2\nend\nend\n",
         "serial R006"},
        {"function r = f2(a)\n r = a*a\n if r > 0.1\n  r = r-a\n end\nend\nfor i=0..n-1\nif s < (k[i] > 3 ? f2(x[i]) : "
         "2)\ns = k[i] > 3 ? f2(y[i]) : 2\nend\nend\n",
         "serial R006"},
        // which of equal values is kept does not matter of a number that is no zero
        {"for i=0..n-1\nif 0.1 <= m\nm = 0.1\nend\nif x[i] < m\nm = x[i]\nend\nend\n", "reduction i: min m"},
        {"for i=0..n-1\nif x[i] <= m\nm = x[i]\nend\nif mod(1,9)/70 < m\nm = mod(1,9)/70\nend\nend\n",
         "reduction i: min m"},
        {"for i=0..n-1\nif 0.1 <= m\nm = 0.1\nend\nif x[i] < m\nm = x[i]\nend\nif y[i] <= m\nm = y[i]\nend\nend\n",
         "serial R002"},
        {"for i=0..n-1\nif 0.0 <= m\nm = 0.0\nend\nif x[i] < m\nm = x[i]\nend\nend\n", "serial R002"},
        {"for i=0..n-1\nif 0.1 <= m\nm = 0.1\nj0 = i\nend\nif x[i] < m\nm = x[i]\nend\nend\n", "serial R002"},
        {"for i=0..n-1\nm = min(m, 0.1)\nif x[i] < m\nm = x[i]\nend\nend\n", "serial R002"},
        {"for i=0..n-1\nif 0.1 <= h[0]\nh[0] = 0.1\nend\nif x[i] < h[0]\nh[0] = x[i]\nend\nend\n",
         "reduction i: min h[0]"},
        // searches
        {"for i=0..n-1\nif x[i] > 0.7\nf = true\nbreak\nend\nend\n", "argreduce i: first f"},
        {"for i=0..n-1\nif x[i] > 0.7\ns = x[i]\nj0 = i\nbreak\nend\nend\n", "argreduce i: first s j0"},
        {"for i=0..n-1\nif !(x[i] > 0.7)\ncontinue\nend\nj0 = i\nbreak\nend\n", "argreduce i: first j0"},
        {"for i=0..n-1\nif x[i] > 0.7\nbreak\nend\nc += 1\nend\n", "serial R013"},
        {"for i=0..n-1\nif x[i] > 0.7\nbreak\nend\ns += x[i]\nend\n", "serial R013"},
        {"for i=0..n-1\nif x[i] > 0.7 && j0 < 0\nj0 = i\nend\nend\n", "argreduce i: first j0"},
        {"for i=0..n-1\nif j0 < 0 && x[i] > 0.7\nj0 = i\nend\nend\n", "argreduce i: first j0"},
        {"for i=0..n-1\nif x[i] > 0.7 && !f\nf = true\nj0 = i\nend\nend\n", "argreduce i: first f j0"},
        {"for i=0..n-1\nj0 = x[i] > 0.7 ? max(j0, i) : j0\nend\n", "reduction i: max j0"},
        {"for i=0..n-1\nif x[i] > 0.7\nj0 = max(j0, i)\nend\nend\n", "reduction i: max j0"},
        {"for i=0..n-1\nif x[i] > x[mod(i+1,n)]\ng = false\nend\nend\n", "reduction i: && g"},
        {"for i=0..n-1\nif x[i] > m\nt = m\nm = x[i]\nend\nend\n", "serial R001"},
        // arg with tie rules and several companions
        {"for i=0..n-1\nif x[i] < m\nm = x[i]\nj0 = i\ns = y[i]\nend\nend\n", "argreduce i: argmin m j0 s"},
        {"for i=0..n-1\nif x[i] <= m\nm = x[i]\nj0 = i\nend\nend\n", "argreduce i: argmin m j0"},
        {"for i=0..n-1\nif x[i] < m\nm = x[i]\nj0 = i\nc += 1\nend\nend\n", "serial R006"},
        {"for i=0..n-1\nif x[i] < m\nm = x[i]\nj0 = i\nend\nif y[i] > s\ns = y[i]\nj1 = i\nend\nend\n",
         "argreduce i: argmin m j0; argmax s j1"},
        {"for i=0..n-1\nif x[i] < m\nm = y[i]\nj0 = i\nend\nend\n", "serial R006"},
        {"for i=0..n-1\nif x[i] < m\nj0 = i\nm = x[i]\nend\nend\n", "argreduce i: argmin m j0"},
        {"for i=0..n-1\nif m > x[i]\nm = x[i]\nj0 = i\nend\nend\n", "argreduce i: argmin m j0"},
        {"for i=0..n-1\nj0 = x[i] < m ? i : j0\nm = min(m, x[i])\nend\n", "scan i: min m; last j0"},
        {"for i=0..n-1\nif x[i] < m\nj0 = i\nend\nm = min(m, x[i])\nend\n", "scan i: min m; last j0"},
        {"for i=0..19\nfor j=0..29\nif A[i,j] > m\nm = A[i,j]\nj0 = i\nj1 = j\nend\nend\nend\n",
         "argreduce i,j: argmax m j0 j1"},
        {"for i=0..19\nm = -100.0\nj1 = 0\nfor j=0..29\nif A[i,j] > m\nm = A[i,j]\nj1 = j\nend\nend\nk[i] = j1\nend\n",
         "partial j: argmax m j1"},
        {"for i=0..n-1\nm = max(m, x[i])\ns = min(s, x[i])\nt += x[i]\nc += 1\nv += x[i]*x[i]\nend\n",
         "reduction i: max m; min s; + t; + c; + v"},
        // induction
        {"q = 99\nfor i=0..n-1\nz[q] = x[i]\nq = q - 1\nend\n", "map i"},
        {"q = 0\nfor i=0..9\nfor j=0..9\nz[q] = i*j\nq += 1\nend\nend\n", "map i,j"},
        {"q = 0\nfor i=0..9\nfor j=0..9\nif i == j\ncontinue\nend\ns += z[q]\nq += 1\nend\nend\n",
         "serial R025 {scan j: + q; + s}"},
        {"q = 0.0\nfor i=0..n-1\nz[i] = q\nq += 0.5\nend\n", "map i"},
        {"q = 1.0\nfor i=0..n-1\nz[i] = q\nq *= 2\nend\n", "scan i: * q"},
        {"q = 1\nfor i=0..n-1\nz[i] = x[mod(q,n)]\nq = mod(q*5, 97)\nend\n", "serial R005"},
        {"q = 0\nfor i=0..n-1\nif x[i] > 0\nq += 1\nz[q-1] = i\nend\nend\nc = q\n", "scan i: + q"},
        {"q = 0\nfor i=0..n-1\nz[q] = x[i]\nif x[i] > 0\nq += 1\nend\nend\n", "serial R001"},
        // private / lastprivate
        {"for i=0..n-1\nq = x[i]\nz[i] = q*q\nend\ns = q\n", "map i"},
        {"q = 3.0\nfor i=0..n-1\nif x[i] > 0\nq = x[i]\nend\nz[i] = q\nend\n", "scan i: last q"},
        {"for i=0..n-1\nfor j=0..3\nq = x[i]*j\nend\nz[i] = q\nend\n", "map i"},
        {"for i=0..n-1\ntmp = zeros(3)\nfor j=0..2\ntmp[j] = x[i]*j\nend\nz[i] = tmp[0]+tmp[2]\nend\n", "map i"},
    }};

}  // namespace

QC_SUITE(calls)
