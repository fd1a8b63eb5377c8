% specialfunctions.q: error, gamma, beta and Bessel functions and the Gaussian distribution beside the built-in erf, erfc, gamma and lgamma. All are computed in double
% precision, element by element of x, and may be called in loops and kernels with numbers.

% erfinv(y): the x with erf(x) = y; erfcinv(y): the x with erfc(x) = y, which keeps its digits where y is small. Rational approximations of the normal quantile (Wichura 1988, AS 241).
function x : scalar = __device__ erfinv(y : scalar)
    x = lib_erfinv(y)
end
function x : scalar = __device__ erfcinv(y : scalar)
    x = lib_erfcinv(y)
end
function x : double = __device__ lib_erfinv(y : double)
    x = abs(y) <= cast(0.85, double) ? lib_quantile_near(y/2) : (y > 0 ? lib_erfcinv(1 - y) : -lib_erfcinv(1 + y))
end
function x : double = __device__ lib_erfcinv(y : double)
    tail = y < 1 ? y : 2 - y
    if tail >= cast(0.15, double)
        x = lib_quantile_near((1 - y)/2)
    else
        x = lib_quantile_far(tail/2)
        x = tail <= 0 ? (tail == 0 ? inf : nan) : x
        x = y < 1 ? x : -x
    end
    x = isnan(y) ? nan : x
end
% Of 1/2 + q, divided by sqrt(2): |q| up to 0.425.
function x : double = __device__ lib_quantile_near(q : double)
    r = cast(0.180625, double) - q*q
    top = (((((((cast(2509.0809287301227, double)*r + cast(33430.57558358813, double))*r + cast(67265.7709270087, double))*r + cast(45921.95393154987, double))*r +
          cast(13731.69376550946, double))*r + cast(1971.5909503065513, double))*r + cast(133.14166789178438, double))*r + cast(3.3871328727963665, double))
    below = (((((((cast(5226.495278852854, double)*r + cast(28729.085735721943, double))*r + cast(39307.89580009271, double))*r + cast(21213.794301586597, double))*r +
          cast(5394.196021424751, double))*r + cast(687.1870074920579, double))*r + cast(42.31333070160091, double))*r + 1)
    x = q*top/below*cast(0.70710678118654752, double)
end
% Of 1 - p.
function x : double = __device__ lib_quantile_far(p : double)
    t = sqrt(-log(p))
    if t <= 5
        r = t - cast(1.6, double)
        top = (((((((cast(0.0007745450142783414, double)*r + cast(0.022723844989269184, double))*r + cast(0.2417807251774506, double))*r + cast(1.2704582524523684, double))*r +
              cast(3.6478483247632045, double))*r + cast(5.769497221460691, double))*r + cast(4.630337846156546, double))*r + cast(1.4234371107496835, double))
        below = (((((((cast(1.0507500716444169e-09, double)*r + cast(0.0005475938084995345, double))*r + cast(0.015198666563616457, double))*r + cast(0.14810397642748008, double))*r +
              cast(0.6897673349851, double))*r + cast(1.6763848301838038, double))*r + cast(2.053191626637759, double))*r + 1)
        x = top/below*cast(0.70710678118654752, double)
    else
        r = t - 5
        top = (((((((cast(2.0103343992922881e-07, double)*r + cast(2.7115555687434876e-05, double))*r + cast(0.0012426609473880784, double))*r + cast(0.026532189526576124, double))*r +
              cast(0.29656057182850487, double))*r + cast(1.7848265399172913, double))*r + cast(5.463784911164114, double))*r + cast(6.657904643501103, double))
        below = (((((((cast(2.0442631033899397e-15, double)*r + cast(1.421511758316446e-07, double))*r + cast(1.8463183175100548e-05, double))*r + cast(0.0007868691311456133, double))*r +
              cast(0.014875361290850615, double))*r + cast(0.1369298809227358, double))*r + cast(0.599832206555888, double))*r + 1)
        x = top/below*cast(0.70710678118654752, double)
    end
