% iirdesign.q: Chebyshev filters, filters as zeros and poles or as sections of second order, what a filter does. Frequencies are parts of half the sampling rate, 0 < w < 1; kinds as of butter.

% [b, a] = cheby1(n, ripple, w, kind): order n, `ripple` dB between the least and the largest magnitude of the passband, whose edge is w. [b, a] = cheby2(n, ripple, w, kind): the stopband is
% `ripple` dB down from its edge w on. [z, p, k] = ...: zeros, poles and gain. The analog prototypes (Parks and Burrus, Digital Filter Design, 7), moved, and the bilinear transform.
function [b, a, k] = cheby1(n : int, ripple : scalar, w, kind : string = "")
    way = lib_filter_kind(w, kind, "cheby1")
    lib_check_order(n, ripple, "cheby1")
    height = sqrt(10^(ripple/10) - 1)
    mu = asinh(1/height)/n
    poles = czeros(n)
    for i = 0..n-1
        angle = pi*(2*i + 1)/(2.0*n)
        poles[i] = complex(-sinh(mu)*sin(angle), cosh(mu)*cos(angle))
    end
    gain = real(lib_product_of(-1*poles))
    if mod(n, 2) == 0
        gain = gain/sqrt(1 + height*height)
    end
    [z, p, k] = lib_digital(czeros(0), poles, gain, w, way)
    if $outputs >= 3
        [b, a] = `z, p'
    else
        [b, a] = zp2tf(z, p, k)
    end
end
function [b, a, k] = cheby2(n : int, ripple : scalar, w, kind : string = "")
    way = lib_filter_kind(w, kind, "cheby2")
    lib_check_order(n, ripple, "cheby2")
    height = 1/sqrt(10^(ripple/10) - 1)
    mu = asinh(1/height)/n
    poles = czeros(n)
    zeros_at = czeros(n - mod(n, 2))
    count = 0
    for i = 0..n-1
        angle = pi*(2*i + 1)/(2.0*n)
        poles[i] = 1/complex(-sinh(mu)*sin(angle), cosh(mu)*cos(angle))
        if 2*i + 1 != n
            zeros_at[count] = complex(0.0, 1/cos(angle))
            count = count + 1
        end
    end
    gain = real(lib_product_of(-1*poles)/lib_product_of(-1*zeros_at))
    [z, p, k] = lib_digital(zeros_at, poles, gain, w, way)
    if $outputs >= 3
        [b, a] = `z, p'
    else
        [b, a] = zp2tf(z, p, k)
    end
end
function [] = lib_check_order(n : int, ripple : scalar, name : string)
    if n < 1 || !(ripple > 0)
        error(sprintf("%s: order %d, ripple %g dB; the order is 1 or more, the ripple above 0", name, n, ripple))
    end
end
function p = lib_product_of(r)
    p = complex(1.0, 0.0)
    for i = 0..numel(r)-1
        p = p*r[i]
    end
end
% The digital filter of an analog low-pass with the edge 1: way 0 low, 1 high, 2 bandpass, 3 stop.
function [z, p, k] = lib_digital(zeros_at, poles, gain : scalar, w, way : int)
    low = tan(pi*w[0]/2)
    high = tan(pi*w[numel(w)-1]/2)
    more = numel(poles) - numel(zeros_at)
    k = gain
    if way == 0 || way == 1
        z = lib_moved(zeros_at, low, way)
        p = lib_moved(poles, low, way)
        if way == 0
            k = k*low^more
        end
    else
        z = lib_split(zeros_at, high - low, low*high, way)
        p = lib_split(poles, high - low, low*high, way)
        if way == 2
            k = k*(high - low)^more
        end
    end
    if way == 1 || way == 3
        k = k*real(lib_product_of(-1*zeros_at)/lib_product_of(-1*poles))
    end
    if way == 1
        z = horzcat(z, czeros(more))
    elseif way == 2
        z = horzcat(z, czeros(more))
    elseif way == 3
        c = sqrt(low*high)
        z = horzcat(z, complex(zeros(more), c), complex(zeros(more), -c))
    end
    % s = (z-1)/(z+1); zeros that lie infinitely far come to -1.
    k = k*real(lib_product_of(1 - z)/lib_product_of(1 - p))
    far = numel(p) - numel(z)
    z = (1 + z)./(1 - z)
    p = (1 + p)./(1 - p)
    z = horzcat(z, complex(-ones(far), zeros(far)))
end
function y : cvec = lib_moved(r, edge : scalar, way : int)
    y = way == 0 ? edge*r : edge/r
end
function y : cvec = lib_split(r, width : scalar, square : scalar, way : int)
    half = way == 2 ? (width/2)*r : (width/2)/r
    root = sqrt(half.*half - square)
    y = horzcat(half + root, half - root)
end

% [b, a] = zp2tf(z, p, k), [z, p, k] = tf2zp(b, a): coefficients and zeros, poles, gain. sos = zp2sos(z, p, k), tf2sos(b, a): rows [b0, b1, b2, 1, a1, a2], sections of second order, the poles
% nearest to the unit circle last, each with the zeros nearest to them. [b, a] = sos2tf(sos).
function [b, a] = zp2tf(z, p, k : scalar)
    b = k*real(poly(z))
    a = real(poly(p))
