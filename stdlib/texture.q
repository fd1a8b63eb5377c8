% texture.q: how often levels lie beside one another, polygons.

% g = graycomatrix(x, offset, levels, [low, high], symmetric): g[a,b]: how many pixels of level a have one of level b at [rows, columns] = offset ([0, 1]) from them; `levels` (8) equal ones from low to
% high (0 to 255); with `symmetric` counted both ways (Haralick 1973). p = graycoprops(g): a record with contrast, correlation, energy and homogeneity.
function g : mat = graycomatrix(x : mat, offset = [0,1], levels : int = 8, limits = [0,255], symmetric = false)
    if numel(offset) != 2 || levels < 1 || limits[1] <= limits[0]
        error("graycomatrix: the offset is [rows, columns], there is 1 level or more, the limits are ascending")
    end
    k = lib_levels(1.0*x, levels, 1.0*limits[0], 1.0*limits[1])
    g = lib_pair_counts(k, int(offset[0]), int(offset[1]), levels)
    if symmetric
        g = g + transpose(g)
    end
end
function k : mat[int] = lib_levels(x : mat, levels : int, low : scalar, high : scalar)
    k = imat(size(x,0), size(x,1))
    for p = 0..numel(x)-1
        k[p] = clamp(int(floor((x[p] - low)/(high - low)*levels)), 0, levels-1)
    end
end
function g : mat = lib_pair_counts(k : mat[int], down : int, right : int, levels : int)
    [h, w] = size(k, 0..1)
    g = zeros(levels, levels)
    for i = max(-down, 0)..min(h, h-down)-1
        for j = max(-right, 0)..min(w, w-right)-1
            g[k[i,j], k[i+down,j+right]] += 1
        end
    end
end
function p = graycoprops(g : mat)
    n = size(g,0)
    if n != size(g,1) || sum(g) <= 0
        error(sprintf("graycoprops: counts of %d x %d levels; as many rows as columns, one count at least", n, size(g,1)))
    end
    q = g/sum(g)
    i = reshape(0..n-1, [n, 1])
    j = reshape(0..n-1, [1, n])
    [mi, mj] = [sum(i.*q), sum(j.*q)]
    [si, sj] = [sqrt(sum((i - mi).^2.*q)), sqrt(sum((j - mj).^2.*q))]
    p = object()
    p.contrast = sum((i - j).^2.*q)
    p.correlation = si*sj > 0 ? sum((i - mi).*(j - mj).*q)/(si*sj) : nan
    p.energy = sum(q.*q)
    p.homogeneity = sum(q./(1 + abs(i - j)))
end

% a = polyarea(x, y): the area of the polygon with these corners. inside = inpolygon(x, y, corners_x, corners_y): 1 where a point lies in the polygon or on its border. m = poly2mask(columns, rows, h, w): the
% pixels of an h x w image whose middle, [i, j] itself, lies so.
function a : scalar = polyarea(x, y)
    n = numel(x)
    if numel(y) != n
        error(sprintf("polyarea: %d and %d coordinates", n, numel(y)))
    end
    a = 0.0
    for k = 0..n-1
        next = k + 1 == n ? 0 : k + 1
        a += x[k]*y[next] - x[next]*y[k]
    end
    a = abs(a)/2
end
function inside = inpolygon(x, y, corners_x, corners_y)
    n = numel(corners_x)
    if numel(corners_y) != n || n < 1
        error(sprintf("inpolygon: %d and %d coordinates of corners", n, numel(corners_y)))
    end
    a = reshape(1.0*corners_x, [n])
    b = reshape(1.0*corners_y, [n])
    if isscalar(x)
        inside = lib_in_polygon(x, y, a, b)
    else
        rows = isscalar(y) ? y + 0*x : y
        if numel(rows) != numel(x)
            error(sprintf("inpolygon: %d and %d coordinates of points", numel(x), numel(y)))
        end
        inside = zeros(size(x))
        for k = 0..numel(x)-1
            inside[k] = lib_in_polygon(x[k], rows[k], a, b)
        end
    end
end
function m : mat = poly2mask(columns, rows, h : int, w : int)
    n = numel(columns)
    if numel(rows) != n || n < 1
        error(sprintf("poly2mask: %d columns and %d rows of corners", n, numel(rows)))
    end
    a = reshape(1.0*columns, [n])
    b = reshape(1.0*rows, [n])
    m = zeros(h, w)
    for i = 0..h-1
        for j = 0..w-1
            m[i,j] = lib_in_polygon(j, i, a, b)
        end
    end
end
% How often a ray to the right meets the border; 1 on the border itself.
function v : scalar = __device__ lib_in_polygon(x : scalar, y : scalar, a : vec, b : vec)
    n = numel(a)
    odd = 0
    on = 0
    for k = 0..n-1
        next = k + 1 == n ? 0 : k + 1
        side = (a[next] - a[k])*(y - b[k]) - (x - a[k])*(b[next] - b[k])
        if side == 0 && x >= min(a[k], a[next]) && x <= max(a[k], a[next]) && y >= min(b[k], b[next]) && y <= max(b[k], b[next])
            on = 1
        end
        if (b[k] > y) != (b[next] > y)
            if (side > 0) == (b[next] < b[k])
                odd = 1 - odd
            end
        end
    end
    v = on == 1 || odd == 1 ? 1 : 0
end
