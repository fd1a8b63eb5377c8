% filterdesign.q: digital filters designed, applied without delay and shown over frequency; running medians. Frequencies are parts of half the sampling rate, 0 < w < 1.

% p = poly(r): the polynomial with the roots r, highest power first, p[0] = 1; real where the roots are, or come in conjugate pairs. Of a matrix with as many rows as columns its characteristic polynomial.
function p = poly(r)
    if length(r) != numel(r)
        lib_check_square(r, "poly")
        p = poly(eig(1.0*r))
        return
    end
    c = czeros(numel(r)+1)
    c[0] = 1.0
    for k = 0..numel(r)-1
        c[1..k+1] = c[1..k+1] - r[k]*c[0..k]
    end
    p = max(abs(imag(c))) <= 64*eps*max(abs(c)) ? real(c) : c
end

% r = roots(p): the roots of a polynomial, highest power first, by falling size; all at once (Aberth 1973), from places on a circle that bounds them. Complex;
% of a real polynomial conjugate pairs and real ones. Roots that are one within the rounding of p are one number (multiple_roots.q).
function r = roots(p)
    lib_check_vector(p, "roots")
    if numel(p) == 0 || sum(abs(p)) == 0
        error("roots: every number is a root of 0; one coefficient is needed that is not 0")
    end
    first = 0
    while p[first] == 0
        first = first + 1
    end
    last = numel(p)-1
    while p[last] == 0
        last = last - 1
    end
    q = reshape(p, [numel(p)])[first..last]/p[first]
    n = last - first
    r = czeros(n + numel(p)-1 - last)
    if n > 0
        c = complex(1.0*real(q), 1.0*imag(q))
        z = lib_gather_multiple(c, lib_all_roots(c, n))
        if max(abs(imag(c))) == 0
            z = lib_conjugate_pairs(z)
        end
        [sizes, order] = sort(-abs(z))
        r[0..n-1] = z[order]
    end
end
function z : cvec = lib_all_roots(q : cvec, n : int)
    bound = 0.0
    for k = 1..n
        bound = max(bound, abs(q[k])^(1.0/k))
    end
    z = czeros(n)
    for k = 0..n-1
        angle = 2*pi*k/n + 0.4
        z[k] = bound*complex(cos(angle), sin(angle))
    end
    moved = inf
    steps = 0
    while moved > 2*eps && steps < 200
        moved = 0.0
        for k = 0..n-1
            value = q[0]
            slope = 0*q[0]
            for i = 1..n
                slope = slope*z[k] + value
                value = value*z[k] + q[i]
            end
            pull = 0*q[0]
            for i = 0..n-1
                if i != k && z[i] != z[k]
                    pull = pull + 1/(z[k] - z[i])
                end
            end
            full = slope - value*pull
            step = abs(value) > 0 && abs(full) > 0 ? value/full : 0*value
            z[k] = z[k] - step
            moved = max(moved, abs(step)/max(abs(z[k]), eps))
        end
        steps = steps + 1
    end
end

% [r, p, k] = residue(b, a): partial fractions, b(s)/a(s) = sum of r[i]/(s - p[i])^e + k(s), highest powers first; a pole of multiplicity m (roots within 1e-3 of each other, in single precision 0.02) stands m times, with e = 1, .., m.
% k is [] where a has the higher degree. r and p are real where b, a and all poles are.
function [r, p, k] = residue(b, a)
    first = 0
    while first < numel(a) && (first < numel(a) ? a[first] == 0 : false)
        first = first + 1
    end
    if first == numel(a)
        error("residue: the denominator is 0")
    end
    below = reshape(a, [numel(a)])[first..numel(a)-1]
    above = reshape(b, [numel(b)])/below[0]
    n = numel(below) - 1
    k = []
    if numel(above) > n
        [k, above] = deconv(above, below/below[0])
        above = n == 0 ? [] : above[numel(above)-n..numel(above)-1]
    end
    [p, power] = lib_gathered_roots(roots(below), below)
    r = czeros(n)
    if n > 0
        system = czeros(n, n)
        for i = 0..n-1
            others = poly(p[lib_places_beside(p, power, i)])
            system[n-numel(others)..n-1, i] = reshape(others, [numel(others)])
        end
        right = czeros(n, 1)
        right[n-numel(above)..n-1, 0] = above
        r = reshape(solve(system, right), [n])
    end
    small = 1e3*eps*max(n == 0 ? 0.0 : max(abs(p)), 1)
    if !iscomplex(b) && !iscomplex(a) && all(abs(imag(p)) <= small)
        [r, p] = [real(r), real(p)]
    end
