% imenhance.q: images made clearer, noisier, even. Images are of 0..255, matrices or cubes whose channels are treated one by one; what is called a part is one of 255.

% y = imsharpen(x, radius, amount, threshold): x + amount (x - imgaussfilt(x, radius)), where that difference is at least `threshold` times its largest (1, 0.8, 0 when left out). Not clamped.
function y = imsharpen(x, radius : scalar = 1, amount : scalar = 0.8, threshold : scalar = 0)
    if radius <= 0 || threshold < 0 || threshold > 1
        error(sprintf("imsharpen: radius %g, threshold %g; the radius is above 0, the threshold 0 to 1", radius, threshold))
    end
    d = 1.0*x - imgaussfilt(x, radius)
    if threshold > 0
        d = abs(d) >= threshold*max(abs(d)) ? d : 0.0
    end
    y = x + amount*d
end

% y = imtranslate(x, [right, down], method, fill, box): x moved by a number of pixels that may be broken, as MATLAB counts: columns, then rows. method: "linear" (the default), "nearest", "cubic";
% `fill` (0) where there was nothing; box: "same" (the default) or "full", as large as the moved image needs.
function y = imtranslate(x, shift, method : string = "linear", fill : scalar = 0, box : string = "same")
    if numel(shift) != 2 || (box != "same" && box != "full")
        error(sprintf("imtranslate: %d numbers, box '%s'; the shift is [right, down], the box same or full", numel(shift), box))
    end
    kind = method == "nearest" ? 1 : (method == "cubic" || method == "bicubic" ? 2 : 0)
    if kind == 0 && method != "linear" && method != "bilinear"
        error(sprintf("imtranslate: the method '%s' is not one of linear, nearest, cubic", method))
    end
    [h, w] = size(x, 0..1)
    [right, down] = [1.0*shift[0], 1.0*shift[1]]
    full = box == "full"
    more_rows = full ? int(ceil(abs(down))) : 0
    more_columns = full ? int(ceil(abs(right))) : 0
    top = full && down < 0 ? more_rows : 0
    left = full && right < 0 ? more_columns : 0
    [between, z] = lib_between(lib_as_cube(x) - fill, kind)
    y = lib_with_rank(lib_translated(z, h + more_rows, w + more_columns, down + top, right + left, between) + fill, max(lib_rank(x), 2))
end
function y : cube = lib_translated(x, height : int, width : int, down : scalar, right : scalar, between)
    channels = size(x,2)
    y = zeros(height, width, channels)
    for i = 0..height-1
        for j = 0..width-1
            for k = 0..channels-1
                y[i,j,k] = between(x, i - down, j - right, k)
            end
        end
    end
end

% y = adapthisteq(x, [rows, columns], clip, bins): contrast evened out in tiles (8 x 8 of them): each tile's histogram of `bins` (256) levels, cut at a limit (clip, 0..1, 0.01) and what is cut spread
% over all levels, maps its levels; between the middles of the tiles the maps are interpolated (Zuiderveld 1994). The image goes on as its mirror image to whole tiles of even extents.
function y = adapthisteq(x, tiles = [8,8], clip : scalar = 0.01, bins : int = 256)
    if numel(tiles) != 2 || min(tiles) < 1 || clip < 0 || clip > 1 || bins < 2
        error("adapthisteq: [rows, columns] of tiles are 1 or more each, the clip limit 0 to 1, the bins 2 or more")
    end
    z = lib_as_cube(1.0*x)
    y = zeros(size(z))
    for k = 0..size(z,2)-1
        y[:,:,k] = lib_even_contrast(z[:,:,k], int(tiles[0]), int(tiles[1]), clip, bins)
    end
    y = lib_with_rank(y, max(lib_rank(x), 2))
