% spectrum.q: correlation of signals, the analytic signal, power spectra. Lags are counted in samples from the middle element on.

% [r, lags] = xcorr(a, b, maxlag): r[maxlag+m] = sum over n of a[n+m] conj(b[n]), m from -maxlag to maxlag; b is a when left out, xcorr(a, maxlag), maxlag the longest length - 1.
% Long ones through Fourier transforms. A text behind says how r is scaled: "none", "biased" (by the length n), "unbiased" (by n - |m|) or "coeff" (so that two equal signals have 1 at lag 0).
function [r, lags] = xcorr(a, b, maxlag : int, scale : string)
    [r, lags] = xcorr(a, b, maxlag)
    n = max(numel(a), numel(b))
    second = numel(b) == 0 ? a : b
    match scale with
    | "none" -> r = r
    | "biased" -> r = r/n
    | "unbiased" -> r = r./max(n - abs(lags), 1)
    | "coeff" -> r = r/sqrt(sumsq(a)*sumsq(second))
    | "normalized" -> r = r/sqrt(sumsq(a)*sumsq(second))
    | _ -> error(sprintf("xcorr: the scale '%s' is not one of none, biased, unbiased, coeff", scale))
    end
end
function [r, lags] = xcorr(a, scale : string)
    [r, lags] = xcorr(a, [], -1, scale)
end
function [r, lags] = xcorr(a, b, scale : string)
    if isscalar(b) && numel(a) > 1
        [r, lags] = xcorr(a, [], int(b[0]), scale)
    else
        [r, lags] = xcorr(a, b, -1, scale)
    end
end
function [r, lags] = xcorr(a, b = [], maxlag : int = -1)
    if maxlag < 0 && isscalar(b) && numel(a) > 1  % xcorr(a, maxlag)
        [r, lags] = xcorr(a, [], int(b[0]))
        return
    end
    second = numel(b) == 0 ? a : b
    if numel(a) == 0
        error("xcorr: an empty signal")
    end
    if !isvector(a) || !isvector(second)
        error(sprintf("xcorr: %d x %d elements; signals are vectors, matrices are correlated by xcorr2", size(a,0), size(a,1)))
    end
    n = max(numel(a), numel(second))
    last = maxlag < 0 ? n-1 : maxlag
    if numel(a)*numel(second) <= 4096
        lags = -last..last
        r = lib_correlated_directly(a, second, last)
        return
    end
    whole = nextpow2(n + last + 1)
    product = ifft1(fft1(lib_followed_by_zeros(a, whole)).*conj(fft1(lib_followed_by_zeros(second, whole))))
    lags = -last..last
    r = circshift(iscomplex(a) || iscomplex(second) ? product : real(product), last)[0..2*last]
end
% Of short signals as the sums that they are: whole numbers stay whole.
function r = lib_correlated_directly(a, b, last : int)
    n = numel(b)
    sums = conv(reshape(a, [numel(a)]), conj(reshape(b, [n])[n-1..-1..0]))
    r = iscomplex(sums) ? czeros(2*last + 1) : zeros(2*last + 1)
    low = max(1-n, -last)
    high = min(numel(a)-1, last)
    r[last+low..last+high] = sums[n-1+low..n-1+high]
end
function y = lib_followed_by_zeros(x, n : int)
    y = iscomplex(x) ? czeros(n) : zeros(n)
    y[0..numel(x)-1] = reshape(x, [numel(x)])
end

% z = hilbert(x): the analytic signal of a real vector, x + 1j times its Hilbert transform: its spectrum without the negative frequencies (Marple 1999).
function z = hilbert(x)
    if iscomplex(x)
        error("hilbert: a complex signal; the analytic signal is that of a real one, hilbert(real(x))")
    end
    if lib_has_columns(x)
        z = lib_of_columns(v -> hilbert(v), x)
    else
        n = numel(x)
        weight = zeros(n)
        for k = 0..n-1
            weight[k] = k == 0 || 2*k == n ? 1 : (2*k < n ? 2 : 0)
        end
        z = lib_like_vector(ifft1(fft1(reshape(1.0*x, [n])).*weight), x)
    end
end

% y = detrend(x): a vector less the straight line that fits it best; detrend(x, "constant"), detrend(x, n): less its mean, the polynomial of degree n that fits it best.
function y = detrend(x, kind : string)
    if kind != "constant" && kind != "linear"
        error(sprintf("detrend: the kind '%s' is neither linear nor constant", kind))
    end
    y = kind == "linear" ? detrend(x) : (lib_has_columns(x) ? x - mean(x, lib_line_dimension(x)) : x - mean(x))
end
function y = detrend(x, degree : int)
    if lib_has_columns(x)
        y = lib_of_columns(v -> detrend(v, degree), x)
    else
        n = numel(x)
        if degree < 0 || degree >= max(n, 1)
            error(sprintf("detrend: degree %d of %d samples", degree, n))
        end
        v = reshape(1.0*x, [n])
        t = n > 1 ? ((0..n-1) - (n-1)/2)/((n-1)/2.0) : zeros(n)
        y = lib_like_vector(v - polyval(polyfit(t, v, degree), t), x)
    end
