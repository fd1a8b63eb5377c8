% Accumulators of different operators and types in one nest.
n = 1000
x = zeros(n)
for i=0..n-1
    x[i] = mod(i*31, 64) - 20
end
s = 0.0
c = 0
hi = -inf
lo = inf
big = 0
for i=0..n-1
    s += x[i]
    c += 1
    hi = max(hi, x[i])
    lo = min(lo, x[i])
    if x[i] > 40
        big += 1
    end
end
print s, " ", c, " ", hi, " ", lo, " ", big
% expect: 11572 1000 43 -20 48