end

% normpdf(x, mu, sigma), normcdf(x, mu, sigma), norminv(p, mu, sigma): density, distribution and quantiles of a Gaussian; 0 and 1 when left out.
function y = normpdf(x, mu = 0, sigma = 1)
    y = exp(-0.5*((x - mu)./sigma).^2)./(sigma*sqrt(2*pi))
end
function y = normcdf(x, mu = 0, sigma = 1)
    y = 0.5*erfc((mu - x)./(sigma*sqrt(2.0)))
end
function y = norminv(p, mu = 0, sigma = 1)
    y = mu - sqrt(2.0)*sigma.*erfcinv(2.0*p)
end

% y = erfcx(x): exp(x^2) erfc(x), which neither overflows nor vanishes for large x: erfc itself, or its continued fraction from 6 on.
function y : scalar = __device__ erfcx(x : scalar)
    y = lib_erfcx(x)
end
function y : double = __device__ lib_erfcx(x : double)
    if x < 6
        y = exp(x*x)*erfc(x)
    else
        tail : double = 0
        for k = 24..-1..1
            tail = cast(0.5, double)*k/(x + tail)
        end
        y = cast(0.5641895835477563, double)/(x + tail)
    end
end

% [k, e] = ellipke(m): complete elliptic integrals of the first and second kind of the parameter m <= 1, by the arithmetic-geometric mean; element by element.
function [k, e] = ellipke(m)
    if numel(m) > 0 && max(m) > 1
        error("ellipke: the parameter is at most 1")
    end
    a = 0*cast(m, double) + 1
    g = sqrt(1 - cast(m, double))
    rest = cast(m, double)/2
    power = 1
    for step = 1..40
        half = (a - g)/2
        mean_of_both = (a + g)/2
        g = sqrt(a.*g)
        a = mean_of_both
        rest = rest + power*half.^2
        power = 2*power
        if max(abs(half)) <= 1e-17
            break
        end
    end
    k = cast(m == 1 ? inf : cast(1.5707963267948966, double)/a, scalar)
    e = cast(m == 1 ? 1 : cast(1.5707963267948966, double)/a.*(1 - rest), scalar)
end

% p = legendre(n, x, kind): associated Legendre functions of degree n and order 0..n at the numbers x from -1 to 1, a row an order: with (-1)^m; kind "sch": those of Schmidt, "norm": their squares have the integral 1.
function p = legendre(n : int, x, kind : string = "unnorm")
    if n < 0
        error(sprintf("legendre: degree %d; it is 0 or more", n))
    end
    t = reshape(cast(x, double), [1, numel(x)])
    if numel(t) > 0 && max(abs(t)) > 1
        error("legendre: the numbers lie from -1 to 1")
    end
    root = sqrt(max(1 - t.^2, 0))
    p = 0*ones(n+1, 1)*t
    start = 0*t + 1
    for m = 0..n
        before = 0*t
        now = start
        for l = m+1..n
            next = ((2*l-1)*t.*now - (l+m-1)*before)/(l-m)
            before = now
            now = next
        end
        p[m,:] = lib_legendre_scale(n, m, kind)*now
        start = -(2*m+1)*root.*start
    end
    p = cast(p, scalar)
end
function c : double = lib_legendre_scale(n : int, m : int, kind : string)
    ratio = exp(lgamma(cast(n-m+1, double)) - lgamma(cast(n+m+1, double)))
    sign_of_order = mod(m, 2) == 0 ? 1 : -1
    c = 0
    match kind with
    | "unnorm" -> c = 1
    | "sch" -> c = m == 0 ? 1 : sign_of_order*sqrt(2*ratio)
    | "norm" -> c = sign_of_order*sqrt((n + 0.5)*ratio)
    | _ -> error(sprintf("legendre: the kind '%s' is not one of unnorm, sch, norm", kind))
    end
end

% gammaln(x): log of the gamma function of x > 0, lgamma under its other name. beta(a, b) = gamma(a) gamma(b)/gamma(a+b), betaln(a, b): its log.
function y = gammaln(x)
    y = lgamma(x)
