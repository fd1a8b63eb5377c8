% imhist.q: histograms of images of 0..255 and what is derived from them. Levels and limits are fractions of 255.

% [n, v] = imhist(x, bins): how many pixels are nearest to each of `bins` values from 0 to 255 (256 when left out), and these values.
function [n, v] = imhist(x, bins : int = 256)
    n = zeros(bins)
    for k = 0..numel(x)-1
        n[int(min(max(round(x[k]*((bins-1)/255)), 0), bins-1))] += 1
    end
    v = linspace(0, 255, bins)
end

% y = histeq(x, levels): the histogram made as flat as `levels` values from 0 to 255 allow (64 when left out): each of 256 values goes to the level
% nearest to the part of the pixels that are darker, half of its own counted.
function y = histeq(x, levels : int = 64)
    n = imhist(x)
    before = (cumsum(n) - n/2)/numel(x)
    y = uninit(size(x))
    for k = 0..numel(x)-1
        at = int(min(max(round(x[k]), 0), 255))
        y[k] = round(before[at]*(levels-1))*(255/(levels-1))
    end
end

% y = imadjust(x, [low, high], [bottom, top], gamma): low..high becomes bottom..top, what lies outside the nearest end; in between
% bottom + (top-bottom) t^gamma. Without limits stretchlim(x) and 0..1.
function y = imadjust(x, from = [], to = [0,1], gamma : scalar = 1)
    limits = numel(from) == 0 ? stretchlim(x) : from
    if limits[1] <= limits[0]
        error(sprintf("imadjust: the limits %g and %g are not ascending", limits[0], limits[1]))
    end
    y = 255*(to[0] + (to[1] - to[0])*(min(max((x/255 - limits[0])/(limits[1] - limits[0]), 0), 1).^gamma))
end

% [low, high] = stretchlim(x, [a, b]): the levels below which the parts a and b of the pixels lie; 0.01 and 0.99 when left out.
function limits : vec = stretchlim(x, parts = [0.01, 0.99])
    c = cumsum(imhist(x))/numel(x)
    low = 0
    while low < 255 && c[low] <= parts[0]
        low = low + 1
    end
    high = 0
    while high < 255 && c[high] < parts[1]
        high = high + 1
    end
    limits = low < high ? [low/255, high/255] : [0.0, 1.0]
end

% [level, quality] = graythresh(x): Otsu's threshold, 0..1, that makes the variance between darker and brighter pixels largest (the mean of equally good ones),
% and that variance as a part of the whole. im2bw(x, level): which pixels are brighter than 255 level.
function [level, quality] = graythresh(x)
    p = imhist(x)/numel(x)
    weight = cumsum(p)
    moment = cumsum(p.*(0..255))
    total = moment[255]
    between = zeros(256)
    for k = 0..255
        rest = 1 - weight[k]
        if weight[k] > 0 && rest > 0
            between[k] = (total*weight[k] - moment[k])^2/(weight[k]*rest)
        end
    end
    best = max(between)
    all_best = between == best
    level = best > 0 ? sum(all_best.*(0..255))/sum(all_best)/255 : 0.0
    spread = sum(p.*((0..255) - total).^2)
    quality = spread > 0 ? best/spread : 0.0
end
function y = im2bw(x, level : scalar = 0.5)
    y = x > 255*level
end

% imcomplement(x) = 255 - x; of a mask its opposite. imabsdiff(a, b) = |a - b|.
function y = imcomplement(x)
    y = type(x) == "bool" || type(x) == "vec[bool]" || type(x) == "mat[bool]" || type(x) == "cube[bool]" ? 1 - x : 255 - x
end
function y = imabsdiff(a, b)
    y = abs(a - b)
end

% entropy(x): of the 256 values, in bits.
function e : scalar = entropy(x)
    p = imhist(x)/numel(x)
    e = 0 - sum(p.*log2(max(p, 1e-30)))
end
