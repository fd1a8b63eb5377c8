// Private variables, last values and searches; loops of performance suites: streams, stencils, products of matrices,
// scans, histograms.
#include <doctest/doctest.h>

#include "suite.h"

namespace {

const qc_test::Suite privatisation = {
    "privatisation",
    qc_test::signal_inputs,
    qc_test::signal_uses,
    {
        {"for i=0..99\n t = x[i]\n y[i] = t*t\nend\n", "map i"},
        {"for i=0..99\n t = x[i]\n y[i] = t*t\nend\ns = t\n", "map i"},
        {"for i=0..99\n if x[i] > 0\n  t = x[i]\n else\n  t = -x[i]\n end\n y[i] = t\nend\n", "map i"},
        {"for i=0..99\n if x[i] > 0\n  t = x[i]\n end\n y[i] = t\nend\n", "scan i: last t"},
        {"for i=0..99\n y[i] = t\n t = x[i]\nend\n", "map i"},
        {"for i=0..99\n if x[i] > 0\n  r1 = x[i]\n  y[i] = r1\n end\nend\n", "map i"},
        {"for i=0..49\n for j=0..59\n  r = im[i,j]\n  im[i,j] = r*r\n end\nend\n", "map i,j"},
        {"for i=0..49\n r = x[i]\n for j=0..59\n  im[i,j] = r\n end\nend\n", "map i"},
        {"for i=0..49\n r = 0\n for j=0..59\n  r += 1\n  im[i,j] = r\n end\nend\n", "map i"},
        {"for i=0..49\n for j=0..59\n  r += 1\n  im[i,j] = r\n end\nend\nprint r\n", "map i,j"},
        {"for i=0..99\n t = x[i]\n u = y[i]\n z[i] = t*u\n s += t\nend\n", "reduction i: + s"},
        {"for i=0..99\n r1 = 0.0\n for j=0..9\n  r1 = max(r1, im[j,0]*x[i])\n end\n z[i] = r1\nend\n",
         "partial j: max r1"},
        {"for i=0..99\n t = 0.0\n j = 0\n while j < 5\n  t += x[i]/(j+1)\n  j += 1\n end\n z[i] = t\nend\n", "map i"},
        {"for i=0..99\n if x[i] > 0\n  t = x[i]\n end\nend\n", "argreduce i: last t"},
        {"for i=0..99\n if x[i] > 0\n  t = x[i]\n  j0 = i\n end\nend\n", "argreduce i: last t j0"},
        {"for i=0..49\n for j=0..59\n  if im[i,j] > 0.5\n   j0 = i\n   j1 = j\n  end\n end\nend\n",
         "argreduce i,j: last j0 j1"},
        {"for i=0..99\n if x[i] > 0\n  t = x[i]\n elseif y[i] > 0\n  t = y[i]\n end\nend\n", "serial R010"},
        {"for i=0..99\n if x[i] > 0\n  t = x[i]\n  y[i] = t\n end\nend\n", "serial R010"},
        {"for i=0..99\n if x[i] > 0.9\n  j0 = i\n  break\n end\nend\n", "argreduce i: first j0"},
        {"for i=0..99\n if x[i] > 0.9\n  f = true\n  break\n end\nend\n", "argreduce i: first f"},
        {"for i=0..99\n u2 = x[i]*y[i]\n if u2 > 0.2\n  s = u2\n  j0 = i\n  break\n end\nend\n",
         "argreduce i: first s j0"},
        {"for i=0..99\n s += x[i]\n if x[i] > 0.9\n  break\n end\nend\n", "serial R013"},
        {"for i=0..99\n y[i] = x[i]\n if x[i] > 0.9\n  break\n end\nend\n", "serial R013"},
        {"for i=0..99\n if x[i] > 0.9\n  j0 = i\n  break\n end\n if x[i] < -0.7\n  j0 = -i\n  break\n end\nend\n",
         "serial R013"},
        {"for i=0..99\n if x[i] < 0\n  continue\n end\n s += x[i]\nend\n", "reduction i: + s"},
        {"for i=0..49\n for j=0..59\n  if im[i,j] > 0.5\n   break\n  end\n  x[i] += im[i,j]\n end\nend\n", "map i"},
        {"for i=0..49\n for j=0..59\n  if im[i,j] > 0.5\n   break\n  end\n  s += im[i,j]\n end\nend\n",
         "reduction i: + s"},
    }};

const qc_test::Suite kernels_of_performance_suites = {
    "kernels of performance suites",
    qc_test::signal_inputs,
    qc_test::signal_uses,
    {
        {"for i=0..99\n y[i] += s*x[i]\nend\n", "map i"},
        {"for i=0..99\n t = z[i]*z[i]-4*x[i]*y[i]\n if t >= 0\n  t = sqrt(t)\n  y[i] = (t-z[i])/2\n  z[i] = "
         "(-t-z[i])/2\n else\n  y[i] = 0\n  z[i] = 0\n end\nend\n",
         "map i"},
        {"for i=0..99\n x[i] = y[i] + z[i]*s\n y[i] = x[i]*2\n z[i] = y[i]-1\nend\n", "map i"},
        {"for i=0..99\n s += 4/(1+((i+0.5)/n)^2)\nend\n", "reduction i: + s"},
        {"for i=0..99\n s += k[i]\n t = min(t, k[i])\n u = max(u, k[i])\nend\n", "reduction i: + s; min t; max u"},
        {"for i=0..99\n s += x[i]\n t = min(t, x[i])\n u = max(u, x[i])\n s1 += y[i]\n t1 = min(t1, y[i])\n u1 = "
         "max(u1, y[i])\nend\n",
         "reduction i: + s; min t; max u; + s1; min t1; max u1"},
        {"for i=0..99\n c0[k[i]] += 1\nend\n", "bins i: + c0[k[i]]"},
        {"for i=1..97\n y[i] = x[i+1]*(z[i]+2*z[i+1])-s*x[i]\nend\n", "map i"},
        {"for i=0..98\n x[i] = y[i+1]-y[i]\nend\n", "map i"},
        {"for i=1..99\n x[i] = y[i-1]+y[i]\nend\n", "map i"},
        {"for i=0..99\n if x[i] < m\n  m = x[i]\n  j0 = i\n end\nend\n", "argreduce i: argmin m j0"},
        {"for i=0..99\n if x[i] <= m\n  m = x[i]\n  j0 = i\n end\nend\n", "argreduce i: argmin m j0"},
        {"for i=1..99\n x[i] = z[i]*(y[i]-x[i-1])\nend\n", "serial R007"},
        {"for i=0..99\n x[i] = y[i]+s*z[i]\n u1 = exp(z[i])\n w[i] = x[i]/(u1+1)\nend\n", "map i"},
        {"for j=1..48\n for i=1..58\n  t = (im[j,i+1]+im[j,i-1])*x[i]+(im[j+1,i]+im[j-1,i])*y[i]\n  im2[j,i] = "
         "im[j,i]+0.175*(t-im[j,i])\n end\nend\n",
         "map j,i"},
        {"for i=0..29\n for j=0..29\n  r1 = 0.0\n  for l=0..29\n   r1 += im[i,l]*im2[l,j]\n  end\n  im3[i,j] = r1\n "
         "end\nend\n",
         "partial l: + r1"},
        {"for i=0..29\n for j=0..29\n  im3[i,j] *= 0.5\n  for l=0..29\n   im3[i,j] += im[i,l]*im2[l,j]\n  end\n "
         "end\nend\n",
         "partial l: + im3[i,j]"},
        {"for i=0..29\n for l=0..29\n  for j=0..29\n   im3[i,j] += im[i,l]*im2[l,j]\n  end\n end\nend\n",
         "partial l: + im3[i,j]"},
        {"for i=0..49\n t = 0.0\n for j=0..59\n  t += im[i,j]*x[j]\n end\n for j=0..59\n  y[j] += im[i,j]*t\n "
         "end\nend\n",
         "serial R004 {reduction j: + t, map j}"},
        {"for i=0..29\n for j=0..29\n  z[i] += im[j,i]*y[j]\n end\nend\n", "partial j: + z[i]"},
        {"for l=0..29\n for i=0..29\n  for j=0..29\n   im[i,j] = min(im[i,j], im[i,l]+im[l,j])\n  end\n end\nend\n",
         "serial R012 {serial R012, serial R012}"},
        {"for i=1..28\n for j=1..28\n  im2[i,j] = 0.2*(im[i,j]+im[i,j-1]+im[i,j+1]+im[i+1,j]+im[i-1,j])\n end\nend\n",
         "map i,j"},
        {"for i=0..8\n for j=0..10\n  for q=0..2\n   cu[i,j,q] = cu[i+1,j,q]-2*cu[i,j,q]+cu[i,j+1,q]\n  end\n "
         "end\nend\n",
         "map i,j,q"},
        {"for i=29..-1..0\n for j=i+1..29\n  y[i] -= im[i,j]*y[j]\n end\nend\n", "serial R012 {reduction j: + y[i]}"},
        {"for i=0..29\n for j=0..29\n  im2[j,i] = im[i,j]\n end\nend\n", "map i,j"},
        {"for i=0..99\n s += x[i]\n t += x[i]*x[i]\nend\n", "reduction i: + s; + t"},
        {"for i=0..99\n s += (x[i]-t)^2\nend\n", "reduction i: + s"},
        {"for i=0..99\n y[i] = x[i]*2\n s += (y[i]-z[i])^2\nend\n", "reduction i: + s"},
        {"for i=1..98\n s += abs(x[i]-x[i-1])\nend\n", "reduction i: + s"},
        {"for i=0..99\n y[i] = s\n s += x[i]\nend\n", "scan i: + s"},
        {"for i=0..99\n s = max(s, x[i])\n y[i] = s\nend\n", "scan i: max s"},
        {"for i=0..99\n s *= 1+x[i]/8\n y[i] = s\nend\n", "scan i: * s"},
        {"for i=0..99\n if x[i] > 0\n  s += x[i]\n end\n y[i] = s\nend\n", "scan i: + s"},
        {"for i=0..99\n s = 0.9*s + x[i]\n y[i] = s\nend\n", "serial R005"},
        {"for i=1..99\n x[i] = 0.9*x[i-1] + y[i]\nend\n", "serial R007"},
        {"j = 0\nfor i=0..99\n if x[i] > 0\n  y[j] = x[i]\n  j += 1\n end\nend\nprint j\n", "scan i: + j"},
        {"for i=0..49\n for j=0..59\n  c0[int(abs(im[i,j])*8)] += 1\n end\nend\n",
         "bins i,j: + c0[int(abs(im[i,j])*8.0)]"},
        {"for i=0..49\n for j=0..59\n  im2[i,k[j]] += im[i,j]\n end\nend\n", "bins i,j: + im2[i,k[j]]"},
    }};

}  // namespace

QC_SUITE(privatisation)
QC_SUITE(kernels_of_performance_suites)
