% A class beside functions of its name, classes with generic parameters, f[int](x), and == of instances: the same outside, in loops and in kernels.
% Expected numbers: Python, with each call written out.
type pixel : class
    x : scalar
    y : scalar
end
function p = pixel(v : scalar)
    p = pixel(x := v, y := 1)
end
function p = __device__ pixel(v : vec3)
    p = pixel(v[0] + v[2], v[1])
end
type pair[T] : class
    a : T
    b : T
end
function y = __device__ total[T](a : mat, n : int)
    s : T = 0
    for k=0..n-1
        s += a[0,k]
    end
    y = s
end
function r = __device__ all_of(t : scalar, a : mat)
    p = pixel(t)
    q = pixel([t, 2.0, 3.0])
    c = pair[int](t, 2)
    d = pair[scalar](t, 2)
    same = p == pixel(1.5, 1) ? 1000 : 0
    other = p != q ? 10000 : 0
    r = p.x + 10*p.y + 2*q.x + q.y + 100*(c.a + c.b) + d.a + total[int](a, 3)*0.5 + total[scalar](a, 3) + same + other
end
a = [[0.75, 0.75, 1.75]]
print all_of(1.5, a), " ", all_of(2, a)
% expect: 11327.75 10429.75
y = zeros(4)
for i=0..3
    y[i] = all_of(0.5*i, a)
end
print y
% expect: [10221.75,10223.75,10325.75,11327.75]
z = zeros(4)
function [] = __kernel__ each(z : vec, a : mat, pos : int)
    z[pos] = all_of(0.5*pos, a)
end
parallel_do(4, z, a, each)
print z
% expect: [10221.75,10223.75,10325.75,11327.75]
