% colormaps.q: colour maps as matrices, one row [r, g, b] of 0..1 a colour, from the lowest value to the highest; n colours (256 when left out). colormap("jet") is for plots.

% jet(n): blue, cyan, yellow, red, dark at both ends. Ramps of ceil(n/4) steps.
function m : mat = jet(n : int = 256)
    m = zeros(max(n, 0), 3)
    q = int(ceil(n/4))
    first = int(ceil(q/2)) - (mod(n, 4) == 1 ? 1 : 0)
    for k = 0..n-1
        for c = 0..2
            t = k + 1 - first - (1-c)*q
            m[k,c] = clamp(min(t, 3*q - t), 0, q)/q
        end
    end
end

% hsv(n): all hues, saturated.
function m : mat = hsv(n : int = 256)
    m = zeros(max(n, 0), 3)
    for k = 0..n-1
        h = 6.0*k/n
        m[k,0] = clamp(abs(h - 3) - 1, 0, 1)
        m[k,1] = clamp(2 - abs(h - 2), 0, 1)
        m[k,2] = clamp(2 - abs(h - 4), 0, 1)
    end
end

% hot(n): black, red, yellow, white. bone(n): grey with a tinge of blue; pink(n): sepia: mixtures of gray(n) and hot(n).
function m : mat = hot(n : int = 256)
    m = zeros(max(n, 0), 3)
    part = int(3*n/8)
    for k = 0..n-1
        m[k,0] = part > 0 ? min((k + 1.0)/part, 1) : 1.0
        m[k,1] = part > 0 ? clamp((k + 1.0 - part)/part, 0, 1) : 1.0
        m[k,2] = clamp((k + 1.0 - 2*part)/(n - 2*part), 0, 1)
    end
end
function m : mat = bone(n : int = 256)
    m = (7*gray(n) + fliplr(hot(n)))/8
end
function m : mat = pink(n : int = 256)
    m = sqrt((2*gray(n) + hot(n))/3)
end

% gray(n), cool(n), spring(n), summer(n), autumn(n), winter(n), copper(n): straight lines from one colour to another (copper's red ends early).
function m : mat = gray(n : int = 256)
    m = lib_colours_between(n, [0,0,0], [1,1,1])
end
function m : mat = cool(n : int = 256)
    m = lib_colours_between(n, [0,1,1], [1,0,1])
end
function m : mat = spring(n : int = 256)
    m = lib_colours_between(n, [1,0,1], [1,1,0])
end
function m : mat = summer(n : int = 256)
    m = lib_colours_between(n, [0,0.5,0.4], [1,1,0.4])
end
function m : mat = autumn(n : int = 256)
    m = lib_colours_between(n, [1,0,0], [1,1,0])
end
function m : mat = winter(n : int = 256)
    m = lib_colours_between(n, [0,0,1], [0,1,0.5])
end
function m : mat = copper(n : int = 256)
    m = min(lib_colours_between(n, [0,0,0], [1.25,0.7812,0.4975]), 1)
end
function m : mat = lib_colours_between(n : int, a : vec, b : vec)
    m = zeros(max(n, 0), 3)
    for k = 0..n-1
        for c = 0..2
            m[k,c] = a[c] + (n > 1 ? k/(n-1.0) : 0.0)*(b[c] - a[c])
        end
    end
end

% viridis(n): violet to yellow with evenly rising lightness; polynomials that are within 0.01 of the published table.
function m : mat = viridis(n : int = 256)
    t = n > 1 ? linspace(0, 1, n) : zeros(n)
    m = zeros(max(n, 0), 3)
    m[:,0] = clamp(polyval([87.8967, -285.087, 335.767, -164.476, 18.4907, 13.8057, -6.34664, 0.689502, 0.262736], t), 0, 1)
    m[:,1] = clamp(polyval([-14.3281, 64.0754, -112.588, 99.0894, -46.9543, 12.6603, -2.63224, 1.58065, 0.00295815], t), 0, 1)
    m[:,2] = clamp(polyval([149.903, -563.305, 878.034, -727.352, 336.502, -81.7201, 6.5947, 1.15683, 0.333353], t), 0, 1)
end

% y = ind2rgb(x, map): the image whose pixels are the rows of the colour map with the numbers x, from 0 on; numbers beyond the map take its first or last colour.
function y : cube = ind2rgb(x : mat, map : mat)
    if size(map,0) < 1 || size(map,1) != 3
        error(sprintf("ind2rgb: a colour map of %d x %d; it has one row [r, g, b] a colour", size(map,0), size(map,1)))
    end
    y = zeros(size(x,0), size(x,1), 3)
    last = size(map,0)-1
    for i = 0..size(x,0)-1
        for j = 0..size(x,1)-1
            k = clamp(int(x[i,j]), 0, last)
            for c = 0..2
                y[i,j,c] = map[k,c]
            end
        end
    end
end

% y = label2rgb(label, map, background): the parts of bwlabel in the colours of a map (jet when left out), spread over it, 0..1; the label 0 has the background's colour (white).
function y : cube = label2rgb(label : mat, map = [], background = [1.0,1.0,1.0])
    n = numel(label) > 0 ? int(max(label)) : 0
    colours = zeros(n + 1, 3)
    colours[0,:] = background
    if n > 0
        whole = numel(map) == 0 ? jet(n) : map
        for k = 1..n
            colours[k,:] = whole[int((k-1)*size(whole,0)/n),:]
        end
    end
    y = ind2rgb(label, colours)
end
