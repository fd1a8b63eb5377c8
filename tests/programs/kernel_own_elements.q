% Updates of the thread's own elements, and near misses that other threads update too: the same numbers on every target.
function [] = __kernel__ gather(acc : mat'unchecked, weight : mat, x : mat'circular, d : ivec2, pos : ivec2)
    w = abs(x[pos] - x[pos+d]) < 3 ? 1.0 : 0.5
    acc[pos] += w*x[pos+d]
    weight[pos] += w
    acc[pos] *= 2
end
function [] = __kernel__ planes(acc : cube, x : mat, pos : ivec2)
    for k=0..2
        acc[pos[0],pos[1],k] -= k*x[pos]
    end
end
function [] = __kernel__ columns(acc : vec, x : mat, pos : ivec2)
    acc[pos[1]] += x[pos]
end
function [] = __kernel__ names(a : mat, b : mat, x : mat, pos : ivec2)
    a[pos[0],pos[1]] += x[pos]
    b[pos[1],pos[0]] += x[pos]
end
function [] = __kernel__ moved(acc : vec, pos : int)
    p = pos
    acc[p] += 1
    p = 0
    acc[p] += 1
end
m = 24
n = 70
x = zeros(m,n)
for i=0..m-1
    for j=0..n-1
        x[i,j] = mod(7*i + 3*j, 11)
    end
end
acc = ones(m,n)
weight = zeros(m,n)
parallel_do(size(x), acc, weight, x, [1,-2], gather)
parallel_do(size(x), acc, weight, x, [0,5], gather)
wrong = 0
for i=0..m-1
    for j=0..n-1
        u = x[mod(i+1,m),mod(j+n-2,n)]
        v = x[i,mod(j+5,n)]
        p = abs(x[i,j] - u) < 3 ? 1.0 : 0.5
        q = abs(x[i,j] - v) < 3 ? 1.0 : 0.5
        wrong += acc[i,j] != 2*(2*(1 + p*u) + q*v)
        wrong += weight[i,j] != p + q
    end
end
% expect: 0
print wrong
c = zeros(m,n,3)
parallel_do(size(x), c, x, planes)
% expect: 0 0
print max(abs(c[:,:,1] + x)), " ", max(abs(c[:,:,2] + 2*x))
s = zeros(n)
parallel_do(size(x), s, x, columns)
wrong = 0
for j=0..n-1
    t = 0.0
    for i=0..m-1
        t += x[i,j]
    end
    wrong += s[j] != t
end
% expect: 0
print wrong
q = zeros(24,24)
parallel_do([24,24], q, q, x[:,0..23], names)
wrong = 0
for i=0..23
    for j=0..23
        wrong += q[i,j] != x[i,j] + x[j,i]
    end
end
% expect: 0
print wrong
r = zeros(300)
parallel_do(300, r, moved)
% expect: 301 1
print r[0], " ", r[299]