end
function y = beta(a, b)
    y = lib_sign_of_gamma(a).*lib_sign_of_gamma(b).*lib_sign_of_gamma(a + b).*exp(betaln(a, b))
end
function s = lib_sign_of_gamma(x)
    s = x < 0 ? 1.0 - 2*periodize(floor(x), 2) : 1.0
end
function y = betaln(a, b)
    y = lgamma(a) + lgamma(b) - lgamma(a + b)
end

% psi(x): the digamma function, the slope of lgamma: by psi(x) = psi(x+1) - 1/x up to x > 10, there by its asymptotic series; x <= 0 through its reflection.
function y : scalar = __device__ psi(x : scalar)
    z : double = x
    mirrored : double = 0
    if x <= 0
        part = z - floor(z)
        mirrored = part == 0 ? (z == 0 ? -inf : nan) : -lib_pi(z)/tan(lib_pi(z)*part)
        z = 1 - z
    end
    s : double = 0
    while z < 10
        s = s - 1/z
        z = z + 1
    end
    r = 1/(z*z)
    s = s + log(z) - 1/(2*z) - r*(1/cast(12, double) - r*(1/cast(120, double) - r*(1/cast(252, double) - r*(1/cast(240, double) - r/132))))
    y = s + mirrored
end

% gammainc(x, a, tail): the regularised incomplete gamma function, the integral of t^(a-1) exp(-t) from 0 to x ("lower", the default) or from x on ("upper"), over gamma(a);
% x >= 0, a >= 0. By its series or its continued fraction (Lentz 1976). gaminv(p, a, b): the x with gammainc(x/b, a) = p, quantiles of the gamma distribution.
function y : scalar = __device__ gammainc(x : scalar, a : scalar)
    y = lib_gammainc(x, a, 0)
end
function y : scalar = gammainc(x : scalar, a : scalar, tail : string)
    y = lib_gammainc(x, a, lib_gamma_tail(tail))
end
function y = gammainc(x : cube{:}, a : scalar, tail : string = "lower")
    upper = lib_gamma_tail(tail)
    y = zeros(size(x))
    for k = 0..numel(x)-1
        y[k] = lib_gammainc(x[k], a, upper)
    end
end
function y = gammainc(x, a : cube{:}, tail : string = "lower")
    upper = lib_gamma_tail(tail)
    t = x + 0*a
    y = zeros(size(t))
    for k = 0..numel(t)-1
        y[k] = lib_gammainc(t[k], a[k], upper)
    end
end
function upper : int = lib_gamma_tail(tail : string)
    if tail != "lower" && tail != "upper"
        error(sprintf("gammainc: the tail '%s' is neither lower nor upper", tail))
    end
    upper = tail == "upper" ? 1 : 0
end
function y : double = __device__ lib_gammainc(x : double, a : double, upper : int)
    y = nan
    if x >= 0 && a == 0 || x == inf && a >= 0 && a < inf
        y = 1 - upper
    elseif x == 0 && a > 0 || x >= 0 && x < inf && a == inf
        y = upper
    elseif x > 0 && a > 0
        front = exp(a*log(x) - x - lgamma(a))
        if x < a + 1
            term = 1/a
            total = term
            k = 1
            while term > cast(1e-17, double)*total && k < 10000
                term = term*x/(a + k)
                total = total + term
                k = k + 1
            end
            y = upper == 1 ? 1 - front*total : front*total
        else
            b = x + 1 - a
            c : double = 1e30
            d = 1/b
            h = d
            change : double = 2
            k = 1
            while abs(change - 1) > cast(1e-16, double) && k < 10000
                an = -k*(k - a)
                b = b + 2
                d = 1/(an*d + b)
                c = b + an/c
                change = d*c
                h = h*change
                k = k + 1
            end
            y = upper == 1 ? front*h : 1 - front*h
        end
    end
