// What the suites of formulations share: variables of every kind, and what counts as used after the loops.
#pragma once

namespace qc_test {

inline constexpr const char* formulation_inputs =
    "n = 100\n"
    "x = zeros(n); y = zeros(n); z = zeros(n); w = zeros(n)\n"
    "k = ivec(n); ip = ivec(n); u8 = vec[uint8](n); i32 = vec[int32](n); i16 = vec[int16](n); bb = vec[bool](n)\n"
    "A = zeros(20,30); B = zeros(20,30); C = zeros(20,30); Q = zeros(30,30); cu = zeros(6,7,3); h = zeros(16); hi = "
    "ivec(16)\n"
    "zc = czeros(n); wc = czeros(n)\n"
    "{!interpreted for}\n"
    "for i=0..n-1\n"
    " x[i] = mod(i*37,101)/64-0.75; y[i] = mod(i*53,97)/64-0.5; z[i] = mod(i*29,89)/128+0.25; w[i] = "
    "mod(i*71,103)/128\n"
    " k[i] = mod(i*31,9)+1; ip[i] = mod(i*7,n); u8[i] = mod(i*77,256); i32[i] = mod(i*7919,1000)-500; i16[i] = "
    "mod(i*13,77)-30; bb[i] = mod(i,3)==0\n"
    " zc[i] = complex(1+mod(i*37,11)/64, mod(i*5,7)/64-0.04); wc[i] = complex(mod(i,5)/4, mod(i,3)/4)\n"
    "end\n"
    "{!interpreted for}\n"
    "for i=0..19\n"
    "{!interpreted for}\n"
    "for j=0..29\n"
    " A[i,j] = mod(i*37+j*11,101)/64-0.75; B[i,j] = mod(i*7+j*53,97)/128; C[i,j] = mod(i*5+j*3,13)/16\n"
    "end\n"
    "end\n"
    "{!interpreted for}\n"
    "for i=0..29\n"
    "{!interpreted for}\n"
    "for j=0..29\n"
    " Q[i,j] = mod(i*17+j*41,67)/64-0.25\n"
    "end\n"
    "end\n"
    "{!interpreted for}\n"
    "for i=0..5\n"
    "{!interpreted for}\n"
    "for j=0..6\n"
    "{!interpreted for}\n"
    "for q=0..2\n"
    " cu[i,j,q] = mod(i*7+j*5+q*3,31)/32\n"
    "end\n"
    "end\n"
    "end\n"
    "s = 0.5; t = 1.0; m = 5.0; c = 0; j0 = -1; j1 = -1; f = false; g = true; r = 0; p = 1; v = 0.0; ll = 3; mm = 4; "
    "inc = 1\n";
inline constexpr const char* formulation_uses = "print s, t, m, c, j0, j1, f, g, r, p, v\n";

}  // namespace qc_test
