% The caret of a compiled loop stands under the index that is wrong, as outside loops.
x = zeros(3,4)
s = 0.0
for i=0..2
    for j=0..3
        s += x[i, min(j,2) + (i > 1 ? 2 : 0)]
    end
end
% error Q0401 at 6:19
