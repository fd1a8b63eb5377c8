% sortrows.q: the rows of a matrix in order.

% [y, order] = sortrows(x, columns): y[k,:] = x[order[k],:], ascending by the first of the columns, rows that are equal there by the next (all of them from left to right when left
% out), rows equal in all as they came. sortrows(x, columns, "descend"): descending, rows that are equal as they came.
function [y : mat, order : vec[int]] = sortrows(x : mat, columns, direction : string)
    if direction != "ascend" && direction != "descend"
        error(sprintf("sortrows: the direction '%s' is neither ascend nor descend", direction))
    end
    [y, order] = sortrows(direction == "descend" ? -1.0*x : x, columns)
    y = direction == "descend" ? x[order,:] : y
end
function [y : mat, order : vec[int]] = sortrows(x : mat, columns = [])
    list = numel(columns) == 0 ? 0..size(x,1)-1 : reshape([columns], [numel(columns)])
    if min(list) < 0
        error(sprintf("sortrows: there is no column %d; columns count from 0, and descending is sortrows(x, columns, \"descend\")", int(min(list))))
    end
    if max(list) >= size(x,1)
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
