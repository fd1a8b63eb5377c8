% imboundary.q: images with a border around them, and without it again.

% y = extend_boundary(x, border, mode): x with border[0] rows above and below and border[1] columns left and right (or the
% same number everywhere), filled as `mode` says ("mirror" by default; "zero", "circular", "clamped").
function y = extend_boundary(x, border, mode = "mirror")
    b0 = int(numel(border) > 1 ? border[0] : border)
    b1 = int(numel(border) > 1 ? border[1] : border)
    z = lib_padded(lib_as_cube(x), b0, b1, size(x,0) + 2*b0, size(x,1) + 2*b1, lib_boundary_mode(mode))
    y = lib_with_rank(z, max(lib_rank(x), 2))
end

% y = padarray(x, border, mode): as extend_boundary, with zeros outside by default.
function y = padarray(x, border, mode = "zero")
    y = extend_boundary(x, border, mode)
end

% h x w x c with x[0,0] at (top, left).
function y = lib_padded(x, top : int, left : int, h : int, w : int, mode : int)
    m = size(x,0)
    n = size(x,1)
    channels = size(x,2)
    y = zeros(h, w, channels)
    for i = 0..h-1
        for j = 0..w-1
            for c = 0..channels-1
                p = lib_outside(i-top, m, mode)
                q = lib_outside(j-left, n, mode)
                if p >= 0 && q >= 0
                    y[i,j,c] = x[p,q,c]
                end
            end
        end
    end
end

% y = crop_boundary(x, border): x without border[0] rows at the top and bottom and border[1] columns left and right.
function y = crop_boundary(x, border)
    b0 = int(numel(border) > 1 ? border[0] : border)
    b1 = int(numel(border) > 1 ? border[1] : border)
    y = imcrop(x, b0, b1, size(x,0) - 2*b0, size(x,1) - 2*b1)
end

% y = imcrop(x, top, left, h, w): the h x w part of the image that begins at (top, left).
function y = imcrop(x, top : int, left : int, h : int, w : int)
    if lib_rank(x) == 3
        y = x[top..top+h-1, left..left+w-1, :]
    else
        y = x[top..top+h-1, left..left+w-1]
    end
end

% [y, topleft] = power_of_two_extension(x): x in the middle of an image whose extents are powers of two, mirrored at the
% borders; topleft is where x begins in it.
function [y, topleft] = power_of_two_extension(x)
    h = nextpow2(size(x,0))
    w = nextpow2(size(x,1))
    topleft = [int((h - size(x,0))/2), int((w - size(x,1))/2)]
    z = lib_padded(lib_as_cube(x), topleft[0], topleft[1], h, w, 1)
    y = lib_with_rank(z, max(lib_rank(x), 2))
end
