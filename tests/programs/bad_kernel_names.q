% In kernels a name may be one array or another of one type, chosen by a condition, but not of two types.
function [] = __kernel__ k(x : vec, y : vec[int], z : vec, pos : int)
    a = x
    if pos > 2
        a = y
    end
    z[pos] = a[pos]
end
parallel_do(5, ones(5), vec[int](5), zeros(5), k)
% error Q0108 at 5:9
