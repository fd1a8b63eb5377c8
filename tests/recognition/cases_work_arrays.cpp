// Work arrays: which iterations have one of their own, and near misses.
#include <doctest/doctest.h>

#include "suite.h"

namespace {

const char* const inputs =
    "n = 100\nk = 7\na = zeros(n)\nb = zeros(n)\nx = zeros(n,9)\ny = zeros(n,9)\nt = zeros(9)\nr = "
    "object()\n{!interpreted for}\n"
    "for i=0..n-1\n a[i] = mod(i*37,101)/32-1.5\n b[i] = mod(i*53,97)/64+0.25\n {!interpreted for}\n for j=0..8\n  "
    "x[i,j] = mod(i*37+j*11,101)/64-0.75\n"
    " end\nend\ns = 0.0\n";
const char* const uses = "print s\n";

const qc_test::Suite work_arrays = {
    "work arrays",
    inputs,
    uses,
    {
        {"for i=0..n-1\n for j=0..8\n  t[j] = x[i,j]*2\n end\n for j=0..8\n  y[i,j] = t[8-j]+1\n end\nend\n", "map i"},
        {"for i=0..n-1\n t[0] = x[i,0]\n t[1] = x[i,1]\n a[i] = t[0]*t[1]\nend\n", "map i"},
        // Steps that are known when the loop is reached; one by which a region grows that is not known to be the last
        // one's.
        {"for i=0..k..n-1\n for j=0..8\n  t[j] = x[i,j]*2\n end\n for j=0..8\n  y[i,j] = t[8-j]+1\n end\nend\n",
         "map i"},
        {"for i=n-1..-k..0\n for j=0..min(k,8)\n  t[j] = x[i,j]*2\n end\n for j=0..min(k,8)\n  s += t[j]\n end\nend\n",
         "reduction i: + s"},
        {"for i=0..9\n for p=1..k..n-1\n  for j=1..min(k,8)\n   t[j] = x[p,j]+i\n   s += t[j]\n  end\n end\nend\n",
         "reduction i,p,j: + s"},
        {"for i=0..9\n for j=0..k..n-1\n  for p=0..min(j,2)\n   for q=1..8\n    t[q] = x[j,q]+i\n    s += t[q]\n   "
         "end\n  end\n end\nend\n",
         "reduction i,j: + s"},
        // A loop around the region that ends where branches say, of numbers that no iteration changes; of others.
        {"for i=0..n-1\n p = 2\n if k > 5\n  p = k-1\n end\n for q=0..min(p,8)\n  for j=0..min(k,8)\n   t[j] = "
         "x[i,q]+j\n   s += t[j]\n  end\n end\nend\n",
         "reduction i: + s"},
        {"for i=0..n-1\n p = 2\n if i > 5\n  p = k-1\n end\n for q=0..min(p,8)\n  for j=0..min(k,8)\n   t[j] = "
         "x[i,q]+j\n   s += t[j]\n  end\n end\nend\n",
         "serial R009 {reduction q,j: + s}"},
        // Loops around the region that run in each iteration or in none, whichever way they go.
        {"for i=0..n-1\n for p=n-1..-1..max(0,n-1-i)\n  for j=0..min(k,8)\n   t[j] = x[p,j]+i\n   s += t[j]\n  end\n "
         "end\nend\n",
         "reduction i: + s"},
        {"for i=0..n-1\n for p=max(0,n-1-i)..min(n-1,n-1+i)\n  for j=0..min(k,8)\n   t[j] = x[p,j]+i\n   s += t[j]\n  "
         "end\n end\nend\n",
         "reduction i: + s"},
        // A loop beside the region that ends early, and near misses: the loop around it, before and behind it.
        {"for i=0..n-1\n for p=n-1..-1..max(0,n-1-i)\n  for j=0..8\n   t[j] = x[p,j]+i\n   s += t[j]\n  end\n  for "
         "j=0..8\n   if x[i,j] > 0.5\n    break\n   end\n   s += x[p,j]\n  end\n end\nend\n",
         "reduction i: + s"},
        {"for i=0..n-1\n for j=0..8\n  if x[i,j] > 0.5\n   break\n  end\n  s += x[i,j]\n end\n for j=0..8\n  t[j] = "
         "x[i,j]+i\n  s += t[j]\n end\nend\n",
         "reduction i: + s"},
        {"for i=0..n-1\n for p=0..k\n  if x[i,p] > 0.5\n   break\n  end\n  for j=0..8\n   t[j] = x[p,j]+i\n   s += "
         "t[j]\n  end\n end\nend\n",
         "serial R011 {serial R013, reduction j: + s}"},
        {"for i=0..n-1\n for j=0..8\n  if x[i,j] > 0.5\n   break\n  end\n  t[j] = x[i,j]+i\n end\n s += t[0]\nend\n",
         "serial R011 {serial R013}"},
        // Loops around the region of which the inner one is empty at first, or at last; near misses: read where it is
        // empty, and where it ends as data say.
        {"for i=0..n-1\n for p=0..k-1\n  for q=0..p-1\n   for j=0..min(k,8)\n    t[j] = x[p,j]+q\n    s += t[j]\n   "
         "end\n  end\n end\nend\n",
         "reduction i,p: + s"},
        {"for i=0..n-1\n for p=0..i-1\n  for q=p-1..-1..0\n   for j=0..min(k,8)\n    t[j] = x[p,j]+q+i\n    s = "
         "max(s,t[j])\n   end\n  end\n end\nend\n",
         "reduction i: max s"},
        {"for i=0..n-1\n for p=0..k-1\n  for q=0..p-1\n   for j=0..min(k,8)\n    t[j] = x[p,j]+q\n   end\n  end\n  for "
         "j=0..min(k,8)\n   s += t[j]\n  end\n end\nend\n",
         "serial R009 {serial R009, serial R009, map j, reduction j: + s}"},
        {"for i=0..n-1\n for p=0..k-1\n  for q=0..int(a[i])\n   for j=0..min(k,8)\n    t[j] = x[p,j]+q\n    s += "
         "t[j]\n   end\n  end\n end\nend\n",
         "serial R009 {reduction p,q,j: + s}"},
        // Around the region a loop or a branch that some iterations run: not the first one, not the last ones.
        {"for i=0..n-1\n for p=n-1..-1..max(0,n-i)\n  for j=0..min(k,8)\n   t[j] = x[p,j]+i\n   s += t[j]\n  end\n "
         "end\nend\n",
         "reduction i: + s"},
        {"for i=0..n-1\n for p=i..k-1\n  for j=0..min(k,8)\n   t[j] = x[i,j]+1\n   s += t[j]\n  end\n end\nend\n",
         "reduction i: + s"},
        // Steps up to an end that is the least of several: the inner loop runs where so many steps lie before it, but
        // not where that hangs on the iteration.
        {"for i=0..n-1\n for p=0..2..min(i,k)\n  for q=0..p-1\n   for j=0..min(k,8)\n    t[j] = x[i,j]+q\n    s += "
         "t[j]\n   end\n  end\n end\nend\n",
         "reduction i: + s"},
        {"for i=0..n-1\n for p=0..2..min(i,k)\n  for q=i..p+3\n   for j=0..min(k,8)\n    t[j] = x[i,j]+q\n    s += "
         "t[j]\n   end\n  end\n end\nend\n",
         "serial R009 {reduction p: + s, reduction q,j: + s}"},
        {"for i=0..n-1\n for p=min(i,k)..k-1\n  for j=0..min(k,8)\n   t[j] = x[i,j]+1\n   s += t[j]\n  end\n "
         "end\nend\n",
         "reduction i: + s"},
        {"for i=0..n-1\n for p=k..max(k-1,n-i)\n  for j=0..min(k,8)\n   t[j] = x[i,j]+1\n   s += t[j]\n  end\n "
         "end\nend\n",
         "reduction i: + s"},
        {"for i=n-1..-2..0\n if i > 3 && i <= n-k\n  for j=0..min(k,8)\n   t[j] = x[i,j]+1\n   s += t[j]\n  end\n "
         "end\nend\n",
         "reduction i: + s"},
        {"for i=0..n-1\n if i == k\n  for j=0..min(k,8)\n   t[j] = x[i,j]+1\n   s += t[j]\n  end\n end\nend\n",
         "reduction i: + s"},
        {"for i=0..n-1\n if !(i < 2 || k < 3)\n  for j=0..min(k,8)\n   t[j] = x[i,j]+1\n   s += t[j]\n  end\n "
         "end\nend\n",
         "reduction i: + s"},
        {"for i=0..n-1\n if i > 3\n  y[i,0] = 1\n else\n  for j=0..min(k,8)\n   t[j] = x[i,j]+1\n   s += t[j]\n  end\n "
         "end\nend\n",
         "reduction i: + s"},
        {"for i=0..n-1\n for q=0..8\n  if 2*i+q < k\n  for j=0..min(k,8)\n   t[j] = x[i,j]+1\n   s += t[j]\n  end\n  "
         "end\n end\nend\n",
         "reduction i,q: + s"},
        {"for i=0..n-1\n for q=0..i\n  if q < k\n  for j=0..min(k,8)\n   t[j] = x[i,j]+1\n   s += t[j]\n  end\n  end\n "
         "end\nend\n",
         "reduction i: + s"},
        // By numbers that do not rise or fall, from one end of two loops or the other, by data; what it leaves or reads
        // elsewhere; a region that is another one then.
        {"for i=0..n-1\n if i != k\n  for j=0..min(k,8)\n   t[j] = x[i,j]+1\n   s += t[j]\n  end\n end\nend\n",
         "serial R011 {reduction j: + s}"},
        {"for i=0..n-1\n if mod(i,3) == 1\n  for j=0..min(k,8)\n   t[j] = x[i,j]+1\n   s += t[j]\n  end\n end\nend\n",
         "serial R011 {reduction j: + s}"},
        {"for i=0..n-1\n if a[i] > 0\n  for j=0..min(k,8)\n   t[j] = x[i,j]+1\n   s += t[j]\n  end\n end\nend\n",
         "serial R011 {reduction j: + s}"},
        {"for i=0..n-1\n if i > 3 || k > 8\n  for j=0..min(k,8)\n   t[j] = x[i,j]+1\n   s += t[j]\n  end\n end\nend\n",
         "serial R011 {reduction j: + s}"},
        {"for i=0..n-1\n for p=min(i,k)..max(k,i)-3\n  for j=0..min(k,8)\n   t[j] = x[i,j]+1\n   s += t[j]\n  end\n "
         "end\nend\n",
         "serial R009 {reduction p,j: + s}"},
        {"for i=0..n-1\n for q=0..8\n  if q-i > 2 && i+q < k\n  for j=0..min(k,8)\n   t[j] = x[i,j]+1\n   s += t[j]\n  "
         "end\n  end\n end\nend\n",
         "serial R011 {reduction q: + s, reduction j: + s}"},
        {"for i=0..n-1\n if i < k\n  for j=0..min(k,8)\n   t[j] = x[i,j]+1\n   s += t[j]\n  end\n end\n s += "
         "t[0]\nend\n",
         "serial R011 {reduction j: + s}"},
        {"for i=0..n-1\n if i < k\n  for j=0..min(k,8)\n   t[j] = x[i,j]+1\n   s += t[j]\n  end\n end\n if i == 9\n  "
         "t[0] = 1\n end\nend\n",
         "serial R011 {reduction j: + s}"},
        {"for i=0..n-1\n if i < k\n  for j=0..min(k,8)\n   t[j] = x[i,j]+1\n   s += t[j]\n  end\n end\n if i < 9\n  "
         "for j=0..min(k,8)\n   t[j] = x[i,j]+1\n   s += t[j]\n  end\n end\nend\n",
         "serial R011 {reduction j: + s, reduction j: + s}"},
        {"for i=0..8\n if i < k\n  for j=0..i\n   t[j] = x[i,j]+1\n   s += t[j]\n  end\n end\nend\n",
         "serial R011 {reduction j: + s}"},
        {"w = zeros(n)\nfor i=0..k..n-1\n for j=0..i\n  w[j] = a[i]+j\n end\n b[i] = w[i]\nend\n",
         "serial R009 {map j}"},
        {"for i=0..n-1\n w = zeros(9)\n for j=0..8\n  w[j] = x[i,j]*2\n end\n for j=0..8\n  y[i,j] = w[8-j]+1\n "
         "end\nend\n",
         "map i"},
        {"for i=0..n-1\n w = zeros(k)\n for j=0..k-1\n  w[j] = x[i,j]*2\n end\n for j=0..k-1\n  y[i,j] = w[k-1-j]+1\n "
         "end\nend\n",
         "map i"},
        {"for i=0..n-1\n for j=0..8\n  t[j] = x[i,j]*2\n end\n for j=0..8\n  s += t[j]*t[8-j]\n end\nend\n",
         "reduction i: + s"},
        {"for i=0..n-1\n for j=0..7\n  t[j] = x[i,j]*2\n end\n for j=0..8\n  y[i,j] = t[8-j]+1\n end\nend\n", "map i"},
        {"for i=0..n-1\n for j=0..8\n  t[j] = 0\n end\n for j=0..8\n  t[j] += x[i,j]\n end\n for j=1..8\n  t[j] = "
         "max(t[j], t[j-1])\n end\n a[i] = t[8]\nend\n",
         "map i"},
        {"for i=0..n-1\n for j=1..8\n  t[j] = 1-t[j-1]\n  y[i,j] = t[j]\n end\nend\n", "map i"},
        {"for i=0..n-1\n w = zeros(3,3)\n for p=0..2\n  for q=0..2\n   w[p,q] += x[i,3*p+q]\n  end\n end\n for "
         "p=0..2\n  for q=0..2\n   y[i,3*p+q] = w[q,p]+1\n  end\n end\nend\n",
         "map i"},
        {"for i=0..n-1\n w = zeros(5,5)\n for p=0..4\n  for q=0..4\n   w[p,q] += x[i,p+q]\n  end\n end\n for p=0..4\n  "
         "y[i,p] = w[p,4-p]+1\n end\nend\n",
         "map i"},
        {"for i=0..n-1\n w = zeros(5,5)\n for p=0..4\n  w[p,mod(i,5)] += x[i,p]\n end\n for p=0..4\n  y[i,p] = "
         "w[p,4-p]+1\n end\nend\n",
         "map i"},
        {"w = zeros(5,5)\nfor i=0..n-1\n for p=0..4\n  for q=0..4\n   w[p,q] += x[i,p+q]\n  end\n end\n y[i,0] = "
         "w[0,1]\nend\n",
         "serial R012 {map p,q}"},
        {"for i=0..n-1\n if a[i] > 0\n  t[0] = a[i]\n end\n y[i,0] = t[0]\nend\n", "serial R011"},
        {"for i=0..n-1\n y[i,0] = t[3]\n for j=0..8\n  t[j] = x[i,j]\n end\nend\n", "serial R009 {map j}"},
        {"for i=0..n-1\n t[mod(i,9)] = a[i]\n y[i,0] = t[3]\nend\n", "serial R011"},
        {"for i=0..n-1\n for j=0..mod(i,9)\n  t[j] = x[i,j]\n end\n y[i,0] = t[3]\nend\n", "serial R009 {map j}"},
        {"for i=0..n-1\n for j=0..8\n  t[j] = x[i,j]\n  if x[i,j] > 0.5\n   break\n  end\n end\n y[i,0] = t[3]\nend\n",
         "serial R009 {serial R013}"},
        // An array that is made in the loop has been written whole, so that it does not matter which of its elements
        // are read.
        {"for i=0..n-1\n w = zeros(9)\n for j=0..8\n  w[j] = x[i,j]+(j > 0 ? w[j-1] : 0)\n end\n for j=7..-1..0\n  "
         "y[i,j] = w[j]-w[j+1]\n end\nend\n",
         "map i"},
        {"for i=0..n-1\n w = zeros(300)\n for j=0..299\n  w[j] = x[i,mod(j,9)]+(j > 0 ? w[j-1] : 0)\n end\n y[i,0] = "
         "w[299]*w[mod(i,300)]\nend\n",
         "map i"},
        {"for i=0..n-1\n w = zeros(9)\n for j=0..mod(i,9)\n  w[j] = x[i,j]\n end\n w[mod(i,5)] = w[mod(i,7)]+1\n "
         "y[i,0] = w[3]\nend\n",
         "map i"},
        {"for i=0..n-1\n w = [a[i],1]\n v = w\n v += 1\n b[i] = w[0]\nend\n", "map i"},
        {"for i=0..n-1\n w = [a[i],1]\n v = w\n v = v+1\n b[i] = w[0]\nend\n", "map i"},
        {"for i=0..n-1\n w = [i,1]\n v = w\n v += 0.5\n b[i] = w[0]\nend\n", "interpreted R904"},
        {"for i=0..n-1\n w = [a[i],1]\n v = w\n v = v+1\n v += 1\n b[i] = w[0]\nend\n", "interpreted R904"},
        {"for i=0..n-1\n w = [i,1]\n w[0] = a[i]\n b[i] = w[0]\nend\n", "map i"},
        {"for i=0..n-1\n for j=0..8\n  t[j] = x[i,j]\n end\n if a[i] > 0\n  t[2] = 5\n end\n y[i,0] = t[2]*t[3]\nend\n",
         "map i"},
        {"for i=0..n-1\n for j=0..8\n  for l=0..8\n   t[l] = x[i,l]+j\n  end\n  y[i,j] = t[8-j]\n end\nend\n",
         "map i,j"},
        {"for i=0..n-1\n for j=0..8\n  t[j] += x[i,j]\n end\n y[i,0] = t[3]\nend\n", "serial R012 {map j}"},
        {"for i=0..n-1\n for j=0..8\n  t[j] = x[i,j]\n end\n y[i,0] = t[mod(i,9)]\nend\n", "map i"},
        {"for i=0..n-1\n for j=0..8\n  t[j] = x[i,j]\n end\n y[i,0] = t[mod(i,9)]\n t[mod(i,5)] = 7\nend\n", "map i"},
        {"for i=0..n-1\n for j=8..-1..0\n  t[j] = 1-t[mod(j+1,9)]\n end\n y[i,0] = t[3]\nend\n",
         "serial R009 {serial R011}"},
        {"for i=0..n-1\n if a[i] > 0\n  for j=0..8\n   t[j] = x[i,j]\n  end\n end\n y[i,0] = t[3]\nend\n",
         "serial R011 {map j}"},
        {"for i=0..n-1\n for j=0..7\n  t[j] = x[i,j]\n end\n y[i,0] = t[8]+t[0]\n t[8] = a[i]\nend\n",
         "serial R009 {map j}"},
        // Arrays whose extent each iteration finds out.
        {"for i=0..n-1\n c = mod(i,7)+1\n w = zeros(c)\n for j=0..c-1\n  w[j] = x[i,j]*2\n end\n v = sort(w)\n a[i] = "
         "sum(w)+v[0]*v[c-1]\nend\n",
         "map i"},
        {"for i=0..n-1\n lo = max(0,i-3)\n hi = min(n-1,i+3)\n w = zeros(hi-lo+1)\n for j=lo..hi\n  w[j-lo] = a[j]\n "
         "end\n b[i] = max(w)-w[0]\nend\n",
         "map i"},
        {"for i=0..n-1\n c = 0\n for j=0..8\n  if x[i,j] > 0\n   c += 1\n  end\n end\n w = zeros(min(c,4), 2)\n w[:,1] "
         "= i\n b[i] = sum(w)\nend\n",
         "map i"},
        {"for i=0..n-1\n c = mod(i,7)+1\n w = zeros(c)\n v = w\n v[0] = a[i]\n b[i] = w[0]\nend\n", "map i"},
        {"for i=0..n-1\n c = mod(i,7)+1\n w = zeros(c)\n v = copy(w)\n v[0] = a[i]\n b[i] = w[0]+sum(v.*w)\nend\n",
         "map i"},
        {"for i=0..n-1\n c = mod(i,7)+1\n w = zeros(c)\n b[i] = sum(w[0..2..c-1])\nend\n", "interpreted R901"},
        {"for i=0..n-1\n c = mod(i,7)+1\n w = czeros(c)\n w[0] = a[i]\n b[i] = real(sum(w))\nend\n",
         "interpreted R901"},
        {"for i=0..n-1\n c = mod(i,7)+1\n w = vec[uint8](c)\n w[0] = i\n b[i] = w[0]\nend\n", "interpreted R901"},
        {"for i=0..n-1\n c = mod(i,7)+1\n w = zeros(c)\n w = [w, a[i]]\n b[i] = w[c]\nend\n", "interpreted R901"},
        {"for i=0..n-1\n c = mod(i,7)+1\n w = zeros(c)\n if a[i] > 0\n  w = zeros(2)\n end\n b[i] = w[0]\nend\n",
         "interpreted R904"},
        {"for i=0..n-1\n w = zeros(a[i]*0+3)\n b[i] = sum(w)\nend\n", "interpreted R901"},
        {"for i=0..n-1\n c = mod(i,7)+1\n w = zeros(c)\n w[w > 0] = 1\n b[i] = sum(w)\nend\n", "interpreted R901"},
        {"for i=0..n-1\n c = mod(i,7)+1\n w = zeros(c,3)\n w[:,0] += 1\n b[i] = sum(w)\nend\n", "interpreted R901"},
        {"for i=0..n-1\n c = mod(i,7)+1\n w = zeros(c)\n w *= i > 3 ? [1,2] : [3,4]\n b[i] = sum(w)\nend\n",
         "interpreted R901"},
        {"for i=0..n-1\n c = mod(i,7)+1\n w = zeros(c,3)\n w[0,:] = [1,2]\n b[i] = sum(w)\nend\n", "interpreted R901"},
        {"for i=0..n-1\n c = mod(i,7)\n w = zeros(c,c,c,c)\n b[i] = sum(w)\nend\n", "interpreted R901"},
        {"for i=0..n-1\n c = mod(i,7)+1\n if a[i] > 0\n  w = zeros(c)\n end\n b[i] = sum(w)\nend\n",
         "interpreted R901"},
        {"for i=0..n-1\n c = mod(i,7)+1\n w = zeros(c)\n b[i] = w[0]\nend\ns = sum(w)\n", "interpreted R901"},
        {"m = -1e30\nj0 = 0\nfor i=0..n-1\n for j=0..8\n  t[j] = x[i,j]*x[i,8-j]\n end\n v = 0.0\n for j=0..8\n  v += "
         "t[j]*t[8-j]\n end\n if v > m\n  m = v\n  j0 = i\n end\nend\ns = m+j0\n",
         "argreduce i: argmax m j0"},
    }};

// The same with extents that are known when the loop is reached.
const char* const reached_inputs =
    "n = 100\nm = int(sum(ones(9)))\nz = int(sum(zeros(9)))\na = zeros(n)\nb = zeros(n)\nx = zeros(n,9)\ny = "
    "zeros(n,9)\nt = zeros(9)\nu = zeros(12)\nh = zeros(5)\n"
    "w = zeros(4,9)\ncx = czeros(9)\nk = ivec(9)\n{!interpreted for}\nfor j=0..8\n k[j] = mod(j*7,5)\n t[j] = "
    "j/4\nend\n{!interpreted for}\n"
    "for i=0..n-1\n a[i] = mod(i*37,101)/32-1.5\n b[i] = mod(i*53,97)/64+0.25\n {!interpreted for}\n for j=0..8\n  "
    "x[i,j] = mod(i*37+j*11,101)/64-0.75\n"
    " end\nend\ns = 0.0\n";

const qc_test::Suite reached_work_arrays = {
    "work arrays of extents that are reached",
    reached_inputs,
    uses,
    {
        {"for i=0..n-1\n for j=0..m-1\n  t[j] = x[i,j]*2\n end\n for j=0..m-1\n  y[i,j] = t[m-1-j]+1\n end\nend\n",
         "map i"},
        {"for i=0..n-1\n for j=1..m-1\n  t[j] = x[i,j]-x[i,j-1]\n  y[i,j] = t[j]*t[j]\n end\nend\n", "map i,j"},
        {"for i=0..n-1\n for j=1..m-1\n  t[j] = x[i,j]-x[i,j-1]\n  y[i,j] = t[j]+t[j-1]\n end\nend\n", "map i"},
        {"for i=0..n-1\n for j=0..m-2\n  t[j] = x[i,j]\n  y[i,j] = t[j]+t[j+1]\n end\nend\n", "serial R009 {map j}"},
        {"for i=0..n-1\n for j=1..m-1\n  t[j] = x[i,j]\n end\n for j=1..m-1\n  y[i,j] = t[j]+t[j-1]\n end\nend\n",
         "map i"},
        {"for i=0..n-1\n for j=1..m-1\n  t[j] = x[i,j]\n end\n for j=1..m-1\n  y[i,j] = t[j]\n end\n t[0] = 1\nend\n",
         "map i"},
        {"for i=0..n-1\n for j=1..m-1\n  t[j] = x[i,j]\n end\n for j=1..m-1\n  y[i,j] = t[j-1]\n end\n t[0] = "
         "a[i]\nend\n",
         "serial R009 {map j, map j}"},
        {"for i=0..n-1\n t[0] = x[i,0]\n for j=1..m-1\n  t[j] = t[j-1]+x[i,j]\n end\n for j=0..m-1\n  y[i,j] = "
         "t[j]-t[m-1]\n end\nend\n",
         "map i"},
        {"for i=0..n-1\n for j=0..m-1\n  t[j] = x[i,j]*2\n end\n for j=0..m-1\n  s += t[j]*t[m-1-j]\n end\nend\n",
         "reduction i: + s"},
        {"for i=0..n-1\n for j=0..m-1\n  t[j] = x[i,j]\n end\n a[i] = t[mod(i,9)]\nend\n", "map i"},
        {"for i=0..n-1\n for j=0..m-1\n  t[j] = x[i,j]\n end\n for j=0..m-1\n  y[i,j] = t[k[j]]\n end\nend\n", "map i"},
        {"for i=0..n-1\n for j=0..4\n  h[j] = 0\n end\n for j=0..m-1\n  h[k[j]] += x[i,j]\n end\n for j=0..4\n  y[i,j] "
         "= h[j]\n end\nend\n",
         "map i"},
        {"for i=0..n-1\n for j=0..m-1\n  h[k[j]] += x[i,j]\n end\n for j=0..4\n  y[i,j] = h[j]\n end\nend\n",
         "serial R012 {bins j: + h[k[j]], map j}"},
        {"for i=0..n-1\n for j=0..m-1\n  if x[i,j] > 0\n   t[j] = x[i,j]\n  else\n   t[j] = -1\n  end\n end\n for "
         "j=0..m-1\n  y[i,j] = t[j]\n end\nend\n",
         "map i"},
        {"for i=0..n-1\n for j=0..m-1\n  if x[i,j] > 0\n   t[j] = x[i,j]\n  end\n end\n for j=0..m-1\n  y[i,j] = "
         "t[j]\n end\nend\n",
         "serial R011 {map j, map j}"},
        {"for i=0..n-1\n if a[i] > 0\n  for j=0..m-1\n   t[j] = x[i,j]\n  end\n  a[i] = t[2]\n end\nend\n",
         "serial R011 {map j}"},
        {"for i=0..8\n for j=0..i\n  t[j] = x[i,j]\n end\n for j=0..i\n  y[i,j] = t[i-j]\n end\nend\n", "map i"},
        {"for i=0..m-1\n for j=0..i\n  t[j] = x[i,j]\n end\n for j=0..i\n  y[i,j] = t[i-j]\n end\nend\n", "map i"},
        {"for i=0..m-1\n for j=i..m-1\n  t[j] = x[i,j]\n end\n for j=i..m-1\n  y[i,j] = t[j]\n end\nend\n",
         "serial R011 {map j, map j}"},
        {"for i=0..m-1\n for j=0..i\n  t[j] = x[i,j]\n end\n for j=0..m-1\n  y[i,j] = t[j]\n end\nend\n",
         "serial R009 {map j, map j}"},
        {"for i=0..n-1\n for j=0..mod(i,m)\n  t[j] = x[i,j]\n end\n y[i,0] = t[0]\nend\n", "serial R009 {map j}"},
        {"for i=0..n-1\n for p=0..3\n  for q=0..m-1\n   w[p,q] = x[i,q]*(p+1)\n  end\n end\n for q=0..m-1\n  y[i,q] = "
         "w[0,q]-w[3,m-1-q]\n end\nend\n",
         "map i"},
        {"for p=0..3\n for i=0..n-1\n  for q=0..m-1\n   w[p,q] = x[i,q]*(p+1)\n  end\n  b[i] = w[p,0]\n end\nend\n",
         "serial R009 {map i, map q}"},
        {"for i=0..n-1\n for j=0..m-1\n  cx[j] = complex(x[i,j],1)\n end\n for j=0..m-1\n  y[i,j] = "
         "imag(cx[j]*cx[m-1-j])\n end\nend\n",
         "map i"},
        {"for i=n-1..-1..0\n for j=m-1..-1..0\n  t[j] = x[i,j]\n end\n for j=0..m-1\n  y[i,j] = t[j]\n end\nend\n",
         "map i"},
        {"for i=0..2..n-1\n for j=0..m-1\n  t[j] = x[i,j]\n end\n for j=0..m-1\n  y[i,j] = t[j]\n end\nend\n", "map i"},
        {"for i=0..n-1\n for j=0..z-1\n  t[j] = x[i,j]\n end\n for j=0..z-1\n  y[i,j] = t[j]\n end\nend\n", "map i"},
        {"for i=0..n-1\n for j=0..m-1\n  u[j] = x[i,j]\n end\n for j=0..m+2\n  s += u[j]\n end\nend\n",
         "reduction i: + s"},
        {"for i=0..n-1\n for j=0..m-1\n  t[j] = x[i,j]\n  if x[i,j] > 0.5\n   break\n  end\n end\n y[i,0] = "
         "t[0]\nend\n",
         "serial R009 {serial R013}"},
        {"for i=0..n-1\n for j=0..m-1\n  t[j] += x[i,j]\n end\n for j=0..m-1\n  y[i,j] = t[j]\n end\nend\n",
         "serial R012 {map j, map j}"},
        // Read before it is written, written by some iterations, other elements in each, or as data say.
        {"for i=0..n-1\n y[i,0] = t[0]\n for j=0..m-1\n  t[j] = x[i,j]\n end\nend\n", "serial R009 {map j}"},
        {"for i=0..n-1\n for j=0..m-1\n  y[i,j] = t[j]\n  t[j] = x[i,j]\n end\nend\n", "serial R007 {map j}"},
        {"for i=0..n-1\n for j=1..m-1\n  t[j-1] = x[i,j]\n  y[i,j] = t[j]\n end\nend\n", "serial R009 {map j}"},
        {"for i=0..n-1\n for j=0..m-2\n  t[j] = x[i,j]\n end\n for j=0..m-1\n  y[i,j] = t[j]\n end\n t[m-1] = "
         "a[i]\nend\n",
         "serial R009 {map j, map j}"},
        {"for i=0..n-1\n for j=0..2..m-1\n  t[j] = x[i,j]\n end\n for j=0..m-1\n  y[i,j] = t[j]\n end\nend\n",
         "serial R009 {map j, map j}"},
        {"for i=0..n-1\n for j=0..m-1\n  t[k[j]] = x[i,j]\n end\n for j=0..4\n  y[i,j] = t[j]\n end\nend\n",
         "serial R011 {serial R011, map j}"},
        {"for i=0..n-1\n for j=0..m-1\n  t[mod(i+j,9)] = x[i,j]\n end\n for j=0..m-1\n  y[i,j] = t[j]\n end\nend\n",
         "serial R011 {serial R011, map j}"},
        {"for i=0..m-1\n t[i] = a[i]\n for j=0..m-1\n  y[i,j] = t[j]\n end\nend\n", "serial R011 {map j}"},
        {"for i=0..m-1\n for j=0..m-1\n  w[mod(i,4),j] = x[i,j]\n end\n y[i,0] = w[mod(i,4),0]+w[1,0]\nend\n",
         "serial R011 {map j}"},
        {"for i=0..n-1\n for j=0..m-1\n  t[j] = x[i,j]\n end\n if a[i] > 0\n  for j=0..11\n   u[j] = t[0]\n  end\n "
         "end\n s += u[3]\nend\n",
         "serial R011 {map j, map j}"},
        {"for i=0..n-1\n if a[i] > 0\n  for j=0..m-1\n   t[j] = x[i,j]\n  end\n else\n  for j=0..m-2\n   t[j] = -1\n  "
         "end\n end\n for j=0..m-1\n  y[i,j] = t[j]\n end\nend\n",
         "serial R011 {map j, map j, map j}"},
        {"for i=0..n-1\n j = 0\n while j < m\n  t[j] = x[i,j]\n  j += 1\n end\n y[i,0] = t[0]\nend\n", "serial R011"},
        {"for i=0..n-1\n for j=0..m-1\n  t[j] = x[i,j]\n  if t[j] > 0.6\n   break\n  end\n end\n for j=0..m-1\n  "
         "y[i,j] = t[j]\n end\nend\n",
         "serial R009 {serial R013, map j}"},
        {"for i=0..n-1\n for j=0..m-1\n  if x[i,j] > 0.6\n   break\n  end\n  t[j] = x[i,j]\n end\n for j=0..m-1\n  "
         "y[i,j] = t[j]\n end\nend\n",
         "serial R011 {serial R013, map j}"},
        {"for i=0..n-1\n t[0] = t[8]+1\n for j=1..m-1\n  t[j] = t[j-1]+x[i,j]\n end\n y[i,0] = t[3]\nend\n",
         "serial R009 {scan j: + t}"},
        {"for i=0..m-1\n for j=0..m-1-i\n  t[j] = x[i,j]\n end\n for j=0..m-1-i\n  y[i,j] = t[j]\n end\nend\n",
         "serial R009 {map j, map j}"},
        {"#pragma force_parallel\nfor i=0..n-1\n y[i,0] = t[0]\n for j=0..m-1\n  t[j] = x[i,j]\n end\nend\n",
         "error Q0501"},
        {"#pragma force_parallel\nfor i=0..n-1\n for j=0..m-1\n  t[j] = x[i,j]*2\n end\n for j=0..m-1\n  y[i,j] = "
         "t[m-1-j]+1\n end\nend\n",
         "map i"},
    }};

}  // namespace

QC_SUITE(work_arrays)
QC_SUITE(reached_work_arrays)
