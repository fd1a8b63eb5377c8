% vec[vec3], mat[vec3] and their kin: items are values of that size, in loops and kernels that write them as well.
p = mat[vec3](6, 5)
for [i,j] = 0..size(p,0..1)-1
    p[i,j] = [i, 2*i, 3*j]
    p[i,j][1] += 0.5
    p[i,j] *= 2
end
print p[3,4], " ", type(p[0,0])
% expect: [6,13,24] vec3
q = mat[vec3](6, 5)
for i = 1..4
    for j = 1..3
        q[i,j] = 0.25*(p[i-1,j] + p[i+1,j] + p[i,j-1] + p[i,j+1])
    end
end
print q[3,2], " ", q[0,0]
% expect: [6,13,12] [0,0,0]
s = 0.0
for i = 0..5
    for j = 0..4
        s += sum(q[i,j])
    end
end
print s
% expect: 336
n = vec[ivec2](10)
for k = 0..numel(n)-1
    n[k] = [k, k*k]
end
for k = 1..9
    n[k] = n[k] - n[k-1]
end
print n[4], " ", type(n[4])
% expect: [2,10] ivec2

function [] = __kernel__ spread(p : mat[vec3]'mirror, q : mat[vec3], w : scalar, pos : ivec2)
    c = p[pos]
    near = p[pos + [0,1]] + p[pos - [1,0]]
    q[pos] = c + w*near
    q[pos][2] = max(c)
end
parallel_do(size(p,0..1), p, q, 0.5, spread)
print q[2,2], q[0,0], q[5,4]
% expect: [7,16,12][1,4,1][19,40,24]
function [] = __kernel__ pull(x : vec[vec3], v : vec[vec3], dt : scalar, pos : int)
    a = [0.0, 0, 0]
    for j = 0..numel(x)-1
        if j != pos
            d = x[j] - x[pos]
            a += d
        end
    end
    v[pos] += dt*a
end
function [] = __kernel__ move(x : vec[vec3], v : vec[vec3], dt : scalar, pos : int)
    x[pos] += dt*v[pos]
end
m = 50
x = vec[vec3](m)
v = vec[vec3](m)
for i = 0..m-1
    x[i] = [i, mod(i, 7), mod(3*i, 5)]
end
for t = 1..2
    parallel_do(m, x, v, 0.25, pull)
    parallel_do(m, x, v, 0.5, move)
end
print x[7], v[7]
% expect: [-348.46875,-59.71875,-19.3125][-929.6875,-156.1875,-53.125]
old = x[3]
for i = 0..m-1
    x[i] = 2*x[i]
    if i == 3
        x[i][0] = 100
    end
end
print old[1], x[3]
% expect: 4.21875[100,8.4375,89.25]

% Other values than such are errors, in loops as outside.
try
    for i = 0..3
        v[i] = 5
    end
catch ex
    print ex
end
% expect: an item of 'v' must be a vec3, not an int
try
    for i = 48..50
        v[i] = [1, 2, 3]
    end
catch ex
    print "out of range"
end
% expect: out of range
print v[49]
% expect: [1,2,3]

r = vec[mat2x2](4)
z = vec[vec2](4)
for i = 0..3
    r[i] = [[i, -1], [1, i + 2]]
    r[i][1,0] += 1
    z[i] = [r[i][0,1], r[i][1,0]]
end
for i = 1..3
    r[i] = r[i]*r[i-1] + r[0]
end
print z[2], r[3]
% expect: [-1,2][-66,-64]
% expect: [128, 62]
function [] = __kernel__ turn(r : vec[mat2x2], z : vec[vec2], pos : int)
    m = r[pos]
    z[pos] = [m[0,0]*z[pos][0] + m[0,1]*z[pos][1], r[pos][1,0]*z[pos][0] + r[pos][1,1]*z[pos][1]]
    r[pos] = m*m
end
parallel_do(4, r, z, turn)
print z[0], r[0]
% expect: [-2,2][-2,-2]
% expect: [ 4, 2]
w = vec[mat(2,2)](3)
print type(w[1])
% expect: mat(2,2)
type node : mutable class
    at : int
    next : ^node
end
links = vec[^node](4)
links[2] = node(at := 3)
print links[2].at, " ", links[0] == nullptr
% expect: 3 1

% Kernels that see the cells around them.
a = mat[vec3](4, 4)
b = mat[vec3](4, 4)
parallel_do([4,4], __kernel__ (pos : ivec2) -> a[pos] = [pos[0], pos[1], 1])
parallel_do([4,4], __kernel__ (pos : ivec2) -> (m = a[pos]; b[pos] = 2*m + a[3-pos[0], pos[1]]))
print a[2,3], b[2,3]
% expect: [2,3,1][5,9,3]
function [] = around()
    u = vec[vec2](5)
    function [] = __kernel__ inner(pos : int)
        u[pos] = [pos, pos + 1]
    end
    parallel_do(5, inner)
    print u[4]
end
around()
% expect: [4,5]

% Places that are read from what is written; functions that captured the cell.
p = mat[ivec2](2,2)
for [m,n] = 0..1
    p[m,n] = [m,n]
    p[p[m,n]] = p[m,n] + [1,1]
end
print p
% expect: `[1,1], [1,2], [2,1], [2,2]'
g = cube(3,3,2)
for m = 0..2
    for n = 0..2
        g[m,n,0] = mod(m+n+1,3)
        g[m,n,1] = mod(2*m+n,3)
    end
end
for m = 0..2
    for n = 0..2
        g[int(g[m,n,0]), int(g[m,n,1]), 0..1] = [mod(g[m,n,0]+1,3), mod(g[m,n,1]+1,3)]
    end
end
print sum(g), g[0,1,0..1], g[2,2,0..1]
% expect: 20[1,2][2,0]
p = vec[vec3](6)
o = object()
o.f = i -> p[i][0]
t = 0.0
for i = 0..5
    p[i] = [i+1,0,0]
    t += o.f(max(i-1, 0))
end
print t
% expect: 16

% Items under other names are copies; a cell that is seen another way; places that a function finds.
p = vec[vec3](3)
for i = 0..2
    p[i] = [i,1,2]
    w = p[i]
    m = w
    m[1] = 8
    z = p[i] + 1
    u = z
    u += 4
    p[i] = w + z
end
print p
% expect: `[1,3,5], [3,3,5], [5,3,5]'
p = vec[vec3](5)
o = object()
o.p = p
x = zeros(5)
for i = 0..4
    p[i] = [i,1,2]
    x[i] = o.p[i][0]
end
print x
% expect: [0,1,2,3,4]
function y = nxt(c)
    c[0] += 1
    y = [c[0] - 1, 1]
end
p = mat[vec3](10,2)
c = [0]
for i = 0..9
    p[nxt(c)] = [1,2,i]
end
print p[9,1], c[0]
% expect: [1,2,9]10
function v = changed(v, k)
    v += k
end
function [] = __kernel__ copies(p : vec[vec3], y : vec, pos : int)
    w = p[pos]
    z = changed(w, 3)
    y[pos] = w[0] + 10*z[0]
end
p = vec[vec3](2)
y = zeros(2)
parallel_do(2, p, y, copies)
print y
% expect: [30,30]
