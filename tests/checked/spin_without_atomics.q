% finds Q0802
function [] = __kernel__ k(f : vec[int], y : vec, pos : int, blkidx : int)
    if blkidx == 1
        f[0] = 1
    else
        while f[0] == 0
        end
        y[pos] = 1
    end
end
y = zeros(64)
parallel_do([64, 32], ivec(1), y, k)
print sum(y)
