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

% The filter for a mode of lib_boundary_mode.
function y = lib_filter(x, f, c0 : int, c1 : int, mode : int)
    if mode == 0
        y = lib_filter_zero(x, f, c0, c1)
    elseif mode == 1
        y = lib_filter_mirror(x, f, c0, c1)
    elseif mode == 2
        y = lib_filter_circular(x, f, c0, c1)
    elseif mode == 3
        y = lib_filter_clamped(x, f, c0, c1)
    else
        [h, w] = [size(x,0), size(x,1)]
        y = imcrop(lib_filter_zero(lib_padded(x, c0, c1, h + size(f,0) - 1, w + size(f,1) - 1, mode), f, 0, 0), 0, 0, h, w)
    end
end
% Along the rows, along the columns.
function y = lib_filter_rows(x, f, center : int, mode : int)
    y = lib_filter(x, reshape(f, [1, numel(f)]), 0, center, mode)
end
function y = lib_filter_columns(x, f, center : int, mode : int)
    y = lib_filter(x, reshape(f, [numel(f), 1]), center, 0, mode)
end

% [yes, u, v] = lib_separate(f): whether f[m,n] = u[m]*v[n] up to rounding, with the factors taken through its largest
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
    u = zeros(m)
    v = zeros(n)
    peak = f[bi,bj]
    for i = 0..m-1
        u[i] = f[i,bj]
    end
    for j = 0..n-1
        v[j] = peak == 0 ? 0 : f[bi,j]/peak
    end
    worst = 0.0
    for i = 0..m-1
        for j = 0..n-1
            worst = max(worst, abs(f[i,j] - u[i]*v[j]))
        end
    end
    yes = worst <= 4*eps*abs(peak)
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
% mask that is a product of a column and a row is applied in two passes.
function y = imfilter(x, mask, center = [], mode = "zero")
    if type(center, string)
        y = imfilter(x, mask, [], center)
    else
        where = lib_boundary_mode(mode)
        fm = size(mask,0)
        fn = size(mask,1)
        f = reshape(mask*1.0, [fm, fn])
        c0 = int(fm/2)
        c1 = int(fn/2)
        if numel(center) == 1
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
    where = lib_boundary_mode(mode)
    c0 = numel(center) > 1 ? int(center[0]) : int(numel(f0)/2)
    c1 = numel(center) > 1 ? int(center[1]) : int(numel(f1)/2)
    z = lib_filter_rows(lib_as_cube(x), reshape(f1*1.0, [numel(f1)]), c1, where)
    y = lib_with_rank(lib_filter_columns(z, reshape(f0*1.0, [numel(f0)]), c0, where), lib_rank(x))
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
