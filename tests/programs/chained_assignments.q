% One value for several places: computed once, given from right to left.
function y = counted(c)
    c[0] += 1
    y = 10*c[0]
end
L = zeros(3,3,3)
L[1,1,1] = 6; L[0,1,1] = L[2,1,1] = L[1,0,1] = L[1,2,1] = L[1,1,0] = L[1,1,2] = -1
print sum(L), " ", sum(abs(L)), " ", L[0,1,1], " ", L[1,1,2]
% expect: 0 12 -1 -1
calls = zeros(1)
o = object()
a = o.b = v = counted(calls)
print a, " ", o.b, " ", v, " ", calls[0]
% expect: 10 10 10 1
p = q = [1,2,3]
q[0] = 7
print p
% expect: [7,2,3]
[m, n] = both = size(zeros(4,5))
print m, " ", n, " ", both
% expect: 4 5 [4,5]
x = zeros(50)
y = zeros(50)
s = 0
for i=0..49
    x[i] = y[i] = i*i
    k = half = 0.5*i
    s += k + half
end
print sum(x == y), " ", x[49], " ", s
% expect: 50 2401 1225
function [] = __kernel__ twice(u : vec, w : vec, pos : int)
    u[pos] = w[pos] = t = 2*pos
    w[pos] += t
end
parallel_do(50, x, y, twice)
print x[49], " ", y[49]
% expect: 98 196
f = () -> (calls[0] = o.b = -3; calls[0] += 1)
f()
print calls[0], " ", o.b
% expect: -2 -3
