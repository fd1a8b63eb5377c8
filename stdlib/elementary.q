% elementary.q: angles in degrees, further functions of angles, coordinates, sums of squares, differences; element by element of arrays of any extents, complex where that is said.

% sind(x), cosd(x), tand(x): of angles in degrees; exact where the result is 0, 1/2, 1 or infinite. asind, acosd, atand: angles in degrees.
function y = sind(x)
    y = cosd(x - 90)
end
% The quarter nearest to x is taken off first, so that what is left is at most 45 degrees.
function y = cosd(x)
    r = x - 360*round(x/360)
    q = round(r/90)
    t = (r - 90*q)*(pi/180)
    half = abs(abs(r - 90*q) - 30) == 0
    s = half ? sign(t)*0.5 : sin(t)
    y = abs(q) == 1 ? -sign(q).*s : (q == 0 ? cos(t) : -cos(t))
    y = (abs(r) == 60 ? 0.5 : (abs(r) == 120 ? -0.5 : y)) + 0.0
end
function y = tand(x)
    r = x - 180*round(x/180)
    y = abs(r) == 45 ? sign(r)*1.0 : (abs(r) == 90 ? sind(x)*inf : tan(r*(pi/180)))
end
function y = asind(x)
    y = asin(x)*(180/pi)
end
function y = acosd(x)
    y = acos(x)*(180/pi)
end
function y = atand(x)
    y = atan(x)*(180/pi)
end

% sec(x) csc(x) cot(x) sech(x) csch(x) coth(x): one over cos, sin, tan, cosh, sinh, tanh; asec(x) acsc(x) acot(x) asech(x) acsch(x) acoth(x): their inverses. Complex x as well.
function y = sec(x)
    y = 1/cos(x)
end
function y = csc(x)
    y = 1/sin(x)
end
function y = cot(x)
    y = 1/tan(x)
end
function y = sech(x)
    y = 1/cosh(x)
end
function y = csch(x)
    y = 1/sinh(x)
end
function y = coth(x)
    y = 1/tanh(x)
end
function y = asec(x)
    y = acos(1.0/x)
end
function y = acsc(x)
    y = asin(1.0/x)
end
function y = acot(x)
    y = atan(1.0/x)
end
function y = asech(x)
    y = acosh(1.0/x)
end
function y = acsch(x)
    y = asinh(1.0/x)
end
function y = acoth(x)
    y = atanh(1.0/x)
end

% [theta, rho] = cart2pol(x, y), [x, y] = pol2cart(theta, rho): polar coordinates. [azimuth, elevation, r] = cart2sph(x, y, z), [x, y, z] = sph2cart(azimuth, elevation, r):
% spherical ones, the elevation counted from the x-y plane. With z, cart2pol(x, y, z) and pol2cart(theta, rho, z) give it on. Radians.
function [theta, rho, height] = cart2pol(x, y, z = 0)
    theta = atan2(y, x)
    rho = hypot(x, y)
    height = z
end
function [x, y, height] = pol2cart(theta, rho, z = 0)
    x = rho.*cos(theta)
    y = rho.*sin(theta)
    height = z
end
function [azimuth, elevation, r] = cart2sph(x, y, z)
    azimuth = atan2(y, x)
    elevation = atan2(z, hypot(x, y))
    r = hypot(hypot(x, y), z)
end
function [x, y, z] = sph2cart(azimuth, elevation, r)
    x = r.*cos(elevation).*cos(azimuth)
    y = r.*cos(elevation).*sin(azimuth)
    z = r.*sin(elevation)
end

% sumsq(x), rms(x), rssq(x): the sum of the squared magnitudes, the root of their mean, the root of their sum, of all elements or along a dimension: sumsq(x, dim). Complex x as well.
function s = sumsq(x)
    s = sum(lib_squares(x))
end
function s = sumsq(x, dim : int)
    s = sum(lib_squares(x), dim)
end
function s = rms(x)
    s = lib_narrowed(sqrt(mean(lib_wide_squares(x))), x)
end
function s = rms(x, dim : int)
    s = lib_narrowed(sqrt(mean(lib_wide_squares(x), dim)), x)
