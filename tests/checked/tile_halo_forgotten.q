% finds Q0806
function [] = __kernel__ blur(x : mat'mirror, y : mat'unchecked, pos : ivec2, blkpos : ivec2, blkdim : ivec2)
    t = shared(18, 18)
    [m, n] = [blkpos[0], blkpos[1]]
    t[m+1, n+1] = x[pos]
    if m == 0
        t[0, n+1] = x[pos[0]-1, pos[1]]
        t[17, n+1] = x[pos[0]+16, pos[1]]
    end
    if n == 0
        t[m+1, 0] = x[pos[0], pos[1]-1]
        %         t[m+1, 17] = x[pos[0], pos[1]+16]
    end
    syncthreads
    y[pos] = 0.2*(t[m+1,n+1] + t[m,n+1] + t[m+2,n+1] + t[m+1,n] + t[m+1,n+2])
end
x = ones(64, 48)
y = zeros(64, 48)
parallel_do([[64, 48], [16, 16]], x, y, blur)
print sum(y) > 3000
