// Windows whose ends move with the loops around them: reduced beside the loops that are kept, where their length does
// not change.
#include <doctest/doctest.h>

#include "suite.h"

namespace {

const qc_test::Suite windows = {
    "windows around the iteration",
    qc_test::signal_inputs,
    qc_test::signal_uses,
    {
        {"for r=2..47\n for c=0..59\n  s = 0.0\n  for i=r-2..r+2\n   s += im[i,c]\n  end\n  im2[r,c] = s\n end\nend\n",
         "partial i: + s"},
        {"for r=1..48\n for c=1..58\n  s = 0.0\n  for i=r-1..r+1\n   for j=c-1..c+1\n    s += im[i,j]\n   end\n  end\n "
         " im2[r,c] = s\n end\nend\n",
         "partial i,j: + s"},
        {"for r=0..23\n for c=0..28\n  s = 0.0\n  for i=2*r..2*r+1\n   for j=2*c..2*c+1\n    s += im[i,j]\n   end\n  "
         "end\n  im2[r,c] = s/4\n end\nend\n",
         "partial i,j: + s"},
        {"for r=0..49\n for c=0..59\n  s = 0.0\n  for i=max(0,r-1)..min(49,r+1)\n   for j=max(0,c-p)..min(59,c+p)\n    "
         "s += im[i,j]\n   end\n  end\n  im2[r,c] = s\n end\nend\n",
         "partial i,j: + s"},
        {"for r=0..49\n for c=0..59\n  m = im[r,c]\n  for i=max(0,r-q)..r\n   m = max(m, im[i,c])\n  end\n  im2[r,c] = "
         "m\n end\nend\n",
         "partial i: max m"},
        {"for r=1..48\n for c=1..58\n  s = 0.0\n  for d=-1..1\n   yy = min(max(r+d,0),49)\n   for e=-1..1\n    s += "
         "im[yy,c+e]\n   end\n  end\n  im2[r,c] = s\n end\nend\n",
         "partial d,e: + s"},
        {"i = 5\nfor r=2..47\n for c=0..59\n  s = 0.0\n  for i=r-2..r+2\n   s += im[i,c]\n  end\n  im2[r,c] = s\n "
         "end\nend\nprint i\n",
         "partial i: + s"},
        // The length changes, the start moves inside the window, the last value hangs on the clamps, the window is
        // taken in order.
        {"for r=2..47\n for c=0..59\n  s = 0.0\n  for i=0..r\n   s += im[i,c]\n  end\n  im2[r,c] = s\n end\nend\n",
         "map r,c"},
        {"for r=2..40\n for c=0..59\n  s = 0.0\n  p = r\n  for i=p-2..p+2\n   s += im[i,c]\n   p += 1\n  end\n  "
         "im2[r,c] = s\n end\nend\n",
         "map r,c"},
        {"i = 5\nfor r=0..49\n for c=0..59\n  s = 0.0\n  for i=max(0,r-2)..min(49,r+2)\n   s += im[i,c]\n  end\n  "
         "im2[r,c] = s\n end\nend\nprint i\n",
         "serial R010 {partial i: + s}"},
        {"for r=2..47\n for c=0..59\n  s = 0.0\n  for i=r-2..r+2\n   s = s*0.5 + im[i,c]\n  end\n  im2[r,c] = s\n "
         "end\nend\n",
         "map r,c"},
        {"for r=2..47\n for c=0..59\n  s = 0.0\n  for d=-1..1\n   gw = exp(w[d+1])\n   for e=0..0\n    s += "
         "gw*im[r+d,c+e]\n   end\n  end\n  im2[r,c] = s\n end\nend\n",
         "partial d: + s"},
        // In place: an iteration reads what another writes.
        {"for r=2..47\n for c=0..59\n  s = 0.0\n  for i=r-2..r+2\n   s += im2[i,c]\n  end\n  im2[r,c] = s\n end\nend\n",
         "serial R011 {partial i: + s}"},
        {"for r=1..48\n for c=1..58\n  s = 0.0\n  for i=r-1..r+1\n   for j=c-1..c+1\n    s += im2[i,j]\n   end\n  "
         "end\n  im2[r,c] = s/9\n end\nend\n",
         "serial R011 {serial R011, reduction i,j: + s}"},
        {"for r=0..49\n for c=0..59\n  s = 0.0\n  for i=max(0,r-2)..min(49,r+2)\n   s += im2[i,c]\n  end\n  im2[r,c] = "
         "s\n end\nend\n",
         "serial R011 {partial i: + s}"},
        {"for r=0..49\n for c=0..59\n  s = 0.0\n  for i=max(0,r-2)..r\n   s += im2[i,c]\n  end\n  im2[r,c] = s\n "
         "end\nend\n",
         "serial R011 {partial i: + s}"},
        {"for i=2..97\n s1 = 0.0\n for j=i-2..i+2\n  s1 += y[j]\n end\n y[i] = s1/5\nend\n",
         "serial R011 {reduction j: + s1}"},
        {"for i=2..97\n s1 = 0.0\n for j=max(0,i-2)..i\n  s1 += y[j]\n end\n y[i] = s1\nend\n",
         "serial R011 {reduction j: + s1}"},
        // Every window writes where others do, or adds to a value that goes on.
        {"for i=2..97\n for j=i-2..i+2\n  y[j] = x[i]\n end\nend\n", "serial R009 {map j}"},
        {"for i=2..97\n for j=i-2..i+2\n  s1 = s1*0.5 + x[j]\n end\n y[i] = s1\nend\n", "serial R005 {serial R005}"},
        {"for i=2..97\n for j=max(0,i-2)..min(99,i+2)\n  y[j] = y[j]*2 + x[i]\n end\nend\n", "serial R011 {map j}"},
        {"for i=2..97\n for j=i-2..i+2\n  if x[j] > s1\n   s1 = x[j] + 1\n  end\n end\n y[i] = s1\nend\n",
         "serial R006 {serial R006}"},
    }};

}  // namespace

QC_SUITE(windows)
