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
        y = lib_resize(x, h, w, kind, rows, columns)
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
    [m, n, channels] = [size(x,0), size(x,1), size(x,2)]
    y = lib_rank(x) == 3 ? uninit(h, w, channels) : uninit(h, w)
    step = lib_resize_step(n, w, wide)
    if kind == 0
        lib_resize_nearest(y, x, lib_resize_places(m, h, high), lib_resize_places(n, w, wide))
    elseif kind == 1 && step == -2 && m <= h && channels == 1
        lib_resize_doubled(y, x, high)
    elseif m <= h  % along the fewer rows first
        between = lib_rank(x) == 3 ? uninit(m, w, channels) : uninit(m, w)
        lib_resize_across(between, x, kind, wide, step)
        lib_resize_down(y, between, kind, high)
    elseif kind == 1 && 2*w <= n
        down = step > 1 ? lib_resize_step(m, h, high) : 0
        if down > 1
            lib_resize_regularly(y, x, down, step)
        else
            lib_resize_at_once(y, x, high, wide)
        end
    else
        between = lib_rank(x) == 3 ? uninit(h, n, channels) : uninit(h, n)
        lib_resize_down(between, x, kind, high)
        lib_resize_across(y, between, kind, wide, step)
    end
end
% Where the columns (or the rows) of an image lie at regular places: 2, 3 or 4 apart, or -2 for two of each; else 0.
function step : int = lib_resize_step(n : int, count : int, ratio : vec)
    step = 0
    if count < n
        k = int(n/count)
        step = k*count == n && k <= 4 ? k : 0
    elseif count == 2*n
        step = -2
    end
    if step != 0 && (ratio[0] != n || ratio[1] != count || n/and(n, -n)*(2*count + 1) >= 2^24)  % places may be rounded
        step = 0
    end
end

% Both steps, rows first, for each pixel of the result alone: where its rows and its columns lie at regular places. An even number apart these are the middle of two, an odd number apart they are there.
function [] = lib_resize_regularly[T](y, x : cube[T], down : int, step : int)
    [top, left] = [int((down - 1)/2), int((step - 1)/2)]
    [d, e] = [mod(down, 2) == 0 ? 0.5 : 0.0, mod(step, 2) == 0 ? 0.5 : 0.0]
    small = type(minvalue(T), int) && maxvalue(T) < 2^17  % sums of four, and what is half of them, are not rounded
    if small && d > 0 && e > 0
        if step == 2
            lib_resize_means_by_2(y, x, down, top, left)
        else
            lib_resize_means_by_4(y, x, down, top, left)
        end
    else
        match step with
        | 2 -> lib_resize_regularly_by_2(y, x, down, top, left, 1 - d, d, 1 - e, e)
        | 3 -> lib_resize_regularly_by_3(y, x, down, top, left, 1 - d, d, 1 - e, e)
        | _ -> lib_resize_regularly_by_4(y, x, down, top, left, 1 - d, d, 1 - e, e)
        end
    end
