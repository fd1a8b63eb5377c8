% finds nothing
function [] = __kernel__ total(x : vec, y : vec, pos : int, blkpos : int, blkidx : int)
    s = shared(64)
    s[blkpos] = x[pos]
    syncthreads
    if blkpos < 32
        h = 32
        while h > 0
            v = s[blkpos+h]
            syncthreads(warp)
            if blkpos < h
                s[blkpos] += v
            end
            syncthreads(warp)
            h = shr(h, 1)
        end
        if blkpos == 0
            y[blkidx] = s[0]
        end
    end
end
x = ones(640)
y = zeros(10)
parallel_do([640, 64], x, y, total)
print sum(y)
