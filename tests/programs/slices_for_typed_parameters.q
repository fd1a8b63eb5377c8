% Planes and rows of larger arrays for parameters of declared types, in kernels and loops.
function v = __device__ at_clamped(x : mat'clamped, a : scalar, b : scalar)
    i = int(floor(a))
    j = int(floor(b))
    f = a - i
    g = b - j
    v = (1-f)*((1-g)*x[i,j] + g*x[i,j+1]) + f*((1-g)*x[i+1,j] + g*x[i+1,j+1])
end
function v = __device__ at_zero(x : mat, a : int)
    v = x[a,0] + x[a-1,1]
end
function v = row_ends(x : vec, k : int)
    v = x[k] + x[numel(x)-1] + size(x,1)
end
function u = doubled(u0 : cube)
    u = zeros(2*size(u0,0), 2*size(u0,1), size(u0,2))
    parallel_do(size(u), u0, u, __kernel__ (u0 : cube, u : cube, pos : ivec3) -> u[pos] = at_clamped(u0[:,:,pos[2]], pos[0]/2, pos[1]/2))
end
function u = doubled_in_loops(u0 : cube)
    u = zeros(2*size(u0,0), 2*size(u0,1), size(u0,2))
    for m = 0..size(u,0)-1
        for n = 0..size(u,1)-1
            for c = 0..size(u,2)-1
                u[m,n,c] = at_clamped(u0[:,:,c], m/2, n/2)
            end
        end
    end
end
for n = `8, 16, 40, 64'
    u0 = 0.5*mod(reshape(7*(0..n*n*2-1), [n,n,2]), 11)
    a = doubled(u0)
    b = doubled_in_loops(u0)
    c = zeros(2*n, 2*n, 2)
    for k = 0..1
        plane = u0[:,:,k]
        for i = 0..2*n-1
            for j = 0..2*n-1
                c[i,j,k] = at_clamped(plane, i/2, j/2)
            end
        end
    end
    z = zeros(n, 2)
    parallel_do([n,2], u0, z, __kernel__ (u0 : cube, z : mat, pos : ivec2) -> z[pos] = at_zero(u0[:,:,pos[1]], pos[0]))
    w = zeros(n)
    first = u0[:,:,0]
    for i = 0..n-1
        w[i] = row_ends(first[i,:], 2)
    end
    print max(abs(a-c)), " ", max(abs(b-c)), " ", sum(a), " ", sum(z) == sum(u0[:,0,:]) + sum(u0[0..n-2,1,:]), " ", sum(w) == sum(first[:,2]) + sum(first[:,n-1]) + n*n
end
% expect: 0 0 1287.625 1 1
% expect: 0 0 5118.5 1 1
% expect: 0 0 31998 1 1
% expect: 0 0 81922.5 1 1
