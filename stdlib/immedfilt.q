% immedfilt.q: the median of a square neighbourhood.

% y = immedfilt(x, r, mode): each pixel the median of the (2r+1) x (2r+1) pixels around it, channel by channel. Outside the
% image its mirror image is taken unless `mode` says otherwise ("zero", "circular", "clamped").
function y = immedfilt(x, r : int = 1, mode = "mirror")
    how = lib_boundary_mode(mode)
    if iscomplex(x)
        error("immedfilt: complex numbers have no order")
    end
    if (r == 1 || r == 2) && size(x,2) == 1 && !type(x, mat[uint8])
        y = lib_like(x)
        lib_median_of_plane(y, x, r, how)
    else
        y = lib_with_rank(lib_median_of_channels(x, r, how), lib_rank(x))
    end
end
% Several channels, and windows that are no small ones: the channels of a row lie side by side, so that a pixel's neighbour is as many places
% away. Small windows of bytes as well: what lies outside is written out, since rows whose ends are code of their own leave many of the lanes of
% a vector of bytes without work. So do rows that are no multiple of them: they are computed beyond their ends.
function y = lib_median_of_channels[T](x : cube[T], r : int, mode : int)
    [h, w, channels] = [size(x,0), size(x,1), size(x,2)]
    whole = type(minvalue(T), int)
    counted = r > 4 || (r == 4 && whole && maxvalue(T) < 256)  % bytes are counted in fewer steps
    if counted || (r > 2 && !whole && any(isnan(x)))
        flat = lib_median_by_counting(x, r, mode)
    else
        wide = 32*int(ceil(w*channels/32))
        more = int(ceil(wide/channels)) - w
        around = cube[T](h + 2*r, w + more + 2*r, channels)
        lib_pad(around, x, r, r, mode)
        rows = reshape(around, [h + 2*r, (w + more + 2*r)*channels])
        flat = uninit(h, wide)
        match r with
        | 1 -> lib_median_9_apart(flat, rows, channels, whole ? lib_itself : lib_never_below, whole ? lib_itself : lib_never_above)
        | 2 -> lib_median_25_apart(flat, rows, channels)
        | 3 -> lib_median_49_apart(flat, rows, channels)
        | _ -> lib_median_81_apart(flat, rows, channels)
        end
        flat = wide == w*channels ? flat : flat[:, 0..w*channels-1]
    end
    y = reshape(flat, [h, w, channels])
end
% Windows of 3 x 3 and 5 x 5 of one channel.
function [] = lib_median_of_plane[T](y, x : mat[T], r : int, mode : int)
    whole = type(minvalue(T), int)
    low = whole ? lib_itself : lib_never_below
    high = whole ? lib_itself : lib_never_above
    border = mode == 4 ? r : 0  % where the mirror image begins with the border itself it is written out
    around = border > 0 ? lib_padded(x, r, r, size(x,0) + 2*r, size(x,1) + 2*r, mode) : x
    if r == 1
        match mode with
        | 1 -> lib_median_9_mirror(y, around, border, low, high)
        | 2 -> lib_median_9_circular(y, around, border, low, high)
        | 3 -> lib_median_9_clamped(y, around, border, low, high)
        | _ -> lib_median_9_zero(y, around, border, low, high)
        end
    else
        match mode with
        | 1 -> lib_median_25_mirror(y, around, border)
        | 2 -> lib_median_25_circular(y, around, border)
        | 3 -> lib_median_25_clamped(y, around, border)
        | _ -> lib_median_25_zero(y, around, border)
        end
    end
end

% The median of 3 x 3 values, a column a line: of sorted columns the middle one of the largest minimum, the middle median and the smallest maximum. Where all are
% NaN there is no minimum: low and high make an infinity of it, of whole numbers they are these.
function v = __device__ lib_middle_9(a, b, c, d, e, f, g, h, i, low, high)
    lo = low(max(max(min(min(a, b), c), min(min(d, e), f)), min(min(g, h), i)))
    hi = high(min(min(max(max(a, b), c), max(max(d, e), f)), max(max(g, h), i)))
    v = lib_middle_3(lo, lib_middle_3(lib_middle_3(a, b, c), lib_middle_3(d, e, f), lib_middle_3(g, h, i)), hi)
