% An exponent that is known but not written is a power in loops as in host code, not a product: calls with literals give the bits that they give stepped.
function y : scalar = __device__ f(x : scalar, n : int)
    y = x^(n-1) + x^n
end
x = [0.3, 0.7, 1.9, 2.3, 5.7, 0.01]
a = zeros(6)
b = zeros(6)
c = zeros(6)
for i = 0..5
    a[i] = f(x[i], 3)
end
{!interpreted for}
for i = 0..5
    b[i] = f(x[i], 3)
end
parallel_do(6, x, c, __kernel__ (x : vec, c : vec, pos : int) -> c[pos] = f(x[pos], 3))
print sum(a == b), sum(a == c)
% expect: 66
v = cbrt(x)
{!interpreted for}
for i = 0..5
    b[i] = cbrt(x[i])
end
print sum(v == b)
% expect: 6
