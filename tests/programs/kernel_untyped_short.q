% Short vectors that parameters without a type take: values in registers where the kernel only reads them, arrays where a function or
% kernel that they are handed on to writes to their elements. Expected numbers: by hand.
function [] = __device__ put(t, i)
    t[mod(i,3)] += i
end
function [] = __kernel__ by_function(t, pos : int)
    put(t, pos)
end
function [] = __kernel__ by_name(pos : int, t)
    put(i := pos, t := t)
end
function y = __device__ taken(x, i)
    y = x[i]
    x[i] = 0
end
function [] = __kernel__ elements(x, y, pos : int)
    y[0] = x[0] + 10*atomic_add(x[0], 1)
    y[2] = x[1]*100 + taken(x, 1) + x[1]
end
function [] = __kernel__ one(v, i, p, pos)
    v[i] += (pos+1)*(p+1)
end
function [] = __kernel__ middle(v, i, pos)
    parallel_do(i+1, v, i, pos, one)
end
function [] = __kernel__ outer(v, pos : int)
    parallel_do(2, v, pos, middle)
end
function y = __device__ distance(p, c)
    y = sqrt(sum((p - c).^2))
end
function [] = __kernel__ distances(c, y, pos : ivec2)
    y[pos] = distance(pos, c)
end

t = zeros(3)
parallel_do(6, t, by_function)
print t
% expect: [3,5,7]
t = zeros(3)
parallel_do(6, t, by_name)
print t
% expect: [3,5,7]
x = [11.0,2,3]
y = zeros(4)
parallel_do(1, x, y, elements)
print x, y
% expect: [12,0,3][121,0,202,0]
v = zeros(4)
parallel_do(4, v, outer)
print v
% expect: [3,9,18,30]
z = zeros(4,5)
parallel_do(size(z), [3,4], z, distances)
print z[0,0], " ", z[3,4]
% expect: 5 0
% captured
s = zeros(3)
parallel_do(6, __kernel__ (pos : int) -> (put(s, pos); z[0,0] = distance([3,4], t[0..1])))
print s
% expect: [3,5,7]
% through a lambda
function [] = __kernel__ by_lambda(t, pos : int)
    f = (a, i) -> put(a, i)
    f(t, pos)
end
t = zeros(3)
parallel_do(6, t, by_lambda)
print t
% expect: [3,5,7]
% under another name
function [] = __kernel__ renamed(t, pos : int)
    d = t
    d[0] += 1
end
function [] = __kernel__ doubled_center(c, y, pos : ivec2)
    d = c
    d = d*2
    y[pos] = distance(pos, d)
end
t = zeros(3)
parallel_do(4, t, renamed)
print t
% expect: [4,0,0]
parallel_do(size(z), [1.5,2], z, doubled_center)
print z[0,0], " ", z[3,4]
% expect: 5 0
