% Recursion tens of thousands of calls deep.
function y = f(n)
 y = n == 0 ? 0 : 1 + f(n-1)
end
print f(20000)
% expect: 20000
d = n -> n == 0 ? 0 : 1 + d(n-1)
print d(10000)
% expect: 10000
