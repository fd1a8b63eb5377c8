% What is known when code is made: extents of arrays in variables, conditions on them, and the shapes that a name has one after
% another. A name that gets a value of another shape is another variable from there on.
function y = __device__ reversed(v)
    n = numel(v)
    w = zeros(n)
    for i=0..n-1
        w[i] = v[n-1-i]
    end
    y = w
end
function s = __device__ total(x)
    if ndims(x) == 2 && size(x,0) > 1
        x = sum(x, 0)
    end
    x = sum(x)
    s = x
end
function [] = __kernel__ k(y : mat, m : mat(2,3), v : vec3, pos : int)
    r = 2
    w = ones(2*r+1)
    [h, c] = size(m)
    z = zeros(h, c)
    z[1,pos] = 5.
    y[pos,0..2] = reversed(v)
    y[pos,3] = sum(w) + z[1,pos] + h*c
    y[pos,4] = total(m) + 100*total(v)
    t = v
    t = t[1]
    t = [t, 2*t, 3*t, 4*t]
    y[pos,5] = sum(t)
end
y = zeros(2,6)
parallel_do(2, y, [[1,2,3],[4,5,6]], [1,2,3], k)
print y
% expect: [  3,  2,  1, 16,621, 20]
% expect: [  3,  2,  1, 16,621, 20]

% in loops
x = reshape(0..23, [8,3])*1.0
s = 0.0
for i=0..7
    c = x[i,0..2]
    n = numel(c)
    w = zeros(n)
    w[n-1] = c[0]
    c = dotprod(c, w)
    s += c
end
print s
% expect: 1428
% loop 41: reduction + s

% near: in a branch the name keeps its shape
function y = branch(n)
    y = zeros(n)
    for i=0..n-1
        c = [1.,2,3]
        if i > 1
            c = 7.
        end
        y[i] = sum(c)
    end
end
print branch(4)
% expect: [6,6,7,7]

% near: a count that changes is none that is known
function y = counts(m)
    y = zeros(m)
    for i=0..m-1
        n = 2
        n += i
        w = ones(n)
        y[i] = sum(w)
    end
end
print counts(3)
% expect: [2,3,4]
% loop 56: interpreted R904
