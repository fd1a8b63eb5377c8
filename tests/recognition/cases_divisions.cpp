// Subscripts that are quotients and remainders: an image walked by one counter, with the row and column computed from
// it.
#include <doctest/doctest.h>

#include "suite.h"

namespace {

const qc_test::Suite divisions = {
    "quotients and remainders",
    qc_test::signal_inputs,
    qc_test::signal_uses,
    {
        {"for i=0..2999\n im[int(i/60),mod(i,60)] = y[mod(i,100)]\nend\n", "map i"},
        {"for i=0..2999\n im[floor(i/60),mod(i,60)] = y[mod(i,100)]\nend\n", "map i"},
        {"for i=0..1499\n im[int(i/30),mod(i,30)] = y[mod(i,100)]\nend\n", "map i"},
        {"for i=0..2999\n r = floor(i/60)\n im[r,i-r*60] = y[mod(i,100)]\nend\n", "map i"},
        {"for i=0..2999\n c = mod(i,60)\n im[int((i-c)/60),c] = y[mod(i,100)]\nend\n", "map i"},
        {"for i=0..2999\n im[49-int(i/60),59-mod(i,60)] = y[mod(i,100)]\nend\n", "map i"},
        {"for i=0..2999\n im[int(i/60),mod(i,60)] = 2*im[int(i/60),mod(i,60)] + 1\nend\n", "map i"},
        {"for i=0..2999\n im[int(i/60),mod(i,60)] += im2[int(i/60),mod(i,60)]\nend\n", "map i"},
        {"for i=0..2999\n if im2[int(i/60),mod(i,60)] > 0.3\n  im[int(i/60),mod(i,60)] = 0\n end\nend\n", "map i"},
        {"for i=0..2939\n im[int(i/60),mod(i,60)] = im[int(i/60)+1,mod(i,60)]\nend\n", "map i"},
        {"for i=0..359\n cu[int(i/36),mod(int(i/3),12),mod(i,3)] = x[mod(i,100)]\nend\n", "map i"},
        {"for i=0..359\n cu[floor(i/36),mod(floor(i/3),12),mod(i,3)] = x[mod(i,100)]\nend\n", "map i"},
        {"for i=0..49\n for j=0..59\n  im[int((60*i+j)/60),mod(60*i+j,60)] = y[j]\n end\nend\n", "map i,j"},
        {"for i=-29..29\n im[int(i/10)+3,mod(i,10)+9] = y[i+30]\nend\n", "map i"},
        {"for i=-29..29\n im[floor(i/10)+3,periodize(i,10)] = y[i+30]\nend\n", "map i"},
        {"v = int(x[0]*0)+60\nfor i=0..2999\n im[int(i/v),mod(i,v)] = y[mod(i,100)]\nend\n", "map i"},
        {"v = int(x[0]*0)+60\nfor i=0..2999\n im[floor(i/v),mod(i,v)] = y[mod(i,100)]\nend\n", "map i"},
        {"v = int(x[0]*0)+3\nfor i=0..359\n cu[floor(i/(12*v)),mod(floor(i/v),12),mod(i,v)] = x[mod(i,100)]\nend\n",
         "map i"},
        // remainders that are a permutation where two numbers have no common divisor
        {"v = int(x[0]*0)+99\nfor i=0..v-1\n z[mod(i*7,v)] = y[i]\nend\n", "map i"},
        {"v = int(x[0]*0)+98\nfor i=0..v-1\n z[mod(i*7,v)] = y[i]\nend\n", "map i"},
        {"v = int(x[0]*0)+97\nfor i=0..v-1\n z[mod(i*6+5,v)] = y[i]\nend\n", "map i"},
        {"v = int(x[0]*0)+99\nfor i=0..v-1\n z[mod(i*6+5,v)] = y[i]\nend\n", "map i"},
        {"v = int(x[0]*0)+97\nfor i=0..v-1\n z[periodize(-3*i,v)] = y[i]\nend\n", "map i"},
        {"v = int(x[0]*0)+97\nfor i=v-1..-1..0\n z[mod(i*10+v,v)] = y[i]\nend\n", "map i"},
        {"v = int(x[0]*0)+97\nfor i=0..v-1\n z[mod(i*7,v)] = 0.5*z[mod(i*7,v)] - y[i]\nend\n", "map i"},
        {"v = int(x[0]*0)+49\nfor i=0..v-1\n im[mod(i*3,v),5] = y[i]\nend\n", "map i"},
        {"v = int(x[0]*0)+98\nfor i=0..v-1\n z[mod(i*7,v)] += y[i]\nend\n", "bins i: + z[mod(i*7,v)]"},
        // near misses
        {"v = int(x[0]*0)+97\nfor i=0..v\n z[mod(i*7,v)] = y[i]\nend\n", "serial R011"},
        {"v = int(x[0]*0)+97\nfor i=0..v-1\n z[mod(i*7,v)] = z[mod(i*7+1,v)]\nend\n", "serial R011"},
        {"v = int(x[0]*0)+97\nfor i=0..40\n z[mod(i*7,v)] = y[i]\nend\n", "serial R011"},
        {"v = int(x[0]*0)+97\nfor i=0..v-1\n z[mod(i*i,v)] = y[i]\nend\n", "serial R011"},
        {"v = int(x[0]*0)+97\nfor i=0..v-1\n z[mod(i*k[3],v)] = y[i]\nend\n", "serial R011"},
        {"for i=0..2999\n im[int(i/60),mod(i,30)] = y[mod(i,100)]\nend\n", "serial R011"},
        {"for i=0..2999\n im[int(i/60),0] = y[mod(i,100)]\nend\n", "serial R011"},
        {"for i=0..2999\n im[int(i/60),mod(i+1,60)] = y[mod(i,100)]\nend\n", "serial R011"},
        {"for i=0..2999\n im[int(i/120),mod(i,60)] = y[mod(i,100)]\nend\n", "serial R011"},
        {"for i=60..2999\n im[int(i/60),mod(i,60)] = im[int(i/60)-1,mod(i,60)] + 1\nend\n", "serial R011"},
        {"for i=1..2999\n im[int(i/60),mod(i,60)] = im[int(i/60),mod(i-1,60)] + 1\nend\n", "serial R011"},
        {"for i=0..199\n x[int(i/2)] = y[int(i/2)] + i\nend\n", "serial R011"},
        {"for i=2..99\n x[int(i/2)] = x[floor(i/2)] + i\nend\n", "serial R011"},
        {"for i=0..359\n cu[int(i/36),mod(int(i/3),11),mod(i,3)] = x[mod(i,100)]\nend\n", "serial R011"},
        {"for i=-29..29\n im[floor(i/10)+3,mod(i,10)+9] = y[i+30]\nend\n", "serial R011"},
        {"for i=0..299\n y[int(i/3)] += x[int(i/3)]\nend\n", "bins i: + y[int(i/3)]"},
        {"v = int(x[0]*0)+60\nfor i=0..2999\n im[int(i/v),mod(i,v+1)] = y[mod(i,100)]\nend\n", "serial R011"},
        {"for i=0..9\n for j=0..int(i/2)\n  im[i,j] = im[i,j+1] + y[i]\n end\nend\n", "map i"},
    }};

}  // namespace

QC_SUITE(divisions)
