% imresize.q: images of another size. The centre of pixel i lies at i + 1/2, so that pixel i of the result looks at
% (i + 1/2)/s - 1/2 of the image, where s is the factor or the ratio of the extents; the border value goes on outside.
% There is no smoothing before a reduction.

% y = imresize(x, size, method): size is a factor, or [height, width]; a factor gives ceil(factor*extent) pixels.
% method: "nearest", "bilinear" (the default) or "bicubic" (Keys 1981, a = -1/2).
function y = imresize(x, extent, method = "bilinear")
    h = 0
    w = 0
    rows = [1.0, 1]
    columns = [1.0, 1]
    if numel(x) == 0
        error(sprintf("imresize: an image of %d x %d pixels, of which none can be looked at", size(x,0), size(x,1)))
    end
    if numel(extent) > 1
        h = int(extent[0])
        w = int(extent[1])
        [rows, columns] = `[1.0*size(x,0), h], [1.0*size(x,1), w]'
    else
        [h, rows] = lib_enlarged(size(x,0), extent[0])
        [w, columns] = lib_enlarged(size(x,1), extent[0])
    end
    if h < 1 || w < 1 || min(extent) <= 0
        error(sprintf("imresize: an image of %g x %g pixels", numel(extent) > 1 ? extent[0] : size(x,0)*extent, numel(extent) > 1 ? extent[1] : size(x,1)*extent))
    end
    kind = 1
    match method with
    | "nearest" -> kind = 0
    | "bilinear" -> kind = 1
    | "linear" -> kind = 1
    | "bicubic" -> kind = 2
    | "cubic" -> kind = 2
    | _ ->
        error(sprintf("imresize: the method '%s' is not one of nearest, bilinear, bicubic", method))
    end
    if iscomplex(x)
        y = complex(imresize(real(x), extent, method), imresize(imag(x), extent, method))
    else
        y = lib_with_rank(lib_resize(lib_as_cube(x), h, w, kind, rows, columns), max(lib_rank(x), 2))
    end
end

% How many pixels n of them become, and the ratio a : b of the distances of the pixels: n : count where that is a whole number within rounding, else 1 : factor.
function [count : int, ratio : vec] = lib_enlarged(n : int, factor)
    exact = n*factor
    whole = abs(exact - round(exact)) <= 4*eps*exact
    count = whole ? int(round(exact)) : int(ceil(exact))
    ratio = whole ? [1.0*n, count] : [1.0, factor]
end

% Weight of a pixel at distance t from the place that is looked at.
function v : scalar = __device__ lib_resize_weight(t : scalar, kind : int)
    a = abs(t)
    v = 0.0
    if kind == 1
        v = max(1.0 - a, 0.0)
    elseif a < 1.0
        v = (1.5*a - 2.5)*a*a + 1.0
    elseif a < 2.0
        v = ((2.5 - 0.5*a)*a - 4.0)*a + 2.0
    end
end

% What pixel i of `count` takes of n: the places (each row those of one pixel) and their weights.
function [at, weight] = lib_resize_taps(n : int, count : int, kind : int, ratio : vec)
    taps = kind == 1 ? 2 : 4
    first = kind == 1 ? 0 : -1
    at = imat(count, taps)
    weight = zeros(count, taps)
    for i = 0..count-1
        u = (i + 0.5)*ratio[0]/ratio[1] - 0.5
        f = int(floor(u)) + first
        for a = 0..taps-1
            at[i,a] = min(max(f + a, 0), n-1)
            weight[i,a] = lib_resize_weight(u - (f + a), kind)
        end
    end
end
function y = lib_resize(x, h : int, w : int, kind : int, high : vec, wide : vec)
    if kind == 0
        y = lib_resize_nearest(x, h, w, high, wide)
    else
        [rows, down] = lib_resize_taps(size(x,0), h, kind, high)
        [columns, across] = lib_resize_taps(size(x,1), w, kind, wide)
        y = lib_resize_weighted(x, rows, down, columns, across)
    end
end
function y = lib_resize_weighted[T](x : cube[T]'unchecked, rows : imat, down : mat, columns : imat, across : mat)
    [h, w, channels] = [size(rows,0), size(columns,0), size(x,2)]
    y = zeros(h, w, channels)
    for i = 0..h-1
        for j = 0..w-1
            for c = 0..channels-1
                total = 0.0
                for a = 0..size(rows,1)-1
                    for b = 0..size(columns,1)-1
                        weight = down[i,a]*across[j,b]
                        total += weight*x[rows[i,a], columns[j,b], c]
                    end
                end
                y[i,j,c] = total
            end
        end
    end
end
function y = lib_resize_nearest(x, h : int, w : int, high : vec, wide : vec)
    [m, n, channels] = [size(x,0), size(x,1), size(x,2)]
    y = zeros(h, w, channels)
    for i = 0..h-1
        for j = 0..w-1
            for c = 0..channels-1
                y[i,j,c] = x[min(int(floor((i + 0.5)*high[0]/high[1])), m-1), min(int(floor((j + 0.5)*wide[0]/wide[1])), n-1), c]
            end
        end
    end
end
