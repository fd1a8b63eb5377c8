% Records, classes and generic parameters of kernels.
type params : class
    sigma : scalar
    radius : int
    weights : vec
end
type point : class
    x : scalar
    y : scalar
end
function [] = __kernel__ filter(x : vec, y : vec, p : params, pos : int)
    s = 0.0
    for i=-p.radius..p.radius
        s += p.weights[i+p.radius]*x[pos+i]
    end
    y[pos] = s*p.sigma
end
function r = __device__ distance(p : point)
    r = sqrt(p.x^2+p.y^2)
end
function [] = __kernel__ line(y : vec, a : point, pos : int)
    y[pos] = pos*a.x + a.y + distance(a)
end
function [] = __kernel__ double[T](x : mat[T], y : mat[T], pos : ivec2)
    t : T = x[pos]
    y[pos] = t + t
end
p = params(sigma:=2.0, radius:=1, weights:=[1.0,2.0,1.0])
x = [1,2,3,4.0]
y = zeros(4)
parallel_do(4, x, y, p, filter)
print y
% expect: [8,16,24,22]
p.radius = 0
parallel_do(4, x, y, p, filter)
print y
% expect: [2,4,6,8]
parallel_do(4, y, point(3.0,4.0), line)
print y
% expect: [9,12,15,18]
o = object()
o.gain = 3
o.inner = point(1.0, 2.0)
parallel_do(4, (pos) -> y[pos] = o.gain*x[pos] + o.inner.y)
print y
% expect: [5,8,11,14]
a = imat(2,2)
a[0,1] = 3
b = imat(2,2)
parallel_do(size(b), a, b, double)
print b[0,1]
c = zeros(2,2)
parallel_do(size(c), ones(2,2)/4, c, double)
print c[1,1]
% expect: 6
% expect: 0.5
