% imneighbours.q: statistics of the neighbourhood of each pixel. `domain` is a matrix; where it is not 0 the neighbour counts; its centre is floor((size-1)/2). Outside the
% image lies its mirror image with the pixel at the border twice, unless told.

% stdfilt(x, domain): standard deviation (n-1). rangefilt(x, domain): largest less smallest. entropyfilt(x, domain): entropy in bits of the levels 0..255.
function y = stdfilt(x : mat, domain : mat = ones(3,3))
    y = lib_neighbour_deviation(lib_neighbour_border(x, domain, "symmetric", "stdfilt"), lib_neighbour_places(domain), size(x,0), size(x,1))
end
function y = rangefilt(x : mat, domain : mat = ones(3,3))
    y = lib_neighbour_range(lib_neighbour_border(x, domain, "symmetric", "rangefilt"), lib_neighbour_places(domain), size(x,0), size(x,1))
end
function y = entropyfilt(x : mat, domain : mat = ones(9,9))
    y = lib_neighbour_entropy(lib_neighbour_border(clamp(round(1.0*x), 0, 255), domain, "symmetric", "entropyfilt"), lib_neighbour_places(domain), size(x,0), size(x,1))
end

% ordfilt2(x, order, domain, mode): the order-th smallest neighbour, 1 the smallest, sum(domain != 0) the largest; zeros outside unless `mode` says otherwise.
function y = ordfilt2(x : mat, order : int, domain : mat, mode : string = "zero")
    places = lib_neighbour_places(domain)
    if order < 1 || order > size(places,0)
        error(sprintf("ordfilt2: order %d of %d neighbours; 1 is the smallest, %d the largest", order, size(places,0), size(places,0)))
    end
    y = lib_neighbour_rank(lib_neighbour_border(x, domain, mode, "ordfilt2"), places, order - 1, size(x,0), size(x,1))
end

% x with room for the domain around it, so that neighbour [p, q] of pixel [i, j] is element [i+p, j+q].
function y : mat = lib_neighbour_border(x : mat, domain : mat, mode : string, name : string)
    [m, n] = size(domain, 0..1)
    if sum(domain != 0) == 0
        error(sprintf("%s: no neighbour counts; the domain needs elements that are not 0", name))
    end
    y = lib_bordered_by(x, int((m-1)/2), int((n-1)/2), m-1, n-1, lib_boundary_mode(mode))
end
function y : mat = lib_bordered_by(x : mat, top : int, left : int, more_rows : int, more_columns : int, mode : int)
    [h, w] = size(x, 0..1)
    y = zeros(h + more_rows, w + more_columns)
    for i = 0..h+more_rows-1
        for j = 0..w+more_columns-1
            p = lib_outside(i - top, h, mode)
            q = lib_outside(j - left, w, mode)
            y[i,j] = p >= 0 && q >= 0 ? x[max(p,0), max(q,0)] : 0.0
        end
    end
end
% One row [p, q] a neighbour.
function k = lib_neighbour_places(domain : mat)
    k = find(domain != 0)
end

% In two passes over the neighbours: squares of large pixels do not cancel.
function y : mat = lib_neighbour_deviation(x : mat'unchecked, places : mat[int], h : int, w : int)
    y = zeros(h, w)
    n = size(places,0)
    for i = 0..h-1
        for j = 0..w-1
            total = 0.0
            for k = 0..n-1
                total += x[i+places[k,0], j+places[k,1]]
            end
            middle = total/n
            squares = 0.0
            for k = 0..n-1
                squares += (x[i+places[k,0], j+places[k,1]] - middle)^2
            end
            y[i,j] = sqrt(squares/max(n-1, 1))
        end
    end
end
function y : mat = lib_neighbour_range(x : mat'unchecked, places : mat[int], h : int, w : int)
    y = zeros(h, w)
    for i = 0..h-1
        for j = 0..w-1
            low = inf
            high = -inf
            for k = 0..size(places,0)-1
                low = min(low, x[i+places[k,0], j+places[k,1]])
                high = max(high, x[i+places[k,0], j+places[k,1]])
            end
            y[i,j] = high - low
        end
    end
end
% log2 n - 1/n times the sum of c log2 c over the levels' counts c, which grows by a known term with each neighbour.
function y : mat = lib_neighbour_entropy(x : mat'unchecked, places : mat[int], h : int, w : int)
    y = zeros(h, w)
    n = size(places,0)
    terms = zeros(n+1)
    for c = 2..n
        terms[c] = c*log2(c)
    end
    for i = 0..h-1
        for j = 0..w-1
            count = ivec(256)
            total = 0.0
            for k = 0..n-1
                level = int(x[i+places[k,0], j+places[k,1]])
                c = count[level]
                total += terms[c+1] - terms[c]
                count[level] = c + 1
            end
            y[i,j] = max(log2(n) - total/n, 0)
        end
    end
end
% Each neighbour counts those below it, equal ones before it among them.
function y : mat = lib_neighbour_rank(x : mat'unchecked, places : mat[int], rank : int, h : int, w : int)
    y = zeros(h, w)
    n = size(places,0)
    for i = 0..h-1
        for j = 0..w-1
            found = 0.0
            for k = 0..n-1
                value = x[i+places[k,0], j+places[k,1]]
                below = 0
                for l = 0..n-1
                    other = x[i+places[l,0], j+places[l,1]]
                    below += other < value || (other == value && l < k) ? 1 : 0
                end
                found = below == rank ? value : found
            end
            y[i,j] = found
        end
    end
end
