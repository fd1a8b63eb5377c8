% firdesign.q: filters of linear phase by least squares and with equal ripples, elliptic filters, orders that meet a specification. Frequencies are parts of half the sampling rate. Computed in double.

% b = firls(n, f, a, weights): n+1 taps whose amplitude is nearest, in the mean square, to straight lines from a[2k] at f[2k] to a[2k+1] at f[2k+1]; between these bands anything goes. One weight a
% band, 1 when left out. Of odd n the amplitude at half the sampling rate is 0.
function b : vec = firls(n : int, f, a, weights = [])
    w = lib_check_bands(n, f, a, weights, "firls")
    half : double = mod(n, 2)/2.0
    count = int((n + 2)/2)  % cosines of (k + half)*pi*frequency
    if mod(n, 2) == 1
        count = int((n + 1)/2)
    end
    q = mat[double](count, count)
    r = vec[double](count)
    for i = 0..count-1
        for j = 0..count-1
            q[i,j] = lib_band_cosines(f, w, i - j) + lib_band_cosines(f, w, i + j + 2*half)
        end
        r[i] = 2*lib_band_lines(f, a, w, i + half)
    end
    c = lib_solve_double(q, r)
    b = lib_taps_of_cosines(c, n)
end
% The integrals of weight*cos(v*pi*t) and weight*line(t)*cos(v*pi*t) over the bands.
function s : double = lib_band_cosines(f, w, v : double)
    s = 0
    turn : double = v*pi
    for k = 0..numel(w)-1
        lo : double = f[2*k]
        hi : double = f[2*k+1]
        s += w[k]*(v == 0 ? hi - lo : (sin(turn*hi) - sin(turn*lo))/turn)
    end
end
function s : double = lib_band_lines(f, a, w, v : double)
    s = 0
    turn : double = v*pi
    for k = 0..numel(w)-1
        lo : double = f[2*k]
        hi : double = f[2*k+1]
        slope : double = (a[2*k+1] - a[2*k])/(hi - lo)
        at : double = a[2*k] - slope*lo
        if v == 0
            s += w[k]*(at*(hi - lo) + slope*(hi*hi - lo*lo)/2)
        else
            s += w[k]*((at + slope*hi)*sin(turn*hi)/turn + slope*cos(turn*hi)/(turn*turn) - (at + slope*lo)*sin(turn*lo)/turn - slope*cos(turn*lo)/(turn*turn))
        end
    end
end
function w : vec[double] = lib_check_bands(n : int, f, a, weights, name : string)
    bands = int(numel(f)/2)
    if n < 1 || mod(numel(f), 2) == 1 || bands == 0 || numel(a) != numel(f) || (numel(weights) != 0 && numel(weights) != bands)
        error(sprintf("%s: order %d, %d frequencies, %d amplitudes, %d weights; the order is 1 or more, each band has two frequencies and two amplitudes and perhaps a weight", name, n, numel(f), numel(a), numel(weights)))
    end
    w = vec[double](bands)
    for k = 0..bands-1
        if f[2*k] < 0 || f[2*k+1] > 1 || f[2*k] >= f[2*k+1] || (k > 0 && f[max(2*k-1, 0)] > f[2*k])
            error(sprintf("%s: the frequencies rise from 0 to 1, which is half the sampling rate", name))
        end
        w[k] = 1
        if numel(weights) > 0
            w[k] = weights[k]
        end
    end
end
% The taps whose amplitude is the sum of c[k]*cos((k + half)*pi*frequency).
function b : vec = lib_taps_of_cosines(c : vec[double], n : int)
    b = zeros(n + 1)
    m = int(n/2)
    for k = 0..numel(c)-1
        if mod(n, 2) == 1
            b[m - k] = c[k]/2
            b[m + 1 + k] = c[k]/2
        elseif k == 0
            b[m] = c[0]
        else
            b[m - k] = c[k]/2
            b[m + k] = c[k]/2
        end
    end