end
function y = detrend(x)
    if lib_has_columns(x)
        y = lib_of_columns(v -> detrend(v), x)
    else
        n = numel(x)
        v = reshape(1.0*x, [n])
        t = (0..n-1) - (n-1)/2
        slope = n > 1 ? sum(t.*v)/sum(t.*t) : 0.0
        y = lib_like_vector(v - mean(v) - slope*t, x)
    end
end

% y = downsample(x, n, first): every n-th sample of a vector, from the first (0) on. y = upsample(x, n, first): n-1 zeros after each sample, `first` of them (0 to n-1) before it.
function y = downsample(x, n : int, first : int = 0)
    if n < 1
        error(sprintf("downsample: by %d; n is 1 or more", n))
    end
    lib_check_phase(n, first, "downsample")
    if lib_has_columns(x)
        y = lib_of_columns(v -> downsample(v, n, first), x)
    else
        y = lib_zeros_like_vector(int((numel(x) - first + n-1)/n), x)
        for k = 0..numel(y)-1
            y[k] = x[k*n + first]
        end
    end
end
function y = upsample(x, n : int, first : int = 0)
    if n < 1
        error(sprintf("upsample: by %d; n is 1 or more", n))
    end
    lib_check_phase(n, first, "upsample")
    if lib_has_columns(x)
        y = lib_of_columns(v -> upsample(v, n, first), x)
    else
        y = lib_zeros_like_vector(numel(x)*n, x)
        for k = 0..numel(x)-1
            y[k*n + first] = x[k]
        end
    end
end
function [] = lib_check_phase(n : int, first : int, name : string)
    if first < 0 || first >= n
        error(sprintf("%s: the first sample %d of %d; it is 0 to %d", name, first, n, n-1))
    end
end
% n zeros, as a column where `model` is one, complex where it is.
function y = lib_zeros_like_vector(n : int, model)
    if size(model,0) > 1
        y = iscomplex(model) ? czeros(n, 1) : zeros(n, 1)
    elseif ndims(model) > 2 && size(model,1) == 1
        y = iscomplex(model) ? czeros(1, 1, n) : zeros(1, 1, n)
    else
        y = iscomplex(model) ? czeros(n) : zeros(n)
    end
end

% [p, f] = pwelch(x, window, overlap, points, fs): the one-sided power spectral density of a real signal by the mean of the periodograms of its windowed parts (Welch 1967). window: a vec, or
% the length of a Hamming window, two ninths of the signal when left out; `overlap` samples of it shared (half of it); transforms of `points` (as many as the window: zeros follow, or the part
% is wrapped around); f in units of fs (1). [] stands for what is left out. [p, f] = periodogram(x, window, points, fs): of all samples at once, a box when left out; periodogram(x, fs).
function [p, f] = pwelch(x, window = [], overlap = [], points = [], fs = 1)
    [w, step, n, rate] = lib_welch_setting("pwelch", x, window, overlap, points, fs)
    v = lib_windowed_parts(x, w, step, n)
    parts = size(v,0)
    s = fft1(v)
    bins = int(n/2) + 1
    p = zeros(bins)
    for j = 0..bins-1
        total = 0.0
        for k = 0..parts-1
            total += real(s[k,j])^2 + imag(s[k,j])^2
        end
        p[j] = (j == 0 || 2*j == n ? 1 : 2)*total/(parts*rate*sum(w.^2))
    end
    f = (0..bins-1)*(rate/n)
end
% The window, how far its places are from each other, the points of a transform, the rate.
function [w : vec, step : int, n : int, rate : scalar] = lib_welch_setting(who : string, x, window, overlap, points, fs)
    if !isvector(x) || iscomplex(x)
        error(sprintf("%s: %d x %d %s numbers; x is a vector of real ones: call it for each column x[:,k]", who, size(x,0), size(x,1), iscomplex(x) ? "complex" : "real"))
    end
    if numel(window) == 0
        w = hamming(max(int(floor(numel(x)/4.5)), 1))
    elseif numel(window) == 1
        w = hamming(int(window[0]))
    else
        w = reshape(1.0*window, [numel(window)])
    end
    step = lib_checked_step(who, numel(w), lib_at_least(overlap, int(numel(w)/2)), numel(x))
    n = int(lib_given(points, numel(w)))
    rate = lib_given(fs, 1.0)
    if n < 1 || !(rate > 0)
        error(sprintf("%s: transforms of %d points, a rate of %g; both are above 0", who, n, rate))
    end
end
% The first element of what is given, otherwise.
function y = lib_given(x, otherwise)
    y = numel(x) == 0 ? otherwise : x[0]
end
% A count that is given, otherwise for [] and -1.
function n : int = lib_at_least(x, otherwise : int)
    n = int(lib_given(x, otherwise))
    n = n < 0 ? otherwise : n