end
% Roots that are near each other become one: their mean, and from there Newton's steps to a root of the derivative of which it is a simple one. The power that each has in turn.
function [p, power] = lib_gathered_roots(z : cvec, polynomial)
    n = numel(z)
    p = czeros(n)
    power = ivec(n)
    taken = zeros(n)
    next = 0
    for i = 0..n-1
        if taken[i] == 0
            near = taken == 0 && abs(z - z[i]) <= max(1e-3, 4*eps^(1.0/3))*max(abs(z[i]), 1)
            count = int(sum(near))
            p[next..next+count-1] = count == 1 ? z[i] : lib_multiple_root(sum(near.*z)/count, polynomial, count)
            power[next..next+count-1] = 1..count
            taken = max(taken, near)
            next = next + count
        end
    end
end
function root = lib_multiple_root(start, polynomial, count : int)
    derivative = polynomial
    for k = 2..count
        derivative = polyder(derivative)
    end
    slope = polyder(derivative)
    root = start
    for k = 1..4
        steepness = polyval(slope, root)
        root = abs(steepness) > 0 ? root - polyval(derivative, root)/steepness : root
    end
end
% The roots of the denominator without the first `power` ones of the pole i.
function places : ivec = lib_places_beside(p : cvec, power : ivec, i : int)
    places = ivec(numel(p) - power[i])
    next = 0
    for j = 0..numel(p)-1
        if !(p[j] == p[i] && power[j] <= power[i])
            places[next] = j
            next = next + 1
        end
    end
end

