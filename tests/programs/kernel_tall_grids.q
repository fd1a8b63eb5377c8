% Kernels over more rows of blocks than a GPU numbers along one axis (65,535).
function [] = __kernel__ rows(y : mat, pos : ivec2)
    y[pos] = 2*pos[0] + pos[1]
end
function [] = __kernel__ blocks(y : mat, pos : ivec2, blkidx : ivec2, blkpos : ivec2, blkdim : ivec2, blkcnt : ivec2)
    y[pos] = blkidx[0]*blkdim[0] + blkpos[0] == pos[0] && blkidx[1]*blkdim[1] + blkpos[1] == pos[1] ? blkcnt[0] + blkcnt[1] : -1
end
function [] = __kernel__ deep(y : cube, pos : ivec3)
    y[pos] = pos[0] - 3*pos[1] + pos[2]
end
n = 70000
y = zeros(n,4)
parallel_do([[n,4],[1,2]], y, rows)
wrong = 0
for i=0..n-1
    for j=0..3
        wrong += y[i,j] != 2*i + j
    end
end
% expect: 0
print wrong
parallel_do([[n,4],[1,2]], y, blocks)
% expect: 70002 70002
print min(y), " ", max(y)
z = zeros(n,1,4)
parallel_do([[n,1,4],[1,1,4]], z, deep)
wrong = 0
for i=0..n-1
    for k=0..3
        wrong += z[i,0,k] != i + k
    end
end
% expect: 0
print wrong
