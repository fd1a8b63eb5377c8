% An output of the name of a parameter begins with what the parameter was given, in loops and kernels as outside.
function p : vec2 = __device__ moved(p : vec2, d : scalar)
    p -= d
end
function p = __device__ less(p, d)
    p -= d
end
function p : scalar = __device__ clipped(p : scalar)
    if p > 2
        p = 2
    end
end
function [p, q] = __device__ in_order(p, q)
    if p > q
        [p, q] = [q, p]
    end
end
function n = __device__ counted(n : int, most : int)
    while n < most
        n += 3
    end
end
function [] = __kernel__ all_of_them(y : mat, pos : int)
    y[pos,0..1] = moved([1.0,2.0], 0.5)
    y[pos,2] = less(3, 1)
    y[pos,3] = clipped(1.5)
    y[pos,4] = clipped(3)
    [y[pos,5], y[pos,6]] = in_order(4, 1.5 + pos)
    y[pos,7] = counted(pos, 4)
end
y = zeros(2,8)
y[0,0..1] = moved([1.0,2.0], 0.5)
y[0,2] = less(3, 1)
y[0,3] = clipped(1.5)
y[0,4] = clipped(3)
[y[0,5], y[0,6]] = in_order(4, 1.5)
y[0,7] = counted(0, 4)
print y[0,:]
% expect: [0.5,1.5,2,1.5,2,1.5,4,6]
parallel_do(2, y, all_of_them)
print y[0,:], y[1,:]
% expect: [0.5,1.5,2,1.5,2,1.5,4,6][0.5,1.5,2,1.5,2,2.5,4,4]
y = zeros(2,8)
for m=0..1
    y[m,0..1] = moved([1.0,2.0], 0.5)
    y[m,2] = less(3, 1)
    y[m,3] = clipped(1.5)
    y[m,4] = clipped(3)
    [y[m,5], y[m,6]] = in_order(4, 1.5 + m)
    y[m,7] = counted(m, 4)
end
print y[0,:], y[1,:]
% expect: [0.5,1.5,2,1.5,2,1.5,4,6][0.5,1.5,2,1.5,2,2.5,4,4]
