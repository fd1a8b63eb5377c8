% A boundary mode that a parameter or variable is declared with holds for arrays of any type, for short arrays and for fixed-size
% values: in kernels, loops, steps and host code alike.
function [] = __kernel__ shifted(x : 'clamped, y : vec, pos : int)
    y[pos] = x[pos-3]
end
function [] = __kernel__ turned(x : ??'mirror, y : mat, pos : ivec2)
    y[pos] = x[pos[0]-1,pos[1]-1]
end
y = zeros(5)
parallel_do(5, [7,8,9,1,2], y, shifted)
print y
parallel_do(5, zeros(1,20)+3, y, shifted)
print y
% expect: [7,7,7,7,8]
% expect: [3,3,3,3,3]
z = zeros(3,3)
parallel_do([3,3], reshape(0..8,[3,3]), z, turned)
print z
% expect: [4,3,4]
% expect: [1,0,1]
% expect: [4,3,4]
function y = __device__ any_clamped(x : 'clamped, p : int)
    y = x[p]
end
function y = __device__ vec_clamped(x : vec'clamped, p : int)
    y = x[p]
end
function y = __device__ fixed_clamped(x : vec3'clamped, p : int)
    y = x[p]
end
function y = __device__ written(x : vec'circular, p : int)
    x[0] = 4
    y = x[p]
end
function y = __device__ plain(x : vec, p : int)
    y = x[p]
end
function y = __device__ one_of(x : [vec|mat]'mirror, p : int)
    y = x[p]
end
function [] = __kernel__ all_ways(y : mat, src : vec, pos : int)
    v = [1.0,2,3]
    w : vec'mirror = [1.0,2,3]
    u : vec3'mirror = [1.0,2,3]
    u *= 2
    k = pos - 2
    y[pos,0..7] = [any_clamped(v,k), vec_clamped(v,k), fixed_clamped(v,k), w[k], u[k], written(v,k), plain(w,k), one_of(src,k)]
    y[pos,8] = any_clamped(src,k)
end
a = zeros(7,9)
src = [5.0,6,7]
parallel_do(7, a, src, all_ways)
print a
% expect: [1,1,1,3,6,2,0,7,5]
% expect: [1,1,1,2,4,3,0,6,5]
% expect: [1,1,1,1,2,4,1,5,5]
% expect: [2,2,2,2,4,2,2,6,6]
% expect: [3,3,3,3,6,3,3,7,7]
% expect: [3,3,3,3,6,4,0,7,7]
% expect: [3,3,3,2,4,2,0,6,7]
b = zeros(7,9)
for pos = 0..6
    v = [1.0,2,3]
    w : vec'mirror = [1.0,2,3]
    u : vec3'mirror = [1.0,2,3]
    u *= 2
    k = pos - 2
    b[pos,0..7] = [any_clamped(v,k), vec_clamped(v,k), fixed_clamped(v,k), w[k], u[k], written(v,k), plain(w,k), one_of(src,k)]
    b[pos,8] = any_clamped(src,k)
end
print max(abs(a-b))
{!interpreted for}
for pos = 0..6
    v = [1.0,2,3]
    w : vec'mirror = [1.0,2,3]
    u : vec3'mirror = [1.0,2,3]
    u *= 2
    k = pos - 2
    b[pos,0..7] = [any_clamped(v,k), vec_clamped(v,k), fixed_clamped(v,k), w[k], u[k], written(v,k), plain(w,k), one_of(src,k)]
    b[pos,8] = any_clamped(src,k)
end
print max(abs(a-b))
% expect: 0
% expect: 0
m : mat(2,2)'circular = [[1,2],[3,4]]
u : vec3'mirror = [1,2,3]
u += 1
u = 2*u
print m[2,3], u[-1], u[-2..4], any_clamped([7,8,9],-4), vec_clamped([7,8,9],5)
% expect: 26[8,6,4,6,8,8,6]79
% The mode stays with a parameter that is given another value.
function y = __device__ doubled(x : vec'mirror, p : int)
    x = x*2
    y = x[p]
end
function y = host_doubled(x : vec'mirror, p : int)
    x = x*2
    y = x[p]
end
function [] = __kernel__ doubles(v : vec, y : vec, pos : int)
    t : vec'mirror = [5.0,6,7]
    t = t*3
    y[0..3] = [doubled(v,pos-1), host_doubled(v,pos-1), doubled(t,pos-1), t[pos-2]]
end
y = zeros(4)
v = [5.0,6,7]
parallel_do(1, v, y, doubles)
print y
parallel_do(1, (0..29)*1.0, y, doubles)
print y
% expect: [12,12,36,21]
% expect: [2,2,36,21]
for i = 0..0
    y[0..1] = [doubled(v,i-1), host_doubled(v,i-1)]
end
print y[0..1], doubled(v,-1), host_doubled(v,-1)
% expect: [12,12]1212
