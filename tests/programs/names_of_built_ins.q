% A program's functions of the names of built-in ones, for other numbers and kinds of arguments: calls that they do not take mean the built-in
% function, in loops and kernels too. c ? p : q of instances. Expected numbers: Python.
type ray : class
    o : vec3
    d : vec3
end
function y = __device__ norm(r : ray)
    y = norm(r.d) + 1
end
function y = median(a, b)
    y = (a + b)/2
end
function y = __device__ sum(a : scalar, b : scalar, c : scalar)
    y = 100*a + 10*b + c
end
function y = __device__ value(x : mat, i : int)
    r = ray([0,0,0], x[i,0..2])
    q = x[i,0] > 2 ? ray(d := [3,0,4], o := x[i,0..2]) : r
    y = norm(r) + 10*norm(q) + 100*norm(q.o) + median(x[i,:]) + median(x[i,0], 2) + sum(x[i,:]) + sum(1, 2, x[i,1])
end
x = [[3.0,4,0,9],[0,3,4,1],[4,4,2,0]]
y = zeros(3)
for i=0..2
    y[i] = value(x, i)
end
print y
% expect: [712,200,807]
z = zeros(3)
parallel_do(3, __kernel__ (pos) -> (z[pos] = value(x, pos)))
print z
% expect: [712,200,807]
