% Too many arguments.
function y = f(x)
    y = x
end
print f(1, 2)
% error Q0204
