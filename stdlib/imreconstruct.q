% imreconstruct.q: grey images grown under a mask, their regional extremes. connectivity: 8 (the default) or 4 neighbours.

% y = imreconstruct(marker, mask, connectivity): the marker (cut to the mask) grows into its neighbours as far as the mask lets it: the limit of dilations that are cut to the mask.
% One scan forwards, one backwards, and a queue of the pixels from which it still spreads (Vincent 1993).
function y : mat = imreconstruct(marker : mat, mask : mat, connectivity : int = 8)
    lib_check_connectivity(connectivity, "imreconstruct")
    [h, w] = size(mask, 0..1)
    if size(marker,0) != h || size(marker,1) != w
        error(sprintf("imreconstruct: a marker of %d x %d pixels for a mask of %d x %d; they have the same extents", size(marker,0), size(marker,1), h, w))
    end
    y = min(1.0*marker, mask)
    if h*w > 0
        lib_reconstruct(y, 1.0*mask, connectivity, ivec(h*w + 1), ivec(h*w))
    end
end
function [] = lib_check_connectivity(connectivity : int, name : string)
    if connectivity != 4 && connectivity != 8
        error(sprintf("%s: connectivity %d is neither 4 nor 8", name, connectivity))
    end
end
% Neighbours 0..3 come before a pixel row by row, 4..7 behind it; k+4 is opposite to k: (-1,-1) (-1,0) (-1,1) (0,-1); those of 4 neighbours have odd numbers.
function [] = lib_reconstruct(y : mat, mask : mat, connectivity : int, queue : vec[int], waiting : vec[int])
    [h, w] = size(mask, 0..1)
    step = connectivity == 4 ? 2 : 1
    first = connectivity == 4 ? 1 : 0
    {!serial for}
    for i = 0..h-1
        for j = 0..w-1
            best = y[i,j]
            for k = first..step..3
                r = i + lib_row_step(k)
                c = j + lib_column_step(k)
                if r >= 0 && c >= 0 && c < w
                    best = max(best, y[r,c])
                end
            end
            y[i,j] = min(best, mask[i,j])
        end
    end
    tail = 0
    {!serial for}
    for at = h*w-1..-1..0
        i = int(at/w)
        j = at - i*w
        best = y[i,j]
        for k = 4+first..step..7
            r = i + lib_row_step(k)
            c = j + lib_column_step(k)
            if r < h && c >= 0 && c < w
                best = max(best, y[r,c])
            end
        end
        y[i,j] = min(best, mask[i,j])
        spreads = 0
        for k = 4+first..step..7
            r = i + lib_row_step(k)
            c = j + lib_column_step(k)
            if r < h && c >= 0 && c < w
                spreads = y[r,c] < y[i,j] && y[r,c] < mask[r,c] ? 1 : spreads
            end
        end
        if spreads == 1
            queue[tail] = at
            waiting[at] = 1
            tail = tail + 1
        end
    end
    {!serial for}
    for once = 0..0
        lib_spread(y, mask, first, step, queue, waiting, tail)
    end
end
% The queue is a ring; a pixel waits in it once.
function [] = __device__ lib_spread(y : mat'unchecked, mask : mat'unchecked, first : int, step : int, queue : vec[int]'unchecked, waiting : vec[int]'unchecked, count : int)
    [h, w] = size(mask, 0..1)
    room = h*w + 1
    head = 0
    tail = count
    while head != tail
        at = queue[head]
        head = head + 1 == room ? 0 : head + 1
        waiting[at] = 0
        i = int(at/w)
        j = at - i*w
        for k = first..step..7
            r = i + lib_row_step(k)
            c = j + lib_column_step(k)
            if r >= 0 && r < h && c >= 0 && c < w
                if y[r,c] < y[i,j] && y[r,c] < mask[r,c]
                    y[r,c] = min(y[i,j], mask[r,c])
                    if waiting[r*w+c] == 0
                        waiting[r*w+c] = 1
                        queue[tail] = r*w + c
                        tail = tail + 1 == room ? 0 : tail + 1
                    end
                end
            end
        end
    end
