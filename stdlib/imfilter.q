% imfilter.q: linear filters of images. All of them correlate: y[i,j] = sum over m,n of x[i+m-c0, j+n-c1] * mask[m,n].
% What lies outside is told by `mode`: "zero" (also "none", "safe", ""), "mirror", "symmetric", "circular" (also "periodic"),
% "clamped" (also "replicate"). x is a vec, a matrix or a cube, whose channels are filtered one by one.

% The index that i means in 0..n-1, or -1 for a zero. mode: 0 zero, 1 mirror, 2 circular, 3 clamped, 4 symmetric. As 'mirror
% does, 1 has the pixel at the border once before the image and twice behind it; 4 has it twice on both sides.
function k : int = __device__ lib_outside(i : int, n : int, mode : int)
    k = i
    if i < 0 || i >= n
        if mode == 0
            k = -1
        elseif mode == 1
            q = mod(abs(i), 2*n)
            k = q >= n ? 2*n-1-q : q
        elseif mode == 2
            k = periodize(i, n)
        elseif mode == 3
            k = i < 0 ? 0 : n-1
        else
            q = periodize(i, 2*n)
            k = q >= n ? 2*n-1-q : q
        end
    end
end

% The number of a boundary mode by its name.
function k = lib_boundary_mode(mode)
    match mode with
    | "zero" -> k = 0
    | "zeros" -> k = 0
    | "none" -> k = 0
    | "safe" -> k = 0
    | "" -> k = 0
    | "mirror" -> k = 1
    | "symmetric" -> k = 4
    | "circular" -> k = 2
    | "periodic" -> k = 2
    | "clamped" -> k = 3
    | "clamp" -> k = 3
    | "replicate" -> k = 3
    | _ ->
        k = 0
        error(sprintf("imfilter: the boundary mode '%s' is not one of zero, mirror, symmetric, circular, clamped", mode))
    end
end

