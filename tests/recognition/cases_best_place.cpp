// Minima and maxima whose value is read through the place that is kept, and near misses.
#include <doctest/doctest.h>

#include "suite.h"

namespace {

using namespace qc_test;

const Suite best_place = {
    "best place", signal_inputs, "print j0, j1, s, m\n",
    {
        {"j0 = 0\nfor i=1..99\n if x[i] < x[j0]\n  j0 = i\n end\nend\n", "argreduce i: argmin x[j0] j0"},
        {"j0 = 0\nfor i=1..99\n if x[i] <= x[j0]\n  j0 = i\n end\nend\n", "argreduce i: argmin x[j0] j0"},
        {"j0 = 0\nfor i=1..99\n if x[j0] < x[i]\n  j0 = i\n end\nend\n", "argreduce i: argmax x[j0] j0"},
        {"j0 = 0\nfor i=1..99\n if abs(x[i]) >= abs(x[j0])\n  j0 = i\n end\nend\n", "argreduce i: argmax abs(x[j0]) j0"},
        {"j0 = 99\nfor i=98..-1..0\n if x[i] < x[j0]\n  j0 = i\n end\nend\n", "argreduce i: argmin x[j0] j0"},
        {"for i=1..99\n if x[i] < m\n  [m, j0] = [x[i], i]\n end\nend\n", "argreduce i: argmin m j0"},
        {"for i=1..99\n if abs(x[i]) > m\n  [j0, m] = [i, abs(x[i])]\n end\nend\n", "argreduce i: argmax m j0"},
        {"for i=0..49\n for j=0..59\n  if im[i,j] > m\n   [m, j0, j1] = [im[i,j], i, j]\n  end\n end\nend\n", "argreduce i,j: argmax m j0 j1"},
        {"for i=1..99\n [s, m] = [s + x[i], m + y[i]]\nend\n", "reduction i: + s; + m"},
        {"for i=1..99\n if x[i] < m\n  [m, s] = [x[i], m]\n end\nend\n", "serial R001"},
        {"for i=1..99\n [s, m] = [m, s + x[i]]\nend\n", "serial R020"},
        {"for i=1..99\n if x[i] < m\n  [m, j0] = [x[i], j0 + 1]\n end\nend\n", "serial R006"},
        {"for i=1..99\n if x[i] < m\n  [m, j0] = [y[i], i]\n end\nend\n", "serial R006"},
        {"j0 = 3\nfor i=0..3..99\n v = x[i]\n b = x[j0]\n if v < b\n  j0 = i\n end\nend\n", "argreduce i: argmin x[j0] j0"},
        {"j0 = 3\nfor i=0..99\n if y[i] > 0 && x[i] < x[j0]\n  j0 = i\n end\nend\n", "argreduce i: argmin x[j0] j0"},
        {"j0 = 0\nj1 = 0\nfor i=0..49\n for j=0..59\n  if im[i,j] > im[j0,j1]\n   j0 = i\n   j1 = j\n  end\n end\nend\n", "argreduce i,j: argmax im[j0,j1] j0 j1"},
        {"j0 = 0\nfor i=1..99\n if x[i]*y[i] > x[j0]*y[j0]\n  j0 = i\n  s = w[i]\n end\nend\n", "argreduce i: argmax x[j0]*y[j0] j0 s"},
        {"for i=0..49\n b = 0\n for j=1..59\n  if im[i,j] > im[i,b]\n   b = j\n  end\n end\n k[i] = b\nend\n", "partial j: argmax im[i,b] b"},
        {"for j=0..59\n b = 0\n for i=1..49\n  if im[i,j] < im[b,j]\n   b = i\n  end\n end\n k[j] = b\n x[j] = im[b,j]\nend\n", "partial i: argmin im[b,j] b"},
        {"for q=0..4\n p = q\n for i=q+1..5\n  if abs(A[i,q]) > abs(A[p,q])\n   p = i\n  end\n end\n A[p,q] = A[q,0]+1\nend\n", "serial R011 {argreduce i: argmax abs(A[p,q]) p}"},
        {"for q=0..2\n for i=1..99\n  if x[i] < x[p]\n   p = i\n  end\n end\n j1 += p\nend\n", "serial R020 {argreduce i: argmin x[p] p}"},
        {"for i=0..99\n if abs(x[i]) > abs(s)\n  s = x[i]\n end\nend\n", "argreduce i: argmax abs(s) s"},
        {"for i=0..99\n if abs(x[i]-0.25) < abs(s-0.25)\n  s = x[i]\n  j0 = i\n end\nend\n", "argreduce i: argmin abs(s-0.25) s j0"},
        // the place is moved to another element than the one that is compared
        {"j0 = 0\nfor i=0..98\n if x[i] < x[j0]\n  j0 = i+1\n end\nend\n", "serial R006"},
        // the element that is kept changes
        {"j0 = 0\nfor i=1..99\n if x[i] < x[j0]\n  j0 = i\n end\n x[i] = 0\nend\n", "serial R006"},
        {"j0 = 0\nfor i=1..99\n if x[i] < x[j0]\n  j0 = i\n end\n y[i] = j0\nend\n", "serial R020"},
        {"j0 = 0\nfor i=1..99\n if x[i] < y[j0]\n  j0 = i\n end\nend\n", "serial R006"},
        {"j0 = 0\nfor i=1..99\n if x[i] < x[j0]\n  j0 = i\n else\n  j1 = i\n end\nend\n", "serial R006"},
    }};

}  // namespace

QC_SUITE(best_place)
