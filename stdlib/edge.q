% edge.q: edges of an image as a matrix of 0 and 1. Beyond the border the image goes on with the pixels there.

% [e, threshold] = edge(x, method, threshold, sigma): "sobel" (the default), "prewitt", "roberts": gradients whose square is above threshold^2 (by default 4, for "roberts" 6,
% times its mean) and largest across the edge; "log", "zerocross": zero crossings of the Laplacian of a Gaussian of sigma (2 when left out) that are above the threshold (by
% default 0.75 times the mean magnitude); "canny": Canny 1986, threshold [low, high] or high alone (low is then 0.4 high; by default 70 % of the gradients lie below high), as
% parts of the largest gradient, sigma sqrt(2).
function [e, used] = edge(x : mat, method : string = "sobel", threshold = [], sigma : scalar = 0)
    if numel(x) == 0
        error("edge: an empty image")
    end
    if sigma < 0 || numel(threshold) > 2 || (numel(threshold) == 2 && lower(method) != "canny")
        error(sprintf("edge: sigma %g, %d thresholds; sigma is positive, only \"canny\" has two thresholds", sigma, numel(threshold)))
    end
    image = 1.0*x
    match lower(method) with
    | "sobel" -> [e, used] = lib_gradient_edges(image, [[-1,0,1],[-2,0,2],[-1,0,1]]/8, threshold, 4)
    | "prewitt" -> [e, used] = lib_gradient_edges(image, [[-1,0,1],[-1,0,1],[-1,0,1]]/6, threshold, 4)
    | "roberts" -> [e, used] = lib_roberts_edges(image, threshold)
    | "log" -> [e, used] = lib_crossing_edges(image, threshold, sigma == 0 ? 2.0 : sigma)
    | "zerocross" -> [e, used] = lib_crossing_edges(image, threshold, sigma == 0 ? 2.0 : sigma)
    | "canny" -> [e, used] = lib_canny_edges(image, threshold, sigma == 0 ? sqrt(2.0) : sigma)
    | _ -> error(sprintf("edge: the method '%s' is not one of sobel, prewitt, roberts, log, zerocross, canny", method))
    end
end

function [e, used] = lib_gradient_edges(x : mat, mask : mat, threshold, scale : scalar)
    bx = imfilter(x, mask, [1,1], "clamped")
    by = imfilter(x, transpose(mask), [1,1], "clamped")
    b = bx.*bx + by.*by
    cutoff = numel(threshold) == 0 ? scale*mean(b) : 1.0*threshold[0]^2
    e = lib_thinned(b, abs(bx), abs(by), cutoff)
    used = sqrt(cutoff)
