% imlabel.q: connected parts of masks, distances to them.

% [label, n] = bwlabel(mask, connectivity): the n connected parts of what is not 0, numbered from 1 in the order in which their first pixels come row by row; 0 is
% the background. connectivity: 8 (the default) or 4 neighbours.
function [label, n] = bwlabel(mask : mat, connectivity : int = 8)
    if connectivity != 4 && connectivity != 8
        error(sprintf("bwlabel: connectivity %d is neither 4 nor 8", connectivity))
    end
    [h, w] = size(mask, 0..1)
    parent = imat(h, w)
    label = imat(h, w)
    n = lib_label_parts(mask, parent, label, connectivity)
end
% Two passes over the pixels with a forest of equivalent ones (Rosenfeld and Pfaltz 1966): a pixel's parent never comes after it, so that the second pass finds the roots
% numbered already.
function n : int = lib_label_parts(mask : mat, parent : mat[int], label : mat[int], connectivity : int)
    [h, w] = size(mask, 0..1)
    for i = 0..h-1
        for j = 0..w-1
            at = i*w + j
            parent[i,j] = at
            if mask[i,j] != 0
                for k = 0..3
                    r = k == 0 ? i : i-1
                    c = k == 0 ? j-1 : j-2+k
                    if (connectivity == 8 || k == 0 || k == 2) && r >= 0 && c >= 0 && c < w
                        if mask[r,c] != 0
                            a = lib_root(parent, at)
                            b = lib_root(parent, r*w + c)
                            parent[max(a, b)] = min(a, b)
                        end
                    end
                end
            end
        end
    end
    n = 0
    for at = 0..h*w-1
        if mask[at] != 0
            if parent[at] == at
                n = n + 1
                label[at] = n
            else
                label[at] = label[lib_root(parent, at)]
            end
        end
    end
end
function r : int = __device__ lib_root(parent : mat[int], at : int)
    r = at
    while parent[r] != r
        r = parent[r]
    end
end

% bwdist(mask, metric): "euclidean" (the default), "cityblock" (steps along rows and columns) or "chessboard" (diagonal ones as well).
function d : mat = bwdist(mask : mat, metric : string)
    match metric with
    | "euclidean" -> d = bwdist(mask)
    | "cityblock" -> d = lib_steps_to(mask, 1)
    | "chessboard" -> d = lib_steps_to(mask, 0)
    | _ -> error(sprintf("bwdist: the metric '%s' is not one of euclidean, cityblock, chessboard", metric))
    end
end
% Forwards and backwards once (Rosenfeld and Pfaltz 1966); along diagonals where `straight` is 0.
function d : mat = lib_steps_to(mask : mat, straight : int)
    [h, w] = size(mask, 0..1)
    d = inf*ones(h, w)
    {!serial for}
    for at = 0..h*w-1
        i = int(at/w)
        j = at - i*w
        best = mask[i,j] != 0 ? 0.0 : inf
        best = i > 0 ? min(best, d[max(i-1, 0),j] + 1) : best
        best = j > 0 ? min(best, d[i,max(j-1, 0)] + 1) : best
        if straight == 0 && i > 0
            best = j > 0 ? min(best, d[i-1,max(j-1, 0)] + 1) : best
            best = j < w-1 ? min(best, d[i-1,min(j+1, w-1)] + 1) : best
        end
        d[i,j] = best
    end
    {!serial for}
    for at = h*w-1..-1..0
        i = int(at/w)
        j = at - i*w
        best = d[i,j]
        best = i < h-1 ? min(best, d[min(i+1, h-1),j] + 1) : best
        best = j < w-1 ? min(best, d[i,min(j+1, w-1)] + 1) : best
        if straight == 0 && i < h-1
            best = j > 0 ? min(best, d[i+1,max(j-1, 0)] + 1) : best
            best = j < w-1 ? min(best, d[i+1,min(j+1, w-1)] + 1) : best
        end
        d[i,j] = best
    end
end

% bwdist(mask): the Euclidean distance of each pixel to the nearest that is not 0 (inf without any), from the distances along columns; along rows the
% lower envelope of parabolas (Felzenszwalb and Huttenlocher 2012).
function d : mat = bwdist(mask : mat)
    [h, w] = size(mask, 0..1)
    g = inf*ones(h, w)
    for j = 0..w-1
        last = inf
        for i = 0..h-1
            last = mask[i,j] != 0 ? 0.0 : last + 1
            g[i,j] = last
        end
        last = inf
        for i = h-1..-1..0
            last = mask[i,j] != 0 ? 0.0 : last + 1
            g[i,j] = min(g[i,j], last)
        end
    end
    d = lib_nearest_in_rows(g, imat(h, w), zeros(h, w))
end
% at[i,0..n-1]: the columns whose parabolas (j-k)^2 + g[i,k]^2 are lowest somewhere in row i; from[i,m]: where the one of at[i,m] begins to be.
function d : mat = lib_nearest_in_rows(g : mat, at : mat[int], from : mat)
    [h, w] = size(g, 0..1)
    d = inf*ones(h, w)
    for i = 0..h-1
        n = 0
        for k = 0..w-1
            if !isinf(g[i,k])
                start = -inf
                while n > 0 && start == -inf
                    last = at[i,n-1]
                    meet = (g[i,k]^2 - g[i,last]^2 + (k^2 - last^2))/(2*(k - last))
                    if meet <= from[i,n-1]
                        n = n - 1
                    else
                        start = meet
                    end
                end
                at[i,n] = k
                from[i,n] = start
                n = n + 1
            end
        end
        m = 0
        for j = 0..w-1
            while m+1 < n && from[i,min(m+1, w-1)] < j
                m = m + 1
            end
            if n > 0
                d[i,j] = sqrt((j - at[i,m])^2 + g[i,at[i,m]]^2)
            end
        end
    end
end
