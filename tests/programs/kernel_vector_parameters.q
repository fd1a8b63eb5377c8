% A fixed-size parameter whose elements a device function assigns is a value of its own.
function m : scalar = __device__ middle(p : vec(9))
    for i=0..4
        k = i
        for j=i+1..8
            if p[j] < p[k]
                k = j
            end
        end
        t = p[i]
        p[i] = p[k]
        p[k] = t
    end
    m = p[4]
end
function q : vec3 = __device__ doubled_first(p : vec3)
    p[0] *= 2
    q = p
end
function [] = __kernel__ run(x : mat'mirror, y : mat, z : mat, pos : ivec2)
    v : vec(9)
    for d=0..8
        v[d] = x[pos[0]+int(d/3)-1, pos[1]+mod(d,3)-1]
    end
    y[pos] = middle(v)
    w = [v[0], v[1], v[2]]
    r = doubled_first(w)
    z[pos] = r[0] - w[0] + v[8]
end
n = 12
x = zeros(n,n)
for i=0..n-1
    for j=0..n-1
        x[i,j] = mod(7*i*i + 5*j + i*j*3, 23)
    end
end
y = zeros(n,n)
z = zeros(n,n)
parallel_do([n,n], x, y, z, run)
wrong = 0
for i=1..n-2
    for j=1..n-2
        if median(x[i-1..i+1,j-1..j+1]) != y[i,j] || z[i,j] != x[i-1,j-1] + x[i+1,j+1]
            wrong += 1
        end
    end
end
print wrong
% expect: 0
