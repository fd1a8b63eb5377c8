% Exact division by zero of ints names the line.
s = 0
for i=0..9
    s += mod(100, 5 - i)
end
% error Q0402 at 4:10