end
% Squares above the cutoff that are the largest across the edge: among the columns beside them where the gradient points more that way, among the rows where that; of
% equal ones the first. Nothing lies outside.
function e : mat = lib_thinned(b : mat'safe, along_rows : mat, along_columns : mat, cutoff : scalar)
    e = zeros(size(b,0), size(b,1))
    tiny = 100*eps
    for i = 0..size(b,0)-1
        for j = 0..size(b,1)-1
            peak = along_rows[i,j] >= along_columns[i,j] - tiny && b[i,j-1] <= b[i,j] && b[i,j] > b[i,j+1]
            peak = peak || (along_columns[i,j] >= along_rows[i,j] - tiny && b[i-1,j] <= b[i,j] && b[i,j] > b[i+1,j])
            e[i,j] = b[i,j] > cutoff && peak ? 1 : 0
        end
    end
end

function [e, used] = lib_roberts_edges(x : mat, threshold)
    bx = imfilter(x, [[1,0],[0,-1]]/2, [0,0], "clamped")
    by = imfilter(x, [[0,1],[-1,0]]/2, [0,0], "clamped")
    b = bx.*bx + by.*by
    cutoff = numel(threshold) == 0 ? 6*mean(b) : 1.0*threshold[0]^2
    e = lib_thinned_diagonally(b, abs(bx), abs(by), cutoff)
    used = sqrt(cutoff)
end
function e : mat = lib_thinned_diagonally(b : mat'safe, falling : mat, rising : mat, cutoff : scalar)
    e = zeros(size(b,0), size(b,1))
    tiny = 100*eps
    for i = 0..size(b,0)-1
        for j = 0..size(b,1)-1
            peak = falling[i,j] >= rising[i,j] - tiny && b[i-1,j-1] <= b[i,j] && b[i,j] > b[i+1,j+1]
            peak = peak || (rising[i,j] >= falling[i,j] - tiny && b[i-1,j+1] <= b[i,j] && b[i,j] > b[i+1,j-1])
            e[i,j] = b[i,j] > cutoff && peak ? 1 : 0
        end
    end
end

% A pixel is an edge where its response is negative, or 0 between a negative and a positive one, and the step to a positive neighbour is above the threshold.
function [e, used] = lib_crossing_edges(x : mat, threshold, sigma : scalar)
    n = 2*int(ceil(3*sigma)) + 1
    mask = fspecial("log", n, sigma)
    b = imfilter(x, mask - mean(mask), [int(n/2), int(n/2)], "clamped")
    used = numel(threshold) == 0 ? 0.75*mean(abs(b)) : 1.0*threshold[0]
    e = lib_crossings(b, used)
end
function e : mat = lib_crossings(b : mat'clamped, threshold : scalar)
    e = zeros(size(b,0), size(b,1))
    for i = 0..size(b,0)-1
        for j = 0..size(b,1)-1
            here = b[i,j]
            [left, right, up, down] = [b[i,j-1], b[i,j+1], b[i-1,j], b[i+1,j]]
            highest = max(max(left, right), max(up, down))
            yes = here < 0 && highest > 0 && highest - here > threshold
            yes = yes || (here == 0 && ((left*right < 0 && abs(left - right) > 2*threshold) || (up*down < 0 && abs(up - down) > 2*threshold)))
            e[i,j] = yes ? 1 : 0
        end
    end
end

% Gradients of the image smoothed by a Gaussian, those that are largest along their direction (between two neighbours on either side), and of these what is above high or hangs
% together with such by what is above low.
function [e, used] = lib_canny_edges(x : mat, threshold, sigma : scalar)
    r = int(ceil(4*sigma))
    taps = gaussian_kernel(sigma, 2*r+1)
    slope = zeros(2*r+1)
    for k = 0..2*r
        slope[k] = (k - r)*taps[k]/(sigma*sigma)
    end
    dx = separable_imfilter(x, taps, slope, [r, r], "clamped")
    dy = separable_imfilter(x, slope, taps, [r, r], "clamped")
    magnitude = sqrt(dx.*dx + dy.*dy)
    top = max(magnitude)
    magnitude = magnitude/(top > 0 ? top : 1.0)
    used = [0.0, 0.0]
    match numel(threshold) with
    | 0 -> used = lib_canny_thresholds(magnitude)
    | 1 -> used = [0.4*threshold[0], 1.0*threshold[0]]
    | _ -> used = [1.0*threshold[0], 1.0*threshold[1]]
    end
    if used[0] < 0 || used[1] > 1 || used[0] > used[1]
        error(sprintf("edge: thresholds [%g, %g]; 0 <= low <= high <= 1", used[0], used[1]))
    end
    strength = lib_canny_peaks(magnitude, dx, dy)
    e = lib_connected_to(strength, used[0], used[1])
end
% high: the upper end of the first of 64 equal classes up to which more than 70 % of the gradients lie.
function used = lib_canny_thresholds(magnitude : mat)
    count = zeros(64)
    for i = 0..size(magnitude,0)-1
        for j = 0..size(magnitude,1)-1
            count[min(int(floor(magnitude[i,j]*63 + 0.5)), 63)] += 1
        end
    end
    below = cumsum(count)
    high = 1.0
    for k = 63..-1..0
        if below[k] > 0.7*numel(magnitude)
            high = (k + 1)/64.0
        end
    end
    used = [0.4*high, high]
end
function y : mat = lib_canny_peaks(m : mat, dx : mat, dy : mat)
    [h, w] = size(m, 0..1)
    y = zeros(h, w)
    for i = 1..h-2
        for j = 1..w-2
            p = dx[i,j]
            q = dy[i,j]
            flat = abs(p) >= abs(q)
            t = flat ? abs(q)/max(abs(p), 1e-30) : abs(p)/max(abs(q), 1e-30)
            s = p*q >= 0 ? 1 : -1
            [a, b] = [flat ? 0 : 1, flat ? 1 : 0]
            [c, d] = [flat ? s : 1, flat ? 1 : s]
            ahead = (1-t)*m[i+a,j+b] + t*m[i+c,j+d]
            behind = (1-t)*m[i-a,j-b] + t*m[i-c,j-d]
            y[i,j] = m[i,j] > ahead && m[i,j] >= behind ? m[i,j] : 0.0
        end
    end
end
% The parts of what is above low, 8 neighbours, that have something above high.
function e : mat = lib_connected_to(strength : mat, low : scalar, high : scalar)
    [label, n] = bwlabel(strength > low, 8)
    strong = zeros(n + 1)
    for i = 0..size(strength,0)-1
        for j = 0..size(strength,1)-1
            if strength[i,j] > high
                strong[label[i,j]] += 1
            end
        end
    end
    strong[0] = 0
    e = zeros(size(strength,0), size(strength,1))
    for i = 0..size(strength,0)-1
        for j = 0..size(strength,1)-1
            e[i,j] = strong[label[i,j]] > 0 ? 1 : 0
        end
    end
end
