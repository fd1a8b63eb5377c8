% `~=` where nothing can be assigned is `!=`; as a statement, in lambdas too, it is an exclusive or.
% warning Q0101 at 6:8
% warning Q0101 at 9:8
% warning Q0101 at 10:17
a = [5, 6, 6]
if a[0]~=a[1] && a[1] == a[2]
    a[0] ~= 3
end
b = (a ~= 6)
while numel(a[a ~= 6]) > 2
    a[0] = 6
end
flip = k -> a[k] ~= 1
flip(1)
% expect: [6,7,6] [0,0,0]
print a, " ", b
