% imwarp.q: images moved by a matrix. Points are [column, row], from 0: the middle of the first pixel is [0, 0].

% t = affine2d(m), projective2d(m): a transform whose field T takes [x, y, 1]*T to [u, v, w], the point [u/w, v/w]; of an affine one T[:,2] is 0, 0, 1.
function t = affine2d(m : mat)
    if size(m,0) != 3 || size(m,1) != 3 || m[0,2] != 0 || m[1,2] != 0 || m[2,2] != 1
        error("affine2d: a 3 x 3 matrix with the last column 0, 0, 1; the shift is the last row")
    end
    t = projective2d(m)
end
function t = projective2d(m : mat)
    if size(m,0) != 3 || size(m,1) != 3
        error(sprintf("projective2d: a matrix of %d x %d; it is 3 x 3", size(m,0), size(m,1)))
    end
    t = object()
    t.T = copy(m)
end

% q = transformPointsForward(t, p), transformPointsInverse(t, p): points, one a row; [u, v] = transformPointsForward(t, x, y).
function [u, v] = transformPointsForward(t, x, y = [])
    [u, v] = lib_moved_points(t.T, x, y, $outputs)
end
function [u, v] = transformPointsInverse(t, x, y = [])
    [u, v] = lib_moved_points(inv(t.T), x, y, $outputs)
end
function [u, v] = lib_moved_points(m : mat, x, y, outputs : int)
    if numel(y) == 0
        [x, y] = `x[:,0], x[:,1]'
    end
    w = m[0,2]*x + m[1,2]*y + m[2,2]
    u = (m[0,0]*x + m[1,0]*y + m[2,0])./w
    v = (m[0,1]*x + m[1,1]*y + m[2,1])./w
    if outputs < 2
        u = horzcat(reshape(u, numel(u), 1), reshape(v, numel(v), 1))
    end
end

% t = fitgeotrans(from, to, kind): the transform that takes the points `from`, one a row, nearest to the points `to`: "nonreflectivesimilarity" (turn, size, shift), "affine" by least squares,
% "projective" by the least algebraic error. From two, three and four points on.
function t = fitgeotrans(from : mat, to : mat, kind : string)
    least = 0
    match kind with
    | "nonreflectivesimilarity" -> least = 2
    | "affine" -> least = 3
    | "projective" -> least = 4
    | _ -> error(sprintf("fitgeotrans: the kind '%s' is not one of nonreflectivesimilarity, affine, projective", kind))
    end
    n = size(from,0)
    if size(from,1) != 2 || size(to,1) != 2 || size(to,0) != n || n < least
        error(sprintf("fitgeotrans: %d and %d points; as many of both, %d or more, one [column, row] a row", n, size(to,0), least))
    end
    [p, before] = lib_evened(from)
    [q, after] = lib_evened(to)
    m = eye(3)
    if least == 3
        m[:,0..1] = solve(horzcat(p, ones(n, 1)), q)
    elseif least == 2
        total = sum(p.^2)
        c = sum(p.*q)/total
        s = sum(p[:,0].*q[:,1] - p[:,1].*q[:,0])/total
        m[0..1,0..1] = [[c, s], [-s, c]]
    else
        a = zeros(2*n, 8)
        b = zeros(2*n, 1)
        for k = 0..n-1
            a[2*k,0..2] = [p[k,0], p[k,1], 1]
            a[2*k,6..7] = [-q[k,0]*p[k,0], -q[k,0]*p[k,1]]
            b[2*k,0] = q[k,0]
            a[2*k+1,3..5] = [p[k,0], p[k,1], 1]
            a[2*k+1,6..7] = [-q[k,1]*p[k,0], -q[k,1]*p[k,1]]
            b[2*k+1,0] = q[k,1]
        end
        h = solve(a, b)
        m = transpose(reshape(vertcat(h, ones(1, 1)), 3, 3))
    end
    m = before*m*inv(after)
    t = projective2d(m/m[2,2])
    if least < 4
        t.T[:,2] = [0, 0, 1]
    end
end
% Points about 0 at a mean distance of 1, and the transform that took them there.
function [q, m] = lib_evened(p : mat)
    c = mean(p, 0)
    d = mean(sqrt(sum((p - c).^2, 1)))
    if !(d > 0)
        error("fitgeotrans: all points are the same")
    end
    q = (p - c)/d
    m = [[1/d, 0, 0], [0, 1/d, 0], [-c[0,0]/d, -c[0,1]/d, 1]]
end

% r = imref2d(size): an image of this size whose first pixel is at [0, 0].
function r = imref2d(extents)
    r = object()
    r.ImageSize = cast(extents[0..1], int)
end

% [y, corner] = imwarp(x, t, method, ...): x moved by the transform t: "linear" (the default), "nearest", "cubic". y shows all of the moved image, its first pixel is at the point `corner`; with "OutputView",
% imref2d(size) or [h, w] it shows the points from [0, 0] on. "FillValues", f: what lies outside, 0 when left out.
function [y, corner] = imwarp(x, t, ...options)
    kind = 0
    fill = 0.0
    [h, w] = size(x, 0..1)
    extents = []
    k = 0
    while k < numel(options)
        match options[k] with
        | ["linear", "bilinear"] -> kind = 0
        | "nearest" -> kind = 1
        | ["cubic", "bicubic"] -> kind = 2
        | "OutputView" ->
            k = k + 1
            extents = isobject(options[k]) ? options[k].ImageSize : options[k]
        | "FillValues" ->
            k = k + 1
            fill = 1.0*options[k]
        | _ -> error("imwarp: a method of linear, nearest, cubic, and the options \"OutputView\", \"FillValues\"")
        end
        k = k + 1
    end
    corner = [0.0, 0.0]
    if numel(extents) == 0
        [extents, corner] = lib_moved_box(t.T, h, w)
    end
    back = inv(t.T)
    [between, z] = lib_between(lib_as_cube(x) - fill, kind)
    y = lib_with_rank(lib_warped(z, extents[0], extents[1], back, corner[0], corner[1], between) + fill, max(lib_rank(x), 2))
end
% How many pixels hold all of a moved image, and where the first of them lies; they lie evenly about it.
function [extents, corner] = lib_moved_box(m : mat, h : int, w : int)
    [u, v] = lib_moved_points(m, [-0.5, w - 0.5, -0.5, w - 0.5], [-0.5, -0.5, h - 0.5, h - 0.5], 2)
    wide = max(u) - min(u)
    high = max(v) - min(v)
    extents = [int(ceil(high - 0.001)), int(ceil(wide - 0.001))]
    corner = [min(u) - (extents[1] - wide)/2 + 0.5, min(v) - (extents[0] - high)/2 + 0.5]
end
function y : cube = lib_warped(x, height : int, width : int, m : mat, left : scalar, top : scalar, between)
    channels = size(x,2)
    y = zeros(height, width, channels)
    for i = 0..height-1
        for j = 0..width-1
            u = j + left
            v = i + top
            w = m[0,2]*u + m[1,2]*v + m[2,2]
            column = (m[0,0]*u + m[1,0]*v + m[2,0])/w
            row = (m[0,1]*u + m[1,1]*v + m[2,1])/w
            for k = 0..channels-1
                y[i,j,k] = between(x, row, column, k)
            end
        end
    end
end