end
% Elimination with the largest element of each column on the diagonal.
function x : vec[double] = lib_solve_double(given : mat[double], right : vec[double])
    n = numel(right)
    a = copy(given)
    x = copy(right)
    for k = 0..n-1
        best = k
        for i = k+1..n-1
            if abs(a[i,k]) > abs(a[best,k])
                best = i
            end
        end
        for j = 0..n-1
            t = a[k,j]
            a[k,j] = a[best,j]
            a[best,j] = t
        end
        t = x[k]
        x[k] = x[best]
        x[best] = t
        for i = k+1..n-1
            m = a[i,k]/a[k,k]
            for j = k..n-1
                a[i,j] -= m*a[k,j]
            end
            x[i] -= m*x[k]
        end
    end
    for k = n-1..-1..0
        for j = k+1..n-1
            x[k] -= a[k,j]*x[j]
        end
        x[k] = x[k]/a[k,k]
    end
end

% [b, ripple] = firpm(n, f, a, weights), remez: n+1 taps whose largest weighted distance from the lines is as small as it can be (Parks and McClellan 1972): exchanged on 64 points a cosine. Of odd n
% the amplitude at half the sampling rate is 0.
function [b, ripple] = firpm(n : int, f, a, weights = [])
    w = lib_check_bands(n, f, a, weights, "firpm")
    odd = mod(n, 2) == 1
    if odd && f[numel(f)-1] == 1 && a[numel(a)-1] != 0
        error("firpm: the amplitude of an odd order is 0 at half the sampling rate; an even order, or a last amplitude of 0")
    end
    count = int((n + 2)/2)
    if odd
        count = int((n + 1)/2)
    end
    [at, want, weight, first] = lib_firpm_grid(f, a, w, count, odd)
    places = lib_spread_places(numel(at), count + 1)
    moved = true
    steps = 0
    y = vec[double](count + 1)
    ripple = cast(0, double)
    while moved && steps < 60
        x = cos(pi*at[places])
        beta = lib_barycentric(x)
        top : double = 0
        bottom : double = 0
        sign_now : double = 1
        for k = 0..count
            top += beta[k]*want[places[k]]
            bottom += sign_now*beta[k]/weight[places[k]]
            sign_now = -sign_now
        end
        ripple = top/bottom
        sign_now = 1
        for k = 0..count
            y[k] = want[places[k]] - sign_now*ripple/weight[places[k]]
            sign_now = -sign_now
        end
        wrong = (want - lib_through(cos(pi*at), x, y, beta)).*weight
        next = lib_alternations(wrong, first, count + 1)
        moved = sum(next != places) > 0
        places = next
        steps = steps + 1
    end
    x = cos(pi*at[places])
    b = lib_taps_of_cosines(lib_cosine_sum(x, y, lib_barycentric(x), count), n)
    if odd
        b = lib_taps_of_odd(x, y, lib_barycentric(x), n)
    end
    ripple = scalar(abs(ripple))
end
function [b, ripple] = remez(n : int, f, a, weights = [])
    [b, ripple] = firpm(n, f, a, weights)
end
% Frequencies in the bands, what is wanted there, the weights; first[k]: 1 where a band begins. Of odd orders a factor cos(pi*t/2) is taken out.
function [at, want, weight, first] = lib_firpm_grid(f, a, w, count : int, odd : bool)
    width : double = cast(1, double)/(64*count)
    points = 0
    sizes = vec[int](numel(w))
    for k = 0..numel(w)-1
        sizes[k] = max(int((f[2*k+1] - f[2*k])/width + 0.5) + 1, 2)
        points += sizes[k]
    end
    at = vec[double](points)
    want = vec[double](points)
    weight = vec[double](points)
    first = vec[int](points)
    p = 0
    for k = 0..numel(w)-1
        lo : double = f[2*k]
        hi : double = f[2*k+1]
        if odd && hi > 1 - width/2
            hi = 1 - width/2
        end
        first[p] = 1
        for i = 0..sizes[k]-1
            t : double = lo + (hi - lo)*i/(sizes[k] - 1)
            at[p] = t
            want[p] = a[2*k] + (a[2*k+1] - a[2*k])*(t - f[2*k])/(f[2*k+1] - f[2*k])
            weight[p] = w[k]
            if odd
                want[p] = want[p]/cos(pi*t/2)
                weight[p] = weight[p]*cos(pi*t/2)
            end
            p = p + 1
        end
    end
end
function places = lib_spread_places(n : int, count : int)
    places = vec[int](count)
    for k = 0..count-1
        places[k] = int((n - 1)*k/(count - 1))
    end
