% 4 accumulators of one loop.
n = 3000
x = zeros(n)
for i=0..n-1
    x[i] = mod(i*13, 17)
end
s0 = 0.0
s1 = 1.0
s2 = 2.0
s3 = 3.0
#pragma force_parallel
for i=0..n-1
    s0 += x[i]*1
    s1 += x[i]*2
    s2 += x[i]*3
    s3 += x[i]*4
end
print s0, " ", s3
% expect: 23994 95979
total = 0.0
total += (1 + mod(0,9))*s0
total += (1 + mod(1,9))*s1
total += (1 + mod(2,9))*s2
total += (1 + mod(3,9))*s3
print total
% expect: 719840