% [b, a] = butter(n, w, kind): Butterworth filter of order n, "low" (the default) or "high" with the edge w, "bandpass" (the default of two edges) or "stop" between
% the edges w[0] and w[1] (of order 2n); the magnitude at the edges is sqrt(1/2). The poles of the analog prototype, moved, and the bilinear transform.
% [z, p, k] = butter(...): zeros, poles and gain.
function [b, a, k] = butter(n : int, w, kind : string = "")
    way = lib_filter_kind(w, kind, "butter")
    if n < 1
        error(sprintf("butter: order %d; it is 1 or more", n))
    end
    edge_low = tan(pi*w[0]/2)
    edge_high = tan(pi*w[numel(w)-1]/2)
    centre = sqrt(edge_low*edge_high)
    half = (edge_high - edge_low)/2
    two = way >= 2 ? 2 : 1
    poles = czeros(two*n)
    zero_places = czeros(two*n)
    for j = 0..n-1
        angle = pi*(2*j + n + 1)/(2.0*n)
        s = complex(cos(angle), sin(angle))
        match way with
        | 0 -> poles[j] = edge_low*s
        | 1 -> poles[j] = edge_low/s
        | _ -> lib_pole_pair(poles, j, n, way == 2 ? half*s : half/s, centre)
        end
    end
    turn = complex(cos(2*atan(centre)), sin(2*atan(centre)))
    for j = 0..n-1
        match way with
        | 0 -> zero_places[j] = -1
        | 1 -> zero_places[j] = 1
        | 2 -> zero_places[[j, n+j]] = [1, -1]
        | _ -> zero_places[[j, n+j]] = [turn, conj(turn)]
        end
    end
    places = (1 + poles)./(1 - poles)
    at = way == 2 ? turn : complex(way == 1 ? -1.0 : 1.0, 0.0)
    k = abs(lib_product_of_differences(at, places)/lib_product_of_differences(at, zero_places))
    if $outputs >= 3
        [b, a] = `zero_places, places'
    else
        a = real(poly(places))
        b = real(poly(zero_places))*k
    end
end
function [] = lib_pole_pair(poles : cvec, k : int, n : int, middle : cscalar, centre : scalar)
    root = sqrt(middle*middle - centre*centre)
    poles[k] = middle + root
    poles[n+k] = middle - root
end
function p : cscalar = lib_product_of_differences(z : cscalar, r : cvec)
    p = complex(1.0, 0.0)
    for k = 0..numel(r)-1
        p = p*(z - r[k])
    end
end
% 0 low, 1 high, 2 bandpass, 3 stop.
function way : int = lib_filter_kind(w, kind : string, name : string)
    if numel(w) != 1 && numel(w) != 2
        error(sprintf("%s: %d edges; one, or [low, high]", name, numel(w)))
    end
    if min(w) <= 0 || max(w) >= 1 || (numel(w) == 2 && w[0] >= w[numel(w)-1])
        error(sprintf("%s: the edges lie between 0 and 1, which is half the sampling rate, the lower one first", name))
    end
    way = -1
    match kind with
    | "" -> way = numel(w) == 2 ? 2 : 0
    | "low" -> way = 0
    | "high" -> way = 1
    | "bandpass" -> way = 2
    | "stop" -> way = 3
    | _ -> error(sprintf("%s: the kind '%s' is not one of low, high, bandpass, stop", name, kind))
    end
    if (way >= 2) != (numel(w) == 2)
        error(sprintf("%s: %d edges for the kind '%s'; low and high have one, bandpass and stop two", name, numel(w), kind))
    end
end

% b = fir1(n, w, kind, window): n+1 taps of a linear-phase filter, kinds as of butter: the ideal response, windowed (hamming(n+1) when left out), scaled so that the
% magnitude is 1 in the middle of the (first) passband. For "high" and "stop" an odd n becomes n+1: their response at half the sampling rate is not 0.
function b : vec = fir1(n : int, w, kind = "", window = [])
    if !type(kind, string)
        b = fir1(n, w, "", kind)
    else
        way = lib_filter_kind(w, kind, "fir1")
        if n < 1
            error(sprintf("fir1: order %d; it is 1 or more", n))
        end
        taps = (way == 1 || way == 3) && mod(n, 2) == 1 ? n+2 : n+1
        if numel(window) != 0 && numel(window) != taps
            error(sprintf("fir1: a window of %d samples for %d taps", numel(window), taps))
        end
        shape = numel(window) == 0 ? hamming(taps) : reshape(1.0*window, [taps])
        b = zeros(taps)
        low = w[0]
        high = w[numel(w)-1]
        at = way == 1 ? 1.0 : (way == 2 ? (low + high)/2 : 0.0)
        for k = 0..taps-1
            t = k - (taps-1)/2.0
            band = low*sinc(low*t)
            match way with
            | 1 -> band = sinc(t) - band
            | 2 -> band = high*sinc(high*t) - band
            | 3 -> band = sinc(t) - high*sinc(high*t) + band
            | _ -> band = band
            end
            b[k] = band*shape[k]
        end
        gain = 0.0
        for k = 0..taps-1
            gain += b[k]*cos(pi*at*(k - (taps-1)/2.0))
        end
        b = b/gain
    end
end

% [h, w] = freqz(b, a, n): the frequency response of a filter at n angles from 0 on, pi*k/n; freqz(b, a, w): at the angles of a vector. With a sampling rate behind, freqz(b, a, n, fs), w are
% frequencies in units of it, below fs/2, in freqz(b, a, f, fs) those that are given.
function [h, w] = freqz(b, a = [1.0], n = 512, fs = [])
    rate = numel(fs) == 0 ? 2*pi : 1.0*fs[0]
    if numel(b) == 0 || numel(a) == 0 || numel(n) == 0 || (numel(n) == 1 && n[0] < 1)
        error(sprintf("freqz: %d and %d coefficients at %d frequencies; one or more of each", numel(b), numel(a), numel(n) == 0 ? 0 : int(n[0])))
    end
    [above, below] = `reshape(1.0*b, [numel(b)]), reshape(1.0*a, [numel(a)])'
    if numel(n) > 1
        w = n
        h = lib_response_at(above, below, reshape(n*(2*pi/rate), [numel(n)]))
    else
        count = int(n[0])
        h = lib_response(above, below, count)
        w = (0..count-1)*(rate/2/count)
    end
end
function h : cvec = lib_response_at(b : vec, a : vec, w : vec)
    h = czeros(numel(w))
    for k = 0..numel(w)-1
        z = complex(cos(w[k]), -sin(w[k]))
        top = complex(0.0, 0.0)
        for i = numel(b)-1..-1..0
            top = top*z + b[i]
        end
        bottom = complex(0.0, 0.0)
        for i = numel(a)-1..-1..0
            bottom = bottom*z + a[i]
        end
        h[k] = top/bottom
    end
