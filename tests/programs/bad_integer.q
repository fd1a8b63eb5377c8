% An integer literal beyond 64 bits.
x = 9223372036854775808
% error Q0105 at 2:5
