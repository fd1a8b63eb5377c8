% Two functions with the same parameters: a call cannot choose.
function y = f(x)
    y = x
end
function y = f(x)
    y = 2*x
end
print f(1)
% error Q0205
