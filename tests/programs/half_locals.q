% Variables of half precision in loops and kernels round what they are given.
function [] = __kernel__ k(y : vec, x : vec, pos : int)
    t : half = x[pos]
    y[pos] = t
end
s = 100.0
for i=0..4
    t : half = 1.0 + i/4096
    s += t
end
print s
% expect: 105.00195
y = zeros(3)
parallel_do(3, y, [1.0, 0.1, 3.0], k)
print y
% expect: [1,0.099975586,3]
