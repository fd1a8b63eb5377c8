// The Livermore kernels, loops of race benchmarks, and small classics, in this language.
#include <doctest/doctest.h>

#include "suite.h"

namespace {

const char* const inputs =
    "n = 100\nx = zeros(n)\ny = zeros(n)\nz = zeros(n)\nu = zeros(n)\nv = zeros(n)\nw = zeros(n)\nb = zeros(101,7)\n"
    "px = zeros(25,101)\ncx = zeros(25,101)\nvy = zeros(101,25)\nzone = ivec(300)\nix = ivec(n)\nir = ivec(n)\nvx = "
    "zeros(n)\n"
    "xx = zeros(n)\nrx = zeros(n)\nex = zeros(n)\ndex = zeros(n)\ngrd = zeros(n)\nrh = zeros(64)\n{!interpreted for}\n"
    "for i=0..n-1\n x[i] = mod(i*37,101)/64+0.5\n y[i] = mod(i*53,97)/64+0.25\n z[i] = mod(i*29,89)/128+0.25\n u[i] = "
    "mod(i*17,83)/256+0.25\n"
    " v[i] = mod(i*71,103)/128+0.5\n w[i] = 0.01\n grd[i] = mod(i*7,60)+0.25\n ex[i] = mod(i*3,9)/4\n dex[i] = "
    "mod(i*5,11)/8\n"
    " zone[i] = mod(i*3,7)-3\n ix[i] = mod(i*7,60)\nend\n{!interpreted for}\nfor i=0..100\n{!interpreted for}\n for "
    "j=0..6\n"
    "  b[i,j] = mod(i*7+j*3,31)/64\n end\n{!interpreted for}\n for j=0..24\n  px[j,i] = mod(i*7+j*3,31)/64\n  cx[j,i] "
    "= mod(i*5+j*3,37)/64\n"
    "  vy[i,j] = mod(i*5+j*3,37)/64+0.25\n end\nend\nq = 0.0\ns = 0.0\nt = 0.5\nm = 0\nr = 0.25\nxk = 0.0\n";
const char* const uses = "print q, s, t, m, r, xk\n";

const qc_test::Suite Livermore_kernels_and_race_benchmarks = {
    "Livermore kernels and race benchmarks",
    inputs,
    uses,
    {
        {"ipntp = 0\nii = 64\nfor l=0..2\n ipnt = ipntp\n ipntp = ipntp+ii\n ii = int(ii/2)\n i = ipntp\n for "
         "k=ipnt+1..2..ipntp-1\n  x[mod(i,100)] = "
         "x[mod(k,100)]-v[mod(k,100)]*x[mod(k-1,100)]-v[mod(k+1,100)]*x[mod(k+1,100)]\n  i += 1\n end\nend\n",
         "serial R006 {serial R011}"},
        {"for k=1..2..39\n x[50+int(k/2)] = x[k]-v[k]*x[k-1]-v[k+1]*x[k+1]\nend\n", "map k"},
        {"for k=0..n-1\n q += z[k]*x[k]\nend\n", "reduction k: + q"},
        {"for k=6..10..96\n lw = k-6\n temp = x[k-1]\n for j=4..5..24\n  temp -= x[lw]*y[j]\n  lw += 1\n end\n x[k-1] "
         "= y[4]*temp\nend\n",
         "map k"},
        {"for i=1..n-1\n x[i] = z[i]*(y[i]-x[i-1])\nend\n", "serial R007"},
        {"for i=1..24\n w[i] = 0.01\n for k=0..i-1\n  w[i] += px[k,i]*w[i-k-1]\n end\nend\n",
         "serial R011 {reduction k: + w[i]}"},
        {"for k=0..90\n x[k] = "
         "u[k]+r*(z[k]+r*y[k])+t*(u[k+3]+r*(u[k+2]+r*u[k+1])+t*(u[k+6]+r*(u[k+5]+r*u[k+4])))\nend\n",
         "map k"},
        {"for i=0..100\n px[0,i] = 0.1*px[12,i]+0.2*px[11,i]+px[4,i]+px[5,i]+px[2,i]\nend\n", "map i"},
        {"for i=0..100\n ar = cx[4,i]\n br = ar-px[4,i]\n px[4,i] = ar\n cr = br-px[5,i]\n px[5,i] = br\n px[7,i] = "
         "cr-px[6,i]\n px[6,i] = cr\nend\n",
         "map i"},
        {"for k=1..n-1\n x[k] = x[k-1]+y[k]\nend\n", "scan k: + x"},
        {"for k=0..n-2\n x[k] = y[k+1]-y[k]\nend\n", "map k"},
        {"for ip=0..n-1\n i1 = mod(int(grd[ip]),8)\n j1 = mod(int(x[ip]),8)\n x[ip] += b[j1,mod(i1,7)]\n i2 = "
         "mod(int(x[ip]*3),8)\n rh[i2*8+j1] += 1.0\nend\n",
         "bins ip: + rh[i2*8+j1]"},
        {"for k=0..n-1\n vx[k] = 0.0\n xx[k] = 0.0\n ix[k] = int(grd[k])\n xk = ix[k]\n ex[k] = xk*0.5\nend\n",
         "map k"},
        {"for k=0..n-1\n ir[k] = mod(int(grd[k]),60)\n rx[k] = grd[k]-ir[k]\n rh[ir[k]] += 1.0-rx[k]\n rh[ir[k]+1] += "
         "rx[k]\nend\n",
         "bins k: + rh[ir[k]]; + rh[ir[k]+1]"},
        {"for j=1..5\n for k=1..23\n  if vy[j+1,k] > vy[j,k]\n   tt = 0.3\n  else\n   tt = 0.7\n  end\n  if px[k,j] < "
         "px[k-1,j]\n   rr = max(px[k-1,j], px[k-1,j+1])\n  else\n   rr = max(px[k,j], px[k,j+1])\n  end\n  cx[k,j] = "
         "sqrt(rr*rr+tt*tt)\n end\nend\n",
         "map j,k"},
        {"for k=0..n-1\n if x[k] < t\n  m = k\n elseif x[k] > 1.5\n  m += 1\n end\nend\n", "scan k: + m"},
        {"xnm = 1/3\ne6 = 1.03/3.07\nfor k=n-1..-1..1\n e3 = xnm*x[k]+y[k]\n if xnm > x[k]\n  e6 = e3\n end\n z[k] = "
         "e3-e6\n xnm = e3*0.25\nend\n",
         "serial R006"},
        {"stb = 0.5\nfor i=0..n-1\n z[i] = x[i]+stb*y[i]\n stb = z[i]-stb\nend\n", "serial R003"},
        {"for k=0..n-2\n di = y[k]-0.3/(xx[k]+1.5)\n dn = 0.2\n if di > 0\n  dn = max(0.1, min(z[k]/di, 2.0))\n end\n "
         "x[k] = ((w[k]+v[k]*dn)*xx[k]+u[k])/(vx[k]+v[k]*dn+1)\n xx[k+1] = (x[k]-xx[k])*dn+xx[k]\nend\n",
         "serial R007"},
        {"for k=0..24\n for i=0..24\n  for j=0..24\n   px[j,i] += vy[k,i]*cx[j,k]\n  end\n end\nend\n",
         "partial k: + px[j,i]"},
        {"for j=1..5\n for k=1..23\n  qa = px[j+1,k]*0.1+px[j-1,k]*0.2+px[j,k+1]*0.1+px[j,k-1]*0.2+0.3\n  px[j,k] += "
         "0.175*(qa-px[j,k])\n end\nend\n",
         "serial R007 {serial R007}"},
        {"m = 0\nfor k=1..n-1\n if x[k] < x[m]\n  m = k\n end\nend\n", "argreduce k: argmin x[m] m"},
        {"for i=0..99\n xk = i\nend\ns = xk\n", "map i"},
        {"m = 99\nfor i=0..99\n if x[i] <= 0.6\n  zone[m] = i\n  m -= 1\n end\nend\n", "serial R001"},
        {"m = 0\nfor i=0..99\n zone[m] = x[i]*2\n m += 1\nend\n", "map i"},
        {"for i=1..9\n for j=1..9\n  x[i*10+j] = x[i*10+j-1]\n end\nend\n", "map i"},
        {"for i=1..8\n for j=0..10\n  x[i*10+j] = x[i*10+j]+1\n end\nend\n", "serial R004 {map j}"},
        {"for i=0..24\n for j=0..24\n  tmp = px[i,j]+i\n  px[i,j] = tmp\n end\nend\n", "map i,j"},
        {"for i=0..99\n z[i] = xk\n xk = y[i]+1\nend\n", "map i"},
        {"for i=1..24\n for j=1..24\n  px[i,j] = px[i-1,j-1]\n end\nend\n", "serial R007 {map j}"},
        {"for i=0..48\n x[2*i+1] = x[i]+1\nend\n", "serial R007"},
        {"k0 = 0\nfor i=0..n-1\n x[i] = x[mod(i+k0+1,100)]\nend\n", "serial R011"},
        {"for i=1..24\n for j=1..24\n  px[i,j] = max(max(px[i-1,j-1]+cx[i,j], px[i-1,j]-1), px[i,j-1]-1)\n end\nend\n",
         "serial R007 {serial R007}"},
        {"for i=0..24\n for j=0..24\n  for k=0..24\n   s += px[i,k]*cx[k,j]\n  end\n end\nend\n",
         "reduction i,j,k: + s"},
        {"for i=0..99\n x[i] = y[ix[i]]\nend\n", "map i"},
        {"for i=0..99\n x[ix[i]] = y[i]\nend\n", "serial R011"},
        {"for i=0..49\n x[i*2] = y[i]\n x[i*2+1] = z[i]\nend\n", "map i"},
        {"for i=0..99\n x[mod(i+1,100)] = y[i]\nend\n", "map i"},
        {"for i=0..99\n x[mod(i,50)] = y[i]\nend\n", "serial R011"},
        {"for i=0..99\n if x[i] > 0 && y[i] > 0 || z[i] > 5\n  s += 1\n end\nend\n", "reduction i: + s"},
        {"for i=0..24\n for j=0..24\n  if i != j\n   px[i,j] = px[j,i]\n  end\n end\nend\n", "serial R011 {map j}"},
        {"for i=0..24\n for j=0..i-1\n  px[j,i] = px[i,j]\n end\nend\n", "map i"},
        {"for j=0..24\n tt = px[3,j]\n px[3,j] = px[7,j]\n px[7,j] = tt\nend\n", "map j"},
        {"for k=0..5\n for i=k+1..24\n  f = px[i,k]/(px[k,k]+3)\n  for j=k..24\n   px[i,j] -= f*px[k,j]\n  end\n "
         "end\nend\n",
         "serial R012 {map i, map j}"},
        {"for i=1..99\n x[i] = y[i]-y[i-1]\nend\n", "map i"},
        {"for i=99..-1..1\n x[i] = x[i]-x[i-1]\nend\n", "map i"},
        {"for i=1..99\n x[i] = x[i]-x[i-1]\nend\n", "serial R007"},
        {"for i=0..98\n if x[i] > x[i+1]\n  tt = x[i]\n  x[i] = x[i+1]\n  x[i+1] = tt\n end\nend\n", "serial R011"},
        {"for i=0..2..98\n if x[i] > x[i+1]\n  tt = x[i]\n  x[i] = x[i+1]\n  x[i+1] = tt\n end\nend\n", "map i"},
        {"for i=0..9\n s = s*0.5+x[i]\nend\n", "serial R005"},
        {"for i=0..98\n for j=i+1..99\n  if x[i] == x[j]\n   m += 1\n  end\n end\nend\n", "reduction i: + m"},
        {"m = -1\nfor i=0..99\n if x[i] > 1\n  m = i\n end\nend\n", "argreduce i: last m"},
        {"for i=0..99\n s = max(s, x[i])\n y[i] = s > x[i] ? 1 : 0\nend\n", "scan i: max s"},
        {"ok = true\nfor i=0..99\n if x[i] < 0\n  ok = false\n  break\n end\nend\nm = ok\n", "argreduce i: first ok"},
        {"for i=0..99\n if s > 10\n  break\n end\n s += x[i]\nend\n", "serial R013"},
        {"for i=0..99\n k1 = 0\n while k1 < 10 && y[k1] < x[i]\n  k1 += 1\n end\n z[i] = k1\nend\n", "map i"},
    }};

}  // namespace

QC_SUITE(Livermore_kernels_and_race_benchmarks)
