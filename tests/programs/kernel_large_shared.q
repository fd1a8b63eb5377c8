% A block may have more shared memory than the 48 KiB that a GPU kernel declares by itself.
function [] = __kernel__ turned(x : mat, y : mat, pos : ivec2, blkpos : ivec2, blkidx : ivec2)
    tile = shared(96, 96)
    sums = shared(96)
    for k=0..3..93
        for l=0..3..93
            tile[blkpos[0] + k, blkpos[1] + l] = x[96*blkidx[0] + blkpos[0] + k, 96*blkidx[1] + blkpos[1] + l]
        end
    end
    if blkpos[0] == 0
        for k=blkpos[1]..3..95
            sums[k] = k
        end
    end
    syncthreads
    for k=0..3..93
        for l=0..3..93
            y[96*blkidx[1] + blkpos[0] + k, 96*blkidx[0] + blkpos[1] + l] = tile[blkpos[1] + l, blkpos[0] + k] + sums[blkpos[0] + k]
        end
    end
end
x = zeros(192, 96)
for i=0..191
    for j=0..95
        x[i,j] = 100*i + j
    end
end
y = zeros(96, 192)
parallel_do([[6,3],[3,3]], x, y, turned)
wrong = 0
for i=0..95
    for j=0..191
        wrong += y[i,j] != x[j,i] + mod(i,96)
    end
end
% expect: 0
print wrong
