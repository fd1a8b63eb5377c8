% finds Q0801 Q0806
function [] = __kernel__ k(x : vec, part : vec, ticket : vec[int], y : vec, n : int, pos : int, blkpos : int, blkdim : int, blkidx : int, blkcnt : int)
    s = shared(64)
    last = shared[int](1)
    s[blkpos] = pos < n ? x[pos] : 0.0
    syncthreads
    if blkpos == 0
        t = 0.0
        for i=0..blkdim-1
            t += s[i]
        end
        part[blkidx] = t
        memfence(grid)
        last[0] = atomic_add(ticket[0], 1)
    end
    if last[0] == blkcnt-1 && blkpos == 0
        memfence(grid)
        t = 0.0
        for i=0..blkcnt-1
            t += part[i]
        end
        y[0] = t
    end
end
x = ones(1000)
y = zeros(1)
parallel_do([1024, 64], x, zeros(16), ivec(1), y, 1000, k)
print y[0] > 0
