% finds Q0802 Q0803
function [] = __kernel__ k(x : vec, f : vec[int], y : vec, blkidx : int, blkpos : int)
    if blkidx == 0
        x[blkpos] = 2
        if blkpos == 0
            f[0] = 1
        end
    else
        if f[0] == 1
            y[blkpos] = x[blkpos]
        end
    end
end
x = ones(32)
y = zeros(32)
parallel_do([64, 32], x, ivec(1), y, k)
print sum(y) >= 0
