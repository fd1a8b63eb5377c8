% min and max ignore NaN; -0 comes before +0.
n = 3000
x = zeros(n)
for i=0..n-1
    x[i] = mod(i*37, 1001) - 500.5
end
x[17] = nan
x[2999] = nan
lo = inf
hi = -inf
for i=0..n-1
    lo = min(lo, x[i])
    hi = max(hi, x[i])
end
print lo, " ", hi
% expect: -500.5 499.5
y = zeros(5)
y[3] = -1.0 * 0.0
z = 1.0
for i=0..4
    z = min(z, y[i])
end
print 1/z
% expect: -inf
m = nan
for i=0..4
    m = max(m, y[i])
end
print m
% expect: 0
q = nan
for i=0..2
    q = min(q, nan)
end
print q
% expect: nan
