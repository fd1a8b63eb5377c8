% A parameter without a default is to be given.
% error Q0204 at 7:1
function [] = __kernel__ scaled(x : vec, y : vec, a : scalar = 2.0, pos : int)
    y[pos] = a*x[pos]
end
x = ones(3)
parallel_do(3, x, scaled)
