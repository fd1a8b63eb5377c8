% Two parameters of one name.
function y = f(x : vec, n : int, x : int)
    y = x
end
% error Q0202 at 2:34
