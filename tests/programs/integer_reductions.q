% Integer results equal the serial ones bit for bit, wrap-around included.
n = 100000
s = 0
p = 1
lo = 1000000000
hi = -1000000000
for i=0..n-1
    v = mod(i*7919, 10007) - 5000
    s += v*v
    p *= 2*mod(i,3) + 1
    lo = min(lo, v)
    hi = max(hi, v)
end
print s
print p
print lo, " ", hi
% expect: 834516849556
% expect: 5254230734727078223
% expect: -5000 5006
