// The loops by which vectorising compilers have been compared since Callahan, Dongarra and Levine (1988), written in
// this language: dependence distances, induction variables, crossing thresholds, wrap-around scalars, reductions,
// searches, packing.
#include <doctest/doctest.h>

#include "suite.h"

namespace {

const char* const inputs =
    "n = 96\n"
    "a = zeros(n)\nb = zeros(n)\nc = zeros(n)\nd = zeros(n)\ne = zeros(n)\nflat = zeros(1024)\n"
    "aa = zeros(32,32)\nbb = zeros(32,32)\ncc = zeros(32,32)\nip = ivec(n)\n"
    "{!interpreted for}\nfor i=0..n-1\n a[i] = mod(i*37,101)/32-1.5\n b[i] = mod(i*53,97)/64+0.25\n c[i] = "
    "mod(i*29,89)/128-0.25\n"
    " d[i] = mod(i*71,103)/128-0.375\n e[i] = mod(i*17,83)/256\n ip[i] = mod(i*5,n)\nend\n"
    "{!interpreted for}\nfor i=0..31\n{!interpreted for}\nfor j=0..31\n aa[i,j] = mod(i*37+j*11,101)/64-0.75\n bb[i,j] "
    "= mod(i*7+j*53,97)/128-0.25\n"
    " cc[i,j] = mod(i*19+j*3,89)/256\nend\nend\n"
    "{!interpreted for}\nfor i=0..1023\n flat[i] = mod(i*31,127)/128\nend\n"
    "s = 0.0\nt = 0.0\nu = 1.0\nm = -1e30\nk = 1\nj0 = 0\nj1 = 0\ninc = 1\n";
const char* const uses = "print s, t, u, m, k, j0, j1\n";

const qc_test::Suite linear_dependence = {
    "linear dependence",
    inputs,
    uses,
    {
        {"for i=0..n-1\n a[i] = b[i]+1\nend\n", "map i"},
        {"for i=1..2..n-1\n a[i] = a[i-1]+b[i]\nend\n", "map i"},
        {"for i=0..int(n/2)-1\n a[2*i] = c[i]*b[i]+d[i]*b[i]+c[i]*c[i]+d[i]*c[i]\nend\n", "map i"},
        {"for i=n-2..-1..0\n a[i+1] = a[i]+b[i]\nend\n", "map i"},
        {"for i=n-1..-1..0\n a[i] = b[i]+1\nend\n", "map i"},
        {"for i=1..n-1\n a[i] = a[0]+b[i]\nend\n", "map i"},
        {"for i=0..95\n a[i] = a[48]+b[i]\nend\n", "serial R007"},
        {"for i=0..31\n for j=0..i-1\n  aa[i,j] = aa[j,i]+bb[i,j]\n end\nend\n", "map i"},
        {"for j=0..31\n for i=j+1..31\n  a[i] -= aa[j,i]*a[j]\n end\nend\n", "serial R001 {map i}"},
        {"for i=0..31\n for j=0..31\n  aa[i,j] = aa[i,j]*cc[j,i]+bb[i,j]\n end\nend\n", "map i,j"},
        {"for i=0..5..n-6\n a[i] = a[i+1]*a[i]\n a[i+1] = a[i+2]*a[i+1]\n a[i+2] = a[i+3]*a[i+2]\n a[i+3] = "
         "a[i+4]*a[i+3]\n a[i+4] = a[i+5]*a[i+4]\nend\n",
         "map i"},
        {"for i=1..31\n for j=0..i-1\n  a[i] += bb[j,i]*a[i-j-1]\n end\nend\n", "serial R012 {reduction j: + a[i]}"},
        {"for i=1..31\n for j=1..31\n  aa[i,j] = aa[i-1,j-1]+bb[i,j]\n end\nend\n", "serial R007 {map j}"},
        {"for i=1..31\n for j=0..31\n  aa[i,j] = aa[i-1,j]+bb[i,j]\n end\nend\n", "serial R007 {map j}"},
    }};

const qc_test::Suite induction = {
    "induction variables",
    inputs,
    uses,
    {
        {"for i=0..n-2\n j = i+1\n a[i] = a[j]+b[i]\nend\n", "map i"},
        {"j = 1\nk = 0\nfor i=0..n-1\n k += j\n a[i] += b[n-k]\nend\n", "map i"},
        {"j = -1\nfor i=0..int(n/2)-1\n j += 1\n a[j] = b[i]+d[i]*e[i]\n if c[i] > 0\n  j += 1\n  a[j] = "
         "c[i]+d[i]*e[i]\n end\nend\n",
         "serial R001"},
        {"j = -1\nfor i=0..n-1\n if b[i] > 0.5\n  j += 1\n  a[j] = b[i]+d[i]*e[i]\n else\n  j += 1\n  a[j] = "
         "c[i]+d[i]*e[i]\n end\nend\n",
         "map i"},
        {"k = -1\nfor i=0..31\n for j=0..31\n  k += 1\n  flat[k] = aa[i,j]+bb[i,j]*cc[i,j]\n end\nend\n", "map i,j"},
        {"k = 1\nfor i=0..30\n for j=1..31\n  bb[j,i] = bb[j-1,i]+flat[k-1]*cc[j,i]\n  k += 1\n end\n k += 1\nend\n",
         "map i"},
        {"j = -1\nfor i=0..int(n/2)-1\n j += 1\n a[j] = b[i]+c[i]*d[i]\n j += 1\n a[j] = b[i]+d[i]*e[i]\nend\n",
         "map i"},
        {"j = -1\nfor i=0..int(n/2)-1\n k = j+1\n a[i] = b[k]-d[i]\n j = k+1\n b[k] = a[i]+c[k]\nend\n", "map i"},
        {"m1 = 1\nfor i=0..n-2\n a[i] = a[i+m1]+b[i]\nend\n", "map i"},
        {"s = 0\nfor i=0..n-1\n s += 2\n a[i] = s*b[i]\nend\n", "map i"},
        {"for i=0..n-1\n a[i] = b[i]+c[i]*(i+1)\nend\n", "map i"},
        {"for i=0..n-1\n a[i] = b[i]+c[int(i/2)]*d[i]\nend\n", "map i"},
        {"j = 0\nfor i=0..31\n for q=0..2\n  flat[j] = q*1.5\n  j += 1\n end\nend\n", "map i,q"},
        {"j = 1\nfor i=0..5\n a[j] = b[i]\n j = j*2\nend\n", "serial R001"},
        {"j = 0\nfor i=0..12\n a[j] = b[i]\n j += i\nend\n", "serial R001"},
        {"j = 0\nfor i=0..31\n if c[i] > 0\n  j += 1\n else\n  j += 2\n end\n a[j] = b[i]\nend\n", "serial R001"},
        {"j = 0\nk = 0\nfor i=0..31\n j += 1\n k += 2\n a[j] = b[k]\nend\n", "map i"},
        {"j = 0\nk = 0\nfor i=0..20\n j += 1\n k = 2*j\n a[k] = b[i]\nend\n", "map i"},
        {"j = 95\nfor i=0..n-1\n a[j] = b[i]\n j -= 1\nend\n", "map i"},
        {"for i=0..n-1\n b[n-1-i] = a[i]\nend\n", "map i"},
    }};

const qc_test::Suite flow_analysis = {
    "global flow and symbols",
    inputs,
    uses,
    {
        {"for i=0..n-1\n b[i] = d[i]*e[i]\n a[i] += b[i]*c[i]\nend\n", "map i"},
        {"for i=0..n-2\n if b[i] < 0.5\n  a[i] = c[i]+d[i]*e[i]\n else\n  c[i+1] = a[i]+d[i]*d[i]\n end\nend\n",
         "serial R011"},
        {"for i=0..n-2\n if c[i] < 0\n  b[i] = a[i]+d[i]*d[i]\n else\n  a[i] = c[i]+d[i]*e[i]\n end\nend\n", "map i"},
        {"k = 3\nfor i=0..n-4\n a[i] = a[i+k]+b[i]*c[i]\nend\n", "map i"},
        {"for i=0..n-1\n a[i*inc] += b[i]\nend\n", "map i"},
        {"inc = 0\nfor i=0..n-1\n a[i*inc] += b[i]\nend\n", "reduction i: + a[i*inc]"},
        {"for i=3..inc..n-1\n a[i] += b[i]\nend\n", "map i"},
        {"for i=0..47\n a[i+48] = a[i]+b[i]\nend\n", "map i"},
        {"h = 48\nfor i=0..h-1\n a[i+h] = a[i]+b[i]\nend\n", "map i"},
        {"for i=0..inc..n-2\n a[i] = a[i+inc]+b[i]\nend\n", "map i"},
        {"h = 48\nfor j=0..h-1\n for i=0..h-1\n  a[i] += b[i+h-j-1]*c[j]\n end\nend\n", "partial j: + a[i]"},
        {"j = 3\nk = 4\nfor i=1..31\n aa[j,i] = aa[k,i-1]+b[i]*c[1]\nend\n", "map i"},
        {"j = 3\nk = 3\nfor i=1..31\n aa[j,i] = aa[k,i-1]+b[i]*c[1]\nend\n", "scan i: + aa[j,i]"},
    }};

const qc_test::Suite statements = {
    "reordering, distribution, interchange",
    inputs,
    uses,
    {
        {"for i=1..n-2\n a[i] = b[i-1]+c[i]*d[i]\n b[i] = b[i+1]-e[i]*d[i]\nend\n", "serial R007"},
        {"for i=0..n-2\n a[i] *= c[i]\n b[i] += a[i+1]*d[i]\nend\n", "map i"},
        {"for i=1..n-2\n a[i] = b[i-1]+c[i]\n b[i] = a[i+1]*d[i]\nend\n", "serial R007"},
        {"for i=1..n-1\n a[i] += c[i]*d[i]\n b[i] = b[i-1]+a[i]+d[i]\nend\n", "scan i: + b"},
        {"for i=4..n-1\n b[i] = b[i-4]+a[i]\nend\n", "serial R007"},
        {"for i=1..n-1\n a[i] += b[i]*c[i]\n e[i] = e[i-1]*e[i-1]\n a[i] -= b[i]*c[i]\nend\n", "serial R007"},
        {"for i=0..31\n for j=1..31\n  aa[j,i] = aa[j-1,i]+bb[j,i]\n end\nend\n", "map i"},
        {"for j=1..31\n for i=1..j\n  aa[j,i] = aa[j,i-1]*aa[j,i-1]+bb[j,i]\n end\nend\n", "map j"},
        {"for j=0..31\n for i=j..31\n  aa[i,j] = bb[i,j]+cc[i,j]\n end\nend\n", "map j"},
        {"for i=1..31\n for j=1..31\n  aa[j,i] = aa[j-1,i]+cc[j,i]\n end\n for j=1..31\n  bb[j,i] = "
         "bb[j,i-1]+cc[j,i]\n end\nend\n",
         "serial R007 {scan j: + aa, map j}"},
        {"for i=1..31\n for j=1..31\n  aa[j,i] = aa[j-1,i]+cc[j,i]\n end\n for j=1..31\n  bb[i,j] = "
         "bb[i-1,j]+cc[i,j]\n end\nend\n",
         "serial R007 {scan j: + aa, map j}"},
        {"for i=0..31\n a[i] += b[i]*c[i]\n for j=1..31\n  aa[j,i] = aa[j-1,i]+bb[j,i]*a[i]\n end\nend\n", "map i"},
        {"for i=0..n-2\n a[i] = b[i]*c[i]*d[i]\n b[i] = a[i]*a[i+1]*d[i]\nend\n", "map i"},
        {"for i=1..n-1\n a[i] = a[i-1]+s+t+b[i]+c[i]+d[i]\nend\n", "scan i: + a"},
        {"for i=0..n-2\n a[i] = b[i]+c[i]*d[i]\n b[i] = a[i]+d[i]*e[i]\n a[i] = b[i]+a[i+1]*d[i]\nend\n", "map i"},
        {"for i=0..n-2\n a[i] = b[i]+c[i]*d[i]\n b[i] = c[i]+b[i]\n a[i+1] = b[i]+a[i+1]*d[i]\nend\n", "serial R009"},
        {"for i=0..n-2\n a[i] = b[i]+c[i]*c[i]+b[i]*b[i]+c[i]\n d[i] = a[i]+a[i+1]\nend\n", "map i"},
        {"for i=0..n-2\n a[i+1] = b[i]+e[i]\n a[i] = b[i]+c[i]\nend\n", "serial R009"},
        {"for i=1..31\n for j=1..31\n  aa[j,i] = (aa[j,i-1]+aa[j-1,i])/1.9\n end\nend\n", "serial R007 {serial R007}"},
        {"for i=0..31\n for j=0..31\n  aa[j,i] = 0\n end\n aa[i,i] = 1\nend\n", "map i"},
        {"for i=0..31\n aa[i,i] += bb[i,i]*cc[i,i]\nend\n", "map i"},
    }};

const qc_test::Suite expansion = {
    "scalars and arrays to expand",
    inputs,
    uses,
    {
        {"for i=0..n-1\n r = b[i]+c[i]*d[i]\n a[i] = r*r\nend\n", "map i"},
        {"for i=0..n-1\n r = b[i]+c[i]\n b[i] = a[i]+d[i]\n a[i] = r*e[i]\nend\n", "map i"},
        {"r = 0.0\nfor i=0..n-1\n a[i] = r*e[i]\n r = b[i]+c[i]\n b[i] = a[i]+d[i]\nend\n", "scan i: last r"},
        {"for i=0..n-2\n a[i+1] = b[i]+c[i]\n b[i] = c[i]*e[i]\n d[i] = a[i]*e[i]\nend\n", "serial R007"},
        {"r = 0.0\nfor i=0..n-1\n q = b[i]*c[i]\n a[i] = q+r\n r = q\nend\n", "map i"},
        {"for i=0..n-1\n if a[i] > b[i]\n  r = a[i]-b[i]*d[i]\n  c[i] += r\n  a[i] = r\n end\nend\n", "map i"},
        {"r = b[n-1]\nfor i=0..n-1\n a[i] = (b[i]+r)*0.5\n r = b[i]\nend\n", "map i"},
        {"for i=0..31\n for j=1..31\n  a[j] = 1-a[j-1]\n  cc[j,i] = a[j]+bb[j,i]*d[j]\n end\nend\n", "map i"},
        {"for i=1..31\n for j=0..31\n  a[i] = aa[j,i]-a[i-1]\n  aa[j,i] = a[i]+bb[j,i]\n end\nend\n",
         "serial R007 {serial R009}"},
        {"r = 0.0\nfor i=0..31\n if a[i] > 0\n  r = d[i]*d[i]\n end\n b[i] = r*c[i]+d[i]\n e[i] = (r+1)*aa[0,i]\nend\n",
         "scan i: last r"},
        {"for i=1..n-1\n r = a[i]+b[i]\n a[i] = r+c[i-1]\n r = c[i]*d[i]\n c[i] = r\nend\n", "serial R007"},
        {"for i=0..31\n for j=0..31\n  c[j] = aa[i,j]*2\n end\n for j=0..31\n  bb[i,j] = c[j]+c[31-j]\n end\nend\n",
         "map i"},
    }};

const qc_test::Suite control = {
    "control flow",
    inputs,
    uses,
    {
        {"for i=0..n-1\n if b[i] > 0.5\n  a[i] += b[i]*c[i]\n end\nend\n", "map i"},
        {"for i=0..n-1\n if e[i] >= t\n  a[i] += c[i]*d[i]\n  b[i] += c[i]*c[i]\n end\nend\n", "map i"},
        {"for i=0..n-1\n a[i] += d[i]*e[i]\n if a[i] < 0\n  b[i] += d[i]*e[i]\n end\n c[i] += a[i]*d[i]\nend\n",
         "map i"},
        {"for i=0..n-1\n a[i] = b[i]+c[i]*d[i]\n if a[i] == 0\n  a[i] = 1\n end\nend\n", "map i"},
        {"for i=0..31\n if aa[0,i] > 0\n  for j=1..31\n   aa[j,i] = aa[j-1,i]+bb[j,i]*cc[j,i]\n  end\n end\nend\n",
         "map i"},
        {"for i=0..31\n for j=0..31\n  aa[j,i] += bb[j,i]*cc[j,i]\n end\n a[i] = b[i]+c[i]*d[i]\nend\n", "map i"},
        {"h = 48\nfor i=0..n-1\n if i+1 < h\n  a[i] += b[i]*c[i]\n else\n  a[i] += b[i]*d[i]\n end\nend\n", "map i"},
        {"for i=0..n-2\n if a[i] < 0\n  if b[i] < 1\n   a[i] += c[i]*d[i]\n  end\n  b[i+1] = c[i]+d[i]*e[i]\n "
         "end\nend\n",
         "serial R011"},
        {"for i=0..n-1\n if a[i] > 0\n  c[i] = -c[i]+d[i]*e[i]\n else\n  b[i] = -b[i]+d[i]*e[i]\n end\n a[i] = "
         "b[i]+c[i]*d[i]\nend\n",
         "map i"},
        {"for i=0..n-1\n if a[i] < 0\n  if b[i] > a[i]\n   c[i] += d[i]*e[i]\n  end\n end\nend\n", "map i"},
        {"for i=0..n-1\n x = a[n-i-1]+b[i]*c[i]\n a[i] = x-1\n b[i] = x\nend\n", "serial R007"},
        {"for i=0..n-1\n x = b[i]*c[i]+a[i]*d[i]+e[i]\n a[i] = x-1\n b[i] = x\nend\n", "map i"},
        {"im1 = n-1\nfor i=0..n-1\n a[i] = (b[i]+b[im1])*0.5\n im1 = i\nend\n", "map i"},
        {"for i=0..n-1\n a[i] = a[0]\nend\n", "serial R007"},
        {"for i=0..n-1\n match ip[i] with\n | 1 -> a[i] += b[i]*c[i]\n | 2 -> a[i] += b[i]*b[i]\n | _ -> a[i] += "
         "c[i]*c[i]\n end\nend\n",
         "map i"},
        {"for i=0..n-1\n a[i] += b[i]*c[i]\n if c[i] > b[i]\n  break\n end\nend\n", "serial R013"},
        {"for i=0..n-1\n if b[i] > 1\n  continue\n end\n a[i] = b[i]\nend\n", "map i"},
        {"for i=0..n-1\n a[i] = sin(b[i])+cos(c[i])\nend\n", "map i"},
    }};

const qc_test::Suite reductions = {
    "reductions and searches",
    inputs,
    uses,
    {
        {"for i=0..n-1\n s += a[i]\nend\n", "reduction i: + s"},
        {"for i=0..n-1\n u *= 1+e[i]/16\nend\n", "reduction i: * u"},
        {"for i=0..n-1\n u *= 0.99\nend\n", "reduction i: * u"},
        {"for i=0..n-1\n s += a[i]*b[i]\nend\n", "reduction i: + s"},
        {"m = a[0]\nfor i=0..n-1\n if a[i] > m\n  m = a[i]\n end\nend\n", "reduction i: max m"},
        {"m = a[0]\nj0 = 0\nfor i=0..n-1\n if a[i] > m\n  m = a[i]\n  j0 = i\n end\nend\n", "argreduce i: argmax m j0"},
        {"m = a[0]\nfor i=1..n-1\n if a[i] < m\n  m = a[i]\n end\nend\n", "reduction i: min m"},
        {"k = 0\nj0 = 0\nm = abs(a[0])\nk += inc\nfor i=1..n-1\n if abs(a[k]) > m\n  j0 = i\n  m = abs(a[k])\n end\n k "
         "+= inc\nend\n",
         "argreduce i: argmax m j0"},
        {"for i=0..n-1\n a[i] = c[i]+d[i]\n s += a[i]\n b[i] = c[i]+e[i]\n s += b[i]\nend\n", "reduction i: + s"},
        {"m = aa[0,0]\nfor i=0..31\n for j=0..31\n  if aa[i,j] > m\n   m = aa[i,j]\n   j0 = i\n   j1 = j\n  end\n "
         "end\nend\n",
         "argreduce i,j: argmax m j0 j1"},
        {"for i=0..n-1\n if a[i] > 0\n  s += a[i]\n end\nend\n", "reduction i: + s"},
        {"for i=0..n-1\n s += a[i]\n b[i] = s\nend\n", "scan i: + s"},
        {"m = abs(a[0])\nfor i=0..n-1\n if abs(a[i]) > m\n  m = abs(a[i])\n end\nend\n", "reduction i: max m"},
        {"for i=1..n-1\n a[i] += a[i-1]*b[i]\nend\n", "serial R007"},
        {"for i=2..n-1\n a[i] = a[i]+a[i-1]*b[i]+a[i-2]*c[i]\nend\n", "serial R007"},
        {"for i=1..n-1\n a[i] = b[i-1]+c[i]*d[i]\n b[i] = a[i]+c[i]*e[i]\nend\n", "serial R007"},
        {"j0 = -1\nfor i=0..n-1\n if a[i] < 0\n  j0 = i\n end\nend\n", "argreduce i: last j0"},
        {"j0 = -1\nm = -1.0\nfor i=0..n-1\n if a[i] > 1\n  j0 = i\n  m = a[i]\n  break\n end\nend\n",
         "argreduce i: first j0 m"},
        {"j = -1\nfor i=0..n-1\n if b[i] > 0.5\n  j += 1\n  a[j] = b[i]\n end\nend\n", "scan i: + j"},
        {"j = -1\nfor i=0..n-1\n if b[i] > 0.5\n  j += 1\n  a[i] = b[j]\n end\nend\n", "scan i: + j"},
        {"for i=0..5..n-6\n a[i] += 2*b[i]\n a[i+1] += 2*b[i+1]\n a[i+2] += 2*b[i+2]\n a[i+3] += 2*b[i+3]\n a[i+4] += "
         "2*b[i+4]\nend\n",
         "map i"},
        {"for i=0..5..n-6\n s = s+a[i]*b[i]+a[i+1]*b[i+1]+a[i+2]*b[i+2]+a[i+3]*b[i+3]+a[i+4]*b[i+4]\nend\n",
         "reduction i: + s"},
        {"for i=0..n-1\n s += a[i]*b[ip[i]]\nend\n", "reduction i: + s"},
        {"for i=0..n-1\n a[i] = b[ip[i]]\nend\n", "map i"},
        {"for i=0..n-1\n a[ip[i]] = b[i]\nend\n", "serial R011"},
        {"for i=0..n-1\n a[ip[i]] = b[ip[i]]+c[i]\nend\n", "serial R011"},
        {"for i=0..n-1\n a[ip[i]] += b[i]\nend\n", "bins i: + a[ip[i]]"},
        {"for i=0..n-1\n if b[i] > 0.5\n  a[i] = b[i]\n end\nend\n", "map i"},
        {"for i=0..n-1\n r = ip[i]\n a[i] = b[i]+c[n-1-r]*d[i]\nend\n", "map i"},
        {"w = 0\nfor i=0..n-1\n w = or(w, ip[i])\nend\n", "reduction i: | w"},
    }};

}  // namespace

QC_SUITE(linear_dependence)
QC_SUITE(induction)
QC_SUITE(flow_analysis)
QC_SUITE(statements)
QC_SUITE(expansion)
QC_SUITE(control)
QC_SUITE(reductions)
