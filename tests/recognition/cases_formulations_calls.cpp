// Functions, records, complex numbers, directives, searches, kept places, counters and privates in different ways.
#include <doctest/doctest.h>

#include "formulations.h"
#include "suite.h"

namespace {

using namespace qc_test;

const Suite calls = {
    "formulations with functions and searches", formulation_inputs, formulation_uses,
    {
        // functions, records, vectors, complex, pragmas, races
        {"s = 0.0\nvv = [0.0,0.0,0.0]\nfor i=0..n-1\nvv += [x[i],y[i],z[i]]\nend\n", "?"},
        {"for i=0..n-1\ncs = complex(x[i],y[i])\ns += abs(cs)\nend\n", "?"},
        {"cc = complex(0.0,0.0)\nfor i=0..n-1\ncc += zc[i]\nend\ns = real(cc)\n", "?"},
        {"cc = complex(0.0,0.0)\nfor i=0..n-1\ncc = cc + zc[i]*wc[i]\nend\ns = real(cc)\n", "?"},
        {"cc = complex(0.0,0.0)\nfor i=0..n-1\ncc += zc[i]*conj(wc[i])\nend\ns = imag(cc)\n", "?"},
        {"cc = complex(0.0,0.0)\nfor i=0..n-1\ncc -= x[i]\nend\ns = real(cc)\n", "?"},
        {"cc = complex(1.0,0.0)\nfor i=0..n-1\ncc *= zc[i]\nend\ns = real(cc)\n", "?"},
        {"cc = complex(1.0,0.0)\nfor i=0..n-1\ncc = zc[i]*cc\nend\ns = real(cc)\n", "?"},
        {"cc = complex(1.0,0.0)\nfor i=0..n-1\ncc = cc*zc[i]*zc[i]\nend\ns = imag(cc)\n", "?"},
        {"cc = complex(1.0,0.0)\nfor i=0..n-1\ncc = cc*z[i]\nend\ns = real(cc)\n", "?"},
        {"cc = complex(1.0,0.0)\nfor i=0..n-1\nq = cc*zc[i]\ncc = q\nend\ns = real(cc)\n", "?"},
        {"cc = complex(1.0,0.0)\nfor i=0..n-1\nif x[i] > 0\ncc *= zc[i]\nend\nend\ns = real(cc)\n", "?"},
        {"cc = complex(1.0,0.0)\nfor i=0..n-1\ncc = cc*zc[i]+wc[i]\nend\ns = real(cc)*0\n", "?"},
        {"cc = complex(1.0,0.0)\nfor i=0..n-1\ncc = cc*cc*0.01\nend\ns = real(cc)\n", "?"},
        {"o = object()\no.s = 0.0\no.c = 0\nfor i=0..n-1\no.s += x[i]\no.c += 1\nend\ns = o.s+o.c\n", "?"},
        {"o = object()\no.m = 5.0\no.at = 0\nfor i=0..n-1\nif x[i] < o.m\no.m = x[i]\no.at = i\nend\nend\ns = o.m+o.at\n", "?"},
        {"function r = sq(a)\n r = a*a\nend\nfor i=0..n-1\ns += sq(x[i])\nend\n", "?"},
        {"function r = addto(a, b)\n r = a + b\nend\nfor i=0..n-1\ns = addto(s, x[i])\nend\n", "?"},
        {"function r = addto(a, b)\n r = b + a\nend\nfor i=0..n-1\ns = addto(x[i], s)\nend\n", "?"},
        {"function r = bigger(a, b)\n if a > b\n  r = a\n else\n  r = b\n end\nend\nfor i=0..n-1\nm = bigger(x[i], m)\nend\n", "?"},
        {"function r = bigger(a, b)\n r = a\n if b > a\n  r = b\n end\nend\nfor i=0..n-1\nm = bigger(m, x[i])\nend\n", "?"},
        {"function [] = put(a, i, v)\n a[i] = v\nend\nfor i=0..n-1\nput(x, i, y[i])\nend\n", "?"},
        {"function [] = put(a, i, v)\n a[i] += v\nend\nfor i=0..n-1\nput(h, k[i], y[i])\nend\n", "?"},
        {"function [] = put(a, i, v)\n a[0] += v\nend\nfor i=0..n-1\nput(h, i, y[i])\nend\n", "?"},
        {"function r = clip(a)\n if a < 0\n  r = 0.0\n  return\n end\n r = a\nend\nfor i=0..n-1\ns += clip(x[i])\nend\n", "?"},
        {"g2 = (a) -> a*2+1\nfor i=0..n-1\ns += g2(x[i])\nend\n", "?"},
        {"acc = (a, b) -> a + b\nfor i=0..n-1\ns = acc(s, x[i])\nend\n", "?"},
        {"function r = horner(a)\n r = 0.0\n for q=0..3\n  r = r*a + q\n end\nend\nfor i=0..n-1\ny[i] = horner(x[i])\nend\n", "?"},
        {"function r = norm2(a, i)\n r = 0.0\n for q=0..4\n  r += a[i,q]*a[i,q]\n end\nend\nfor i=0..19\nz[i] = norm2(A, i)\nend\n", "?"},
        {"function r = fac(a)\n if a <= 1\n  r = 1\n else\n  r = a*fac(a-1)\n end\nend\nfor i=0..9\nz[i] = fac(i)\nend\n", "?"},
        {"#pragma force_parallel\nfor i=0..n-1\nz[ip[i]] = x[i]\nend\n", "?"},
        {"#pragma force_parallel\nfor i=0..n-1\ns += x[i]\nh[k[i]] += 1\nend\n", "?"},
        {"#pragma force_serial\nfor i=0..n-1\ns += x[i]\nend\n", "?"},
        {"{!parallel for}\nfor i=0..19\nfor j=0..29\ns += A[i,j]\nend\nend\n", "?"},
        // searches
        {"for i=0..n-1\nif x[i] > 0.7\nj0 = i\nbreak\nend\nend\n", "?"},
        {"for i=0..n-1\nif x[i] > 0.7\nf = true\nbreak\nend\nend\n", "?"},
        {"for i=0..n-1\nif x[i] > 0.7\ns = x[i]\nj0 = i\nbreak\nend\nend\n", "?"},
        {"for i=0..n-1\nq = x[i]*y[i]\nif q > 0.2\ns = q\nbreak\nend\nend\n", "?"},
        {"for i=0..n-1\nif !(x[i] > 0.7)\ncontinue\nend\nj0 = i\nbreak\nend\n", "?"},
        {"for i=0..n-1\nif x[i] > 0.7\nbreak\nend\nend\nj0 = i\n", "?"},
        {"for i=0..n-1\nif x[i] > 0.7\nbreak\nend\nc += 1\nend\n", "?"},
        {"for i=0..n-1\nif x[i] > 0.7\nbreak\nend\ns += x[i]\nend\n", "?"},
        {"for i=0..n-1\nif x[i] > 0.7 && j0 < 0\nj0 = i\nend\nend\n", "?"},
        {"for i=0..n-1\nif j0 < 0 && x[i] > 0.7\nj0 = i\nend\nend\n", "?"},
        {"for i=0..n-1\nif x[i] > 0.7\nif j0 == -1\nj0 = i\nend\nend\nend\n", "?"},
        {"for i=0..n-1\nif x[i] > 0.7 && !f\nf = true\nj0 = i\nend\nend\n", "?"},
        {"for i=0..n-1\nj0 = x[i] > 0.7 ? i : j0\nend\n", "?"},
        {"for i=0..n-1\nj0 = x[i] > 0.7 ? max(j0, i) : j0\nend\n", "?"},
        {"for i=0..n-1\nif x[i] > 0.7\nj0 = max(j0, i)\nend\nend\n", "?"},
        {"for i=0..n-1\nif x[i] == y[i]\nf = true\nend\nend\n", "?"},
        {"for i=0..n-1\nif x[i] > x[mod(i+1,n)]\ng = false\nend\nend\n", "?"},
        {"for i=0..n-2\ng = g && x[i] <= x[i+1]\nend\n", "?"},
        {"for i=0..n-1\nif x[i] > m\nt = m\nm = x[i]\nend\nend\n", "?"},
        // arg with tie rules and several companions
        {"for i=0..n-1\nif x[i] < m\nm = x[i]\nj0 = i\ns = y[i]\nend\nend\n", "?"},
        {"for i=0..n-1\nif x[i] <= m\nm = x[i]\nj0 = i\nend\nend\n", "?"},
        {"for i=0..n-1\nq = x[i]*x[i]+y[i]*y[i]\nif q < m\nm = q\nj0 = i\nend\nend\n", "?"},
        {"for i=0..n-1\nif x[i] < m\nm = x[i]\nj0 = i\nc += 1\nend\nend\n", "?"},
        {"for i=0..n-1\nif x[i] < m\nm = x[i]\nj0 = i\nend\nif y[i] > s\ns = y[i]\nj1 = i\nend\nend\n", "?"},
        {"for i=0..n-1\nif x[i] < m\nm = x[i]\nj0 = i\nend\ns += x[i]\nend\n", "?"},
        {"for i=0..n-1\nif x[i] < m\nm = y[i]\nj0 = i\nend\nend\n", "?"},
        {"for i=0..n-1\nif x[i] < m\nj0 = i\nm = x[i]\nend\nend\n", "?"},
        {"for i=0..n-1\nif m > x[i]\nm = x[i]\nj0 = i\nend\nend\n", "?"},
        {"for i=0..n-1\nj0 = x[i] < m ? i : j0\nm = min(m, x[i])\nend\n", "?"},
        {"for i=0..n-1\nif x[i] < m\nj0 = i\nend\nm = min(m, x[i])\nend\n", "?"},
        {"for i=0..n-1\nj0 = x[i] < m ? i : j0\nm = x[i] < m ? x[i] : m\nend\n", "?"},
        {"for i=0..19\nfor j=0..29\nif A[i,j] > m\nm = A[i,j]\nj0 = i\nj1 = j\nend\nend\nend\n", "?"},
        {"for i=0..19\nfor j=0..29\nif A[i,j] < m\nm = A[i,j]\nr = i*30+j\nend\nend\nend\n", "?"},
        {"for i=0..19\nm = -100.0\nj1 = 0\nfor j=0..29\nif A[i,j] > m\nm = A[i,j]\nj1 = j\nend\nend\nk[i] = j1\nend\n", "?"},
        {"for i=0..n-1\nm = max(m, x[i])\ns = min(s, x[i])\nt += x[i]\nc += 1\nv += x[i]*x[i]\nend\n", "?"},
        // induction
        {"q = 0\nfor i=0..49\nq += 2\nz[q-1] = x[i]\nend\n", "?"},
        {"q = 99\nfor i=0..n-1\nz[q] = x[i]\nq = q - 1\nend\n", "?"},
        {"q = 0\nfor i=0..49\nz[q] = x[i]\nq = q + 1\nz[q] = y[i]\nq = q + 1\nend\n", "?"},
        {"q = 0\nfor i=0..9\nfor j=0..9\nz[q] = i*j\nq += 1\nend\nend\n", "?"},
        {"q = 0\nfor i=0..9\nfor j=0..9\nif i == j\ncontinue\nend\ns += z[q]\nq += 1\nend\nend\n", "?"},
        {"q = 0.0\nfor i=0..n-1\nz[i] = q\nq += 0.5\nend\n", "?"},
        {"q = 0.0\nfor i=0..n-1\nz[i] = q\nq += 0.1\nend\n", "?"},
        {"q = 1.0\nfor i=0..n-1\nz[i] = q\nq *= 2\nend\n", "?"},
        {"q = 1\nfor i=0..n-1\nz[i] = x[mod(q,n)]\nq = mod(q*5, 97)\nend\n", "?"},
        {"q = 0\nfor i=0..n-1\nif x[i] > 0\nz[q] = x[i]\nq += 1\nend\nend\nc = q\n", "?"},
        {"q = 0\nfor i=0..n-1\nif x[i] > 0\nq += 1\nz[q-1] = i\nend\nend\nc = q\n", "?"},
        {"q = 0\nfor i=0..n-1\nz[q] = x[i]\nif x[i] > 0\nq += 1\nend\nend\n", "?"},
        // private / lastprivate
        {"for i=0..n-1\nq = x[i]\nz[i] = q*q\nend\ns = q\n", "?"},
        {"for i=0..n-1\nif x[i] > 0\nq = 1.0\nelse\nq = 2.0\nend\nz[i] = q\nend\ns = q\n", "?"},
        {"q = 3.0\nfor i=0..n-1\nif x[i] > 0\nq = x[i]\nend\nz[i] = q\nend\n", "?"},
        {"for i=0..n-1\nfor j=0..3\nq = x[i]*j\nend\nz[i] = q\nend\n", "?"},
        {"tmp = zeros(3)\nfor i=0..n-1\nfor j=0..2\ntmp[j] = x[i]*j\nend\nz[i] = tmp[0]+tmp[1]*tmp[2]\nend\n", "?"},
        {"for i=0..n-1\ntmp = zeros(3)\nfor j=0..2\ntmp[j] = x[i]*j\nend\nz[i] = tmp[0]+tmp[2]\nend\n", "?"},
    }};

}  // namespace

QC_SUITE(calls)