end
function v = __device__ lib_middle_3(a, b, c)
    v = max(min(a, b), min(max(a, b), c))
end
function v = __device__ lib_itself(a)
    v = a
end
function v = __device__ lib_never_below(a)
    v = max(-inf, a)
end
function v = __device__ lib_never_above(a)
    v = min(inf, a)
end
function [] = lib_median_9_zero[S,T](y : mat[S], x : mat[T]'safe, o : int, low, high)
    for i = o..size(y,0)+o-1
        for j = o..size(y,1)+o-1
            y[i-o,j-o] = lib_middle_9(x[i-1,j-1], x[i,j-1], x[i+1,j-1], x[i-1,j], x[i,j], x[i+1,j], x[i-1,j+1], x[i,j+1], x[i+1,j+1], low, high)
        end
    end
end
function [] = lib_median_9_mirror[S,T](y : mat[S], x : mat[T]'mirror, o : int, low, high)
    for i = o..size(y,0)+o-1
        for j = o..size(y,1)+o-1
            y[i-o,j-o] = lib_middle_9(x[i-1,j-1], x[i,j-1], x[i+1,j-1], x[i-1,j], x[i,j], x[i+1,j], x[i-1,j+1], x[i,j+1], x[i+1,j+1], low, high)
        end
    end
end
function [] = lib_median_9_circular[S,T](y : mat[S], x : mat[T]'circular, o : int, low, high)
    for i = o..size(y,0)+o-1
        for j = o..size(y,1)+o-1
            y[i-o,j-o] = lib_middle_9(x[i-1,j-1], x[i,j-1], x[i+1,j-1], x[i-1,j], x[i,j], x[i+1,j], x[i-1,j+1], x[i,j+1], x[i+1,j+1], low, high)
        end
    end
end
function [] = lib_median_9_clamped[S,T](y : mat[S], x : mat[T]'clamped, o : int, low, high)
    for i = o..size(y,0)+o-1
        for j = o..size(y,1)+o-1
            y[i-o,j-o] = lib_middle_9(x[i-1,j-1], x[i,j-1], x[i+1,j-1], x[i-1,j], x[i,j], x[i+1,j], x[i-1,j+1], x[i,j+1], x[i+1,j+1], low, high)
        end
    end
end
function [] = lib_median_9_apart[T](y : mat, x : mat[T]'unchecked, s : int, low, high)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            y[i,j] = lib_middle_9(x[i,j], x[i+1,j], x[i+2,j], x[i,j+s], x[i+1,j+s], x[i+2,j+s], x[i,j+2*s], x[i+1,j+2*s], x[i+2,j+2*s], low, high)
        end
    end
end

% The median of 5 x 5 values, in registers.
function [] = lib_median_25_zero[S,T](y : mat[S], x : mat[T]'safe, o : int)
    for i = o..size(y,0)+o-1
        for j = o..size(y,1)+o-1
            y[i-o,j-o] = median(x[i-2..i+2, j-2..j+2])
        end
    end
end
function [] = lib_median_25_mirror[S,T](y : mat[S], x : mat[T]'mirror, o : int)
    for i = o..size(y,0)+o-1
        for j = o..size(y,1)+o-1
            y[i-o,j-o] = median(x[i-2..i+2, j-2..j+2])
        end
    end
end
function [] = lib_median_25_circular[S,T](y : mat[S], x : mat[T]'circular, o : int)
    for i = o..size(y,0)+o-1
        for j = o..size(y,1)+o-1
            y[i-o,j-o] = median(x[i-2..i+2, j-2..j+2])
        end
    end
end
function [] = lib_median_25_clamped[S,T](y : mat[S], x : mat[T]'clamped, o : int)
    for i = o..size(y,0)+o-1
        for j = o..size(y,1)+o-1
            y[i-o,j-o] = median(x[i-2..i+2, j-2..j+2])
        end
    end
end

function [] = lib_median_25_apart[T](y : mat, x : mat[T]'unchecked, s : int)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            y[i,j] = median(x[i..i+4, j..s..j+4*s])
        end
    end
end

% The median of 7 x 7 values.
function [] = lib_median_49_apart[T](y : mat, x : mat[T]'unchecked, s : int)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            y[i,j] = median(x[i..i+6, j..s..j+6*s])
        end
    end
end

% The median of 9 x 9 values: beyond that there are more of them than registers. In a window whose columns and then rows are in order, value (p, q) is
% above (p+1)(q+1)-1 others and below (9-p)(9-q)-1: 17 lie too low to be the middle one, 17 too high.
function [] = lib_median_81_apart[T](y : mat, x : mat[T]'unchecked, s : int)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            t = sort(sort(x[i..i+8, j..s..j+8*s], 0), 1)
            y[i,j] = median(horzcat(t[0,5..8], t[1,4..8], t[2,4..8], t[3,3..8], t[4,1..7], t[5,0..5], t[6,0..4], t[7,0..4], t[8,0..3]))
        end
    end
end

% For larger windows: pixels are replaced by their places among all pixels in order, or among all values of their type where these are few, so that
% the middle one of a window is found bit by bit, by counting how many are below.
function y = lib_median_by_counting[T](x : cube[T], r : int, mode : int)
    [h, w, channels] = [size(x,0), size(x,1), size(x,2)]
    levels = type(minvalue(T), int) ? maxvalue(T) - minvalue(T) + 1 : 0
    if levels > 0 && levels <= 2^16
        sorted = minvalue(T) + 1.0*(0..levels-1)
        [places, outside] = `x*1.0 - minvalue(T), -1.0*minvalue(T)'
    else
        n = numel(x)
        values = zeros(n + 1)
        values[1..n] = reshape(x*1.0, n)
        [sorted, order] = sort(values)
        place = zeros(n + 1)
        place[order] = 1.0*(0..n)
        [places, outside] = `reshape(place[1..n], size(x)), place[0]'
    end
    keys = lib_padded(places - outside, r, r, h + 2*r, w + 2*r, mode) + outside
    if levels > 0 && levels <= 2^8 && r <= 7  % the counts, up to (2r+1)^2, are as small
        keys = uint8(keys)
    elseif levels > 0 && levels <= 2^16 && r <= 127
        keys = uint16(keys)
    end
    bits = 1
    while 2^bits < numel(sorted)
        bits += 1
    end
    y = uninit(h, w*channels)
    lib_median_of_keys(y, reshape(keys, [h + 2*r, (w + 2*r)*channels]), sorted, bits, 2*r + 1, channels)
end
function [] = lib_median_of_keys[K](y : mat, keys : mat[K], sorted : vec, bits : int, side : int, s : int)
    steps = vec[K](bits)
    for b = 0..bits-1
        steps[b] = 2.0^(bits-1-b)
    end
    parallel_do(size(y), keys, y, sorted, steps, side, s, lib_median_kernel)
end

function [] = __kernel__ lib_median_kernel[K](keys : mat[K]'unchecked, y : mat'unchecked, sorted : vec'unchecked, steps : vec[K]'unchecked, side : int, s : int, pos : ivec2)
    middle = (side*side - 1)/2
    found : K = 0
    for b = 0..numel(steps)-1
        candidate : K = found + steps[b]
        below : K = 0
        for p = 0..side-1
            for q = 0..side-1
                below += keys[pos[0]+p, pos[1]+q*s] < candidate ? 1 : 0
            end
        end
        found = below <= middle ? candidate : found
    end
    y[pos] = sorted[min(int(found), numel(sorted)-1)]
end
