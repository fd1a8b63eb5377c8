% bwregions.q: masks cleaned by their connected parts. What is not 0 is set; results are matrices of 0 and 1.

% bwareaopen(mask, area, connectivity): without the parts of fewer than `area` pixels.
function y : mat = bwareaopen(mask : mat, area : int, connectivity : int = 8)
    [label, n] = bwlabel(mask, connectivity)
    count = zeros(n + 1)
    for i = 0..size(mask,0)-1
        for j = 0..size(mask,1)-1
            count[label[i,j]] += 1
        end
    end
    count[0] = -1
    y = zeros(size(mask,0), size(mask,1))
    for i = 0..size(mask,0)-1
        for j = 0..size(mask,1)-1
            y[i,j] = count[label[i,j]] >= max(area, 0) ? 1 : 0
        end
    end
end

% imclearborder(mask, connectivity): without the parts that reach the border of the image.
function y : mat = imclearborder(mask : mat, connectivity : int = 8)
    [label, n] = bwlabel(mask, connectivity)
    [h, w] = size(mask, 0..1)
    reached = zeros(n + 1)
    for i = 0..h-1
        for j = 0..w-1
            if i == 0 || j == 0 || i == h-1 || j == w-1
                reached[label[i,j]] += 1
            end
        end
    end
    y = zeros(h, w)
    for i = 0..h-1
        for j = 0..w-1
            y[i,j] = label[i,j] > 0 && reached[label[i,j]] == 0 ? 1 : 0
        end
    end
end

% imfill(mask, "holes"): with the holes filled, the parts of the background (4 neighbours, or 8) that do not reach the border. Of an image with other values than 0 and 1 the pixels that are
% darker than everything around them rise to the lowest way out (Soille, Morphological Image Analysis, 6). imfill(mask, places, connectivity): the parts of the background of a mask that the
% places lie in, rows [i, j].
function y : mat = imfill(mask : mat, what = "holes", connectivity : int = 4)
    if connectivity != 4 && connectivity != 8
        error(sprintf("imfill: connectivity %d is neither 4 nor 8", connectivity))
    end
    if !type(what, string)
        y = lib_filled_from(mask, what, connectivity)
    elseif what != "holes"
        error(sprintf("imfill: '%s' is not known; what is filled are \"holes\", or parts around places [[i, j], ..]", what))
    elseif numel(mask) > 0 && any(mask != 0 && mask != 1)
        y = -1.0*imreconstruct(lib_border_alone(-1.0*mask, -1.0*max(mask)), -1.0*mask, connectivity)
    else
        holes = imclearborder(1.0*(mask == 0), connectivity)
        y = 1.0*((mask != 0) + (holes != 0) > 0)
    end
end
function y : mat = lib_border_alone(x : mat, inside : scalar)
    [h, w] = size(x, 0..1)
    y = zeros(h, w)
    for i = 0..h-1
        for j = 0..w-1
            y[i,j] = i == 0 || j == 0 || i == h-1 || j == w-1 ? x[i,j] : inside
        end
    end
end
function y : mat = lib_filled_from(mask : mat, places, connectivity : int)
    [h, w] = size(mask, 0..1)
    marker = zeros(h, w)
    flat = reshape(places, [numel(places)])
    for k = 0..int(numel(flat)/2)-1
        [i, j] = [int(flat[2*k]), int(flat[2*k+1])]
        if i < 0 || j < 0 || i >= h || j >= w
            error(sprintf("imfill: the place [%d, %d] lies outside an image of %d x %d", i, j, h, w))
        end
        marker[i,j] = mask[i,j] == 0 ? 1 : 0
    end
    background = 1.0*(mask == 0)
    part = imreconstruct(marker, background, connectivity)
    y = 1.0*((mask != 0) + part > 0)
end

% bwperim(mask, connectivity): the pixels of the mask that have one of the background among their 4 (or 8) neighbours; outside is background.
function y : mat = bwperim(mask : mat, connectivity : int = 4)
    if connectivity != 4 && connectivity != 8
        error(sprintf("bwperim: connectivity %d is neither 4 nor 8", connectivity))
    end
    y = lib_perimeter(mask, connectivity)
end
function y : mat = lib_perimeter(mask : mat'safe, connectivity : int)
    y = zeros(size(mask,0), size(mask,1))
    for i = 0..size(mask,0)-1
        for j = 0..size(mask,1)-1
            inside = mask[i-1,j] != 0 && mask[i+1,j] != 0 && mask[i,j-1] != 0 && mask[i,j+1] != 0
            if connectivity == 8
                inside = inside && mask[i-1,j-1] != 0 && mask[i-1,j+1] != 0 && mask[i+1,j-1] != 0 && mask[i+1,j+1] != 0
            end
            y[i,j] = mask[i,j] != 0 && !inside ? 1 : 0
        end
    end
end
