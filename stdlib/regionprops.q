% regionprops.q: what connected parts measure.

% s = regionprops(label, x): one record a part of a label image (as bwlabel gives it; 0 is the background): s[k] is the part k+1. Area (pixels), Centroid [column, row],
% BoundingBox [left, top, width, height] with its corner half a pixel before the first one, EquivDiameter, Extent (of the box that is filled), and of the ellipse with the
% same second moments (a pixel is a square, which adds 1/12): MajorAxisLength, MinorAxisLength, Eccentricity, Orientation in degrees, counterclockwise, -90 to 90. With an image x
% also MeanIntensity, MinIntensity, MaxIntensity. Parts without pixels have the area 0 and NaN elsewhere.
% Names of properties, regionprops(label, "Area", "Centroid") or "all", are accepted: each record has all.
function s = regionprops(label : mat, x : string, ...more)
    image = []
    for k = 0..numel(more)-1
        if !type(more[k], string)
            image = more[k]
        end
    end
    s = regionprops(label, image)
end
function s = regionprops(label : mat, x : mat, name : string, ...more)
    s = regionprops(label, x)
end
function s = regionprops(label : mat, x = [])
    if numel(x) != 0 && (size(x,0) != size(label,0) || size(x,1) != size(label,1))
        error(sprintf("regionprops: an image of %d x %d for labels of %d x %d", size(x,0), size(x,1), size(label,0), size(label,1)))
    end
    n = numel(label) == 0 ? 0 : int(max(label))
    if numel(label) > 0 && (min(label) < 0 || max(abs(label - floor(label))) > 0)
        error("regionprops: labels are whole numbers from 0 on, as bwlabel gives them")
    end
    m = lib_part_moments(label, n)
    light = numel(x) == 0 ? zeros(0,0) : lib_part_intensities(label, 1.0*x, n)
    s = cell(n)
    for k = 0..n-1
        s[k] = lib_part_record(m[k+1,:], light, k+1)
    end
end
% One row a label: area, mean column and row, first and last column and row, second central moments of columns, rows and both.
function m : mat = lib_part_moments(label : mat, n : int)
    [h, w] = size(label, 0..1)
    [area, columns, rows] = [zeros(n+1), zeros(n+1), zeros(n+1)]
    [left, right, top, bottom] = [inf*ones(n+1), -inf*ones(n+1), inf*ones(n+1), -inf*ones(n+1)]
    for i = 0..h-1
        for j = 0..w-1
            k = int(label[i,j])
            area[k] += 1
            columns[k] += j
            rows[k] += i
            left[k] = min(left[k], j)
            right[k] = max(right[k], j)
            top[k] = min(top[k], i)
            bottom[k] = max(bottom[k], i)
        end
    end
    columns = columns./area
    rows = rows./area
    [cc, rr, cr] = [zeros(n+1), zeros(n+1), zeros(n+1)]
    for i = 0..h-1
        for j = 0..w-1
            k = int(label[i,j])
            cc[k] += (j - columns[k])^2
            rr[k] += (i - rows[k])^2
            cr[k] += (j - columns[k])*(i - rows[k])
        end
    end
    m = zeros(n+1, 10)
    for k = 0..n
        m[k,:] = [area[k], columns[k], rows[k], left[k], right[k], top[k], bottom[k], cc[k]/area[k], rr[k]/area[k], cr[k]/area[k]]
    end
end
% One row a label: mean, smallest and largest pixel.
function m : mat = lib_part_intensities(label : mat, x : mat, n : int)
    [area, total, low, high] = [zeros(n+1), zeros(n+1), inf*ones(n+1), -inf*ones(n+1)]
    for i = 0..size(label,0)-1
        for j = 0..size(label,1)-1
            k = int(label[i,j])
            area[k] += 1
            total[k] += x[i,j]
            low[k] = min(low[k], x[i,j])
            high[k] = max(high[k], x[i,j])
        end
    end
    m = zeros(n+1, 3)
    for k = 0..n
        m[k,:] = [total[k]/area[k], low[k], high[k]]
    end
end
function p = lib_part_record(m, light : mat, k : int)
    [area, left, right, top, bottom] = [m[0], m[3], m[4], m[5], m[6]]
    [cc, rr, cr] = [m[7] + 1.0/12, m[8] + 1.0/12, -m[9]]
    root = sqrt((cc - rr)^2 + 4*cr^2)
    p = object()
    p.Area = area
    p.Centroid = [m[1], m[2]]
    p.BoundingBox = [left - 0.5, top - 0.5, right - left + 1, bottom - top + 1]
    p.EquivDiameter = sqrt(4*area/pi)
    p.Extent = area/((right - left + 1)*(bottom - top + 1))
    p.MajorAxisLength = sqrt(8*(cc + rr + root))
    p.MinorAxisLength = sqrt(8*max(cc + rr - root, 0))
    p.Eccentricity = sqrt(2*root/(cc + rr + root))
    p.Orientation = 90/pi*atan2(2*cr, cc - rr)
    if numel(light) > 0
        p.MeanIntensity = light[k,0]
        p.MinIntensity = light[k,1]
        p.MaxIntensity = light[k,2]
    end
end