end
function step : int = lib_checked_step(who : string, n : int, shared_samples : int, samples : int)
    if n == 0 || n > samples || shared_samples < 0 || shared_samples >= n
        error(sprintf("%s: a window of %d samples, %d shared, on %d samples; overlap < window <= samples", who, n, shared_samples, samples))
    end
    step = n - shared_samples
end
% Rows of `points` samples: the parts of a real signal, as long as the window and `step` from each other, times the window, then zeros; what is beyond the points is added to the first ones.
function v : mat = lib_windowed_parts(x, window : vec, step : int, points : int)
    n = numel(window)
    parts = int((numel(x) - n)/step) + 1
    v = zeros(parts, points)
    for k = 0..parts-1
        for i = 0..points-1
            total = 0.0
            for m = i..points..n-1
                total += x[k*step+m]*window[m]
            end
            v[k,i] = total
        end
    end
end
function [p, f] = periodogram(x, window = [], points = [], fs = 1)
    if numel(window) == 1 && numel(x) > 1
        [p, f] = periodogram(x, [], points, window)
        return
    end
    if numel(window) != 0 && numel(window) != numel(x)
        error(sprintf("periodogram: a window of %d samples on %d samples; both are as long, parts are for pwelch", numel(window), numel(x)))
    end
    [p, f] = pwelch(x, numel(window) == 0 ? ones(numel(x)) : window, 0, points, fs)
end
% [s, f, t] = spectrogram(x, window, overlap, points, fs): the short-time Fourier transform of a real signal: s[j,k] is the spectrum of its k-th windowed part at frequency
% f[j], from 0 to half of fs (1), around time t[k], the part's middle. window: a vec, or the length of a Hamming window (256); half of it is shared when overlap is left out;
% points: of each transform, the window's length or more (zeros follow). The power is abs(s).^2.
function [s, f, t] = spectrogram(x, window = 256, overlap = [], points = [], fs = 1)
    w = numel(window) == 1 ? hamming(int(window[0])) : (numel(window) == 0 ? hamming(256) : reshape(1.0*window, [numel(window)]))
    n = numel(w)
    all_points = lib_at_least(points, n)
    if all_points < n
        error(sprintf("spectrogram: transforms of %d points of a window of %d samples; they are as long or longer", all_points, n))
    end
    step = lib_checked_step("spectrogram", n, lib_at_least(overlap, int(n/2)), numel(x))
    v = lib_windowed_parts(x, w, step, all_points)
    z = fft1(v)
    rate = lib_given(fs, 1.0)
    bins = int(all_points/2) + 1
    s = transpose(z[:,0..bins-1])
    f = (0..bins-1)*(rate/all_points)
    t = ((0..size(v,0)-1)*step + n/2)/rate
end

% [a, e, k] = levinson(r, n): the linear predictor of order n (numel(r)-1) from autocorrelations r[0], r[1], ..: a[0] = 1, x[t] is near -sum over i > 0 of a[i] x[t-i]; e: the power of what is left;
% k: the reflection coefficients (Levinson 1947, Durbin 1960). [a, e] = lpc(x, n): of a signal, by its autocorrelations over numel(x). r = xcov(a, b, maxlag, scale): xcorr of both less their means.
function [a, e : scalar, k] = levinson(r, n : int = -1)
    order = n < 0 ? numel(r)-1 : n
    if order < 0 || order >= numel(r) || !(r[0] > 0)
        error(sprintf("levinson: order %d of %d autocorrelations; r[0] is above 0, the order below their number", order, numel(r)))
    end
    a = zeros(order + 1)
    a[0] = 1
    k = zeros(order)
    e = r[0]
    for m = 1..order
        total = 0.0
        for i = 0..m-1
            total += a[i]*r[m-i]
        end
        c = -total/e
        k[m-1] = c
        before = copy(a)
        for i = 1..m
            a[i] = before[i] + c*before[m-i]
        end
        e = e*(1 - c*c)
    end
end
function [a, e : scalar] = lpc(x, n : int)
    if n < 0 || n >= numel(x)
        error(sprintf("lpc: order %d of %d samples", n, numel(x)))
    end
    r = xcorr(x, x, n)[n..2*n]/numel(x)
    [a, e] = levinson(r, n)
end
function [r, lags] = xcov(a, b, maxlag : int, scale : string)
    second = numel(b) == 0 ? a : b
    [r, lags] = xcorr(a - mean(a), second - mean(second), maxlag, scale)
end
function [r, lags] = xcov(a, scale : string)
    [r, lags] = xcov(a, [], -1, scale)
end
function [r, lags] = xcov(a, b, scale : string)
    if isscalar(b) && numel(a) > 1
        [r, lags] = xcov(a, [], int(b[0]), scale)
    else
        [r, lags] = xcov(a, b, -1, scale)
    end
end
function [r, lags] = xcov(a, b = [], maxlag : int = -1)
    if isscalar(b) && numel(a) > 1 && maxlag < 0
        [r, lags] = xcov(a, [], int(b[0]))
    else
        second = numel(b) == 0 ? a : b
        [r, lags] = xcorr(a - mean(a), second - mean(second), maxlag)
    end
end