end
function y : mat = lib_even_contrast(x : mat, rows : int, columns : int, clip : scalar, bins : int)
    [h, w] = size(x, 0..1)
    th = 2*int((h + 2*rows - 1)/(2*rows))
    tw = 2*int((w + 2*columns - 1)/(2*columns))
    top = int((th*rows - h)/2)
    left = int((tw*columns - w)/2)
    mode = lib_boundary_mode("symmetric")
    level = imat(th*rows, tw*columns)
    for i = 0..th*rows-1
        for j = 0..tw*columns-1
            v = x[lib_outside(i - top, h, mode), lib_outside(j - left, w, mode)]
            level[i,j] = int(floor(clamp(v, 0, 255)*((bins-1)/255.0) + 0.5))
        end
    end
    least = int(ceil(1.0*th*tw/bins))
    limit = least + int(round(clip*(th*tw - least)))
    maps = lib_tile_maps(level, rows, columns, th, tw, bins, limit)
    y = lib_between_tiles(level, maps, h, w, top, left, rows, columns, th, tw)
end
function maps : cube = lib_tile_maps(level : mat[int], rows : int, columns : int, th : int, tw : int, bins : int, limit : int)
    maps = zeros(rows, columns, bins)
    for r = 0..rows-1
        for c = 0..columns-1
            for i = 0..th-1
                for j = 0..tw-1
                    maps[r,c,level[r*th+i, c*tw+j]] += 1
                end
            end
        end
    end
    for r = 0..rows-1
        for c = 0..columns-1
            lib_cut_histogram(maps, r, c, bins, limit)
            total = 0.0
            for k = 0..bins-1
                total = total + maps[r,c,k]
                maps[r,c,k] = min(total*255/(th*tw), 255)
            end
        end
    end
