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

% lib_running_sum(x, y, o, i, none), lib_running_product: the running values of the line x[o,:,i] become y[o,:,i]; `none`
% is what changes no value. lib_running_max, lib_running_min: the same, from the first element on.
function [] = lib_running_sum(x, y, o : int, i : int, none)
    s = none
    for k = 0..size(x,1)-1
        s += x[o,k,i]
        y[o,k,i] = s
    end
end
function [] = lib_running_product(x, y, o : int, i : int, none)
    s = none
    for k = 0..size(x,1)-1
        s *= x[o,k,i]
        y[o,k,i] = s
    end
end
function [] = lib_running_max(x, y, o : int, i : int)
    y[o,0,i] = x[o,0,i]
    for k = 1..size(x,1)-1
        y[o,k,i] = max(y[o,k-1,i], x[o,k,i])
    end
end
function [] = lib_running_min(x, y, o : int, i : int)
    y[o,0,i] = x[o,0,i]
    for k = 1..size(x,1)-1
        y[o,k,i] = min(y[o,k-1,i], x[o,k,i])
    end
end
