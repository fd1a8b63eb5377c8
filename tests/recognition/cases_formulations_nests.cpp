// Nests, elements, bins, strides and directions in the different ways in which they are written.
#include <doctest/doctest.h>

#include "formulations.h"
#include "suite.h"

namespace {

using namespace qc_test;

const Suite nests = {
    "formulations of nests and elements",
    formulation_inputs,
    formulation_uses,
    {
        // nested, 2-D, 3-D, partial, order
        {"for i=0..19\nq = 0.0\nfor j=0..29\nq += A[i,j]\nend\ns += q\nend\n", "reduction i: + s"},
        {"for i=0..19\nfor j=i..29\ns += A[i,j]\nend\nend\n", "reduction i: + s"},
        {"for i=0..19\nfor j=0..i\ns += A[i,j]\nend\nend\n", "reduction i: + s"},
        {"for i=0..19\nfor j=0..29\nz[j] += A[i,j]\nend\nend\n", "partial i: + z[j]"},
        {"for i=0..19\nz[i] = 0\nfor j=0..29\nz[i] = z[i] + A[i,j]*x[j]\nend\nend\n", "partial j: + z[i]"},
        {"for i=0..19\nq = 0.0\nfor j=0..29\nq = q + A[i,j]*x[j]\nend\nz[i] = q\nend\n", "partial j: + q"},
        {"for i=0..19\nm = -1000.0\nfor j=0..29\nm = max(m, A[i,j])\nend\nz[i] = m\nend\n", "partial j: max m"},
        {"for i=0..19\nq = 0\nfor j=0..29\nif A[i,j] > 0\nq += 1\nend\nend\nk[i] = q\nend\n", "partial j: + q"},
        {"for i=0..19\nfor j=0..29\nq = 0.0\nfor l=0..29\nq += A[i,l]*Q[l,j]\nend\nC[i,j] = q\nend\nend\n",
         "partial l: + q"},
        {"for i=0..19\nfor l=0..29\nfor j=0..29\nC[i,j] += A[i,l]*Q[l,j]\nend\nend\nend\n", "partial l: + C[i,j]"},
        {"for i=0..19\nfor j=0..29\nC[i,j] = 2*C[i,j]\nfor l=0..29\nC[i,j] += A[i,l]*Q[l,j]\nend\nend\nend\n",
         "partial l: + C[i,j]"},
        {"for i=0..5\nfor j=0..6\nfor q=0..2\ns += cu[i,j,q]\nend\nend\nend\n", "reduction i,j,q: + s"},
        {"for q=0..2\nfor i=0..5\nfor j=0..6\nh[q] += cu[i,j,q]\nend\nend\nend\n", "partial i,j: + h[q]"},
        {"for i=0..5\nfor j=0..6\nq = 0.0\nfor l=0..2\nq += cu[i,j,l]\nend\nfor l=0..2\ncu[i,j,l] = "
         "cu[i,j,l]/(q+1)\nend\nend\nend\n",
         "map i,j"},
        {"for i=1..18\nfor j=1..28\nC[i,j] = A[i-1,j]+A[i+1,j]+A[i,j-1]+A[i,j+1]-4*A[i,j]\nend\nend\n", "map i,j"},
        {"for i=1..18\nfor j=1..28\nA[i,j] = 0.25*(A[i-1,j]+A[i+1,j]+A[i,j-1]+A[i,j+1])\nend\nend\n",
         "serial R007 {serial R007}"},
        {"for i=1..18\nfor j=0..29\nA[i,j] = A[i-1,j]+B[i,j]\nend\nend\n", "serial R007 {map j}"},
        {"for i=0..18\nfor j=0..29\nA[i,j] = A[i+1,j]*2\nend\nend\n", "map i,j"},
        {"for i=0..19\nfor j=0..19\nQ[i,j] = Q[j,i]\nend\nend\n", "serial R011 {map j}"},
        {"for i=0..29\nfor j=0..29\nQ[j,i] = i+j\nend\nend\n", "map i,j"},
        {"for i=0..29\nQ[i,i] = 1\nend\n", "map i"},
        {"for i=0..29\ns += Q[i,29-i]\nend\n", "reduction i: + s"},
        {"for i=0..29\nfor j=0..29\nif i < j\ncontinue\nend\ns += Q[i,j]\nend\nend\n", "reduction i,j: + s"},
        {"for i=0..19\nfor j=0..29\nm = max(m, abs(A[i,j]-B[i,j]))\nend\nend\n", "reduction i,j: max m"},
        {"for i=0..19\nfor j=0..29\nh[int(B[i,j]*16)] += 1\nend\nend\n", "bins i,j: + h[int(B[i,j]*16.0)]"},
        {"for i=0..n-1\nb = min(15, int(w[i]*16))\nif x[i] > 0\nh[b] += x[i]\nend\nend\n", "bins i: + h[b]"},
        {"for i=0..n-1\nb = k[i]\nif x[i] > h[b]\nh[b] = x[i]\nend\nend\n", "bins i: max h[b]"},
        {"for i=0..n-1\nhi[k[i]] = hi[k[i]] + 1\nend\n", "bins i: + hi[k[i]]"},
        {"for i=0..n-1\nh[k[i]] += 1\ns += h[0]\nend\n", "serial R012"},
        {"for i=0..n-1\nh[k[i]] += x[i]\nc += 1\nend\n", "bins i: + c; + h[k[i]]"},
        {"for i=0..n-1\nh[k[i]] = x[i]\nend\n", "serial R011"},
        {"for i=0..n-1\nh[mod(i,4)] += x[i]\nend\n", "bins i: + h[mod(i,4)]"},
        {"for i=0..n-1\nh[int(i/10)] += x[i]\nend\n", "bins i: + h[int(i/10)]"},
        {"for i=0..n-1\nh[0] += x[i]\nh[1] += y[i]\nend\n", "reduction i: + h[0]; + h[1]"},
        {"for i=0..n-1\nh[0] = h[0] + x[i]\nh[1] = max(h[1], y[i])\nend\n", "reduction i: + h[0]; max h[1]"},
        {"for i=0..n-1\nh[p] += x[i]\nh[0] += y[i]\nend\n", "reduction i: + h[p]; + h[0]"},
        {"for i=0..n-1\nif x[i] > 0\nh[0] += x[i]\nelse\nh[1] += x[i]\nend\nend\n", "reduction i: + h[0]; + h[1]"},
        {"for i=0..n-1\nh[x[i] > 0 ? 0 : 1] += x[i]\nend\n", "bins i: + h[x[i]>0.0 ? 0 : 1]"},
        {"for i=0..n-1\nx[0] += x[i]\nend\n", "serial R001"},
        {"for i=0..n-2\nx[n-1] += x[i]\nend\n", "reduction i: + x[n-1]"},
        {"for i=0..n-1\nu8[i] = u8[i] + 200\nend\n", "map i"},
        {"for i=0..n-1\nu8[0] += u8[i]\nend\n", "serial R001"},
        {"for i=1..n-1\nu8[0] += u8[i]\nend\n", "reduction i: + u8[0]"},
        {"for i=0..n-1\nbb[i] = !bb[i]\nend\n", "map i"},
        // strides, directions, triangular
        {"for i=0..2..n-1\ns += x[i]\nend\n", "reduction i: + s"},
        {"for i=n-1..-1..0\ns += x[i]\nend\n", "reduction i: + s"},
        {"for i=0..2..n-2\nx[i] = x[i+1]\nend\n", "map i"},
        {"for i=0..49\nx[2*i] = x[2*i+1]\nend\n", "map i"},
        {"for i=0..48\nx[2*i] = x[2*i+2]\nend\n", "map i"},
        {"for i=1..49\nx[2*i] = x[2*i-2]\nend\n", "serial R007"},
        {"for i=0..49\nx[i+50] = x[i]\nend\n", "map i"},
        {"for i=0..59\nx[i+40] = x[i]\nend\n", "serial R007"},
        {"for i=0..49\nq = x[i]\nx[i] = x[n-1-i]\nx[n-1-i] = q\nend\n", "map i"},
        {"for i=0..n-1\nq = x[i]\nx[i] = x[n-1-i]\nx[n-1-i] = q\nend\n", "serial R007"},
        {"for i=0..n-2\nx[i] = y[i]\nx[i+1] = z[i]\nend\n", "serial R009"},
        {"for i=0..n-3..n-1\ns += x[i]\nend\n", "reduction i: + s"},
        {"for i=0..n-1\nz[ip[i]] = x[i]\nend\n", "serial R011"},
        {"for i=0..n-1\nx[i] = x[ip[i]]\nend\n", "serial R011"},
        {"for i=2..n-1\nx[i] = x[i-1] + x[i-2]\nend\n", "serial R007"},
        {"for i=2..n-1\nx[i] = x[i-2] + y[i]\nend\n", "serial R007"},
        {"for i=1..n-1\nx[i] = x[i-1]\nend\n", "serial R007"},
        {"for i=1..n-1\nx[i] = y[i-1]\ny[i] = w[i]\nend\n", "serial R007"},
        {"for i=1..n-1\ny[i] = w[i]\nx[i] = y[i-1]\nend\n", "serial R007"},
        {"for i=0..n-2\ny[i] = w[i]\nx[i] = y[i+1]\nend\n", "map i"},
        {"for i=1..n-1\nx[i] = max(x[i-1], y[i])\nend\n", "scan i: max x"},
        {"for i=1..n-1\nx[i] = x[i-1]*z[i]\nend\n", "scan i: * x"},
        {"for i=1..n-1\nx[i] = 0.5*x[i-1] + y[i]\nend\n", "serial R007"},
        {"for i=1..n-1\nk[i] = k[i-1] + 1\nend\n", "scan i: + k"},
        {"for i=1..n-1\nif y[i] > 0\nx[i] = x[i-1]\nelse\nx[i] = y[i]\nend\nend\n", "serial R011"},
        {"for i=1..n-1\nx[i] = y[i] > 0 ? x[i-1] + y[i] : 0\nend\n", "serial R007"},
    }};

}  // namespace

QC_SUITE(nests)
