% windows.q: windows with a parameter, beside hamming, hann and blackman of signal.q. All are vecs of n samples, symmetric, with their ends; of one sample 1.

% bartlett(n): a triangle that is 0 at its ends.
function w : vec = bartlett(n : int)
    w = ones(max(n, 0))
    if n > 1
        for k = 0..n-1
            w[k] = 1 - abs(2.0*k/(n-1) - 1)
        end
    end
end

% gausswin(n, alpha): exp(-t^2/2), t from -alpha to alpha.
function w : vec = gausswin(n : int, alpha : scalar = 2.5)
    w = ones(max(n, 0))
    if n > 1
        for k = 0..n-1
            t = alpha*(2.0*k/(n-1) - 1)
            w[k] = exp(-0.5*t*t)
        end
    end
end

% tukeywin(n, r): 1 in the middle, a raised cosine over the fraction r of the samples (half of it at either end); r = 0 is a box, 1 is hann(n).
function w : vec = tukeywin(n : int, r : scalar = 0.5)
    w = ones(max(n, 0))
    part = min(r, 1)
    if n > 1 && part > 0
        for k = 0..n-1
            t = 2.0*min(k, n-1-k)/(n-1)
            if t < part
                w[k] = 0.5 - 0.5*cos(pi*t/part)
            end
        end
    end
end

% kaiser(n, beta): I0(beta sqrt(1-t^2))/I0(beta), t from -1 to 1 (Kaiser and Schafer 1980).
function w : vec = kaiser(n : int, beta : scalar = 0.5)
    w = ones(max(n, 0))
    if n > 1
        for k = 0..n-1
            t = 2.0*k/(n-1) - 1
            w[k] = lib_bessel_i0(beta*sqrt(max(1 - t*t, 0)))/lib_bessel_i0(beta)
        end
    end
end
% The modified Bessel function of order 0 by its power series, sum of ((x/2)^k/k!)^2; all terms are positive, so that none cancel.
function s : scalar = __device__ lib_bessel_i0(x : scalar)
    s = 1.0
    term = 1.0
    k = 1
    while term > 1e-17*s && k < 500
        term = term*(x/(2.0*k))^2
        s = s + term
        k = k + 1
    end
end

% rectwin(n): ones. triang(n): a triangle that is not 0 at its ends. blackmanharris(n), nuttallwin(n), flattopwin(n): sums of four and five cosines (Harris 1978, Nuttall 1981, D'Antona and
% Ferrero 2006). parzenwin(n), bohmanwin(n), barthannwin(n). chebwin(n, r): all side lobes r dB down (100; Dolph 1946).
function w : vec = rectwin(n : int)
    w = ones(max(n, 0))
end
function w : vec = triang(n : int)
    w = ones(max(n, 0))
    m = mod(n, 2) == 1 ? n + 1 : n
    for k = 0..n-1
        t = min(k, n-1-k)
        w[k] = mod(n, 2) == 1 ? 2.0*(t + 1)/m : (2.0*t + 1)/m
    end
end
function w : vec = blackmanharris(n : int)
    w = lib_cosines(n, [0.35875, -0.48829, 0.14128, -0.01168])
end
function w : vec = nuttallwin(n : int)
    w = lib_cosines(n, [0.3635819, -0.4891775, 0.1365995, -0.0106411])
end
function w : vec = flattopwin(n : int)
    w = lib_cosines(n, [0.21557895, -0.41663158, 0.277263158, -0.083578947, 0.006947368])
end
function w : vec = lib_cosines(n : int, a : vec)
    w = ones(max(n, 0))
    if n > 1
        for k = 0..n-1
            total = 0.0
            for i = 0..numel(a)-1
                total += a[i]*cos(2*pi*mod(i*k, n-1)/(n-1))
            end
            w[k] = total
        end
    end
end
function w : vec = parzenwin(n : int)
    w = ones(max(n, 0))
    for k = 0..n-1
        t = abs(2.0*k - (n-1))/n
        w[k] = t <= (n-1)/(2.0*n) ? 1 - 6*t*t*(1 - t) : 2*(1 - t)^3
    end
end
function w : vec = bohmanwin(n : int)
    w = ones(max(n, 0))
    if n > 1
        for k = 0..n-1
            t = abs(2.0*k/(n-1) - 1)
            w[k] = k == 0 || k == n-1 ? 0.0 : (1 - t)*cos(pi*t) + sin(pi*t)/pi
        end
    end
end
function w : vec = barthannwin(n : int)
    w = ones(max(n, 0))
    if n > 1
        for k = 0..n-1
            t = 1.0*k/(n-1) - 0.5
            w[k] = 0.62 - 0.48*abs(t) + 0.38*cos(2*pi*t)
        end
    end
end
function w : vec = chebwin(n : int, r : scalar = 100)
    w = ones(max(n, 0))
    if n > 1
        beta = cosh(acosh(10^(abs(r)/20))/(n-1))
        p = czeros(n)
        for k = 0..n-1
            x = beta*cos(pi*k/n)
            v = abs(x) <= 1 ? cos((n-1)*acos(x)) : cosh((n-1)*acosh(abs(x)))*(x < 0 && mod(n-1, 2) == 1 ? -1 : 1)
            half = mod(n, 2) == 0 ? pi*k/n : 0.0
            p[k] = complex(v*cos(half), v*sin(half))
        end
        z = real(fft1(p))
        m = int(n/2) + 1
        for k = 0..n-1
            w[k] = mod(n, 2) == 1 ? z[abs(k - int(n/2))] : z[max(k >= int(n/2) ? k - int(n/2) + 1 : int(n/2) - k, 0)]
        end
        w = w/max(w)
    end
end
