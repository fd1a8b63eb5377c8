% stft.q: short-time Fourier transforms that can be undone.

% [s, f, t] = stft(x, window, overlap, points, fs): s[j,k] is the spectrum at frequency f[j], from 0 up to fs (all of them), of the k-th part of a vector, as long as the window and `overlap`
% samples of it shared (half of it when left out), times the window, at times t[k], the part's middle; real or complex x. window: a vec or the length of a periodic Hann window; points: of
% each transform (zeros follow). x goes on with zeros to the end of its last part. x = istft(s, window, overlap, n, real_signal): n samples (all that s covers when left out) by least squares
% (Griffin and Lim 1984): overlapped parts, windowed again, over the sum of the squared windows; complex where real_signal is false.
function [s, f, t] = stft(x, window = 256, overlap = [], points = [], fs : scalar = 1)
    w = lib_stft_window(window)
    n = numel(w)
    all_points = lib_at_least(points, n)
    step = lib_stft_step(n, lib_at_least(overlap, int(n/2)), all_points, "stft")
    parts = max(int((numel(x) - n + step - 1)/step), 0) + 1
    v = lib_overlapped_parts(x, w, step, parts, all_points)
    s = transpose(fft1(v))
    f = (0..all_points-1)*(fs/all_points)
    t = ((0..parts-1)*step + n/2)/fs
end
function x = istft(s : cmat, window = 256, overlap = [], samples : int = -1, real_signal = true)
    w = lib_stft_window(window)
    n = numel(w)
    step = lib_stft_step(n, lib_at_least(overlap, int(n/2)), size(s,0), "istft")
    z = ifft1(transpose(s))
    length = (size(s,1)-1)*step + n
    weight = lib_added_parts(repmat(w.*w, size(s,1), 1), ones(n), step, length)
    least = max(weight)*eps*eps
    y = lib_added_parts(real(z), w, step, length)./max(weight, least)
    if !real_signal
        y = complex(y, lib_added_parts(imag(z), w, step, length)./max(weight, least))
    end
    if samples >= 0
        whole = real_signal ? zeros(samples) : czeros(samples)
        last = min(samples, length)
        if last > 0
            whole[0..last-1] = y[0..last-1]
        end
        y = whole
    end
    x = y
end
function w : vec = lib_stft_window(window)
    if isscalar(window)
        n = int(window)
        w = n == 1 ? ones(1) : hann(n+1)[0..n-1]
    else
        w = reshape(1.0*window, [numel(window)])
    end
end
function step : int = lib_stft_step(n : int, shared_samples : int, points : int, name : string)
    if n == 0 || shared_samples >= n || points < n
        error(sprintf("%s: a window of %d samples, %d shared, transforms of %d points; overlap < window <= points", name, n, shared_samples, points))
    end
    step = n - shared_samples
end
function v = lib_overlapped_parts(x, w : vec, step : int, parts : int, points : int)
    if iscomplex(x)
        v = complex(lib_overlapped_parts(real(x), w, step, parts, points), lib_overlapped_parts(imag(x), w, step, parts, points))
    else
        v = zeros(parts, points)
        count = numel(x)
        for k = 0..parts-1
            for i = 0..numel(w)-1
                v[k,i] = k*step + i < count ? x[min(k*step + i, count-1)]*w[i] : 0.0
            end
        end
    end
end
% y[i]: the sum over the parts that have it.
function y : vec = lib_added_parts(v : mat, w : vec, step : int, length : int)
    y = zeros(length)
    n = numel(w)
    parts = size(v,0)
    for i = 0..length-1
        first = i < n ? 0 : int((i - n)/step) + 1
        last = min(int(i/step), parts-1)
        total = 0.0
        for k = first..last
            total += v[k, i - k*step]*w[i - k*step]
        end
        y[i] = total
    end
end

% [p, f] = cpsd(x, y, window, overlap, points, fs): the one-sided cross power spectral density of two real signals by Welch's method, of X conj(Y), as MATLAB's (SciPy's csd is its conjugate);
% [c, f] = mscohere(x, y, window, overlap, points, fs): |Pxy|^2/(Pxx Pyy); [h, f] = tfestimate(x, y, window, overlap, points, fs): Pyx/Pxx, the filter that makes y of x. All as of pwelch.
function [p, f] = cpsd(x, y, window = [], overlap = [], points = [], fs = 1)
    if numel(x) != numel(y)
        error(sprintf("cpsd: signals of %d and %d samples", numel(x), numel(y)))
    end
    [w, step, n, rate] = lib_welch_setting("cpsd", x, window, overlap, points, fs)
    a = fft1(lib_windowed_parts(x, w, step, n))
    b = fft1(lib_windowed_parts(y, w, step, n))
    bins = int(n/2) + 1
    p = reshape(sum(a.*conj(b), 0), [n])[0..bins-1]/(size(a,0)*rate*sum(w.^2))
    for j = 1..bins-1
        if 2*j != n
            p[j] = 2*p[j]
        end
    end
    f = (0..bins-1)*(rate/n)
end
function [c, f] = mscohere(x, y, window = [], overlap = [], points = [], fs = 1)
    [p, f] = cpsd(x, y, window, overlap, points, fs)
    a = pwelch(x, window, overlap, points, fs)
    b = pwelch(y, window, overlap, points, fs)
    c = (real(p).^2 + imag(p).^2)./(a.*b)
end
function [h, f] = tfestimate(x, y, window = [], overlap = [], points = [], fs = 1)
    [p, f] = cpsd(x, y, window, overlap, points, fs)
    h = conj(p)./pwelch(x, window, overlap, points, fs)
end

% y = chirp(t, f0, t1, f1, kind): cos of a frequency that goes from f0 at time 0 to f1 at t1: "linear" (the default), "quadratic" or "logarithmic". sawtooth(t, width): -1 to 1 and back with
% period 2 pi, rising for the part `width` (1) of it. square(t, duty): 1 for `duty` percent (50) of each 2 pi, then -1. rectpuls(t, w), tripuls(t, w): a box, a triangle around 0 of width w (1).
function y = chirp(t, f0 : scalar = 0, t1 : scalar = 1, f1 : scalar = 100, kind : string = "linear")
    match kind with
    | "linear" -> y = cos(2*pi*(f0*t + ((f1 - f0)/(2*t1))*t.*t))
    | "quadratic" -> y = cos(2*pi*(f0*t + ((f1 - f0)/(3*t1*t1))*t.*t.*t))
    | "logarithmic" -> y = cos((2*pi*f0*t1/log(f1/f0))*((f1/f0).^(t/t1) - 1))
    | _ -> error(sprintf("chirp: the kind '%s' is not one of linear, quadratic, logarithmic", kind))
    end
end
function y = sawtooth(t, width : scalar = 1)
    r = t/(2*pi) - floor(t/(2*pi))
    up = width > 0 ? 2*r/max(width, 1e-30) - 1 : -1 + 0*r
    down = width < 1 ? 1 - 2*(r - width)/max(1 - width, 1e-30) : 0*r
    y = r < width ? up : down
end
function y = square(t, duty : scalar = 50)
    r = t/(2*pi) - floor(t/(2*pi))
    y = r < duty/100 ? 1 + 0*r : -1 + 0*r
end
function y = rectpuls(t, w : scalar = 1)
    y = t >= -w/2 && t < w/2 ? 1 + 0*t : 0*t
end
function y = tripuls(t, w : scalar = 1)
    y = max(1 - abs(t)*(2/w), 0)
end
