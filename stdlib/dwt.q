% dwt.q: orthogonal wavelet transforms with periodic borders of vecs, images and cubes. A filter is a vec of even length (see
% wavelet_filters.q). The extents that are transformed are multiples of 2^J.
%
% One scale along one dimension of extent N (indices modulo N, L half the number of taps):
%   low[n] = sum over k of h[k] x[2n + L - k],   high[n] = sum over k of g[k] x[2n + L - k],   g[k] = (-1)^k h[taps-1-k].
% The inverse is the transpose. Images and cubes are transformed along dimension 1, then 0, then 2.

% The high-pass filter that belongs to h.
function g = wavelet_highpass(h)
    n = numel(h)
    g = zeros(n)
    for k = 0..n-1
        g[k] = mod(k,2) == 0 ? h[n-1-k] : -h[n-1-k]
    end
end

% One scale of c along dimension 1, [low band, high band]; the same code for all extents.
function [] = __kernel__ lib_wavelet_analyse(c : cube'circular, y : cube'unchecked, h : vec'unchecked, g : vec'unchecked, mid : int, pos : ivec3)
    shift = int(numel(h)/2)
    low = 0.0
    high = 0.0
    for m = 0..numel(h)-1
        v = c[pos[0], 2*pos[1] + shift - m, pos[2]]
        low += h[m]*v
        high += g[m]*v
    end
    y[pos] = low
    y[pos[0], pos[1]+mid, pos[2]] = high