end
% 1/product of (x[k] - x[i]), each factor doubled, which keeps it in range.
function beta : vec[double] = lib_barycentric(x : vec[double])
    beta = vec[double](numel(x))
    for k = 0..numel(x)-1
        product : double = 1
        for i = 0..numel(x)-1
            if i != k
                product = product*2*(x[k] - x[i])
            end
        end
        beta[k] = 1/product
    end
end
% The polynomial through (x, y) at the places t.
function v : vec[double] = lib_through(t : vec[double], x : vec[double], y : vec[double], beta : vec[double])
    v = vec[double](numel(t))
    for p = 0..numel(t)-1
        top : double = 0
        bottom : double = 0
        exact = -1
        for k = 0..numel(x)-1
            d = t[p] - x[k]
            if d == 0
                exact = k
            else
                top += beta[k]*y[k]/d
                bottom += beta[k]/d
            end
        end
        v[p] = exact >= 0 ? y[max(exact, 0)] : top/bottom
    end
end
% The places of the extremes of `wrong` within the bands, of alternating signs, `count` of them.
function places : vec[int] = lib_alternations(wrong : vec[double], first : vec[int], count : int)
    n = numel(wrong)
    found = vec[int](n)
    many = 0
    for p = 0..n-1
        e = abs(wrong[p])
        s = sign(wrong[p])
        before = p > 0 && first[p] == 0 && s*wrong[max(p-1, 0)] > e
        after = p < n-1 && first[min(p+1, n-1)] == 0 && s*wrong[min(p+1, n-1)] >= e
        if !before && !after && e > 0
            if many > 0 && sign(wrong[found[max(many-1, 0)]]) == s
                if e > abs(wrong[found[many-1]])
                    found[many-1] = p
                end
            else
                found[many] = p
                many = many + 1
            end
        end
    end
    if many < count
        error("firpm: the exchange found too few extremes; another order or wider bands between")
    end
    start = 0
    while many - start > count
        if abs(wrong[found[start]]) < abs(wrong[found[many-1]])
            start = start + 1
        else
            many = many - 1
        end
    end
    places = found[start..many-1]
end
% The coefficients of cosines of the polynomial through (x, y), from its values at equal distances.
function c : vec[double] = lib_cosine_sum(x : vec[double], y : vec[double], beta : vec[double], count : int)
    points = 2*count
    t = vec[double](points)
    for p = 0..points-1
        t[p] = cos(pi*(p + cast(0.5, double))/points)
    end
    v = lib_through(t, x, y, beta)
    c = vec[double](count)
    for k = 0..count-1
        s : double = 0
        for p = 0..points-1
            s += v[p]*cos(pi*k*(p + cast(0.5, double))/points)
        end
        c[k] = (k == 0 ? 1 : 2)*s/points
    end
end
% An odd order: the amplitude is cos(pi*t/2) times the polynomial.
function b : vec = lib_taps_of_odd(x : vec[double], y : vec[double], beta : vec[double], n : int)
    count = int((n + 1)/2)
    c = lib_cosine_sum(x, y, beta, count)
    d = vec[double](count)  % of cos((k + 1/2)*pi*t)
    for k = 0..count-1
        d[k] += c[k]/2
        if k == 0
            d[0] += c[0]/2
        else
            d[k-1] += c[k]/2
        end
    end
    b = lib_taps_of_cosines(d, n)
end

