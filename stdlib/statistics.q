% statistics.q: covariance, quantiles, counts. As with the reductions of the language, a result without a dimension is of all elements.

% cov(x): covariances (n-1) of the columns of x, whose rows are observations; of a vector its variance. cov(a, b): 2 x 2, of two sets of samples.
function c = cov(x)
    if isvector(x)
        c = var(x)
    else
        d = x - mean(x, 0)
        c = transpose(iscomplex(d) ? conj(d) : d)*d/max(size(x,0) - 1, 1)
    end
end
function c = cov(a, b)
    c = cov(lib_two_columns(a, b))
end
function x = lib_two_columns(a, b)
    if numel(a) != numel(b)
        error(sprintf("cov: %d and %d samples", numel(a), numel(b)))
    end
    x = iscomplex(a) || iscomplex(b) ? czeros(numel(a), 2) : zeros(numel(a), 2)
    x[:,0] = reshape(a, [numel(a)])
    x[:,1] = reshape(b, [numel(b)])
end

% corrcoef(x), corrcoef(a, b): the same, divided by the standard deviations. corr2(a, b): the correlation of two arrays, one number.
function r = corrcoef(x)
    if isvector(x)
        r = 1.0
    else
        c = cov(x)
        s = sqrt(real(diag(c)))
        r = c./(reshape(s, [numel(s), 1])*reshape(s, [1, numel(s)]))
    end
end
function r = corrcoef(a, b)
    r = corrcoef(lib_two_columns(a, b))
end
function r : scalar = corr2(a, b)
    u = a - mean(a)
    v = b - mean(b)
    r = sum(u.*v)/sqrt(sum(u.^2)*sum(v.^2))
end

% quantile(x, p): the values below which the fractions p of all elements lie, p a number or a vec; between the sorted elements, which stand for (k+1/2)/n,
% linearly; NaN are passed over. prctile(x, p): p in percent.
function q = quantile(x, p)
    v = sort(reshape(x, [numel(x)]))
    if numel(v) == 0
        error("quantile: of no element")
    end
    n = numel(v) - int(sum(isnan(v)))
    if n == 0
        q = nan + 0*p
        return
    end
    t = min(max(p*n - 0.5, 0), n-1)
    k = min(floor(t), max(n-2, 0))
    [low, high] = [v[k], v[min(k+1, n-1)]]
    q = low == high || t == k ? low + 0*p : (isinf(low) || isinf(high) ? (1 - (t - k)).*low + (t - k).*high : low + (t - k).*(high - low))
end
function q = prctile(x, p)
    q = quantile(x, p/100)
end
% quantile(x, p, dim), prctile(x, p, dim): of each line along a dimension, which has an element for each p: of the columns of a matrix (0), of its rows (1).
function q = quantile(x, p, dim : int)
    q = lib_of_lines(line -> quantile(line, p), x, dim, "quantile")
end
function q = prctile(x, p, dim : int)
    q = quantile(x, p/100, dim)
end
% f of each line of x along a dimension, a vec: what it gives, a number or as many elements for each, lies along that dimension.
function y = lib_of_lines(f, x, dim : int, name : string)
    if dim < 0 || dim > 15
        error(sprintf("%s: dimension %d does not exist", name, dim))
    end
    if lib_rank(x) <= 1
        whole = reshape(x, [1, numel(x)])
    else
        whole = x
    end
    rank = max(ndims(whole), dim + 1)
    extents = ones(rank)
    extents[0..ndims(whole)-1] = size(whole)
    order = horzcat(dim == 0 ? [] : 0..dim-1, dim + 1 > rank - 1 ? [] : dim+1..rank-1, [dim])
    lines = reshape(dim >= ndims(whole) ? whole : permute(whole, order), [int(numel(whole)/max(extents[dim], 1)), int(extents[dim])])
    if size(lines,0) == 0
        error(sprintf("%s: of an empty array", name))
    end
    first = f(1.0*lines[0,:])
    values = zeros(size(lines,0), numel(first))
    values[0,:] = first
    for k = 1..size(lines,0)-1
        values[k,:] = f(1.0*lines[k,:])
    end
    extents[dim] = numel(first)
    y = ipermute(reshape(values, extents[order]), order)
end

