% Short arrays around a kernel are values in it: pos - center, weights, small matrices, arguments of functions.
function d : scalar = __device__ distance(p : ivec2, q : ivec2)
    d = sqrt(sum((p-q).^2))
end
function s = __device__ weighted(x, w)
    s = sum(x.*w)
end
im = zeros(5,7)
center = [2,3]
parallel_do(size(im), __kernel__ (pos : ivec2) -> im[pos] = sum((pos - center).^2))
print sum(im), " ", im[0,0], " ", im[2,3]
% expect: 210 13 0
parallel_do(size(im), __kernel__ (pos : ivec2) -> im[pos] = distance(pos, center))
printf("%.4f\n", sum(im))
% expect: 79.9304
center = [0,6]
parallel_do(size(im), __kernel__ (pos : ivec2) -> im[pos] = distance(pos, center) + center[1])
printf("%.4f\n", sum(im))
% expect: 349.3853
function [] = into(y, x, w, m, bias)
    parallel_do(size(y,0..1), __kernel__ (pos : ivec2) -> y[pos[0],pos[1],0..2] = transpose(m*transpose(x[pos[0],pos[1],0..2])) + weighted(x[pos[0],pos[1],0..2], w) + bias)
end
x = reshape(0..59, [4,5,3])*0.25
y = zeros(4,5,3)
m = [[1,2,3],[0,1,0],[0,0.5,1]]
for k = 1..2
    into(y, x, [0.2,0.3,0.5]*k, m, [1,2,3])
    printf("%.3f %.3f %.3f\n", sum(y), y[1,2,0], y[3,4,2])
end
% expect: 1835.750 40.075 39.575
% expect: 2282.750 45.650 54.150
% as long as the channels that it meets
function [] = apply(y, x, gain)
    function [] = __kernel__ k(pos : ivec2)
        y[pos] = sum(gain.*gain) * x[pos]
    end
    parallel_do(size(y), k)
end
a = reshape(1..6, [2,3])*1.0
b = zeros(2,3)
apply(b, a, [1,2])
print b[1,2]
apply(b, a, [1,2,0.5])
print b[1,2]
% expect: 30
% expect: 31.5
% one that the kernel writes to stays an array
total = [0.0, 0.0]
parallel_do(10, __kernel__ (pos : int) -> total[mod(pos,2)] += pos)
print total
% expect: [20,25]
% two components are assigned at once
function [] = __kernel__ middle(x : vec'mirror, y : vec, pos : int)
    w = [x[pos-1], x[pos], x[pos+1]]
    for i = 0..1
        for j = 0..1-i
            if w[j] > w[j+1]
                [w[j], w[j+1]] = [w[j+1], w[j]]
            end
        end
    end
    if w[0] > 3
        [w[1], w[2]] = [w[2], w[1]]
    end
    y[pos] = w[1]
end
v = [5.0, 1, 4, 9, 8, 7, 2]
out = zeros(7)
parallel_do(7, v, out, middle)
print out
% expect: [1,4,4,9,9,7,2]
% a long one is read where it is
long = 1.0*(1..20)
got = zeros(20)
parallel_do(20, __kernel__ (pos : int) -> got[pos] = sum(long .* long) + pos)
print got[0], " ", got[19]
% expect: 2870 2889
