% spectral_pyramid.q: directional transforms of images whose filters are windows of the spectrum: the steerable pyramid (Simoncelli,
% Freeman, "The steerable pyramid", ICIP 1995; filters of Portilla, Simoncelli, "A parametric texture model", IJCV 40, 2000) and the
% bandlimited discrete shearlet transform (Goossens et al., "Efficient design of a low redundant discrete shearlet transform", LNLA 2009).
%
% At every scale the spectrum F of the image is split into a low part L F and a high part H F, L^2 + H^2 = 1, and the high part into K
% orientations with windows A_k, sum over k of |A_k|^2 = 1. The low part ends at half the highest frequency and goes on as an image of half
% the extents, rounded up. So both are tight frames, whatever the extents: the sum of squares of all bands is that of the image,
% and the inverse is the transpose. Bands are real; channels are transformed one by one.

% Angular frequencies of n samples in the order of fft1, from -pi to pi.
function w = lib_frequencies(n : int)
    w = zeros(n)
    for k = 0..n-1
        w[k] = 2*pi*(2*k < n ? k : k-n)/n
    end
end

% The part of an amplitude 0..1 that leaves 1 - l^2 of the energy.
function y = lib_rest(l : mat)
    y = sqrt(max(1 - l.^2, 0))
end

% Meyer's transition from 0 at x = 0 to 1 at x = 1, v(x) + v(1-x) = 1.
function y = __device__ lib_meyer(x : scalar)
    t = saturate(x)
    y = t^4*(35 - 84*t + 70*t^2 - 20*t^3)
end

% The low window of the distance d from the origin: 1 up to `edge`, 0 from 2*edge on. kind 0: raised cosine of log2, 1: Meyer.
function y = lib_low_window(size, edge : scalar, kind : int)
    [wy, wx] = [lib_frequencies(size[0]), lib_frequencies(size[1])]
    y = zeros(size[0], size[1])
    for m = 0..size[0]-1
        for n = 0..size[1]-1
            d = kind == 0 ? sqrt(wy[m]^2 + wx[n]^2) : max(abs(wy[m]), abs(wx[n]))
            if d <= edge
                y[m,n] = 1
            elseif d < 2*edge
                y[m,n] = kind == 0 ? cos(pi/2*log2(d/edge)) : cos(pi/2*lib_meyer(d/edge - 1))
            end
        end
    end
end

% Window k of K orientations of the steerable pyramid: cos(angle - pi k/K)^(K-1), scaled to a sum of squares of 1.
function y = lib_steered_window(size, k : int, K : int)
    [wy, wx] = [lib_frequencies(size[0]), lib_frequencies(size[1])]
    weight = 1.0           % the sum over k of cos^(2K-2) is K (2K-2)!/(2^(K-1) (K-1)!)^2
    for i = 1..K-1
        weight *= 2*i/(2*i - 1)
    end
    weight = sqrt(weight/K)
    y = zeros(size[0], size[1])
    for m = 0..size[0]-1
        for n = 0..size[1]-1
            angle = atan2(wy[m], wx[n])
            c = cos(angle - pi*k/K)
            p = weight
            for i = 1..K-1
                p *= c
            end
            y[m,n] = p
        end
    end
end

% Window k of K shears: Meyer's transition along the slope, wy/wx from -1 to 1 and then wx/wy from 1 to -1, between neighbours.
function y = lib_sheared_window(size, k : int, K : int)
    [wy, wx] = [lib_frequencies(size[0]), lib_frequencies(size[1])]
    square = zeros(size[0], size[1])
    for m = 0..size[0]-1
        for n = 0..size[1]-1
            steep = abs(wy[m]) > abs(wx[n])
            slope = 0.0
            if steep
                slope = 2 - wx[n]/wy[m]
            elseif wx[n] != 0
                slope = wy[m]/wx[n]
            end
            d = abs(slope - 4*k/K)
            d = min(d, abs(4 - d))
            square[m,n] = K == 1 ? 1 : cos(pi/2*lib_meyer(d*K/4))^2
        end
    end
    y = zeros(size[0], size[1])
    for m = 0..size[0]-1     % real bands: what the highest frequency and its mirror, which are one, have in the mean
        for n = 0..size[1]-1
            y[m,n] = sqrt((square[m,n] + square[mod(size[0]-m, size[0]), mod(size[1]-n, size[1])])/2)
        end
    end
