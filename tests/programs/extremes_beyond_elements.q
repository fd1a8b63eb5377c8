% An extreme is one of ints and wraps when it is stored, step by step: in loops and in kernels' atomics alike.
function [] = step(u : vec[uint8], w : vec[uint32], s : vec[int8], q : vec[uint64])
    for i=0..0
        u[0] = min(u[0], -3)
        u[1] = max(u[1], 300)
        u[2] = min(u[2], 300)
        u[3] = max(u[3], -3)
        w[0] = min(w[0], -1)
        w[1] = max(w[1], 4294967296 + 5)
        s[0] = max(s[0], 200)
        s[1] = min(s[1], -200)
        q[0] = max(q[0], 7)
        q[1] = min(q[1], 7)
    end
end
function [] = __kernel__ same(u : vec[uint8], w : vec[uint32], s : vec[int8], q : vec[uint64], pos : int)
    u[0] __= -3
    u[1] ^^= 300
    u[2] __= 300
    u[3] ^^= -3
    w[0] __= -1
    w[1] ^^= 4294967296 + 5
    s[0] ^^= 200
    s[1] __= -200
    q[0] ^^= 7
    q[1] __= 7
end
function [u, w, s, q] = make()
    u = vec[uint8](4)
    u[:] = 10
    w = vec[uint32](2)
    w[:] = 10
    s = vec[int8](2)
    q = vec[uint64](2)
    q[:] = -1
end
[u, w, s, q] = make()
step(u, w, s, q)
print u, w, s, q
% expect: [253,44,10,10][4294967295,5][-56,56][7,-1]
[u, w, s, q] = make()
parallel_do(1, u, w, s, q, same)
print u, w, s, q
% expect: [253,44,10,10][4294967295,5][-56,56][7,-1]

% Beside running values too: an int that the elements do not hold is compared as it is.
function [] = beside(u : vec[uint32], z : vec[int], b, y)
    s = 100.0
    for i=0..numel(z)-1
        u[1] = max(u[1], z[i])
        if b[i]
            s = 0.0
        end
        s = max(s, 1.0)
        y[i] = s
    end
end
u = vec[uint32](2)
u[1] = 7
y = zeros(3)
beside(u, int([-11,-12,-13]), [0,1,0] > 0.5, y)
print u, y
% expect: [0,7][100,1,1]
