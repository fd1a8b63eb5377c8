% moving.q: statistics of a window that moves along a vector. The window has k samples: (k-1)/2 on either side, or for an even k k/2 before the sample and
% k/2-1 behind it; at the ends it has those that exist.

% movsum(x, k), movmean(x, k), movmax(x, k), movmin(x, k), movprod(x, k), movmedian(x, k), movvar(x, k), movstd(x, k) (n-1; 0 of one sample): as long as x, a column where x is one; along the columns of a matrix.
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
function y = movprod(x, k : int)
    y = lib_moving(x, k, "movprod", lib_moving_product)
end
function y = movvar(x, k : int)
    y = lib_moving(x, k, "movvar", lib_moving_variance)
end
function y = movstd(x, k : int)
    y = lib_moving(x, k, "movstd", lib_moving_deviation)
end
function y = movmedian(x, k : int)
    y = lib_moving(x, k, "movmedian", lib_moving_median)
end
% movsum(x, [before, after]) and so on: the windows of that many samples before and behind each.
function y = movsum(x, k : ivec2)
    y = lib_moving_between(x, k, "movsum", lib_moving_sum)
end
function y = movmean(x, k : ivec2)
    y = lib_moving_between(x, k, "movmean", lib_moving_mean)
end
function y = movmax(x, k : ivec2)
    y = lib_moving_between(x, k, "movmax", lib_moving_max)
end
function y = movmin(x, k : ivec2)
    y = lib_moving_between(x, k, "movmin", lib_moving_min)
end
function y = movprod(x, k : ivec2)
    y = lib_moving_between(x, k, "movprod", lib_moving_product)
end
function y = movvar(x, k : ivec2)
    y = lib_moving_between(x, k, "movvar", lib_moving_variance)
end
function y = movstd(x, k : ivec2)
    y = lib_moving_between(x, k, "movstd", lib_moving_deviation)
end
function y = movmedian(x, k : ivec2)
    y = lib_moving_between(x, k, "movmedian", lib_moving_median)
end
% y = smooth(x, n): means of the n (5) samples around each, n odd; near the ends of as many as there are on either side: of 1, 3, 5, ..
function y = smooth(x, n : int = 5)
    if lib_has_columns(x)
        y = lib_of_columns(v -> smooth(v, n), x)
        return
    end
    if n < 1
        error(sprintf("smooth: a window of %d samples; it has 1 or more", n))
    end
    y = lib_like_vector(lib_smoothed(reshape(1.0*x, [numel(x)]), int((n-1)/2)), x)
end
function y : vec = lib_smoothed(x : vec, half : int)
    n = numel(x)
    y = zeros(n)
    for i = 0..n-1
        reach = min(half, min(i, n-1-i))
        total = 0.0
        for j = i-reach..i+reach
            total += x[j]
        end
        y[i] = total/(2*reach + 1)
    end
end
function y = lib_moving(x, k : int, name : string, f)
    if k < 1
        error(sprintf("%s: a window of %d samples; it has 1 or more", name, k))
    end
    y = lib_moving_between(x, [int(k/2), int((k-1)/2)], name, f)
end
function y = lib_moving_between(x, k : ivec2, name : string, f)
    if min(k) < 0
        error(sprintf("%s: a window of %d samples before and %d behind; they are 0 or more", name, k[0], k[1]))
    end
    if lib_has_columns(x)
        y = lib_of_columns(v -> lib_moving_between(v, k, name, f), x)
        return
    end
    if iscomplex(x)
        if name != "movsum" && name != "movmean"
            error(sprintf("%s: complex numbers; movsum and movmean take them", name))
        end
        y = complex(lib_moving_between(real(x), k, name, f), lib_moving_between(imag(x), k, name, f))
        return
    end
    y = lib_like_vector(f(reshape(1.0*x, [numel(x)]), k[0], k[1]), x)
end
function y : vec = lib_moving_sum(x : vec, before : int, after : int)
    n = numel(x)
    if before + after >= 128 && n >= 1024
        y = lib_wide_sum(x, before, after)
        return
    end
    y = zeros(n)
    for i = 0..n-1
        total = 0.0
        for j = max(i-before, 0)..min(i+after, n-1)
            total += x[j]
        end
        y[i] = total
    end
end
% The same by sums of 1, 2, 4, .. samples, those whose lengths make up the window's.
function y : vec = lib_wide_sum(x : vec, before : int, after : int)
    n = numel(x)
    width = min(before, n) + min(after, n) + 1
    sums = horzcat(zeros(min(before, n)), x, zeros(min(after, n)))
    y = zeros(n)
    at = 0
    length = 1
    while length <= width
        if and(width, length) != 0
            y = y + sums[at..at+n-1]
            at += length
        end
        if 2*length <= width
            sums = sums[0..numel(sums)-length-1] + sums[length..numel(sums)-1]
        end
        length = 2*length
    end