end
function r : int = __device__ lib_row_step(k : int)
    r = mod(k, 4) == 3 ? 0 : (k < 4 ? -1 : 1)
end
function c : int = __device__ lib_column_step(k : int)
    q = mod(k, 4)
    c = (q == 3 ? -1 : q - 1)*(k < 4 ? 1 : -1)
end

% imregionalmax(x, connectivity), imregionalmin: 1 on the connected pixels of one value that have no higher (lower) neighbour. imhmax(x, h): maxima less than h above their
% surroundings are cut; imhmin: minima less than h below are filled.
function y : mat = imregionalmax(x : mat, connectivity : int = 8)
    lib_check_connectivity(connectivity, "imregionalmax")
    [h, w] = size(x, 0..1)
    state = lib_against_higher(1.0*x, connectivity)
    lowered = lib_beside_lowered(1.0*x, state, connectivity)
    y = lib_without_lowered(1.0*x, state, lowered, connectivity, ivec(h*w + 1))
end
function y : mat = imregionalmin(x : mat, connectivity : int = 8)
    y = imregionalmax(-1.0*x, connectivity)
end
function y : mat = imhmax(x : mat, h : scalar, connectivity : int = 8)
    y = imreconstruct(x - h, x, connectivity)
end
function y : mat = imhmin(x : mat, h : scalar, connectivity : int = 8)
    y = -1.0*imreconstruct(-1.0*x - h, -1.0*x, connectivity)
end
% 1 where no neighbour is higher.
function y : mat = lib_against_higher(x : mat'clamped, connectivity : int)
    [h, w] = size(x, 0..1)
    y = zeros(h, w)
    for i = 0..h-1
        for j = 0..w-1
            highest = max(max(x[i-1,j], x[i+1,j]), max(x[i,j-1], x[i,j+1]))
            if connectivity == 8
                highest = max(highest, max(max(x[i-1,j-1], x[i-1,j+1]), max(x[i+1,j-1], x[i+1,j+1])))
            end
            y[i,j] = highest > x[i,j] ? 0 : 1
        end
    end
end
% 1 on pixels without a higher neighbour that have one of their value beside them that has.
function y : mat = lib_beside_lowered(x : mat, state : mat, connectivity : int)
    [h, w] = size(x, 0..1)
    step = connectivity == 4 ? 2 : 1
    y = zeros(h, w)
    for i = 0..h-1
        for j = 0..w-1
            if state[i,j] == 1
                for k = step-1..step..7
                    r = clamp(i + lib_row_step(k), 0, h-1)
                    c = clamp(j + lib_column_step(k), 0, w-1)
                    if x[r,c] == x[i,j] && state[r,c] == 0
                        y[i,j] = 1
                    end
                end
            end
        end
    end
end
% The state without these and the pixels that hang together with them by pixels of their value.
function y : mat = lib_without_lowered(x : mat, state : mat, lowered : mat, connectivity : int, queue : vec[int])
    [h, w] = size(x, 0..1)
    tail = 0
    {!serial for}
    for at = 0..h*w-1
        if lowered[at] == 1
            state[at] = 0
            queue[tail] = at
            tail = tail + 1
        end
    end
    y = state
    {!serial for}
    for once = 0..0
        lib_lower_plateaus(x, y, connectivity == 4 ? 2 : 1, queue, tail)
    end
end
% Each pixel is put into the queue once, when it is found to be lowered.
function [] = __device__ lib_lower_plateaus(x : mat'unchecked, y : mat'unchecked, step : int, queue : vec[int]'unchecked, count : int)
    [h, w] = size(x, 0..1)
    tail = count
    head = 0
    while head < tail
        at = queue[head]
        head = head + 1
        i = int(at/w)
        j = at - i*w
        for k = step-1..step..7
            r = i + lib_row_step(k)
            c = j + lib_column_step(k)
            if r >= 0 && r < h && c >= 0 && c < w
                if y[r,c] == 1 && x[r,c] == x[i,j]
                    y[r,c] = 0
                    queue[tail] = r*w + c
                    tail = tail + 1
                end
            end
        end
    end
end
