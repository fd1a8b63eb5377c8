% What built-ins of whole arrays leave to loops, which run where the elements are.

% [lo, hi] = lib_extent(x): the least and the greatest element.
function [lo, hi] = lib_extent(x)
    lo = min(x)
    hi = max(x)
end

% [m, k] = lib_greatest(x), lib_least(x): the greatest or least float and its first place; k is -1 where none is beyond
% the infinity that the search begins with.
function [m, k] = lib_greatest(x)
    m = -inf
    k = -1
    for i = 0..numel(x)-1
        if x[i] > m
            m = x[i]
            k = i
        end
    end
end
function [m, k] = lib_least(x)
    m = inf
    k = -1
    for i = 0..numel(x)-1
        if x[i] < m
            m = x[i]
            k = i
        end
    end
end
