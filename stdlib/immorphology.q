% immorphology.q: morphology of grey and binary images with any structuring element. `element` is a matrix; where it is not 0
% the neighbour counts; its centre is floor(size/2) unless told, as in imerode(x, element, [1,1]). Outside the image there is nothing (it never decides).

% The largest (smallest) neighbour. sign: 1 dilation, -1 erosion. The element of a dilation is reflected, so that dilation
% and erosion are adjoint: dilate(x)[p] = max over e of x[p - e], erode(x)[p] = min over e of x[p + e].
function y = lib_morphology(x, element : mat, center, sign : int)
    if size(element,0) > 1 && size(element,1) > 1 && all(element[:] != 0)  % a rectangle: its rows, then its columns
        rows = lib_extreme(x, element[0..0,:], [0, center[1]], sign)
        y = lib_extreme(rows, element[:,0..0], [center[0], 0], sign)
    else
        y = lib_extreme(x, element, center, sign)
    end
end
function y = lib_extreme(x, element : mat, center, sign : int)
    h = size(x,0)
    w = size(x,1)
    channels = size(x,2)
    y = zeros(h, w, channels)
    em = size(element,0)
    en = size(element,1)
    e = sign > 0 ? fliplr(flipud(element)) : element
    c0 = sign > 0 ? em - 1 - int(center[0]) : int(center[0])
    c1 = sign > 0 ? en - 1 - int(center[1]) : int(center[1])
    for i = 0..h-1
        for j = 0..w-1
            for c = 0..channels-1
                best = -inf
                for m = 0..em-1
                    for n = 0..en-1
                        if e[m,n] != 0 && i+m-c0 >= 0 && i+m-c0 < h && j+n-c1 >= 0 && j+n-c1 < w
                            best = max(best, sign*x[i+m-c0,j+n-c1,c]*1.0)
                        end
                    end
                end
                y[i,j,c] = sign*best
            end
        end
    end
end

% y = dilate(x, element), erode(x, element): local maximum, local minimum. imdilate and imerode are the same.
function y = dilate(x, element = ones(3,3), center = floor(size(element,0..1)/2))
    y = lib_with_rank(lib_morphology(lib_as_cube(x), element*1.0, center, 1), lib_rank(x))
end
function y = erode(x, element = ones(3,3), center = floor(size(element,0..1)/2))
    y = lib_with_rank(lib_morphology(lib_as_cube(x), element*1.0, center, -1), lib_rank(x))
end
function y = imdilate(x, element = ones(3,3), center = floor(size(element,0..1)/2))
    y = dilate(x, element, center)
end
function y = imerode(x, element = ones(3,3), center = floor(size(element,0..1)/2))
    y = erode(x, element, center)
end

% Opening: erosion, then dilation. Closing: dilation, then erosion.
function y = imopen(x, element = ones(3,3), center = floor(size(element,0..1)/2))
    y = dilate(erode(x, element, center), element, center)
end
function y = imclose(x, element = ones(3,3), center = floor(size(element,0..1)/2))
    y = erode(dilate(x, element, center), element, center)
end

% Dilation minus erosion; x minus its opening; its closing minus x.
function y = imgradient_morphological(x, element = ones(3,3), center = floor(size(element,0..1)/2))
    y = dilate(x, element, center) - erode(x, element, center)
end
function y = imtophat(x, element = ones(3,3), center = floor(size(element,0..1)/2))
    y = x - imopen(x, element, center)
end
function y = imbothat(x, element = ones(3,3), center = floor(size(element,0..1)/2))
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
