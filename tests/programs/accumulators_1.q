% 1 accumulators of one loop.
n = 3000
x = zeros(n)
for i=0..n-1
    x[i] = mod(i*13, 17)
end
s0 = 0.0
#pragma force_parallel
for i=0..n-1
    s0 += x[i]*1
end
print s0, " ", s0
% expect: 23994 23994
total = 0.0
total += (1 + mod(0,9))*s0
print total
% expect: 23994
