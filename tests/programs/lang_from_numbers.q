% Fixed-size values from numbers, vec3(x, y, z), or from a row; outputs that are not needed, [h, ~] = size(x).
function y = __device__ at(v : vec3, k : int)
    y = v[k] + 10*sum(ivec2(v[0], 2.9))
end
a = ivec3(1, -2.7, 3)
b = vec3(1, 2.5, a[2])
c = cvec2(1, 2j)
b[0] = 0.5
print a, " ", b, " ", c, " ", vec1(4), " ", ivec3([1.5,2,3]), " ", vec(3), " ", vec2()
% expect: [1,-2,3] [0.5,2.5,3] [1+0i,0+2i] [4] [1,2,3] [0,0,0] [0,0]
make = vec2
print make(7, 8), " ", at(vec3(1,2,3), 1), " ", dotprod(vec3(1,2,3), [1,1,1])
% expect: [7,8] 32 6
x = zeros(4)
y = zeros(4)
z = zeros(4)
for i=0..3
    p = vec3(i, 2*i, 1)
    p[2] += 0.5
    q = ivec2([i + 0.75, 2])
    x[i] = sum(p) + 100*sum(q) + at(vec3(i,1,2), 0)
end
{!interpreted for}
for i=0..3
    p = vec3(i, 2*i, 1)
    p[2] += 0.5
    q = ivec2([i + 0.75, 2])
    y[i] = sum(p) + 100*sum(q) + at(vec3(i,1,2), 0)
end
function [] = __kernel__ parts(z : vec, pos : int)
    p = vec3(pos, 2*pos, 1)
    p[2] += 0.5
    q = ivec2([pos + 0.75, 2])
    z[pos] = sum(p) + 100*sum(q) + at(vec3(pos,1,2), 0)
end
parallel_do(4, z, parts)
print x
print y
print z
% expect: [221.5,335.5,449.5,563.5]
% expect: [221.5,335.5,449.5,563.5]
% expect: [221.5,335.5,449.5,563.5]
[h, w, ~] = size(zeros(4,5,3))
[~, k] = max([3,9,2])
for i=0..3
    [~, first] = max([i, 2, 1])
    x[i] = first
end
function [] = __kernel__ places(z : vec, pos : int)
    [~, first] = max([pos, 2, 1])
    z[pos] = first
end
parallel_do(4, z, places)
print h, " ", w, " ", k, " ", x, " ", z
% expect: 4 5 1 [1,1,0,0] [1,1,0,0]
