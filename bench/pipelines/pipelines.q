% Halide's published pipelines as loops of the language: bench/pipelines.py measures them.
% Rows are the first index. What a stage needs once is a function of places; what it needs often is an array.

function y = own(x)
    y = copy(x)
end

function v : uint16 = third(a, b, c)
    s : uint16 = a + b + c
    v = int(s/3)
end

% Means of three along rows, then along columns, in 16 bits.
function y = blur(x : mat[uint16])
    [h, w] = size(x)
    y = mat[uint16](h-2, w-2)
    for m = 0..h-3
        for n = 0..w-3
            y[m,n] = third(third(x[m,n], x[m,n+1], x[m,n+2]), third(x[m+1,n], x[m+1,n+1], x[m+1,n+2]), _
                third(x[m+2,n], x[m+2,n+1], x[m+2,n+2]))
        end
    end
end

function y : mat'clamped = luminance_of(x : cube)
    [h, w, channels] = size(x)
    y = zeros(h, w)
    for m = 0..h-1
        for n = 0..w-1
            y[m,n] = 0.299*x[m,n,0] + 0.587*x[m,n,1] + 0.114*x[m,n,2]
        end
    end
end

% Seven Gaussian taps each way on the luminance, whose sharpened value scales the colours.
function y = unsharp(x : cube)
    [h, w, channels] = size(x)
    tap = exp(-(0..3).^2/(2*1.5^2))/(sqrt(2*pi)*1.5)
    t0 = tap[0]
    t1 = tap[1]
    t2 = tap[2]
    t3 = tap[3]
    gray : mat'clamped = luminance_of(x)
    down : mat'clamped = zeros(h, w)
    for m = 0..h-1
        for n = 0..w-1
            down[m,n] = t0*gray[m,n] + t1*(gray[m-1,n] + gray[m+1,n]) + _
                t2*(gray[m-2,n] + gray[m+2,n]) + t3*(gray[m-3,n] + gray[m+3,n])
        end
    end
    y = zeros(h, w, 3)
    for m = 0..h-1
        for n = 0..w-1
            soft = t0*down[m,n] + t1*(down[m,n-1] + down[m,n+1]) + _
                t2*(down[m,n-2] + down[m,n+2]) + t3*(down[m,n-3] + down[m,n+3])
            ratio = (2*gray[m,n] - soft)/gray[m,n]
            y[m,n,0..2] = ratio*x[m,n,0..2]
        end
    end
end

% Corners; the border of 3 pixels is left out.
function y = harris(x : cube)
    [h, w, channels] = size(x)
    gray = luminance_of(x)
    dx = zeros(h-2, w-2)
    dy = zeros(h-2, w-2)
    for m = 1..h-2
        for n = 1..w-2
            dx[m-1,n-1] = (gray[m-1,n+1] - gray[m-1,n-1] + 2*(gray[m,n+1] - gray[m,n-1]) + _
                gray[m+1,n+1] - gray[m+1,n-1])/12
            dy[m-1,n-1] = (gray[m+1,n-1] - gray[m-1,n-1] + 2*(gray[m+1,n] - gray[m-1,n]) + _
                gray[m+1,n+1] - gray[m-1,n+1])/12
        end
    end
    y = zeros(h-6, w-6)
    for m = 2..h-5
        for n = 2..w-5
            sxx = 0.0
            syy = 0.0
            sxy = 0.0
            for i = -1..1
                for j = -1..1
                    sxx += dx[m+i,n+j]*dx[m+i,n+j]
                    syy += dy[m+i,n+j]*dy[m+i,n+j]
                    sxy += dx[m+i,n+j]*dy[m+i,n+j]
                end
            end
            trace = sxx + syy
            y[m-2,n-2] = sxx*syy - sxy*sxy - 0.04*trace*trace
        end
    end
end

