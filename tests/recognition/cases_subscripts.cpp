// Subscripts: strides, offsets, triangles, reflections, flattened and skewed arrays; symbols that are known when the loop
// is reached.
#include <doctest/doctest.h>

#include "suite.h"

namespace {

const char* const inputs =
    "n = 100\nx = zeros(n)\ny = zeros(n)\nz = zeros(n)\nw = zeros(n)\nim = zeros(50,60)\nim2 = zeros(50,60)\nim3 = zeros(50,60)\ncu = zeros(10,12,3)\n"
    "A = zeros(6,6)\nk = ivec(n)\nc0 = ivec(64)\n"
    "{!interpreted for}\nfor i=0..99\n x[i] = mod(i*37,101)/64-0.75\n y[i] = mod(i*53,97)/64-0.5\n z[i] = mod(i*29,89)/128+0.25\n w[i] = mod(i*71,103)/128\n k[i] = mod(i*31,9)+1\nend\n"
    "{!interpreted for}\nfor i=0..49\n{!interpreted for}\nfor j=0..59\n im[i,j] = mod(i*37+j*11,101)/64-0.75\n im2[i,j] = mod(i*7+j*53,97)/128\nend\nend\n"
    "{!interpreted for}\nfor i=0..9\n{!interpreted for}\nfor j=0..11\n{!interpreted for}\nfor q=0..2\n cu[i,j,q] = mod(i*7+j*5+q*3,31)/32\nend\nend\nend\n"
    "s = 0.5\ns1 = 0.0\nt = 1.0\nt1 = 1.0\nu = 1.0\nu1 = 0.0\nm = 5.0\nr = 0\nj0 = -1\nj1 = -1\nf = false\np = 1\nq = 2\n";
const char* const uses = "print s, s1, t, t1, u, m, j0, j1, f\n";

const qc_test::Suite subscripts = {
    "subscripts", inputs, uses,
    {
        {"for i=0..49\n x[2*i] = y[i]\nend\n", "map i"},
        {"for i=0..48\n x[2*i] = x[2*i+1]+1\nend\n", "map i"},
        {"for i=0..48\n x[2*i+2] = x[2*i]+1\nend\n", "scan i: + x"},
        {"for i=1..49\n x[2*i] = x[2*i-1]+1\nend\n", "map i"},
        {"for i=0..49\n x[i] = x[i+50]\nend\n", "map i"},
        {"for i=0..50\n x[i] = x[i+49]\nend\n", "map i"},
        {"for i=0..48\n x[i+50] = x[i]\nend\n", "map i"},
        {"for i=0..49\n x[i+49] = x[i]\nend\n", "serial R007"},
        {"for i=0..99\n x[99-i] = y[i]\nend\n", "map i"},
        {"for i=0..49\n x[99-i] = x[i]\nend\n", "map i"},
        {"for i=0..98\n x[99-i] = x[i]+1\nend\n", "serial R007"},
        {"for i=50..99\n x[99-i] = x[i]\nend\n", "map i"},
        {"for i=0..33\n x[3*i] = x[3*i+1]*2\nend\n", "map i"},
        {"for i=0..32\n x[3*i] = x[3*i+3]*2\nend\n", "map i"},
        {"for i=0..24\n x[4*i] = y[i]\n x[4*i+1] = y[i+1]\n x[4*i+2] = y[i+2]\n x[4*i+3] = y[i+3]\nend\n", "map i"},
        {"for i=0..23\n x[4*i] = y[i]\n x[4*i+4] = y[i+1]\nend\n", "serial R009"},
        {"for i=0..47\n x[2*i] = x[i]\nend\n", "serial R007"},
        {"for i=0..47\n x[i] = x[2*i]\nend\n", "map i"},
        {"for i=1..99\n x[i] = x[i-1]\nend\n", "serial R007"},
        {"for i=99..-1..1\n x[i] = x[i-1]\nend\n", "map i"},
        {"for i=98..-1..0\n x[i] = x[i+1]\nend\n", "serial R007"},
        {"for i=1..98\n x[i] = (x[i-1]+x[i+1])/2\nend\n", "serial R007"},
        {"for i=1..98\n y[i] = (x[i-1]+x[i+1])/2\nend\n", "map i"},
        {"for i=1..2..97\n x[i] = (x[i-1]+x[i+1])/2\nend\n", "map i"},
        {"for i=0..98\n x[i] = x[i+1]-x[i]\nend\n", "map i"},
        {"for i=0..97\n x[i] = x[i+2]+x[i+1]\nend\n", "map i"},
        {"for i=0..98\n x[i] += x[i+1]\nend\n", "map i"},
        {"for i=1..99\n x[i] += x[i-1]\nend\n", "serial R001"},
        {"for i=0..98\n y[i] = x[i]\n x[i+1] = y[i]+1\nend\n", "serial R007"},
        {"for i=0..98\n x[i] = y[i]\n z[i] = x[i+1]\nend\n", "map i"},
        {"for i=0..98\n z[i] = x[i+1]\n x[i] = y[i]\nend\n", "map i"},
        {"for i=0..99\n x[5] = y[i]\nend\n", "serial R009"},
        {"for i=0..99\n x[5] = y[i]\n z[i] = x[5]\nend\n", "map i"},
        {"for i=6..99\n z[i] = x[i] + x[5]\n x[i] = 2.0\nend\n", "map i"},
        {"for i=0..99\n x[int(i/2)] = y[i]\nend\n", "serial R011"},
        {"for i=0..2..98\n x[int(i/2)] = y[i]\nend\n", "map i"},
        {"for i=0..99\n x[i] = y[int(i/2)]\nend\n", "map i"},
        {"for i=0..99\n x[mod(i,10)] = y[i]\nend\n", "serial R011"},
        {"for i=0..9\n x[mod(i,10)] = y[i]\nend\n", "map i"},
        {"for i=0..99\n x[i] = y[mod(i+1,100)]\nend\n", "map i"},
        {"for i=0..99\n x[mod(i+7,100)] = y[i]\nend\n", "map i"},
        {"for i=0..99\n x[mod(i*3,100)] = y[i]\nend\n", "map i"},
        {"for i=0..99\n x[mod(i*2,100)] = y[i]\nend\n", "serial R011"},
        {"for i=0..99\n x[i*i] = y[i]\nend\n", "serial R011"},
        {"for i=0..99\n x[k[i]] = y[i]\nend\n", "serial R011"},
        {"for i=0..99\n x[i] = y[k[i]]\nend\n", "map i"},
        {"for i=0..99\n x[i] = x[k[i]]\nend\n", "serial R011"},
        {"for i=0..99\n y[k[i]] += 1\n z[i] = y[0]\nend\n", "serial R012"},
        {"for i=0..49\n for j=0..49\n  im[i,j] = im[j,i]\n end\nend\n", "serial R011 {map j}"},
        {"for i=0..49\n for j=0..i-1\n  im[i,j] = im[j,i]\n end\nend\n", "map i"},
        {"for i=0..49\n for j=i+1..49\n  r1 = im[i,j]\n  im[i,j] = im[j,i]\n  im[j,i] = r1\n end\nend\n", "map i"},
        {"for i=0..49\n for j=0..58\n  im[i,j] = im[i,j+1]\n end\nend\n", "map i,j"},
        {"for i=0..48\n for j=0..59\n  im[i,j] = im[i+1,j]\n end\nend\n", "map i,j"},
        {"for i=1..49\n for j=0..59\n  im[i,j] = im[i-1,j]\n end\nend\n", "serial R007 {map j}"},
        {"for i=0..49\n for j=1..59\n  im[i,j] += im[i,j-1]\n end\nend\n", "map i"},
        {"for i=1..49\n for j=1..59\n  im[i,j] = im[i-1,j]+im[i,j-1]\n end\nend\n", "serial R007 {serial R007}"},
        {"for i=1..48\n for j=1..58\n  im[i,j] = (im[i-1,j]+im[i+1,j]+im[i,j-1]+im[i,j+1])/4\n end\nend\n", "serial R007 {serial R007}"},
        {"for i=1..49\n for j=0..58\n  im[i,j] = im[i-1,j+1]\n end\nend\n", "serial R007 {map j}"},
        {"for i=0..9\n for j=0..9\n  x[10*i+j] = y[10*j+i]\n end\nend\n", "map i,j"},
        {"for i=0..9\n for j=0..9\n  x[9*i+j] = y[10*j+i]\n end\nend\n", "serial R009 {map j}"},
        {"h = 10\nfor i=0..9\n for j=0..h-1\n  x[i*h+j] = y[j]\n end\nend\n", "map i,j"},
        {"for i=0..9\n for j=0..9\n  x[i+10*j] = y[j]\n end\nend\n", "map i,j"},
        {"for i=0..9\n for j=0..9\n  x[i+j] = y[j]\n end\nend\n", "serial R009 {map j}"},
        {"for i=0..9\n for j=0..9\n  im[i,j+i] = 1\n end\nend\n", "map i,j"},
        {"for i=0..9\n for j=0..9\n  im[i+j,i-j+20] = 1\n end\nend\n", "map i,j"},
        {"for i=0..9\n for j=0..9\n  im[i+j,i+j] = y[i]\n end\nend\n", "serial R009 {map j}"},
        {"for i=0..9\n for j=0..9\n  im[2*i+j,i+j] = y[i]\n end\nend\n", "map i,j"},
        {"for i=0..9\n for j=0..11\n  for q=0..2\n   cu[i,j,q] = cu[i,j,2-q]\n  end\n end\nend\n", "map i,j"},
        {"for i=0..9\n for j=0..11\n  cu[i,j,0] = cu[i,j,1]\n  cu[i,j,1] = cu[i,j,2]\n end\nend\n", "map i,j"},
        {"for i=0..9\n for j=0..11\n  t = cu[i,j,0]\n  cu[i,j,0] = cu[i,j,2]\n  cu[i,j,2] = t\n end\nend\n", "map i,j"},
        {"for i=0..9\n for q=0..1\n  for j=0..11\n   cu[i,j,q+1] = cu[i,j,q]\n  end\n end\nend\n", "map i"},
    }};

const qc_test::Suite symbols = {
    "symbols", inputs, uses,
    {
        {"for i=0..n-5\n x[i] = x[i+p]\nend\n", "map i"},
        {"for i=5..n-1\n x[i] = x[i-p]\nend\n", "serial R007"},
        {"p = -1\nfor i=1..n-2\n x[i] = x[i+p]\nend\n", "serial R007"},
        {"for i=0..n-1\n x[i] = x[p]\nend\n", "serial R007"},
        {"for i=0..n-1\n x[p] = y[i]\nend\n", "serial R009"},
        {"for i=0..n-1\n im[p,i-40*int(i/40)] = y[i]\nend\n", "serial R011"},
        {"for i=0..39\n im[p,i] = im[q,i]\nend\n", "map i"},
        {"for i=0..38\n im[p,i] = im[q,i+1]\nend\n", "map i"},
        {"for i=1..39\n im[p,i] = im[q,i-1]\nend\n", "map i"},
        {"for i=1..39\n im[p,i] = im[p,i-1]\nend\n", "serial R007"},
        {"for i=0..n-1\n x[i*p] += y[i]\nend\n", "map i"},
        {"for i=0..24\n x[i*p+q] = y[i]\nend\n", "map i"},
        {"for i=0..24\n x[i*p] = y[i]\n z[i] = x[i*p]\nend\n", "map i"},
        {"for i=0..n-1\n A[p,q] += x[i]\n A[q,p] += y[i]\nend\n", "reduction i: + A[p,q]; + A[q,p]"},
        {"for i=0..n-1\n A[p,0] += x[i]\n y[i] = A[q,0]\nend\n", "reduction i: + A[p,0]"},
        {"for i=0..n-1\n x[p] += y[i]\n x[q] *= 1.5\nend\n", "reduction i: + x[p]; * x[q]"},
        {"for i=0..n-1\n x[k[0]] += y[i]\nend\n", "reduction i: + x[k[0]]"},
        {"for i=0..n-1\n x[k[0]] += y[i]\n x[k[1]] += z[i]\nend\n", "serial R012"},
        {"for i=0..9\n for j=0..9\n  x[i*p+j*q] = y[i]\n end\nend\n", "serial R011 {map j}"},
        {"for i=p..q\n x[i] = y[i]\nend\n", "map i"},
        {"for i=0..p..n-1\n x[i] = y[i]\nend\n", "map i"},
        {"for i=0..p..n-3\n x[i] = x[i+1]\nend\n", "map i"},
        {"h = int(n/2)\nfor i=0..h-1\n x[i] = x[i+h]\nend\n", "map i"},
        {"h = int(n/2)\nfor i=0..h-1\n x[i+h] = x[i]\nend\n", "map i"},
        {"h = int(n/2)\nfor i=0..h\n x[i+h-1] = x[i]\nend\n", "serial R011"},
        {"for i=0..n-1\n x[n-1-i] = y[i]\nend\n", "map i"},
        {"for i=0..int(n/2)-1\n t = x[i]\n x[i] = x[n-1-i]\n x[n-1-i] = t\nend\n", "map i"},
    }};

}  // namespace

QC_SUITE(subscripts)
QC_SUITE(symbols)
