% finds nothing
function [] = __kernel__ k(x : vec, y : vec, pos : int)
    y[pos] = x[pos]
    y[pos] = y[pos] + 1
end
x = ones(100)
y = uninit(100)
parallel_do(100, x, y, k)
print sum(y)
