% A size that no parameter has.
function y = f[N : int](x : vec)
    y = N
end
% error Q0301 at 2:14
