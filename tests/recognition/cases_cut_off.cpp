// Slices whose length each iteration finds out, and elements in order of which registers do not hold all; near misses.
#include <doctest/doctest.h>

#include "suite.h"

namespace {

const qc_test::Suite cut_off = {
    "slices of computed length",
    qc_test::signal_inputs,
    qc_test::signal_uses,
    {
        {"for r=0..49\n for c=0..59\n  im2[r,c] = sum(im[max(r-2,0)..min(r+2,49),max(c-2,0)..min(c+2,59)])\n "
         "end\nend\n",
         "map r,c"},
        {"for r=0..49\n for c=0..59\n  v = im[max(r-1,0)..min(r+1,49),c]\n  im2[r,c] = mean((v-mean(v)).^2)\n "
         "end\nend\n",
         "map r,c"},
        {"for i=0..99\n v = x[max(i-3,0)..min(i+3,99)]\n z[i] = median(v) + max(v)*std(v)\nend\n", "map i"},
        {"for i=0..99\n v = sort(x[max(0,i-3)..min(i+3,99)])\n z[i] = v[0] + v[numel(v)-1]\nend\n", "map i"},
        {"for i=0..99\n z[i] = sum(x[0..i])/norm(x[i..99])\nend\n", "map i"},
        {"for i=0..99\n a = max(i-3,0)\n b = min(i+3,99)\n z[i] = sum(x[a..b].*w[a-i+3..b-i+3])\nend\n", "map i"},
        {"for i=0..99\n s += mean(x[max(i-2,0)..min(i+2,99)])\nend\n", "reduction i: + s"},
        {"for i=1..99\n y[i] = mean(y[max(i-4,0)..i-1])\nend\n", "serial R011"},
        {"for i=0..91\n v = zeros(60)\n for j=0..59\n  v[j] = x[mod(i*j,100)]\n end\n v = sort(v)\n z[i] = v[30] - "
         "median(v)\nend\n",
         "map i"},
        {"for r=0..43\n for c=0..53\n  im2[r,c] = median(im[r..r+6,c..c+6])\n end\nend\n", "map r,c"},
        {"for i=1..99\n v = 2*y[max(i-4,0)..min(i-1,99)]\n y[i] = sum(v) + mean(v)\nend\n", "serial R011"},
        {"for i=0..99\n v = x[clamp(i-3,0,99)..clamp(i+3,0,99)]\n z[i] = "
         "median(v)*sum(v.*w[(max(i-3,0)..min(i+3,99))-i+3])\nend\n",
         "map i"},
        {"for i=0..99\n a = max(i-3,0)\n b = min(i+3,99)\n z[i] = sum(x[a..b].*w[(a..b)-i+3])\nend\n", "map i"},
        // In place, between the slice and its use; another value, or an element, of the name; used where it may be
        // missing, or after the loop.
        {"for i=0..99\n v = y[max(i-2,0)..min(i+2,99)]\n y[i] = sum(v)\nend\n", "interpreted R901"},
        {"for i=0..99\n v = x[max(i-2,0)..min(i+2,99)]\n v[0] = 1\n z[i] = sum(v)\nend\n", "map i"},
        {"for i=0..99\n v = x[max(i-2,0)..min(i+2,99)]\n if i > 50\n  v = x[0..i]\n end\n z[i] = sum(v)\nend\n",
         "interpreted R901"},
        {"v = x[0..3]\nfor i=0..99\n if i > 50\n  v = x[0..i]\n end\n z[i] = sum(v)\nend\n", "interpreted R901"},
        {"for i=0..99\n v = x[max(i-2,0)..min(i+2,99)]\n z[i] = sum(v)\nend\ns = sum(v)\n", "interpreted R901"},
        // Of one length as far as the text shows? A part of a part.
        {"for i=0..99\n z[i] = sum(x[max(i-2,0)..i] - x[i..min(i+2,99)])\nend\n", "map i"},
        {"for i=0..99\n v = x[0..i]\n z[i] = sum(v[0..int(i/2)])\nend\n", "map i"},
        {"for i=0..99\n z[i] = median(x[0..i])\nend\n", "interpreted R901"},
        {"for i=0..99\n z[i] = sum(x[i..-1..0])\nend\n", "interpreted R901"},
        // Running values of such sums.
        {"for i=1..99\n t = t*0.5 + mean(x[0..i])\n z[i] = t\nend\n", "serial R005"},
        {"for i=1..99\n if mean(x[0..i]) > s1\n  s1 = x[i] + 1\n end\nend\n", "serial R006"},
        {"for i=1..99\n y[k[i]] = mean(x[0..i])\nend\n", "serial R011"},
    }};

}  // namespace

QC_SUITE(cut_off)
