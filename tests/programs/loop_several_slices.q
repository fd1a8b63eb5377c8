% Slices among several targets of one assignment, in loops as outside: each is given its value's elements.
function [v, z] = scaled(v)
    z = sum(v)
    v = v/z
end
function [low, all] = bounds(v)
    low = min(v)
    all = sort(v)
end
x = mod(reshape(0..39, 4, 10)*7, 11) + 1.0
y = copy(x)
s = zeros(10)
t = zeros(10)
for k = 1..9
    [x[:,k], s[k]] = scaled(2*x[:,k-1] + x[:,k])
end
{!interpreted for}
for k = 1..9
    [y[:,k], t[k]] = scaled(2*y[:,k-1] + y[:,k])
end
print all(x == y), " ", all(s == t), " ", abs(sum(x[:,9]) - 1) < 1e-6
% loop 14: interpreted R901
% expect: 1 1 1

% A number for every element of a slice, and a list of places.
a = zeros(5, 4)
b = zeros(5, 6)
for k = 0..4
    [a[k,1..3], b[k,[5,0,2]]] = bounds([k, 7-k, 3])
end
print a
print sum(b, 0)
% loop 28: map
% expect: [0,0,0,0]
% expect: [0,1,1,1]
% expect: [0,2,2,2]
% expect: [0,3,3,3]
% expect: [0,3,3,3]
% expect: [15, 0,26, 0, 0, 9]
