% finds nothing
function [] = __kernel__ k(x : vec, y : vec, pos : int, blkpos : int)
    v = x[pos]
    w = shfl_down(v, 4)
    if blkpos < 20
        y[pos] = v + w
    end
end
x = ones(256)
y = zeros(256)
parallel_do([256, 64], x, y, k)
print sum(y)
