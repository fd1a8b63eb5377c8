% What stands last in a lambda of several statements is its value: stepped, in loops, in kernels, on whole arrays.
g = v -> (a = 2*v; a + 1)
print g(3), " ", g([1, 2])
% expect: 7 [3,5]
function y = f(A, x)
    q = A(x)
    y = sum(x.*q)
end
print f(v -> ([m, n] = size(v); v*m), ones(2,3))
% expect: 12
x = zeros(1000)
s = 0.0
for i = 0..999
    x[i] = g(i)
    s += g(x[i])
end
print x[999], " ", s
% expect: 1999 2001000
h = __device__ (u, k) -> (b = u*u; c = b + k; b > 4 ? c : -c)
y = zeros(6)
function [] = __kernel__ each(y : vec, pos : int)
    y[pos] = h(pos, 1)
end
parallel_do(6, y, each)
print y
% expect: [-1,-2,-5,10,17,26]
big = repmat([1.0, 2], [100, 100])
print sum(g(big))
% expect: 80000
counts = zeros(3)
note = k -> (counts[k] += 1; counts[k])   % it writes to what is outside as well
for k = 0..5
    counts[2] = note(mod(k, 2))
end
print counts
% expect: [3,3,3]
t = 9
print g(1), t
% expect: 39
keep = 0
last = k -> (keep = k; keep + 1)          % a variable that is there already
for k = 0..3
    x[k] = last(k)
end
print x[0..3], keep
% expect: [1,2,3,4]3
