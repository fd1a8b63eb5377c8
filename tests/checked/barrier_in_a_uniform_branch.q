% finds nothing
function [] = __kernel__ k(x : vec, y : vec, n : int, pos : int, blkpos : int, blkidx : int)
    s = shared(64)
    s[blkpos] = x[pos]
    if blkidx < n
        syncthreads
        y[pos] = s[63-blkpos]
    end
end
x = ones(256)
y = zeros(256)
parallel_do([256, 64], x, y, 2, k)
print sum(y)
