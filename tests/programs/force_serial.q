% force_serial means strictly left to right.
s = 0.0
#pragma force_serial
for i=0..9999
    s += 1.0 / (1 + mod(i,97))
end
% expect-bits s 0x1.0b010cp+9
