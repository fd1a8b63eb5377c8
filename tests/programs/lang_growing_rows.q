% Rows that grow in place are values all the same.
v = [3]
w = v
f = () -> v
for i = 0..999
    v = [v, i]
end
print numel(v), " ", sum(v), " ", numel(w), " ", numel(f()), " ", type(v)
% expect: 1001 499503 1 1 vec[int]

% What a name, a cell or a field held before stays as it was.
c = cell(3)
u = [0.5]
for i = 0..2
    c[i] = u
    u = [u, i, i*i]
end
print c[0], " ", c[1], " ", c[2], " ", u
% expect: [0.5] [0.5,0,0] [0.5,0,0,1,1] [0.5,0,0,1,1,2,4]

% Elements become what the row needs.
a = [1, 2]
a = [a, 2.5]
a = [a, 3]
a = [a, 1j]
a = [a, 4]
print a[2], " ", numel(a), " ", imag(a[4]), " ", type(a)
% expect: 2.5+0i 6 1 cvec
b = [true]
b = [b, false]
print type(b), " "
b = [b, 7]
print b, " ", type(b)
% expect: vec[bool] 
% expect: [1,0,7] vec[int]
n = cast([200, 100], vec[uint8])
n = [n, 300]
print n, " ", type(n)
% expect: [200,100,300] vec[int]

% Its own elements, and rows.
x = [1, 2]
x = [x, x[0] + x[1], numel(x)]
x = [x, x[1..2], 9]
print x
% expect: [1,2,3,2,2,3,9]
e = []
for i = 0..4
    e = [e, i*i]
end
print e
% expect: [0,1,4,9,16]
x = [x, x]
print size(x)
% expect: [2,7]

% A matrix of one row is a row; one that grew is read by loops.
r = ones(1,3)
r = [r, 5]
print size(r), " ", r[3]
% expect: [1,4] 5
s = [0.0]
k = 0
while k < 300
    s = [s, k]
    k += 1
end
total = 0.0
for i = 0..numel(s)-1
    total += s[i]*s[i]
end
s[2] = -1
s = [s, 0.25]
print total, " ", s[2], " ", s[301], " ", sum(s)
% expect: 8955050 -1 0.25 44848.25

% What is computed for the new element sees the row as it is, and may change it.
function [] = first(y)
    y[0] = 10
end
function y = grown(x, n)
    y = x
    for i = 0..n-1
        y = [y, i]
    end
end
q = [1, 2]
p = grown(q, 3)
print q, " ", p
% expect: [1,2] [1,2,0,1,2]
for z = q
    q = [q, z + 10]
end
print q
% expect: [1,2,11,12]

% Rows lose their last elements in place as well; other names keep them.
p = [1, 2, 3, 4, 5]
p = p[0..numel(p)-2]
other = p
p = p[0..1]
print p, other, " ", numel(p)
% expect: [1,2][1,2,3,4] 2
p = [p, 7]
p = p[0..0]
p = p[0..0]
p = [p, 8, 9]
print p, other
% expect: [1,8,9][1,2,3,4]
f = [0.5, 1.5, 2.5]
n = 3
while n > 1
    f = f[0..n-2]
    n = numel(f)
end
print f, " ", type(f, vec)
% expect: [0.5] 1
x = zeros(5000) + 2
x = x[0..4095]
x *= 3
x = x[0..99]
print sum(x), " ", numel(x)
% expect: 600 100
stack = [1, 2, 3]
taken = 0
while numel(stack) > 0
    taken = 10*taken + stack[numel(stack)-1]
    stack = numel(stack) > 1 ? stack[0..numel(stack)-2] : []
end
print taken, " ", numel(stack)
% expect: 321 0
% From memory of its own to the few bytes that a small row has beside it, and back
r = 0..63
r = r[0..39]
r = r[0..3]
print r
r = [r, 4, 5]
r = horzcat(r, 10..40)
print r[0..7], sum(r)
r = r[0..0]
print r
% expect: [0,1,2,3]
% expect: [0,1,2,3,4,5,10,11]790
% expect: [0]
x = x[0..100]
% error Q0401
