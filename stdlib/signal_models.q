% signal_models.q: signals as what a filter of poles makes of noise, their parts, outlines and powers; what filters answer.

% [a, e, k] = aryule(x, n), arburg(x, n): the autoregressive model of order n of a real signal, sum over i of a[i] x[t-i] is noise of variance e, a[0] = 1, reflection coefficients k: by its
% autocorrelations (Yule 1927, Walker 1931), by least squares forwards and backwards (Burg 1975).
function [a, e : scalar, k] = aryule(x, n : int)
    if n < 0 || n >= numel(x)
        error(sprintf("aryule: order %d of %d samples", n, numel(x)))
    end
    [a, e, k] = levinson(xcorr(x, x, n)[n..2*n]/numel(x), n)
end
function [a, e : scalar, k] = arburg(x, n : int)
    if n < 0 || n >= numel(x) || iscomplex(x)
        error(sprintf("arburg: order %d of %d %s samples; it is below their number", n, numel(x), iscomplex(x) ? "complex" : "real"))
    end
    v = reshape(1.0*x, [numel(x)])
    forward = copy(v)
    backward = copy(v)
    e = sumsq(v)/numel(v)
    a = zeros(n + 1)
    a[0] = 1
    k = zeros(n)
    for m = 1..n
        last = numel(forward) - 1
        f = forward[1..last]
        b = backward[0..last-1]
        both = sumsq(f) + sumsq(b)
        r = both > 0 ? -2*sum(f.*b)/both : 0.0
        forward = f + r*b
        backward = b + r*f
        before = copy(a)
        a[1..m] = before[1..m] + r*before[m-1..-1..0]
        k[m-1] = r
        e = e*(1 - r*r)
    end
end

% [h, t] = stepz(b, a, n): the first n samples of what a filter answers to 1, 1, 1, ... [phi, w] = phasez(b, a, n): its phase at n angles pi k/n, without jumps.
function [h, t] = stepz(b, a = [1.0], n : int = 64)
    h = filter(b, a, ones(n))
    t = 0..n-1
end
function [phi, w] = phasez(b, a = [1.0], n = 512, fs = [])
    [h, w] = freqz(b, a, n, fs)
    phi = unwrap(angle(h))
end

% T = convmtx(h, n): the matrix of the convolution with h: x*T is conv(x, h) for a row x of n numbers, T*x for a column h and a column x.
function t = convmtx(h, n : int)
    if !isvector(h) || n < 1
        error(sprintf("convmtx: %d x %d numbers for signals of %d; h is a vector, n 1 or more", size(h,0), size(h,1), n))
    end
    m = numel(h)
    t = iscomplex(h) ? czeros(n, n + m - 1) : zeros(n, n + m - 1)
    for k = 0..n-1
        t[k, k..k+m-1] = reshape(1.0*h, [1, m])
    end
    if size(h,0) > 1
        t = transpose(t)
    end
end

% y = buffer(x, n, p): a vector in columns of n samples, each beginning with the last p of the one before it (zeros for the first); zeros fill the last. p < 0: -p samples are left out between them.
function y = buffer(x, n : int, p : int = 0)
    if n < 1 || p >= n || numel(x) == 0
        error(sprintf("buffer: %d samples in columns of %d, %d of them shared; n is 1 or more, p below n", numel(x), n, p))
    end
    step = n - p
    before = max(p, 0)
    columns = int((numel(x) + step - 1)/step)
    y = iscomplex(x) ? czeros(n, columns) : zeros(n, columns)
    for j = 0..columns-1
        for i = 0..n-1
            at = j*step + i - before
            if at >= 0 && at < numel(x)
                y[i,j] = x[at]
            end
        end
    end
end

% [upper, lower] = envelope(x): the mean of a real vector, or of each column, plus and less the size of the analytic signal of what is above it.
function [upper, lower] = envelope(x)
    middle = lib_has_columns(x) ? mean(x, 0) : mean(x)
    size_of = abs(hilbert(x - middle))
    upper = middle + size_of
    lower = middle - size_of
end

% snr(x, noise): 10 log10 of the ratio of the sums of squares. bandpower(x): the mean of the squares; bandpower(x, fs, [low, high]): the part of it between two frequencies, of the
% periodogram with a Hamming window from the last frequency up to low to the first from high on.
function r : scalar = snr(x, noise)
    r = 10*log10(sum(abs(x).^2)/sum(abs(noise).^2))
end
function p = bandpower(x, fs : scalar = 1, range = [])
    if numel(range) == 0
        p = mean(abs(x).^2)
        return
    end
    [density, f] = periodogram(x, hamming(numel(x)), [], fs)
    if numel(range) != 2 || range[0] < 0 || range[0] >= range[1] || range[1] > fs/2
        error(sprintf("bandpower: the band of %d numbers; it is [low, high], 0 <= low < high <= fs/2", numel(range)))
    end
    below = f <= range[0]
    from = int(sum(below)) - 1
    last = min(int(sum(f < range[1])), numel(f) - 1)
    width = fs/numel(x)
    p = sum(density[from..last])*width
    if last == numel(f) - 1
        p = p - density[last]*width
    end
end

% [counts, edges] = histcounts(x, n): how many numbers lie in each of n (10) bins of one width from the least to the greatest; histcounts(x, edges): in bins with these edges, the last one with
% both of its edges.
function [counts, edges] = histcounts(x, bins = 10)
    v = reshape(1.0*x, [numel(x)])
    if numel(bins) > 1
        edges = reshape(1.0*bins, [numel(bins)])
    else
        [low, high] = numel(v) == 0 ? [0.0, 1.0] : [min(v), max(v)]
        spread = low == high ? 0.5 : 0.0
        edges = linspace(low - spread, high + spread, int(bins[0]) + 1)
    end
    counts = histogram(v, edges)
end