% [b, a] = ellip(n, ripple, down, w, kind): elliptic filter of order n, `ripple` dB between the least and the largest magnitude of the passband, whose edge is w, the stopband `down` dB below; kinds as of
% butter. [z, p, k] = ...: zeros, poles, gain. The analog prototype after Orfanidis, Lecture Notes on Elliptic Filter Design, 2006: Landen's sequences of moduli.
function [b, a, k] = ellip(n : int, ripple : scalar, down : scalar, w, kind : string = "")
    way = lib_filter_kind(w, kind, "ellip")
    lib_check_order(n, ripple, "ellip")
    if !(down > ripple)
        error(sprintf("ellip: ripple %g dB, stopband %g dB; the stopband lies lower", ripple, down))
    end
    passes : double = sqrt(cast(10, double)^(cast(ripple, double)/10) - 1)
    stops : double = sqrt(cast(10, double)^(cast(down, double)/10) - 1)
    modulus = lib_elliptic_degree(n, passes/stops)
    pairs = int(n/2)
    odd = mod(n, 2) == 1
    shift = -1j*lib_inverse_sn(complex(cast(0, double), 1/passes), passes/stops)/n
    poles = cvec[double](n)
    zeros_at = cvec[double](2*pairs)
    for i = 0..pairs-1
        u : double = (2*i + 1)/cast(n, double)
        place = 1j/(modulus*lib_cd(complex(u, cast(0, double)), modulus))
        pole = 1j*lib_cd(u - 1j*shift, modulus)
        zeros_at[[2*i, 2*i+1]] = [place, conj(place)]
        poles[[2*i, 2*i+1]] = [pole, conj(pole)]
    end
    if odd
        poles[n-1] = 1j*lib_sn(1j*shift, modulus)
        poles[n-1] = complex(real(poles[n-1]), cast(0, double))
    end
    gain = real(lib_product_of(-1*poles)/lib_product_of(-1*zeros_at))
    if !odd
        gain = gain/sqrt(1 + passes*passes)
    end
    [z, p, k] = lib_digital(zeros_at, poles, scalar(gain), w, way)
    if $outputs >= 3
        [b, a] = `z, p'
    else
        [b, a] = zp2tf(z, p, k)
    end
end
% The descending sequence of moduli that follow k.
function v : vec[double] = lib_landen(k : double)
    v = vec[double](6)
    m : double = k
    for i = 0..5
        other = sqrt(1 - m*m)
        m = (m/(1 + other))^2
        v[i] = m
    end
end
% cd(u K, k) and sn(u K, k), u complex, K the quarter period; and u where sn(u K, k) = w.
function w : cscalar[double] = lib_cd(u : cscalar[double], k : double)
    w = lib_climbed(cos(u*(pi/cast(2, double))), k)
end
function w : cscalar[double] = lib_sn(u : cscalar[double], k : double)
    w = lib_climbed(sin(u*(pi/cast(2, double))), k)
end
function w : cscalar[double] = lib_climbed(from : cscalar[double], k : double)
    v = lib_landen(k)
    w = from
    for i = 5..-1..0
        w = (1 + v[i])*w/(1 + v[i]*w*w)
    end
end
function u : cscalar[double] = lib_inverse_sn(w : cscalar[double], k : double)
    v = lib_landen(k)
    z = w
    last = k
    for i = 0..5
        z = 2*z/((1 + v[i])*(1 + sqrt(1 - last*last*z*z)))
        last = v[i]
    end
    u = 2*asin(z)/cast(pi, double)
end
% The modulus of the filter's function of order n, whose ripples have the modulus k1.
function k : double = lib_elliptic_degree(n : int, k1 : double)
    other = sqrt(1 - k1*k1)
    product : double = 1
    for i = 0..int(n/2)-1
        u : double = (2*i + 1)/cast(n, double)
        product = product*real(lib_sn(complex(u, cast(0, double)), other))
    end
    m = other^n*product^4
    k = sqrt(1 - m*m)
end

% [n, w] = buttord(wp, ws, ripple, down), cheb1ord, cheb2ord, ellipord: the least order of a filter that loses at most `ripple` dB up to wp and at least `down` dB from ws on, and its edge; wp > ws: a high-pass;
% two of each, ws around wp: a bandpass. The edge of buttord and cheb2ord meets `down` at ws, those of the others are wp.
function [n, w] = buttord(wp, ws, ripple : scalar, down : scalar)
    far = lib_band_distance(wp, ws, "buttord")
    ratio = lib_loss_ratio(ripple, down)
    n = int(ceil(log(ratio)/log(far)))
    edge = far/sqrt(cast(10, double)^(down/10) - 1)^(1/cast(n, double))
    w = lib_moved_edge(wp, ws, edge)
end
function [n, w] = cheb1ord(wp, ws, ripple : scalar, down : scalar)
    far = lib_band_distance(wp, ws, "cheb1ord")
    n = int(ceil(acosh(lib_loss_ratio(ripple, down))/acosh(far)))
    w = wp
end
function [n, w] = ellipord(wp, ws, ripple : scalar, down : scalar)
    k = 1/lib_band_distance(wp, ws, "ellipord")
    k1 = 1/lib_loss_ratio(ripple, down)
    n = int(ceil(lib_quarter(k)*lib_quarter(sqrt(1 - k1*k1))/(lib_quarter(sqrt(1 - k*k))*lib_quarter(k1))))
    w = wp
end
function [n, w] = cheb2ord(wp, ws, ripple : scalar, down : scalar)
    [n, w] = cheb1ord(wp, ws, ripple, down)
    w = ws
end
function r : double = lib_loss_ratio(ripple : scalar, down : scalar)
    r = sqrt((cast(10, double)^(cast(down, double)/10) - 1)/(cast(10, double)^(cast(ripple, double)/10) - 1))
end
% K(k) by the arithmetic-geometric mean.
function q : double = lib_quarter(k : double)
    a : double = 1
    b = sqrt(1 - k*k)
    for i = 0..9
        t = (a + b)/2
        b = sqrt(a*b)
        a = t
    end
    q = cast(pi, double)/(2*a)
end
% Where the stopband begins, in units of the edge of an analog low-pass.
function far : double = lib_band_distance(wp, ws, name : string)
    if numel(wp) != numel(ws) || numel(wp) > 2 || min(wp) <= 0 || max(wp) >= 1 || min(ws) <= 0 || max(ws) >= 1
        error(sprintf("%s: one or two edges each of passband and stopband, between 0 and 1", name))
    end
    p = tan(cast(pi, double)*wp/2)
    s = tan(cast(pi, double)*ws/2)
    if numel(wp) == 1
        far = max(s/p, p/s)
    elseif ws[0] < wp[0] && wp[1] < ws[1]
        far = min(abs((s.^2 - p[0]*p[1])./(s*(p[0] - p[1]))))
    else
        error(sprintf("%s: ws lies around wp, as of a bandpass; of a stop filter the order depends on where in between its edges lie", name))
    end
end
function w = lib_moved_edge(wp, ws, edge : double)
    p = tan(cast(pi, double)*wp/2)
    if numel(wp) == 1
        w = scalar(atan(wp < ws ? p*edge : p/edge)*2/pi)
    else
        half = edge*(p[1] - p[0])/2
        root = sqrt(half*half + p[0]*p[1])
        w = cast(atan([root - half, root + half])*2/pi, scalar)
    end
end

% [z, p, k] = bilinear(z, p, k, fs), [b, a] = bilinear(b, a, fs): the digital filter of an analog one, s = 2 fs (z-1)/(z+1).
function [z, p, k] = bilinear(zs, ps, ks, fs = [])
    if numel(fs) == 0
        [zs, ps, ks, fs] = `roots(zs), roots(ps), lib_leading(zs)/lib_leading(ps), ks'
        turned = true
    else
        turned = false
    end
    c = complex(2.0*fs, 0.0)
    k = scalar(ks*real(lib_product_of(c - zs)/lib_product_of(c - ps)))
    far = numel(ps) - numel(zs)
    z = horzcat((c + zs)./(c - zs), complex(-ones(far), zeros(far)))
    p = (c + ps)./(c - ps)
    if turned
        [z, p] = zp2tf(z, p, k)
    end
