% Short slices, ranges and lists of indices in kernels and loops: they are read and written as fixed-size values.
function [] = __kernel__ gray(x : cube, y : mat, pos : ivec2)
    c = x[pos[0],pos[1],0..2]
    y[pos] = 2*c[0]+4*c[1]+8*c[2]
end
function [] = __kernel__ reverse(x : cube, y : cube, pos : ivec2)
    c = x[pos[0],pos[1],:]
    y[pos[0],pos[1],0..2] = [c[2],c[1],c[0]]
end
function [] = __kernel__ in_place(x : cube, pos : ivec2)
    x[pos[0],pos[1],0..2] = x[pos[0],pos[1],2..-1..0]
end
function [] = __kernel__ sums(x : cube, y : mat, pos : ivec2)
    y[pos] = sum(x[pos[0],pos[1],:]) + max(x[pos[0],pos[1],0..1])
end
function [] = __kernel__ declared(x : cube, y : cube, pos : ivec2)
    c : vec3 = x[pos[0],pos[1],0..2]
    y[pos[0],pos[1],:] = c .* [1.0,2.0,3.0]
    y[pos[0],pos[1],1..2] += 1
end
function [] = __kernel__ window(x : mat'clamped, y : mat, pos : ivec2)
    w = x[pos[0]-1..pos[0]+1, pos[1]-1..pos[1]+1]
    y[pos] = sum(w) + w[2,0] + sum(w[0,:])
end
function [] = __kernel__ gather(x : vec, y : vec, pos : int)
    y[pos] = sum(x[[pos, pos+1, 0]])
end
x = zeros(4,5,3)
for m=0..3
    for n=0..4
        for k=0..2
            x[m,n,k] = m*100+n*10+k
        end
    end
end
y = zeros(4,5)
z = zeros(4,5,3)
parallel_do(size(y), x, y, gray)
print y[1,2]
parallel_do(size(y), x, z, reverse)
print z[1,2,:]
parallel_do(size(y), z, in_place)
print z[1,2,:]
parallel_do(size(y), x, y, sums)
print y[1,2]
parallel_do(size(y), x, z, declared)
print z[1,2,:]
% expect: 1700
% expect: [122,121,120]
% expect: [120,121,122]
% expect: 484
% expect: [120,243,367]
a = x[:,:,0]
parallel_do(size(y), a, y, window)
print y[1,2], " ", y[0,0], " ", y[3,4]
% expect: 1350 440 3770
v = [1.0,2,4,8]
w = zeros(4)
parallel_do(4, v, w, gather)
print w
% expect: [4,7,13,9]
% the number of channels is part of the code: another one makes another
q = zeros(2,2)
parallel_do([2,2], ones(2,2,2), q, sums)
print q[1,1]
% expect: 3
for m=0..3
    for n=0..4
        z[m,n,:] = x[m,n,0..2] .* [2,0,1]
    end
end
print z[3,4,:], " ", sum(z)
% expect: [680,0,342] 10240

% Parameters without types: a short vec that is computed with as a whole, channels of a pixel, a weight that depends on the place.
function [] = __kernel__ fade(x, y, centre, falloff, pos)
    p = (pos - centre)/max(size(x,0..1))
    weight = exp(-falloff*dotprod(p, p))
    colour = x[pos[0],pos[1],0..2]
    grey = dotprod(colour, [0.25,0.5,0.25])*[1,1,1]
    y[pos[0],pos[1],0..2] = lerp(grey, colour, weight)
end
x = zeros(4,4,3)
for i = 0..3
    for j = 0..3
        x[i,j,:] = [i, j, 4]
    end
end
y = zeros(size(x))
parallel_do(size(x,0..1), x, y, [1,2], 0, fade)
print sum(abs(x - y))
% expect: 0
parallel_do(size(x,0..1), x, y, [1,2], 1000, fade)
print y[1,2,:], y[3,3,:]
% expect: [1,2,4][3.25,3.25,3.25]

% A value of the extents of another one; a vec as a row, an index too many along an extent of 1.
function [y : vec3] = __device__ limited(x : vec3'unchecked, lo : scalar, hi : scalar)
    y = uninit(size(x))
    for i = 0..2
        if x[i] > hi
            y[i] = hi
        elseif x[i] < lo
            y[i] = lo
        else
            y[i] = x[i]
        endif
    end
end
function [] = __kernel__ limit(x : cube, y : cube, pos : ivec2)
    input = x[pos[0],pos[1],0..2]
    y[pos[0],pos[1],0..2] = 2*limited(input, 1, 2.5)
end
parallel_do(size(x,0..1), x, y, limit)
print y[0,0,:], y[3,2,:]
% expect: [2,2,5][5,4,5]
function [] = __kernel__ twice(v : vec, y : vec, pos : ivec2)
    y[pos[0],pos[1]] = 2*v[pos[0],pos[1]] + v[pos[0]+1,pos[1]]
end
v = [1,2,3]
w = zeros(3)
parallel_do(size(v), v, w, twice)
print w
% expect: [2,4,6]
u = uninit(size(v))  % 1 x 3
parallel_do(size(v), v, u, twice)
print u
% expect: [2,4,6]
try
    parallel_do(2, ones(2,2), ones(2,2), __kernel__ (a : vec, b : vec, pos : int) -> b[pos] = a[pos])
catch e
    print e
end
% expect: 'a' has 1 dimension in the kernel, 2 were given
function [] = __kernel__ sums(m : mat'circular, y : mat, pos : ivec3)
    y[pos] = m[pos] + m[pos + [0,0,1]]
end
m = [[1,2],[3,4]]
n = zeros(2,2)
parallel_do(size(m,0..2), m, n, sums)
print sum(n)
% expect: 20