% [m, count] = mode(x): the most frequent element, of several the smallest, and how often it occurs.
function [m, longest] = mode(x)
    if numel(x) == 0
        error("mode: of no element")
    end
    v = sort(reshape(x, [numel(x)]))
    m = v[0]
    longest = 0
    run = 0
    for k = 0..numel(v)-1
        run = k > 0 && v[k] == v[max(k-1, 0)] ? run + 1 : 1
        if run > longest
            longest = run
            m = v[k]
        end
    end
end

% mode(x, dim): of each line along a dimension: of the columns of a matrix (0), of its rows (1).
function m = mode(x, dim : int)
    m = lib_of_lines(line -> mode(line), x, dim, "mode")
end

% nnz(x): how many elements are not 0.
function n = nnz(x)
    n = sum(x != 0)
end

% accumarray(places, values, n): a vec of n elements (the largest place and one when left out) with the sums of the values (an array or a number) of each place.
% accumarray(places, values, [h, w]): of a matrix of places with two columns, row and column, the h x w matrix; with three columns and [h, w, c] the cube.
function y = accumarray(places, values, extent = [])
    if iscomplex(values)
        y = complex(accumarray(places, real(values), extent), accumarray(places, imag(values), extent))
    elseif lib_rank(places) == 2 && size(places,1) == 2
        h = numel(extent) == 2 ? int(extent[0]) : int(max(places[:,0])) + 1
        w = numel(extent) == 2 ? int(extent[1]) : int(max(places[:,1])) + 1
        y = zeros(h, w)
        for k = 0..size(places,0)-1
            y[int(places[k,0]), int(places[k,1])] += lib_item(values, k)
        end
    elseif lib_rank(places) == 2 && size(places,1) == 3 && numel(extent) == 3
        y = zeros(int(extent[0]), int(extent[1]), int(extent[2]))
        for k = 0..size(places,0)-1
            y[int(places[k,0]), int(places[k,1]), int(places[k,2])] += lib_item(values, k)
        end
    else
        lib_linear_places(places, extent)
        n = numel(extent) == 0 ? int(max(places)) + 1 : int(prod(extent))
        y = zeros(n)
        for k = 0..numel(places)-1
            y[int(places[k])] += lib_item(values, k)
        end
    end
end
% accumarray(places, values, n, f): f of the values of each place, a vec in the order in which they came, instead of their sum; 0 where there is none.
function y = accumarray(places, values, extent, f)
    if lib_rank(places) == 2 && size(places,1) == 2
        h = numel(extent) == 2 ? int(extent[0]) : int(max(places[:,0])) + 1
        w = numel(extent) == 2 ? int(extent[1]) : int(max(places[:,1])) + 1
        y = reshape(accumarray(reshape(places[:,0]*w + places[:,1], [size(places,0)]), values, [h*w], f), h, w)
    elseif lib_rank(places) == 2 && size(places,1) == 3 && numel(extent) == 3
        at = (places[:,0]*extent[1] + places[:,1])*extent[2] + places[:,2]
        y = reshape(accumarray(reshape(at, [size(places,0)]), values, [prod(extent)], f), extent)
    else
        lib_linear_places(places, extent)
        n = numel(extent) == 0 ? int(max(places)) + 1 : int(prod(extent))
        flat = reshape(1.0*places, [numel(places)])
        all_values = isscalar(values) ? values + zeros(numel(flat)) : reshape(1.0*values, [numel(flat)])
        [sorted, order] = sort(flat)
        y = zeros(n)
        first = 0
        for k = 1..numel(flat)
            ends = k == numel(flat) ? true : sorted[min(k, numel(flat)-1)] != sorted[first]
            if ends
                y[int(sorted[first])] = f(all_values[order[first..k-1]])
                first = k
            end
        end
    end
end
% Several extents go with places that have a column for each.
function [] = lib_linear_places(places, extent)
    if numel(extent) > 1 && min(extent) > 1
        error(sprintf("accumarray: places of %d columns and %d extents; a place is a row with a number for each extent", size(places,1), numel(extent)))
    end
end
function v = __device__ lib_item(values : scalar, k : int)
    v = values
end
function v = __device__ lib_item(values : cube{:}, k : int)
    v = values[k]
end