end
function h : cvec = lib_response(b : vec, a : vec, n : int)
    h = czeros(n)
    for k = 0..n-1
        z = complex(cos(pi*k/n), -sin(pi*k/n))
        top = complex(0.0, 0.0)
        for i = numel(b)-1..-1..0
            top = top*z + b[i]
        end
        bottom = complex(0.0, 0.0)
        for i = numel(a)-1..-1..0
            bottom = bottom*z + a[i]
        end
        h[k] = top/bottom
    end
end

% y = filtfilt(b, a, x): a vector filtered forwards and backwards, so that nothing is delayed and the magnitude is squared. It goes on at both ends, turned about them,
% by 3 (m-1) samples for m coefficients, and each pass begins as if its first sample had been there for ever (Gustafsson 1996).
function y = filtfilt(b, a, x)
    m = max(numel(a), numel(b))
    if lib_has_columns(x)
        y = lib_of_columns(v -> filtfilt(b, a, v), x)
        return
    end
    n = numel(x)
    more = 3*(m-1)
    if numel(b) == 0 || numel(a) == 0
        error("filtfilt: no coefficients")
    end
    if !isvector(x) || n <= more
        error(sprintf("filtfilt: %d x %d samples; x is one vector of more than %d for %d coefficients", size(x,0), size(x,1), more, m))
    end
    if sum(a) == 0
        error("filtfilt: the filter has a pole at 1, so that it gives no bounded answer to a constant")
    end
    v = reshape(1.0*x, [n])
    long = iscomplex(x) ? czeros(n + 2*more) : zeros(n + 2*more)
    for k = 0..n+2*more-1
        at = k - more
        long[k] = at < 0 ? 2*v[0] - v[-at] : (at >= n ? 2*v[n-1] - v[2*(n-1)-at] : v[at])
    end
    level = sum(b)/sum(a)
    first = long[0]
    forth = filter(b, a, long - first) + first*level
    back = forth[numel(forth)-1..-1..0]
    first = back[0]
    back = filter(b, a, back - first) + first*level
    y = lib_like_vector(back[n+more-1..-1..more], x)
end

% y = medfilt1(x, n): the median of n samples around each of a vector or of each column, zeros outside: (n-1)/2 on either side, or for an even n n/2 before it and n/2-1 behind it and
% the mean of the two middle ones; NaN where one is NaN.
function y = medfilt1(x, n : int = 3)
    if n < 1
        error(sprintf("medfilt1: a window of %d; it has 1 sample or more", n))
    end
    if lib_has_columns(x)
        y = lib_of_columns(v -> medfilt1(v, n), x)
    else
        v = reshape(1.0*x, [numel(x)])
        low = lib_ranked_in_windows(v, n, int((n-1)/2))
        if mod(n, 2) == 0
            low = (low + lib_ranked_in_windows(v, n, int(n/2)))/2
        end
        if any(isnan(v))
            low = movsum(isnan(v)*1.0, n) > 0 ? nan : low
        end
        y = lib_like_vector(low, x)
    end
end
% The sample of each window that has `rank` others below it: short windows by counting for each, long ones bit by bit of its place among all samples in order.
function y : vec = lib_ranked_in_windows(x : vec, n : int, rank : int)
    count = numel(x)
    y = zeros(count)
    long = zeros(count + n)
    if count > 0 && n <= 15
        long[int(n/2)..int(n/2)+count-1] = x
        for i = 0..count-1
            for a = 0..n-1
                below = 0
                for b = 0..n-1
                    below += long[i+b] < long[i+a] || (long[i+b] == long[i+a] && b < a) ? 1 : 0
                end
                if below == rank
                    y[i] = long[i+a]
                end
            end
        end
    elseif count > 0
        long[1..count] = x
        [sorted, order] = sort(long[0..count])
        place = ivec(count + 1)
        place[order] = 0..count
        keys = place[0] + ivec(count + n)
        keys[int(n/2)..int(n/2)+count-1] = place[1..count]
        high = nextpow2(count + 1)
        for i = 0..count-1
            found = 0
            step = high
            while step > 0
                below = 0
                for b = 0..n-1
                    below += keys[i+b] < found + step ? 1 : 0
                end
                found = below <= rank ? found + step : found
                step = int(step/2)
            end
            y[i] = sorted[min(found, count)]
        end
    end
end
