% immorphology.q: morphology of grey and binary images with any structuring element. `element` is a matrix; where it is not 0
% the neighbour counts; its centre is floor(size/2) when it is left out or [], otherwise as in imerode(x, element, [1,1]). Outside the image there is nothing (it never decides).

% The largest (smallest) neighbour. sign: 1 dilation, -1 erosion. The element of a dilation is reflected, so that dilation
% and erosion are adjoint: dilate(x)[p] = max over e of x[p - e], erode(x)[p] = min over e of x[p + e].
function y = lib_morphology(x, element : mat, center, sign : int)
    [em, en] = size(element, 0..1)
    [c0, c1] = [int(em/2), int(en/2)]
    if numel(center) > 0
        [c0, c1] = [int(center[0]), int(center[1])]
    end
    e = sign > 0 ? fliplr(flipud(element)) : element
    if sign > 0
        [c0, c1] = [em - 1 - c0, en - 1 - c1]
    end
    if min(abs(e)) > 0 && c0 >= 0 && c0 < em && c1 >= 0 && c1 < en
        y = lib_with_rank(lib_extreme_of_rectangle(x, em, en, c0, c1, sign), lib_rank(x))
    else
        y = lib_extreme_of_places(x, find(e != 0), em, en, c0, c1, sign)
    end
end
% Scalars of any value in the shape of x.
function y = lib_like(x)
    match lib_rank(x) with
    | 1 -> y = uninit(numel(x))
    | 2 -> y = uninit(size(x,0), size(x,1))
    | _ -> y = uninit(size(x,0), size(x,1), size(x,2))
    end
end
function v = __device__ lib_larger(a, b)
    v = max(a, b)
end
function v = __device__ lib_smaller(a, b)
    v = min(a, b)
end
% What never decides, at any row. As functions, since a kernel then knows the value, and in what range the result lies.
function v = __device__ lib_below_ints(i : int)
    v = minvalue(int)
end
function v = __device__ lib_above_ints(i : int)
    v = maxvalue(int)
end
function v = __device__ lib_below_floats(i : int)
    v = -inf
end
function v = __device__ lib_above_floats(i : int)
    v = inf
end

% A rectangle: a small one at once, others their rows, then their columns. It holds the pixel itself, so that the pixel at the border, taken again for those outside, changes nothing; conditions at the border take three to four times as long.
function y = lib_extreme_of_rectangle[T](x : cube[T], em : int, en : int, c0 : int, c1 : int, sign : int)
    if type(minvalue(T), int)
        least = sign > 0 ? lib_below_ints : lib_above_ints
    else
        least = sign > 0 ? lib_below_floats : lib_above_floats
    end
    pick = sign > 0 ? lib_larger : lib_smaller
    [h, w, channels] = size(x, 0..2)
    if em > 1 && en > 1 && em*en <= 16
        y = uninit(h, w, channels)
        lib_extreme_around(y, x, em, en, c0, c1, least, pick)
    else
        flat = uninit(h, w*channels)  % the channels of a row side by side
        rows = en > 1 ? lib_extreme_across(x, en, c1, least, pick) : x
        lib_extreme_down(flat, reshape(rows, [h, w*channels]), em, c0, least, pick)
        y = reshape(flat, [h, w, channels])
    end
