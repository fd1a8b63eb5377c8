% finds Q0801
function [] = __kernel__ k(x : vec, y : vec, n : int, pos : int, blkpos : int, blkdim : int)
    s = shared(128)
    s[blkpos] = pos < n ? x[pos] : 0.0
    syncthreads
    d = 1
    while d < blkdim
        v = blkpos >= d ? s[blkpos-d] : 0.0
        s[blkpos] = s[blkpos] + v
        syncthreads
        d = 2*d
    end
    y[pos] = s[blkpos]
end
x = ones(300)
y = zeros(300)
parallel_do([300, 100], x, y, 300, k)
print sum(y) > 0
