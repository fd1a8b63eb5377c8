% immedfilt.q: the median of a square neighbourhood.

% y = immedfilt(x, r, mode): each pixel the median of the (2r+1) x (2r+1) pixels around it, channel by channel. Outside the
% image its mirror image is taken unless `mode` says otherwise ("zero", "circular", "clamped").
function y = immedfilt(x, r : int = 1, mode = "mirror")
    image = lib_as_cube(x)
    y = zeros(size(image))
    for c = 0..size(image,2)-1
        plane = squeeze(image[:,:,c])*1.0
        plane = reshape(plane, size(image,0..1))
        match r with
        | 1 -> y[:,:,c] = lib_median_9(lib_bordered(plane, 1, lib_boundary_mode(mode)))
        | 2 -> y[:,:,c] = lib_median_25(lib_bordered(plane, 2, lib_boundary_mode(mode)))
        | _ -> y[:,:,c] = lib_median_plane(plane, r, lib_boundary_mode(mode))
        end
    end
    y = lib_with_rank(y, lib_rank(x))
end

% The plane with r pixels more on each side.
function y = lib_bordered(x : mat, r : int, mode : int)
    y = zeros(size(x,0) + 2*r, size(x,1) + 2*r)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            p = lib_outside(i - r, size(x,0), mode)
            q = lib_outside(j - r, size(x,1), mode)
            y[i,j] = p >= 0 && q >= 0 ? x[max(p,0), max(q,0)] : 0.0
        end
    end
end

% The median of 3 x 3 values, columns sorted: the middle one of the largest minimum, the middle median and the smallest maximum.
function y = lib_median_9(x : mat)
    y = zeros(size(x,0) - 2, size(x,1) - 2)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            lo = -inf
            hi = inf
            [m0, m1, m2] = [0.0, 0.0, 0.0]
            for k = 0..2
                a = x[i,j+k]
                b = x[i+1,j+k]
                c = x[i+2,j+k]
                lo = max(lo, min(a, min(b, c)))
                hi = min(hi, max(a, max(b, c)))
                m = max(min(a, b), min(max(a, b), c))
                m0 = k == 0 ? m : m0
                m1 = k == 1 ? m : m1
                m2 = k == 2 ? m : m2
            end
            mid = max(min(m0, m1), min(max(m0, m1), m2))
            y[i,j] = max(min(lo, mid), min(max(lo, mid), hi))
        end
    end
end

% The median of 5 x 5 values, in registers.
function y = lib_median_25(x : mat)
    y = zeros(size(x,0) - 4, size(x,1) - 4)
    parallel_do(size(y), x, y, lib_median_25_kernel)
end

function [] = __kernel__ lib_median_25_kernel(x : mat'unchecked, y : mat'unchecked, pos : ivec2)
    y[pos] = median(x[pos[0]..pos[0]+4, pos[1]..pos[1]+4])
end

% For larger windows: pixels are replaced by their places among all pixels in order, so that the middle one of a window is
% found bit by bit, by counting how many are below.
function y = lib_median_plane(x : mat, r : int, mode : int)
    n = numel(x)
    values = zeros(n + 1)
    values[1..n] = reshape(x, n)
    [sorted, order] = sort(values)
    place = zeros(n + 1)
    place[order] = 0..n
    keys = lib_bordered_places(reshape(place[1..n], size(x,0), size(x,1)), place[0], r, mode)
    bits = 1
    while 2^bits <= n
        bits += 1
    end
    steps = zeros(bits)
    for b = 0..bits-1
        steps[b] = 2.0^(bits-1-b)
    end
    y = zeros(size(x))
    parallel_do(size(y), keys, y, sorted, steps, 2*r + 1, lib_median_kernel)
end

function [] = __kernel__ lib_median_kernel(keys : mat'unchecked, y : mat'unchecked, sorted : vec'unchecked, steps : vec'unchecked, side : int, pos : ivec2)
    middle = (side*side - 1)/2
    found = 0.0
    for b = 0..numel(steps)-1
        candidate = found + steps[b]
        below = 0.0
        for p = 0..side-1
            for q = 0..side-1
                below += keys[pos[0]+p, pos[1]+q] < candidate ? 1.0 : 0.0
            end
        end
        found = below <= middle ? candidate : found
    end
    y[pos] = sorted[min(int(found), numel(sorted)-1)]
end

% lib_bordered with `outside` where there is no pixel.
function y = lib_bordered_places(x : mat, outside : scalar, r : int, mode : int)
    y = zeros(size(x,0) + 2*r, size(x,1) + 2*r)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            p = lib_outside(i - r, size(x,0), mode)
            q = lib_outside(j - r, size(x,1), mode)
            y[i,j] = p >= 0 && q >= 0 ? x[max(p,0), max(q,0)] : outside
        end
    end
end
