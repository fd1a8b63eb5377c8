% Classes that have the names of built-in functions, in loops and kernels as outside
type frac : class
    n : int
    d : int
end
type rect : class
    w : scalar
    h : scalar
end
function y = __device__ value(f : frac)
    y = f.n/f.d
end
a = cell(3)
for m = 0..2
    a[m] = frac(1, m+1)
end
s = 0.0
t = 0.0
for j = 0..2000
    f = frac(j, 2)
    g = frac(n := j, d := 4)
    s += value(f) - value(g)
    t += rect(2, j).h
end
print s, " ", t, " ", a[1], frac(3, 4)
y = zeros(4)
function [] = __kernel__ k(y : vec, pos : int)
    f = frac(pos, 3)
    y[pos] = f.n + f.d
end
parallel_do(4, y, k)
print y
% expect: 500250 2001000 frac{n = 1, d = 2}frac{n = 3, d = 4}
% expect: [3,4,5,6]