end
function x : scalar = __device__ gaminv(p : scalar, a : scalar, b : scalar = 1)
    x = b*lib_gaminv(p, a)
end
function x = gaminv(p : cube{:}, a : scalar, b : scalar = 1)
    x = zeros(size(p))
    for k = 0..numel(p)-1
        x[k] = b*lib_gaminv(p[k], a)
    end
end
% Newton's steps within a bracket that halves where they leave it, from Wilson's and Hilferty's approximation.
function x : double = __device__ lib_gaminv(p : double, a : double)
    x = p == 0 ? 0.0 : (p == 1 ? inf : nan)
    if p > 0 && p < 1 && a > 0
        z = -sqrt(cast(2, double))*lib_erfcinv(2*p)
        w = 1 - 1/(9*a) + z/(3*sqrt(a))
        x = a >= 0.5 && w > 0 ? a*w*w*w : exp((log(p) + lgamma(a + 1))/a)
        low : double = 0
        high : double = inf
        k = 0
        step : double = inf
        while abs(step) > cast(1e-14, double)*x && k < 200
            e = lib_gammainc(x, a, 0) - p
            low = e < 0 ? x : low
            high = e > 0 ? x : high
            next = x - e/exp((a - 1)*log(x) - x - lgamma(a))
            if !(next > low && next < high)
                next = isinf(high) ? 2*x : (low + high)/2
            end
            step = next - x
            x = next
            k = k + 1
        end
    end
end

% betainc(x, a, b): the regularised incomplete beta function, 0 <= x <= 1, by its continued fraction.
function y : scalar = __device__ betainc(x : scalar, a : scalar, b : scalar)
    y = lib_betainc(x, a, b)
end
function y = betainc(x : cube{:}, a : scalar, b : scalar)
    y = zeros(size(x))
    for k = 0..numel(x)-1
        y[k] = lib_betainc(x[k], a, b)
    end
end
function y : double = __device__ lib_betainc(x : double, a : double, b : double)
    y = nan
    if x == 0 || x == 1
        y = x
    elseif x > 0 && x < 1 && a > 0 && b > 0
        front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a*log(x) + b*log1p(-x))
        y = x < (a + 1)/(a + b + 2) ? front*lib_beta_fraction(x, a, b)/a : 1 - front*lib_beta_fraction(1 - x, b, a)/b
    end
end
function h : double = __device__ lib_beta_fraction(x : double, a : double, b : double)
    c : double = 1
    d = 1/(1 - (a + b)*x/(a + 1))
    h = d
    change : double = 2
    m = 1
    while abs(change - 1) > cast(1e-16, double) && m < 10000
        even = m*(b - m)*x/((a + 2*m - 1)*(a + 2*m))
        d = 1/(1 + even*d)
        c = 1 + even/c
        h = h*d*c
        odd = -(a + m)*(a + b + m)*x/((a + 2*m)*(a + 2*m + 1))
        d = 1/(1 + odd*d)
        c = 1 + odd/c
        change = d*c
        h = h*change
        m = m + 1
    end
end

% expint(x): the exponential integral E1 of x > 0, by its series or its continued fraction.
function y : scalar = __device__ expint(x : scalar)
    z : double = x
    s : double = nan
    if z == 0
        s = inf
    elseif z > 0 && z <= 2
        s = -cast(0.57721566490153286, double) - log(z)
        term : double = 1
        for k = 1..40
            term = -term*z/k
            s = s - term/k
        end
    elseif z > 2
        t : double = z
        for k = 120..-1..1
            t = z + k/(1 + k/t)
        end
        s = exp(-z)/t
    end
    y = s
end

% besselj(nu, x), besseli(nu, x), besselk(nu, x): Bessel functions of the first kind, modified ones of the first and the second kind, of order nu >= 0 and real x
% (x >= 0 where nu is no whole number; besselk: x > 0); besseli(nu, x, 1) and besselk(nu, x, 1) times exp(-|x|), exp(x). besselj: downward recurrence (Miller 1952) or Hankel's
% expansion; besseli: its power series or the expansion; besselk: its integral over exp(-x cosh t) cosh(nu t) by the trapezoidal rule, which converges doubly exponentially.
function y : scalar = __device__ besselj(nu : scalar, x : scalar)
    y = lib_besselj(nu, x)
