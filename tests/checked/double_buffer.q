% finds nothing
function [] = __kernel__ k(x : vec, y : vec, n : int, blkpos : int, blkdim : int)
    s = shared(2, 64)
    s[0, blkpos] = x[blkpos]
    syncthreads
    a = 0
    for t=0..n-1
        s[1-a, blkpos] = 0.5*(s[a, blkpos] + s[a, mod(blkpos+1, blkdim)])
        a = 1-a
        syncthreads
    end
    y[blkpos] = s[a, blkpos]
end
x = ones(64)
y = zeros(64)
parallel_do([64, 64], x, y, 5, k)
print sum(y)