end
function s = rssq(x)
    s = norm(x)
end
function s = rssq(x, dim : int)
    s = lib_narrowed(sqrt(sum(lib_wide_squares(x), dim)), x)
end
% In doubles, where squares of floats do not overflow.
function y = lib_wide_squares(x)
    y = iscomplex(x) ? cast(real(x), double).^2 + cast(imag(x), double).^2 : cast(x, double).^2
end
% What was computed in doubles of x, as precise as x is.
function y = lib_narrowed(wide, x)
    y = type(real(sum(x[0..-1])), double) ? wide : cast(wide, scalar)
end
function y = lib_squares(x)
    y = iscomplex(x) ? real(x).^2 + imag(x).^2 : (1.0*x).^2
end

% vecnorm(x, p, dim): the p-norms (2, inf as well) of the columns of a matrix; of its rows where dim is 1.
function y = vecnorm(x, p : scalar = 2, dim : int = 0)
    if p == 2
        y = rssq(x, dim)
    elseif isinf(p)
        y = max(abs(x), [], dim)
    else
        y = sum(abs(x).^p, dim).^(1/p)
    end
end

% peak2peak(x): largest less smallest. peak2rms(x): largest magnitude over the root of the mean square. [low, high] = bounds(x): both extremes. mad(x): mean distance from the mean;
% mad(x, 1): median distance from the median.
function y = peak2peak(x)
    y = max(x) - min(x)
end
function y = peak2rms(x)
    y = max(abs(x))/rms(x)
end
function [low, high] = bounds(x)
    low = min(x)
    high = max(x)
end
function y = mad(x, kind : int = 0)
    y = kind == 0 ? mean(abs(x - mean(x))) : median(abs(x - median(x)))
end

% nansum(x) nanmean(x) nanmedian(x) nanmax(x) nanmin(x) nanvar(x) nanstd(x): of the elements that are not NaN; NaN where there is none (nansum: 0). nansum(x, dim), nanmax(x, [], dim), nanvar(x, dim), nanvar(x, w, dim):
% along a dimension; w: 1 divides by their number, 0 by one less.
function y = nansum(x)
    y = sum(lib_finite_elements(x))
end
function y = nansum(x, dim : int)
    y = sum(lib_zeros_for_nan(x), dim)
end
function y = nanmean(x)
    v = lib_finite_elements(x)
    y = numel(v) == 0 ? nan : mean(v)
end
function y = nanmean(x, dim : int)
    y = sum(lib_zeros_for_nan(x), dim)./(1.0*sum(!isnan(x), dim))
end
function y = nanmedian(x)
    v = lib_finite_elements(x)
    y = numel(v) == 0 ? nan : median(v)
end
function y = nanmedian(x, dim : int)
    y = lib_of_lines(line -> nanmedian(line), x, dim, "nanmedian")
end
function y = nanvar(x)
    v = lib_finite_elements(x)
    y = numel(v) == 0 ? nan : var(v)
end
function y = nanvar(x, dim : int)
    y = nanvar(x, 0, dim)
end
function y = nanvar(x, w, dim : int)
    y = lib_narrowed(lib_nan_spread(x, w, dim), x)
end
function y = nanstd(x)
    v = lib_finite_elements(x)
    y = numel(v) == 0 ? nan : std(v)
end
function y = nanstd(x, dim : int)
    y = nanstd(x, 0, dim)
end
function y = nanstd(x, w, dim : int)
    y = lib_narrowed(sqrt(lib_nan_spread(x, w, dim)), x)
end
function y = lib_nan_spread(x, w, dim : int)
    count = 1.0*sum(!isnan(x), dim)
    wide = iscomplex(x) ? x : cast(x, double)
    squares = nansum(abs(wide - nanmean(wide, dim)).^2, dim)
    less = numel(w) == 0 || w[0] == 0 ? 1 : 0
    y = count == 0 ? nan : squares./max(count - less, 1)
end
function y = nanmax(x)
    v = lib_finite_elements(x)
    y = numel(v) == 0 ? nan : max(v)
