% No overload takes a string.
function y = f(x : int)
    y = 1
end
function y = f(x : vec)
    y = 2
end
print f("text")
% error Q0205