end
function c = lib_leading(p)
    first = 0
    while p[first] == 0
        first = first + 1
    end
    c = scalar(p[first])
end

% [n, w, beta, kind] = kaiserord(f, a, dev, fs = 2): order, edges, parameter of the window and kind for fir1(n, w, kind, kaiser(n+1, beta)): edges f of bands of the amplitudes a (0 or 1), from which it may differ by dev.
function [n, w, beta, kind] = kaiserord(f, a, dev, fs : scalar = 2)
    edges = 2.0*f/fs
    least = min(dev)
    loss = -20*log10(least)
    beta = 0.0
    if loss > 50
        beta = 0.1102*(loss - 8.7)
    elseif loss >= 21
        beta = 0.5842*(loss - 21)^0.4 + 0.07886*(loss - 21)
    end
    width = inf
    w = zeros(int(numel(edges)/2))
    for k = 0..numel(w)-1
        width = min(width, edges[2*k+1] - edges[2*k])
        w[k] = (edges[2*k] + edges[2*k+1])/2
    end
    n = int(ceil((loss - 7.95)/(2.285*pi*width)))
    kind = "low"
    if numel(w) == 1
        w = w[0]
        kind = a[0] > 0 ? "low" : "high"
    else
        kind = a[0] > 0 ? "stop" : "bandpass"
    end
    if (kind == "high" || kind == "stop") && mod(n, 2) == 1
        n = n + 1
    end
end
