% 16 accumulators of one loop.
n = 3000
x = zeros(n)
for i=0..n-1
    x[i] = mod(i*13, 17)
end
s0 = 0.0
s1 = 1.0
s2 = 2.0
s3 = 3.0
s4 = 4.0
s5 = 5.0
s6 = 6.0
s7 = 7.0
s8 = 8.0
s9 = 9.0
s10 = 10.0
s11 = 11.0
s12 = 12.0
s13 = 13.0
s14 = 14.0
s15 = 15.0
#pragma force_parallel
for i=0..n-1
    s0 += x[i]*1
    s1 += x[i]*2
    s2 += x[i]*3
    s3 += x[i]*4
    s4 += x[i]*5
    s5 += x[i]*1
    s6 += x[i]*2
    s7 += x[i]*3
    s8 += x[i]*4
    s9 += x[i]*5
    s10 += x[i]*1
    s11 += x[i]*2
    s12 += x[i]*3
    s13 += x[i]*4
    s14 += x[i]*5
    s15 += x[i]*1
end
print s0, " ", s15
% expect: 23994 24009
total = 0.0
total += (1 + mod(0,9))*s0
total += (1 + mod(1,9))*s1
total += (1 + mod(2,9))*s2
total += (1 + mod(3,9))*s3
total += (1 + mod(4,9))*s4
total += (1 + mod(5,9))*s5
total += (1 + mod(6,9))*s6
total += (1 + mod(7,9))*s7
total += (1 + mod(8,9))*s8
total += (1 + mod(9,9))*s9
total += (1 + mod(10,9))*s10
total += (1 + mod(11,9))*s11
total += (1 + mod(12,9))*s12
total += (1 + mod(13,9))*s13
total += (1 + mod(14,9))*s14
total += (1 + mod(15,9))*s15
print total
% expect: 5207302
