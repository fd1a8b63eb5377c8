% finds Q0801
function [] = __kernel__ k(a : mat, b : mat, c : mat, n : int, pos : ivec2, blkpos : ivec2)
    s = shared(8, 8)
    t = shared(8, 8)
    v = 0.0
    for m=0..int((n+7)/8)-1
        s[blkpos[0], blkpos[1]] = a[pos[0], 8*m+blkpos[1]]
        t[blkpos[0], blkpos[1]] = b[8*m+blkpos[0], pos[1]]
        syncthreads
        for q=0..7
            v += s[blkpos[0], q]*t[q, blkpos[1]]
        end
    end
    c[pos] = v
end
a = ones(20, 21)
b = ones(21, 19)
c = zeros(20, 19)
parallel_do([[20, 19], [8, 8]], a, b, c, 21, k)
print sum(c)
