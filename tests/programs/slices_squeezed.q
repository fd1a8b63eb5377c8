% squeeze and reshape of slices in loops: the same values under other extents, compiled
x = reshape(mod((0..8*9*3-1)*7, 31), [8,9,3])
y = zeros(8,9,3)
z = zeros(8,9)
u = zeros(8,9,3)
q : cube'clamped = x
for m=0..7
    for n=0..8
        p = squeeze(q[m,n,:])
        r = squeeze(q[m,n+1,:])
        z[m,n] = dotprod(p, r) + numel(p)
        y[m,n,:] = p + r
        t = reshape(x[m,n,0..2], [3,1])
        u[m,n,:] = reshape(2*t, 1, 1, 3) + size(t,0)
    end
end
for m=0..7
    for n=0..8
        c = min(n+1, 8)
        assert(z[m,n] == x[m,n,0]*x[m,c,0] + x[m,n,1]*x[m,c,1] + x[m,n,2]*x[m,c,2] + 3)
    end
end
assert(max(abs(u - 2*x - 3)) == 0)
print sum(y), " ", y[3,8,:] - 2*x[3,8,:]
k = zeros(2,3)
parallel_do([2,3], __kernel__ (pos : ivec2) -> k[pos] = sum(squeeze(x[pos[0], pos[1], :])))
print k[1,2] == x[1,2,0]+x[1,2,1]+x[1,2,2]
% expect: 6464 [0,0,0]
% expect: 1
