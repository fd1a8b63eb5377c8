% Cells of short vectors: loops that read items have them in one array; where items of a plain cell, which are references, are written under any name, they are stepped.
% points in a cell of short vectors
p = vec[vec3](200)
for i=0..199
    p[i] = [mod(i*37,101)*0.1, mod(i*53,97)*0.1, mod(i*29,89)*0.1]
end
d = zeros(200,200)
for i=0..numel(p)-1
    for j=0..numel(p)-1
        q = p[i] - p[j]
        d[i,j] = sum(q.*q) + p[j][1]
    end
end
s = [0.0,0,0]
best = 1e9
at = -1
for i=0..199
    s += p[i]
    e = p[i]
    if e[0]*e[1] < best && e[0] > 0
        best = e[0]*e[1]
        at = i
    end
end
print sum(d), s, best, at
% near misses: elements of items are written, under other names, in functions
function q = same(a)
    q = a
end
function [] = bump(a)
    a[0] += 1
end
function s = total(c, n)
    s = 0.0
    for k=0..n-1
        s += c[k][0]*c[k][2]
    end
end
function [] = set(c, k, v)
    c[k][1] = v
end
p = cell(60)
for i=0..59
    p[i] = [mod(i*37,101)*0.1, mod(i*53,97)*0.1, mod(i*29,89)*0.1]
end
for i=0..59
    q = p[i]
    q[0] = i
end
print p[7]
for i=0..59
    q = same(p[i])
    q[1] = i
end
print p[7]
for i=0..59
    bump(p[i])
end
print p[7]
for i=0..59
    set(p, i, i*2)
end
print p[7]
for i=0..59
    p[i] = [i,1,2]
end
print p[7]
for i=0..59
    p[i][2] = p[max(i-1,0)][2]+0.5
end
print p[7]
for i=0..59
    [a, b] = [p[i], p[59-i]]
    a[0] = 4
end
print p[7]
for i=0..59
    a = i > 5 ? p[i] : p[0]
    a[0] += 4
end
print p[7]
y = zeros(60)
for i=0..59
    y[i] = total(p, i) + p[i][0]
end
print sum(y)
for i=0..59
    q = p[i]
    q += 1
    y[i] = q[0]
end
print p[7], sum(y)
last = p[0]
for i=0..59
    if p[i][0] > 10
        last = p[i]
    end
end
last[0] = 1000
print p[59], last
try
for i=0..70
    y[mod(i,60)] = p[i][0]
end
catch e
print e
end
c = cell(3)
c[0] = [1.0,2]
c[1] = [1,2,3]
c[2] = [1.0,2]
t = 0.0
for i=0..299
    t += c[mod(i,3)][1]
end
print t

p = cell(4)
for i=0..3
    p[i] = [i,1.0,1]
end
s = p[0]
for i=0..3
    s += p[i]
end
print s, p[0]
u = [1.0,2.0]
c = `u, u'
t = 0.0
for k=0..59
    u[mod(k,2)] = k
    t += c[mod(k,2)][0]
end
print u, t
for k=0..59
    c[0][mod(k,2)] = c[mod(k,2)][1-mod(k,2)] + 1
end
print u
% expect: 2035742.5[1000.89996,952.49994,892.4]097
% expect: [7,8,2.5]
% expect: [7,7,2.5]
% expect: [8,7,2.5]
% expect: [8,14,2.5]
% expect: [7,1,2]
% expect: [7,1,2]
% expect: [4,1,2]
% expect: [8,1,2]
% expect: 28920
% expect: [9,2,3]540
% expect: [9,2,3][1000,2,3]
% expect: index 60 is out of range: 'p' has 60 items along dimension 0
% expect: 600
% expect: [6,5,5][6,5,5]
% expect: [58,59]1740
% expect: [118,119]
