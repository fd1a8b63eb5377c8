% finds Q0803
function [] = __kernel__ total(x : vec, y : vec, n : int, pos : int, blkpos : int, blkdim : int, blkidx : int)
    s = shared(256)
    s[blkpos] = pos < n ? x[pos] : 0.0
    syncthreads
    h = shr(blkdim, 1)
    while h > 0
        if blkpos <= h
            s[blkpos] += s[blkpos+h]
        end
        syncthreads
        h = shr(h, 1)
    end
    if blkpos == 0
        y[blkidx] = s[0]
    end
end
x = ones(1000)
y = zeros(8)
parallel_do([1000, 128], x, y, 1000, total)
print sum(y)
