% finds Q0806
function [] = __kernel__ k(x : vec, y : vec, pos : int)
    y[pos] = y[pos] + x[pos]
end
x = ones(100)
y = uninit(100)
parallel_do(100, x, y, k)
print numel(y)
