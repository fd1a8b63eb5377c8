% imgeometry.q: turned images, sums of rectangles.

% y = imrotate(x, angle, method, box): x turned counterclockwise by `angle` degrees about its middle. method: "nearest" (the default), "bilinear" or "bicubic";
% box: "loose" (the default), as large as the turned image needs, or "crop", as large as x. 0 where there was no pixel.
function y = imrotate(x, angle : scalar, method = "nearest", box = "loose")
    kind = 0
    match method with
    | "nearest" -> kind = 1
    | "bilinear" -> kind = 0
    | "linear" -> kind = 0
    | "bicubic" -> kind = 2
    | "cubic" -> kind = 2
    | _ -> error(sprintf("imrotate: the method '%s' is not one of nearest, bilinear, bicubic", method))
    end
    [h, w] = size(x, 0..1)
    c = lib_cosine_of_degrees(angle)
    s = lib_cosine_of_degrees(angle - 90)
    loose = box == "loose"
    if !loose && box != "crop"
        error(sprintf("imrotate: the box '%s' is neither loose nor crop", box))
    end
    height = loose ? int(ceil(h*abs(c) + w*abs(s) - 0.001)) : h
    width = loose ? int(ceil(w*abs(c) + h*abs(s) - 0.001)) : w
    y = lib_with_rank(lib_rotated(lib_as_cube(x), height, width, c, s, kind), max(lib_rank(x), 2))
end
% Exact for the multiples of 90 degrees.
function c : scalar = lib_cosine_of_degrees(angle : scalar)
    a = abs(angle) - 360*floor(abs(angle)/360)
    c = a == 90 || a == 270 ? 0.0 : cos(a*(pi/180))
end
function y : cube = lib_rotated(x : cube, height : int, width : int, c : scalar, s : scalar, kind : int)
    [h, w, channels] = size(x, 0..2)
    y = zeros(height, width, channels)
    for i = 0..height-1
        for j = 0..width-1
            for k = 0..channels-1
                v = i - (height-1)/2
                u = j - (width-1)/2
                row = u*s + v*c + (h-1)/2
                column = u*c - v*s + (w-1)/2
                y[i,j,k] = lib_pixel_between(x, row, column, k, kind)
            end
        end
    end
end
% x at a row and a column between pixels, 0 outside.
function v : scalar = __device__ lib_pixel_between(x : cube'safe, row : scalar, column : scalar, k : int, kind : int)
    i = int(floor(row))
    j = int(floor(column))
    v = 0.0
    if kind == 1
        v = x[int(floor(row + 0.5)), int(floor(column + 0.5)), k]
    elseif kind == 2
        for a = -1..2
            for b = -1..2
                v += lib_resize_weight(row - (i+a), 2)*lib_resize_weight(column - (j+b), 2)*x[i+a,j+b,k]
            end
        end
    else
        [above, left] = [floor(row), floor(column)]  % as floats, which costs a vector less than to make floats of i and j
        [d0, d1] = [lib_resize_weight(row - above, 1), lib_resize_weight(row - (above + 1.0), 1)]
        [e0, e1] = [lib_resize_weight(column - left, 1), lib_resize_weight(column - (left + 1.0), 1)]
        v += d0*e0*x[i,j,k]
        v += d0*e1*x[i,j+1,k]
        v += d1*e0*x[i+1,j,k]
        v += d1*e1*x[i+1,j+1,k]
    end
end

% s = integralimage(x): (h+1) x (w+1) sums, s[i,j] of x[0..i-1,0..j-1], so that those of a rectangle of rows a..b and columns c..d are
% s[b+1,d+1] - s[a,d+1] - s[b+1,c] + s[a,c].
function s : mat = integralimage(x : mat)
    [h, w] = size(x, 0..1)
    s = zeros(h+1, w+1)
    s[1..h,1..w] = cumsum(cumsum(1.0*x, 1), 0)
end
function s : mat = integralImage(x : mat)
    s = integralimage(x)
end
