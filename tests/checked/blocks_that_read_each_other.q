% finds Q0802
function [] = __kernel__ k(x : vec, y : vec, pos : int, blkpos : int, blkidx : int)
    y[pos] = x[pos]
    syncthreads
    if blkidx > 0
        y[pos] = y[pos] + y[pos-1]
    end
end
x = ones(512)
y = zeros(512)
parallel_do([512, 64], x, y, k)
print sum(y) > 0
