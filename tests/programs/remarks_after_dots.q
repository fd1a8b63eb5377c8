% What stands behind ... on a line that goes on is a remark, as in MATLAB: behind an operator anything, elsewhere two words and more.
x = 1 + ... the first part (of two)
    2
print x
% expect: 3
function y = add(a, b, ...rest)
    y = a + b + numel(rest)
end
print add(1, ... first of all
          2)
% expect: 3
z = [1, 2, ... and on the next line
     3]
print z, add(...z), add(1, ... z)
% expect: [1,2,3]44
y = x ... times two
    * 2
print y
% expect: 6
if x == 3 && ... "quoted
   y == 6
    print "both"
end
% expect: both
