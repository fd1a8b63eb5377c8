% 2 accumulators of one loop.
n = 3000
x = zeros(n)
for i=0..n-1
    x[i] = mod(i*13, 17)
end
s0 = 0.0
s1 = 1.0
#pragma force_parallel
for i=0..n-1
    s0 += x[i]*1
    s1 += x[i]*2
end
print s0, " ", s1
% expect: 23994 47989
total = 0.0
total += (1 + mod(0,9))*s0
total += (1 + mod(1,9))*s1
print total
% expect: 119972
