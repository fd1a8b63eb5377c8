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
    [between, z] = lib_between(lib_as_cube(x), kind)
    y = lib_with_rank(lib_rotated(z, h, w, height, width, c, s, between), max(lib_rank(x), 2))
end
% Exact for the multiples of 90 degrees.
function c : scalar = lib_cosine_of_degrees(angle : scalar)
    a = abs(angle) - 360*floor(abs(angle)/360)
    c = a == 90 || a == 270 ? 0.0 : cos(a*(pi/180))
end
function y : cube = lib_rotated(x, h : int, w : int, height : int, width : int, c : scalar, s : scalar, between)
    channels = size(x,2)
    y = zeros(height, width, channels)
    for i = 0..height-1
        for j = 0..width-1
            for k = 0..channels-1
                v = i - (height-1)/2
                u = j - (width-1)/2
                row = u*s + v*c + (h-1)/2
                column = u*c - v*s + (w-1)/2
                y[i,j,k] = between(x, row, column, k)
            end
        end
    end
end
% What gives the pixels of x at a row and a column between pixels, 0 outside, and what it takes in place of x. kind: 1 nearest, 2 bicubic, else bilinear.
function [between, z] = lib_between(x, kind : int)
    if kind == 0 && type(x, cube[uint8])
        between = lib_pixel_of_quads
        z = lib_quads(x)
    else
        between = kind == 1 ? lib_pixel_nearest : (kind == 2 ? lib_pixel_cubic : lib_pixel_linear)
        z = lib_floats(x)
    end
end
function y = lib_floats(x : cube)
    y = x
end
function v : scalar = __device__ lib_pixel_nearest(x : cube'safe, row : scalar, column : scalar, k : int)
    v = x[int(floor(row + 0.5)), int(floor(column + 0.5)), k]
end
function v : scalar = __device__ lib_pixel_cubic(x : cube'safe, row : scalar, column : scalar, k : int)
    i = int(floor(row))
    j = int(floor(column))
    v = 0.0
    for a = -1..2
        for b = -1..2
            v += lib_resize_weight(row - (i+a), 2)*lib_resize_weight(column - (j+b), 2)*x[i+a,j+b,k]
        end
    end
end
% Weights of the pixels at 0 and 1 where t lies between them.
function [w0 : scalar, w1 : scalar] = __device__ lib_linear_weights(t : scalar)
    before = floor(t)  % as a float, which costs a vector less than to make a float of an int
    w0 = lib_resize_weight(t - before, 1)
    w1 = lib_resize_weight(t - (before + 1.0), 1)
end
function v : scalar = __device__ lib_pixel_linear(x : cube'safe, row : scalar, column : scalar, k : int)
    i = int(floor(row))
    j = int(floor(column))
    [d0, d1] = lib_linear_weights(row)
    [e0, e1] = lib_linear_weights(column)
    v = 0.0
    v += d0*e0*x[i,j,k]
    v += d0*e1*x[i,j+1,k]
    v += d1*e0*x[i+1,j,k]
    v += d1*e1*x[i+1,j+1,k]
end
% The same of four bytes that are read as one word.
function v : scalar = __device__ lib_pixel_of_quads(q : cube[uint32]'safe, row : scalar, column : scalar, k : int)
    p = cast(q[int(floor(row))+1, int(floor(column))+1, k], int32)
    [d0, d1] = lib_linear_weights(row)
    [e0, e1] = lib_linear_weights(column)
    v = 0.0
    v += d0*e0*and(p, 255)
    v += d0*e1*and(shr(p, 8), 255)
    v += d1*e0*and(shr(p, 16), 255)
    v += d1*e1*and(shr(p, 24), 255)
end
% q[i,j,k] holds the pixels of rows i-1 and i and columns j-1 and j, 0 outside: those around a place between pixels.
function q = lib_quads(x : cube[uint8]'safe)
    [h, w, channels] = size(x, 0..2)
    q = cube[uint32](h+1, w+1, channels)
    for i = 0..h
        for j = 0..w
            for k = 0..channels-1
                q[i,j,k] = x[i-1,j-1,k] + 256*x[i-1,j,k] + 65536*x[i,j-1,k] + 16777216*x[i,j,k]
            end
        end
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