end
function y = nanmax(x, other, dim : int)
    y = max(x, [], dim)
end
function y = nanmin(x)
    v = lib_finite_elements(x)
    y = numel(v) == 0 ? nan : min(v)
end
function y = nanmin(x, other, dim : int)
    y = min(x, [], dim)
end
function y = lib_zeros_for_nan(x)
    y = isnan(x) ? 0 : x
end
function v = lib_finite_elements(x)
    flat = reshape(1.0*x, [numel(x)])
    v = flat[!isnan(flat)]
end

% normalize(x, kind, low, high): "zscore" (the default), "range" (extremes become low and high, 0 and 1), "norm" (divided by the root of the sum of squares), "center" (less the mean),
% "scale" (divided by the standard deviation); of all elements of a vector, otherwise of each column.
function y = normalize(x, kind : string = "zscore", low : scalar = 0, high : scalar = 1)
    if isvector(x)
        y = lib_like_vector(lib_normalised(reshape(1.0*x, [numel(x), 1]), kind, low, high), x)
    else
        y = lib_normalised(1.0*x, kind, low, high)
    end
end
function y = lib_normalised(x, kind : string, low : scalar, high : scalar)
    match kind with
    | "zscore" -> y = zscore(x, 0)
    | "range" -> y = low + (high - low)*lib_over(x - min(x, [], 0), max(x, [], 0) - min(x, [], 0))
    | "norm" -> y = lib_over(x, rssq(x, 0))
    | "center" -> y = x - mean(x, 0)
    | "scale" -> y = lib_over(x, std(x, 0))
    | _ -> error(sprintf("normalize: the kind '%s' is not one of zscore, range, norm, center, scale", kind))
    end
end
function y = lib_over(x, divisor)
    y = x./(divisor + (divisor == 0))
end

% prepad(v, n, c), postpad(v, n, c): a vector made n long by c (0) in front, behind; or cut there.
function y = prepad(v, n : int, c : scalar = 0)
    m = numel(v)
    flat = reshape(v, [m])
    y = lib_like_vector(n <= m ? flat[m-n..m-1] : horzcat(c*ones(n-m), flat), v)
end
function y = postpad(v, n : int, c : scalar = 0)
    m = numel(v)
    flat = reshape(v, [m])
    y = lib_like_vector(n <= m ? flat[0..n-1] : horzcat(flat, c*ones(n-m)), v)
end

% y = ipermute(x, order): undoes permute(x, order). signbit(x): 1 where x is negative or -0. issorted(x): whether no element of a vector is smaller than the one before it.
function y = ipermute(x, order)
    back = ivec(numel(order))
    for k = 0..numel(order)-1
        back[int(order[k])] = k
    end
    y = permute(x, back)
end
function y = signbit(x)
    y = x < 0 || (x == 0 && 1.0/x < 0)
end
function y = issorted(x)
    n = numel(x)
    v = reshape(x, [n])
    y = n < 2 ? true : !any(v[1..n-1] < v[0..n-2])
end

% db2mag(x) mag2db(y) db2pow(x) pow2db(y): decibels and magnitudes, y = 10^(x/20), decibels and powers, y = 10^(x/10).
function y = db2mag(x)
    y = 10.0.^(x/20)
end
function x = mag2db(y)
    x = 20*log10(y)
end
function y = db2pow(x)
    y = 10.0.^(x/10)
end
function x = pow2db(y)
    x = 10*log10(y)
end

% y = wthresh(x, kind, t): "s": soft, sign(x) max(|x| - t, 0), "h": hard, x where |x| > t, 0 elsewhere. Complex x keep their angles.
function y = wthresh(x, kind : string, t)
    match kind with
    | "s" -> y = iscomplex(x) ? x.*(max(abs(x) - t, 0)./max(abs(x), 1e-30)) + 0.0 : sign(x).*max(abs(x) - t, 0) + 0.0
    | "h" -> y = x.*(abs(x) > t)
    | _ -> error(sprintf("wthresh: the kind '%s' is neither s nor h", kind))
    end
end