end
% Each expansion in a loop of its own: one loop that has both takes twenty times as long.
function y = besselj(nu : scalar, x : cube{:})
    limit = 25 + nu*nu/2
    y = zeros(size(x))
    for k = 0..numel(x)-1
        y[k] = lib_besselj_near(nu, x[k] > limit ? limit : (x[k] < -limit ? -limit : x[k]))
    end
    if numel(x) > 0 && max(abs(x)) > limit
        for k = 0..numel(x)-1
            far = lib_besselj_far(nu, abs(x[k]) > limit ? x[k] : limit + 1)
            y[k] = abs(x[k]) > limit ? far : y[k]
        end
    end
end
function y : scalar = __device__ besseli(nu : scalar, x : scalar, scaled : int = 0)
    y = lib_besseli(nu, x, scaled)
end
function y = besseli(nu : scalar, x : cube{:}, scaled : int = 0)
    y = zeros(size(x))
    for k = 0..numel(x)-1
        y[k] = lib_besseli(nu, x[k], scaled)
    end
end
function y : scalar = __device__ besselk(nu : scalar, x : scalar, scaled : int = 0)
    y = lib_besselk(nu, x, scaled)
end
function y = besselk(nu : scalar, x : cube{:}, scaled : int = 0)
    y = zeros(size(x))
    for k = 0..numel(x)-1
        y[k] = lib_besselk(nu, x[k], scaled)
    end
end
% pi in double where literals are 32-bit numbers: the first part is exact, the second has 24 bits of what is left.
function p : double = __device__ lib_pi(x : double)
    p = cast(3.140625, double) + cast(0.000967653589793238, double)
end
% The sign of a function of order nu where x < 0: NaN for broken orders.
function s : double = __device__ lib_bessel_sign(nu : double, x : double)
    s = x >= 0 ? 1 : (nu != floor(nu) ? nan : (nu - 2*floor(nu/2) == 0 ? 1 : -1))
end
function y : double = __device__ lib_besselj(nu : double, x : double)
    y = abs(x) > 25 + nu*nu/2 ? lib_besselj_far(nu, x) : lib_besselj_near(nu, x)
end
function y : double = __device__ lib_besselj_near(nu : double, x : double)
    z = abs(x)
    y = nan
    if nu >= 0 && z == 0
        y = nu == 0 ? 1 : 0
    elseif nu >= 0 && z < 1e-6
        y = exp(nu*log(z/2) - lgamma(nu + 1))*lib_bessel_sign(nu, x)
    elseif nu >= 0
        % From far above down, scaled by sum over k of c[k] J[nu+2k] = (z/2)^nu/gamma(nu+1).
        half = 20 + int(z)
        above : double = 0
        here : double = 1e-30
        total : double = 0
        weight = exp(lgamma(nu + half) - lgamma(nu + 1) - lgamma(cast(half + 1, double)))
        for n = 2*half..-1..0
            if mod(n, 2) == 0
                k = n/2
                total = total + (k == 0 ? 1 : (nu + 2*k)*weight)*here
                weight = k > 1 ? weight*k/(nu + k - 1) : weight
            end
            if n > 0
                below = 2*(nu + n)/z*here - above
                above = here
                here = below
                if abs(here) > 1e30
                    above = above/1e30
                    here = here/1e30
                    total = total/1e30
                end
            end
        end
        y = here/total*exp(nu*log(z/2) - lgamma(nu + 1))*lib_bessel_sign(nu, x)
    end
