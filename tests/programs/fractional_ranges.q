% A range with a fractional step reaches its end where it is missed by rounding alone, as a value and as a loop's.
print numel(0..0.1..1), " ", numel(0..0.01..1), " ", numel(1..-0.1..0), " ", numel(0.5..0.1..0.7), " ", numel(0..0.1..0.95)
% expect: 11 101 11 3 10
n = 0
s = 0.0
for t=0..0.1..1
    n += 1
    s += t
end
printf("%d %.4f\n", n, s)
% expect: 11 5.5000
print numel(0..0.3..1), " ", numel(1..0.5..0), " ", 1..0.5..2.4
% expect: 4 0 [1,1.5,2]
% Such loops are compiled as other loops are; the first value may be a fraction that only stands in a variable.
a = 0.5
total = 0.0
for t = a..0.25..3
  total += t*t
end
print total, " ", t
% expect: 40.5625 3
total = 0.0
for i = 0..99
  for x = -1..0.5..1
    total += x*i + 1
  end
end
print total
% expect: 500
c = 0
b = 4.0
for k = b..6
  c += k
end
print c
% expect: 15
% A step of NaN gives nothing, in loops, values, slices and counts alike; one of 0 is no range.
x = [1,2,3,4]
s = nan
n = 0
for k = 0..s..3
    n += 1
end
print n, " ", numel(0..s..3), " ", 0..s..3, " ", size(x[0..s..3]), " ", sum(x[0..s..3]), " ", numel(3..-s..0.5)
% expect: 0 0 [] [1,0] 0 0
x[0..s..3] = 7
x[0..s..3] += 1
print x
% expect: [1,2,3,4]
y = ones(4)
for k = 0..3
    y[k] = numel(0..nan..k)
end
print y
% expect: [0,0,0,0]
y = ones(4)
for k = 0..3
    q = s + k
    y[k] = numel(0..q..k) + sum(x[0..q..k])
end
print y
% expect: [0,0,0,0]
function [] = __kernel__ counts_nothing(y : vec, s : scalar, pos : int)
    n = 0
    for k = 0..s..3
        n += 1
    end
    y[pos] = n + numel(0..nan..3)
end
y = ones(4)
parallel_do(4, y, s, counts_nothing)
print y
% expect: [0,0,0,0]
s = 0.0
try
    print 0..s..3
catch e
    print e
end
try
    print numel(0..s..3)
catch e
    print e
end
% expect: a range with a step of 0
% expect: a range with a step of 0