end
function [] = lib_resize_means_by_2[S,T](y : cube[S], x : cube[T]'unchecked, down : int, top : int, left : int)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                y[i,j,c] = 0.25*(x[down*i+top,2*j+left,c] + x[down*i+top+1,2*j+left,c] + x[down*i+top,2*j+left+1,c] + x[down*i+top+1,2*j+left+1,c])
            end
        end
    end
end
function [] = lib_resize_means_by_4[S,T](y : cube[S], x : cube[T]'unchecked, down : int, top : int, left : int)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                y[i,j,c] = 0.25*(x[down*i+top,4*j+left,c] + x[down*i+top+1,4*j+left,c] + x[down*i+top,4*j+left+1,c] + x[down*i+top+1,4*j+left+1,c])
            end
        end
    end
end
function [] = lib_resize_regularly_by_2[S,T](y : cube[S], x : cube[T]'unchecked, down : int, top : int, left : int, d0 : scalar, d1 : scalar, e0 : scalar, e1 : scalar)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                a : scalar = d0*x[down*i+top,2*j+left,c] + d1*x[down*i+top+1,2*j+left,c]
                b : scalar = d0*x[down*i+top,2*j+left+1,c] + d1*x[down*i+top+1,2*j+left+1,c]
                y[i,j,c] = e0*a + e1*b
            end
        end
    end
end
function [] = lib_resize_regularly_by_3[S,T](y : cube[S], x : cube[T]'unchecked, down : int, top : int, left : int, d0 : scalar, d1 : scalar, e0 : scalar, e1 : scalar)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                a : scalar = d0*x[down*i+top,3*j+left,c] + d1*x[down*i+top+1,3*j+left,c]
                b : scalar = d0*x[down*i+top,3*j+left+1,c] + d1*x[down*i+top+1,3*j+left+1,c]
                y[i,j,c] = e0*a + e1*b
            end
        end
    end
end
function [] = lib_resize_regularly_by_4[S,T](y : cube[S], x : cube[T]'unchecked, down : int, top : int, left : int, d0 : scalar, d1 : scalar, e0 : scalar, e1 : scalar)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                a : scalar = d0*x[down*i+top,4*j+left,c] + d1*x[down*i+top+1,4*j+left,c]
                b : scalar = d0*x[down*i+top,4*j+left+1,c] + d1*x[down*i+top+1,4*j+left+1,c]
                y[i,j,c] = e0*a + e1*b
            end
        end
    end
end

% The same where the result has few columns.
function [] = lib_resize_at_once(y, x, high : vec, wide : vec)
    [rows, down] = lib_resize_taps(size(x,0), size(y,0), 1, high)
    [columns, weight] = lib_resize_taps(size(x,1), size(y,1), 1, wide)
    lib_resize_at_once_anywhere(y, x, rows, down, transpose(columns), transpose(weight))
end
function [] = lib_resize_at_once_anywhere[S,T](y : cube[S], x : cube[T]'unchecked, rows : imat, down : mat, columns : imat, weight : mat)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                a : scalar = down[i,0]*x[rows[i,0],columns[0,j],c] + down[i,1]*x[rows[i,1],columns[0,j],c]
                b : scalar = down[i,0]*x[rows[i,0],columns[1,j],c] + down[i,1]*x[rows[i,1],columns[1,j],c]
                y[i,j,c] = weight[0,j]*a + weight[1,j]*b
            end
        end
    end
end

% Both steps, columns first, where there are twice as many of them: the rows between the steps are not stored. Of several channels vectors would have to be taken apart and put together.
function [] = lib_resize_doubled(y, x, high : vec)
    [rows, down] = lib_resize_taps(size(x,0), size(y,0), 1, high)
    lib_resize_doubled_2(y, x, rows, down, [[0.25, 0.75], [0.75, 0.25]])
end
function [] = lib_resize_doubled_2[S,T](y : cube[S], x : cube[T]'unchecked, rows : imat, down : mat, weight : mat)
    for i = 0..size(y,0)-1
        for j = 0..size(x,1)-1
            for c = 0..size(y,2)-1
                a0 : scalar = weight[0,0]*x[rows[i,0],max(j-1,0),c] + weight[0,1]*x[rows[i,0],j,c]
                a1 : scalar = weight[0,0]*x[rows[i,1],max(j-1,0),c] + weight[0,1]*x[rows[i,1],j,c]
                b0 : scalar = weight[1,0]*x[rows[i,0],j,c] + weight[1,1]*x[rows[i,0],min(j+1,size(x,1)-1),c]
                b1 : scalar = weight[1,0]*x[rows[i,1],j,c] + weight[1,1]*x[rows[i,1],min(j+1,size(x,1)-1),c]
                y[i,2*j,c] = down[i,0]*a0 + down[i,1]*a1
                y[i,2*j+1,c] = down[i,0]*b0 + down[i,1]*b1
            end
        end
    end
end

% Every row of y is a sum of rows of x.
function [] = lib_resize_down(y, x, kind : int, ratio : vec)
    [rows, weight] = lib_resize_taps(size(x,0), size(y,0), kind, ratio)
    if kind == 1
        lib_resize_down_2(y, x, rows, weight)
    else
        lib_resize_down_4(y, x, rows, weight)
    end
end
function [] = lib_resize_down_2[S,T](y : cube[S], x : cube[T]'unchecked, rows : imat, weight : mat)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                y[i,j,c] = weight[i,0]*x[rows[i,0],j,c] + weight[i,1]*x[rows[i,1],j,c]
            end
        end
    end
end
function [] = lib_resize_down_4[S,T](y : cube[S], x : cube[T]'unchecked, rows : imat, weight : mat)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                y[i,j,c] = weight[i,0]*x[rows[i,0],j,c] + weight[i,1]*x[rows[i,1],j,c] + weight[i,2]*x[rows[i,2],j,c] + weight[i,3]*x[rows[i,3],j,c]
            end
        end
    end
end

% Every column of y is a sum of columns of x.
function [] = lib_resize_across(y, x, kind : int, ratio : vec, step : int)
    [columns, weight] = lib_resize_taps(size(x,1), step == 0 ? size(y,1) : min(size(y,1), 2), kind, ratio)  % regular ones are those of the first two
    first = int(floor((step - 1)/2)) - (kind == 1 ? 0 : 1)
    if kind == 1
        match step with
        | 2 -> lib_resize_across_2_by_2(y, x, weight, first)
        | 3 -> lib_resize_across_2_by_3(y, x, weight, first)
        | 4 -> lib_resize_across_2_by_4(y, x, weight, first)
        | -2 -> lib_resize_twice_2(y, x, weight)
        | _ -> lib_resize_across_2(y, x, transpose(columns), transpose(weight))
        end
    else
        match step with
        | 2 -> lib_resize_across_4_by_2(y, x, weight, first)
        | 3 -> lib_resize_across_4_by_3(y, x, weight, first)
        | 4 -> lib_resize_across_4_by_4(y, x, weight, first)
        | -2 -> lib_resize_twice_4(y, x, weight)
        | _ -> lib_resize_across_4(y, x, transpose(columns), transpose(weight))
        end
    end
end
function [] = lib_resize_across_2[S,T](y : cube[S], x : cube[T]'unchecked, columns : imat, weight : mat)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                y[i,j,c] = weight[0,j]*x[i,columns[0,j],c] + weight[1,j]*x[i,columns[1,j],c]
            end
        end
    end
end
function [] = lib_resize_across_4[S,T](y : cube[S], x : cube[T]'unchecked, columns : imat, weight : mat)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                y[i,j,c] = weight[0,j]*x[i,columns[0,j],c] + weight[1,j]*x[i,columns[1,j],c] + weight[2,j]*x[i,columns[2,j],c] + weight[3,j]*x[i,columns[3,j],c]
            end
        end
    end
end
function [] = lib_resize_across_2_by_2[S,T](y : cube[S], x : cube[T]'clamped, weight : mat, first : int)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                y[i,j,c] = weight[0,0]*x[i,2*j+first,c] + weight[0,1]*x[i,2*j+first+1,c]
            end
        end
    end
end
function [] = lib_resize_across_2_by_3[S,T](y : cube[S], x : cube[T]'clamped, weight : mat, first : int)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                y[i,j,c] = weight[0,0]*x[i,3*j+first,c] + weight[0,1]*x[i,3*j+first+1,c]
            end
        end
    end
end
function [] = lib_resize_across_2_by_4[S,T](y : cube[S], x : cube[T]'clamped, weight : mat, first : int)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                y[i,j,c] = weight[0,0]*x[i,4*j+first,c] + weight[0,1]*x[i,4*j+first+1,c]
            end
        end
    end
end
function [] = lib_resize_across_4_by_2[S,T](y : cube[S], x : cube[T]'clamped, weight : mat, first : int)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                y[i,j,c] = weight[0,0]*x[i,2*j+first,c] + weight[0,1]*x[i,2*j+first+1,c] + weight[0,2]*x[i,2*j+first+2,c] + weight[0,3]*x[i,2*j+first+3,c]
            end
        end
    end
end
function [] = lib_resize_across_4_by_3[S,T](y : cube[S], x : cube[T]'clamped, weight : mat, first : int)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                y[i,j,c] = weight[0,0]*x[i,3*j+first,c] + weight[0,1]*x[i,3*j+first+1,c] + weight[0,2]*x[i,3*j+first+2,c] + weight[0,3]*x[i,3*j+first+3,c]
            end
        end
    end
end
function [] = lib_resize_across_4_by_4[S,T](y : cube[S], x : cube[T]'clamped, weight : mat, first : int)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                y[i,j,c] = weight[0,0]*x[i,4*j+first,c] + weight[0,1]*x[i,4*j+first+1,c] + weight[0,2]*x[i,4*j+first+2,c] + weight[0,3]*x[i,4*j+first+3,c]
            end
        end
    end
end
function [] = lib_resize_twice_2[S,T](y : cube[S], x : cube[T]'clamped, weight : mat)
    for i = 0..size(y,0)-1
        for j = 0..size(x,1)-1
            for c = 0..size(y,2)-1
                y[i,2*j,c] = weight[0,0]*x[i,j-1,c] + weight[0,1]*x[i,j,c]
                y[i,2*j+1,c] = weight[1,0]*x[i,j,c] + weight[1,1]*x[i,j+1,c]
            end
        end
    end
end
function [] = lib_resize_twice_4[S,T](y : cube[S], x : cube[T]'clamped, weight : mat)
    for i = 0..size(y,0)-1
        for j = 0..size(x,1)-1
            for c = 0..size(y,2)-1
                y[i,2*j,c] = weight[0,0]*x[i,j-2,c] + weight[0,1]*x[i,j-1,c] + weight[0,2]*x[i,j,c] + weight[0,3]*x[i,j+1,c]
                y[i,2*j+1,c] = weight[1,0]*x[i,j-1,c] + weight[1,1]*x[i,j,c] + weight[1,2]*x[i,j+1,c] + weight[1,3]*x[i,j+2,c]
            end
        end
    end
end

% The places of x that are nearest to those of y.
function at : vec[int] = lib_resize_places(n : int, count : int, ratio : vec)
    at = vec[int](count)
    for i = 0..count-1
        at[i] = min(int(floor((i + 0.5)*ratio[0]/ratio[1])), n-1)
    end
end
function [] = lib_resize_nearest[S,T](y : cube[S], x : cube[T]'unchecked, rows : vec[int], columns : vec[int])
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            for c = 0..size(y,2)-1
                y[i,j,c] = x[rows[i], columns[j], c]
            end
        end
    end
end
