// Minima and maxima whose value is read through the place that is kept, and near misses.
#include <doctest/doctest.h>

#include "suite.h"

namespace {

using namespace qc_test;

const Suite best_place = {
    "best place",
    signal_inputs,
    "print j0, j1, s, m\n",
    {
        {"j0 = 0\nfor i=1..99\n if x[i] < x[j0]\n  j0 = i\n end\nend\n", "argreduce i: argmin x[j0] j0"},
        {"j0 = 0\nfor i=1..99\n if x[i] <= x[j0]\n  j0 = i\n end\nend\n", "argreduce i: argmin x[j0] j0"},
        {"j0 = 0\nfor i=1..99\n if x[j0] < x[i]\n  j0 = i\n end\nend\n", "argreduce i: argmax x[j0] j0"},
        {"j0 = 0\nfor i=1..99\n if abs(x[i]) >= abs(x[j0])\n  j0 = i\n end\nend\n",
         "argreduce i: argmax abs(x[j0]) j0"},
        {"j0 = 99\nfor i=98..-1..0\n if x[i] < x[j0]\n  j0 = i\n end\nend\n", "argreduce i: argmin x[j0] j0"},
        {"for i=1..99\n if x[i] < m\n  [m, j0] = [x[i], i]\n end\nend\n", "argreduce i: argmin m j0"},
        {"for i=1..99\n if abs(x[i]) > m\n  [j0, m] = [i, abs(x[i])]\n end\nend\n", "argreduce i: argmax m j0"},
        {"for i=0..49\n for j=0..59\n  if im[i,j] > m\n   [m, j0, j1] = [im[i,j], i, j]\n  end\n end\nend\n",
         "argreduce i,j: argmax m j0 j1"},
        {"for i=1..99\n [s, m] = [s + x[i], m + y[i]]\nend\n", "reduction i: + s; + m"},
        {"for i=1..99\n if x[i] < m\n  [m, s] = [x[i], m]\n end\nend\n", "serial R001"},
        {"for i=1..99\n [s, m] = [m, s + x[i]]\nend\n", "serial R020"},
        {"for i=1..99\n if x[i] < m\n  [m, j0] = [x[i], j0 + 1]\n end\nend\n", "serial R006"},
        {"for i=1..99\n if x[i] < m\n  [m, j0] = [y[i], i]\n end\nend\n", "serial R006"},
        {"j0 = 3\nfor i=0..3..99\n v = x[i]\n b = x[j0]\n if v < b\n  j0 = i\n end\nend\n",
         "argreduce i: argmin x[j0] j0"},
        {"j0 = 3\nfor i=0..99\n if y[i] > 0 && x[i] < x[j0]\n  j0 = i\n end\nend\n", "argreduce i: argmin x[j0] j0"},
        {"j0 = 0\nj1 = 0\nfor i=0..49\n for j=0..59\n  if im[i,j] > im[j0,j1]\n   j0 = i\n   j1 = j\n  end\n "
         "end\nend\n",
         "argreduce i,j: argmax im[j0,j1] j0 j1"},
        {"j0 = 0\nfor i=1..99\n if x[i]*y[i] > x[j0]*y[j0]\n  j0 = i\n  s = w[i]\n end\nend\n",
         "argreduce i: argmax x[j0]*y[j0] j0 s"},
        {"for i=0..49\n b = 0\n for j=1..59\n  if im[i,j] > im[i,b]\n   b = j\n  end\n end\n k[i] = b\nend\n",
         "partial j: argmax im[i,b] b"},
        {"for j=0..59\n b = 0\n for i=1..49\n  if im[i,j] < im[b,j]\n   b = i\n  end\n end\n k[j] = b\n x[j] = "
         "im[b,j]\nend\n",
         "partial i: argmin im[b,j] b"},
        {"for q=0..4\n p = q\n for i=q+1..5\n  if abs(A[i,q]) > abs(A[p,q])\n   p = i\n  end\n end\n A[p,q] = "
         "A[q,0]+1\nend\n",
         "serial R011 {argreduce i: argmax abs(A[p,q]) p}"},
        {"for q=0..2\n for i=1..99\n  if x[i] < x[p]\n   p = i\n  end\n end\n j1 += p\nend\n",
         "serial R020 {argreduce i: argmin x[p] p}"},
        {"for i=0..99\n if abs(x[i]) > abs(s)\n  s = x[i]\n end\nend\n", "argreduce i: argmax abs(s) s"},
        {"for i=0..99\n if abs(x[i]-0.25) < abs(s-0.25)\n  s = x[i]\n  j0 = i\n end\nend\n",
         "argreduce i: argmin abs(s-0.25) s j0"},
        // the place is moved to another element than the one that is compared
        {"j0 = 0\nfor i=0..98\n if x[i] < x[j0]\n  j0 = i+1\n end\nend\n", "serial R006"},
        // the element that is kept changes
        {"j0 = 0\nfor i=1..99\n if x[i] < x[j0]\n  j0 = i\n end\n x[i] = 0\nend\n", "serial R006"},
        {"j0 = 0\nfor i=1..99\n if x[i] < x[j0]\n  j0 = i\n end\n y[i] = j0\nend\n", "serial R006"},
        {"j0 = 0\nfor i=1..99\n if x[i] < y[j0]\n  j0 = i\n end\nend\n", "serial R006"},
        {"j0 = 0\nfor i=1..99\n if x[i] < x[j0]\n  j0 = i\n else\n  j1 = i\n end\nend\n", "serial R006"},
    }};

// What is kept beside the value is computed by statements of the arm, which the iteration that is kept runs alone.
const Suite kept_by_statements = {
    "kept by statements",
    signal_inputs,
    "print j0, j1, s, m\n",
    {
        {"for i=0..99\n if x[i] < m\n  m = x[i]\n  v = 0.0\n  for e=0..min(i,9)\n   v += y[e]\n  end\n  j0 = i\n  s = "
         "v\n "
         "end\nend\n",
         "argreduce i: argmin m j0 s"},
        {"for i=0..99\n if x[i] > m\n  v = y[i]\n  if v > 0\n   v = v*2\n  end\n  m = x[i]\n  s = v\n end\nend\n",
         "argreduce i: argmax m s"},
        {"for i=0..99\n if x[i] > m\n  v = y[i]\n  s = v*v + v\n  m = x[i]\n end\nend\n", "argreduce i: argmax m s"},
        {"for i=0..99\n if x[i] > 0.5\n  j0 = i\n  v = 0.0\n  for e=0..min(i,9)\n   v += y[e]\n  end\n  s = v\n "
         "end\nend\n",
         "argreduce i: last j0 s"},
        {"j0 = -1\nfor i=0..99\n if x[i] > 0.5\n  if j0 < 0\n   j0 = i\n   v = 0.0\n   for e=0..min(i,9)\n    v += "
         "y[e]\n   "
         "end\n   s = v\n  end\n end\nend\n",
         "argreduce i: first j0 s"},
        // Only some of the iterations that are kept give it a value; it adds to what was kept before; it is stored.
        {"for i=0..99\n if x[i] < m\n  m = x[i]\n  if y[i] > 0\n   s = y[i]\n  end\n end\nend\n", "serial R006"},
        {"for i=0..99\n if x[i] < m\n  m = x[i]\n  for e=0..3\n   s += y[e]\n  end\n  j0 = i\n end\nend\n",
         "serial R006 {reduction e: + s}"},
        {"for i=0..99\n if x[i] < m\n  m = x[i]\n  for e=0..3\n   w[i] = y[e]\n  end\n  j0 = i\n end\nend\n",
         "serial R006 {serial R009}"},
        // What computes it reads the best value; it is read in another iteration, or behind the arm.
        {"for i=0..99\n if x[i] < m\n  m = x[i]\n  v = 0.0\n  for e=0..3\n   v += y[e]*m\n  end\n  s = v\n end\nend\n",
         "serial R006 {reduction e: + v}"},
        {"v = 0.0\nfor i=0..99\n if x[i] < m\n  m = x[i]\n  for e=0..3\n   v += y[e]\n  end\n  s = v\n end\nend\n",
         "serial R006 {reduction e: + v}"},
        {"for i=0..99\n v = 0.0\n if x[i] < m\n  m = x[i]\n  for e=0..3\n   v += y[e]\n  end\n  s = v\n end\n w[i] = "
         "v\nend\n",
         "serial R006 {reduction e: + v}"},
    }};

// Ties that the place decides.
const Suite ties = {
    "ties",
    signal_inputs,
    "print j0, j1, s, m\n",
    {
        {"m = inf\nj0 = 0\nfor i=0..99\n if x[i] < m || (x[i] == m && i < j0)\n  m = x[i]\n  j0 = i\n end\nend\n",
         "argreduce i: argmin m j0"},
        {"m = inf\nj0 = 0\nfor i=0..99\n if x[i] < m || (x[i] == m && i > j0)\n  m = x[i]\n  j0 = i\n end\nend\n",
         "argreduce i: argmin m j0"},
        {"m = inf\nj0 = 0\nfor i=0..99\n if x[i] < m || (x[i] == m && i >= j0)\n  m = x[i]\n  j0 = i\n end\nend\n",
         "argreduce i: argmin m j0"},
        {"for i=0..99\n if (j0 > i && m == x[i]) || m > x[i]\n  j0 = i\n  m = x[i]\n end\nend\n",
         "argreduce i: argmin m j0"},
        {"for i=0..99\n if x[i] > s || (s == x[i] && j0 < i)\n  s = x[i]\n  j0 = i\n end\nend\n",
         "argreduce i: argmax s j0"},
        {"for i=0..99\n if x[i] <= m && (x[i] < m || i < j0)\n  m = x[i]\n  j0 = i\n end\nend\n",
         "argreduce i: argmin m j0"},
        {"for i=0..99\n if (i > j0 || m > x[i]) && m >= x[i]\n  m = x[i]\n  j0 = i\n  j1 = k[i]\n end\nend\n",
         "argreduce i: argmin m j0 j1"},
        {"j0 = 99\nfor i=99..-1..0\n if x[i] < m || (x[i] == m && i < j0)\n  m = x[i]\n  j0 = i\n end\nend\n",
         "argreduce i: argmin m j0"},
        {"for i=0..99\n if k[i] > j1 || (k[i] == j1 && 2*i+1 < j0)\n  j1 = k[i]\n  j0 = 2*i+1\n end\nend\n",
         "argreduce i: argmax j1 j0"},
        {"for i=0..49\n b = inf\n c = 0\n for j=0..59\n  if im[i,j] < b || (im[i,j] == b && j < c)\n   b = im[i,j]\n   "
         "c = j\n  end\n end\n x[i] = b\n k[i] = c\nend\n",
         "partial j: argmin b c"},
        // ties by a place that starts again in each row
        {"for i=0..49\n for j=0..59\n  if im[i,j] < m || (im[i,j] == m && j < j0)\n   m = im[i,j]\n   j0 = j\n  end\n "
         "end\nend\n",
         "serial R006 {serial R006}"},
        {"for i=0..99\n if x[i] < m || (y[i] == m && i < j0)\n  m = x[i]\n  j0 = i\n end\nend\n", "serial R006"},
        {"for i=0..99\n if x[i] < m || (x[i] == m && k[i] < j0)\n  m = x[i]\n  j0 = k[i]\n end\nend\n", "serial R006"},
        {"for i=0..99\n if x[i] < m || (x[i] == m && i < j0)\n  m = x[i]\n  j0 = i+1\n end\nend\n", "serial R006"},
        {"for i=0..99\n if x[i] < m || (x[i] == m && i < j0)\n  m = x[i]\n  j0 = i\n end\n y[i] = j0\nend\n",
         "serial R006"},
        {"for i=0..99\n if x[i] < m || (x[i] != m && i < j0)\n  m = x[i]\n  j0 = i\n end\nend\n", "serial R006"},
        {"for i=0..99\n if x[i] < m && (x[i] == m || i < j0)\n  m = x[i]\n  j0 = i\n end\nend\n", "serial R006"},
        {"for i=0..99\n if x[i] < m || (x[i] == m && i < j1)\n  m = x[i]\n  j0 = i\n end\nend\n", "serial R006"},
        {"for i=0..99\n if x[i] < m || (x[i] == m && y[i] < s)\n  m = x[i]\n  s = y[i]\n end\nend\n", "serial R006"},
        {"for i=0..99\n if x[i] < m || (x[i] == m && i < j0)\n  m = x[i]\n  j0 = i\n end\n if y[i] > 0\n  j0 = i\n "
         "end\nend\n",
         "serial R006"},
        {"for i=0..99\n if x[i] < m || (x[i] == m && i < j0)\n  m = x[i]\n  j0 = i\n end\n m -= 0.5\nend\n",
         "serial R006"},
        {"for i=0..99\n if x[i] < m || (x[i] == m && i*i < j0)\n  m = x[i]\n  j0 = i*i\n end\nend\n", "serial R006"},
        {"for i=0..99\n if x[i] < m || (x[i] == m && i < j0)\n  m = y[i]\n  j0 = i\n end\nend\n", "serial R006"},
        {"for i=0..99\n if x[i] < m || (x[i] == m || i < j0)\n  m = x[i]\n  j0 = i\n end\nend\n", "serial R006"},
    }};

// Best values and their places in elements of arrays.
const Suite elements = {
    "best values in elements",
    signal_inputs,
    "print j0, j1, s, m\n",
    {
        {"z[1] = 9\nfor i=0..99\n if x[i] < z[1]\n  z[0] = i\n  z[1] = x[i]\n end\nend\n",
         "argreduce i: argmin z[1] z[0]"},
        {"for i=0..99\n if x[i] < m\n  m = x[i]\n  z[0] = i\n end\nend\n", "argreduce i: argmin m z[0]"},
        {"for i=0..99\n if x[i] >= z[3]\n  z[3] = x[i]\n  j0 = i\n end\nend\n", "argreduce i: argmax z[3] j0"},
        {"for i=0..49\n for j=0..59\n  if abs(im[i,j]) > A[0,0]\n   A[0,0] = abs(im[i,j])\n   A[0,1] = i\n   A[1,0] = "
         "j\n  end\n end\nend\n",
         "argreduce i,j: argmax A[0,0] A[0,1] A[1,0]"},
        {"for i=0..99\n if x[i] < z[k[0]]\n  z[k[0]] = x[i]\n  j0 = i\n end\nend\n", "serial R011"},
        {"for i=0..99\n if k[i] < c0[1]\n  c0[0] = i\n  c0[1] = k[i]\n end\nend\n", "argreduce i: argmin c0[1] c0[0]"},
        {"for i=0..99\n if y[i] > 0 && x[i] < z[1]\n  z[0] = i\n  z[1] = x[i]\n end\n s += y[i]\nend\n",
         "argreduce i: + s; argmin z[1] z[0]"},
        {"for i=0..99\n if x[i] < z[1]\n  z[0] = i\n  z[1] = y[i]\n end\nend\n", "serial R011"},
        {"for i=0..99\n if x[i] < z[1]\n  z[0] = i\n  z[1] = x[i]\n end\n y[i] = z[0]\nend\n", "serial R011"},
        {"for i=0..99\n if x[i] < z[1]\n  z[0] = i\n  z[1] = x[i]\n end\n y[i] = z[i]\nend\n", "serial R011"},
        {"for i=0..99\n if x[i] < c0[1]\n  c0[0] = i\n  c0[1] = x[i]\n end\nend\n", "serial R011"},
        {"for i=0..99\n if z[i] < z[1]\n  z[0] = i\n  z[1] = z[i]\n end\nend\n", "serial R011"},
        {"for i=0..99\n if x[i] < z[1]\n  z[0] = i\n  z[1] = x[i]\n end\n z[1] += 1\nend\n", "serial R001"},
        {"for i=0..99\n if x[i] < z[1] && z[0] < 50\n  z[0] = i\n  z[1] = x[i]\n end\nend\n", "serial R011"},
        {"for i=0..99\n if x[i] < z[1]\n  z[0] = i\n  z[1] = x[i]\n else\n  z[2] += 1\n end\nend\n", "serial R011"},
        {"for i=0..99\n if x[i] < z[1]\n  z[0] = z[0]+1\n  z[1] = x[i]\n end\nend\n", "serial R011"},
    }};

}  // namespace

QC_SUITE(best_place)
QC_SUITE(kept_by_statements)
QC_SUITE(ties)
QC_SUITE(elements)
