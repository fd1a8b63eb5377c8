// Loops in tiles, which end at a minimum.
#include <doctest/doctest.h>

#include "suite.h"

namespace {

const char* const inputs =
    "n = 50\nb = 7\nx = ones(1,90)\nA = ones(n,n)\nB = ones(n,n)\n{!interpreted for}\nfor i=0..n-1\n x[i] = "
    "mod(i,7)\nend\n"
    "{!interpreted for}\nfor i=0..n-1\n{!interpreted for}\nfor j=0..n-1\n A[i,j] = mod(i*j,11)\nend\nend\n";
const char* const uses = "print x, B\n";

const qc_test::Suite tiles = {
    "loops in tiles",
    inputs,
    uses,
    {
        {"for c=0..int((n-1)/16)\n for i=16*c..min(16*c+15,n-1)\n  x[i] += 1\n end\nend\n", "map c"},
        {"for c=0..16..n-1\n for i=c..min(c+16,n)-1\n  x[i] += 1\n end\nend\n", "map c"},
        {"for c=0..b..n-1\n for i=c..min(n,c+b)-1\n  x[i] += 1\n end\nend\n", "map c"},
        {"for c=0..16..n-1\n for d=0..16..n-1\n  for i=c..min(c+16,n)-1\n   for j=d..min(d+16,n)-1\n    B[j,i] = "
         "A[i,j]\n   end\n  end\n end\nend\n",
         "map c,d"},
        // Neighbouring tiles share an element.
        {"for c=0..16..n-1\n for i=c..min(c+16,n-1)\n  x[i] = x[i]*2 + 1\n end\nend\n", "serial R011 {map i}"},
        {"for c=0..int((n-1)/16)\n for i=16*c..max(16*c+15,n-1)\n  x[i] = x[i]*2 + 1\n end\nend\n",
         "serial R011 {map i}"},
        {"for c=0..8..n-1\n for i=c..min(c+16,n)-1\n  x[i] = x[i]*2 + 1\n end\nend\n", "serial R011 {map i}"},
        // Where the inner loop ends is not known.
        {"for c=0..2\n for i=16*c..int(x[c])\n  B[0,i] = B[0,i]*2 + 1\n end\nend\n", "serial R011 {map i}"},
        {"{!parallel for}\nfor c=0..2\n for i=16*c..int(x[c])\n  B[0,i] = B[0,i]*2 + 1\n end\nend\n", "map c"},
        // A tile reads what the one before it has written.
        {"for c=16..16..n-1\n for i=c..min(c+16,n)-1\n  x[i] = x[i-16] + 1\n end\nend\n", "serial R007 {map i}"},
    }};

}  // namespace

QC_SUITE(tiles)
