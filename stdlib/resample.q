% resample.q: other sampling rates, peaks, smoothing polynomials, splines, further transforms of signals. Vectors are vecs, rows or columns; the result is of x's kind.

% y = upfirdn(x, h, p, q): p-1 zeros after each sample, filtered with h, every q-th kept: ceil(((n-1) p + m)/q) samples.
function y = upfirdn(x, h, p : int = 1, q : int = 1)
    if p < 1 || q < 1 || numel(h) == 0
        error(sprintf("upfirdn: up by %d, down by %d, %d taps; all are 1 or more", p, q, numel(h)))
    end
    if iscomplex(x)
        y = complex(upfirdn(real(x), h, p, q), upfirdn(imag(x), h, p, q))
        return
    elseif iscomplex(h)
        y = complex(upfirdn(x, real(h), p, q), upfirdn(x, imag(h), p, q))
        return
    elseif numel(x) > 0 && lib_has_columns(x)
        y = lib_of_columns(v -> upfirdn(v, h, p, q), x)
        return
    end
    if numel(x) == 0
        y = zeros(0)
    else
        y = lib_like_vector(lib_up_down(reshape(1.0*x, [numel(x)]), reshape(1.0*h, [numel(h)]), p, q, 0, int(((numel(x)-1)*p + numel(h) - 1)/q) + 1), x)
    end
end
% `count` samples from the filtered sample `first` on, every q-th.
function y : vec = lib_up_down(x : vec, h : vec, p : int, q : int, first : int, count : int)
    y = zeros(count)
    n = numel(x)
    m = numel(h)
    for k = 0..count-1
        at = first + k*q
        % x[i] meets h[at - i p].
        low = max(0, int((at - m + p)/p))
        low = at - m + 1 <= 0 ? 0 : low
        high = min(n-1, int(at/p))
        total = 0.0
        for i = low..high
            total += x[i]*h[at - i*p]
        end
        y[k] = total
    end
end

