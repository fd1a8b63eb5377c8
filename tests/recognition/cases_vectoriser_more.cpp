// More of the loops by which vectorising compilers have been compared: calls, aliases, wrap-around scalars, packing.
#include <doctest/doctest.h>

#include "suite.h"

namespace {

const char* const inputs =
    "function [] = s151s(a, b, m : int)\n for i=0..94\n  a[i] = a[i+m] + b[i]\n end\nend\nfunction [] = s152s(a, b, c, "
    "i : int)\n"
    " a[i] += b[i]*c[i]\nend\nfunction y = prod2(a, b)\n y = a*b\nend\nfunction [] = nothing()\nend\nn = 96\na = "
    "zeros(n)\n"
    "b = zeros(n)\nc = zeros(n)\nd = zeros(n)\ne = zeros(n)\nx = zeros(n)\nflat = zeros(1100)\naa = zeros(32,32)\nbb = "
    "zeros(32,32)\n"
    "cc = zeros(32,32)\nip = ivec(n)\n{!interpreted for}\nfor i=0..n-1\n a[i] = mod(i*37,101)/32-1.5\n b[i] = "
    "mod(i*53,97)/64+0.25\n"
    " c[i] = mod(i*29,89)/128-0.25\n d[i] = mod(i*71,103)/128-0.375\n e[i] = mod(i*17,83)/256\n ip[i] = mod(i*5,n)\n"
    "end\n{!interpreted for}\nfor i=0..31\n{!interpreted for}\nfor j=0..31\n aa[i,j] = mod(i*37+j*11,101)/64-0.75\n "
    "bb[i,j] = mod(i*7+j*53,97)/128-0.25\n"
    " cc[i,j] = mod(i*19+j*3,89)/256\nend\nend\n{!interpreted for}\nfor i=0..1023\n flat[i] = mod(i*31,127)/128\nend\n"
    "s = 0.0\nt = 0.0\nu = 1.0\nm = -1e30\nk = 1\nj0 = 0\nj1 = 0\ninc = 1\nn1 = 1\nn3 = 1\n";
const char* const uses = "print s, t, u, m, k, j0, j1\n";

const qc_test::Suite vectoriser_loops_with_calls_names_and_wrap_around = {
    "vectoriser loops with calls, names and wrap-around",
    inputs,
    uses,
    {
        {"j = 1\nk = 0\nfor i=n1-1..n3..n-1\n k += j\n a[i] += b[n-k]\nend\n", "map i"},
        {"for i=n1-1..n3..n-1\n a[i] += b[i]\nend\n", "map i"},
        {"for i=0..31\n k = (i+1)*((i+1)-1)/2+(i+1)-1\n for j=i..31\n  flat[k] += bb[j,i]\n  k += j+1\n end\nend\n",
         "bins i: + flat[k]"},
        {"for i=0..n-1\n b[i] = d[i]*e[i]\n s152s(a,b,c,i)\nend\n", "map i"},
        {"for i=0..n-2\n if b[i] >= 0.5\n  a[i] = c[i]+d[i]*e[i]\n end\n if b[i] < 0.5\n  c[i] = a[i]+d[i]*d[i]\n "
         "end\nend\n",
         "map i"},
        {"k = 4\nif k > 0\nfor i=0..n-5\n a[i] = a[i+k]+b[i]*c[i]\nend\nend\n", "map i"},
        {"x1 = b[n-1]\nfor i=0..n-1\n a[i] = (b[i]+x1)*0.5\n x1 = b[i]\nend\n", "map i"},
        {"x1 = b[n-1]\ny1 = b[n-2]\nfor i=0..n-1\n a[i] = (b[i]+x1+y1)*0.333\n y1 = x1\n x1 = b[i]\nend\n", "map i"},
        {"t = 0.0\nfor i=0..n-1\n s = b[i]*c[i]\n a[i] = s+t\n t = s\nend\n", "map i"},
        {"im1 = n-1\nfor i=0..n-1\n a[i] = (b[i]+b[im1])*0.5\n im1 = i\nend\n", "map i"},
        {"im1 = n-1\nim2 = n-2\nfor i=0..n-1\n a[i] = (b[i]+b[im1]+b[im2])*0.333\n im2 = im1\n im1 = i\nend\n",
         "map i"},
        {"for i=0..31\n for j=1..31\n  a[j] = 1.0-a[j-1]\n  aa[j,i] = a[j]+bb[j,i]*d[j]\n end\nend\n", "map i"},
        {"for i=1..31\n for j=0..31\n  a[i] = aa[j,i]-a[i-1]\n  aa[j,i] = a[i]+bb[j,i]\n end\nend\n",
         "serial R007 {serial R009}"},
        {"for i=0..n-1\n a[i] = c[i]+e[i]*d[i]\n if a[i] > 0\n  b[i] = a[i]+b[i]\n else\n  a[i] = d[i]*e[i]\n "
         "end\nend\n",
         "map i"},
        {"for i=0..n-1\n if a[i] > 0\n  c[i] = -c[i]+e[i]*e[i]\n else\n  b[i] = -b[i]+d[i]*d[i]\n  if b[i] > a[i]\n   "
         "c[i] += d[i]*e[i]\n  end\n end\n a[i] = b[i]+c[i]*d[i]\nend\n",
         "map i"},
        {"x1 = 0.5\nfor i=0..n-1\n if a[i] > b[i]\n  a[i] += b[i]*d[i]\n  if n > 10\n   c[i] += d[i]*d[i]\n  else\n   "
         "c[i] = d[i]*e[i]+1\n  end\n else\n  b[i] = a[i]+e[i]*e[i]\n  if x1 > 0\n   c[i] = a[i]+d[i]*d[i]\n  else\n   "
         "c[i] += e[i]*e[i]\n  end\n end\nend\n",
         "map i"},
        {"k = -1\nfor i=0..31\n for j=0..31\n  if bb[j,i] > 0\n   k += 1\n   flat[k] = aa[j,i]\n  end\n end\nend\n",
         "scan i: + k"},
        {"alpha = c[0]\nfor i=0..5..n-6\n a[i] += alpha*b[ip[i]]\n a[i+1] += alpha*b[ip[i+1]]\n a[i+2] += "
         "alpha*b[ip[i+2]]\n a[i+3] += alpha*b[ip[i+3]]\n a[i+4] += alpha*b[ip[i+4]]\nend\n",
         "map i"},
        {"xx = flat\nyy = xx\nfor i=0..n-2\n xx[i] = yy[i+1]+a[i]\nend\n", "map i"},
        {"for i=0..n-1\n flat[i+4] = flat[i+8]+a[i]\nend\n", "map i"},
        {"vl = 64\nfor i=0..n-2\n flat[i+1] = flat[i+vl]+a[i]\nend\n", "map i"},
        {"vl = 63\nfor i=0..n-2\n flat[vl+i+1] = flat[i]+a[i]\nend\n", "serial R007"},
        {"k1 = 1\nk2 = 2\nk = 2*k1-k2\nfor i=0..n-1\n a[i] = a[i+k]+b[i]\nend\n", "map i"},
        {"for i=0..n-1\n if d[i] < 0\n  a[i] += b[i]*c[i]\n elseif d[i] == 0\n  a[i] += b[i]*b[i]\n else\n  a[i] += "
         "c[i]*c[i]\n end\nend\n",
         "map i"},
        {"for i=0..n-1\n x[i] = b[i]+d[i]*d[i]\n nothing()\n b[i] = c[i]+d[i]*e[i]\nend\n", "map i"},
        {"for i=0..n-1\n if d[i] < -10\n  error(\"negative\")\n end\n a[i] += b[i]*c[i]\nend\n", "map i"},
        {"s = 0.5\nfor i=0..n-1\n a[i] += b[ip[i]]*s\nend\n", "map i"},
        {"for i=n1-1..n-1\n k = ip[i]\n a[i] = b[i]+c[n-k+1-2]*d[i]\n k += 5\nend\n", "map i"},
        {"j = 2\nfor i=0..30\n off = inc+i\n s += a[off]*aa[j-1,mod(ip[i],32)]\nend\n", "reduction i: + s"},
        {"for i=0..n-1\n a[i] += prod2(b[i],c[i])\nend\n", "map i"},
        {"for i=0..31\n a1 = a[i]\n b1 = b[i]\n c1 = c[i]\n d1 = d[i]\n a1 = a1*b1*c1+a1*b1*d1\n b1 = b1*c1*d1\n c1 = "
         "c1*d1\n x[i] = a1*b1*c1\nend\n",
         "map i"},
        {"m = abs(a[0])\nk = inc\nfor i=1..n-1\n if abs(a[k]) <= m\n  k += inc\n  continue\n end\n j0 = i\n m = "
         "abs(a[k])\n k += inc\nend\n",
         "argreduce i: argmax m j0"},
        {"m = a[0]\nfor i=1..n-1\n if !(a[i] <= m)\n  m = a[i]\n end\nend\n", "reduction i: max m"},
        {"j0 = -2\nm = -1.0\nfor i=0..n-1\n if a[i] > t\n  j0 = i\n  m = a[i]\n  break\n end\nend\n",
         "argreduce i: first j0 m"},
        {"j = -1\nfor i=0..int(n/2)-1\n k = j+1\n a[i] = b[k]-d[i]\n j = k+1\n b[k] = a[i]+c[k]\nend\n", "map i"},
        {"j = -1\nfor i=0..n-1\n if a[i] > 0\n  j += 1\n  a[i] = b[j]\n end\nend\n", "scan i: + j"},
        {"for i=0..n-1\n s += 2.0\n t = s\nend\n", "map i"},
        {"for i=0..n-1\n s = 2.0*(i+1)\n a[i] = s*b[i]\nend\n", "map i"},
        {"for i=0..n-1\n a[i] = a[i]*b[i]*c[i]\nend\n", "map i"},
    }};

}  // namespace

QC_SUITE(vectoriser_loops_with_calls_names_and_wrap_around)
