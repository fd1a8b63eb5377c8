% In kernels a name is one array, function or record.
function [] = __kernel__ k(x : vec, y : vec, z : vec, pos : int)
    a = x
    if pos > 2
        a = y
    end
    z[pos] = a[pos]
end
parallel_do(5, ones(5), ones(5), zeros(5), k)
% error Q0108 at 7:14