% y = resample(x, p, q, n, beta): at p/q times the rate, through a windowed ideal low-pass filter of 2 n max(p,q) + 1 taps (n = 10, Kaiser's window, beta = 5) without delay;
% ceil(numel(x) p/q) samples. n may be the taps, a vec. Of a matrix each column.
function y = resample(x, p : int, q : int, n = 10, beta : scalar = 5)
    if p < 1 || q < 1
        error(sprintf("resample: by %d/%d; both are 1 or more", p, q))
    end
    d = gcd(p, q)
    up = int(p/d)
    down = int(q/d)
    most = max(up, down)
    if isscalar(n)
        half = int(n)*most
        h = fir1(2*half, min(1.0/most, 0.999999), kaiser(2*half + 1, beta))*up
        if most == 1
            h = zeros(2*half + 1)
            h[half] = 1
        end
    else
        h = reshape(1.0*n, [numel(n)])*up
    end
    if isvector(x)
        y = lib_like_vector(lib_resampled(reshape(1.0*x, [numel(x)]), h, up, down), x)
    else
        y = zeros(int((size(x,0)*up + down - 1)/down), size(x,1))
        for j = 0..size(x,1)-1
            y[:,j] = lib_resampled(reshape(1.0*x[:,j], [size(x,0)]), h, up, down)
        end
    end
end
function y : vec = lib_resampled(x : vec, h : vec, p : int, q : int)
    y = lib_up_down(x, h, p, q, int((numel(h)-1)/2), int((numel(x)*p + q - 1)/q))
end

% y = decimate(x, r, n, "fir"): every r-th sample behind a low-pass filter: Chebyshev's of the first kind, order 8, 0.05 dB, edge 0.8/r, forwards and backwards; with "fir" 30 taps (n: order)
% without delay. y = interp(x, r): r times as many samples, resample(x, r, 1) with 4 samples on either side.
function y = decimate(x, r : int, n = 8, kind : string = "iir")
    if r < 1 || numel(x) == 0
        error(sprintf("decimate: by %d of %d samples", r, numel(x)))
    end
    if type(n, string)
        y = decimate(x, r, n == "fir" ? 30 : 8, n)
    elseif kind == "fir"
        h = fir1(int(n), 1.0/r)
        v = lib_up_down(reshape(1.0*x, [numel(x)]), h, 1, r, int(n/2), int((numel(x) + r - 1)/r))
        y = lib_like_vector(v, x)
    else
        % As a cascade of second order sections: in 32 bits the coefficients of order 8 would lose the filter.
        [z, p, k] = cheby1(int(n), 0.05, 0.8/r)
        v = sosfiltfilt(zp2sos(z, p, k), reshape(1.0*x, [numel(x)]))
        first = numel(v) - 1 - (int((numel(v) + r - 1)/r) - 1)*r
        y = lib_like_vector(v[first..r..numel(v)-1], x)
    end
end
function y = interp(x, r : int, n : int = 4)
    y = resample(x, r, 1, n)
end

% [values, places] = findpeaks(y, height, distance, prominence): samples higher than both neighbours (of a plateau the first), at least `height` high, `prominence` above the higher one of the
% lowest samples between them and higher ground on either side; of those nearer than `distance` samples the higher ones stay. By place.
% findpeaks(y, "MinPeakHeight", h, "MinPeakDistance", d, "MinPeakProminence", p, "NPeaks", n, "SortStr", "descend"), any of them: of peaks within d samples the higher ones stay; the first n; by height.
function [values, places] = findpeaks(y, option : string, ...rest)
    height = -inf
    distance = 1
    prominence = 0.0
    count = -1
    order = "none"
    if mod(numel(rest), 2) != 1
        error(sprintf("findpeaks: '%s' has no value; a name and a value alternate", numel(rest) == 0 ? option : rest[numel(rest)-1]))
    end
    for k = 0..2..numel(rest)-1
        name = lower(k == 0 ? option : rest[k-1])
        value = rest[k]
        match name with
        | "minpeakheight" -> height = 1.0*value
        | "minpeakdistance" -> distance = int(floor(value)) + 1
        | "minpeakprominence" -> prominence = 1.0*value
        | "npeaks" -> count = int(value)
        | "sortstr" -> order = value
        | _ -> error(sprintf("findpeaks: '%s' is not one of MinPeakHeight, MinPeakDistance, MinPeakProminence, NPeaks, SortStr", name))
        end
    end
    [values, places] = findpeaks(y, height, distance, prominence)
    if order != "none" && numel(values) > 0
        [values, at] = sort(values, order)
        places = places[at]
    end
    if count >= 0 && count < numel(values)
        values = count == 0 ? zeros(0) : values[0..count-1]
        places = count == 0 ? ivec(0) : places[0..count-1]
    end
end
function [values, places] = findpeaks(y, height : scalar = -inf, distance : int = 1, prominence : scalar = 0)
    n = numel(y)
    v = reshape(1.0*y, [n])
    state = lib_peak_state(v, height, prominence)
    if distance > 1 && n > 0
        candidates = find(state != 0)[:,1]
        if numel(candidates) > 0
            [s, order] = sort(-v[candidates])
            lib_thin_peaks(state, candidates[order], distance)
        end
    end
    places = n == 0 ? ivec(0) : find(state != 0)[:,1]
    places = reshape(places, [numel(places)])
    values = numel(places) == 0 ? zeros(0) : v[places]
end
function s : vec = lib_peak_state(v : vec, height : scalar, prominence : scalar)
    n = numel(v)
    s = zeros(n)
    for k = 1..n-2
        if v[k] > v[k-1] && v[k] >= v[k+1] && v[k] >= height
            after = k + 1
            while after < n-1 && v[after] == v[k]
                after = after + 1
            end
            good = v[after] < v[k]
            if good && prominence > 0
                left = v[k]
                i = k - 1
                while i >= 0 && v[max(i, 0)] <= v[k]
                    left = min(left, v[max(i, 0)])
                    i = i - 1
                end
                right = v[k]
                i = k + 1
                while i < n && v[min(i, n-1)] <= v[k]
                    right = min(right, v[min(i, n-1)])
                    i = i + 1
                end
                good = v[k] - max(left, right) >= prominence
            end
            s[k] = good ? 1 : 0
        end
    end
end
function [] = lib_thin_peaks(state : vec, order : vec[int], distance : int)
    {!serial for}
    for c = 0..numel(order)-1
        k = order[c]
        if state[k] == 1
            for i = max(k - distance + 1, 0)..min(k + distance - 1, numel(state)-1)
                if i != k
                    state[i] = 0
                end
            end
        end
    end
end

% b = sgolay(order, n): n x n, row (n-1)/2 the taps that give the middle of the polynomial of that order through n samples with the least squared error, the other rows those for the ends
% (Savitzky and Golay 1964). y = sgolayfilt(x, order, n): a vector, or each column, smoothed so.
function b : mat = sgolay(order : int, n : int)
    if order < 0 || order >= n || mod(n, 2) == 0
        error(sprintf("sgolay: order %d of %d samples; the number of samples is odd and larger than the order", order, n))
    end
    half = (n-1)/2.0
    a = zeros(n, order + 1)
    for i = 0..n-1
        for j = 0..order
            a[i,j] = j == 0 ? 1.0 : ((i - half)/max(half, 1))^j
        end
    end
    [q, r] = qr(a, 0)
    b = q*transpose(q)
end
function y = sgolayfilt(x, order : int, n : int)
    if isvector(x)
        y = lib_like_vector(reshape(lib_smoothed(reshape(1.0*x, [numel(x), 1]), sgolay(order, n)), [numel(x)]), x)
    else
        y = lib_smoothed(1.0*x, sgolay(order, n))
    end
end
function y : mat = lib_smoothed(x : mat, b : mat)
    [m, columns] = size(x, 0..1)
    n = size(b,0)
    if m < n
        error(sprintf("sgolayfilt: %d samples; %d at least", m, n))
    end
    half = int((n-1)/2)
    y = zeros(m, columns)
    for i = 0..m-1
        for j = 0..columns-1
            first = clamp(i - half, 0, m - n)
            total = 0.0
            for k = 0..n-1
                total += b[i - first, k]*x[first + k, j]
            end
            y[i,j] = total
        end
    end
end

% y = spline(x, y, t): the cubic spline through the points, third derivatives equal at the second and the last but one (not-a-knot), at the places t, beyond the ends the outer pieces.
% y = pchip(x, y, t): interp1(x, y, t, "pchip"), going on outside. x ascending.
function v = spline(x, y, t)
    n = numel(x)
    if n < 2 || numel(y) != n
        error(sprintf("spline: %d places and %d values; as many of both, two at least", n, numel(y)))
    end
    if any(diff(reshape(x, [n])) <= 0)
        error("spline: the places are not ascending")
    end
    places = reshape(1.0*x, [n])
    values = reshape(1.0*y, [n])
    v = lib_cubic_pieces(places, values, lib_spline_slopes(places, values), t)
end
function v = pchip(x, y, t)
    n = numel(x)
    if n < 2 || numel(y) != n
        error(sprintf("pchip: %d places and %d values; as many of both, two at least", n, numel(y)))
    end
    places = reshape(1.0*x, [n])
    values = reshape(1.0*y, [n])
    v = lib_cubic_pieces(places, values, lib_pchip_slopes(places, values), t)
end
% y = makima(x, y, t): interp1(x, y, t, "makima"): pieces whose slopes are means of the neighbouring differences, those where differences change less weighing more (Akima 1970), modified
% so that equal neighbours make a straight line.
function v = makima(x, y, t)
    n = numel(x)
    if n < 2 || numel(y) != n
        error(sprintf("makima: %d places and %d values; as many of both, two at least", n, numel(y)))
    end
    places = reshape(1.0*x, [n])
    values = reshape(1.0*y, [n])
    if !all(diff(places) > 0)
        error("makima: the places are not ascending")
    end
    v = lib_cubic_pieces(places, values, lib_makima_slopes(places, values), t)
end
% The differences go on linearly beyond both ends.
function d : vec = lib_makima_slopes(x : vec, y : vec)
    n = numel(x)
    s = diff(y)./diff(x)
    if n == 2
        d = [s[0], s[0]]
    else
        before = 2*s[0] - s[1]
        behind = 2*s[n-2] - s[n-3]
        w = [2*before - s[0], before, s, behind, 2*behind - s[n-2]]
        d = zeros(n)
        for k = 0..n-1
            left = abs(w[k+3] - w[k+2]) + abs(w[k+3] + w[k+2])/2
            right = abs(w[k+1] - w[k]) + abs(w[k+1] + w[k])/2
            d[k] = left + right > 0 ? (left*w[k+1] + right*w[k+2])/(left + right) : 0.0
        end
    end
end
function v = lib_cubic_pieces(x, y, slopes, t)
    if isscalar(t)
        v = lib_cubic_piece(x, y, slopes, t)
    else
        v = zeros(size(t))
        for k = 0..numel(t)-1
            v[k] = lib_cubic_piece(x, y, slopes, t[k])
        end
    end
end
function v : scalar = __device__ lib_cubic_piece(x, y, slopes, t : scalar)
    low = lib_piece_at(x, t)
    width = x[low+1] - x[low]
    u = (t - x[low])/width
    s = (y[low+1] - y[low])/width
    v = lib_at_end(y[low], y[low+1], u, y[low] + width*u*(slopes[low] + u*((3*s - 2*slopes[low] - slopes[low+1]) + u*(slopes[low] + slopes[low+1] - 2*s))))
end
% The slopes make second derivatives meet: a tridiagonal system but for the ends.
function d : vec = lib_spline_slopes(x : vec, y : vec)
    n = numel(x)
    h = diff(x)
    s = diff(y)./h
    if n == 2
        d = [s[0], s[0]]
    elseif n == 3
        % One parabola.
        c = (s[1] - s[0])/(x[2] - x[0])
        d = [s[0] - c*h[0], s[0] + c*h[0], s[1] + c*h[1]]
    else
        below = zeros(n)
        middle = zeros(n)
        above = zeros(n)
        right = zeros(n)
        for k = 1..n-2
            below[k] = h[k]
            middle[k] = 2*(h[k-1] + h[k])
            above[k] = h[k-1]
            right[k] = 3*(h[k]*s[k-1] + h[k-1]*s[k])
        end
        wide = x[2] - x[0]
        middle[0] = h[1]
        above[0] = wide
        right[0] = ((h[0] + 2*wide)*h[1]*s[0] + h[0]*h[0]*s[1])/wide
        wide = x[n-1] - x[n-3]
        middle[n-1] = h[n-3]
        below[n-1] = wide
        right[n-1] = (h[n-2]*h[n-2]*s[n-3] + (2*wide + h[n-2])*h[n-3]*s[n-2])/wide
        d = lib_tridiagonal(below, middle, above, right)
    end
end
function x : vec = lib_tridiagonal(below : vec, middle : vec, above : vec, right : vec)
    n = numel(middle)
    x = copy(right)
    {!serial for}
    for k = 1..n-1
        w = below[k]/middle[k-1]
        middle[k] = middle[k] - w*above[k-1]
        x[k] = x[k] - w*x[k-1]
    end
    x[n-1] = x[n-1]/middle[n-1]
    {!serial for}
    for k = n-2..-1..0
        x[k] = (x[k] - above[k]*x[k+1])/middle[k]
    end
end

% [q, r] = deconv(y, a): y = conv(q, a) + r, polynomials divided. y = cconv(a, b, n): convolution in a circle of n samples (the full length when left out). y = fftfilt(b, x): filter(b, 1, x)
% through Fourier transforms; what an infinite number or NaN reaches is summed up directly, the rest does not see it. y = xcorr2(a, b): conv2(a, b turned by 180 degrees, conjugated); b is a when left out.
function [q, r] = deconv(y, a)
    n = numel(y)
    m = numel(a)
    if m == 0 || a[0] == 0
        error("deconv: the first coefficient of the divisor is 0")
    end
    rest = reshape(iscomplex(a) ? complex(1.0*real(y), 1.0*imag(y)) : 1.0*copy(y), [n])
    q = iscomplex(rest) ? czeros(max(n - m + 1, 1)) : zeros(max(n - m + 1, 1))
    for k = 0..n-m
        factor = rest[k]/a[0]
        q[k] = factor
        for i = 0..m-1
            rest[k+i] = rest[k+i] - factor*a[i]
        end
    end
    r = lib_like_vector(rest, y)
    q = lib_like_vector(q, y)
end
function y = cconv(a, b, n : int = -1)
    last = numel(a) + numel(b) - 1
    whole = n < 1 ? last : n
    full = conv(a, b)
    parts = int((last + whole - 1)/whole)
    flat = iscomplex(full) ? czeros(parts*whole) : zeros(parts*whole)
    flat[0..last-1] = reshape(full, [last])
    y = lib_like_vector(sum(reshape(flat, [parts, whole]), 0), a)
end
function y = fftfilt(b, x)
    if lib_has_columns(x)
        y = lib_of_columns(v -> fftfilt(b, v), x)
        return
    end
    if numel(x) == 0 || numel(b) == 0
        error(sprintf("fftfilt: %d taps, %d samples", numel(b), numel(x)))
    end
    [taps, samples] = [reshape(b, [numel(b)]), reshape(x, [numel(x)])]
    [good_taps, good_samples] = [isfinite(taps), isfinite(samples)]
    if all(good_taps) && all(good_samples)
        y = lib_like_vector(lib_transformed_filter(taps, samples), x)
    else
        z = lib_transformed_filter(good_taps ? taps : 0, good_samples ? samples : 0)
        reached = lib_transformed_filter(!good_taps, ones(numel(x))) + lib_transformed_filter(ones(numel(b)), !good_samples)
        for k = 0..numel(x)-1
            if reached[k] > 0.5
                n = min(k, numel(b)-1)
                z[k] = sum(taps[0..n].*samples[k..-1..k-n])
            end
        end
        y = lib_like_vector(z, x)
    end
end
% As many samples of the convolution as x has.
function y = lib_transformed_filter(b, x)
    n = numel(x)
    whole = nextpow2(n + numel(b) - 1)
    z = ifft1(fft1(lib_followed_by_zeros(b, whole)).*fft1(lib_followed_by_zeros(x, whole)))[0..n-1]
    y = iscomplex(b) || iscomplex(x) ? z : real(z)
end
function y = xcorr2(a, b = [])
    second = numel(b) == 0 ? a : b
    y = conv2(a, conj(rot90(second, 2)))
end

% y = goertzel(x, k): the elements k (an array, from 0) of fft1(x) of a vector. y = czt(x, m, w, a): z-transform of a vector at the m points a w^-k (Bluestein 1970); the n-point Fourier
% transform when left out. y = fwht(x), ifwht(y): Walsh and Hadamard, a vector of 2^k samples, in the order of sign changes, fwht divided by n. y = dst(x), idst(y): sum of x[i] sin(pi (i+1)(k+1)/(n+1)).
function y = goertzel(x, k)
    n = numel(x)
    if n > 0 && !isvector(x)
        error(sprintf("goertzel: %d x %d elements; x is a vector: call it for each column x[:,k]", size(x,0), size(x,1)))
    end
    v = reshape(x, [1, n])
    y = czeros(numel(k))
    places = 0..n-1
    for i = 0..numel(k)-1
        angle = (2*pi/n)*(isint(k) ? mod(int(k[i])*places, n) : k[i]*places)
        y[i] = sum(v.*cos(angle)) - 1j*sum(v.*sin(angle))
    end
end
function y = isint(k)
    y = all(k == floor(k))
end
function y : cvec = czt(x, m : int = -1, w = 0.0, a = 1.0)
    n = numel(x)
    count = m < 0 ? n : m
    ratio = abs(w) == 0 ? complex(cos(2*pi/count), -sin(2*pi/count)) : w + 0j
    step = angle(ratio)
    size_step = log(abs(ratio))
    whole = nextpow2(n + count - 1)
    chirp_up = czeros(whole)
    weighted = czeros(whole)
    start = a + 0j
    for k = 0..max(n, count)-1
        q = 0.5*k*k
        e = exp(-q*size_step)
        c = complex(e*cos(q*step), -e*sin(q*step))
        if k < count
            chirp_up[k] = c
        end
        if k > 0 && k < n
            chirp_up[whole-k] = c
        end
        if k < n
            weighted[k] = x[k]*(start^(-k))/c
        end
    end
    z = ifft1(fft1(weighted).*fft1(chirp_up))
    y = czeros(count)
    for k = 0..count-1
        y[k] = z[k]/chirp_up[k]
    end
end
function y = fwht(x)
    y = lib_like_vector(lib_walsh(reshape(1.0*x, [numel(x)]))/numel(x), x)
end
function y = ifwht(x)
    y = lib_like_vector(lib_walsh(reshape(1.0*x, [numel(x)])), x)
end
function y : vec = lib_walsh(x : vec)
    n = numel(x)
    if n < 1 || nextpow2(n) != n
        error(sprintf("fwht: %d samples; a power of two", n))
    end
    z = x
    half = 1
    bits = 0
    while half < n
        pairs = reshape(z, [int(n/(2*half)), 2, half])
        first = pairs[:,0..0,:]
        second = pairs[:,1..1,:]
        z = reshape(cat(1, first + second, first - second), [n])
        half = 2*half
        bits = bits + 1
    end
    y = zeros(n)
    for k = 0..n-1
        % The row with k sign changes: the bits of k's Gray code in reverse.
        g = xor(k, shr(k, 1))
        at = 0
        for b = 0..bits-1
            at = at + shl(and(shr(g, b), 1), bits-1-b)
        end
        y[k] = z[at]
    end
end
function y = dst(x)
    if lib_has_columns(x)
        y = lib_of_columns(v -> dst(v), x)
        return
    end
    n = numel(x)
    odd = zeros(2*n + 2)
    odd[1..n] = reshape(x, [n])
    odd[n+2..2*n+1] = -reshape(x, [n])[n-1..-1..0]
    y = lib_like_vector(-0.5*imag(fft1(odd))[1..n], x)
end
function y = idst(x)
    y = dst(x)*(2/(size(x, lib_line_dimension(x)) + 1.0))
end
