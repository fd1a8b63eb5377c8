// Products in elements of complex arrays by an inner loop, and near misses.
#include <doctest/doctest.h>

#include "suite.h"

namespace {

const char* const inputs =
    "m = 7\nn = 30\np = complex(ones(m), ones(m)/4)\nq = complex(ones(m), ones(m)/8)\nk = ivec(n)\nA = "
    "complex(ones(m,n), ones(m,n)/64)\n"
    "{!interpreted for}\nfor i=0..m-1\n{!interpreted for}\nfor j=0..n-1\n A[i,j] = complex(1-mod(i*j,7)/64, "
    "mod(i+j,5)/64)\n k[j] = mod(j,7)\nend\nend\n";
const char* const uses = "print p, q\n";

const qc_test::Suite complex_elements = {
    "products in elements of complex arrays",
    inputs,
    uses,
    {
        {"for i=0..m-1\n for j=0..n-1\n  p[i] *= A[i,j]\n end\nend\n", "partial j: * p[i]"},
        {"for j=0..m-1\n for i=0..m-1\n  p[j] = A[i,j]*p[j]\n end\nend\n", "partial i: * p[j]"},
        {"for i=0..m-1\n for j=0..n-1\n  if k[j] > 2\n   p[i] /= A[i,j]\n  end\n end\nend\n", "partial j: * p[i]"},
        {"for i=1..m-1\n for j=0..n-1\n  p[i] *= A[i,j]*p[i-1]\n end\nend\n", "serial R007 {serial R007}"},
        {"for j=0..n-1\n for i=0..m-1\n  p[k[j]] *= A[i,j]\n end\nend\n", "serial R011 {reduction i: * p[k[j]]}"},
        {"for i=0..m-1\n for j=0..n-1\n  p[mod(i,3)] *= A[i,j]\n end\nend\n",
         "serial R011 {reduction j: * p[mod(i,3)]}"},
        {"for i=0..m-1\n for j=0..n-1\n  p[i] *= A[i,j]\n  q[i] = p[i]\n end\nend\n", "map i"},
    }};

}  // namespace

QC_SUITE(complex_elements)