end
function [] = lib_extreme_around[S,T](y : cube[S], x : cube[T]'clamped, em : int, en : int, c0 : int, c1 : int, least, pick)
    for i = 0..size(y,0)-1
        for c = 0..size(y,2)-1
            for j = 0..size(y,1)-1
                best = least(i)
                for m = 0..em-1
                    for n = 0..en-1
                        best = pick(best, x[i+m-c0, j+n-c1, c])
                    end
                end
                y[i,j,c] = best
            end
        end
    end
end

% y[i,j] = the extreme of x[i-before..i-before+n-1, j]. Of many in two steps: of s neighbours, then of as many of these, s apart, as cover all n.
function [] = lib_extreme_down[T](y, x : mat[T], n : int, before : int, least, pick)
    if n > 16
        s = int(ceil(sqrt(n)))
        some = mat[T](size(x,0) + n - s, size(x,1))
        lib_extreme_below(some, x, s, before, least, pick)
        lib_extreme_below_apart(y, some, int(ceil(n/s)), s, n - s, least, pick)
    else
        lib_extreme_below(y, x, n, before, least, pick)
    end
end
function [] = lib_extreme_below[S,T](y : mat[S], x : mat[T]'clamped, n : int, before : int, least, pick)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            best = least(i)
            for k = 0..n-1
                best = pick(best, x[i+k-before, j])
            end
            y[i,j] = best
        end
    end
end
function [] = lib_extreme_below_apart[S,T](y : mat[S], x : mat[T]'unchecked, n : int, s : int, last : int, least, pick)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            best = least(i)
            for k = 0..n-1
                best = pick(best, x[i+min(k*s, last), j])
            end
            y[i,j] = best
        end
    end
end
% The same along the rows.
function y = lib_extreme_across[T](x : cube[T], n : int, before : int, least, pick)
    [h, w, channels] = size(x, 0..2)
    if n > 16
        s = int(ceil(sqrt(n)))
        some = cube[T](h, w + n - s, channels)
        lib_extreme_along(some, x, s, before, least, pick)
        y = mat[T](h, w*channels)
        lib_extreme_along_apart(y, reshape(some, [h, (w + n - s)*channels]), int(ceil(n/s)), s*channels, (n - s)*channels, least, pick)
    else
        y = cube[T](h, w, channels)
        lib_extreme_along(y, x, n, before, least, pick)
    end
end
function [] = lib_extreme_along[S,T](y : cube[S], x : cube[T]'clamped, n : int, before : int, least, pick)
    for i = 0..size(y,0)-1
        for c = 0..size(y,2)-1
            for j = 0..size(y,1)-1
                best = least(i)
                for k = 0..n-1
                    best = pick(best, x[i, j+k-before, c])
                end
                y[i,j,c] = best
            end
        end
    end
end
function [] = lib_extreme_along_apart[S,T](y : mat[S], x : mat[T]'unchecked, n : int, s : int, last : int, least, pick)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            best = least(i)
            for k = 0..n-1
                best = pick(best, x[i, j+min(k*s, last)])
            end
            y[i,j] = best
        end
    end
end

% Any places, rows [m, n] of an element of em x en: in a copy of the image with what never decides around it. The channels of a row lie side by side.
function y = lib_extreme_of_places(x, places, em : int, en : int, c0 : int, c1 : int, sign : int)
    [h, w, channels] = [size(x,0), size(x,1), size(x,2)]
    [top, left] = [max(c0, 0), max(c1, 0)]
    near = uninit(h + top + max(em-1-c0, 0), (w + left + max(en-1-c1, 0))*channels)
    offsets = imat(size(places,0), 2)
    for k = 0..size(places,0)-1
        offsets[k,0] = places[k,0] - c0 + top
        offsets[k,1] = (places[k,1] - c1 + left)*channels
    end
    lib_fill(near, -sign*inf, [0, top-1], [0, size(near,1)-1])
    lib_fill(near, -sign*inf, [top+h, size(near,0)-1], [0, size(near,1)-1])
    lib_fill(near, -sign*inf, [top, top+h-1], [0, left*channels-1])
    lib_fill(near, -sign*inf, [top, top+h-1], [(left+w)*channels, size(near,1)-1])
    pick = sign > 0 ? lib_larger : lib_smaller
    if channels == 1
        y = lib_like(x)
        lib_put(near, x, top, left)
        lib_extreme_of_listed(y, near, offsets, -sign*inf, pick)
    else
        flat = uninit(h, w*channels)
        lib_put(near, reshape(x, [h, w*channels]), top, left*channels)
        lib_extreme_of_listed(flat, near, offsets, -sign*inf, pick)
        y = reshape(flat, [h, w, channels])
    end
end
function [] = lib_fill(y : mat, v : scalar, rows : ivec2, columns : ivec2)
    for i = rows[0]..rows[1]
        for j = columns[0]..columns[1]
            y[i,j] = v
        end
    end
end
function [] = lib_put[T](y : mat, x : mat[T], top : int, left : int)
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            y[i+top, j+left] = x[i,j]
        end
    end
end
function [] = lib_extreme_of_listed(y : mat, x : mat'unchecked, offsets : mat[int], least : scalar, pick)
    for i = 0..size(y,0)-1
        for j = 0..size(y,1)-1
            best = least
            for k = 0..size(offsets,0)-1
                best = pick(best, x[i+offsets[k,0], j+offsets[k,1]])
            end
            y[i,j] = best
        end
    end
end

% y = dilate(x, element), erode(x, element): local maximum, local minimum. imdilate and imerode are the same.
function y = dilate(x, element = ones(3,3), center = [])
    y = lib_morphology(x, element*1.0, center, 1)
end
function y = erode(x, element = ones(3,3), center = [])
    y = lib_morphology(x, element*1.0, center, -1)
end
function y = imdilate(x, element = ones(3,3), center = [])
    y = dilate(x, element, center)
end
function y = imerode(x, element = ones(3,3), center = [])
    y = erode(x, element, center)
end

% Opening: erosion, then dilation. Closing: dilation, then erosion.
function y = imopen(x, element = ones(3,3), center = [])
    y = dilate(erode(x, element, center), element, center)
end
function y = imclose(x, element = ones(3,3), center = [])
    y = erode(dilate(x, element, center), element, center)
end

% Dilation minus erosion; x minus its opening; its closing minus x.
function y = imgradient_morphological(x, element = ones(3,3), center = [])
    y = dilate(x, element, center) - erode(x, element, center)
end
function y = imtophat(x, element = ones(3,3), center = [])
    y = x - imopen(x, element, center)
end
function y = imbothat(x, element = ones(3,3), center = [])
    y = imclose(x, element, center) - x
end

% e = strel_disk(r): the pixels of a (2r+1) x (2r+1) square not farther than r from its middle. strel_square(n): ones(n, n).
% strel_cross(r): the middle row and column.
function e = strel_disk(r : int)
    e = zeros(2*r+1, 2*r+1)
    for i = 0..2*r
        for j = 0..2*r
            e[i,j] = (i-r)*(i-r) + (j-r)*(j-r) <= r*r ? 1 : 0
        end
    end
end
function e = strel_square(n : int)
    e = ones(n, n)
end
function e = strel_cross(r : int)
    e = zeros(2*r+1, 2*r+1)
    for i = 0..2*r
        e[i,r] = 1
        e[r,i] = 1
    end
end
