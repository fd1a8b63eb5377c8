% imcorners.q: corners, line segments, gradients of images.

% c = cornermetric(x, method, k, sigma): how much of a corner each pixel of an image is: "harris" (the default): det - k trace^2 of the structure tensor (Harris and Stephens 1988),
% k = 0.04; "minimum": its smaller eigenvalue (Shi and Tomasi 1994). Differences of x, [-1,0,1], weighted around each pixel by a Gaussian of 5 x 5 with sigma 1.5; the border goes on.
% p = corner(x, n, method, quality, k): rows [i, j] of at most n (200) local maxima of it, the strongest first, none below `quality` (0.01) times the largest.
function c : mat = cornermetric(x : mat, method : string = "harris", k : scalar = 0.04, sigma : scalar = 1.5)
    if method != "harris" && method != "minimum"
        error(sprintf("cornermetric: the method '%s' is neither harris nor minimum", method))
    end
    c = lib_corner_strength(lib_structure_tensor(1.0*x), fgaussian(5, sigma), k, method == "harris" ? 1 : 0)
end
function t : cube = lib_structure_tensor(x : mat'clamped)
    [h, w] = size(x, 0..1)
    t = zeros(h, w, 3)
    for i = 0..h-1
        for j = 0..w-1
            a = x[i,j+1] - x[i,j-1]
            b = x[i+1,j] - x[i-1,j]
            t[i,j,0] = a*a
            t[i,j,1] = b*b
            t[i,j,2] = a*b
        end
    end
end
function c : mat = lib_corner_strength(t : cube'clamped, mask : mat, k : scalar, harris : int)
    [h, w] = size(t, 0..1)
    c = zeros(h, w)
    for i = 0..h-1
        for j = 0..w-1
            a = 0.0
            b = 0.0
            d = 0.0
            for m = 0..4
                for n = 0..4
                    a += mask[m,n]*t[i+m-2,j+n-2,0]
                    b += mask[m,n]*t[i+m-2,j+n-2,1]
                    d += mask[m,n]*t[i+m-2,j+n-2,2]
                end
            end
            if harris == 1
                c[i,j] = a*b - d*d - k*(a + b)^2
            else
                c[i,j] = (a + b)/2 - sqrt(((a - b)/2)^2 + d*d)
            end
        end
    end
end
function p : mat[int] = corner(x : mat, n : int = 200, method : string = "harris", quality : scalar = 0.01, k : scalar = 0.04)
    if n < 0 || quality < 0 || quality > 1
        error(sprintf("corner: %d corners of quality %g; 0 or more, quality 0 to 1", n, quality))
    end
    c = cornermetric(x, method, k)
    least = quality*max(c)
    peaks = imregionalmax(c)
    places = find(peaks != 0 && c >= least && c > 0)
    count = size(places,0)
    p = imat(0, 2)
    if numel(places) > 0 && n > 0
        strength = zeros(count)
        for i = 0..count-1
            strength[i] = -c[places[i,0], places[i,1]]
        end
        [s, order] = sort(strength)
        p = places[order[0..min(n, count)-1],:]
    end
end

% lines = houghlines(mask, theta, rho, peaks, gap, length): the segments of a mask along the lines of houghpeaks(H): a cell of records with point1 and point2 ([i, j]), theta and rho. Pixels of a
% line farther apart than `gap` (20) begin a new segment; shorter ones than `length` (40) are left out.
function lines = houghlines(mask : mat, theta, rho, peaks : mat[int], gap : scalar = 20, length : scalar = 40)
    places = find(mask != 0)
    found = cell(0)
    first_rho = rho[0]
    for p = 0..size(peaks,0)-1
        angle = theta[peaks[p,1]]*pi/180
        c = cos(angle)
        s = sin(angle)
        if numel(places) > 0
            row = 1.0*places[:,0]
            column = 1.0*places[:,1]
            bin = floor(column*c + row*s + 0.5) - first_rho
            on = find(reshape(bin, [numel(bin)]) == peaks[p,0])[:,1]
            if numel(on) > 0
                [along, order] = sort(reshape((row*c - column*s)[on], [numel(on)]))
                found = lib_joined_segments(found, places[on[order],:], gap, length, theta[peaks[p,1]], rho[peaks[p,0]])
            end
        end
    end
    lines = found
end
function found = lib_joined_segments(before, points, gap : scalar, length : scalar, theta : scalar, rho : scalar)
    found = before
    n = size(points,0)
    first = 0
    for k = 1..n
        breaks = k == n
        if !breaks
            breaks = hypot(1.0*points[k,0] - points[k-1,0], 1.0*points[k,1] - points[k-1,1]) > gap
        end
        if breaks
            a = points[first,:]
            b = points[k-1,:]
            if hypot(1.0*a[0] - b[0], 1.0*a[1] - b[1]) >= length
                line = object()
                line.point1 = a
                line.point2 = b
                line.theta = theta
                line.rho = rho
                found = [found, line]
            end
            first = k
        end
    end
end

% [gx, gy] = imgradientxy(x, method), [size, direction] = imgradient(x, method): differences of an image: "sobel" (the default), "prewitt", "central", "intermediate" (to the next pixel).
% gx along the columns' index, to the right, gy along the rows', down; the border goes on. direction: degrees, counterclockwise from the right, -180 to 180.
function [gx, gy] = imgradientxy(x : mat, method : string = "sobel")
    smooth = [0.0,1,0]
    far = 1
    match method with
    | "sobel" -> smooth = [1.0,2,1]
    | "prewitt" -> smooth = [1.0,1,1]
    | "central" -> smooth = [0.0,0.5,0]
    | "intermediate" -> far = 0
    | _ -> error(sprintf("imgradientxy: the method '%s' is not one of sobel, prewitt, central, intermediate", method))
    end
    gx = lib_difference(x, smooth, far, 0)
    gy = lib_difference(x, smooth, far, 1)
    if method == "intermediate"
        gx[:,size(x,1)-1] = 0
        gy[size(x,0)-1,:] = 0
    end
end
function y : mat = lib_difference(x : mat'clamped, smooth : vec, far : int, down : int)
    [h, w] = size(x, 0..1)
    y = zeros(h, w)
    for i = 0..h-1
        for j = 0..w-1
            total = 0.0
            for k = -1..1
                if down == 1
                    total += smooth[k+1]*(x[i+1,j+k] - x[i-far,j+k])
                else
                    total += smooth[k+1]*(x[i+k,j+1] - x[i+k,j-far])
                end
            end
            y[i,j] = total
        end
    end
end
function [size_g, direction] = imgradient(x : mat, method : string = "sobel")
    [gx, gy] = imgradientxy(x, method)
    direction = atan2(0 - gy, gx)*(180/pi)
    size_g = hypot(gx, gy)
end