% Cells of 8 x 8 pixels and a part of the range; the grid has two cells more on every side, into which its blur reaches.
function y = bilateral_grid(x : mat'clamped, range : scalar)
    [h, w] = size(x)
    rows = int((h-1)/8) + 6
    columns = int((w-1)/8) + 6
    levels = int(1/range + 0.5) + 6
    grid = zeros(rows, columns, levels, 2)
    for i = 0..rows-1
        for j = 0..columns-1
            {!serial for}
            for a = 0..7
                for b = 0..7
                    seen = clamp(x[(i-2)*8 + a - 4, (j-2)*8 + b - 4], 0, 1)
                    k = int(seen/range + 0.5) + 2
                    grid[i,j,k,0] += seen
                    grid[i,j,k,1] += 1
                end
            end
        end
    end
    along_z = zeros(rows, columns, levels, 2)
    for i = 0..rows-1
        for j = 0..columns-1
            for k = 2..levels-3
                for c = 0..1
                    along_z[i,j,k,c] = grid[i,j,k-2,c] + 4*grid[i,j,k-1,c] + 6*grid[i,j,k,c] + _
                        4*grid[i,j,k+1,c] + grid[i,j,k+2,c]
                end
            end
        end
    end
    along_n = zeros(rows, columns, levels, 2)
    for i = 0..rows-1
        for j = 2..columns-3
            for k = 0..levels-1
                for c = 0..1
                    along_n[i,j,k,c] = along_z[i,j-2,k,c] + 4*along_z[i,j-1,k,c] + 6*along_z[i,j,k,c] + _
                        4*along_z[i,j+1,k,c] + along_z[i,j+2,k,c]
                end
            end
        end
    end
    along_m = zeros(rows, columns, levels, 2)
    for i = 2..rows-3
        for j = 0..columns-1
            for k = 0..levels-1
                for c = 0..1
                    along_m[i,j,k,c] = along_n[i-2,j,k,c] + 4*along_n[i-1,j,k,c] + 6*along_n[i,j,k,c] + _
                        4*along_n[i+1,j,k,c] + along_n[i+2,j,k,c]
                end
            end
        end
    end
    mix = (a, b, t) -> a + (b - a)*t
    at = (i, j, k, c, s, t) -> mix(mix(along_m[i,j,k,c], along_m[i,j+1,k,c], t), _
        mix(along_m[i+1,j,k,c], along_m[i+1,j+1,k,c], t), s)
    y = zeros(h, w)
    for m = 0..h-1
        for n = 0..w-1
            level = clamp(x[m,n], 0, 1)/range
            k = int(level) + 2
            i = int(m/8) + 2
            j = int(n/8) + 2
            s = mod(m, 8)/8
            t = mod(n, 8)/8
            u = level - int(level)
            y[m,n] = mix(at(i,j,k,0,s,t), at(i,j,k+1,0,s,t), u)/mix(at(i,j,k,1,s,t), at(i,j,k+1,1,s,t), u)
        end
    end
end

% Between four elements of a smaller scale, for the place (m,n) of the next larger one, both counted from the image's
% first pixel; element (0,0) is at the place -o.
function v = between(f, m, n, o)
    i = int((m + 1)/2) + o
    i2 = int((m - 1 + 2)/2) - 1 + o
    j = int((n + 1)/2) + o
    j2 = int((n - 1 + 2)/2) - 1 + o
    s = mod(m + 2, 2)*0.5 + 0.25
    t = mod(n + 2, 2)*0.5 + 0.25
    v = (f(i,j)*(1 - t) + f(i,j2)*t)*(1 - s) + (f(i2,j)*(1 - t) + f(i2,j2)*t)*s
end

% Local Laplacian filter: pyramids of the image, each with another tone made stronger, of which each pixel of each scale
% takes the two that are nearest to its own tone. Scales go on outside of the image as far as the next smaller one looks:
% element (0,0) of scale j is 2^(8-j)-1 places before the image.
function y = local_laplacian(x : cube, levels : int, alpha : scalar, beta : scalar)
    [h, w, channels] = size(x)
    scales = 8
    border = 2^scales - 1
    steps = levels - 1
    gray = padarray(luminance_of(x), [border, border], "clamped")
    f = (-256*steps..256*steps)/256
    bend = alpha*f.*exp(-f.^2/2)
    bent_at = (v, k) -> beta*(v - k/steps) + k/steps + bend[clamp(int(v*steps*256), 0, steps*256) + 256*(steps - k)]
    own = cell(scales)
    bent = cell(scales)
    own[0] = gray
    for j = 1..scales-1
        before = own[j-1]
        rows = int((size(before,0) - 2)/2)
        columns = int((size(before,1) - 2)/2)
        g = zeros(rows, columns)
        for m = 0..rows-1
            for n = 0..columns-1
                down = q -> before[2*m,q] + 3*(before[2*m+1,q] + before[2*m+2,q]) + before[2*m+3,q]
                g[m,n] = (down(2*n) + 3*(down(2*n+1) + down(2*n+2)) + down(2*n+3))/64
            end
        end
        own[j] = g
        b = zeros(levels, rows, columns)
        if j == 1
            for k = 0..levels-1
                for m = 0..rows-1
                    for n = 0..columns-1
                        at = (p, q) -> bent_at(gray[p,q], k)
                        down = q -> at(2*m,q) + 3*(at(2*m+1,q) + at(2*m+2,q)) + at(2*m+3,q)
                        b[k,m,n] = (down(2*n) + 3*(down(2*n+1) + down(2*n+2)) + down(2*n+3))/64
                    end
                end
            end
        else
            before3 = bent[j-1]
            for k = 0..levels-1
                for m = 0..rows-1
                    for n = 0..columns-1
                        down = q -> before3[k,2*m,q] + 3*(before3[k,2*m+1,q] + before3[k,2*m+2,q]) + before3[k,2*m+3,q]
                        b[k,m,n] = (down(2*n) + 3*(down(2*n+1) + down(2*n+2)) + down(2*n+3))/64
                    end
                end
            end
        end
        bent[j] = b
    end
    result = zeros(1, 1)
    for r = 0..scales-1
        j = scales - 1 - r
        o = 2^(scales - j) - 1
        % The part of the scale that the larger ones look at: one place on each side of the image's.
        rows = int((h - 1)/2^j) + (j > 0 ? 3 : 1)
        columns = int((w - 1)/2^j) + (j > 0 ? 3 : 1)
        first = j > 0 ? 1 : 0
        mine = own[j]
        next = zeros(rows, columns)
        if j == scales - 1
            top = bent[j]
            for m = 0..rows-1
                for n = 0..columns-1
                    at = mine[m-first+o, n-first+o]*steps
                    k = clamp(int(at), 0, steps - 1)
                    part = at - k
                    next[m,n] = (1 - part)*top[k,m-first+o,n-first+o] + part*top[k+1,m-first+o,n-first+o]
                end
            end
        else
            smaller = bent[j+1]
            o2 = 2^(scales - j - 1) - 1
            if j > 0
                same = bent[j]
                for m = 0..rows-1
                    for n = 0..columns-1
                        at = mine[m-1+o, n-1+o]*steps
                        k = clamp(int(at), 0, steps - 1)
                        part = at - k
                        low = same[k,m-1+o,n-1+o] - between((p,q) -> smaller[k,p,q], m-1, n-1, o2)
                        high = same[k+1,m-1+o,n-1+o] - between((p,q) -> smaller[k+1,p,q], m-1, n-1, o2)
                        next[m,n] = between((p,q) -> result[p,q], m-1, n-1, 1) + (1 - part)*low + part*high
                    end
                end
            else
                for m = 0..rows-1
                    for n = 0..columns-1
                        v = mine[m+o, n+o]
                        at = v*steps
                        k = clamp(int(at), 0, steps - 1)
                        part = at - k
                        low = bent_at(v, k) - between((p,q) -> smaller[k,p,q], m, n, o2)
                        high = bent_at(v, k+1) - between((p,q) -> smaller[k+1,p,q], m, n, o2)
                        next[m,n] = between((p,q) -> result[p,q], m, n, 1) + (1 - part)*low + part*high
                    end
                end
            end
        end
        result = next
    end
    y = zeros(h, w, 3)
    for m = 0..h-1
        for n = 0..w-1
            factor = (result[m,n] + 0.01)/(gray[m+border,n+border] + 0.01)
            y[m,n,0..2] = clamp(x[m,n,0..2]*factor, 0, 1)
        end
    end
end

function v = mean_up(a, b)
    v = shr(a + b + 1, 1)
end

function v = corrected(a : mat[int16], i : int, r, g, b)
    sum : int32 = a[i,3] + a[i,0]*r + a[i,1]*g + a[i,2]*b
    v = clamp(shr(sum, 8), 0, 1023)
end

% A raw image, green and red in even rows, blue and green in odd ones, becomes bytes of three colours. Its border of 12
% rows and 16 columns is left out.
function y = camera_pipe(raw : mat[uint16], warm : mat, cold : mat, kelvin : scalar, gamma : scalar, contrast : scalar, _
        strength : scalar, black : int, white : int)
    h = floor((size(raw,0) - 24)/32)*32
    w = floor((size(raw,1) - 32)/32)*32
    % Three rows and columns of quads more on every side.
    rows = int(h/2) + 6
    columns = int(w/2) + 6
    clean = mat[uint16](2*rows, 2*columns)
    for m = 0..2*rows-1
        for n = 0..2*columns-1
            p = m + 6
            q = n + 10
            clean[m,n] = min(raw[p,q], max(max(raw[p,q-2], raw[p,q+2]), max(raw[p-2,q], raw[p+2,q])))
        end
    end
    gr = (m, n) -> clean[2*m,2*n]
    red = (m, n) -> clean[2*m,2*n+1]
    blue = (m, n) -> clean[2*m+1,2*n]
    gb = (m, n) -> clean[2*m+1,2*n+1]

    % Green where red and blue are: along the direction in which it changes less. Element (0,0) is of quad (1,1).
    green_r = mat[uint16](rows-2, columns-2)
    green_b = mat[uint16](rows-2, columns-2)
    along = (a, b, c, d) -> abs(a - b) < abs(c - d) ? mean_up(a, b) : mean_up(c, d)
    for m = 1..rows-2
        for n = 1..columns-2
            green_r[m-1,n-1] = along(gr(m,n+1), gr(m,n), gb(m-1,n), gb(m,n))
            green_b[m-1,n-1] = along(gb(m,n-1), gb(m,n), gr(m+1,n), gr(m,n))
        end
    end
    at_r = (m, n) -> green_r[m-1,n-1]
    at_b = (m, n) -> green_b[m-1,n-1]

    part = (1/kelvin - 1/3200)/(1/7000 - 1/3200)
    a = mat[int16](3, 4)
    a[:,:] = int((warm*part + cold*(1 - part))*256)
    low = 2 - 2^(contrast/100)
    high = 2 - 2*low
    bright = clamp(((0..1023) - black)/(white - black), 0, 1).^(1/gamma)
    dark = 1 - bright
    tone = bright > 0.5 ? 1 - (high*dark.*dark + low*dark) : high*bright.*bright + low*bright
    curve = vec[uint8](1024)
    for i = 0..1023
        curve[i] = i <= black ? 0 : i > white ? 255 : int(clamp(tone[i]*255 + 0.5, 0, 255))
    end
    % A colour between two places where it is known, corrected by what green does there.
    mixed = (green, g0, g1, c0, c1) -> green - mean_up(g0, g1) + mean_up(c0, c1)
    crossed = (green, g00, g11, g01, g10, c00, c11, c01, c10) -> abs(c00 - c11) < abs(c01 - c10) ? _
        mixed(green, g00, g11, c00, c11) : mixed(green, g01, g10, c01, c10)
    % From quad (2,2) on.
    r = mat[int16](2*rows-8, 2*columns-8)
    g = mat[int16](2*rows-8, 2*columns-8)
    b = mat[int16](2*rows-8, 2*columns-8)
    for m = 2..rows-3
        for n = 2..columns-3
            g_gr = gr(m,n)
            r[2*m-4,2*n-4] = mixed(g_gr, at_r(m,n), at_r(m,n-1), red(m,n), red(m,n-1))
            g[2*m-4,2*n-4] = g_gr
            b[2*m-4,2*n-4] = mixed(g_gr, at_b(m,n), at_b(m-1,n), blue(m,n), blue(m-1,n))
            g_r = at_r(m,n)
            r[2*m-4,2*n-3] = red(m,n)
            g[2*m-4,2*n-3] = g_r
            b[2*m-4,2*n-3] = crossed(g_r, at_b(m,n), at_b(m-1,n+1), at_b(m,n+1), at_b(m-1,n), _
                blue(m,n), blue(m-1,n+1), blue(m,n+1), blue(m-1,n))
            g_b = at_b(m,n)
            r[2*m-3,2*n-4] = crossed(g_b, at_r(m,n), at_r(m+1,n-1), at_r(m,n-1), at_r(m+1,n), _
                red(m,n), red(m+1,n-1), red(m,n-1), red(m+1,n))
            g[2*m-3,2*n-4] = g_b
            b[2*m-3,2*n-4] = blue(m,n)
            g_gb = gb(m,n)
            r[2*m-3,2*n-3] = mixed(g_gb, at_r(m,n), at_r(m+1,n), red(m,n), red(m+1,n))
            g[2*m-3,2*n-3] = g_gb
            b[2*m-3,2*n-3] = mixed(g_gb, at_b(m,n), at_b(m,n+1), blue(m,n), blue(m,n+1))
        end
    end
    curved = cube[uint8](2*rows-8, 2*columns-8, 3)
    for m = 0..2*rows-9
        for n = 0..2*columns-9
            curved[m,n,0] = curve[corrected(a, 0, r[m,n], g[m,n], b[m,n])]
            curved[m,n,1] = curve[corrected(a, 1, r[m,n], g[m,n], b[m,n])]
            curved[m,n,2] = curve[corrected(a, 2, r[m,n], g[m,n], b[m,n])]
        end
    end

    weight = int(clamp(strength*32, 0, 255))
    soften = (before, here, behind) -> mean_up(mean_up(before, behind), here)
    down = (m, n, c) -> soften(curved[m-1,n,c], curved[m,n,c], curved[m+1,n,c])
    y = cube[uint8](h, w, 3)
    for m = 0..h-1
        for n = 0..w-1
            for c = 0..2
                own_value = curved[m+2,n+2,c]
                soft = soften(down(m+2,n+1,c), down(m+2,n+2,c), down(m+2,n+3,c))
                y[m,n,c] = clamp(own_value + shr((own_value - soft)*weight, 5), 0, 255)
            end
        end
    end
end
