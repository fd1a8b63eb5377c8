// Positions that are floats, windows that become rows, and what is made of slices that are values; near misses.
#include <doctest/doctest.h>

#include "suite.h"

namespace {

const qc_test::Suite rows = {
    "positions, windows into rows, slices arranged",
    qc_test::signal_inputs,
    qc_test::signal_uses,
    {
        {"for i=0..99\n r = w[i]\n z[i] = sum(x[r..r+4])\nend\n", "map i"},
        {"for i=0..99\n z[i] = sum(x[w[i]-2..w[i]+2])\nend\n", "map i"},
        {"for i=0..99\n z[i] = sum(x[w[i]..y[i]])\nend\n", "map i"},
        {"for i=0..45\n im2[i,0..24] = im[i..i+4,0..4]\nend\n", "map i,$at,$at"},
        {"for i=0..45\n im2[i,0..24] = reshape(im[i..i+4,0..4], [1,25])\nend\n", "map i,$at,$at"},
        {"for i=1..49\n A2 = im[0..i,0..i]\n im2[i,0] = sum(A2*A2)\nend\n", "map i"},
        {"for i=0..99\n v = x[0..i]\n z[i] = argmax(v)\nend\n", "map i"},
        {"for i=0..99\n v = x[0..i]\n v = v - mean(v)\n z[i] = norm(v)\nend\n", "map i"},
        {"for i=0..99\n v = x[0..i]\n v = sum(v)\n z[i] = v\nend\n", "map i"},
        {"for i=0..99\n v = x[0..i]*transpose(w[0..i])\n z[i] = v[0]\nend\n", "map i"},
        {"for i=0..99\n z[i] = sum(cumsum(x[max(i-2,0)..min(i+2,99)]))\nend\n", "map i"},
        {"for i=0..99\n v = fliplr(x[0..i])\n z[i] = v[0]\nend\n", "map i"},
        {"for i=0..99\n v = circshift(x[0..i], 3)\n z[i] = v[0]\nend\n", "map i"},
        {"for i=0..99\n z[i] = sum(circshift(x[0..i], [0,1]))\nend\n", "map i"},
        {"for i=0..79\n best = zeros(20)\n for k=0..3\n  c = zeros(20)\n  for j=0..19\n   c[j] = x[i+j]*k\n  end\n  if "
         "sum(c) > i\n   best = c\n  end\n end\n z[i] = best[3]\nend\n",
         "map i"},
        {"for i=0..79\n a = zeros(20)\n b = zeros(20)\n for k=0..3\n  for j=1..18\n   b[j] = a[j-1] + a[j+1] + x[i]\n  "
         "end\n  held = a\n  a = b\n  b = held\n end\n z[i] = a[3]\nend\n",
         "map i"},
        // Both names go on (t is printed later): what one writes the other sees.
        {"for i=0..79\n a = zeros(20)\n b = zeros(20)\n for k=0..3\n  b[k] = a[k] + x[i]\n  t = a\n  a = b\n  b = t\n "
         "end\n z[i] = a[3]\nend\n",
         "interpreted R904"},
        {"for i=0..79\n a = zeros(20)\n for k=0..3\n  b = a\n  b[k] = x[i]\n  a[k+1] = 2\n end\n z[i] = a[3]\n b = "
         "zeros(20)\nend\n",
         "interpreted R904"},
        {"for i=0..79\n c = zeros(20)\n best = c\n for k=0..3\n  c[k] = x[i+k]\n  if sum(c) > i\n   best = c\n  end\n "
         "end\n z[i] = best[3]\nend\n",
         "interpreted R904"},
        {"for i=0..79\n best = zeros(20)\n for k=0..3\n  c = zeros(20)\n  c[k] = x[i]\n  best = c\n  c[0] = 1\n end\n "
         "z[i] = best[0]\nend\n",
         "interpreted R904"},
        {"for i=0..79\n a = zeros(20)\n b = zeros(20)\n for k=0..3\n  b[k] = a[k] + x[i]\n  t = a\n  a = b\n  if k > "
         "1\n   b = t\n  end\n end\n z[i] = a[3]\nend\n",
         "interpreted R904"},
        // Lines of short arrays along a dimension.
        {"for i=0..45\n v = im[i..i+3,0..3]\n z[i] = sum(cumsum(v, 0)) + sum(sort(v, 1, \"descend\")) + sum(median(v, "
         "0)) + sum(std(v, 0, 1))\nend\n",
         "map i"},
        {"for i=0..95\n v = x[i..i+3]\n [sorted, from] = sort(v, \"descend\")\n [most, to] = max(v, [], 1)\n z[i] = "
         "sorted[0] + from[0] + to[0] + sum(diff(v)) + norm(v, 1)\nend\n",
         "map i"},
        {"for i=0..95\n v = x[i..i+3]\n z[i] = norm(v, 3)\nend\n", "interpreted R901"},
        // A step; fractions that are no indices; ends of floats in a range whose length is not in the text.
        {"for i=0..99\n r = w[i]\n z[i] = sum(x[r..2..r+4])\nend\n", "interpreted R901"},
        {"for i=0..99\n r = w[i]\n v = r..r+4\n z[i] = sum(v)\nend\n", "interpreted R901"},
        {"for i=0..99\n r = w[i]\n y[r..r+4] = x[r..r+4]\nend\n", "serial R011"},
        // As many elements? The array that is written to; a name that a condition gives another length.
        {"for i=0..45\n im2[i,0..24] = im[i..i+4,0..5]\nend\n", "interpreted R901"},
        {"for i=4..49\n im2[i,0..24] = im2[i-4..i,0..4]\nend\n", "serial R011"},
        {"for i=0..44\n im2[i..i+4,0..4] += reshape(im[i,0..24], [5,5])\nend\n", "serial R004"},
        {"for i=0..99\n v = x[0..i]\n if i > 5\n  v = v - mean(v)\n end\n z[i] = norm(v)\nend\n", "interpreted R901"},
        // Rows that are multiplied as matrices; running sums of as many as each iteration finds; other functions.
        {"for i=0..99\n z[i] = sum(x[0..i]*w[0..i])\nend\n", "interpreted R901"},
        {"for i=0..99\n z[i] = sum(cumsum(x[0..i]))\nend\n", "interpreted R901"},
        // Which dimension a single number means is decided by the extents.
        {"for i=1..49\n z[i] = norm(circshift(im[0..i,0..i], 1))\nend\n", "interpreted R901"},
        {"for i=0..99\n z[i] = sum(circshift(x[0..i], 0.5))\nend\n", "interpreted R901"},
        {"for i=0..99\n [v, at] = sort(x[0..i])\n z[i] = at[0]\nend\n", "interpreted R901"},
        {"for i=0..99\n z[i] = mean(transpose(im[0..i,0..3])*x[0..i])\nend\n", "interpreted R901"},
        {"for i=0..99\n z[i] = sum(x[0..i].^w[0..i])\nend\n", "map i"},
        {"for i=0..99\n z[i] = sum(x[0..i]^2)\nend\n", "interpreted R901"},
        {"for i=0..99\n z[i] = sum(x[0..i]/w[0..i])\nend\n", "interpreted R901"},
        {"for i=0..99\n u = x[0..i]\n v = u\n v[0] = 1\n z[i] = sum(u)\nend\n", "interpreted R901"},
        {"for i=0..99\n v = x[0..i]\n v += 1\n z[i] = sum(v)\nend\n", "interpreted R901"},
    }};

}  // namespace

QC_SUITE(rows)
