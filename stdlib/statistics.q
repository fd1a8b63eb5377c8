% statistics.q: covariance, quantiles, counts. As with the reductions of the language, a result without a dimension is of all elements.

% cov(x): covariances (n-1) of the columns of x, whose rows are observations; of a vector its variance. cov(a, b): 2 x 2, of two sets of samples.
function c = cov(x)
    if isvector(x)
        c = var(x)
    else
        d = x - mean(x, 0)
        c = transpose(d)*d/max(size(x,0) - 1, 1)
    end
end
function c : mat = cov(a, b)
    c = cov(lib_two_columns(a, b))
end
function x : mat = lib_two_columns(a, b)
    if numel(a) != numel(b)
        error(sprintf("cov: %d and %d samples", numel(a), numel(b)))
    end
    x = zeros(numel(a), 2)
    x[:,0] = reshape(a, [numel(a)])
    x[:,1] = reshape(b, [numel(b)])
end

% corrcoef(x), corrcoef(a, b): the same, divided by the standard deviations. corr2(a, b): the correlation of two arrays, one number.
function r : mat = corrcoef(x : mat)
    c = cov(x)
    s = sqrt(diag(c))
    r = c./(reshape(s, [numel(s), 1])*reshape(s, [1, numel(s)]))
end
function r : mat = corrcoef(a, b)
    r = corrcoef(lib_two_columns(a, b))
end
function r : scalar = corr2(a, b)
    u = a - mean(a)
    v = b - mean(b)
    r = sum(u.*v)/sqrt(sum(u.^2)*sum(v.^2))
end

% quantile(x, p): the values below which the fractions p of all elements lie, p a number or a vec; between the sorted elements, which stand for (k+1/2)/n,
% linearly. prctile(x, p): p in percent.
function q = quantile(x, p)
    v = sort(reshape(x, [numel(x)]))
    n = numel(v)
    if n == 0
        error("quantile: of no element")
    end
    t = min(max(p*n - 0.5, 0), n-1)
    k = min(floor(t), max(n-2, 0))
    q = v[k] + (t - k).*(v[min(k+1, n-1)] - v[k])
end
function q = prctile(x, p)
    q = quantile(x, p/100)
end

% mode(x): the most frequent element; of several the smallest.
function m = mode(x)
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

% nnz(x): how many elements are not 0.
function n = nnz(x)
    n = sum(x != 0)
end

% accumarray(places, values, n): a vec of n elements (the largest place and one when left out) with the sums of the values (an array or a number) of each place.
% accumarray(places, values, [h, w]): of a matrix of places with two columns, row and column, the h x w matrix.
function y = accumarray(places, values, extent = [])
    if lib_rank(places) == 2 && size(places,1) == 2
        h = numel(extent) == 2 ? int(extent[0]) : int(max(places[:,0])) + 1
        w = numel(extent) == 2 ? int(extent[1]) : int(max(places[:,1])) + 1
        y = zeros(h, w)
        for k = 0..size(places,0)-1
            y[int(places[k,0]), int(places[k,1])] += lib_item(values, k)
        end
    else
        n = numel(extent) == 0 ? int(max(places)) + 1 : int(prod(extent))
        y = zeros(n)
        for k = 0..numel(places)-1
            y[int(places[k])] += lib_item(values, k)
        end
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