end

% Where the lower half of n frequencies stands in the order of fft1.
function i = lib_lower_half(n : int)
    half = int((n+1)/2)
    i = ivec(half)
    for k = 0..half-1
        i[k] = 2*k < half ? k : n - half + k
    end
end

% The windows of J scales with K orientations for images of size [h, w, ..]: a record with, for each scale, `low` and the cell
% `bands`; `first` is what the steerable pyramid keeps before its first scale (1: nothing). An even steerable filter is odd about
% the origin and its window imaginary: `turn` is the factor.
function p = lib_spectral_plan(size, K : int, J : int, steered : bool)
    n = [int(size[0]), int(size[1])]
    assert(K >= 1 && J >= 1, "a directional transform has 1 or more orientations and scales, not %d and %d", K, J)
    assert(min(n) > 2^J, "an image of %d x %d is too small for %d scales", n[0], n[1], J)
    p = object()
    p.steered = steered
    p.turn = steered && mod(K, 2) == 0 ? complex(0, 1) : complex(1, 0)
    p.first = steered ? lib_low_window(n, pi/2, 0) : ones(n[0], n[1])
    [p.low, p.bands, p.sizes] = [cell(J), cell(J), cell(J)]
    for j = 0..J-1
        low = lib_low_window(n, pi/4, steered ? 0 : 1)
        high = lib_rest(low)
        bands = cell(K)
        for k = 0..K-1
            bands[k] = high.*(steered ? lib_steered_window(n, k, K) : lib_sheared_window(n, k, K))
        end
        [p.low[j], p.bands[j], p.sizes[j]] = [low, bands, n]
        n = int((n + 1)/2)
    end
end

% The image's bands: of each scale j from the finest a cell of K, then the low band; the steerable pyramid has the rest of the highest
% frequencies before them.
function w = lib_spectral_analyse(x, p)
    [J, from] = [numel(p.low), p.steered ? 1 : 0]
    w = cell(J + from + 1)
    F = fft2(x)
    if p.steered
        w[0] = real(ifft2(F.*lib_rest(p.first)))
        F = F.*p.first
    end
    for j = 0..J-1
        bands = cell(numel(p.bands[j]))
        for k = 0..numel(bands)-1
            bands[k] = real(ifft2(F.*(p.turn*p.bands[j][k])))
        end
        w[j + from] = bands
        n = p.sizes[j]
        [rows, columns] = [lib_lower_half(n[0]), lib_lower_half(n[1])]
        F = F.*p.low[j]
        F = (ndims(F) == 2 ? F[rows, columns] : F[rows, columns, :])*sqrt(numel(rows)*numel(columns)/(n[0]*n[1]))
    end
    w[J + from] = real(ifft2(F))
end

function x = lib_spectral_synthesise(w, p)
    [J, from] = [numel(p.low), p.steered ? 1 : 0]
    F = fft2(w[J + from])
    for j = J-1..-1..0
        n = p.sizes[j]
        [rows, columns] = [lib_lower_half(n[0]), lib_lower_half(n[1])]
        G = ndims(F) == 2 ? czeros(n) : czeros(n[0], n[1], size(F, 2))
        G[rows, columns, :] = F*sqrt(n[0]*n[1]/(numel(rows)*numel(columns)))
        F = G.*p.low[j]
        for k = 0..numel(w[j + from])-1
            F += fft2(w[j + from][k]).*(conj(p.turn)*p.bands[j][k])
        end
    end
    if p.steered
        F = F.*p.first + fft2(w[0]).*lib_rest(p.first)
    end
    x = real(ifft2(F))
end