end
% Its inverse. Of y[2t + odd] the taps m count of which odd - shift + m is even.
function [] = __kernel__ lib_wavelet_synthesise(low : cube'circular, high : cube'circular, y : cube'unchecked, h : vec'unchecked, g : vec'unchecked, pos : ivec3)
    shift = int(numel(h)/2)
    for odd = 0..1
        first = periodize(shift - odd, 2)
        begin = pos[1] + int((odd - shift + first)/2)
        total = 0.0
        for q = 0..int(numel(h)/2)-1
            total += h[first + 2*q]*low[pos[0], begin + q, pos[2]] + g[first + 2*q]*high[pos[0], begin + q, pos[2]]
        end
        y[pos[0], 2*pos[1] + odd, pos[2]] = total
    end
end

% The extents of a box as [before, along, behind] of one dimension.
function e = lib_around(box, dim : int)
    [n0, n1, n2] = [box[0], box[1], box[2]]
    match dim with
    | 0 -> e = [1, n0, n1*n2]
    | 1 -> e = [n0, n1, n2]
    | _ -> e = [n0*n1, n2, 1]
    end
end

% One scale forward along dimension `dim` of the box [0,0,0] .. size-1 of the cube x: the low band comes first, then the
% high band; what lies outside the box stays.
function y = lib_wavelet_forward(x, box, h, dim : int)
    n = box[dim]
    if mod(n, 2) != 0
        error(sprintf("wavelet transform: an extent of %d cannot be halved", n))
    end
    [n0, n1, n2] = [box[0], box[1], box[2]]
    y = copy(x)
    e = lib_around(box, dim)
    c = reshape(x[0..n0-1,0..n1-1,0..n2-1], e)
    out = uninit(e)
    parallel_do([e[0], int(n/2), e[2]], c, out, h, wavelet_highpass(h), int(n/2), lib_wavelet_analyse)
    y[0..n0-1,0..n1-1,0..n2-1] = reshape(out, [n0, n1, n2])
end

% The inverse of lib_wavelet_forward.
function y = lib_wavelet_backward(x, box, h, dim : int)
    [n0, n1, n2] = [box[0], box[1], box[2]]
    y = copy(x)
    n = box[dim]
    mid = int(n/2)
    c = reshape(x[0..n0-1,0..n1-1,0..n2-1], lib_around(box, dim))
    low = reshape(c[:,0..mid-1,:], [size(c,0), mid, size(c,2)])
    high = reshape(c[:,mid..n-1,:], [size(c,0), mid, size(c,2)])
    out = uninit(size(c,0), n, size(c,2))
    parallel_do([size(c,0), mid, size(c,2)], low, high, out, h, wavelet_highpass(h), lib_wavelet_synthesise)
    y[0..n0-1,0..n1-1,0..n2-1] = reshape(out, [n0, n1, n2])
end

% All scales of a cube in place (untiled: the low band of scale j is the box of extents size/2^j at the origin). first: the
% filters of the first scale along the dimensions 0, 1, 2, rows of a matrix; later: those of the others. A dimension whose
% number is not below `rank` is left alone.
function y = lib_wavelet_untiled(x, first, later, J : int, rank : int)
    y = copy(x)
    box = [size(x,0), size(x,1), size(x,2)]
    for j = 0..J-1
        f = j == 0 ? first : later
        y = lib_wavelet_forward(y, box, lib_row(f, 1), 1)
        if rank > 1
            y = lib_wavelet_forward(y, box, lib_row(f, 0), 0)
        end
        if rank > 2
            y = lib_wavelet_forward(y, box, lib_row(f, 2), 2)
        end
        box = lib_half_box(box, rank)
    end
end
function y = lib_wavelet_untiled_back(x, first, later, J : int, rank : int)
    y = copy(x)
    for jj = 0..J-1
        j = J-1-jj
        f = j == 0 ? first : later
        box = [size(x,0), size(x,1), size(x,2)]
        for k = 1..j
            box = lib_half_box(box, rank)
        end
        if rank > 2
            y = lib_wavelet_backward(y, box, lib_row(f, 2), 2)
        end
        if rank > 1
            y = lib_wavelet_backward(y, box, lib_row(f, 0), 0)
        end
        y = lib_wavelet_backward(y, box, lib_row(f, 1), 1)
    end
end
function b = lib_half_box(box, rank : int)
    b = [rank > 1 ? int(box[0]/2) : box[0], int(box[1]/2), rank > 2 ? int(box[2]/2) : box[2]]
end
function r = lib_row(f, k : int)
    r = reshape(f[k,:], [size(f,1)])
end

% The same filter for all dimensions.
function f = lib_three_rows(h)
    n = numel(h)
    f = zeros(3, n)
    for d = 0..2
        for k = 0..n-1
            f[d,k] = h[k]
        end
    end
end

% y = dwt_untiled(x, h, J), idwt_untiled(y, h, J): J scales of a vec, in place: [low of scale J, high J, .., high 1].
% dwt2d_untiled, idwt2d_untiled: of an image; dwt3d_untiled, idwt3d_untiled: of a cube. Orthogonal: the sum of squares stays.
function y = dwt_untiled(x, h, J : int)
    f = lib_three_rows(h)
    y = reshape(lib_wavelet_untiled(lib_row_cube(x), f, f, J, 1), [numel(x)])
end
function y = idwt_untiled(x, h, J : int)
    f = lib_three_rows(h)
    y = reshape(lib_wavelet_untiled_back(lib_row_cube(x), f, f, J, 1), [numel(x)])
end
function y = dwt2d_untiled(x : mat, h, J : int)
    f = lib_three_rows(h)
    y = lib_with_rank(lib_wavelet_untiled(lib_as_cube(x*1.0), f, f, J, 2), 2)
end
function y = idwt2d_untiled(x : mat, h, J : int)
    f = lib_three_rows(h)
    y = lib_with_rank(lib_wavelet_untiled_back(lib_as_cube(x*1.0), f, f, J, 2), 2)
end
function y = dwt3d_untiled(x : cube, h, J : int)
    f = lib_three_rows(h)
    y = lib_wavelet_untiled(x*1.0, f, f, J, 3)
end
function y = idwt3d_untiled(x : cube, h, J : int)
    f = lib_three_rows(h)
    y = lib_wavelet_untiled_back(x*1.0, f, f, J, 3)
end
function c = lib_row_cube(x)
    c = reshape(x*1.0, [1, numel(x), 1])
end

% The three bands of scale j (0 the finest) of an untiled image and back: [low/high], [high/low], [high/high] along the
% dimensions 0/1. The low band of the last scale: lib_low_band.
function c = lib_bands2d(y, j : int)
    h = int(size(y,0)/2^(j+1))
    w = int(size(y,1)/2^(j+1))
    c = cell(3)
    c[0] = y[0..h-1, w..2*w-1]
    c[1] = y[h..2*h-1, 0..w-1]
    c[2] = y[h..2*h-1, w..2*w-1]
end
function [] = lib_put_bands2d(y, c, j : int)
    h = int(size(y,0)/2^(j+1))
    w = int(size(y,1)/2^(j+1))
    y[0..h-1, w..2*w-1] = c[0]
    y[h..2*h-1, 0..w-1] = c[1]
    y[h..2*h-1, w..2*w-1] = c[2]
end
function b = lib_low_band(y, J : int)
    b = y[0..int(size(y,0)/2^J)-1, 0..int(size(y,1)/2^J)-1]
end

% w = dwt2d(x, h, J): a cell of J+1 items: w[j] for j < J a cell of the three bands of scale j (0 the finest): low/high,
% high/low, high/high along the dimensions 0/1; w[J] the low band. x = idwt2d(w, h, J) undoes it.
function w = dwt2d(x : mat, h, J : int)
    y = dwt2d_untiled(x, h, J)
    w = cell(J+1)
    for j = 0..J-1
        w[j] = lib_bands2d(y, j)
    end
    w[J] = lib_low_band(y, J)
end
function x = idwt2d(w, h, J : int)
    low = w[J]
    y = zeros(int(size(low,0)*2^J), int(size(low,1)*2^J))
    y[0..size(low,0)-1, 0..size(low,1)-1] = low
    for j = 0..J-1
        lib_put_bands2d(y, w[j], j)
    end
    x = idwt2d_untiled(y, h, J)
end
