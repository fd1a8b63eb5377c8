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
