% What built-ins of whole arrays leave to loops, which run where the elements are.

% [lo, hi] = lib_extent(x): the least and the greatest element.
function [lo, hi] = lib_extent(x)
    lo = min(x)
    hi = max(x)
end
