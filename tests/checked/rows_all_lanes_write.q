% finds Q0801
function [] = __kernel__ k(a : mat, x : vec, y : vec, n : int, pos : ivec2, blkpos : ivec2)
    v = 0.0
    j = blkpos[1]
    while j < n
        v += a[pos[0], j]*x[j]
        j += 32
    end
    y[pos[0]] = v + blkpos[1]
end
a = ones(24, 100)
y = zeros(24)
parallel_do([[24, 32], [4, 32]], a, ones(100), y, 100, k)
print sum(y)
