% A message that is made of values, also inside a function that a loop calls.
function y = half(n, k)
    assert(k < 3, "k is %d of %d", k, n)
    y = n/2
end
s = 0.0
for k = 0..2
    s += half(8, k)
end
print s
for k = 0..5
    s += half(8, k)
end
% expect: 12
% error Q0403 at 3:5
