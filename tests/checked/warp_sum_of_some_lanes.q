% finds nothing
function [] = __kernel__ k(x : vec, y : vec, pos : int)
    if x[pos] > 0
        y[pos] = warp_sum(x[pos])
    end
end
x = ones(100)
x[3] = -1
y = zeros(100)
parallel_do(100, x, y, k)
print sum(y) > 0
