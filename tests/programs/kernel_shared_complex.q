% Complex numbers in the memory that a block shares.
function [] = __kernel__ fft8(x : cvec, y : cvec, pos : int, blkpos : int)
    s = shared[cscalar](8)
    r = shr(blkpos,2) + and(blkpos,2) + shl(and(blkpos,1),2)
    s[r] = x[pos]
    syncthreads
    h = 1
    while h < 8
        a = s[blkpos]
        b = s[xor(blkpos,h)]
        syncthreads
        w = exp(-1i*pi*mod(blkpos,h)/h)
        s[blkpos] = and(blkpos,h) == 0 ? a + w*b : b - w*a
        syncthreads
        h *= 2
    end
    y[pos] = s[blkpos]
end
x = czeros(32)
for i=0..31
    x[i] = complex(mod(i*7,5), mod(i*3,7)-2)
end
y = czeros(32)
parallel_do([32,8], x, y, fft8)
e = 0.0
for k=0..3
    e = max(e, max(abs(y[8*k..8*k+7] - fft1(x[8*k..8*k+7]))))
end
print e < 1e-4
% expect: 1

% Rows and columns, zeros, sums by all threads, and a function that is given the array.
function z = __device__ turned(s, i : int, j : int)
    z = s[j,i]*1i
end
function [] = __kernel__ turn(x : cmat, y : cmat, t : cvec, pos : ivec2, blkpos : ivec2, blkdim : ivec2, blkidx : ivec2)
    s = shared[cscalar](blkdim[0],blkdim[1])
    sum = shared_zeros[cscalar](2)
    s[blkpos] = x[pos]
    syncthreads
    s[blkpos[0],blkpos[1]] *= 2
    sum[mod(blkpos[0],2)] += s[blkpos]
    syncthreads
    y[pos] = turned(s, blkpos[0], blkpos[1])
    if blkpos[0] == 0 && blkpos[1] == 0
        t[blkidx[1]] = sum[0] - sum[1]
    end
end
x = czeros(4,8)
for i=0..3
    for j=0..7
        x[i,j] = complex(i, j)
    end
end
y = czeros(4,8)
t = czeros(2)
parallel_do([[4,8],[4,4]], x, y, t, turn)
print y[0,3], " ", y[3,4], " ", t
% expect: 0+6i -14+0i [-16+0i,-16+0i]