end
% The extremes by those of 1, 2, 4, .. samples, of which two cover the window; a NaN is passed over.
function y : vec = lib_wide_extreme(x : vec, before : int, after : int, f)
    n = numel(x)
    width = min(before, n) + min(after, n) + 1
    y = horzcat(zeros(min(before, n)) + nan, x, zeros(min(after, n)) + nan)
    length = 1
    while 2*length <= width
        y = f(y[0..numel(y)-length-1], y[length..numel(y)-1])
        length = 2*length
    end
    y = f(y[0..n-1], y[width-length..width-length+n-1])
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
    if before + after >= 64 && n >= 1024
        y = lib_wide_extreme(x, before, after, (a, b) -> max(a, b))
        return
    end
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
    if before + after >= 64 && n >= 1024
        y = lib_wide_extreme(x, before, after, (a, b) -> min(a, b))
        return
    end
    y = zeros(n)
    for i = 0..n-1
        best = x[i]
        for j = max(i-before, 0)..min(i+after, n-1)
            best = min(best, x[j])
        end
        y[i] = best
    end
end
function y : vec = lib_moving_product(x : vec, before : int, after : int)
    n = numel(x)
    y = zeros(n)
    for i = 0..n-1
        product = 1.0
        for j = max(i-before, 0)..min(i+after, n-1)
            product *= x[j]
        end
        y[i] = product
    end
end
function y : vec = lib_moving_variance(x : vec, before : int, after : int)
    y = cast(lib_moving_spread(x, before, after), scalar)
end
function y : vec = lib_moving_deviation(x : vec, before : int, after : int)
    y = cast(sqrt(lib_moving_spread(x, before, after)), scalar)
end
% In doubles, in which squares of floats do not overflow and means are not rounded.
function y : vec[double] = lib_moving_spread(x : vec, before : int, after : int)
    n = numel(x)
    y = vec[double](n)
    for i = 0..n-1
        first = max(i-before, 0)
        last = min(i+after, n-1)
        total : double = 0
        for j = first..last
            total += x[j]
        end
        middle : double = total/(last - first + 1)
        squares : double = 0
        for j = first..last
            squares += (x[j] - middle)^2
        end
        y[i] = squares/max(last - first, 1)
    end
end
% Each sample of the window counts those below it; of an even number the two in the middle. NaN where a sample is NaN.
function y : vec = lib_moving_median(x : vec, before : int, after : int)
    n = numel(x)
    y = zeros(n)
    for i = 0..n-1
        first = max(i-before, 0)
        last = min(i+after, n-1)
        count = last - first + 1
        low = 0.0
        high = 0.0
        missing = 0
        for j = first..last
            below = 0
            missing += isnan(x[j]) ? 1 : 0
            for l = first..last
                below += x[l] < x[j] || (x[l] == x[j] && l < j) ? 1 : 0
            end
            low = below == int((count-1)/2) ? x[j] : low
            high = below == int(count/2) ? x[j] : high
        end
        y[i] = missing > 0 ? nan : (low + high)/2
    end
end
% [y, replaced] = hampel(x, k, n): samples more than n (3) scaled median deviations from the median of the k (3) samples on either side become that median; where that was.
function [y, replaced] = hampel(x, k : int = 3, n : scalar = 3)
    middle = movmedian(x, 2*k + 1)
    if lib_has_columns(x)
        spread = lib_of_columns(v -> lib_median_deviations(v, movmedian(v, 2*k + 1), k), 1.0*x)
    else
        middle = reshape(middle, size(x))
        spread = reshape(lib_median_deviations(reshape(1.0*x, [numel(x)]), reshape(middle, [numel(x)]), k), size(x))
    end
    replaced = abs(x - middle) > n*1.482602218505602*spread
    y = replaced ? middle : 1.0*x
end
function y : vec = lib_median_deviations(x : vec, middle : vec, k : int)
    n = numel(x)
    y = zeros(n)
    for i = 0..n-1
        first = max(i-k, 0)
        last = min(i+k, n-1)
        count = last - first + 1
        low = 0.0
        high = 0.0
        for j = first..last
            below = 0
            d = abs(x[j] - middle[i])
            for l = first..last
                other = abs(x[l] - middle[i])
                below += other < d || (other == d && l < j) ? 1 : 0
            end
            low = below == int((count-1)/2) ? d : low
            high = below == int(count/2) ? d : high
        end
        y[i] = (low + high)/2
    end
end
