% finds nothing
function [] = __kernel__ k(x : vec, y : vec, n : vec[int], pos : int, blkpos : int)
    keep = x[pos] > 0
    m = and(ballot(keep), 4294967295)
    before = 0
    for b=0..mod(blkpos, 32)-1
        before += and(shr(m, b), 1)
    end
    total = 0
    for b=0..31
        total += and(shr(m, b), 1)
    end
    base = 0
    if mod(blkpos, 32) == 0
        base = atomic_add(n[0], total)
    end
    base = broadcast(base, 0)
    if keep
        y[base + before] = x[pos]
    end
end
x = linspace(-1, 1, 256)
y = zeros(256)
n = ivec(1)
parallel_do([256, 64], x, y, n, k)
print n[0]
