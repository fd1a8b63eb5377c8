% imblocks.q: the blocks of an image as columns, and back; elements of a block row by row.

% c = im2col(x, [m, n], kind): a column a block, m n x blocks: "sliding" (the default): every place at which one fits, row by row; "distinct": side by side from the top left on,
% filled up with zeros.
function c : mat = im2col(x : mat, block, kind : string = "sliding")
    [m, n] = lib_block_extents(block, "im2col")
    [h, w] = size(x, 0..1)
    match kind with
    | "sliding" -> c = lib_blocks_of(1.0*x, m, n, max(h-m+1, 0), max(w-n+1, 0), 1, 1)
    | "distinct" -> c = lib_blocks_of(1.0*x, m, n, int((h+m-1)/m), int((w+n-1)/n), m, n)
    | _ -> error(sprintf("im2col: the kind '%s' is not one of sliding, distinct", kind))
    end
end
function c : mat = lib_blocks_of(x : mat'safe, m : int, n : int, down : int, across : int, step_down : int, step_across : int)
    c = zeros(m*n, down*across)
    for p = 0..m-1
        for q = 0..n-1
            for a = 0..down-1
                for b = 0..across-1
                    c[p*n+q, a*across+b] = x[a*step_down+p, b*step_across+q]
                end
            end
        end
    end
end
% x = col2im(c, [m, n], [h, w], kind): the image of h x w from its distinct blocks; "sliding" (the default): (h-m+1) x (w-n+1) elements from one row of values, one a block.
function x : mat = col2im(c, block, extents, kind : string = "sliding")
    [m, n] = lib_block_extents(block, "col2im")
    [h, w] = [int(extents[0]), int(extents[1])]
    match kind with
    | "sliding" -> x = lib_from_values(c, h-m+1, w-n+1)
    | "distinct" -> x = lib_from_blocks(1.0*c, m, n, h, w)
    | _ -> error(sprintf("col2im: the kind '%s' is not one of sliding, distinct", kind))
    end
end
function x : mat = lib_from_values(c, h : int, w : int)
    if numel(c) != max(h, 0)*max(w, 0)
        error(sprintf("col2im: %d values for %d x %d blocks", numel(c), max(h, 0), max(w, 0)))
    end
    x = reshape(1.0*c, [h, w])
end
function x : mat = lib_from_blocks(c : mat, m : int, n : int, h : int, w : int)
    across = int((w+n-1)/n)
    if size(c,0) != m*n || size(c,1) != int((h+m-1)/m)*across
        error(sprintf("col2im: %d columns of %d elements for %d blocks of %d x %d", size(c,1), size(c,0), int((h+m-1)/m)*across, m, n))
    end
    x = zeros(h, w)
    for i = 0..h-1
        for j = 0..w-1
            x[i,j] = c[mod(i, m)*n + mod(j, n), int(i/m)*across + int(j/n)]
        end
    end
end
function [m : int, n : int] = lib_block_extents(block, name : string)
    if numel(block) != 2 || min(block) < 1
        error(sprintf("%s: blocks of [rows, columns], both 1 or more", name))
    end
    m = int(block[0])
    n = int(block[1])
end

% y = nlfilter(x, [m, n], f): f, which gives a number, of the m x n pixels around each, 0 outside; the pixel is the middle one, that before the middle of an even side.
function y : mat = nlfilter(x : mat, block, f)
    [m, n] = lib_block_extents(block, "nlfilter")
    [h, w] = size(x, 0..1)
    around = lib_padded(1.0*x, int((m-1)/2), int((n-1)/2), h + m - 1, w + n - 1, 0)
    y = zeros(h, w)
    for i = 0..h-1
        for j = 0..w-1
            v = f(around[i..i+m-1, j..j+n-1])
            if numel(v) != 1
                error(sprintf("nlfilter: the function gives %d elements; it gives one for each neighbourhood", numel(v)))
            end
            y[i,j] = v
        end
    end
end

% y = blockproc(x, [m, n], f): what f makes of each block of an image, side by side as the blocks lie; those at the lower and right border may be smaller. f gets a record with the fields data, the
% pixels, location, [row, column] of the first of them, blockSize, border and imageSize. blockproc(x, [m, n], f, "BorderSize", [v, h], "TrimBorder", true, "PadPartialBlocks", false, "PadMethod", "zero"): data
% has so many rows and columns around it, which are cut off what f gives unless TrimBorder is false; blocks at the border are filled up; what lies outside the image, a number or a mode.
function y = blockproc(x, block, f, ...options)
    [m, n] = lib_block_extents(block, "blockproc")
    [border, trim, fill, outside] = lib_block_options(options)
    [h, w] = size(x, 0..1)
    [down, across] = [int((h+m-1)/m), int((w+n-1)/n)]
    [v, u] = [border[0], border[1]]
    around = padarray(padarray(x, border, outside, "pre"), [v + (fill ? down*m - h : 0), u + (fill ? across*n - w : 0)], outside, "post")
    y = []
    for a = 0..down-1
        row = []
        for b = 0..across-1
            s = object()
            s.blockSize = fill ? [m, n] : [min(m, h - a*m), min(n, w - b*n)]
            s.border = border
            s.location = [a*m, b*n]
            s.imageSize = size(x)
            [rows, columns] = [a*m..a*m + s.blockSize[0] + 2*v - 1, b*n..b*n + s.blockSize[1] + 2*u - 1]
            s.data = ndims(x) > 2 ? around[rows, columns, :] : around[rows, columns]
            part = f(s)
            if trim && (v > 0 || u > 0)
                [p, q] = size(part, 0..1)
                part = ndims(part) > 2 ? part[v..p-v-1, u..q-u-1, :] : part[v..p-v-1, u..q-u-1]
            end
            row = b == 0 ? part : horzcat(row, part)
        end
        y = a == 0 ? row : vertcat(y, row)
    end
end
function [border, trim : bool, fill : bool, outside] = lib_block_options(options)
    border = [0, 0]
    trim = true
    fill = false
    outside = "zero"
    if mod(numel(options), 2) != 0
        error("blockproc: options are names and values in turn")
    end
    for k = 0..2..numel(options)-2
        value = options[k+1]
        match lower(options[k]) with
        | "bordersize" -> border = [int(value[0]), int(value[numel(value)-1])]
        | "trimborder" -> trim = value != 0
        | "padpartialblocks" -> fill = value != 0
        | "padmethod" -> outside = value
        | _ -> error(sprintf("blockproc: '%s' is not one of BorderSize, TrimBorder, PadPartialBlocks, PadMethod", options[k]))
        end
    end
end
