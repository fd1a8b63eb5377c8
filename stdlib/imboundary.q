% imboundary.q: images with a border around them, and without it again.

% y = extend_boundary(x, border, mode): x with border[0] rows above and below and border[1] columns left and right (or the
% same number everywhere), filled as `mode` says ("mirror" by default; "zero", "symmetric", "circular", "clamped").
function y = extend_boundary(x, border, mode = "mirror")
    b0 = int(numel(border) > 1 ? border[0] : border)
    b1 = int(numel(border) > 1 ? border[1] : border)
    y = lib_padded(x, b0, b1, size(x,0) + 2*b0, size(x,1) + 2*b1, lib_boundary_mode(mode))
end

% y = padarray(x, border, mode, side): as extend_boundary, with zeros outside by default, or with the number that `mode` is; side: "both" (the default), "pre" (above and left alone) or
% "post". The side may stand in the mode's place.
function y = padarray(x, border, mode = "zero", side : string = "both")
    if !type(mode, string)
        y = padarray(x - mode, border, "zero", side) + mode
    elseif mode == "pre" || mode == "post" || mode == "both"
        y = padarray(x, border, "zero", mode)
    elseif side == "both"
        y = extend_boundary(x, border, mode)
    elseif side == "pre" || side == "post"
        b0 = int(numel(border) > 1 ? border[0] : border)
        b1 = int(numel(border) > 1 ? border[1] : border)
        y = lib_padded(x, side == "pre" ? b0 : 0, side == "pre" ? b1 : 0, size(x,0) + b0, size(x,1) + b1, lib_boundary_mode(mode))
    else
        error(sprintf("padarray: the side '%s' is not one of both, pre, post", side))
    end
end

% h x w (x channels) with x[0,0] at (top, left).
function y = lib_padded(x, top : int, left : int, h : int, w : int, mode : int)
    if iscomplex(x)
        y = lib_rank(x) == 3 ? czeros(h, w, size(x,2)) : czeros(h, w)
    else
        y = lib_rank(x) == 3 ? uninit(h, w, size(x,2)) : uninit(h, w)
    end
    lib_pad(y, x, top, left, mode)
end
% The same into an image that is there.
function [] = lib_pad(y, x, top : int, left : int, mode : int)
    match mode with
    | 1 -> lib_pad_mirror(y, x, top, left)
    | 2 -> lib_pad_circular(y, x, top, left)
    | 3 -> lib_pad_clamped(y, x, top, left)
    | 4 -> lib_pad_symmetric(y, x, top, left)
    | _ -> lib_pad_zero(y, x, top, left)
    end
end

% Each element of y is that of x, moved to (top, left), one function for each way to read outside.
function [] = lib_pad_zero[S,T](y : cube[S], x : cube[T]'safe, top : int, left : int)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                y[i,j,c] = x[i-top, j-left, c]
            end
        end
    end
end
function [] = lib_pad_mirror[S,T](y : cube[S], x : cube[T]'mirror, top : int, left : int)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                y[i,j,c] = x[i-top, j-left, c]
            end
        end
    end
end
function [] = lib_pad_circular[S,T](y : cube[S], x : cube[T]'circular, top : int, left : int)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                y[i,j,c] = x[i-top, j-left, c]
            end
        end
    end
end
function [] = lib_pad_clamped[S,T](y : cube[S], x : cube[T]'clamped, top : int, left : int)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                y[i,j,c] = x[i-top, j-left, c]
            end
        end
    end
end

function [] = lib_pad_symmetric[S,T](y : cube[S], x : cube[T], top : int, left : int)
    % What lies inside, and what lies around it: above, below, to the left, to the right.
    [h, w, m, n] = [size(y,0), size(y,1), size(x,0), size(x,1)]
    [rows, columns] = [lib_symmetric_places(h, m, top), lib_symmetric_places(w, n, left)]
    lib_pad_clamped(y, x, top, left)
    lib_pad_listed(y, x, rows, columns, [0, min(top, h)-1], [0, w-1])
    lib_pad_listed(y, x, rows, columns, [max(top+m, 0), h-1], [0, w-1])
    lib_pad_listed(y, x, rows, columns, [max(top, 0), min(top+m, h)-1], [0, min(left, w)-1])
    lib_pad_listed(y, x, rows, columns, [max(top, 0), min(top+m, h)-1], [max(left+n, 0), w-1])
end
% Where n elements, the first of them `before` in front, read an extent of m.
function k : vec[int] = lib_symmetric_places(n : int, m : int, before : int)
    k = vec[int](n)
    for i = 0..n-1
        k[i] = lib_outside(i - before, m, 4)
    end
end
function [] = lib_pad_listed[S,T](y : cube[S], x : cube[T], rows : vec[int], columns : vec[int], down : ivec2, across : ivec2)
    for i = down[0]..down[1]
        for j = across[0]..across[1]
            for c = 0..size(y,2)-1
                y[i,j,c] = x[rows[i], columns[j], c]
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

% y = imcrop(x, [left, top, width, height]): the pixels from round(left) to round(left+width), from round(top) to round(top+height) that the image has, as MATLAB counts them: one more each way
% than the width and height where these are whole.
function y = imcrop(x, rectangle)
    if numel(rectangle) != 4
        error(sprintf("imcrop: %d numbers; a rectangle is [left, top, width, height]", numel(rectangle)))
    end
    left = max(int(floor(rectangle[0] + 0.5)), 0)
    top = max(int(floor(rectangle[1] + 0.5)), 0)
    right = min(int(floor(rectangle[0] + rectangle[2] + 0.5)), size(x,1) - 1)
    bottom = min(int(floor(rectangle[1] + rectangle[3] + 0.5)), size(x,0) - 1)
    if right < left || bottom < top
        error("imcrop: the rectangle has no pixel of the image")
    end
    y = imcrop(x, top, left, bottom - top + 1, right - left + 1)
end

% [y, topleft] = power_of_two_extension(x): x in the middle of an image whose extents are powers of two, mirrored at the
% borders; topleft is where x begins in it.
function [y, topleft] = power_of_two_extension(x)
    h = nextpow2(size(x,0))
    w = nextpow2(size(x,1))
    topleft = [int((h - size(x,0))/2), int((w - size(x,1))/2)]
    y = lib_padded(x, topleft[0], topleft[1], h, w, 1)
end