% histc(x, edges): how many elements lie in edges[k] <= x < edges[k+1]; the last count is of those that are the last edge.
function n : vec = histc(x, edges)
    n = zeros(numel(edges))
    for k = 0..numel(x)-1
        if x[k] >= edges[0] && x[k] <= edges[numel(edges)-1]
            low = 0
            high = numel(edges)
            while high - low > 1
                middle = int((low + high)/2)
                if edges[middle] <= x[k]
                    low = middle
                else
                    high = middle
                end
            end
            n[low] += 1
        end
    end
end

% zscore(x): (x - mean)/std of all elements, 0 where they are equal; zscore(x, 0), zscore(x, 1): of each column, each row.
function [z, middle, s] = zscore(x, dim : int = -1)
    middle = dim < 0 ? mean(x) : mean(x, dim)
    d = x - middle
    s = dim < 0 ? std(x) : std(x, dim)
    z = d./(s + (s == 0))
end

% skewness(x), kurtosis(x): the third and the fourth central moment of all elements, divided by that power of the (1/n) standard deviation; 3 of a Gaussian.
function s : scalar = skewness(x)
    d = x - mean(x)
    s = mean(d.^3)/mean(d.^2)^1.5
end
function s : scalar = kurtosis(x)
    d = x - mean(x)
    s = mean(d.^4)/mean(d.^2)^2
end

% iqr(x): the distance of the quantiles at 1/4 and 3/4.
function d : scalar = iqr(x)
    q = quantile(x, [0.25, 0.75])
    d = q[1] - q[0]
end

% rescale(x, low, high): moved and scaled so that the smallest element is low and the largest high; equal ones become low.
function y = rescale(x, low : scalar = 0, high : scalar = 1)
    a = numel(x) == 0 ? 0.0 : min(x)
    b = numel(x) == 0 ? 0.0 : max(x)
    y = low + (x - a)*((high - low)/(b > a ? b - a : 1.0))
end

% mat2gray(x, [a, b]): a to b (the extremes of x when left out) become 0 to 1, what lies beyond is cut.
function y = mat2gray(x, limits = [])
    [a, b] = numel(limits) == 0 ? [1.0*min(x), 1.0*max(x)] : [1.0*limits[0], 1.0*limits[1]]
    y = min(max((x - a)/(b > a ? b - a : 1.0), 0), 1)
end

% d = pdist2(x, y, metric): d[i,j] is the distance of row i of x and row j of y: "euclidean" (the default), "squaredeuclidean", "cityblock" or "chebychev".
function d : mat = pdist2(x : mat, y : mat, metric : string = "euclidean")
    if size(x,1) != size(y,1)
        error(sprintf("pdist2: points of %d and of %d coordinates; both have one point a row", size(x,1), size(y,1)))
    end
    match metric with
    | "euclidean" -> d = sqrt(lib_squared_distances(x, y))
    | "squaredeuclidean" -> d = lib_squared_distances(x, y)
    | "cityblock" -> d = lib_city_distances(x, y)
    | "chebychev" -> d = lib_largest_differences(x, y)
    | _ -> error(sprintf("pdist2: the metric '%s' is not one of euclidean, squaredeuclidean, cityblock, chebychev", metric))
    end
end
function d : mat = lib_squared_distances(x : mat, y : mat)
    d = zeros(size(x,0), size(y,0))
    for i = 0..size(x,0)-1
        for j = 0..size(y,0)-1
            total = 0.0
            for k = 0..size(x,1)-1
                total += (x[i,k] - y[j,k])^2
            end
            d[i,j] = total
        end
    end
end
function d : mat = lib_city_distances(x : mat, y : mat)
    d = zeros(size(x,0), size(y,0))
    for i = 0..size(x,0)-1
        for j = 0..size(y,0)-1
            total = 0.0
            for k = 0..size(x,1)-1
                total += abs(x[i,k] - y[j,k])
            end
            d[i,j] = total
        end
    end
end
function d : mat = lib_largest_differences(x : mat, y : mat)
    d = zeros(size(x,0), size(y,0))
    for i = 0..size(x,0)-1
        for j = 0..size(y,0)-1
            largest = 0.0
            for k = 0..size(x,1)-1
                largest = max(largest, abs(x[i,k] - y[j,k]))
            end
            d[i,j] = largest
        end
    end
end
