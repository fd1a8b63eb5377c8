% Items at computed places are of one kind.
function [] = __kernel__ f(c : cell, y : vec, pos : int)
    y[pos] = c[pos][0]
end
parallel_do(2, `[1.0,2.0], "a"', zeros(2), f)
% error Q0503 at 3:16
