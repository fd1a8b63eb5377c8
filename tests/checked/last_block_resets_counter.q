% finds nothing
function [] = __kernel__ k(x : vec[int], part : vec[int], ticket : vec[int], blkpos : int, blkdim : int, blkidx : int, blkcnt : int)
    s = shared[int](64)
    last = shared[bool](1)
    s[blkpos] = x[blkidx*blkdim + blkpos]
    d = 32
    while d > 0
        syncthreads
        if blkpos < d
            s[blkpos] += s[blkpos + d]
        end
        d = shr(d, 1)
    end
    if blkpos == 0
        part[blkidx] = s[0]
        memfence(grid)
        last[0] = atomic_inc(ticket[0], blkcnt) == blkcnt-1
        memfence(grid)
    end
    syncthreads
    if last[0] && blkpos == 0
        t = 0
        for i=0..blkcnt-1
            t += part[i]
        end
        part[0] = t
        ticket[0] = 0
    end
end
x = ivec(1024) + 1
part = ivec(16)
ticket = ivec(1)
for n = 1..2
    parallel_do([1024, 64], x, part, ticket, k)
end
print part[0] == 1024 && ticket[0] == 0
