% sortrows.q: the rows of a matrix in order.

% [y, order] = sortrows(x, columns): y[k,:] = x[order[k],:], ascending by the first of the columns, rows that are equal there by the next (all of them from left to right when left
% out), rows equal in all as they came.
function [y : mat, order : vec[int]] = sortrows(x : mat, columns = [])
    list = numel(columns) == 0 ? 0..size(x,1)-1 : reshape([columns], [numel(columns)])
    if min(list) < 0 || max(list) >= size(x,1)
        error(sprintf("sortrows: columns %d to %d of %d; they count from 0", int(min(list)), int(max(list)), size(x,1)))
    end
    order = 0..size(x,0)-1
    for k = numel(list)-1..-1..0
        keys = reshape(x[:,int(list[k])], [size(x,0)])
        [values, next] = sort(keys[order])
        order = order[next]
    end
    y = x[order,:]
end
