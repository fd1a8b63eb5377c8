% core.q: functions of the core that the compiler does not have itself; one that it has is not looked for here.

% y = repmat(x, n): n = [rows, columns(, channels)]: x repeated that often along each dimension; repmat(x, m, n) too.
function y = repmat(x : cube, times)
    t0 = int(times[0])
    t1 = numel(times) > 1 ? int(times[1]) : int(times[0])
    t2 = numel(times) > 2 ? int(times[2]) : 1
    [h, w, c] = [size(x,0), size(x,1), size(x,2)]
    z = zeros(h*t0, w*t1, c*t2)
    for i = 0..h*t0-1
        for j = 0..w*t1-1
            for k = 0..c*t2-1
                z[i,j,k] = x[mod(i,h), mod(j,w), mod(k,c)]
            end
        end
    end
    y = c*t2 == 1 ? reshape(z, [h*t0, w*t1]) : z
end
function y = repmat(x : cube, m : int, n : int)
    y = repmat(x, [m, n])
end

% y = squeeze(x): without the dimensions of extent 1.
function y = squeeze(x : cube)
    [h, w, c] = [size(x,0), size(x,1), size(x,2)]
    if h == 1 && w == 1
        y = reshape(x, [c])
    elseif h == 1 && c == 1
        y = reshape(x, [w])
    elseif w == 1 && c == 1
        y = reshape(x, [h])
    elseif h == 1
        y = reshape(x, [w, c])
    elseif w == 1
        y = reshape(x, [h, c])
    elseif c == 1
        y = reshape(x, [h, w])
    else
        y = x
    end
end

% y = factorial(n): the product of 1..n, as a scalar.
function y = factorial(n : int)
    y = 1.0
    for k = 2..n
        y *= k
    end
end

% y = cumsum(x), cumprod(x): running sums and products of a vec, from left to right.
function y = cumsum(x : vec)
    y = x*1.0
    for k = 1..numel(x)-1
        y[k] = y[k-1] + y[k]
    end
end
function y = cumprod(x : vec)
    y = x*1.0
    for k = 1..numel(x)-1
        y[k] = y[k-1]*y[k]
    end
end

% y = median(x): the middle one of all elements, the mean of the middle two of an even number. Found by halving the range of
% values until no element lies between.
function y = median(x : cube{:})
    n = numel(x)
    y = (lib_ranked(x, int((n-1)/2)) + lib_ranked(x, int(n/2)))/2
end
% The element that has `place` elements before it in ascending order.
function y = lib_ranked(x, place : int)
    lo = min(x)*1.0
    hi = max(x)*1.0
    % no more than `place` elements lie below lo, and more than that do not lie above hi
    while lo < hi
        pivot = lo + (hi - lo)/2
        if !(pivot >= lo && pivot < hi)  % rounded to hi, or an infinity
            pivot = lo
        end
        below = 0
        largest = lo
        smallest = hi
        for k = 0..numel(x)-1
            v = x[k]*1.0
            below += v <= pivot ? 1 : 0
            largest = max(largest, v <= pivot ? v : lo)
            smallest = min(smallest, v > pivot ? v : hi)
        end
        if below > place
            hi = largest
        else
            lo = smallest
        end
    end
    y = lo
end

% y = norm(x): the square root of the sum of squares. find(c): one row of indices for each element that is not 0.
function y = norm(x)
    y = sqrt(sum(x.*x))
end
function y = find(c : mat)
    n = 0
    for i = 0..size(c,0)-1
        for j = 0..size(c,1)-1
            n += c[i,j] != 0 ? 1 : 0
        end
    end
    y = imat(n, 2)
    at = 0
    for i = 0..size(c,0)-1
        for j = 0..size(c,1)-1
            if c[i,j] != 0
                y[at,0] = i
                y[at,1] = j
                at = at + 1
            end
        end
    end
end