end
function [] = __device__ lib_cut_histogram(maps : cube'unchecked, r : int, c : int, bins : int, limit : int)
    excess = 0.0
    for k = 0..bins-1
        excess = excess + max(maps[r,c,k] - limit, 0)
    end
    share = floor(excess/bins)
    for k = 0..bins-1
        v = maps[r,c,k]
        if v > limit
            maps[r,c,k] = limit
        elseif v > limit - share
            excess = excess - (limit - v)
            maps[r,c,k] = limit
        else
            excess = excess - share
            maps[r,c,k] = v + share
        end
    end
    % What is left, one by one, evenly over the levels.
    first = 0
    rounds = 0
    while excess > 0 && rounds < 4*bins
        step = max(int(bins/excess), 1)
        k = first
        while k < bins && excess > 0
            if maps[r,c,k] < limit
                maps[r,c,k] = maps[r,c,k] + 1
                excess = excess - 1
            end
            k = k + step
        end
        first = first + 1 == bins ? 0 : first + 1
        rounds = rounds + 1
    end
end
function y : mat = lib_between_tiles(level : mat[int], maps : cube, h : int, w : int, top : int, left : int, rows : int, columns : int, th : int, tw : int)
    y = zeros(h, w)
    for i = 0..h-1
        for j = 0..w-1
            a = (i + top - th/2)/th
            b = (j + left - tw/2)/tw
            r = floor(a)
            c = floor(b)
            u = a - r
            v = b - c
            r0 = clamp(int(r), 0, rows-1)
            r1 = clamp(int(r) + 1, 0, rows-1)
            c0 = clamp(int(c), 0, columns-1)
            c1 = clamp(int(c) + 1, 0, columns-1)
            k = level[i+top, j+left]
            y[i,j] = (1-u)*((1-v)*maps[r0,c0,k] + v*maps[r0,c1,k]) + u*((1-v)*maps[r1,c0,k] + v*maps[r1,c1,k])
        end
    end
end

% y = imnoise(x, kind, a, b): "gaussian": of mean a (0) and variance b (0.01) in parts; "salt & pepper": the part a (0.05) of the pixels becomes 0 or 255; "speckle": x + n x, n uniform, of mean 0 and
% variance a (0.05); "poisson": each pixel is a count of photons. Clamped to 0..255. y = poissrnd(lambda): numbers of Poisson's distribution, by inversion from the most likely one.
function y = imnoise(x, kind : string = "gaussian", a : scalar = -1, b : scalar = -1)
    match kind with
    | "gaussian" -> y = clamp(x + 255*((a == -1 ? 0 : a) + sqrt(b < 0 ? 0.01 : b)*randn(size(x))), 0, 255)
    | "salt & pepper" -> y = lib_salted(1.0*x, rand(size(x)), a < 0 ? 0.05 : a)
    | "speckle" -> y = clamp(x + x.*(sqrt(12*(a < 0 ? 0.05 : a))*(rand(size(x)) - 0.5)), 0, 255)
    | "poisson" -> y = clamp(poissrnd(x), 0, 255)
    | _ -> error(sprintf("imnoise: the kind '%s' is not one of gaussian, salt & pepper, speckle, poisson", kind))
    end
end
function y = lib_salted(x, r, part : scalar)
    y = r < part/2 ? 0.0 : (r < part ? 255.0 : x)
end
function y = poissrnd(lambda)
    if isscalar(lambda)
        y = lib_poisson(lambda, rand())
    else
        r = rand(size(lambda))
        y = zeros(size(lambda))
        for k = 0..numel(lambda)-1
            y[k] = lib_poisson(lambda[k], r[k])
        end
    end
end
% Terms are taken off r from the mode on, to both sides in turn.
function n : scalar = __device__ lib_poisson(lambda : scalar, r : scalar)
    n = lambda >= 0 ? 0.0 : nan
    if lambda > 0
        mode = floor(lambda)
        rest : double = r
        m : double = mode
        l : double = lambda
        top = exp(m*log(l) - l - lgamma(m + 1))
        low = top
        high = top
        k = 0
        rest = rest - top
        n = mode
        while rest > 0 && k < 100000
            k = k + 1
            high = high*l/(m + k)
            rest = rest - high
            n = mode + k
            if rest > 0 && mode - k >= 0
                low = low*(m - k + 1)/l
                rest = rest - low
                n = mode - k
            end
            k = low + high < cast(1e-18, double) ? 100000 : k
        end
    end
end

% t = adaptthresh(x, sensitivity, [rows, columns]): a threshold for each pixel, in parts: the mean of its neighbourhood (an eighth of the image) times 1.6 - sensitivity (0.5). y = imbinarize(x, t):
% x > 255 t, t a number or an image, or "global" (graythresh, the default) or "adaptive".
function t = adaptthresh(x : mat, sensitivity : scalar = 0.5, extents = [])
    [h, w] = size(x, 0..1)
    n = numel(extents) == 0 ? [2*int(h/16) + 1, 2*int(w/16) + 1] : extents
    t = clamp(imboxfilt(x, n)*((1.6 - sensitivity)/255), 0, 1)
end
function y = imbinarize(x, t = "global")
    if type(t, string)
        match t with
        | "global" -> y = x > 255*graythresh(x)
        | "adaptive" -> y = x > 255*adaptthresh(x)
        | _ -> error(sprintf("imbinarize: the method '%s' is neither global nor adaptive", t))
        end
    else
        y = x > 255*t
    end
end

% y = imhistmatch(x, model): the levels of x moved so that their distribution becomes that of the model: the level at which the model has as large a part of its pixels, interpolated. Channel by channel.
function y = imhistmatch(x, model)
    z = lib_as_cube(1.0*x)
    m = lib_as_cube(1.0*model)
    if size(m,2) != 1 && size(m,2) != size(z,2)
        error(sprintf("imhistmatch: %d channels and a model of %d", size(z,2), size(m,2)))
    end
    y = zeros(size(z))
    for k = 0..size(z,2)-1
        y[:,:,k] = lib_matched(z[:,:,k], m[:,:,min(k, size(m,2)-1)])
    end
    y = lib_with_rank(y, max(lib_rank(x), 2))
end
function y : mat = lib_matched(x : mat, model : mat)
    part = cumsum(imhist(x))/numel(x)
    goal = cumsum(imhist(model))/numel(model)
    map = zeros(256)
    for k = 0..255
        level = 0
        while level < 255 && goal[level] < part[k]
            level = level + 1
        end
        below = level > 0 ? goal[max(level-1, 0)] : 0.0
        step = goal[level] - below
        map[k] = level > 0 && step > 0 ? level - 1 + clamp((part[k] - below)/step, 0, 1) : level
    end
    y = zeros(size(x,0), size(x,1))
    for k = 0..numel(x)-1
        y[k] = map[int(clamp(floor(x[k] + 0.5), 0, 255))]
    end
end

% y = imguidedfilter(x, guide, n, smoothing): in each n x n window (5) the line a guide + b that is nearest to x, variances of the guide below `smoothing` (650.25) smoothed; the mean of the windows' lines
% (He, Sun, Tang 2010). The guide is a matrix, x itself when left out.
function y = imguidedfilter(x, guide = [], n : int = 5, smoothing : scalar = 650.25)
    z = lib_as_cube(1.0*x)
    y = zeros(size(z))
    for k = 0..size(z,2)-1
        p = z[:,:,k]
        g = numel(guide) == 0 ? p : 1.0*guide
        mg = imboxfilt(g, n)
        mp = imboxfilt(p, n)
        a = (imboxfilt(g.*p, n) - mg.*mp)./(imboxfilt(g.*g, n) - mg.*mg + smoothing)
        b = mp - a.*mg
        y[:,:,k] = imboxfilt(a, n).*g + imboxfilt(b, n)
    end
    y = lib_with_rank(y, max(lib_rank(x), 2))
end

% y = imbilatfilt(x, smoothing, sigma): means weighted by distance, exp(-d^2/(2 sigma^2)), sigma = 1, and likeness, exp(-(difference)^2/(2 smoothing)), 650.25, of all channels together, over
% 2 ceil(2 sigma) + 1 pixels each way; the border goes on (Tomasi and Manduchi 1998).
function y = imbilatfilt(x, smoothing : scalar = 650.25, sigma : scalar = 1)
    if smoothing <= 0 || sigma <= 0
        error(sprintf("imbilatfilt: smoothing %g, sigma %g; both are above 0", smoothing, sigma))
    end
    y = lib_with_rank(lib_bilateral(lib_as_cube(1.0*x), 0.5/smoothing, 0.5/(sigma*sigma), int(ceil(2*sigma))), max(lib_rank(x), 2))
end
function y : cube = lib_bilateral(x : cube'clamped, a : scalar, b : scalar, r : int)
    [h, w, channels] = size(x, 0..2)
    y = zeros(h, w, channels)
    for i = 0..h-1
        for j = 0..w-1
            total = 0.0
            for c = 0..channels-1
                y[i,j,c] = 0
            end
            for m = -r..r
                for n = -r..r
                    d = 0.0
                    for c = 0..channels-1
                        d += (x[i+m,j+n,c] - x[i,j,c])^2
                    end
                    weight = exp(-a*d - b*(m*m + n*n))
                    total += weight
                    for c = 0..channels-1
                        y[i,j,c] = y[i,j,c] + weight*x[i+m,j+n,c]
                    end
                end
            end
            for c = 0..channels-1
                y[i,j,c] = y[i,j,c]/total
            end
        end
    end
end

% [y, smoothing] = imnlmfilt(x, smoothing, search, patch): non-local means: pixels of a search x search window (21) weighted by exp(-d/smoothing^2), d the mean squared difference of the patch x patch
% pixels (5) around both (Buades, Coll, Morel 2005); `smoothing`: the estimated deviation of the noise when left out (Immerkaer 1996). Of a matrix; the border goes on.
function [y : mat, smoothing : scalar] = imnlmfilt(x : mat, strength : scalar = -1, search : int = 21, patch : int = 5)
    if mod(search, 2) == 0 || mod(patch, 2) == 0 || search < 1 || patch < 1
        error(sprintf("imnlmfilt: a search of %d, patches of %d pixels; both are odd", search, patch))
    end
    z = 1.0*x
    smoothing = strength
    if smoothing < 0
        smoothing = sqrt(pi/2)*mean(abs(conv2(z, [[1,-2,1],[-2,4,-2],[1,-2,1]], "valid")))/6
    end
    r = int((search-1)/2)
    p = int((patch-1)/2)
    [h, w] = size(z, 0..1)
    padded = extend_boundary(z, r + p, "clamped")
    middle = padded[r..r+h+2*p-1, r..r+w+2*p-1]
    total = zeros(h, w)
    y = zeros(h, w)
    scale = -1/(max(smoothing*smoothing, 1e-20)*patch*patch)
    for m = 0..2*r
        for n = 0..2*r
            other = padded[m..m+h+2*p-1, n..n+w+2*p-1]
            d = lib_patch_sums((other - middle).^2, patch)
            weight = exp(scale*d)
            total += weight
            y += weight.*other[p..p+h-1, p..p+w-1]
        end
    end
    y = y./total
end
function s : mat = lib_patch_sums(x : mat, n : int)
    s = conv2(ones(n), ones(n), x, "valid")
end

% y = imdiffusefilt(x, steps, k): Perona's and Malik's diffusion (1990) over 8 neighbours, exp(-(difference/k)^2): steps (5) of 1/8, k = 25.5. Of a matrix; no flow over the border.
function y : mat = imdiffusefilt(x : mat, steps : int = 5, k : scalar = 25.5)
    if steps < 0 || k <= 0
        error(sprintf("imdiffusefilt: %d steps, k %g; k is above 0", steps, k))
    end
    y = 1.0*copy(x)
    for s = 1..steps
        y = lib_diffused(y, 1/(k*k))
    end
end
function y : mat = lib_diffused(x : mat'clamped, a : scalar)
    [h, w] = size(x, 0..1)
    y = zeros(h, w)
    for i = 0..h-1
        for j = 0..w-1
            total = 0.0
            for m = -1..1
                for n = -1..1
                    d = x[i+m,j+n] - x[i,j]
                    inside = i+m >= 0 && i+m < h && j+n >= 0 && j+n < w
                    total += inside ? exp(-a*d*d)*d*(m*n != 0 ? 0.5 : 1.0) : 0.0
                end
            end
            y[i,j] = x[i,j] + total/8
        end
    end
end

% y = regionfill(x, mask): the pixels of the mask filled smoothly from those around them: each is the mean of its (2 to 4) neighbours (Laplace's equation, by conjugate gradients).
function y : mat = regionfill(x : mat, mask : mat)
    [h, w] = size(x, 0..1)
    if size(mask,0) != h || size(mask,1) != w
        error(sprintf("regionfill: a mask of %d x %d for an image of %d x %d", size(mask,0), size(mask,1), h, w))
    end
    if sum(mask != 0) == numel(mask)
        error("regionfill: no pixel outside the mask")
    end
    m = 1.0*(mask != 0)
    known = (1 - m).*x
    right = -m.*lib_laplacian(known)
    u = pcg(v -> reshape(m.*lib_laplacian(m.*reshape(v, [h, w])), [h*w]), reshape(right, [h*w]), 1e-6, 20*(h + w) + 1000)
    y = known + m.*reshape(u, [h, w])
end
function y : mat = lib_laplacian(x : mat'clamped)
    [h, w] = size(x, 0..1)
    y = zeros(h, w)
    for i = 0..h-1
        for j = 0..w-1
            y[i,j] = 4*x[i,j] - x[i-1,j] - x[i+1,j] - x[i,j-1] - x[i,j+1]
        end
    end
end
