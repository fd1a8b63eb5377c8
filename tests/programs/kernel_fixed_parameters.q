% Fixed-size parameters of kernels and device functions, read and written at computed places
function [] = __kernel__ weighted(y : mat, A : mat(3,3), m : vec5, pos : ivec2)
    s = 0.0
    for i=0..2
        for j=0..2
            s += A[i,j]*m[i+j]
        end
    end
    y[pos] = s + A[pos[0],pos[1]] + A[pos]
end
function [] = __kernel__ changed(y : vec, d : ivec3, pos : int)
    j = mod(pos*2, 3)
    y[pos] = 2*d[j]
    d[j] += 5
    y[pos] += d[j]
end
function [] = __kernel__ filtered(y : vec, x : vec'mirror, d : vec3, pos : int)
    s = 0.0
    for i=0..2
        s += d[i]*x[pos+i-1]
    end
    y[pos] = s
end
function r = __device__ two(v : vec3, k : int)
    r = v[k] + v[mod(k+1,3)]
end
y = zeros(3,3)
parallel_do(size(y), y, [[1,2,3],[4,5,6],[7,8,9.0]], [1,10,100,1000,10000.0], weighted)
print y
z = zeros(3)
parallel_do(3, z, [1,2,3], changed)
print z
parallel_do(3, z, [1,2,3], [1.0,2,3], filtered)
print z
parallel_do(3, z, [0.5,0.25,2], __kernel__ (z : vec, w : vec3, pos : int) -> z[pos] = two(w, pos))
print z
w = [0.5,0.25,2]
parallel_do(3, z, __kernel__ (z : vec, pos : int) -> z[pos] = two(w, pos) + w[pos])
print z
c = czeros(3)
parallel_do(3, c, [1+2j,3-4j,5j], __kernel__ (c : cvec, d : cvec3, pos : int) -> c[pos] = 2*d[2-pos])
print c
function [] = __kernel__ scaled(c : cvec, pos : int)
    v = [1+1j, 2j, 3]
    for k=0..2
        v[k] *= 1 + pos
    end
    v[pos] = v[pos] + v[2-pos]
    c[pos] = v[0] + v[1] + v[2]
end
parallel_do(3, c, scaled)
print c
% expect: [105563,105565,105567]
% expect: [105569,105571,105573]
% expect: [105575,105577,105579]
% expect: [8,14,11]
% expect: [10,14,17]
% expect: [0.75,2.25,2.5]
% expect: [1.25,2.5,4.5]
% expect: [0+10i,6-8i,2+4i]
% expect: [7+3i,8+10i,15+12i]
