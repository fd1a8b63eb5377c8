// The kernels of performance-portability suites (basic, stream, algorithm, linear algebra, stencils, applications), in
// this language.
#include <doctest/doctest.h>

#include "suite.h"

namespace {

const char* const inputs =
    "n = 96\na = zeros(n)\nb = zeros(n)\nc = zeros(n)\nd = zeros(n)\ne = zeros(n)\nx = zeros(n)\ny = zeros(n)\nz = "
    "zeros(n)\n"
    "px = zeros(n,14)\ncx = zeros(n,14)\naa = zeros(32,32)\nbb = zeros(32,32)\ncc = zeros(32,32)\ndd = zeros(32,32)\n"
    "A3 = zeros(12,12,12)\nB3 = zeros(12,12,12)\nip = ivec(n)\nones1 = ivec(n)\ncnt = ivec(n)\n{!interpreted for}\nfor "
    "i=0..n-1\n"
    " a[i] = mod(i*37,101)/32-1.5\n b[i] = mod(i*53,97)/64+0.25\n c[i] = mod(i*29,89)/128-0.25\n d[i] = "
    "mod(i*71,103)/128-0.375\n"
    " e[i] = mod(i*17,83)/256\n ip[i] = mod(i*5,n)\n x[i] = mod(i*37,101)/32+0.5\n y[i] = "
    "mod(i*37,101)/32+0.5\n{!interpreted for}\n"
    " for j=0..13\n  px[i,j] = mod(i*7+j*3,31)/16\n  cx[i,j] = mod(i*11+j*5,29)/16\n end\nend\n{!interpreted for}\nfor "
    "i=0..31\n"
    "{!interpreted for}\nfor j=0..31\n aa[i,j] = mod(i*37+j*11,101)/64-0.75\n bb[i,j] = mod(i*7+j*53,97)/128-0.25\n "
    "cc[i,j] = mod(i*19+j*3,89)/256\n"
    "end\nend\n{!interpreted for}\nfor i=0..11\n{!interpreted for}\nfor j=0..11\n{!interpreted for}\nfor k=0..11\n "
    "A3[i,j,k] = mod(i*37+j*11+k*5,101)/64-0.75\n"
    " B3[i,j,k] = mod(i*7+j*53+k*3,97)/128-0.25\nend\nend\nend\ns = 0.0\nt = 0.0\nu = 1.0\nm = -1e30\nlo = 1e30\nk = "
    "1\n"
    "j0 = 0\nj1 = 0\ncn = 0\nxs = 0.0\nys = 0.0\n";
const char* const uses = "print s, t, u, m, lo, k, j0, j1, cn, xs, ys\n";

const qc_test::Suite portability_kernels = {
    "portability kernels",
    inputs,
    uses,
    {
        {"for i=0..n-1\n s += a[i]\n lo = min(lo, a[i])\n m = max(m, a[i])\nend\n", "reduction i: + s; min lo; max m"},
        {"for i=0..n-1\n cn += ip[i]\n j0 = min(j0, ip[i])\n j1 = max(j1, ip[i])\nend\n",
         "reduction i: + cn; min j0; max j1"},
        {"for i=0..n-1\n xs += x[i]\n lo = min(lo, x[i])\n m = max(m, x[i])\n ys += y[i]\n u = min(u, y[i])\n t = "
         "max(t, y[i])\nend\n",
         "reduction i: + xs; min lo; max m; + ys; min u; max t"},
        {"dx = 1.0/n\nfor i=0..n-1\n xx = (i+0.5)*dx\n s += dx/(1.0+xx*xx)\nend\n", "reduction i: + s"},
        {"xp = 0.5\nfor i=0..n-1\n xx = 0.1 + i*0.01\n den = (xx-xp)*(xx-xp)+(xx-0.3)*(xx-0.3)\n s += "
         "1.0/sqrt(den)\nend\n",
         "reduction i: + s"},
        {"for i=0..n-1\n cnt[ip[i]] += 1\nend\n", "bins i: + cnt[ip[i]]"},
        {"for i=0..n-1\n z[mod(ip[i],10)] += x[i]\nend\n", "bins i: + z[mod(ip[i],10)]"},
        {"for i=0..n-1\n if a[i] < 0\n  cnt[cn] = i\n  cn += 1\n end\nend\n", "scan i: + cn"},
        {"for i=0..n-1\n ones1[i] = a[i] < 0 ? 1 : 0\nend\nfor i=0..n-1\n q = ones1[i]\n ones1[i] = cn\n cn += "
         "q\nend\nfor i=0..n-2\n if ones1[i] != ones1[i+1]\n  cnt[ones1[i]] = i\n end\nend\n",
         "map i | scan i: + cn | serial R011"},
        {"for i=0..n-1\n y[i] = s\n s += x[i]\nend\n", "scan i: + s"},
        {"for i=0..n-1\n q = b[i]*b[i]-4.0*a[i]*c[i]\n if q >= 0\n  q = sqrt(q)\n  x[i] = (-b[i]+q)/(2*a[i])\n  y[i] = "
         "(-b[i]-q)/(2*a[i])\n else\n  x[i] = 0\n  y[i] = 0\n end\nend\n",
         "map i"},
        {"for i=0..31\n for j=0..31\n  q = 0.0\n  for k1=0..31\n   q += aa[i,k1]*bb[k1,j]\n  end\n  cc[i,j] = q\n "
         "end\nend\n",
         "partial k1: + q"},
        {"for i=0..n-1\n ar = cx[i,4]\n br = ar - px[i,4]\n px[i,4] = ar\n cr = br - px[i,5]\n px[i,5] = br\n ar = cr "
         "- px[i,6]\n px[i,6] = cr\n br = ar - px[i,7]\n px[i,7] = ar\n px[i,8] = br\nend\n",
         "map i"},
        {"for i=0..n-1\n px[i,0] = 0.1*px[i,12]+0.2*px[i,11]+0.3*px[i,10]+px[i,4]+px[i,5]+px[i,2]\nend\n", "map i"},
        {"for i=0..n-8\n x[i] = d[i]+0.5*(z[i]+0.1*y[i])+0.25*(d[i+3]+0.1*(d[i+2]+0.1*d[i+1]))\nend\n", "map i"},
        {"for i=0..n-2\n x[i] = y[i+1]-y[i]\nend\n", "map i"},
        {"for i=1..n-1\n x[i] = y[i-1]+y[i]\nend\n", "map i"},
        {"m = x[0]\nfor i=1..n-1\n if x[i] < m\n  m = x[i]\n  j0 = i\n end\nend\n", "argreduce i: argmin m j0"},
        {"for i=0..n-1\n b[i] = c[i]+s*d[i]\n s = b[i]-s\nend\n", "serial R003"},
        {"for i=0..n-12\n x[i] = y[i+10]*(z[i+11]-z[i+10])+d[i]*(e[i+1]-e[i])\nend\n", "map i"},
        {"for i=1..n-1\n x[i] = z[i]*(y[i]-x[i-1])\nend\n", "serial R007"},
        {"for i=0..n-1\n y[i] = u/b[i]\n z[i] = x[i]/(exp(y[i])-1)\nend\n", "map i"},
        {"for g=0..31\n for m1=0..24\n  for d1=0..31\n   aa[g,d1] += bb[m1,d1]*cc[g,m1]\n  end\n end\nend\n",
         "partial m1: + aa[g,d1]"},
        {"for i=0..n-17\n q = 0.0\n for j=0..15\n  q += 0.1*j*x[i+j]\n end\n y[i] = q\nend\n", "partial j: + q"},
        {"for i=0..31\n for j=0..31\n  cc[i,j] *= 0.5\n  for k1=0..31\n   cc[i,j] += 1.5*aa[i,k1]*bb[k1,j]\n  end\n "
         "end\nend\n",
         "partial k1: + cc[i,j]"},
        {"for i=0..31\n q = 0.0\n for j=0..31\n  q += aa[i,j]*x[j]\n end\n z[i] = q\nend\n", "partial j: + q"},
        {"for i=0..31\n for j=0..31\n  z[j] += aa[i,j]*x[i]\n end\nend\n", "partial i: + z[j]"},
        {"for i=0..31\n for j=0..31\n  aa[i,j] += x[i]*y[j]+z[i]*d[j]\n end\nend\n", "map i,j"},
        {"for i=0..31\n for j=0..31\n  x[i] += aa[i,j]*y[j]\n end\nend\n", "partial j: + x[i]"},
        {"for i=0..31\n for j=0..31\n  x[j] += aa[j,i]*y[i]\n end\nend\n", "partial i: + x[j]"},
        {"for i=0..31\n q = 0.0\n r = 0.0\n for j=0..31\n  q += aa[i,j]*x[j]\n  r += bb[i,j]*x[j]\n end\n y[i] = "
         "1.5*q+0.5*r\nend\n",
         "partial j: + q; + r"},
        {"for k1=0..31\n for i=0..31\n  for j=0..31\n   aa[i,j] = min(aa[i,j], aa[i,k1]+aa[k1,j])\n  end\n end\nend\n",
         "serial R012 {serial R012, serial R012}"},
        {"for t1=0..3\n for i=1..n-2\n  b[i] = 0.33333*(a[i-1]+a[i]+a[i+1])\n end\n for i=1..n-2\n  a[i] = "
         "0.33333*(b[i-1]+b[i]+b[i+1])\n end\nend\n",
         "serial R009 {map i, map i}"},
        {"for t1=0..3\n for j=0..31\n  aa[0,j] = x[t1]\n end\n for i=1..31\n  for j=0..31\n   aa[i,j] -= "
         "0.5*(cc[i,j]-cc[i-1,j])\n  end\n end\n for i=0..31\n  for j=1..31\n   bb[i,j] -= 0.5*(cc[i,j]-cc[i,j-1])\n  "
         "end\n end\n for i=0..30\n  for j=0..30\n   cc[i,j] -= 0.7*(bb[i,j+1]-bb[i,j]+aa[i+1,j]-aa[i,j])\n  end\n "
         "end\nend\n",
         "serial R009 {map j, map i,j, map i,j, map i,j}"},
        {"for i=1..30\n aa[0,i] = 1.0\n bb[i,0] = 0.0\n cc[i,0] = aa[0,i]\n for j=1..30\n  bb[i,j] = "
         "-0.1/(0.2*bb[i,j-1]+1.3)\n  cc[i,j] = (-0.5*dd[j,i-1]+1.7*dd[j,i]-cc[i,j-1])/(0.2*bb[i,j-1]+1.3)\n end\n "
         "aa[31,i] = 1.0\n for kk=30..-1..1\n  aa[kk,i] = bb[i,kk]*aa[kk+1,i]+cc[i,kk]\n end\nend\n",
         "map i"},
        {"for i=1..10\n for j=1..10\n  for k1=1..10\n   B3[i,j,k1] = "
         "0.125*(A3[i+1,j,k1]-2*A3[i,j,k1]+A3[i-1,j,k1])+0.125*(A3[i,j+1,k1]-2*A3[i,j,k1]+A3[i,j-1,k1])+A3[i,j,k1]\n  "
         "end\n end\nend\n",
         "map i,j,k1"},
        {"for i=0..11\n for j=0..11\n  for k1=0..11\n   s += A3[i,j,k1]*B3[i,j,k1]\n  end\n end\nend\n",
         "reduction i,j,k1: + s"},
        {"for i=0..11\n for j=0..11\n  for k1=0..11\n   A3[i,j,k1] = 0.00000001*i*j*k1\n  end\n end\nend\n",
         "map i,j,k1"},
        {"for i=0..n-1\n a[i] = b[i]+1.5*c[i]\nend\n", "map i"},
        {"for i=0..n-1\n s += a[i]*b[i]\nend\n", "reduction i: + s"},
        {"for i=0..n-1\n v = 0.125*x[i]\n z[ip[i]] += v\n z[mod(ip[i]+1,n)] += v\nend\n",
         "bins i: + z[ip[i]]; + z[mod(ip[i]+1,n)]"},
        {"for i=0..90\n v = 0.0\n v += x[i]\n v += x[i+1]\n v += x[i+2]\n z[i] = 0.25*v\nend\n", "map i"},
        {"for i=0..n-1\n z[0] += x[i]*y[i]\nend\n", "reduction i: + z[0]"},
        {"for i=0..n-1\n z[mod(i,4)] += x[i]\nend\n", "bins i: + z[mod(i,4)]"},
        {"for i=0..n-1\n q = x[i]-y[i]\n if abs(q) < 0.1\n  z[i] = 0\n elseif q < 0\n  z[i] = -q\n else\n  z[i] = q\n "
         "end\nend\n",
         "map i"},
        {"for i=0..n-1\n bvc = 0.3*(x[i]+1)\n z[i] = bvc*y[i]\n if abs(z[i]) < 0.1\n  z[i] = 0\n end\n if x[i] >= "
         "1.5\n  z[i] = 0\n end\n if z[i] < 0.2\n  z[i] = 0.2\n end\nend\n",
         "map i"},
        {"b5 = 0.5\nfor i=0..n-1\n s = x[i]+b5*y[i]\n c[i] = s\n b5 = s-b5\nend\n", "serial R003"},
        {"for i=0..n-2\n k2 = n-1-i\n x[k2] = y[k2]+z[k2]*0.5\nend\n", "map i"},
        {"for i=1..30\n for j=1..30\n  bb[i,j] = 0.2*(aa[i,j]+aa[i,j-1]+aa[i,j+1]+aa[i+1,j]+aa[i-1,j])\n end\nend\n",
         "map i,j"},
        {"for l=0..n-1\n a[l] = x[ip[l]]\nend\n", "map l"},
        {"for i=0..31\n for j=0..31\n  m = max(m, abs(aa[i,j]-bb[i,j]))\n end\nend\n", "reduction i,j: max m"},
        {"for i=0..31\n for j=0..31\n  cc[i,j] = 0\n  for k1=0..31\n   cc[i,j] += aa[i,k1]*bb[k1,j]\n  end\n "
         "end\nend\n",
         "partial k1: + cc[i,j]"},
        {"for i=0..31\n for j=1..30\n  aa[i,j] = aa[i,j-1]+aa[i,j+1]\n end\nend\nfor i=1..30\n for j=0..31\n  aa[i,j] "
         "= aa[i-1,j]*aa[i+1,j]\n end\nend\n",
         "map i | serial R007 {map j}"},
        {"for i=0..15\n mn = 0.0\n for j=0..31\n  mn += aa[j,i]\n end\n x[i] = mn/32\nend\n", "partial j: + mn"},
        {"for i=0..31\n for j=i..31\n  cc[i,j] = 0.0\n  for k1=0..31\n   cc[i,j] += aa[k1,i]*aa[k1,j]\n  end\n  "
         "cc[i,j] = cc[i,j]/31\n  cc[j,i] = cc[i,j]\n end\nend\n",
         "map i"},
        {"for i=0..31\n x[i] = b[i]\n for j=0..i-1\n  x[i] -= aa[i,j]*x[j]\n end\n x[i] = x[i]/(aa[i,i]+4)\nend\n",
         "serial R011 {reduction j: + x[i]}"},
    }};

}  // namespace

QC_SUITE(portability_kernels)
