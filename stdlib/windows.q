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
