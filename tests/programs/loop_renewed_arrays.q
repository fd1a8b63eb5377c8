% Arrays outside a loop that it gives new values as a whole: A = A + x[i,:] writes into A's memory. Other names keep what they have.
x = reshape(float(mod((0..40*20-1) .* 7, 13)), [40, 20])

A = zeros(20)
B = A
for i = 0..39
    A = A + x[i,:]
end
print A[0], " ", A[19], " ", sum(A), " ", sum(B), " ", shares_data(A, B)
% expect: 234 237 4788 0 0

% The product is fused, the sides may change places, and differences are sums.
S = ones(20)
for i = 0..39
    S = 2*x[i,:] + S
end
for i = 0..39
    S = S - x[i,:]
end
print S[0], " ", S[19], " ", sum(S)
% expect: 235 238 4808

% No sum: in order.
m = zeros(20)
old = m
for i = 0..39
    m = 0.5*m + x[i,:]
end
print m[0], " ", m[7], " ", max(old)
% expect: 5.133439 12.566719 0
f = float(0..19)
for i = 0..2
    f = fliplr(f) + x[i,:]
end
print f
% expect: [26,32,38,31,37,30,36,29,35,28,34,27,20,13,19,25,18,24,17,23]

% Under a condition, and in a loop that is left: where nothing happens the name keeps its array.
g = zeros(20)
h = g
for i = 0..39
    if x[i,0] > 100
        g = g + x[i,:]
    end
end
g[3] = 1
print h[3], " ", shares_data(g, h)
% expect: 1 1
for i = 0..39
    if i == 5
        break
    end
    g = g + x[i,:]
end
print g[0], " ", g[3], " ", h[0], " ", h[3]
% expect: 22 37 0 1

% Written to before, and after.
p = ones(20)
q = p
for i = 0..1
    p[0] = 5
    p = p + x[i,:]
end
print p[0], " ", q[0], " ", q[1]
% expect: 15 5 1

% No iteration: one array still.
n = 0
r = zeros(20)
t = r
for i = 0..n-1
    r = r + x[i,:]
end
r[1] = 2
print t[1]
% expect: 2

% Matrices of extents that are known when the loop is reached, and another kind of elements, which makes another array.
C = zeros(20,20)
D = C
for i = 0..39
    d = x[i,:] - 6
    C = C + transpose(d)*d
end
print C[0,0], " ", C[3,17], " ", trace(C), " ", sum(C), " ", max(D)
% expect: 582 -281 11202 1938 0
k = ones(20)
k = cast(k, vec[int])
for i = 0..2
    k = k + x[i,:]
end
print type(k), " ", k[5]
% expect: vec 19

% v = x[i,:] is a copy of the row, whose elements may be written.
function [s, u] = rows(x : mat)
    s = 0
    for i = 0..size(x,0)-1
        v = x[i,:]
        v[0] = 100
        v[mod(i,5)] += 1
        s += v[0] + 2*v[3]
    end
    for i = 0..size(x,0)-1
        v = x[i,:] .* 2
        v[1] = -1
        s += sum(v)
    end
    u = x[0,0]
end
[s, u] = rows(x)
print s, " ", u
% expect: 13562 0
[s, u] = rows(x[:,0..4])
print s, " ", u
% expect: 6362 0

% Two names of one row, and of a sum of it.
function y = twice(x : mat)
    y = 0
    for i = 0..size(x,0)-1
        u = x[i,:]
        v = u
        v[2] = 50
        y += u[2]
    end
    for i = 0..size(x,0)-1
        u = x[i,:]
        v = u + 1
        v[2] = 50
        y += 3*u[2] + v[1]
    end
end
print twice(x), " ", twice(x[:,0..3])
% expect: 2986 2986
