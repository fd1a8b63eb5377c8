% Device functions of kernels: several outputs, early returns, function values as arguments and captured, nested ones.
function y : scalar = __device__ square(x : scalar)
    y = x*x
end
function [a, b] = __device__ in_order(x, y)
    if x < y
        a = x
        b = y
    else
        a = y
        b = x
    end
end
function y = __device__ first_above(x : scalar)
    if x < 2
        y = -1.0
        return
    end
    for k=0..10
        if k*k > x
            y = k
            return
        end
    end
    y = 99
end
function [r, g, b] = __device__ hsv2rgb(h, s, v)
    i = int(floor(h*6))
    f = h*6 - i
    p = v*(1-s)
    q = v*(1-f*s)
    t = v*(1-(1-f)*s)
    match mod(i,6) with
    | 0 -> r = v; g = t; b = p
    | 1 -> r = q; g = v; b = p
    | 2 -> r = p; g = v; b = t
    | 3 -> r = p; g = q; b = v
    | 4 -> r = t; g = p; b = v
    | _ -> r = v; g = p; b = q
    end
end
function [] = __kernel__ k(x : vec, y : mat, f : [__device__ scalar -> scalar], pos : int)
    [a, b] = in_order(x[pos], 3.0)
    y[pos,0] = a
    y[pos,1] = b
    y[pos,2] = f(x[pos])
    y[pos,3] = first_above(x[pos])
    [r,g,bb] = hsv2rgb(x[pos]/8, 0.5, 1.0)
    y[pos,4] = r + 10*g + 100*bb
end
x = [0,1,2,3,4,5]
y = zeros(6,5)
parallel_do(6, x, y, square, k)
print y
% expect: [     0,     3,     0,    -1,    56]
% expect: [     1,     3,     1,    -1, 59.75]
% expect: [     2,     3,     4,     2, 60.75]
% expect: [     3,     3,     9,     2,    73]
% expect: [     3,     4,    16,     3, 110.5]
% expect: [     3,     5,    25,     3,106.75]
g = __device__ (x : scalar) -> x+0.5
parallel_do(6, x, y, g, k)
print y[5,2]
% expect: 5.5
parallel_do(6, x, y, sqrt, k)
print y[4,2]
% expect: 2
function f = make(a)
    f = x -> x * a
end
h = make(3)
a = 100
z = zeros(4)
for i=0..3
    z[i] = h(i) + 1
end
print z
% expect: [1,4,7,10]
parallel_do(4, __kernel__ (pos : int) -> z[pos] = h(pos) - a)
print z
% expect: [-100,-97,-94,-91]
h = make(5)
parallel_do(4, __kernel__ (pos : int) -> z[pos] = h(pos))
print z
% expect: [0,5,10,15]
function [] = __kernel__ nested(z : vec, pos : int)
    scale = 2
    function y = __device__ twice(x)
        y = scale*x
    end
    triple = x -> 3*x
    scale = 50
    z[pos] = twice(triple(pos)) + 1
end
parallel_do(4, z, nested)
print z
% expect: [1,7,13,19]