end
function [z, p, k] = tf2zp(b, a)
    first = 0
    while first < numel(b) - 1 && b[first] == 0
        first = first + 1
    end
    z = roots(b)
    p = roots(a)
    k = b[first]/(1.0*a[0])
end
function sos : mat = zp2sos(z, p, k : scalar = 1)
    n = max(numel(p), numel(z))
    sections = int((n + 1)/2)
    sos = zeros(max(sections, 1), 6)
    sos[:,0] = 1
    sos[:,3] = 1
    poles = lib_filled(p, 2*sections)
    nulls = lib_filled(z, 2*sections)
    used = zeros(2*sections)
    used_zeros = zeros(2*sections)
    for s = sections-1..-1..0
        % The pole nearest to the circle, its conjugate or another real one.
        [first, second] = lib_pair(poles, used, 1.0, complex(0.0, 0.0), true)
        [a, b] = lib_pair(nulls, used_zeros, 1.0, poles[first], false)
        sos[s,1] = -real(nulls[a] + nulls[b])
        sos[s,2] = real(nulls[a]*nulls[b])
        sos[s,4] = -real(poles[first] + poles[second])
        sos[s,5] = real(poles[first]*poles[second])
    end
    sos[0,0..2] = k*sos[0,0..2]
end
function y : cvec = lib_filled(r, n : int)
    y = czeros(n)
    for i = 0..numel(r)-1
        y[i] = r[i]
    end
end
% Two of r that are left, with real sum and product: the one nearest to the circle, or to `goal`, and its conjugate or a real one; both are then used.
function [first : int, second : int] = lib_pair(r : cvec, used : vec, radius : scalar, goal : cscalar, to_circle : bool)
    n = numel(r)
    first = -1
    for i = 0..n-1
        if used[i] == 0
            if first < 0
                first = i
            elseif (to_circle ? abs(1 - abs(r[i])) : abs(r[i] - goal)) < (to_circle ? abs(1 - abs(r[first])) : abs(r[first] - goal))
                first = i
            end
        end
    end
    used[first] = 1
    second = -1
    is_real = abs(imag(r[first])) <= 1e-6*max(abs(r[first]), 1e-3)
    for i = 0..n-1
        if used[i] == 0
            real_too = abs(imag(r[i])) <= 1e-6*max(abs(r[i]), 1e-3)
            if is_real == real_too
                if second < 0
                    second = i
                elseif abs(r[i] - (is_real && !to_circle ? goal : conj(r[first]))) < abs(r[second] - (is_real && !to_circle ? goal : conj(r[first])))
                    second = i
                end
            end
        end
    end
    used[second] = 1
end
function sos : mat = tf2sos(b, a)
    [z, p, k] = tf2zp(b, a)
    sos = zp2sos(z, p, k)
end
function [b, a] = sos2tf(sos : mat)
    b = [1.0]
    a = [1.0]
    for s = 0..size(sos,0)-1
        b = conv(b, sos[s,0..2])
        a = conv(a, sos[s,3..5])
    end
end

% y = sosfilt(sos, x): one section after another, along a vector or the columns. y = sosfiltfilt(sos, x): a vector forwards and backwards, without delay, begun as filtfilt begins.
function y = sosfilt(sos : mat, x)
    y = 1.0*x
    for s = 0..size(sos,0)-1
        y = filter(sos[s,0..2], sos[s,3..5], y)
    end
end
function y = sosfiltfilt(sos : mat, x)
    n = numel(x)
    more = min(3*(2*size(sos,0) + 1), n-1)
    v = reshape(1.0*x, [n])
    long = zeros(n + 2*more)
    for k = 0..n+2*more-1
        at = k - more
        long[k] = at < 0 ? 2*v[0] - v[-at] : (at >= n ? 2*v[n-1] - v[2*(n-1)-at] : v[at])
    end
    forth = lib_sections_from_rest(sos, long)
    back = lib_sections_from_rest(sos, forth[numel(forth)-1..-1..0])
    y = lib_like_vector(back[n+more-1..-1..more], x)
end
% As if the first sample had been there for ever.
function y : vec = lib_sections_from_rest(sos : mat, x : vec)
    y = x
    level = x[0]
    for s = 0..size(sos,0)-1
        gain = sum(sos[s,0..2])/sum(sos[s,3..5])
        y = filter(sos[s,0..2], sos[s,3..5], y - level) + level*gain
        level = level*gain
    end
end

% [h, t] = impz(b, a, n): the first n samples of what the filter answers to 1, 0, 0, ... [g, w] = grpdelay(b, a, n): its group delay in samples at n angles pi k/n.
function [h, t] = impz(b, a = [1.0], n : int = 64)
    x = zeros(n)
    x[0] = 1
    h = filter(b, a, x)
    t = 0..n-1
end
function [g, w] = grpdelay(b, a = [1.0], n : int = 512)
    c = conv(reshape(1.0*b, [numel(b)]), reshape(1.0*a, [numel(a)])[numel(a)-1..-1..0])
    top = lib_response(c.*(0..numel(c)-1), [1.0], n)
    bottom = lib_response(c, [1.0], n)
    g = zeros(n)
    for k = 0..n-1
        g[k] = abs(bottom[k]) > 16*eps*sum(abs(c)) ? real(top[k]/bottom[k]) - (numel(a) - 1) : 0.0
    end
    w = (0..n-1)*(pi/n)
end
