% finds Q0804
function [] = __kernel__ k(x : vec, y : vec, n : int, pos : int, blkpos : int)
    s = shared(64)
    if pos >= n
        return
    end
    s[blkpos] = x[pos]
    syncthreads
    y[pos] = s[blkpos]
end
x = ones(100)
y = zeros(100)
parallel_do([128, 64], x, y, 100, k)
print sum(y)
