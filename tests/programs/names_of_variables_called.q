% A variable with the name of a function hides it as a value; a call still finds the function, in loops, kernels and functions.
x = [1.0, -2, 3, 7]
max = 0.0
for k = 0..3
    max = max(max, x[k])
end
print max
% expect: 7
function [] = __kernel__ of_parameter(x : vec, abs : scalar, pos : int)
    x[pos] = abs(x[pos]) + abs
end
parallel_do(4, x, 2.0, of_parameter)
print x
% expect: [3,4,5,9]
function [] = __kernel__ of_own(x : vec, pos : int)
    min = x[pos]
    min = min(min, 4.5)
    x[pos] = min
end
parallel_do(4, x, of_own)
print x
% expect: [3,4,4.5,4.5]
sum = zeros(3)
y = zeros(4)
for i = 0..3
    y[i] = sum(x) + sum[0]
end
print y
% expect: [16,16,16,16]
function y : scalar = __device__ of_device(x : scalar, sqrt : scalar)
    y = sqrt(x) + sqrt
end
for i = 0..3
    y[i] = of_device(y[i], 3.0)
end
print y
% expect: [7,7,7,7]
function [a, b] = two(x)
    a = x + 1
    b = x - 1
end
for k = 0..3
    two = 3.0
    sort = 2.0
    [p, q] = two(x[k])
    v = sort([3.0, 1, k])
    y[k] = p*q + two + v[0]*sort
end
print y
% expect: [11,20,24.25,24.25]
for abs = 0..3
    y[abs] = abs(-y[abs])
end
print y
% expect: [11,20,24.25,24.25]
type pt : class
    a : scalar
end
pt = 3
for i = 0..3
    z = pt(i)
    y[i] = z.a + pt
end
print y
% expect: [3,4,5,6]
sum = sum(x)
std = 0.0
for i = 0..3
    std += (x[i] - sum/4)^2
end
print sum, " ", abs(sqrt(std/3) - std(x)) < 1e-5
% expect: 16 1