end
function y : double = __device__ lib_besselj_far(nu : double, x : double)
    z = abs(x)
    y = nan
    if nu >= 0
        % P cos - Q sin of the phase.
        m = 4*nu*nu
        p : double = 1
        q : double = 0
        term : double = 1
        last : double = inf
        for k = 1..60
            next = term*(m - (2*k-1)*(2*k-1))/(k*8*z)
            if abs(next) < last
                last = abs(next)
                term = next
                match mod(k, 4) with
                | 0 -> p = p + term
                | 1 -> q = q + term
                | 2 -> p = p - term
                | _ -> q = q - term
                end
            else
                last = 0
            end
        end
        turn = lib_pi(z)
        phase = z - (nu/2 + cast(0.25, double))*turn
        phase = phase - 2*turn*floor(phase/(2*turn))
        y = sqrt(2/(turn*z))*(p*cos(phase) - q*sin(phase))*lib_bessel_sign(nu, x)
    end
end
function y : double = __device__ lib_besseli(nu : double, x : double, scaled : int)
    z = abs(x)
    y = nan
    if nu >= 0 && z == 0
        y = nu == 0 ? 1 : 0
    elseif nu >= 0 && z > 40 + nu*nu
        total : double = 1
        term : double = 1
        for k = 1..60
            term = -term*(4*nu*nu - (2*k-1)*(2*k-1))/(k*8*z)
            total = total + (abs(term) > cast(1e-20, double) && k < 2*z ? term : 0)
        end
        y = total/sqrt(2*pi*z)*(scaled == 1 ? 1 : exp(z))*lib_bessel_sign(nu, x)
    elseif nu >= 0
        total : double = 1
        term : double = 1
        k = 1
        while term > cast(1e-18, double)*total && k < 1000
            term = term*(z/2)*(z/2)/(k*(nu + k))
            total = total + term
            k = k + 1
        end
        y = exp(nu*log(z/2) - lgamma(nu + 1) - (scaled == 1 ? z : 0))*total*lib_bessel_sign(nu, x)
    end
end
function y : double = __device__ lib_besselk(nu : double, x : double, scaled : int)
    y = nan
    if x == 0 || x == inf
        y = x == 0 ? inf : 0.0
    elseif x > 0
        % exp(-x (cosh t - 1)): from where x cosh t - |nu| t is 45 above its least on, nothing is added.
        order = abs(nu)
        most = asinh(order/x)
        least = x*(cosh(most) - 1) - order*most
        top = most + 1
        while x*(cosh(top) - 1) - order*top - least < 45
            top = top + cast(0.25, double)
        end
        n = 60
        total : double = 0.5*exp(least)
        step = top/n
        for k = 1..n
            t = k*step
            a = x*(cosh(t) - 1) - least
            total = total + 0.5*(exp(order*t - a) + exp(-order*t - a))
        end
        y = total*step*exp(-least - (scaled == 1 ? 0 : x))
    end
end

function y = erfinv(x : cube{:})
    y = lib_each(x, erfinv)
end
function y = erfcinv(x : cube{:})
    y = lib_each(x, erfcinv)
end
function y = psi(x : cube{:})
    y = lib_each(x, psi)
end
function y = expint(x : cube{:})
    y = lib_each(x, expint)
end
function y = erfcx(x : cube{:})
    y = lib_each(x, erfcx)
end
function y = lib_each(x, f)
    y = zeros(size(x))
    for k = 0..numel(x)-1
        y[k] = f(x[k])
    end
end

% Q(x), how likely a standard normal number is above x; tcdf(t, n), chi2cdf(x, n): how likely Student's t and chi squared of n degrees of freedom are at most t, x.
function y = qfunc(x)
    y = 0.5*erfc(x/sqrt(2.0))
end
function p = tcdf(t, n : scalar)
    if !(n > 0)
        error(sprintf("tcdf: %g degrees of freedom; they are above 0", n))
    end
    tail = 0.5*betainc(n/(n + t.*t), n/2, 0.5)
    p = t > 0 ? 1 - tail : tail
end
function p = chi2cdf(x, n : scalar)
    if !(n > 0)
        error(sprintf("chi2cdf: %g degrees of freedom; they are above 0", n))
    end
    p = gammainc(max(x, 0)/2.0, n/2)
end
