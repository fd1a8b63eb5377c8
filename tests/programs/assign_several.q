% [a, b] = [x, y]: each target gets its own value, of its own type and extents, stepped (the first loop), compiled and in kernels.
function [H, inl] = ransac(p : mat, q : mat, iters : int, tol : scalar)
    best = -1
    for it=1..iters
        T = ones(3,2)
        e = sqrt(sum((p*T - q).^2, 1))
        n = sum(e < tol)
        if n > best
            [best, H, inl] = [n, T, e < tol]
        end
    end
end
[H, inl] = ransac(ones(4,3), ones(4,2), 3, 4.)
print H, inl
% expect: [1,1]
% expect: [1,1]
% expect: [1,1][1]
% expect: [1]
% expect: [1]
% expect: [1]
y = zeros(4, 4)
z = ivec(4)
for i=0..3
    [k, e] = [100000001+i, 0.5]
    z[i] = k
    y[i,0] = e
    y[i,1] = int(k/2) == k/2
end
print z, y
% expect: [100000001,100000002,100000003,100000004][0.5,  1,  0,  0]
% expect: [0.5,  1,  0,  0]
% expect: [0.5,  1,  0,  0]
% expect: [0.5,  1,  0,  0]
y = zeros(4, 12)
for i=0..3
    u = [1.,2.,3.]*i
    v = [4.,5.,6.]
    [u, v] = [v, u]
    u[0] = 100 + i
    y[i,0] = u[0]; y[i,1] = v[0]; y[i,2] = v[2]
    [p, q] = [v, 2]
    y[i,5] = p[1] + q
    A = [[1,2],[3,4]]*i
    B = A + 1
    [A, B] = [B, A]
    A[0,0] = 9
    y[i,6] = A[0,0]; y[i,7] = B[0,0]; y[i,8] = B[1,1]
    [m, n, c] = [i > 1, i*0.5, 3+4j*i]
    y[i,9] = m; y[i,10] = n; y[i,11] = abs(c)
end
print y
% expect: [      100,        0,        0,        0,        0,        2,        9,        0,        0,        0,        0,        3]
% expect: [      101,        1,        3,        0,        0,        4,        9,        1,        4,        0,      0.5,        5]
% expect: [      102,        2,        6,        0,        0,        6,        9,        2,        8,        1,        1,8.5440035]
% expect: [      103,        3,        9,        0,        0,        8,        9,        3,       12,        1,      1.5,12.369317]
y = zeros(4,8)
function [] = __kernel__ f(y : mat, pos : int)
    A = [[1.,2.],[3.,4.]]*pos
    u = [1.,2.,3.]
    [A, B] = [A*A, A]
    y[pos,0] = A[1,1]; y[pos,1] = B[1,0]
    [k, v, m] = [100000001+pos, u*2, pos > 1]
    y[pos,2] = k - 100000000; y[pos,3] = v[1]; y[pos,4] = m
    [u, v] = [v, u]
    u[0] = 50
    y[pos,5] = u[0]; y[pos,6] = v[0]; y[pos,7] = u[2]
end
parallel_do(4, y, f)
print y
% expect: [  0,  0,  1,  4,  0, 50,  1,  6]
% expect: [ 22,  3,  2,  4,  0, 50,  1,  6]
% expect: [ 88,  6,  3,  4,  1, 50,  1,  6]
% expect: [198,  9,  4,  4,  1, 50,  1,  6]
