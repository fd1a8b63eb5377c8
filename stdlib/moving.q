% moving.q: statistics of a window that moves along a vector. The window has k samples: (k-1)/2 on either side, or for an even k k/2 before the sample and
% k/2-1 behind it; at the ends it has those that exist.

% movsum(x, k), movmean(x, k), movmax(x, k), movmin(x, k): as long as x, a column where x is one.
function y = movsum(x, k : int)
    y = lib_moving(x, k, "movsum", lib_moving_sum)
end
function y = movmean(x, k : int)
    y = lib_moving(x, k, "movmean", lib_moving_mean)
end
function y = movmax(x, k : int)
    y = lib_moving(x, k, "movmax", lib_moving_max)
end
function y = movmin(x, k : int)
    y = lib_moving(x, k, "movmin", lib_moving_min)
end
function y = lib_moving(x, k : int, name : string, f)
    if k < 1
        error(sprintf("%s: a window of %d samples; it has 1 or more", name, k))
    end
    if numel(x) > 0 && !isvector(x)
        error(sprintf("%s: %d x %d elements; x is a vector: call it for each row x[i,:]", name, size(x,0), size(x,1)))
    end
    y = lib_like_vector(f(reshape(1.0*x, [numel(x)]), int(k/2), int((k-1)/2)), x)
end
function y : vec = lib_moving_sum(x : vec, before : int, after : int)
    n = numel(x)
    y = zeros(n)
    for i = 0..n-1
        total = 0.0
        for j = max(i-before, 0)..min(i+after, n-1)
            total += x[j]
        end
        y[i] = total
    end
end
function y : vec = lib_moving_mean(x : vec, before : int, after : int)
    y = lib_moving_sum(x, before, after)
    n = numel(x)
    for i = 0..n-1
        y[i] = y[i]/(min(i+after, n-1) - max(i-before, 0) + 1)
    end
end
function y : vec = lib_moving_max(x : vec, before : int, after : int)
    n = numel(x)
    y = zeros(n)
    for i = 0..n-1
        best = x[i]
        for j = max(i-before, 0)..min(i+after, n-1)
            best = max(best, x[j])
        end
        y[i] = best
    end
end
function y : vec = lib_moving_min(x : vec, before : int, after : int)
    n = numel(x)
    y = zeros(n)
    for i = 0..n-1
        best = x[i]
        for j = max(i-before, 0)..min(i+after, n-1)
            best = min(best, x[j])
        end
        y[i] = best
    end
end
