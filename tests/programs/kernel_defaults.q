% Parameters of kernels with defaults, which may use the ones before them, in functions and as functions of functions.
function [] = __kernel__ scaled(x : vec, y : vec, a : scalar = 2.0, b = 10*a, pos : int)
    y[pos] = a*x[pos] + b
end
function y = twice(x : vec, gain = 3)
    function [] = __kernel__ k(y : vec, g : scalar = gain, pos : int)
        y[pos] = g*x[pos]
    end
    y = zeros(size(x))
    parallel_do(numel(x), y, k)
    serial_do(1, y, 100, k)
end
x = [1.0,2,3]
y = zeros(3)
parallel_do(3, x, y, scaled)
% expect: [22,24,26]
print y
parallel_do(3, x, y, 1, scaled)
% expect: [11,12,13]
print y
parallel_do(3, x, y, 1, 0.5, scaled)
% expect: [1.5,2.5,3.5]
print y
% expect: [100,  6,  9]
print twice(x)
