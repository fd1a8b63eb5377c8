% finds nothing
function [] = __kernel__ turn(x : mat, y : mat, pos : ivec2, blkpos : ivec2, blkidx : ivec2)
    t = shared(16, 17)
    t[blkpos[0], blkpos[1]] = x[pos]
    syncthreads
    s = t[blkpos[1], blkpos[0]]
    syncthreads
    t[blkpos[0], blkpos[1]] = 2*s
    syncthreads
    y[16*blkidx[1] + blkpos[0], 16*blkidx[0] + blkpos[1]] = t[blkpos[1], blkpos[0]]
end
x = ones(32, 48)
y = zeros(48, 32)
parallel_do([[32, 48], [16, 16]], x, y, turn)
print sum(y)
