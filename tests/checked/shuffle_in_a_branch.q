% finds Q0805
function [] = __kernel__ k(x : vec, y : vec, pos : int, blkpos : int)
    v = x[pos]
    if blkpos < 20
        y[pos] = v + shfl_down(v, 4)
    end
end
x = ones(256)
y = zeros(256)
parallel_do([256, 64], x, y, k)
print sum(y) > 0
