% Calls without end.
function y = f(x)
    y = f(x+1)
end
print f(0)
% error Q0405