% y[i,j,c] = sum over m,n of x[i+m-c0, j+n-c1, c]*f[m,n], one function for each way to read outside. Neighbouring pixels of a
% row are innermost, whatever the channels are.
function y = lib_filter_zero[T](x : cube[T]'safe, f, c0 : int, c1 : int)
    [h, w, channels] = [size(x,0), size(x,1), size(x,2)]
    y = zeros(h, w, channels)
    for i = 0..h-1
        for c = 0..channels-1
            for j = 0..w-1
                total = 0.0
                for m = 0..size(f,0)-1
                    for n = 0..size(f,1)-1
                        total += x[i+m-c0, j+n-c1, c]*f[m,n]
                    end
                end
                y[i,j,c] = total
            end
        end
    end
end
function y = lib_filter_mirror[T](x : cube[T]'mirror, f, c0 : int, c1 : int)
    [h, w, channels] = [size(x,0), size(x,1), size(x,2)]
    y = zeros(h, w, channels)
    for i = 0..h-1
        for c = 0..channels-1
            for j = 0..w-1
                total = 0.0
                for m = 0..size(f,0)-1
                    for n = 0..size(f,1)-1
                        total += x[i+m-c0, j+n-c1, c]*f[m,n]
                    end
                end
                y[i,j,c] = total
            end
        end
    end
end
function y = lib_filter_circular[T](x : cube[T]'circular, f, c0 : int, c1 : int)
    [h, w, channels] = [size(x,0), size(x,1), size(x,2)]
    y = zeros(h, w, channels)
    for i = 0..h-1
        for c = 0..channels-1
            for j = 0..w-1
                total = 0.0
                for m = 0..size(f,0)-1
                    for n = 0..size(f,1)-1
                        total += x[i+m-c0, j+n-c1, c]*f[m,n]
                    end
                end
                y[i,j,c] = total
            end
        end
    end
end
function y = lib_filter_clamped[T](x : cube[T]'clamped, f, c0 : int, c1 : int)
    [h, w, channels] = [size(x,0), size(x,1), size(x,2)]
    y = zeros(h, w, channels)
    for i = 0..h-1
        for c = 0..channels-1
            for j = 0..w-1
                total = 0.0
                for m = 0..size(f,0)-1
                    for n = 0..size(f,1)-1
                        total += x[i+m-c0, j+n-c1, c]*f[m,n]
                    end
                end
                y[i,j,c] = total
            end
        end
    end
end

% All that the mask reads is there: x has size(f,0)-1 rows and size(f,1)-1 columns more than the h x w of the result, or more than these.
function y = lib_filter_inside[T](x : cube[T], f, h : int, w : int)
    channels = size(x,2)
    y = zeros(h, w, channels)
    for i = 0..h-1
        for c = 0..channels-1
            for j = 0..w-1
                total = 0.0
                for m = 0..size(f,0)-1
                    for n = 0..size(f,1)-1
                        total += x[i+m, j+n, c]*f[m,n]
                    end
                end
                y[i,j,c] = total
            end
        end
    end
end

% The filter for a mode of lib_boundary_mode. A mask that is large beside the image reads outside so often that what lies there is written out first,
% as it is where a tall mask reads rows that lie powers of two apart, which put each other out of the caches.
function y = lib_filter(x, f, c0 : int, c1 : int, mode : int)
    if numel(f) <= 2048
        y = lib_filter_band(x, f, c0, c1, mode)
    else
        rows = max(1, int(2048/size(f,1)))  % of a band of the mask, no larger than what a thread walks
        y = lib_filter_band(x, f[0..min(rows, size(f,0))-1,:], c0, c1, mode)
        for k = rows..rows..size(f,0)-1
            y += lib_filter_band(x, f[k..min(k+rows, size(f,0))-1,:], c0 - k, c1, mode)
        end
    end
end
function y = lib_filter_band(x, f, c0 : int, c1 : int, mode : int)
    [h, w] = [size(x,0), size(x,1)]
    outside = numel(f)*((size(f,0)-1)/h + (size(f,1)-1)/w)  % about twice the readings outside for each pixel
    aligned = size(f,0) > 24 && mod((w + size(f,1) - 1)*size(x,2), 256) == 0
    if mode > 3 || outside > 8 || aligned
        y = lib_filter_inside(lib_padded(x, c0, c1, h + size(f,0) - 1, w + size(f,1) - 1 + (aligned ? 16 : 0), mode), f, h, w)
    elseif mode == 0
        y = lib_filter_zero(x, f, c0, c1)
    elseif mode == 1
        y = lib_filter_mirror(x, f, c0, c1)
    elseif mode == 2
        y = lib_filter_circular(x, f, c0, c1)
    else
        y = lib_filter_clamped(x, f, c0, c1)
    end
end
% Along the rows, along the columns.
function y = lib_filter_rows(x, f, center : int, mode : int)
    y = lib_filter(x, reshape(f, [1, numel(f)]), 0, center, mode)
end
function y = lib_filter_columns(x, f, center : int, mode : int)
    y = lib_filter(x, reshape(f, [numel(f), 1]), center, 0, mode)
end

% [yes, u, v] = lib_separate(f): whether f[m,n] = u[m]*v[n] up to rounding, with the factors, empty where there are none, taken through its largest
% element (a matrix of rank 1 is the product of any of its rows and columns divided by their common element).
function [yes, u, v] = lib_separate(f : mat)
    m = size(f,0)
    n = size(f,1)
    bi = 0
    bj = 0
    for i = 0..m-1
        for j = 0..n-1
            if abs(f[i,j]) > abs(f[bi,bj])
                bi = i
                bj = j
            end
        end
    end
    peak = f[bi,bj]
    worst = 0.0
    for i = 0..m-1
        for j = 0..n-1
            worst = max(worst, abs(f[i,j] - f[i,bj]*(peak == 0 ? 0 : f[bi,j]/peak)))
        end
    end
    yes = worst <= 4*eps*abs(peak) && all(isfinite(f))
    u = zeros(0)
    v = u
    if yes
        u = zeros(m)
        for i = 0..m-1
            u[i] = f[i,bj]
        end
        v = zeros(n)
        for j = 0..n-1
            v[j] = peak == 0 ? 0 : f[bi,j]/peak
        end
    end
end

% A cube of h x w x 1 as the array of rank `rank` that it was made from.
function y = lib_with_rank(x, rank : int)
    if rank == 1
        y = reshape(x, [numel(x)])
    elseif rank == 2
        y = reshape(x, [size(x,0), size(x,1)])
    else
        y = x
    end
end
function y = lib_as_cube(x)
    y = reshape(x, [size(x,0), size(x,1), size(x,2)])
end

% y = imfilter(x, mask, center, mode): correlation of x with the mask, of the size of x. center: the element of the mask
% that lies on the pixel, [row, column], floor(size/2) when it is left out or []. mode: what lies outside, 0 by default. A
% mask that is a product of a column and a row is applied in two passes. The parts of complex images and masks are filtered one by one.
% Texts may stand in any order, at the place of the center too: beside the mode "corr" (as without it), "conv" (the mask turned around, as conv2 does), "same", and "full" (all places that the mask reaches).
function y = imfilter(x, mask, center = [], mode = "zero", more = "", last = "")
    named = type(center, string)
    if more == "" && !named && mode != "conv" && mode != "full" && mode != "corr" && mode != "same"
        y = lib_imfilter(x, mask, center, mode)  % as most calls are: one mode, or none
    else
        y = lib_imfilter_of(x, mask, named ? [] : center, named ? `center, mode, more, last' : `mode, more, last')
    end
end
function y = lib_imfilter_of(x, mask, center, options)
    [outside, turned, full] = lib_filter_options(options)
    if turned || full
        y = lib_filter_turned(x, turned ? rot90(reshape(mask, [size(mask,0), size(mask,1)]), 2) : mask, center, outside, turned, full)
    else
        y = lib_imfilter(x, mask, center, outside)
    end
end
% The mode among the options of imfilter, and what the others ask for.
function [mode : string, turned : bool, full : bool] = lib_filter_options(options)
    mode = "zero"
    turned = false
    full = false
    for k = 0..numel(options)-1
        match options[k] with
        | "conv" -> turned = true
        | "full" -> full = true
        | _ ->
            if !(options[k] == "corr" || options[k] == "same" || options[k] == "" || options[k] == "zero")
                mode = options[k]
            end
        end
    end
end
% Filtered with a turned mask, whose center was turned with it, or at all places that the mask reaches.
function y = lib_filter_turned(x, mask, center, mode : string, turned : bool, full : bool)
    [m, n] = [size(mask,0), size(mask,1)]
    if full && iscomplex(x)
        y = complex(lib_filter_turned(real(x), mask, center, mode, turned, full), lib_filter_turned(imag(x), mask, center, mode, turned, full))
    elseif full && iscomplex(mask)
        y = complex(lib_filter_turned(x, real(mask), center, mode, turned, full), lib_filter_turned(x, imag(mask), center, mode, turned, full))
    elseif full
        image = lib_as_cube(1.0*x)
        around = lib_padded(image, m-1, n-1, size(image,0) + 2*(m-1), size(image,1) + 2*(n-1), lib_boundary_mode(mode))
        z = lib_filter_inside(around, reshape(mask*1.0, [m, n]), size(image,0) + m-1, size(image,1) + n-1)
        y = lib_with_rank(z, lib_rank(x) == 1 && m > 1 ? 2 : lib_rank(x))
    else
        [i, j] = [m - 1 - int(m/2), n - 1 - int(n/2)]
        if numel(center) > 1
            [i, j] = [m - 1 - int(center[0]), n - 1 - int(center[1])]
        elseif numel(center) == 1
            [i, j] = m == 1 ? [0, n - 1 - int(center[0])] : [m - 1 - int(center[0]), j]
        end
        y = lib_imfilter(x, mask, [i, j], mode)
    end
end
function y = lib_imfilter(x, mask, center, mode)
    if iscomplex(x)
        y = lib_imfilter(real(x), mask, center, mode) + 1j*lib_imfilter(imag(x), mask, center, mode)
    elseif iscomplex(mask)
        y = complex(lib_imfilter(x, real(mask), center, mode), lib_imfilter(x, imag(mask), center, mode))
    else
        where = lib_boundary_mode(mode)
        fm = size(mask,0)
        fn = size(mask,1)
        f = reshape(mask*1.0, [fm, fn])
        c0 = int(fm/2)
        c1 = int(fn/2)
        if numel(center) > 2 && !(numel(center) == 3 && center[2] == 0)
            error("imfilter: the centre is [row, column] of the mask, not ", numel(center), " numbers")
        elseif numel(center) == 1
            if fm == 1
                c1 = int(center[0])
            else
                c0 = int(center[0])
            end
        elseif numel(center) > 1
            c0 = int(center[0])
            c1 = int(center[1])
        end
        image = lib_as_cube(x)
        if fm == 1
            z = lib_filter_rows(image, reshape(f, [fn]), c1, where)
        elseif fn == 1
            z = lib_filter_columns(image, reshape(f, [fm]), c0, where)
        else
            [yes, u, v] = lib_separate(f)
            if yes
                z = lib_filter_columns(lib_filter_rows(image, v, c1, where), u, c0, where)
            else
                z = lib_filter(image, f, c0, c1, where)
            end
        end
        y = lib_with_rank(z, lib_rank(x))
    end
end

% y = separable_imfilter(x, f0, f1, center, mode): f0 along the columns and f1 along the rows, without looking for a product.
function y = separable_imfilter(x, f0, f1, center = [], mode = "zero")
    if iscomplex(x)
        y = complex(separable_imfilter(real(x), f0, f1, center, mode), separable_imfilter(imag(x), f0, f1, center, mode))
    else
        where = lib_boundary_mode(mode)
        c0 = numel(center) > 1 ? int(center[0]) : int(numel(f0)/2)
        c1 = numel(center) > 1 ? int(center[1]) : int(numel(f1)/2)
        z = lib_filter_rows(lib_as_cube(x), reshape(f1*1.0, [numel(f1)]), c1, where)
        y = lib_with_rank(lib_filter_columns(z, reshape(f0*1.0, [numel(f0)]), c0, where), lib_rank(x))
    end
end

% g = gaussian_kernel(sigma, n): n samples of exp(-t^2/(2 sigma^2)) around their middle, with sum 1. n = 0: 2*ceil(3 sigma)+1.
function g = gaussian_kernel(sigma : scalar, n : int = 0)
    taps = n > 0 ? n : 2*int(ceil(3*sigma)) + 1
    g = zeros(taps)
    middle = int(taps/2)
    for k = 0..taps-1
        t = k - middle
        g[k] = sigma > 0 ? exp(-(t*t)/(2*sigma*sigma)) : (t == 0 ? 1.0 : 0.0)
    end
    g = g/sum(g)
end

% y = gaussian_filter(x, sigma, n, mode): x smoothed with a Gaussian of standard deviation sigma (pixels) in both
% dimensions, each channel on its own. n: taps of the filter; 0 (the default) takes 2*ceil(3 sigma)+1.
function y = gaussian_filter(x, sigma : scalar, n : int = 0, mode = "mirror")
    g = gaussian_kernel(sigma, n)
    y = separable_imfilter(x, g, g, [], mode)
end

% f = fgaussian(n, sigma): the n x n Gaussian mask with sum 1.
function f = fgaussian(n : int, sigma : scalar)
    g = gaussian_kernel(sigma, n)
    f = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            f[i,j] = g[i]*g[j]
        end
    end
end

% ---- masks by name and filters that adapt ------------------------------------------------------------------------------

% m = fspecial(kind, a, b), sum 1 but for the derivatives: "average" (extent a = 3), "gaussian" (extent a = 3, sigma b = 0.5), "disk" (radius a = 5: the part of each pixel
% inside), "motion" (length a = 9, angle b = 0 in degrees: a segment one pixel wide), "laplacian" (a = 0.2), "log" (extent a = 5, sigma b = 0.5), "unsharp" (a = 0.2),
% "sobel", "prewitt" (rows above minus rows below). An extent is a number or [rows, columns].
function m : mat = fspecial(kind : string, a = [], b = [])
    match lower(kind) with
    | "average" -> m = lib_box_mask(numel(a) ? a : 3)
    | "gaussian" -> m = lib_gaussian_mask(numel(a) ? a : 3, numel(b) ? b[0] : 0.5)
    | "disk" -> m = lib_disk_mask(numel(a) ? a[0] : 5)
    | "motion" -> m = lib_motion_mask(numel(a) ? a[0] : 9, numel(b) ? b[0] : 0)
    | "laplacian" -> m = lib_laplacian_mask(numel(a) ? a[0] : 0.2)
    | "log" -> m = lib_log_mask(numel(a) ? a : 5, numel(b) ? b[0] : 0.5)
    | "unsharp" -> m = [[0,0,0],[0,1,0],[0,0,0]] - lib_laplacian_mask(numel(a) ? a[0] : 0.2)
    | "sobel" -> m = [[1,2,1],[0,0,0],[-1,-2,-1]]
    | "prewitt" -> m = [[1,1,1],[0,0,0],[-1,-1,-1]]
    | _ -> error(sprintf("fspecial: '%s' is not one of average, gaussian, disk, motion, laplacian, log, unsharp, sobel, prewitt", kind))
    end
end
function m : mat = lib_box_mask(extent)
    m = ones(int(extent[0]), int(extent[numel(extent)-1]))
    m = m/numel(m)
end
% exp(-r^2/2 sigma^2) about the middle, sum 1.
function m : mat = lib_gaussian_mask(extent, sigma : scalar)
    r2 = lib_squared_radius(int(extent[0]), int(extent[numel(extent)-1]))
    m = exp(r2/(-2*sigma^2))
    m = m/sum(m)
end
function r2 : mat = lib_squared_radius(h : int, w : int)
    r2 = zeros(h, w)
    for i = 0..h-1
        for j = 0..w-1
            r2[i,j] = (i - (h-1)/2)^2 + (j - (w-1)/2)^2
        end
    end
end
% The Laplacian of a Gaussian, sum 0.
function m : mat = lib_log_mask(extent, sigma : scalar)
    g = lib_gaussian_mask(extent, sigma)
    m = g.*(lib_squared_radius(size(g,0), size(g,1)) - 2*sigma^2)/sigma^4
    m = m - mean(m)
end
function m : mat = lib_laplacian_mask(a : scalar)
    m = [[a, 1-a, a], [1-a, -4, 1-a], [a, 1-a, a]]/(a+1)
end
% Each pixel's part inside the circle, by 256 strips; rows and columns alike.
function m : mat = lib_disk_mask(radius : scalar)
    r = int(ceil(radius - 0.5))
    m = zeros(2*r+1, 2*r+1)
    for i = 0..2*r
        for j = 0..2*r
            area = 0.0
            for k = 0..255
                y = i - r - 0.5 + (k + 0.5)/256
                half = sqrt(max(radius^2 - y^2, 0))
                area += max(min(j - r + 0.5, half) - max(j - r - 0.5, -half), 0)
            end
            m[i,j] = area
        end
    end
    m = (m + transpose(m))/(2*sum(m))
end
% 1 minus the distance to the segment, where that is positive.
function m : mat = lib_motion_mask(length : scalar, angle : scalar)
    half = (max(length, 1) - 1)/2
    c = cos(angle*(pi/180))
    s = -sin(angle*(pi/180))
    h = int(ceil(half*abs(s) - 0.001))
    w = int(ceil(half*abs(c) - 0.001))
    m = zeros(2*h+1, 2*w+1)
    for i = 0..2*h
        for j = 0..2*w
            along = (j-w)*c + (i-h)*s
            t = min(max(along, -half), half)
            m[i,j] = max(1 - sqrt((j - w - t*c)^2 + (i - h - t*s)^2), 0)
        end
    end
    m = m/sum(m)
end

% y = medfilt2(x, [m, n], mode): median of m x n pixels, 3 x 3 when left out, around the pixel or beside the middle of an even side; 0 outside unless mode says otherwise, "symmetric" or another.
function y = medfilt2(x : mat, extent = [3, 3], mode : string = "zero")
    [m, n] = [int(extent[0]), int(extent[numel(extent)-1])]
    if m < 1 || n < 1
        error(sprintf("medfilt2: a window of %d x %d pixels; both are 1 or more", m, n))
    end
    if m != n || mod(n, 2) != 1
        half = int((m*n + 1)/2)
        y = ordfilt2(x, half, ones(m, n), mode)
        if mod(m*n, 2) == 0
            y = (y + ordfilt2(x, half + 1, ones(m, n), mode))/2
        end
    else
        y = mode == "symmetric" ? imcrop(immedfilt(extend_boundary(x, int(n/2), mode), int(n/2), "zero"), int(n/2), int(n/2), size(x,0), size(x,1)) : immedfilt(x, int(n/2), mode)
    end
end

% [y, noise] = wiener2(x, [m, n], noise): the local mean, and of what differs from it the part that the local variance exceeds the noise's (Lee 1980); without
% it the mean of the local variances. Windows of m x n (3 x 3 when left out), 0 outside.
function [y, v] = wiener2(x : mat, extent = [3, 3], noise = [])
    box = lib_box_mask(extent)
    center = [int((size(box,0) - 1)/2), int((size(box,1) - 1)/2)]
    local = imfilter(x, box, center, "zero")
    variance = imfilter(x.*x, box, center, "zero") - local.*local
    v = numel(noise) == 0 ? mean(variance) : noise[0]
    y = local + max(variance - v, 0)./max(max(variance, v), 1e-30).*(x - local)
end

% imgaussfilt(x, sigma): a Gaussian of 2 ceil(2 sigma) + 1 taps; imboxfilt(x, n): means of n x n pixels, n odd or [rows, columns]. The border goes on outside as it is.
function y = imgaussfilt(x, sigma : scalar = 0.5)
    if !(sigma > 0)
        error(sprintf("imgaussfilt: sigma %g; it is positive", sigma))
    end
    y = gaussian_filter(x, sigma, 2*int(ceil(2*sigma)) + 1, "clamped")
end
function y = imboxfilt(x, n = 3)
    h = int(n[0])
    w = int(n[numel(n)-1])
    if h < 1 || w < 1 || mod(h, 2) == 0 || mod(w, 2) == 0
        error(sprintf("imboxfilt: %d x %d pixels; both are odd", h, w))
    end
    y = separable_imfilter(x, ones(h)/h, ones(w)/w, [int(h/2), int(w/2)], "clamped")
end
